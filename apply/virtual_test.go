package apply

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// modelLine is a line of a file as the tests keep it: in a plain list.
type modelLine struct {
	text string
	// ending is empty for the dominant one.
	ending  string
	present text.Line
	block   int
}

// modelOf is the list of a text's lines, split without the code under test.
func modelOf(content string) []modelLine {
	content = strings.TrimPrefix(content, "\uFEFF")
	var m []modelLine
	for content != "" {
		l, rest, ok := strings.Cut(content, "\n")
		line := modelLine{text: l, present: text.Line(len(m)), block: -1}
		if ok {
			line.ending = "\n"
			if strings.HasSuffix(l, "\r") {
				line.text, line.ending = l[:len(l)-1], "\r\n"
			}
		}
		m = append(m, line)
		content = rest
	}
	return m
}

func dominant(base string) string {
	crlf := strings.Count(base, "\r\n")
	if crlf > strings.Count(base, "\n")-crlf {
		return "\r\n"
	}
	return "\n"
}

// rendered is the file that a changed model stands for.
func rendered(m []modelLine, base string) string {
	var b strings.Builder
	if strings.HasPrefix(base, "\uFEFF") {
		b.WriteString("\uFEFF")
	}
	for _, l := range m {
		b.WriteString(l.text)
		if l.ending == "" {
			b.WriteString(dominant(base))
		} else {
			b.WriteString(l.ending)
		}
	}
	return b.String()
}

func texts(m []modelLine) []string {
	all := []string{}
	for _, l := range m {
		all = append(all, l.text)
	}
	return all
}

// scanned are the places of needle in lines, by looking at each.
func scanned(in, needle []string) []int {
	var found []int
	for i := 0; i+len(needle) <= len(in); i++ {
		if slices.Equal(in[i:i+len(needle)], needle) {
			found = append(found, i)
		}
	}
	return found
}

// scannedInside are the places (line, start and end column) of text inside lines.
func scannedInside(in, needle []string) [][3]int {
	var found [][3]int
	want := strings.Join(needle, "\n")
	for i := 0; i+len(needle) <= len(in); i++ {
		run := strings.Join(in[i:i+len(needle)], "\n")
		lastLine := len(run) - len(in[i+len(needle)-1])
		for col := 0; col <= len(in[i]); col++ {
			if !strings.HasPrefix(run[col:], want) {
				continue
			}
			if end := col + len(want) - lastLine; end >= 0 {
				found = append(found, [3]int{i, col, end})
			}
		}
	}
	return found
}

func overlay(content string) *Virtual {
	return newVirtual(workspace.NewFile(text.New(content)), true)
}

// places are all lines of v, walked forward.
func places(v *Virtual) []pos {
	var all []pos
	for c := v.cursor(v.start()); !c.end(); c.forward() {
		all = append(all, c.pos)
	}
	return all
}

// tape gives choices from bytes, and 0 behind their end.
type tape struct{ data []byte }

func (t *tape) choose(n int) int {
	if len(t.data) == 0 || n <= 1 {
		return 0
	}
	b := int(t.data[0])
	t.data = t.data[1:]
	return b % n
}

// few are the lines of which files and needles are made: so few that they repeat.
var few = []string{"a", "b", "", "a", "ab", "b"}

func (t *tape) lines(most int) []string {
	all := make([]string, t.choose(most+1))
	for i := range all {
		all[i] = few[t.choose(len(few))]
	}
	return all
}

// file is a target: its lines, endings, mark and final newline are chosen.
func (t *tape) file() string {
	var b strings.Builder
	style := t.choose(16)
	if style&8 != 0 {
		b.WriteString("\uFEFF")
	}
	all := t.lines(12)
	for i, l := range all {
		b.WriteString(l)
		if i == len(all)-1 && style&4 != 0 {
			break
		}
		switch {
		case style&3 == 1, style&3 >= 2 && t.choose(2) == 1:
			b.WriteString("\r\n")
		default:
			b.WriteString("\n")
		}
	}
	return b.String()
}

