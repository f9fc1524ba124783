package diagnostics

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

func (b *Block) warn() {
	blk := b.Outcome.Block
	if b.Status == apply.Validated {
		if b.Ambiguous {
			f := b.beside(codes.AmbiguousMatch, b.needleLine(0))
			f.setHeadline(ambiguous(b.Matches, b.MatchCount), "the first is used")
			f.Severity, f.Place.Line, f.Related = codes.Warning, b.Chosen.Number(), b.places()
			if b.ResultAt != text.None {
				f.Notes = append(f.Notes, fmt.Sprintf("its result stands at line %d: perhaps it was applied already", b.ResultAt.Number()))
			}
			b.Warnings = append(b.Warnings, f)
		}
		if b.NoChange {
			b.add(codes.NoChange, "", blk.Start)
		}
		if t := b.Outcome.Protected(); t != nil {
			b.add(codes.ProtectedPath, "", b.pathLine())
			f := &b.Warnings[len(b.Warnings)-1]
			f.setHeadline(codes.ProtectedPath.Headline("path", t.Path), "")
			f.Notes = append(f.Notes, t.ProtectedReason)
		}
	}
	new := b.Lines(blk.New)
	b.warnHidden(new, b.warnTypographic(new))
	if brought := b.Document.AddsMarker(blk, new); len(brought) > 0 {
		i, _ := b.Document.IndexOf(blk, blk.New, brought[0])
		b.add(codes.MarkerInContent, text.Quote(strings.TrimSpace(new[i])), brought[0])
	}
	b.warnPlaceholder(new)
}

func (b *Block) pathLine() text.Line {
	if p := b.Outcome.Block.Path.Line; p != text.None && p < b.Outcome.Block.Start {
		return p
	}
	return b.Outcome.Block.Start
}

// add adds a warning at a chat line.
func (b *Block) add(code codes.Code, cause string, l text.Line) {
	f := b.beside(code, l)
	f.setHeadline(code.Headline("path", b.Target.Path), cause)
	b.Warnings = append(b.Warnings, f)
}

// beside returns a finding without text at a chat line.
func (b *Block) beside(code codes.Code, l text.Line) Finding {
	return Finding{Code: code, Severity: code.Severity(), Path: b.Target.Path, First: l, End: l + 1, Counts: b.Live}
}

// warnTypographic warns of typographic characters that replace the old lines' plain ones, and returns them.
func (b *Block) warnTypographic(new []string) []rune {
	count := func(lines []string, of rune) (n int) {
		for _, l := range lines {
			n += strings.Count(l, string(of))
		}
		return n
	}
	var looked, found []rune
	at := text.None
	for i, l := range new {
		for _, r := range l {
			if r < utf8.RuneSelf || !isTypographic(r) || slices.Contains(looked, r) {
				continue
			}
			looked = append(looked, r)
			old := b.Lines(b.Outcome.Block.Old)
			if count(new, r) <= count(old, r) || count(new, plain[r]) >= count(old, plain[r]) {
				continue
			}
			if found = append(found, r); at == text.None {
				at = b.Document.LineOf(b.Outcome.Block, i, b.Outcome.Block.New)
			}
		}
	}
	if at != text.None {
		var shown []string
		for _, r := range found {
			shown = append(shown, spelled(r))
		}
		b.add(codes.Typographic, strings.Join(shown, " "), at)
	}
	return found
}

// spelled shows a typographic character.
func spelled(r rune) string {
	if unicode.IsSpace(r) {
		return fmt.Sprintf("U+%04X", r)
	}
	return string(r)
}

// warnHidden warns of invisible characters and special spaces if the new lines have more than the old ones,
// except for those that another warning has named.
func (b *Block) warnHidden(new []string, named []rune) {
	blk := b.Outcome.Block
	more := map[rune]int{}
	count := func(lines []string, by int) {
		for _, l := range lines {
			for _, r := range text.Hidden(l) {
				more[r] += by
			}
		}
	}
	if count(new, 1); len(more) == 0 {
		return
	}
	count(b.Lines(blk.Old), -1)
	var points []string
	at := text.None
	for i, l := range new {
		for _, r := range text.Hidden(l) {
			if more[r] <= 0 || slices.Contains(named, r) {
				continue
			}
			more[r] = 0 // listed once
			points = append(points, fmt.Sprintf("U+%04X", r))
			if at == text.None {
				at = b.Document.LineOf(blk, i, blk.New)
			}
		}
	}
	if at != text.None {
		b.add(codes.HiddenUnicode, strings.Join(points, ", "), at)
	}
}

// saysNothing are lines that `...` may replace without losing code.
var saysNothing = []string{"pass", "...", "raise NotImplementedError", "raise NotImplementedError()"}

// warnPlaceholder warns if a new line is a placeholder for code that the old lines have.
func (b *Block) warnPlaceholder(new []string) {
	blk := b.Outcome.Block
	var had map[string]bool // the old lines without whitespace around them
	for i, l := range new {
		trimmed := strings.TrimSpace(l)
		if !snippet.IsElision(trimmed) {
			continue
		}
		if had == nil {
			had = map[string]bool{}
			for _, o := range b.Lines(blk.Old) {
				had[strings.TrimSpace(o)] = true
			}
		}
		if had[trimmed] {
			continue
		}
		if b.loses(new) {
			b.add(codes.Placeholder, text.Quote(trimmed), b.Document.LineOf(blk, i, blk.New))
		}
		return
	}
}

// loses reports whether a meaningful old line is missing among the new ones.
func (b *Block) loses(new []string) bool {
	kept := map[string]bool{}
	for _, l := range new {
		kept[l] = true
	}
	return slices.ContainsFunc(b.Lines(b.Outcome.Block.Old), func(l string) bool {
		return !text.IsBlank(l) && !slices.Contains(saysNothing, strings.TrimSpace(l)) && !kept[l]
	})
}
