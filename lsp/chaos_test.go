package lsp

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// chaos is a random session: it applies, reverts and undoes blocks; edits, renames, deletes and
// restores files in the editor and on disk; closes and reopens documents.
type chaos struct {
	*under
	random *rand.Rand
	chat   protocol.DocumentUri
	// names are the targets. gone holds the contents of deleted ones.
	names []string
	gone  map[string]string
	past  []formerText
	// serial numbers the written lines, so that each is unique.
	serial  int
	applied int
	log     []string
}

type formerText struct {
	uri  protocol.DocumentUri
	text string
}

const chaosSeed = 20

// steps returns the number of steps. EDIT_LSP_CHAOS overrides it.
func steps(t *testing.T) int {
	if s := os.Getenv("EDIT_LSP_CHAOS"); s != "" {
		n, err := strconv.Atoi(s)
		require.NoError(t, err)
		return n
	}
	return size(400, 4)
}

// sessionAtRandom runs in a process of its own, since it measures memory.
func sessionAtRandom(t *testing.T) {
	const alone = "EDIT_LSP_CHAOS_ALONE"
	if os.Getenv(alone) == "" {
		cmd := exec.Command(os.Args[0], "-test.v", "-test.run=^TestTrust$/^C$/^a_session_at_random$")
		cmd.Env = append(os.Environ(), alone+"=1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "edits applied")
		return
	}
	c := beginChaos(t)
	n := steps(t)
	var halfway uint64
	for i := range n {
		c.step()
		if c.everyLineOnce(); t.Failed() {
			t.Fatalf("step %d:\n%s", i, strings.Join(c.log[max(0, len(c.log)-12):], "\n"))
		}
		if i%10 == 0 || i == n-1 {
			c.asFresh(i)
		}
		if i == n/2 {
			halfway = held()
		}
	}
	assert.Less(t, held(), halfway+16<<20, "bytes in use")
	assert.Greater(t, c.applied, n/20, "the session does apply blocks")
	t.Logf("seed %d, %d steps, %d edits applied, %d MB in use", chaosSeed, n, c.applied, held()>>20)
}

func beginChaos(t *testing.T) *chaos {
	all := files{"chat.md": "A chat.\n"}
	c := &chaos{random: rand.New(rand.NewPCG(chaosSeed, 0)), gone: map[string]string{}}
	for _, name := range []string{"a.txt", "b.txt", "src/c.txt", "src/d.txt"} {
		c.names = append(c.names, name)
		for range 20 {
			all[name] += c.line("line")
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	t.Cleanup(cancel)
	c.under = beginWith(t, all, Options{}, lsptest.Options{Attached: true})
	c.ctx = ctx
	c.chat = c.open("chat.md")
	return c
}

func (c *chaos) line(what string) string {
	c.serial++
	return fmt.Sprintf("%s %d.\n", what, c.serial)
}

func (c *chaos) step() {
	weighted := []struct {
		weight int
		do     func()
	}{
		{6, c.propose}, {6, c.applyOne}, {2, c.applyAll}, {2, c.revert}, {2, c.undo}, {3, c.editByHand}, {2, c.editOnDisk},
		{1, c.renameOne}, {1, c.deleteOne}, {2, c.restoreOne}, {1, c.reopenChat}, {2, c.reopenTarget}, {2, c.saveBuffers}, {1, c.prose},
	}
	sum := 0
	for _, w := range weighted {
		sum += w.weight
	}
	at := c.random.IntN(sum)
	for _, w := range weighted {
		if at -= w.weight; at < 0 {
			w.do()
			break
		}
	}
	c.settled()
}

func (c *chaos) note(format string, args ...any) { c.log = append(c.log, fmt.Sprintf(format, args...)) }

func (c *chaos) anyName() string { return c.names[c.random.IntN(len(c.names))] }

// textOf returns the text of a file in the editor or else on disk.
func (c *chaos) textOf(name string) string {
	if b := c.Buffer(c.uri(name)); b.URI != "" {
		return b.Text
	}
	data, err := os.ReadFile(c.path(name))
	if err != nil {
		return ""
	}
	return string(data)
}

func (c *chaos) texts() map[string]string {
	all := map[string]string{}
	for _, name := range c.names {
		all[name] = c.textOf(name)
	}
	return all
}

// propose adds a block to the chat. A long chat is replaced by a new one.
func (c *chaos) propose() {
	if strings.Count(c.Text(c.chat), "««« EDIT") > 25 {
		c.note("a new chat")
		c.do(c.Change(c.ctx, c.chat, from(at(0, 0), at(1<<20, 0)), "A new chat.\n"))
	}
	name := c.anyName()
	lines := slices.Collect(strings.Lines(c.textOf(name)))
	old, replacement := c.line("missing"), c.line("new")
	if len(lines) > 2 {
		i := c.random.IntN(len(lines) - 1)
		switch old = lines[i]; c.random.IntN(6) {
		case 0: // the block inserts after a line that stays
			replacement = old + replacement
		case 1:
			old += lines[i+1]
		case 2:
			old = "  " + old
		case 3:
			old = c.line("missing")
		}
	}
	if c.random.IntN(8) == 0 && len(c.names) < 12 {
		name, old = strings.TrimSpace(strings.ReplaceAll(c.line("made"), " ", "-"))+"txt", ""
		c.names = append(c.names, name)
	}
	c.note("propose %s %q %q", name, old, replacement)
	c.do(c.Append(c.ctx, c.chat, "\n"+block(name, old, replacement)))
	c.idle()
}

func (c *chaos) prose() {
	c.note("prose")
	c.do(c.Change(c.ctx, c.chat, fromTo(0, 0), "Some words.\n\n"))
	c.idle()
}

func (c *chaos) blocks() []diagnostics.Block {
	c.session.mu.Lock()
	defer c.session.mu.Unlock()
	if r := c.session.open[c.chat].analysis.found(); r != nil {
		return r.Blocks
	}
	return nil
}

// choice returns a random block with an action, and the action's whole title.
func (c *chaos) choice(title string) (b *diagnostics.Block, whole string) {
	all := c.blocks()
	for _, i := range c.random.Perm(len(all)) {
		list, err := c.CodeActions(c.ctx, c.chat, int(all[i].Block.Start))
		c.do(err)
		for _, a := range list {
			if strings.HasPrefix(a.Title, title) && a.Disabled == nil {
				return &all[i], a.Title
			}
		}
	}
	return nil, ""
}

func (c *chaos) applyOne() {
	b, title := c.choice("Apply edit")
	if b == nil {
		return
	}
	before := c.texts()
	c.note("apply %s: %q", b.Target.Path, proposal(b))
	c.remember()
	c.do(c.Choose(c.ctx, c.chat, int(b.Block.Start), title))
	c.applied++
	after := c.texts()
	find, replacement := proposal(b)[0], proposal(b)[1]
	assert.True(c.t, isReplaced(before[b.Target.Path], after[b.Target.Path], find, replacement), "%q\n%q\n%q", proposal(b), before[b.Target.Path], after[b.Target.Path])
	c.onlyChanged(before, after, b.Target.Path)
}

// proposal returns a block's whole old and new text.
func proposal(b *diagnostics.Block) [2]string {
	blk := b.Block
	lead, trail := b.Lines(blk.Leading), b.Lines(blk.Trailing)
	return [2]string{joined(lead, b.Lines(blk.Old), trail), joined(lead, b.Lines(blk.New), trail)}
}

func joined(lines ...[]string) string { return strings.Join(append(slices.Concat(lines...), ""), "\n") }

// isReplaced reports whether before becomes after by one replacement of whole lines.
func isReplaced(before, after, find, replacement string) bool {
	if find == "" {
		return before == "" && after == replacement
	}
	for i := 0; ; i++ {
		next := strings.Index(before[i:], find)
		if next < 0 {
			return false
		}
		i += next
		if (i == 0 || before[i-1] == '\n') && before[:i]+replacement+before[i+len(find):] == after {
			return true
		}
	}
}

func (c *chaos) onlyChanged(before, after map[string]string, path string) {
	for name, text := range before {
		if name != path {
			assert.Equal(c.t, text, after[name], "%s is not the block's", name)
		}
	}
}

func (c *chaos) applyAll() {
	b, title := c.choice("Apply all")
	if b == nil {
		return
	}
	before, blocks := c.texts(), c.blocks()
	c.note("%s", title)
	c.remember()
	c.do(c.Choose(c.ctx, c.chat, int(b.Block.Start), title))
	after := c.texts()
	for i := range blocks {
		path, p := blocks[i].Target.Path, proposal(&blocks[i])
		switch {
		case blocks[i].Status != apply.Validated, strings.Contains(title, " to ") && path != b.Target.Path:
			continue
		case p[0] == "":
			before[path] = p[1]
		default:
			before[path] = strings.Replace(before[path], p[0], p[1], 1)
		}
		c.applied++
	}
	for name, text := range before {
		assert.Equal(c.t, text, after[name], name)
	}
}

func (c *chaos) revert() {
	b, title := c.choice("Revert this edit")
	if b == nil {
		return
	}
	if strings.Contains(title, ": delete") { // the editor can't delete an open document
		c.shut(b.Target.Path)
		c.settled()
	}
	before := c.texts()
	p := proposal(b)
	c.note("revert %s: %q", b.Target.Path, p)
	c.remember()
	c.do(c.Choose(c.ctx, c.chat, int(b.Block.Start), title))
	c.watched(b.Target.Path)
	after := c.texts()
	if p[0] != "" {
		blk := b.Block // without the anchor, which may have changed
		assert.True(c.t, isReplaced(before[b.Target.Path], after[b.Target.Path], joined(b.Lines(blk.New)), joined(b.Lines(blk.Old))), "%q\n%q\n%q", p, before[b.Target.Path], after[b.Target.Path])
	}
	c.onlyChanged(before, after, b.Target.Path)
}

// everyLineOnce checks that nothing was applied twice: each line exists only once.
func (c *chaos) everyLineOnce() {
	for name, text := range c.texts() {
		seen := map[string]bool{}
		for line := range strings.Lines(text) {
			assert.False(c.t, seen[line], "%s has %q twice", name, line)
			seen[line] = true
		}
	}
}

// asFresh checks that the editor shows the same as with a new server that has the same texts and
// applied blocks.
func (c *chaos) asFresh(step int) {
	c.idle()
	other := launch(c.t, c.dir, Options{})
	other.connect(lsptest.Options{Folders: []string{c.dir}, Attached: true})
	other.session.mu.Lock()
	other.session.client.ledger = c.session.client.ledger
	other.session.mu.Unlock()
	buffers := c.Buffers()
	for _, uri := range slices.Sorted(maps.Keys(buffers)) {
		if b := buffers[uri]; b.Open && uri != c.chat {
			other.do(other.OpenText(other.ctx, uri, "txt", b.Text))
		}
	}
	other.do(other.OpenText(other.ctx, c.chat, "markdown", c.Text(c.chat)))
	assert.Equal(c.t, other.shown(c.chat), c.shown(c.chat), "step %d, as a fresh server says\n%s", step, strings.Join(c.log[max(0, len(c.log)-12):], "\n"))
	other.stop()
	*other = under{over: true} // free the server, since the test's cleanup keeps a reference
}
