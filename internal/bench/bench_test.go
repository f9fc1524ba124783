package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// A child that is measured is run by this program itself.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == launcher {
		main()
		return
	}
	os.Exit(m.Run())
}

// BenchmarkGoals runs what is measured in this process, in its full size.
func BenchmarkGoals(b *testing.B) {
	for _, g := range goals {
		b.Run(strings.Join(g.ids, "-"), func(b *testing.B) {
			all, err := g.make(full())
			require.NoError(b, err)
			for _, c := range all {
				b.Run(c.work, func(b *testing.B) {
					require.NoError(b, c.check())
					for _, x := range c.contenders {
						b.Run(x.name, func(b *testing.B) {
							for b.Loop() {
								_, err := x.once()
								require.NoError(b, err)
							}
						})
					}
				})
				if c.close != nil {
					c.close()
				}
			}
		})
	}
}

// tiny are sizes at which only the outputs matter.
func tiny() scale {
	return scale{
		parse: []int{100 * kb}, parseAgain: [2]int{10 * kb, 100 * kb},
		locate: [][2]int{{40, 4}}, bigFile: 5_000, bigBlocks: 100, identical: 15_200,
		nearest: 2_000, queries: 20, open: 100 * kb,
	}
}

// What the contenders of each goal put out is equal.
func TestContendersAgree(t *testing.T) {
	for _, g := range goals {
		all, err := g.make(tiny())
		require.NoError(t, err, g.ids)
		for _, c := range all {
			t.Run(c.id+" "+c.work, func(t *testing.T) {
				require.NoError(t, c.check())
				for _, x := range c.contenders {
					_, err := x.once()
					require.NoError(t, err, x.name)
				}
				if c.also != nil {
					r := c.also([]series{{name: "ours", samples: []sample{{}}}})
					assert.Equal(t, "met", r.verdict, r)
				}
			})
			if c.close != nil {
				c.close()
			}
		}
	}
}

// The same edits are made by us and by every peer that is installed.
func TestPeersMakeTheSameEdits(t *testing.T) {
	b := &bench{out: io.Discard, python: interpreter()}
	c := coldCase{hunks: 60, files: 3, lines: 400, patch: atMost(1), git: atMost(1), python: true}
	for _, p := range b.peers(c) {
		t.Run(p.name, func(t *testing.T) {
			if p.missing != "" {
				t.Skip(p.missing)
			}
			dir := t.TempDir()
			t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
			files := edits(4, c.files, c.lines, c.hunks)
			require.NoError(t, inputs(dir, files))
			require.NoError(t, p.applies(dir, files))
			files[0].hunks[0].new = []string{"something else"}
			require.Error(t, p.applies(dir, files), "edits that differ are seen")
		})
	}
}

// Both chats and our own program make the edits too, whatever their number.
func TestChatsMakeTheEdits(t *testing.T) {
	for _, size := range [][3]int{{1, 20, 1}, {1, 20, 2}, {3, 100, 7}, {2, 1000, 200}, {2, 100, 0}} {
		files := edits(uint64(size[1]), size[0], size[1], size[2])
		hunks := 0
		for _, f := range files {
			hunks += len(f.hunks)
			require.Len(t, f.before, size[1])
		}
		require.Equal(t, size[2], hunks)
		for name, chat := range map[string]string{
			"anchored": anchoredChat(files), "search-replace": searchReplaceChat(files), "all dialects": talkAbout(1, 1, files),
		} {
			doc, err := parsed(chat, hunks)
			require.NoError(t, err, name)
			plan, err := planned(doc, inMemory(files))
			require.NoError(t, err, name)
			require.NoError(t, leaves(plan, files), "%s %v", name, size)
		}
	}
}

func TestInputsAreTheSameEachTime(t *testing.T) {
	assert.Equal(t, edits(1, 2, 100, 8), edits(1, 2, 100, 8))
	assert.NotEqual(t, edits(1, 2, 100, 8), edits(2, 2, 100, 8))
	one, _ := conversation(1, 50*kb)
	two, _ := conversation(1, 50*kb)
	assert.True(t, one == two)
	assert.Equal(t, longHistory(1, 50*kb, 9, 3), longHistory(1, 50*kb, 9, 3))
}

// A history has its blocks, its turns, and some that do not apply.
func TestLongHistory(t *testing.T) {
	h := longHistory(1, 100*kb, 30, 7)
	assert.InDelta(t, 100*kb, len(h.chat), 10*kb)
	doc, err := parse.Document(t.Context(), text.New(h.chat), parse.Options{}, nil)
	require.NoError(t, err)
	require.Len(t, doc.Blocks, 30)
	assert.Empty(t, doc.Problems)
	assert.Len(t, doc.Turns, 20, "the user's and the model's")
	plan, err := planned(doc, inMemory(h.files))
	require.NoError(t, err)
	count := map[string]int{}
	for _, o := range plan.Outcomes {
		count[string(o.Status)]++
	}
	assert.Equal(t, map[string]int{"validated": 24, "stale": 6}, count)
}

