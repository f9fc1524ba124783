// Package parse finds edit blocks in a chat document.
//
// [Document] turns a text into blocks, problems, turns and shell suggestions, each with its chat lines.
// It opens no files: package apply finds out whether a path exists and where a block fits.
//
// Parsing has three steps. pieces scans each line once and keeps those that can matter (markers,
// fences, turn marks, commands) as tokens, which a [Memo] caches between versions of a chat, as it does
// the paths of lines. The outline joins the tokens and resolves what depends on neighbours: where fences end, which
// start markers have a path above. The walk visits the tokens once, in order, and calls a dialect's
// reader at each start marker.
//
// Invariants: blocks are ordered, don't overlap and are valid, and no text makes Document fail.
//
// A dialect is one file and one row of the table in dialect.go. This package may change at any time:
// programs can rely on the module's root, package editlsp.
package parse
