// Package diagnostics explains what happens to each block of a plan.
//
// [Check] returns a [Report]: for each block a code, severity and message, the cause if text wasn't
// found, and warnings; the document's problems; and the counts. Editor diagnostics, the command line's
// text and the JSON document are views of it.
//
// Findings have lines of the chat and of the target, and don't depend on the client.
//
// The package may change at any time: programs can rely on the module's root, package editlsp.
package diagnostics
