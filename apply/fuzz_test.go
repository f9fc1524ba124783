package apply

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// changed returns m with old at line at replaced by new. Common lines at both ends stay.
func changed(m []modelLine, at int, old, new []string, block int) []modelLine {
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new, at = old[1:], new[1:], at+1
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	var put []modelLine
	for _, l := range new {
		put = append(put, modelLine{text: l, block: block})
	}
	return slices.Replace(slices.Clone(m), at, at+len(old), put...)
}

// reference is the block locator on a plain list of lines, for a block with so many copies above.
func reference(m []modelLine, exists bool, o *Outcome, copies int) (Status, []modelLine) {
	b := o.Block
	in := texts(m)
	if b.EmptyFind {
		return Skipped, m
	}
	if b.Operation == parse.Create {
		switch {
		case exists && slices.Equal(in, append([]string{}, o.Lines(b.New)...)):
			return AlreadyApplied, m
		case exists && strings.TrimSpace(strings.Join(in, "")) != "":
			return Failed, m
		}
		return Validated, changed(nil, 0, nil, o.Lines(b.New), b.Index)
	}
	if !exists {
		return Failed, m
	}
	needle, result := o.Needle(), o.Replacement()
	found := scanned(in, needle)
	if len(found) == 0 {
		return referenceMiss(m, o, result)
	}
	if b.New.Len() > b.Old.Len() && len(scanned(o.Lines(b.New), o.Lines(b.Old))) > 0 {
		there := scanned(in, result)
		uncovered := func(at int) bool {
			return !slices.ContainsFunc(there, func(r int) bool { return r <= at && at+len(needle) <= r+len(result) })
		}
		if b.Dialect.FirstMatchWins && copies > 0 && !uncovered(found[0]) {
			found = found[min(copies, len(found)-1):]
		}
		if b.Dialect.FirstMatchWins && !uncovered(found[0]) || !slices.ContainsFunc(found, uncovered) {
			return AlreadyApplied, m
		}
	}
	if len(found) > 1 && !b.Dialect.FirstMatchWins {
		return Failed, m
	}
	return Validated, changed(m, found[0]+b.Leading.Len(), o.Lines(b.Old), o.Lines(b.New), b.Index)
}

// isExtended looks for the new text at each place where it would have the match in it.
func isExtended(in []string, at [3]int, old, new string) bool {
	all := " " + strings.Join(in, "\n") + " "
	match := 1 + len(strings.Join(in[:at[0]], "\n")) + at[1]
	if at[0] > 0 {
		match++
	}
	for start := range match + 1 {
		end := start + len(new)
		if old != new && start >= 1 && end < len(all) && all[start:end] == new && match+len(old) <= end &&
			!splitsWord(all, start) && !splitsWord(all, end) {
			return true
		}
	}
	return false
}

func referenceMiss(m []modelLine, o *Outcome, result []string) (Status, []modelLine) {
	b := o.Block
	in := texts(m)
	if b.InsideLines() {
		if inside := scannedInside(in, o.Lines(b.Old)); len(inside) > 0 {
			if slices.Equal(o.Lines(b.Old), o.Lines(b.New)) {
				return Validated, m // no change, whatever the endings
			}
			if isExtended(in, inside[0], strings.Join(o.Lines(b.Old), "\n"), strings.Join(result, "\n")) {
				return AlreadyApplied, m
			}
			line, start, end := inside[0][0], inside[0][1], inside[0][2]
			last := line + b.Old.Len() - 1
			var put []modelLine
			for _, l := range strings.Split(in[line][:start]+strings.Join(o.Lines(b.New), "\n")+in[last][end:], "\n") {
				put = append(put, modelLine{text: l, block: b.Index})
			}
			put[len(put)-1].ending = m[last].ending
			return Validated, slices.Replace(slices.Clone(m), line, last+1, put...)
		}
	}
	if b.New.Len() > 0 || b.Leading.Len() > 0 && b.Trailing.Len() > 0 {
		if len(scanned(in, result)) > 0 {
			return AlreadyApplied, m
		}
		if b.InsideLines() && !strings.Contains(strings.Join(o.Lines(b.Old), "\n"), strings.Join(result, "\n")) &&
			len(scannedInside(in, result)) > 0 {
			return AlreadyApplied, m
		}
	}
	return Failed, m
}

var writers = []func(string, sections) string{anchoredBlock, editReplBlock, searchReplaceBlock, findReplaceBlock}

// piece returns some lines, usually from the file.
func (t *tape) piece(in []string, most int) []string {
	if len(in) == 0 || t.choose(4) == 0 {
		return t.lines(most)
	}
	at := t.choose(len(in))
	return in[at:min(len(in), at+t.choose(most+1))]
}

