// Package parse reads edit blocks out of a chat document.
//
// [Document] turns a text into blocks, problems, turns and shell suggestions, each
// with its lines in the chat. It opens no file: whether a path exists, and where a
// block fits, is for package apply to find out.
//
// The work is done in three steps. pieces looks at each line once and notes the few
// that can matter (markers, fences, turn marks, commands) as tokens; this is all
// that is ever remembered between two versions of a chat, in a [Memo]. The outline
// joins the tokens and finds out what needs their neighbours: where fences end,
// which start markers have a path above them. The walk goes over the tokens once,
// from the first to the last, and calls a dialect's reader at each start marker.
//
// Invariants: blocks are ordered, do not overlap and lie inside the text; a
// malformed block is never among them; no text makes Document fail.
//
// A dialect is one file and one row of the table in dialect.go. This package may change at
// any time: a program can rely on the module's root, package editlsp.
package parse