// checkVirtual runs a sequence of replacements on a virtual file and on a list.
func checkVirtual(t *testing.T, data []byte) {
	tp := &tape{data}
	base := tp.file()
	v, model := overlay(base), modelOf(base)
	compare(t, v, model, base, tp)
	for step := 0; step < 24 && len(tp.data) > 0; step++ {
		all := places(v)
		at := tp.choose(len(all) + 1)
		count := min(tp.choose(5), len(all)-at)
		var new []string
		if tp.choose(2) == 0 {
			new = tp.lines(3)
		}
		p := pos{line: text.Line(v.base.LineCount())}
		present := max(0, text.Line(v.base.LineCount()-1))
		if at < len(all) {
			p, present = all[at], model[at].present
		}
		require.Equal(t, present, v.present(p))
		puts := put{present: present, block: step}
		var added []modelLine
		for _, l := range new {
			ending := []string{"", "", "\n", "\r\n"}[tp.choose(4)]
			puts.lines = append(puts.lines, putLine{text: l, ending: ending})
			added = append(added, modelLine{l, ending, present, step})
		}
		v.replace(p, count, puts)
		model = slices.Replace(slices.Clone(model), at, at+count, added...)
		compare(t, v, model, base, tp)
		if t.Failed() {
			t.Fatalf("after step %d: %d lines at %d replaced by %q", step, count, at, new)
		}
	}
}

// compare checks everything that a virtual file tells against the list of its lines.
func compare(t *testing.T, v *Virtual, model []modelLine, base string, tp *tape) {
	t.Helper()
	all := places(v)
	require.Len(t, all, len(model))
	end := pos{line: text.Line(v.base.LineCount())}
	for i, p := range all {
		want := model[i]
		require.Equal(t, want.text, v.line(p))
		require.Equal(t, want.present, v.present(p), "present line of %d", i)
		require.Equal(t, want.block, v.writer(p))
		require.Equal(t, i, v.number(p))
		if want.ending != "" || p.edit != nil {
			require.Equal(t, want.ending, v.ending(p))
		}
		// A cursor that is set anew walks as the one that came along does.
		next, before := v.cursor(p), v.cursor(p)
		next.forward()
		require.Equal(t, append(all[i+1:len(all):len(all)], end)[0], next.pos)
		require.Equal(t, i > 0, before.back())
		if i > 0 {
			require.Equal(t, all[i-1], before.pos)
		}
	}
	c := v.cursor(end)
	for i := len(all) - 1; i >= 0; i-- {
		require.True(t, c.back())
		require.Equal(t, all[i], c.pos, "walking back")
	}
	require.False(t, c.back())
	for i, p := range append(all[:len(all):len(all)], end) {
		for j, q := range append(all[:len(all):len(all)], end) {
			require.Equal(t, i < j, v.before(p, q), "line %d before %d", i, j)
		}
	}

	require.Equal(t, texts(model), v.Text().Lines(0, text.Line(v.Text().LineCount())))
	for i, l := range model {
		require.Equal(t, l.present, v.Present(i))
	}
	require.Equal(t, max(0, text.Line(v.base.LineCount()-1)), v.Present(len(model)))

	edits := v.Edits()
	for i, e := range edits {
		require.LessOrEqual(t, e.Start, e.End)
		if i > 0 {
			require.Less(t, edits[i-1].End, e.Start, "edits overlap or touch")
		}
		for _, o := range []text.Offset{e.Start, e.End} {
			l := v.base.LineAt(o)
			require.True(t, o == v.base.Len() || o == v.base.Start(l), "%d is inside a line", o)
		}
	}
	want := base
	if v.Edited() {
		want = rendered(model, base)
	}
	require.Equal(t, want, string(v.base.Apply(edits).Bytes()))

	for range 8 {
		needle := tp.lines(4)
		if n := len(model); n > 0 && tp.choose(2) == 0 {
			at := tp.choose(n)
			needle = texts(model)[at:min(n, at+1+tp.choose(4))]
		}
		if len(needle) > 0 {
			compareFind(t, v, all, texts(model), needle, tp.choose(3))
		}
	}
	// Of each seam a needle across it, whatever the tape says.
	for i := 1; i < len(all); i++ {
		if all[i-1].edit != nil || all[i].edit != nil || all[i-1].line+1 != all[i].line {
			compareFind(t, v, all, texts(model), texts(model)[i-1:i+1], 0)
		}
	}
}