// checkBlocks applies random blocks of all dialects in order and compares each result and the file with
// the reference.
func checkBlocks(t *testing.T, data []byte) {
	tp := &tape{data}
	m, base, exists := files(nil), "", tp.choose(8) != 7
	if exists {
		base = tp.file()
		m = oneFile(base)
	}
	model := modelOf(base)
	var chat strings.Builder
	guess := texts(model)
	for range 1 + tp.choose(5) {
		var s sections
		if n := len(guess); n > 0 && tp.choose(3) > 0 {
			// Consecutive lines, so the needle exists.
			at := tp.choose(n)
			cut := func() []string {
				from := at
				at = min(n, at+tp.choose(3))
				return guess[from:at]
			}
			s = sections{leading: cut(), old: cut(), trailing: cut(), new: tp.piece(guess, 3)}
		} else {
			s = sections{tp.piece(guess, 2), tp.piece(guess, 3), tp.piece(guess, 3), tp.piece(guess, 2)}
		}
		if tp.choose(4) == 0 {
			s.new = append(slices.Clone(s.old), s.new...)
		}
		chat.WriteString(writers[tp.choose(len(writers))]("a.txt", s))
	}
	independent := tp.choose(3) == 2
	chosen := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true}
	p := planned(t, chat.String(), m, Options{Independent: independent, Confirmed: true, Only: chosen})
	failed, there := false, exists
	for i, o := range p.Outcomes {
		want, next := reference(model, there, o, copiesAbove(p, i))
		if o.Status == AlreadyApplied && want != AlreadyApplied {
			require.True(t, copiesAbove(p, i) > 0 || mayStand(texts(modelOf(base)), p, i), "block %d of %q on %q", i, chat.String(), base)
			want = AlreadyApplied
		}
		switch {
		case failed:
			require.Equal(t, want == Validated, o.FitsAlone(), "block %d of %q on %q", i, chat.String(), base)
			if want != AlreadyApplied {
				want = Skipped
			}
		case want == Validated:
			model, there = next, true
		}
		failed = failed || want == Failed && !independent
		require.Equal(t, want, o.Status, "block %d of %q on %q: %s", i, chat.String(), base, o.Reason)

		status, alone := reference(modelOf(base), exists, o, 0)
		e, _, err := p.Single(context.Background(), i, text.None)
		require.NoError(t, err)
		if status != Validated || o.Status == Validated && o.Chosen != firstPlace(modelOf(base), o) {
			require.Nil(t, e, "not where the plan puts it")
		} else if e != nil {
			require.Equal(t, rendered(alone, base), string(e.After().Bytes()), "block %d of %q alone on %q", i, chat.String(), base)
		} else {
			require.Equal(t, texts(modelOf(base)), texts(alone), "block %d of %q alone on %q", i, chat.String(), base)
		}
		checkSingleAt(t, p, i, base)
	}
	require.LessOrEqual(t, len(p.Files), 1)
	if len(p.Files) == 0 {
		require.Equal(t, texts(modelOf(base)), texts(model))
		return
	}
	require.Equal(t, !exists, p.Files[0].Create)
	require.Equal(t, rendered(model, base), string(p.Files[0].After().Bytes()), "%q on %q", chat.String(), base)
}

// copiesAbove counts the same blocks above.
func copiesAbove(p *Plan, index int) (n int) {
	said := func(o *Outcome) string {
		b := o.Block
		return fmt.Sprintf("%q", [][]string{o.Lines(b.Leading), o.Lines(b.Old), o.Lines(b.New), o.Lines(b.Trailing)})
	}
	for _, o := range p.Outcomes[:index] {
		if said(o) == said(p.Outcomes[index]) && o.Block.Operation != parse.Create {
			n++
		}
	}
	return n
}

// maxTexts bounds the texts that reverting results may lead to.
const maxTexts = 2000

// mayStand reports whether a block's result is somewhere in the text once results of the other blocks
// are reverted, each in any place or not at all.
func mayStand(base []string, p *Plan, index int) bool {
	all := []string{strings.Join(base, "\n")}
	for _, o := range slices.Backward(append(slices.Clone(p.Outcomes[:index]), p.Outcomes[index+1:]...)) {
		old, new := strings.Join(o.Needle(), "\n"), strings.Join(o.Replacement(), "\n")
		for _, s := range all {
			for at := 0; len(o.Replacement()) > 0 && at <= len(s) && len(all) < maxTexts; at++ {
				n := strings.Index(s[at:], new)
				if n < 0 {
					break
				}
				at += n
				all = append(all, s[:at]+old+s[at+len(new):])
			}
		}
	}
	result := strings.Join(p.Outcomes[index].Replacement(), "\n")
	return slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, result) })
}

// firstPlace returns the line of the match that a block alone takes.
func firstPlace(m []modelLine, o *Outcome) text.Line {
	b := o.Block
	if b.Operation == parse.Create {
		return text.None
	}
	if found := scanned(texts(m), o.Needle()); len(found) > 0 {
		return text.Line(found[0])
	}
	return text.Line(scannedInside(texts(m), o.Needle())[0][0])
}

