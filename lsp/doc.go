// Package lsp is the language server: it keeps the documents that a client has
// open, checks those that are chats, and offers what there is to do.
//
// The session's state changes only in the first half of handlers, in the order of
// the messages; what they answer with is worked out in the second half from an
// immutable [snapshot]. A newer snapshot of a document cancels the work on the
// older one's diagnostics.
//
// Every feature is one file named after its LSP method, and one row of the table in
// routes.go. What the client can do is asked in one place, client.go, from announced
// capabilities only.
//
// The package may change at any time: what a program can rely on is the module's root,
// package editlsp.
package lsp
