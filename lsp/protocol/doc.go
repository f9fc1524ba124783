// Package protocol declares the LSP types that the server uses, their encoding, and the conversion
// between URIs and paths.
//
// The types are aliases of glsp's protocol_3_16 if those decode without loss. Types declared here
// replace ones that don't: glsp's IntegerOrString, and so diagnostic codes and progress tokens,
// decodes to nothing; its WorkspaceEdit and TextDocumentEdit decode every change as the first kind
// in their list; its `any` data loses the order of members and large numbers; its client
// capabilities can't tell an empty object from a missing one. Additions of 3.17 and 3.18 are
// declared here too. Don't use IndexIn of glsp's [Position], which is 0 after the end of a text.
//
// Optional fields are pointers or omitted when zero. LSP's `any` is [encoding/json.RawMessage]. A
// list that must not be null is an [Array]. There are no file-system calls.
package protocol
