package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Another program applies some blocks to a file that is open here. Its entry is there before the editor loads the
// file again, by a change or by closing and opening it. The blocks are known then, though they would fit again.
func TestAFileThatIsLoadedAgainLate(t *testing.T) {
	chatText := block("a.txt", "x\none\n", "one\n") + block("a.txt", "two\n", "due\n") + block("a.txt", "three\n", "tre\n")
	for name, closes := range map[string]bool{"by a change": false, "by closing it": true} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			dir := lay(t, files{"chat.md": chatText, "a.txt": "x\nx\none\ntwo\nthree\n"})
			u, other := again(t, dir, state), again(t, dir, state)
			chat := u.open("chat.md")
			u.open("a.txt")
			u.settled()
			journals := u.session.client.journals
			sizeOf := func() int64 {
				journals.mu.Lock()
				defer journals.mu.Unlock()
				return journals.roots[dir].size
			}
			for i, line := range []int{2, 9} { // two entries, one after the other
				was := sizeOf()
				other.choose(other.open("chat.md"), line, "Apply edit")
				other.do(other.SaveAll(other.ctx))
				other.do(other.Saved(other.ctx, other.uri("chat.md")))
				other.kept(state, i+1)
				u.until("a look at the journal", func() bool { return sizeOf() != was })
				other.do(other.Close(other.ctx, other.uri("chat.md")))
			}
			assert.NotContains(t, u.codes(chat), "2 already-applied", "not in this buffer")
			if closes {
				u.do(u.Close(u.ctx, u.uri("a.txt")))
				u.open("a.txt")
			} else {
				u.do(u.Change(u.ctx, u.uri("a.txt"), from(at(0, 0), at(5, 0)), "x\none\ndue\nthree\n"))
			}
			assert.Equal(t, []string{"2 already-applied", "9 already-applied"}, u.codes(chat))
			u.choose(chat, 8, "Apply the one edit in this document")
			assert.Equal(t, "x\none\ndue\ntre\n", u.Text(u.uri("a.txt")))
		})
	}
}
