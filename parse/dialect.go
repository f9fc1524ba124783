package parse

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Dialect is one grammar of edit blocks, with all that is particular to it.
type Dialect struct {
	Name string
	// FirstMatchWins: of several matches the first is taken, where other dialects
	// refuse to choose.
	FirstMatchWins bool
	// InsideLines: where no whole lines match, text inside lines may.
	InsideLines bool
	// HasAnchors: lines that locate a block and stay are not repeated among its old and
	// new lines. AnchorTwice: they are written in front of both.
	HasAnchors, AnchorTwice bool
	// Patch: a block is a chunk or hunk, with a sign before each of its lines, or an
	// operation on a file. What begins in a line may be several of them, each with a path
	// of its own.
	Patch bool
	// Numbered: a hunk says at which line it is, and how the file ends.
	Numbered bool
	// PathKeyword is what comes before the path in its line, if anything does.
	PathKeyword string
	// Forms are the ways to write a block, the usual one first.
	Forms []*Form

	// marker reports whether a line is one of the dialect's markers. trimmed is the
	// line without whitespace at both ends; it is never empty, and begins with a byte of begins.
	marker func(line, trimmed string) (token, bool)
	begins string
	// starts are the start markers as they are usually written; the kind of a near miss is
	// an index into them.
	starts []string
	// read reads the block that begins at start, using only lines before bound.
	read func(w *walk, start token, bound text.Line) reading
	// path finds the path of the block that begins at start; false where there is
	// none (missing-path). A patch has none: its blocks come with their paths.
	path func(w *walk, start token) (Path, Layout, bool)
	// separators are the lines of the markers between a block's first and last. A patch
	// has none.
	separators func(b *Block) []text.Line
	// pathNear: only the nearest line above a block may be its path, else prose may
	// be between.
	pathNear bool
	// distinct reports whether a marker can't be mistaken for prose or code, so that it must
	// not be written into a target unseen.
	distinct func(token) bool
	// hints reads what a patch's block says beside its lines.
	hints func(r *Result, b *Block) Hints
	// newPath reads the new name in a block that renames.
	newPath func(r *Result, b *Block) string
}

// String returns the dialect's name.
func (d *Dialect) String() string { return d.Name }

// dialects is the table of all grammars. Where two share a start marker, the one
// that completes first is meant, and of equals the earlier row.
//
// It is filled by init since the readers look at the table themselves.
var dialects []*Dialect

func init() {
	dialects = []*Dialect{
		anchored,
		editRepl,
		findReplace,
		searchReplace,
		applyPatch,
		unifiedDiff,
	}
	for i, d := range dialects {
		for _, c := range []byte(d.begins) {
			mayBegin[c] |= 1 << i
		}
		for _, f := range d.Forms {
			f.Dialect = d
		}
	}
}

// mayBegin has, for each byte that a line begins with, a bit for each dialect whose markers
// may: most lines of a chat need no further look.
var mayBegin [256]uint8

// Dialects returns all dialects, in the order of the table. The caller must not change
// them.
func Dialects() []*Dialect { return dialects }

// role is the part that a marker plays in its block.
type role uint8

const (
	// startMarker begins a block if a path is above it.
	startMarker role = iota
	// keyword begins a block by itself.
	keyword
	// pathKeyword names the path of the blocks that follow.
	pathKeyword
	// patchLine begins a block if the lines below it are those of a patch.
	patchLine
	separator
	endMarker
	// escaped is a line of a block that would be a marker without its backslash.
	escaped
	// nearMiss would be a start marker but for whitespace, letter case or its length.
	nearMiss
)

// token is a line that is a marker of some dialect.
type token struct {
	line text.Line
	// dialect is an index into dialects.
	dialect uint8
	role    role
	// kind and set are the dialect's own. Only markers of one set go together.
	kind, set uint8
	// length is that of the run of characters which the marker begins with, and indent
	// that of the whitespace before it, where the dialect asks for them.
	length, indent int32
}

// markerSet is a dialect and one of its sets of markers.
type markerSet struct{ dialect, set uint8 }

// begins reports whether a block may begin with the marker, or its path.
func (t token) begins() bool { return t.role <= patchLine }

func (t token) markerSet() markerSet { return markerSet{t.dialect, t.set} }

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
	start   token
	// end is the line of the end marker, where there is one.
	end   text.Line
	block Block
	// fault says what was expected, where the outcome is malformed or unclosed, and why a
	// marker is none, where it may be meant as one.
	fault string
	// progress counts the separators that were found: of two grammars that both
	// failed, the one that came further shows what is wrong.
	progress int
	// restart is the line of a start marker inside an unclosed block at which the
	// walk goes on; 0 where it goes on at the bound.
	restart text.Line
	// blocks are those of a patch that are whole, and problems those that are not. path is
	// that of the block, or the operation, which begins in line tail and is unclosed; tail is
	// None where the patch ends between two of them.
	blocks   []Block
	problems []Problem
	path     Path
	tail     text.Line
	// open: more text at the end of the document could complete what is malformed.
	open bool
}

// fail ends a reading without a block. The fault is what was expected.
func (r *reading) fail(o outcome, fault string, args ...any) {
	r.outcome, r.fault = o, fmt.Sprintf(fault, args...)
}

// appendMarkers appends the markers that line l is. trimmed is the line without whitespace at
// both ends, and not empty.
func appendMarkers(tokens []token, l text.Line, line, trimmed string) []token {
	for left := mayBegin[trimmed[0]]; left != 0; left &= left - 1 {
		d := bits.TrailingZeros8(left)
		if t, ok := dialects[d].marker(line, trimmed); ok {
			t.line, t.dialect = l, uint8(d)
			tokens = append(tokens, t)
		}
	}
	return tokens
}

// isMarker reports whether a line, which is trimmed not empty, is a marker of some
// block, or a switch.
func isMarker(line, trimmed string) bool {
	inBlock := func(t token) bool { return t.role <= endMarker && t.role != pathKeyword && t.role != patchLine }
	return slices.ContainsFunc(appendMarkers(nil, 0, line, trimmed), inBlock) || trimmed == switchOff || trimmed == switchOn
}

// isDistinct reports whether a line is a marker that can't be mistaken for anything else.
func isDistinct(line string) bool {
	trimmed := strings.TrimSpace(line)
	distinct := func(t token) bool { return t.role <= endMarker && dialects[t.dialect].distinct(t) }
	return trimmed != "" && slices.ContainsFunc(appendMarkers(nil, 0, line, trimmed), distinct)
}
