package parse

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Dialect is one grammar of edit blocks.
type Dialect struct {
	Name string
	// FirstMatchWins takes the first of several matches; other dialects report them as ambiguous.
	FirstMatchWins bool
	// InsideLines lets text match inside lines if no whole lines match.
	InsideLines bool
	// HasAnchors means that context lines are separate from the old and new lines. AnchorTwice means
	// that they are written before both.
	HasAnchors, AnchorTwice bool
	// Patch means that a block is a chunk or hunk of signed lines, or a file operation. One start may
	// yield several blocks, each with its own path.
	Patch bool
	// Numbered means that hunks give their line numbers and how the file ends.
	Numbered bool
	// PathKeyword precedes the path on its line; empty if nothing does.
	PathKeyword string
	// Forms are the ways to write a block, the most common first.
	Forms []*Form

	// marker parses a line as one of the dialect's markers. trimmed is the line without surrounding
	// whitespace; it is never empty and begins with a byte of begins.
	marker func(line, trimmed string) (token, bool)
	begins string
	// starts are the usual start markers. The kind of a near miss is an index into them.
	starts []string
	// read reads the block at start from the lines before bound.
	read func(w *walk, start token, bound text.Line) reading
	// path finds the path of the block at start, or returns false (missing-path). It is nil for
	// patches, whose blocks carry their paths.
	path func(w *walk, start token) (Path, Layout, bool)
	// separators returns the marker lines between a block's first and last line. It is nil for patches.
	separators func(b *Block) []text.Line
	// pathNear requires the path on the nearest line above the block; otherwise prose may come between.
	pathNear bool
	// distinct reports whether a marker can't be mistaken for prose or code. Writing such a marker into
	// a target causes a warning.
	distinct func(token) bool
	// hints reads the hints of a patch's block.
	hints func(r *Result, b *Block) Hints
	// newPath reads the new name from a renaming block.
	newPath func(r *Result, b *Block) string
}

// String returns the name of the dialect.
func (d *Dialect) String() string { return d.Name }

// dialects is the table of all grammars. If two share a start marker, the first to complete wins; on a
// tie, the earlier row.
//
// init fills it because the readers use the table.
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

// mayBegin maps the first byte of a line to a bit set of dialects. Most lines need no further check.
var mayBegin [256]uint8

// Dialects returns all dialects in table order. The caller must not change them.
func Dialects() []*Dialect { return dialects }

// role is a marker's part in its block.
type role uint8

const (
	// startMarker begins a block if there is a path above it.
	startMarker role = iota
	keyword
	pathKeyword
	// patchLine begins a block if patch lines follow.
	patchLine
	separator
	endMarker
	// escaped is a marker after a backslash, so it is content.
	escaped
	// nearMiss would be a start marker but for its whitespace, letter case or length.
	nearMiss
)

// token is a line that is a marker.
type token struct {
	line    text.Line
	dialect uint8
	role    role
	// kind and set are private to the dialect. Only markers of the same set belong together.
	kind, set uint8
	// length is the length of the marker's leading run of characters, indent that of the whitespace
	// before it. Only some dialects set them.
	length, indent int32
}

type markerSet struct{ dialect, set uint8 }

// begins reports whether the marker may begin a block or its path.
func (t token) begins() bool { return t.role <= patchLine }

func (t token) markerSet() markerSet { return markerSet{t.dialect, t.set} }

// outcome is the result of reading a block.
type outcome uint8

const (
	complete outcome = iota
	// malformed: there is an end marker, but the block isn't valid.
	malformed
	// unclosed: there is no end marker before the bound.
	unclosed
	// noBlock: the start is plain text.
	noBlock
	// passOver: the block is for another program.
	passOver
)

// reading is what a dialect read at a start marker.
type reading struct {
	outcome outcome
	start   token
	// end is the line of the end marker, if any.
	end   text.Line
	block Block
	// fault says what was expected if the outcome is malformed or unclosed. With noBlock it says why a
	// possible marker isn't one.
	fault string
	// progress counts the separators found. If two grammars fail, the fault of the one that got further
	// is reported.
	progress int
	// restart is a start marker's line inside an unclosed block where the walk continues, or 0 to
	// continue at the bound.
	restart text.Line
	// blocks are the valid blocks of a patch, problems the others. tail is the line of the unclosed
	// block or operation, and path its path; tail is None if the patch ends between two of them.
	blocks   []Block
	problems []Problem
	path     Path
	tail     text.Line
	// open means that more text at the end of the document could complete a malformed block.
	open bool
}

// fail ends a reading without a block; fault is a format for what was expected.
func (r *reading) fail(o outcome, fault string, args ...any) {
	r.outcome, r.fault = o, fmt.Sprintf(fault, args...)
}

// appendMarkers appends line l's tokens. trimmed is the line without surrounding whitespace and must
// not be empty.
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

// isMarker reports whether a line is a marker of a block or a switch. trimmed must not be empty.
func isMarker(line, trimmed string) bool {
	inBlock := func(t token) bool { return t.role <= endMarker && t.role != pathKeyword && t.role != patchLine }
	return slices.ContainsFunc(appendMarkers(nil, 0, line, trimmed), inBlock) || trimmed == switchOff || trimmed == switchOn
}

// isDistinct reports whether a line is a marker that can't be mistaken for prose or code.
func isDistinct(line string) bool {
	trimmed := strings.TrimSpace(line)
	distinct := func(t token) bool { return t.role <= endMarker && dialects[t.dialect].distinct(t) }
	return trimmed != "" && slices.ContainsFunc(appendMarkers(nil, 0, line, trimmed), distinct)
}
