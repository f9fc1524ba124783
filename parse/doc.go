// Package parse finds edit blocks in a chat document.
//
// [Document] turns a text into blocks, problems, turns and shell suggestions, each with its chat lines.
// It opens no files: package apply finds out whether a path exists and where a block fits.
//
// Parsing has three steps. pieces scans each line once and keeps the few that can matter (markers,
// fences, turn marks, commands) as tokens. Only tokens are cached between versions of a chat, in a
// [Memo]. The outline joins the tokens and resolves what depends on neighbours: where fences end, which
// start markers have a path above them. The walk visits the tokens once, in order, and calls a
// dialect's reader at each start marker.
//
// Invariants: blocks are ordered, don't overlap and lie inside the text; malformed blocks are reported
// as problems only; Document never fails because of the text.
//
// A dialect is one file and one row of the table in dialect.go. This package may change at any time:
// programs can rely on the module's root, package editlsp.
package parse
