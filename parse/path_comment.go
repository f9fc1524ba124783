package parse

import (
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// commentSigns are what a comment that is all of a line begins and ends with (code-blocks/path-in-other-comments).
var commentSigns = [][2]string{
	{"// ", ""}, {"/// ", ""}, {"//! ", ""}, {"# ", ""}, {"-- ", ""}, {"--- ", ""}, {"; ", ""}, {"% ", ""}, {"' ", ""},
	{"<!-- ", " -->"}, {"/* ", " */"}, {"/** ", " */"}, {"{/* ", " */}"}, {"{# ", " #}"}, {"<%# ", " %>"}, {"@* ", " *@"}, {`"""`, `"""`},
}

// phpTag may be in front of the path of a file of PHP.
const phpTag = "<?php "

// frames begin the first and the last line of a comment of several (code-blocks/path-in-a-comment-of-several-lines).
var frames = []string{"/*", "*/", "{/*", "<!--", "-->", `"""`, "//", "#", "-- "}

// maxCommentLines limits the lines that are read for a path in a comment.
const maxCommentLines = 4

// commentText returns what a comment says that is all of a line.
func commentText(line string) (string, bool) {
	line = strings.TrimPrefix(strings.TrimSpace(line), phpTag)
	for _, c := range commentSigns {
		if inner, ok := strings.CutPrefix(line, c[0]); ok && strings.HasSuffix(inner, c[1]) {
			return strings.Trim(strings.TrimSuffix(inner, c[1]), "=-─━ "), true
		}
	}
	return "", false
}

// remarkInComment matches what follows a path in a comment. After a dash, words may be about another file:
// "config.json - loaded last" (code-blocks/file-that-code-is-about).
var remarkInComment = text.Expression(`\s+\([^()]*\)$`)

// wasThere and isThere match remarks on a path.
var (
	wasThere    = text.Expression(`(?i)\((?:the )?(?:before|old|original|previous|(?:existing, )?(?:unchanged|no changes))(?: (?:code|file|one|version))?\)`)
	isThere     = text.Expression(`(?i)\((?:existing|current|excerpt|snippet|partial)\b`)
	closingSign = text.Expression(`\s*(?:\*/\}?|-->|#\}|%>|\*@|""")$`)
)

// commentPath returns the path that is a comment's whole text, but for a remark. A name without an extension is one that
// says to be a file's (path-lines/known-name-in-a-comment).
func commentPath(line string) (Path, bool) {
	words, _ := commentText(line)
	name := cleanPath(remarkInComment().ReplaceAllString(strings.TrimPrefix(words, "@file "), ""))
	if isKnownFile(name) {
		return Path{Readings: []string{name}, Fallback: name, Line: text.None}, true
	}
	return plainPath(name)
}

// isKnownFile reports whether a name is one that files have without an extension, and says so: NOTICE may be a
// word.
func isKnownFile(name string) bool {
	return strings.HasSuffix(name, "file") && knownName().MatchString(name)
}

// pathComment returns the path in a comment that code begins with, and the lines of that comment if it says nothing else.
// It may be below a line that comes above all others. The path's line counts from the first one. One of several lines, or
// that documents what is below, may be about another file, so its path has a folder (code-blocks/file-that-code-is-about).
func pathComment(lines []string) (p Path, comment text.LineRange, documents bool) {
	for len(lines) > int(comment.First) && (comesFirst(lines[comment.First]) || text.IsBlank(lines[comment.First])) {
		comment.First++
	}
	at := comment.First
	if len(lines) <= int(at) {
		return Path{}, text.LineRange{}, false
	}
	if !slices.ContainsFunc(lines[:at], func(l string) bool { return !text.IsBlank(l) }) {
		comment.First = 0
	}
	p, _ = commentPath(lines[at])
	comment.End = at + 1
	if documents = startsDocs(lines[at]); len(lines) > int(at)+2 && isFrame(lines[at]) {
		at, documents = at+1, true
		p = pathInComment(lines[at])
		if comment.End = at + 2; !isFrame(lines[at+1]) {
			comment = text.LineRange{} // it says more
		}
		if pathInComment(lines[at+1]).IsOfFile() {
			p = Path{} // a list
		}
	}
	if documents && !strings.Contains(p.Fallback, "/") {
		return Path{}, text.LineRange{}, false
	}
	p.Line = at
	return p, comment, documents
}

// pathInComment returns the path that is all of a line in a comment of several.
func pathInComment(line string) Path {
	line = strings.TrimLeft(line, "* \t")
	p, _ := commentPath(line)
	if !p.Named() {
		p, _ = commentPath("// " + line)
	}
	return p
}

func startsDocs(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "/**") || strings.HasPrefix(line, `"""`)
}

// isFrame reports whether a line is the beginning or the end of a comment of several, without words.
func isFrame(line string) bool {
	line = strings.TrimSpace(line)
	return !strings.ContainsFunc(line, unicode.IsLetter) && slices.ContainsFunc(frames, func(sign string) bool { return strings.HasPrefix(line, sign) })
}

// comesFirst reports whether a line comes above all others of a file (code-blocks/path-below-an-opening-line).
func comesFirst(line string) bool {
	line = strings.TrimSpace(line)
	if p, _ := commentPath(line); p.IsOfFile() {
		return false // <?php // src/A.php
	}
	return slices.ContainsFunc([]string{"<?php", "<?xml ", "<!DOCTYPE ", "<!doctype ", "#!", "# -*- ", `"use `, "'use "}, func(begin string) bool {
		return strings.HasPrefix(line, begin)
	}) || line == "---"
}

// hasOtherFile reports whether a fence that begins with a path in a comment has another one below a blank line: it holds
// several files (code-blocks/several-files-in-a-fence).
func hasOtherFile(lines []string, first Path) bool {
	for i, l := range lines {
		if i > 0 && text.IsBlank(lines[i-1]) && text.Indentation(l) == "" {
			if p, _, _ := pathComment(lines[i:]); p.IsOfFile() && !slices.Contains(first.Readings, p.Fallback) {
				return true
			}
		}
	}
	return false
}
