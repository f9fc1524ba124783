// Package diagnostics says in words what became of each block of a plan, and why.
//
// [Check] turns a plan into a [Report]: one result for each block, with its code
// and the severity and message of that, the cause where text was not found, and
// further warnings; the problems of the document; and the counts. The language
// server's diagnostics, the command line's text and the JSON document are three
// views of it and say the same.
//
// Findings carry lines of the chat and of the target; how a client wants to hear
// of them is not known here.
//
// The package may change at any time: what a program can rely on is the module's root,
// package editlsp.
package diagnostics
