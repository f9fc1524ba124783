package lsp

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// remember records the texts of the open targets, for undo.
func (c *chaos) remember() {
	for uri, b := range c.Buffers() {
		if uri != c.chat && b.Open {
			c.past = append(c.past, formerText{uri, b.Text})
		}
	}
	c.past = c.past[max(0, len(c.past)-20):]
}

func (c *chaos) undo() {
	if len(c.past) == 0 {
		return
	}
	last := c.past[len(c.past)-1]
	c.past = c.past[:len(c.past)-1]
	if b := c.Buffer(last.uri); b.Open && b.Text != last.text {
		c.note("undo in %s", filepath.Base(string(last.uri)))
		c.do(c.Change(c.ctx, last.uri, from(at(0, 0), at(1<<20, 0)), last.text))
	}
}

// opened opens a target if it isn't open, and reports whether it exists.
func (c *chaos) opened(name string) bool {
	if c.Buffer(c.uri(name)).Open {
		return true
	}
	if _, err := os.Stat(c.path(name)); err != nil {
		return false
	}
	c.open(name)
	return true
}

func (c *chaos) editByHand() {
	name := c.anyName()
	if !c.opened(name) {
		return
	}
	c.remember()
	lines := strings.Count(c.textOf(name), "\n")
	first := c.random.IntN(lines + 1)
	end, typed := first, c.line("hand")
	if c.random.IntN(3) == 0 && lines > 5 && first < lines {
		end, typed = first+1, ""
	}
	c.note("hand in %s at %d: %q", name, first, typed)
	c.do(c.Change(c.ctx, c.uri(name), from(at(first, 0), at(end, 0)), typed))
}

func (c *chaos) editOnDisk() {
	name := c.anyName()
	if c.Buffer(c.uri(name)).URI != "" {
		return
	}
	if text := c.textOf(name); text != "" {
		c.note("disk %s", name)
		write(c.t, c.dir, files{name: c.line("disk") + text})
		c.watched(name)
	}
}

// watched notifies the server of a file changed on disk, like a watcher.
func (c *chaos) watched(name string) {
	kind := 2
	if c.textOf(name) == "" {
		kind = 3
	}
	c.do(c.Notify(c.ctx, "workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": c.uri(name), "type": kind}}}))
}

func (c *chaos) shut(name string) {
	c.saveBuffers()
	if c.Buffer(c.uri(name)).URI != "" {
		c.do(c.Close(c.ctx, c.uri(name)))
	}
}

func (c *chaos) renameOne() {
	i := c.random.IntN(len(c.names))
	was := c.names[i]
	if c.shut(was); c.textOf(was) == "" {
		return
	}
	now := strings.TrimSpace(strings.ReplaceAll(c.line("named"), " ", "-")) + "txt"
	c.note("rename %s to %s", was, now)
	c.rename(was, now)
	c.names[i] = now
	c.past = nil
	c.idle()
}

func (c *chaos) deleteOne() {
	name := c.anyName()
	if c.shut(name); c.textOf(name) == "" {
		return
	}
	c.note("delete %s", name)
	c.gone[name] = c.textOf(name)
	c.do(os.Remove(c.path(name)))
	c.watched(name)
}

func (c *chaos) restoreOne() {
	if len(c.gone) == 0 {
		return
	}
	name := slices.Sorted(maps.Keys(c.gone))[0]
	if c.textOf(name) == "" {
		c.note("restore %s", name)
		write(c.t, c.dir, files{name: c.gone[name]})
		c.watched(name)
	}
	delete(c.gone, name)
}

func (c *chaos) reopenChat() {
	c.note("reopen the chat")
	c.saveBuffers()
	c.do(c.Close(c.ctx, c.chat))
	c.open("chat.md")
}

func (c *chaos) reopenTarget() {
	name := c.anyName()
	c.note("close or open %s", name)
	if c.Buffer(c.uri(name)).URI != "" {
		c.shut(name)
		return
	}
	c.opened(name)
}

func (c *chaos) saveBuffers() {
	c.note("save")
	c.save()
}