// checkSingleAt applies a block at each of its matches.
func checkSingleAt(t *testing.T, p *Plan, index int, base string) {
	o := p.Outcomes[index]
	b := o.Block
	if b.Operation == parse.Create || b.EmptyFind {
		return
	}
	m := modelOf(base)
	places := scanned(texts(m), o.Needle())
	for at := range m {
		if len(places) == 0 || !slices.Contains(places, at) {
			continue
		}
		e, _, err := p.Single(context.Background(), index, text.Line(at))
		require.NoError(t, err)
		want := changed(m, at+b.Leading.Len(), o.Lines(b.Old), o.Lines(b.New), b.Index)
		if e == nil {
			require.Equal(t, texts(m), texts(want))
			continue
		}
		require.Equal(t, rendered(want, base), string(e.After().Bytes()))
	}
	if len(places) > 0 {
		e, _, err := p.Single(context.Background(), index, text.Line(len(m)))
		require.NoError(t, err)
		require.Nil(t, e, "there is no match there")
	}
}

func FuzzBlocks(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 16 {
		data := make([]byte, 100)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(checkBlocks)
}

func TestBlocksDoWhatTheFormatSaysOnRandomFiles(t *testing.T) {
	rounds := 4000
	if testing.Short() {
		rounds = 1000
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range rounds {
		data := make([]byte, 40+r.IntN(100))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		if checkBlocks(t, data); t.Failed() {
			t.Fatalf("with %x", data)
		}
	}
}

// FuzzApply checks that blocks generated from one text to another apply to a third, whatever the lines.
func FuzzApply(f *testing.F) {
	for _, s := range [][3]string{
		{"a\nb\nc\n", "a\nx\nc\n", "x\nc\n"},
		{"a\r\nb\r\nc", "b\n", ""},
		{"", "a\n\n", "\na\n"},
		{"\uFEFFä\n\n\nb", "ä\n\n", "\n"},
		{"a\na\na\n", "a\na\na\na\n", "a\n"},
		{" \n", "x\n", " \n"},
		{"a\r\nb\nc\rd", "c\rd\n", "a\n"},
	} {
		for dialect := range byte(3) {
			f.Add(s[0], s[1], s[2], dialect)
		}
	}
	f.Fuzz(func(t *testing.T, before, second, third string, dialect byte) {
		before = strings.ToValidUTF8(before, "?")
		model := modelOf(before)
		was := texts(model)
		var chat strings.Builder
		var want []sections
		for _, next := range []string{second, third} {
			is := texts(modelOf(strings.ToValidUTF8(next, "?")))
			s := sections{old: was, new: is}
			if dialect%3 != 2 {
				n := 0
				for n < len(was) && n < len(is) && was[n] == is[n] {
					n++
				}
				s = sections{leading: was[:n], old: was[n:], new: is[n:]}
			}
			chat.WriteString(writers[dialect%3]("a.txt", s))
			want = append(want, s)
			was = is
		}
		doc, err := parse.Document(context.Background(), text.New(chat.String()), parse.Options{}, nil)
		require.NoError(t, err)
		if len(doc.Blocks) != 2 || len(doc.Problems) > 0 || len(doc.Turns) > 0 {
			t.Skip("lines that are markers")
		}
		for i := range doc.Blocks {
			b, s := &doc.Blocks[i], want[i]
			if !slices.Equal(doc.Lines(b, b.Leading), s.leading) || !slices.Equal(doc.Lines(b, b.Old), s.old) && b.Operation != parse.Create || !slices.Equal(doc.Lines(b, b.New), s.new) ||
				b.Path.Fallback != "a.txt" || len(doc.AddsMarker(b, doc.Lines(b, b.New))) > 0 {
				t.Skip("lines that are markers, or end with a lone CR")
			}
		}
		for _, l := range append(append(texts(modelOf(second)), texts(modelOf(third))...), texts(model)...) {
			if strings.HasSuffix(l, "\r") {
				t.Skip("an LF makes a CRLF of a lone CR before it")
			}
		}
		p, err := New(context.Background(), doc, oneFile(before), Options{}, nil)
		require.NoError(t, err)
		for _, o := range p.Outcomes {
			status, next := reference(model, true, o, 0)
			require.Equal(t, status, o.Status, "%s", o.Reason)
			require.True(t, status == Validated || status == AlreadyApplied, "%s: %s", status, o.Reason)
			model = next
		}
		require.Equal(t, was, texts(model))
		if len(p.Files) == 0 {
			require.Equal(t, was, texts(modelOf(before)))
			return
		}
		e := p.Files[0]
		require.Equal(t, rendered(model, before), string(e.After().Bytes()))
		require.Equal(t, was, e.After().Lines(0, text.Line(e.After().LineCount())))
		require.Equal(t, string(e.After().Bytes()), patched(t, string(e.Before.Bytes()), e.Diff()))
	})
}