// The exhaustive search agrees with the textbook.
func TestExhaustive(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	textbook := func(a, b string) int {
		table := make([][]int, len(a)+1)
		for i := range table {
			table[i] = make([]int, len(b)+1)
		}
		for i := range a {
			for j := range b {
				table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
				if a[i] == b[j] {
					table[i+1][j+1] = table[i][j] + 1
				}
			}
		}
		return table[len(a)][len(b)]
	}
	for _, a := range append(codeLines(rnd, 200), "", "x", strings.Repeat("ab", 32)) {
		require.LessOrEqual(t, len(a), 64)
		b := codeLines(rnd, 1)[0]
		var has [128]uint64
		for k := range len(a) {
			has[a[k]] |= 1 << k
		}
		require.Equal(t, textbook(a, b), commonCharacters(&has, len(a), b), "%q and %q", a, b)
	}
	best, at := exhaustive([]string{"one", "two", "three"}, []string{"twx", "three"})
	assert.Equal(t, 1, at)
	assert.InDelta(t, 2.*8/18, best, 1e-9, "t, w, the ending between, and five of three: 8 of 9 each")
}

func TestRotateBeginsWithAnotherEachRound(t *testing.T) {
	var order []string
	x := func(name string, took time.Duration) *contender {
		return &contender{name: name, run: func() (sample, error) {
			order = append(order, name)
			return sample{wall: took * time.Duration(len(order)), rss: int64(len(order))}, nil
		}}
	}
	all, err := rotate(3, []*contender{x("a", 1), x("b", 10)})
	require.NoError(t, err)
	assert.Equal(t, "a b b a a b", strings.Join(order, " "))
	assert.Equal(t, []time.Duration{1, 4, 5}, all[0].sorted(wall))
	assert.Equal(t, time.Duration(4), all[0].median())
	assert.Equal(t, time.Duration(20), all[1].least())
	assert.Equal(t, int64(6), all[1].rss())
}

func TestBoundsAndFigures(t *testing.T) {
	assert.True(t, atMost(2).met(20, 10))
	assert.False(t, atMost(2).met(21, 10))
	assert.True(t, fasterBy(8).met(10, 80))
	assert.False(t, fasterBy(8).met(10, 79))
	assert.Equal(t, "≤ 0.7 × 0.5 ×", atMost(0.7).String()+" "+atMost(0.7).words(5, 10))
	assert.Equal(t, "≥ 8 × faster, 9 × faster", fasterBy(8).String()+", "+fasterBy(8).words(10, 90))
	list := make([]time.Duration, 101)
	for i := range list {
		list[i] = time.Duration(i)
	}
	assert.Equal(t, []time.Duration{0, 50, 95, 99, 100}, []time.Duration{quantile(list, 0), quantile(list, 0.5), quantile(list, 0.95), quantile(list, 0.99), quantile(list, 1)})
	assert.Equal(t, "12 ns, 1.5 µs, 20 ms, 1.25 s", fmt.Sprintf("%s, %s, %s, %s", short(12), short(1500), short(20*time.Millisecond), short(1250*time.Millisecond)))
	assert.Equal(t, "1, 1,000, 12,345,678", fmt.Sprintf("%s, %s, %s", count(1), count(1000), count(12345678)))
	assert.Equal(t, "0.5 KB, 10 MB, 1.5 GB", fmt.Sprintf("%s, %s, %s", bytesOf(512), bytesOf(10*mb), bytesOf(1536*mb)))
}

// A child is measured by a process of its own, and its fault is seen.
func TestChildIsMeasured(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	s, err := child{args: []string{self, "-test.run", "^$"}}.measure()
	require.NoError(t, err)
	assert.Positive(t, s.wall)
	if runtime.GOOS != "windows" {
		assert.Greater(t, s.rss, int64(mb))
		assert.Positive(t, s.cpu)
	}
	_, err = child{args: []string{self, "-test.run", "["}}.measure()
	assert.ErrorContains(t, err, "ended with status 1")
	_, err = child{args: []string{filepath.Join(t.TempDir(), "none")}}.measure()
	assert.Error(t, err)
}

func TestFiguresArePutIntoThePage(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	require.NoError(t, os.WriteFile(page, []byte("before\n"+beginFigures+"old\n"+endFigures+"after\n"), 0o644))
	for range 2 {
		require.NoError(t, publish(page, "new\n"))
		got, err := os.ReadFile(page)
		require.NoError(t, err)
		assert.Equal(t, "before\n"+beginFigures+"\nnew\n\n"+endFigures+"after\n", string(got))
	}
	require.NoError(t, os.WriteFile(page, []byte("nothing\n"), 0o644))
	require.ErrorContains(t, publish(page, "new"), "has no place")
	root, err := os.ReadFile(filepath.Join("..", "..", "docs", "benchmarks.md"))
	require.NoError(t, err)
	assert.Contains(t, string(root), beginFigures)
	assert.Contains(t, string(root), endFigures)
}
