// Package apply locates the blocks of a document and computes their edits.
//
// [New] makes a [Plan]: an [Outcome] for each block, and for each target the edits of its current text.
// Preview, code lenses, counts, WorkspaceEdit, unified diff and [Plan.Write] all use this list.
//
// The blocks of a target are located in order on a [Draft], so each sees the text that the ones above
// leave. Lines shown to users are lines of the target's current text.
//
// Matching is exact: consecutive whole lines, compared without their line endings.
//
// The package may change at any time: programs can rely on the module's root, package editlsp.
package apply
