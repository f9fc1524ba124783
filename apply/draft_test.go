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
)

func draftWith(content string) *Draft { return newDraft(text.New(content)) }

// trial compares a draft with the model.
type trial struct {
	t        *testing.T
	tape     *tape
	base     string
	draft    *Draft
	model    []modelLine
	searches int
}

// checkDraft applies the same changes to a draft and to the model and compares them after each step. It
// returns the number of searches compared.
func checkDraft(t *testing.T, data []byte) int {
	tp := &tape{data}
	x := &trial{t: t, tape: tp, base: tp.file()}
	x.draft, x.model = draftWith(x.base), modelOf(x.base)
	x.compare()
	for step := 0; step < 24 && len(tp.data) > 0; step++ {
		if tp.choose(3) > 0 || !x.changeInside(step) {
			x.change(step)
		}
		x.compare()
	}
	return x.searches
}

func (x *trial) change(step int) {
	at := x.tape.choose(len(x.model) + 1)
	count := min(x.tape.choose(5), len(x.model)-at)
	var new []string
	if x.tape.choose(2) == 0 {
		new = x.tape.lines(3)
	}
	present := x.draft.Present(at)
	var added []modelLine
	for _, l := range new {
		added = append(added, modelLine{text: l, present: present, block: step})
	}
	x.draft.apply(change{at: at, count: count, lines: newLines(new, present, step)})
	x.model = slices.Replace(slices.Clone(x.model), at, at+count, added...)
}

// changeInside replaces text inside lines, or returns false if there is none.
func (x *trial) changeInside(step int) bool {
	old, new := x.tape.lines(3), x.tape.lines(3)
	if len(old) == 0 || old[0] == "" || old[len(old)-1] == "" {
		return false
	}
	all := scannedInside(texts(x.model), old)
	if len(all) == 0 {
		return false
	}
	m := all[x.tape.choose(len(all))]
	at, last := m[0], m[0]+len(old)-1
	end := x.model[last]
	if len(new) == 0 {
		new = []string{""}
	}
	var added []modelLine
	for _, l := range new {
		added = append(added, modelLine{text: l, present: x.model[at].present, block: step})
	}
	added[0].text = x.model[at].text[:m[1]] + added[0].text
	added[len(added)-1].text += end.text[m[2]:]
	added[len(added)-1].ending = end.ending
	x.draft.apply(change{at: at, count: len(old), lines: join(x.draft.at(at), m[1], new, x.draft.at(last), m[2], step)})
	x.model = slices.Replace(slices.Clone(x.model), at, last+1, added...)
	return true
}

func (x *trial) compare() {
	t, d, model := x.t, x.draft, x.model
	if d.count != len(model) {
		t.Fatalf("%d lines, not %d", d.count, len(model))
	}
	for i, want := range model {
		l := d.at(i)
		if l.String() != want.text || !l.is(want.text) || d.Present(i) != want.present || d.lastWriter(i, i+1) != want.block {
			t.Fatalf("line %d is %+v, not %+v", i, l, want)
		}
	}
	require.Equal(t, max(0, text.Line(d.base.LineCount()-1)), d.Present(len(model)), "past the end")
	require.Equal(t, texts(model), d.Text().Lines(0, text.Line(d.Text().LineCount())))
	for i := 1; i < len(d.splices); i++ {
		require.Less(t, d.splices[i-1].end(), d.splices[i].first, "splices touch")
	}
	want := x.base
	if d.Edited() {
		want = rendered(model, x.base)
	}
	edits := d.Edits()
	for i, e := range edits {
		require.True(t, e.Start <= e.End && (i == 0 || edits[i-1].End < e.Start), "edits touch: %v", edits)
		for _, o := range []text.Offset{e.Start, e.End} {
			require.True(t, o == d.base.Len() || o == d.base.Start(d.base.LineAt(o)), "%d is inside a line", o)
		}
	}
	if got := string(d.base.Apply(edits).Bytes()); got != want {
		t.Fatalf("%q, not %q, by %v", got, want, edits)
	}
	all := texts(model)
	for range 6 {
		needle := x.tape.lines(4)
		if n := len(all); n > 0 && x.tape.choose(2) == 0 {
			at := x.tape.choose(n)
			needle = all[at:min(n, at+1+x.tape.choose(4))]
		}
		if len(needle) > 0 {
			x.search(all, needle)
		}
	}
	// Always search across each seam too.
	for _, h := range d.splices {
		for _, at := range []int{h.first, h.end()} {
			if 0 < at && at < len(all) {
				x.search(all, all[at-1:at+1])
			}
		}
	}
}

