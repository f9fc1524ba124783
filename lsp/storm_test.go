package lsp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// However fast the changes come, published versions increase, each list is right for its version,
// and the last one equals a fresh check.
func stormOfChanges(t *testing.T) {
	for seed := range uint64(size(6, 2)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 0))
			u := begin(t, oneFile())
			uri := u.open("chat.md")
			texts := map[int32]string{1: u.Text(uri)}
			pieces := []string{
				"\n", "x", "one\n", "a.txt\n««« EDIT\n", "═══════ REPL\n", "»»» EDIT END\n", "😀",
				block("a.txt", "two\n", "dos\n"), block("b.txt", "three\n", ""), "```\n", "## User\n", "## Assistant\n", "FILE: a.txt\n", "\r\n",
			}
			for range 300 {
				have := u.Text(uri)
				start := random.IntN(len(have) + 1)
				end := min(len(have), start+random.IntN(20)*random.IntN(2))
				r := from(u.positionOf(have, start), u.positionOf(have, end))
				u.do(u.Change(u.ctx, uri, r, pieces[random.IntN(len(pieces))]))
				b := u.Buffer(uri)
				texts[b.Version] = b.Text
				if random.IntN(20) == 0 {
					u.settled()
				}
			}
			u.settled()
			u.storm(uri, texts)
			assert.Equal(t, u.Text(uri), u.has(uri))
			assert.Equal(t, saidBy(checked(t, u.dir, u.path("chat.md"), u.Text(uri), true)), saidTo(u.Shown(uri)))
			u.idle()
			assert.Equal(t, saidBy(checked(t, u.dir, u.path("chat.md"), u.Text(uri), false)), saidTo(u.Shown(uri)))
		})
	}
}

// storm checks everything published for a chat against its texts by version.
func (u *under) storm(uri protocol.DocumentUri, texts map[int32]string) {
	u.t.Helper()
	before := int32(0)
	for _, p := range u.History(uri) {
		version := int32(*p.Version)
		assert.LessOrEqual(u.t, before, version)
		before = version
		path, _ := protocol.Path(uri)
		assert.Equal(u.t, saidBy(checked(u.t, u.dir, path, texts[version], version > 1)), saidTo(p.Diagnostics), "version %d", version)
	}
}

// positionOf converts an offset to UTF-16, rounding down inside a character.
func (u *under) positionOf(s string, offset int) protocol.Position {
	for offset > 0 && offset < len(s) && s[offset]&0xC0 == 0x80 {
		offset--
	}
	before := s[:offset]
	line := strings.Count(before, "\n")
	character := 0
	for _, r := range before[strings.LastIndex(before, "\n")+1:] {
		if character++; r > 0xFFFF {
			character++
		}
	}
	return at(line, character)
}

// This is the same for typing in a target.
func stormInATarget(t *testing.T) {
	u := begin(t, oneFile())
	chat, target := u.open("chat.md"), u.open("a.txt")
	for i := range 300 {
		u.do(u.Change(u.ctx, target, from(at(0, 0), at(0, 0)), []string{"x\n", "\n", "one\n"}[i%3]))
	}
	u.settled()
	matches := strings.Count("\n"+u.Text(target), "\none\n")
	assert.Contains(t, strings.Join(wordsOf(u.Shown(chat)), "\n"), fmt.Sprintf("and %d more", matches-10))
	u.do(u.Change(u.ctx, target, from(at(0, 0), at(1000, 0)), "one\n"))
	assert.Equal(t, []string{failing}, u.codes(chat))
	assert.Contains(t, u.edit(chat, 4, "Apply edit"), fmt.Sprintf(`"version":%d`, u.Buffer(target).Version))
}
