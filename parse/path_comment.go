package parse

import (
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// commentSigns are what a comment that is all of a line begins and ends with (code-blocks/path-in-other-comments).
var commentSigns = [][2]string{
	{"// ", ""}, {"/// ", ""}, {"//! ", ""}, {"//", ""}, {"# ", ""}, {"-- ", ""}, {"--- ", ""}, {"; ", ""}, {"% ", ""}, {"' ", ""},
	{"<!-- ", " -->"}, {"/* ", " */"}, {"/** ", " */"}, {"{/* ", " */}"}, {"{# ", " #}"}, {"<%# ", " %>"}, {"@* ", " *@"}, {`"""`, `"""`},
}

// frames begin the first and the last line of a comment of several (code-blocks/path-in-a-comment-of-several-lines).
var frames = []string{"/*", "*/", "{/*", "<!--", "-->", `"""`, "//", "#", "--"}

// maxCommentLines limits the lines that are read for a path in a comment.
const maxCommentLines = 4

// commentText returns what a comment says that is all of a line.
func commentText(line string) (string, bool) {
	line = strings.TrimSpace(line)
	for _, c := range commentSigns {
		if inner, ok := strings.CutPrefix(line, c[0]); ok && strings.HasSuffix(inner, c[1]) {
			return strings.Trim(strings.TrimSuffix(inner, c[1]), "=-─━ "), true
		}
	}
	return "", false
}

// commentPath returns the path that is a comment's whole text, but for a remark.
func commentPath(line string) (Path, bool) {
	words, _ := commentText(line)
	return plainPath(withoutRemarks(strings.TrimPrefix(words, "@file ")))
}

// pathComment returns the path in a comment that code begins with, and the lines of that comment if it says nothing else.
// It may be below a line that comes above all others. The path's line counts from the first one.
func pathComment(lines []string) (p Path, comment text.LineRange) {
	if len(lines) > 0 && comesFirst(lines[0]) {
		comment.First = 1
	}
	at := comment.First
	if len(lines) <= int(at) {
		return Path{}, text.LineRange{}
	}
	p, _ = commentPath(lines[at])
	comment.End = at + 1
	if len(lines) > int(at)+2 && isFrame(lines[at]) {
		at++
		inner := strings.TrimLeft(lines[at], "* \t")
		if p, _ = commentPath(inner); !p.Named() {
			p, _ = commentPath("// " + inner)
		}
		if comment.End = at + 2; !isFrame(lines[at+1]) {
			comment = text.LineRange{} // it says more
		}
	}
	p.Line = at
	return p, comment
}

// isFrame reports whether a line is the beginning or the end of a comment of several, without words.
func isFrame(line string) bool {
	line = strings.TrimSpace(line)
	return !strings.ContainsFunc(line, unicode.IsLetter) && slices.ContainsFunc(frames, func(sign string) bool { return strings.HasPrefix(line, sign) })
}

// comesFirst reports whether a line comes above all others of a file (code-blocks/path-below-an-opening-line).
func comesFirst(line string) bool {
	line = strings.TrimSpace(line)
	return slices.ContainsFunc([]string{"<?php", "<?xml ", "<!DOCTYPE ", "<!doctype ", "#!", `"use `, "'use "}, func(begin string) bool {
		return strings.HasPrefix(line, begin)
	})
}

// hasOtherFile reports whether a fence that begins with a path in a comment has another one below a blank line: it holds
// several files (code-blocks/several-files-in-a-fence).
func hasOtherFile(lines []string, first Path) bool {
	for i, l := range lines {
		if i > 0 && text.IsBlank(lines[i-1]) && text.Indentation(l) == "" {
			if p, _ := pathComment(lines[i:]); p.HasExtension() && !slices.Contains(first.Readings, p.Fallback) {
				return true
			}
		}
	}
	return false
}
