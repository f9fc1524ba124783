package parse

import (
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// dialect is one grammar of edit blocks.
type dialect struct {
	name string
	// marker tells whether a line is one of the dialect's markers. trimmed is the
	// line without blanks at both ends; it is never empty.
	marker func(line, trimmed string) (token, bool)
	// firsts are the first bytes that a trimmed marker line may have.
	firsts string
	// words are the beginnings, in lower case, of the marker lines that begin with a
	// letter, as most lines of code do.
	words []string
	// read reads the block that begins at start, using only lines before bound.
	read func(s *scan, start token, bound text.Line) reading
	// path finds the path of the block that begins at start; false where there is
	// none (missing-path).
	path func(s *scan, start token) (namedPath, Layout, bool)
	// telling tells whether a marker says by itself what it is, so that it must not
	// be written into a target unseen.
	telling func(token) bool
	// firstMatchWins, insideLines: see Block.
	firstMatchWins, insideLines bool
}

// dialects is the table of all grammars. Where two share a start marker, the one
// that completes first is meant, and of equals the earlier row.
//
// It is filled by init since the readers look at the table themselves.
var dialects []dialect

func init() {
	dialects = []dialect{
		anchored,
		editRepl,
		findReplace,
		searchReplace,
	}
	for d := range dialects {
		for _, b := range []byte(dialects[d].firsts) {
			dialectsByFirst[b] |= 1 << d
		}
	}
	learnGlances()
}

// dialectsByFirst has a bit for each dialect that may have a marker which begins
// with that byte.
var dialectsByFirst [256]uint32

// Dialects are the names of all dialects, in the order of the table.
func Dialects() []string {
	names := make([]string, len(dialects))
	for i, d := range dialects {
		names[i] = d.name
	}
	return names
}

// role is the part that a marker plays in its block.
type role uint8

const (
	// startMarker begins a block if a path stands above it.
	startMarker role = iota
	// keyword begins a block, or serves those that follow, by itself.
	keyword
	separator
	endMarker
)

// token is a line that is a marker of some dialect.
type token struct {
	line text.Line
	// dialect is an index into dialects.
	dialect uint8
	role    role
	// kind, length, set and value are the dialect's own.
	kind, length, set int16
	value             string
}

// outcome is how the reading of a block ended.
type outcome uint8

const (
	complete outcome = iota
	// malformed: an end marker was reached, but the block before it is not whole.
	malformed
	// unclosed: no end marker before the bound.
	unclosed
	// noBlock: what looked like a start is plain text.
	noBlock
	// passOver: a block that is for another program.
	passOver
)

// reading is what a dialect made of a start marker.
type reading struct {
	outcome outcome
	// end is the end marker's line, where there is one.
	end   text.Line
	block Block
	// detail says what was expected, where the outcome is malformed or unclosed.
	detail detail
	// progress counts the separators that were found: of two grammars that both
	// failed, the one that came further tells what is wrong.
	progress int
	// restart is the line of a start marker inside an unclosed block at which the
	// scan goes on; 0 where it goes on at the bound.
	restart text.Line
	// open: more text at the end of the document could mend what is malformed.
	open bool
	// looked is the line behind those that the reading depends on, where that is not
	// the end of a whole block, or else the bound; or 0.
	looked text.Line
}

// isTelling tells whether a line is a marker that says what it is, and no bare run
// of one character or word that prose and code have too.
func isTelling(line string) bool {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		return false
	}
	for d, bits := 0, dialectsByFirst[trimmed[0]]; bits != 0; d, bits = d+1, bits>>1 {
		if bits&1 == 0 {
			continue
		}
		if tok, ok := dialects[d].marker(line, trimmed); ok && dialects[d].telling(tok) {
			return true
		}
	}
	return false
}