func (x *trial) search(all, needle []string) {
	t, d, ctx := x.t, x.draft, context.Background()
	x.searches++
	want := scanned(all, needle)
	agreed, at := 0, 0
	for _, w := range scanned(all, needle[:1]) {
		n := 0
		for n < len(needle) && w+n < len(all) && all[w+n] == needle[n] {
			n++
		}
		if n > agreed {
			agreed, at = n, w
		}
		require.Equal(t, n, d.agree(w, needle))
	}
	gotAt, gotAgreed := d.longest(ctx, needle, 1)
	if gotAgreed != agreed || gotAt != at {
		t.Fatalf("%q in %q: %d lines agree at %d, not %d at %d", needle, all, gotAgreed, gotAt, agreed, at)
	}
	var scan []int
	found := d.find(ctx, needle)
	for n, agreed := range d.scan(ctx, needle) {
		if agreed == len(needle) {
			scan = append(scan, n)
		}
	}
	if !slices.Equal(found, want) || !slices.Equal(scan, want) {
		t.Fatalf("%q in %q: %v and %v, not %v", needle, all, found, scan, want)
	}
	x.scope(all, needle)
	if needle[0] == "" || needle[len(needle)-1] == "" {
		return // not a find-replace needle
	}
	var insides [][3]int
	d.findInside(ctx, needle, func(m match) bool {
		insides = append(insides, [3]int{m.n, m.start, m.end})
		return true
	})
	if want := scannedInside(all, needle); !slices.Equal(insides, want) {
		t.Fatalf("%q inside %q: %v, not %v", needle, all, insides, want)
	}
}

// scope compares the ways to find lines in order, ignoring whitespace at their ends, with others between
// them.
func (x *trial) scope(all, scopes []string) {
	trimmed := slices.Clone(scopes)
	for i := range trimmed {
		trimmed[i] = strings.TrimSpace(trimmed[i])
	}
	last, ways := 0, make([]int, len(trimmed)+1)
	ways[0] = 1
	for n, line := range all {
		for i := len(trimmed) - 1; i >= 0; i-- {
			if strings.TrimSpace(line) != trimmed[i] || ways[i] == 0 {
				continue
			}
			if ways[i+1] += ways[i]; i == len(trimmed)-1 {
				last = n
			}
		}
	}
	want := min(2, ways[len(trimmed)])
	gotLast, got := x.draft.scope(context.Background(), trimmed)
	if got != want || want == 1 && gotLast != last {
		x.t.Fatalf("%q in %q: %d ways to line %d, not %d to line %d", trimmed, all, got, gotLast, want, last)
	}
}

func FuzzDraft(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 16 {
		data := make([]byte, 200)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkDraft(t, data) })
}

func TestADraftIsAsAPlainListOfLines(t *testing.T) {
	rounds := 2000
	if testing.Short() {
		rounds = 600
	}
	r := rand.New(rand.NewPCG(3, 4))
	searches := 0
	for range rounds {
		data := make([]byte, 60+r.IntN(600))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		if searches += checkDraft(t, data); t.Failed() {
			t.Fatalf("with %x", data)
		}
	}
	t.Logf("%d searches compared", searches)
	require.Greater(t, searches, rounds*40)
}

func TestASeamIsFoundAfterTheLinesInItAreGoneAgain(t *testing.T) {
	d := draftWith(ended("a b c d e"))
	d.apply(change{at: 3, lines: newLines(lines("x"), 3, 0)}) // a b c x d e
	d.apply(change{at: 1, count: 2})                          // a x d e
	d.apply(change{at: 1, count: 1})                          // a d e
	require.Equal(t, lines("a d e"), d.Text().Lines(0, 3))
	at, err := d.Find(context.Background(), lines("a d"))
	require.NoError(t, err)
	require.Equal(t, 0, at)
}

// An edit inside a long line omits the unchanged ends of the line.
func TestEditsInsideALineAreOfWhatChanges(t *testing.T) {
	var chat, line strings.Builder
	line.WriteString("é")
	for i := range 20 {
		fmt.Fprintf(&line, "[%d]%s", i, strings.Repeat("x", 1<<12))
		chat.WriteString(find(fmt.Sprintf("[%d]", i), fmt.Sprintf("(%d)", i)))
	}
	line.WriteString("é")
	p := planned(t, chat.String(), oneFile(line.String()+"\n"), Options{})
	edits := p.Files[0].Edits()
	require.Len(t, edits, 1)
	require.Equal(t, text.Offset(len("é")), edits[0].Start)
	require.True(t, strings.HasPrefix(edits[0].New, "(0)x") && strings.HasSuffix(edits[0].New, "x(19)"))

	p = planned(t, find("é[0]", "è[0]"), oneFile(line.String()+"\n"), Options{})
	require.Equal(t, []text.Edit{{End: text.Offset(len("é")), New: "è"}}, p.Files[0].Edits())
}