// compareFind checks all searches for one needle; where stop is not 0 the search is
// ended after so many.
func compareFind(t *testing.T, v *Virtual, all []pos, in, needle []string, stop int) {
	compareSurvey(t, v, needle)
	t.Helper()
	want := scanned(in, needle)
	compareChosen(t, v, all, needle, want)
	var found []int
	require.NoError(t, v.find(context.Background(), needle, func(p pos) bool {
		found = append(found, slices.Index(all, p))
		return len(found) != stop
	}))
	some := want
	if stop > 0 {
		some = want[:min(stop, len(want))]
	}
	require.Equal(t, some, found, "%q in %q", needle, in)
	first, err := v.Find(context.Background(), needle)
	require.NoError(t, err)
	require.Equal(t, append(want[:len(want):len(want)], -1)[0], first)

	m := &matches{near: text.None}
	inside, err := v.locate(context.Background(), needle, false, m)
	require.NoError(t, err)
	require.False(t, inside)
	require.Equal(t, len(want), m.count)
	require.Len(t, m.present, len(want))
	for i, w := range want {
		require.Equal(t, v.present(all[w]), m.present[i])
	}
	if len(want) > 0 {
		require.Equal(t, all[want[0]], m.chosen.pos)
	}

	agreed, at := 0, -1
	for _, w := range scanned(in, needle[:1]) {
		n := 0
		for n < len(needle) && w+n < len(in) && in[w+n] == needle[n] {
			n++
		}
		if n > agreed {
			agreed, at = n, w
		}
	}
	p, n, err := v.longestAgreement(context.Background(), needle[:1], needle)
	require.NoError(t, err)
	require.Equal(t, agreed, n)
	if n > 0 {
		require.Equal(t, all[at], p)
	}

	// A needle of find-replace begins and ends with a line that is not blank.
	if needle[0] == "" || needle[len(needle)-1] == "" {
		return
	}
	var insides [][3]int
	require.NoError(t, v.findInside(context.Background(), needle, func(m insideMatch) bool {
		insides = append(insides, [3]int{slices.Index(all, m.pos), m.start, m.end})
		return true
	}))
	require.Equal(t, scannedInside(in, needle), insides, "%q inside %q", needle, in)
}

// compareChosen looks with an index of some of the needle's lines, as a cold judgement
// does: of all, of one, and of none.
func compareChosen(t *testing.T, v *Virtual, all []pos, needle []string, want []int) {
	t.Helper()
	for n := range len(needle) + 1 {
		v.chosen = text.Choose(v.base, n, func(add func(string) bool) {
			for _, l := range needle[len(needle)-n:] {
				add(l)
			}
		})
		var found []int
		require.NoError(t, v.find(context.Background(), needle, func(p pos) bool {
			found = append(found, slices.Index(all, p))
			return true
		}))
		require.Equal(t, want, found, "%q with %d lines chosen", needle, n)
		require.Equal(t, n == 0, v.chosen == nil, "what is not known is looked up in an index of all lines")
		v.chosen = nil
	}
}

// compareSurvey compares the way for needles that stand nearly everywhere with the plain one.
func compareSurvey(t *testing.T, v *Virtual, needle []string) {
	t.Helper()
	for _, near := range []text.Line{text.None, 0, 4} {
		plain, fast := &matches{near: near}, &matches{near: near}
		require.NoError(t, v.find(context.Background(), needle, func(p pos) bool {
			plain.add(insideMatch{pos: p}, v.present(p))
			return true
		}))
		require.NoError(t, v.survey(context.Background(), needle, fast))
		plain.far = 0
		require.Equal(t, plain, fast, "%q near %d", needle, near)
	}
}

func FuzzVirtual(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 16 {
		data := make([]byte, 200)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(checkVirtual)
}

func TestVirtualIsAsAPlainListOfLinesUnderRandomEdits(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 100
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range rounds {
		data := make([]byte, 60+r.IntN(600))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		checkVirtual(t, data)
		if t.Failed() {
			t.Fatalf("with %x", data)
		}
	}
}

func TestASeamIsFoundAfterThePutLinesInItAreTakenAway(t *testing.T) {
	v := overlay(ended("a b c d e"))
	put := func(at, count int, new ...string) {
		all := append(places(v), pos{line: text.Line(v.base.LineCount())})
		v.apply(place{first: all[at], count: count, lines: new}, 0)
	}
	put(3, 0, "x") // a b c x d e
	put(1, 2)      // a x d e
	put(1, 1)      // a d e
	require.Equal(t, lines("a d e"), v.Text().Lines(0, 3))
	at, err := v.Find(context.Background(), lines("a d"))
	require.NoError(t, err)
	assert.Equal(t, 0, at)
}
