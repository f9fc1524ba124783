package apply

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

const (
	randomChats = 10_000
	// noFile is the content of a file that is missing.
	noFile = "-"
)

// Applying a chat twice is applying it once: with all blocks at once, one by one, or some by hand and then
// the rest. What is left are blocks that truly fit a second time, whose kinds are named and counted.
func TestTwiceIsOnce(t *testing.T) {
	kinds := map[string]int{}
	chats := uint64(randomChats)
	if trust.RaceDetector {
		chats /= 5 // there is nothing concurrent in it
	}
	for seed := range chats {
		c := newRandomChat(seed)
		c.doc = parsed(t, c.chat)
		for _, way := range []struct {
			name string
			by   func(string) string
		}{
			{"twice", func(s string) string { return s }},
			{"one by one", func(s string) string { return c.oneByOne(t, s, func(int) bool { return true }) }},
			{"some by hand", func(s string) string { return c.oneByOne(t, s, func(i int) bool { return (seed>>i)&1 == 0 }) }},
		} {
			once := c.all(t, way.by(c.file))
			if again := c.all(t, once); again != once {
				kind := c.fitsAgain(t, once)
				require.NotEmpty(t, kind, "seed %d, %s: %s\non %q\nonce  %q\nagain %q", seed, way.name, c.chat, c.file, once, again)
				kinds[way.name+": "+kind]++
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%d of %d chats: %s", kinds[kind], chats, kind)
	}
}

// all applies all blocks, confirmed.
func (c *randomChat) all(t *testing.T, file string) string {
	p := c.planned(t, file, Options{Confirmed: true})
	for _, f := range p.Files {
		file = string(f.After().Bytes())
		if f.Delete {
			file = noFile
		}
	}
	return file
}

// oneByOne applies the chosen blocks from the first to the last, each as a server without memory does.
func (c *randomChat) oneByOne(t *testing.T, file string, chosen func(int) bool) string {
	for i := range c.blocks {
		p := c.planned(t, file, Options{})
		if i >= len(p.Outcomes) || !chosen(i) || p.Outcomes[i].Status != Validated {
			continue
		}
		e, _, err := p.Single(context.Background(), i, text.None)
		require.NoError(t, err)
		if e != nil {
			file = string(e.After().Bytes())
		}
	}
	return file
}

// planned plans the chat for a file once.
func (c *randomChat) planned(t *testing.T, file string, o Options) *Plan {
	known := fmt.Sprint(o.Confirmed, file)
	p, ok := c.plans[known]
	if !ok {
		disk := oneFile(file)
		if file == noFile {
			disk = files(nil)
		}
		p = planOf(t, c.doc, disk, o)
		c.plans[known] = p
	}
	return p
}

// fitsAgain names why the first block that fits the file which the chat left does, or "" if it shouldn't. What
// comes after may follow from it.
func (c *randomChat) fitsAgain(t *testing.T, file string) string {
	p := c.planned(t, file, Options{Confirmed: true})
	for _, o := range p.Outcomes {
		if o.Status == Validated && !o.NoChange {
			return c.kind(t, p, o, file)
		}
	}
	return ""
}

func (c *randomChat) kind(t *testing.T, p *Plan, o *Outcome, file string) string {
	needle, result := o.Needle(), o.Replacement()
	putsIn := func(new, old *Outcome) bool {
		lines := new.Lines(new.Block.New)
		return !slices.ContainsFunc(old.Needle(), func(l string) bool { return l != "" && !slices.Contains(lines, l) })
	}
	// Where lines are only deleted, with anchors on one side, the same lines may be there again.
	isBare := func(o *Outcome) bool {
		all, left := o.Needle(), o.Replacement()
		n := len(all) - len(left)
		return n > 0 && (slices.Equal(all[:len(left)], left) || slices.Equal(all[n:], left))
	}
	switch {
	case o.Block.Operation == parse.Create:
		return "a file created and deleted again"
	case slices.ContainsFunc(p.Outcomes[o.Block.Index+1:], isBare):
		return "a bare deletion below, perhaps of its new lines"
	case isBare(o):
		return "a bare deletion of one of several equal lines"
	case len(needle) > 0 && len(result) > len(needle) && result[len(result)-1] == needle[len(needle)-1]:
		return "an insertion whose new lines end with its own anchor"
	case o.MatchCount == 1 && (c.hadSeveral(t, o.Block.Index) || c.standsApart(file, o)):
		return "one match left of several"
	case c.planned(t, c.file, Options{Confirmed: true}).Outcomes[o.Block.Index].Status == Skipped:
		return "skipped at first, after a block that now counts as applied"
	case o.InsideLine, o.Block.InsideLines() && strings.Contains(file, strings.Join(result, "\n")):
		return "text inside lines that another block changed"
	case slices.ContainsFunc(p.Outcomes[:o.Block.Index], func(above *Outcome) bool {
		return strings.Contains("\n"+strings.Join(above.Replacement(), "\n")+"\n", "\n"+strings.Join(result, "\n")+"\n")
	}):
		return "a block above adds the same lines"
	case slices.ContainsFunc(p.Outcomes[o.Block.Index+1:], func(below *Outcome) bool { return putsIn(below, o) }),
		slices.ContainsFunc(p.Outcomes[:o.Block.Index], func(above *Outcome) bool { return putsIn(o, above) }):
		return "a block puts the old lines of one above it in"
	}
	return ""
}

// hadSeveral reports whether a block had several matches at first.
func (c *randomChat) hadSeveral(t *testing.T, index int) bool {
	return c.planned(t, c.file, Options{Confirmed: true}).Outcomes[index].MatchCount > 1
}

// standsApart reports whether a block's result is in the file, but not over its match.
func (c *randomChat) standsApart(file string, o *Outcome) bool {
	rest := strings.Replace("\n"+file, "\n"+strings.Join(o.Needle(), "\n")+"\n", "\n\x00\n", 1)
	return strings.Contains(rest, "\n"+strings.Join(o.Replacement(), "\n")+"\n")
}

// randomChat edits a file of functions as models do: its blocks build on one another, touch, repeat.
type randomChat struct {
	file, chat string
	blocks     int
	doc        *parse.Result
	plans      map[string]*Plan
}

func newRandomChat(seed uint64) *randomChat {
	r := rand.New(rand.NewPCG(seed, 1))
	c := &randomChat{plans: map[string]*Plan{}}
	var now []string
	for n := range 1 + r.IntN(4) {
		now = append(now, function(r, n)...)
	}
	c.file = strings.Join(now, "\n") + "\n"
	var chat strings.Builder
	before := ""
	for c.blocks < 2+r.IntN(4) {
		var s sections
		s, now = randomEdit(r, now)
		one := writers[r.IntN(len(writers))]("a.txt", s)
		if before != "" && r.IntN(10) == 0 {
			one = before
		}
		before = one
		chat.WriteString(one)
		c.blocks++
	}
	c.chat = chat.String()
	return c
}

func function(r *rand.Rand, n int) []string {
	return []string{fmt.Sprintf("def f%d():", n), fmt.Sprintf("    x = %d", r.IntN(5)), []string{"    pass", "    return x"}[r.IntN(2)], ""}
}

// randomEdit changes some lines of a file: it adds, improves or removes them, with some lines around.
func randomEdit(r *rand.Rand, now []string) (sections, []string) {
	at := r.IntN(len(now) + 1)
	count := min(r.IntN(3), len(now)-at)
	if r.IntN(4) == 0 {
		count = 0
	}
	var put []string
	switch r.IntN(6) {
	case 0:
	case 1:
		put = function(r, 9)
	case 2:
		put = []string{fmt.Sprintf("    y = %d", r.IntN(5))}
	default:
		for _, l := range now[at : at+count] {
			put = append(put, l+"  # "+string(rune('a'+r.IntN(3))))
		}
		if count == 0 {
			put = []string{"    log()"}
		}
	}
	above, below := min(at, 1+r.IntN(3)), min(len(now)-at-count, r.IntN(3))
	s := sections{leading: now[at-above : at], old: now[at : at+count], new: put, trailing: now[at+count : at+count+below]}
	s = sections{slices.Clone(s.leading), slices.Clone(s.old), slices.Clone(s.new), slices.Clone(s.trailing)}
	return s, slices.Replace(slices.Clone(now), at, at+count, put...)
}
