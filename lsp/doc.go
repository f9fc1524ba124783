// Package lsp is the language server. It checks the open documents that are chats and serves the
// editor's requests about them.
//
// Only the first half of a handler changes the session, in the order of the messages. The second
// half computes the answer from an immutable [snapshot]. A newer snapshot of a document cancels the
// work on the older one's diagnostics.
//
// Each feature is one file named after its LSP method, and one row of the table in routes.go.
// client.go says what follows from several of a client's capabilities, or from its name.
//
// The API of this package is unstable. Programs should use package editlsp at the module root.
package lsp
