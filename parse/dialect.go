package parse

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Dialect is one grammar of edit blocks.
type Dialect struct {
	Name string
	// FirstMatchWins takes the first of several matches instead of refusing to choose.
	FirstMatchWins bool
	// InsideLines lets text match inside lines if no whole lines match.
	InsideLines bool
	// Exact means that each place of the text counts, in whole lines or inside lines. There must be one.
	Exact bool
	// HasAnchors keeps context lines separate from old and new lines; with AnchorTwice they are written
	// before both.
	HasAnchors, AnchorTwice bool
	// Patch means that blocks are chunks or hunks of signed lines, or file operations. One start may
	// yield several blocks, each with its path.
	Patch bool
	// Called means that a block is a tool's call, which a model makes only if it is given the tool.
	Called bool
	// Quiet means that in a document about a format its blocks are examples without findings.
	Quiet bool
	// Numbered means that hunks give line numbers and the end of the file.
	Numbered bool
	// PathKeyword precedes the path on its line, if anything does.
	PathKeyword string
	// Forms are the ways to write a block, most common first.
	Forms []*Form

	// of is the dialect that the row is a further layout of, or nil: its blocks are of that dialect, with the
	// [Layout] that [Block.row] finds the row by.
	of *Dialect
	// marker parses a marker line. trimmed is the line without surrounding whitespace; it is not empty
	// and begins with a byte of begins.
	marker func(line, trimmed string) (token, bool)
	begins string
	// starts are the usual start markers, indexed by the kind of a near miss.
	starts []string
	// mayStart is a quick check of a possible start.
	mayStart func(h *here, start token) bool
	// read reads the block at start.
	read func(h here, start token) reading
	// path finds the path of the block at start, or returns false (missing-path). It is nil where the
	// reader names its blocks.
	path func(h here, start token) (Path, Layout, bool)
	// separators returns the marker lines inside a block, or is nil if there are none.
	separators func(b *Block) []text.Line
	// ownPath: a block below a broken one must have a path of its own there, not one in force.
	ownPath bool
	// above is what may come between a start marker and its path.
	above reach
	// distinct reports whether a marker can't be prose or code. Writing one into a target causes a
	// warning. It is nil if all may be: keywords are words, many files have tags or braces.
	distinct func(token) bool
	// settle returns what a block is given its file, if that decides. See [Result.WithFiles].
	settle  func(r *Result, b Block, file *fileLines) []Block
	hints   func(r *Result, b *Block) Hints
	newPath func(r *Result, b *Block) string
}

// String returns the name of the dialect.
func (d *Dialect) String() string { return d.Name }

// dialects are all grammars, one a row. If two share a start marker, the first to complete wins; on a
// tie, the earlier row.
//
// init fills it because the readers use it.
var dialects []*Dialect

// dialectSet is a bit set of rows.
type dialectSet uint16

const maxDialects = 16

func init() {
	dialects = []*Dialect{
		anchored,
		editRepl,
		findReplace,
		searchReplace,
		xml,
		conflict,
		heading,
		applyPatch,
		unifiedDiff,
		strReplace,
	}
	if len(dialects) > maxDialects {
		panic("parse: more dialects than a dialectSet holds")
	}
	for i, d := range dialects {
		for _, c := range []byte(d.begins) {
			mayBegin[c] |= 1 << i
		}
		for _, f := range d.Forms {
			f.Dialect = d.whole()
		}
	}
}

// mayBegin maps a line's first byte to a bit set of dialects, which rules out most lines.
var mayBegin [256]dialectSet

// whole returns the dialect whose layout a row is.
func (d *Dialect) whole() *Dialect { return cmp.Or(d.of, d) }

// row returns the row that read a block.
func (b *Block) row() *Dialect {
	switch b.Layout {
	case LayoutXML:
		return xml
	case LayoutConflict:
		return conflict
	case LayoutHeading:
		return heading
	}
	return b.Dialect
}

// Dialects returns all dialects in table order. The caller must not change them.
func Dialects() []*Dialect {
	return slices.DeleteFunc(slices.Clone(dialects), func(d *Dialect) bool { return d.of != nil })
}

// DialectNames returns the names of all dialects in table order.
func DialectNames() []string {
	var names []string
	for _, d := range Dialects() {
		names = append(names, d.Name)
	}
	return names
}

type role uint8

const (
	// startMarker begins a block if there is a path above it.
	startMarker role = iota
	keyword
	pathKeyword
	// fileLine is a block, and names the file of what is below.
	fileLine
	// possibleStart begins a block if what is around and below says so.
	possibleStart
	separator
	endMarker
	// escaped is a marker after a backslash, so it is content.
	escaped
	// nearMiss would be a start marker but for its whitespace, letter case or length.
	nearMiss
)

type token struct {
	line    text.Line
	dialect uint8
	role    role
	// kind and set are the dialect's own. Markers of different sets don't belong together.
	kind, set uint8
	// length is that of the leading run of characters, indent that of the whitespace before. Only some
	// dialects set them.
	length, indent int32
}

type markerSet struct{ dialect, set uint8 }

// begins reports whether the marker may begin a block or its path.
func (t token) begins() bool { return t.role <= possibleStart }

func (t token) markerSet() markerSet { return markerSet{t.dialect, t.set} }

// appendMarkers appends line l's tokens. trimmed must not be empty.
func appendMarkers(tokens []token, l text.Line, line, trimmed string) []token {
	for left := mayBegin[trimmed[0]]; left != 0; left &= left - 1 {
		d := bits.TrailingZeros16(uint16(left))
		if t, ok := dialects[d].marker(line, trimmed); ok {
			t.line, t.dialect = l, uint8(d)
			tokens = append(tokens, t)
		}
	}
	return tokens
}

// hasMarker reports whether a line is a marker of some kind.
func hasMarker(line string, kind func(token) bool) bool {
	trimmed := strings.TrimSpace(line)
	return trimmed != "" && slices.ContainsFunc(appendMarkers(nil, 0, line, trimmed), kind)
}

// isMarker reports whether a line is a block's marker or a switch.
func isMarker(line string) bool {
	trimmed := strings.TrimSpace(line)
	return trimmed == switchOff || trimmed == SwitchOn || hasMarker(line, func(t token) bool {
		return t.role <= endMarker && (t.role < pathKeyword || t.role > possibleStart)
	})
}

// isDistinct reports whether a marker can't be anything else.
func isDistinct(t token) bool {
	distinct := dialects[t.dialect].distinct
	return t.role <= endMarker && distinct != nil && distinct(t)
}
