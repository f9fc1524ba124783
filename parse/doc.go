// Package parse reads edit blocks out of a chat document.
//
// [Document] turns a text into blocks, problems, turns and shell suggestions,
// each with the lines of the chat where it stands. It opens no file: whether a
// path exists, and where a block fits, is for package apply to find out.
//
// The work is done in two steps. The first looks at each line once and notes the
// few that may matter (markers, fences, turn headings) as tokens; the second
// walks the tokens. So the cost is that of finding the lines, whatever the number
// of dialects.
//
// Invariants: blocks are ordered, do not overlap and lie inside the text; a
// malformed block is never among them; no text whatever makes Document fail.
//
// A dialect is one file and one row of the table in dialect.go.
package parse
