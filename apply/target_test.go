package apply

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

func told(p *Plan) string {
	var b strings.Builder
	for _, o := range p.Outcomes {
		fmt.Fprintln(&b, o.Status, o.Reason, o.Matches, o.MatchCount, o.Chosen, o.Ambiguous, o.NoChange, o.Estimated,
			o.Blocker, o.ByItself != nil, o.First, o.Last, o.DependsOn, o.SpoiledBy, o.InsideLine)
		if o.Miss != nil {
			fmt.Fprintln(&b, o.Miss.At, o.Miss.Agreed)
		}
	}
	for _, f := range p.Files {
		fmt.Fprintln(&b, f.Blocks, f.Edits())
	}
	return b.String()
}

// A plan is the same with an index of all lines, with one of only the lines searched for, and from a
// cache.
func TestPlansAreTheSameWhateverIsKnownAlready(t *testing.T) {
	rnd := rand.New(rand.NewPCG(31, 1))
	some := 0
	for round := range 60 {
		kinds := 2 + rnd.IntN(600)
		contents := map[string]string{}
		guess := map[string][]string{}
		for _, name := range []string{"a.txt", "b.txt"} {
			lines := make([]string, 400)
			for i := range lines {
				lines[i] = strings.Repeat("x", rnd.IntN(3)) + fmt.Sprint(rnd.IntN(1+rnd.IntN(kinds)))
			}
			contents[name], guess[name] = chatLines(lines), lines
		}
		cached := files(contents)
		cache := &Cache{}
		chat := ""
		for step := range 8 {
			name := []string{"a.txt", "b.txt"}[rnd.IntN(2)]
			if rnd.IntN(4) == 0 {
				contents[name] += fmt.Sprintf("one more %d\n", step)
				cached.files[name] = &workspace.File{Text: text.New(contents[name])}
			}
			block := randomBlock(rnd, name, guess[name], step)
			if rnd.IntN(3) == 0 {
				chat = block + chat
			} else {
				chat += block
			}
			for _, o := range []Options{{}, {Only: map[int]bool{0: true, 2: true}}, {Independent: true}} {
				cold, warm := files(contents), files(contents)
				for _, f := range warm.files {
					f.Text.Index()
				}
				got := planned(t, chat, cold, o)
				want := told(planned(t, chat, warm, o))
				require.Equal(t, want, told(got), "round %d: %s", round, chat)
				if !cold.files[name].Text.IsIndexed() {
					some++
				}
				p, err := New(t.Context(), parsed(t, chat), cached, o, cache)
				require.NoError(t, err)
				require.Equal(t, want, told(p), "cached, round %d: %s", round, chat)
			}
		}
	}
	require.Greater(t, some, 100, "some files were planned without an index of all lines")
}

func randomBlock(rnd *rand.Rand, name string, guess []string, step int) string {
	n := rnd.IntN(len(guess) - 12)
	part := func() []string {
		from := n
		n += rnd.IntN(4)
		return guess[from:n]
	}
	s := sections{leading: part(), old: part(), trailing: part()}
	switch rnd.IntN(4) {
	case 0:
		s.new = append([]string{fmt.Sprint("new ", step)}, s.old...)
	case 1:
		s.new = guess[n : n+rnd.IntN(3)]
	case 2:
		s.new, s.old = s.old, []string{fmt.Sprint("gone ", step)}
	default:
		s.new = []string{fmt.Sprint("new ", step), "}"}
	}
	block := writers[rnd.IntN(len(writers))](name, s)
	guess[n] = fmt.Sprint("new ", step)
	return block
}

func TestACacheHoldsWhatTwoVersionsAskFor(t *testing.T) {
	cache := &Cache{}
	m := files(map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	plan := func(chat string) *Miss {
		t.Helper()
		p, err := New(t.Context(), parsed(t, chat), m, Options{}, cache)
		require.NoError(t, err)
		return p.Outcomes[len(p.Outcomes)-1].Miss
	}
	other := strings.ReplaceAll(search("b", "c"), "a.txt", "b.txt")
	first := plan(search("q", "r"))
	require.NotNil(t, first)
	require.Same(t, first, plan("More.\n"+search("q", "r")), "it depends on no line of the chat")
	require.Same(t, first, plan(other+search("q", "r")), "nor on other files")
	plan(other)
	plan(other)
	require.NotSame(t, first, plan(search("q", "r")), "nobody has asked for it")
	require.Len(t, cache.current, 1)
}

// countdown is a context that is cancelled after a number of checks.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A newer version must not wait for the block being located.
func TestALookupEndsWithItsContext(t *testing.T) {
	const size = 100 * checkEvery
	d := draftWith(strings.Repeat("ab\n", size))
	for name, c := range map[string]struct {
		needle string
		inside bool
		all    int
	}{
		"whole lines":       {"ab ab", false, size - 1},
		"inside lines":      {"a", true, size},
		"from line to line": {"b a", true, size - 1},
		"no match at all":   {"a x", true, 0},
	} {
		visit := func(ctx context.Context) (visited int) {
			d.matches(ctx, lines(c.needle), c.inside, func(match) bool { visited++; return true })
			return visited
		}
		require.Equal(t, c.all, visit(t.Context()), name)
		ctx := &countdown{t.Context(), 4}
		require.LessOrEqual(t, visit(ctx), 5*checkEvery, name)
		require.Equal(t, -1, ctx.left, "%s: it was not asked again", name)
	}
}
