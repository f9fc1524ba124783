// Package protocol declares the types of LSP that the server speaks. It has no
// behaviour but what encoding needs, and the way between URIs and paths.
//
// The types are glsp's protocol_3_16, by alias, where those decode without loss. Those
// that do not are declared here: glsp's IntegerOrString, and with it
// diagnostic codes and progress tokens, decodes to nothing; its WorkspaceEdit and
// TextDocumentEdit take every change for the first kind in their list; its `any` data
// loses the order of members and large numbers; its client capabilities cannot tell an
// empty object from an absent one. What 3.17 and 3.18 add is declared beside them.
// [Position] is glsp's too, but its method IndexIn, which is 0 past the end of a text,
// is not to be used.
//
// Conventions: what is optional is a pointer, or a field that is left out when it is
// zero; `any` in LSP is [encoding/json.RawMessage]; a list that may not be null is an
// [Array]. There are no file-system calls.
package protocol
