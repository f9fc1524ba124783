// Package apply finds out where each block of a document fits, and what writing
// them does to the files.
//
// [New] makes a [Plan]: an [Outcome] for each block, and for each target the list
// of edits of its present text. That list is the only one: preview, lens, count,
// WorkspaceEdit, unified diff and [Plan.Write] all come from it.
//
// Blocks of one target are located one after another on a [Draft], so that each
// meets the text that the ones above it leave, while every
// line that people see is a line of the target's present text.
//
// Matching is exact: whole lines that follow one another, compared without their
// line endings. Nothing is guessed.
//
// The package may change at any time: what a program can rely on is the module's root,
// package editlsp.
package apply
