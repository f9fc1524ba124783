package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// times repeats do n times and reports the 95th percentile of wall time.
func times(n int, do func() sample) func() sample {
	return func() sample {
		var all []sample
		for range n {
			all = append(all, do())
		}
		return sample{Wall: quantile(all, 0.95, func(s sample) int64 { return int64(s.Wall) })}
	}
}

// cursor is a chat line to type into.
type cursor struct {
	name string
	line int
}

// cursors returns lines at start, middle and end of a chat, in prose and in blocks' old lines.
func cursors(lines []string) []cursor {
	var prose, old []int
	for i, line := range lines {
		if strings.HasPrefix(line, "Step ") {
			prose = append(prose, i)
		}
		if line == "<<<<<<< SEARCH" {
			old = append(old, i+1)
		}
	}
	var all []cursor
	for _, in := range []struct {
		name  string
		lines []int
	}{{"in prose", prose}, {"in a block", old}} {
		last := len(in.lines) - 1
		all = append(all, cursor{in.name + " at the start", in.lines[0]}, cursor{in.name + " in the middle", in.lines[last/2]}, cursor{in.name + " at the end", in.lines[last]})
	}
	return all
}

// typing measures L1 and L2, and for L1 also L4 and M2.
func (b *bench) typing(goal string, bytes, targets, blocks int, max float64, maxWall time.Duration) {
	files := edits(1, targets, 500, blocks)
	f := b.folder(chatOf(files, 5, bytes), files)
	ours, answering := start(f.root, b.binary), start(f.root, b.self, answerFlag)
	all := cursors(strings.Split(f.text, "\n"))
	ours.verifyTyping(f.text, all)
	answering.opened(f.text)
	if len(ours.shown.Diagnostics) < len("[...]") {
		must(fmt.Errorf("no diagnostics: %s", ours.shown.Diagnostics))
	}
	chat := fmt.Sprintf("chat of %s, %d blocks", size(int64(bytes)), blocks)
	for _, p := range all {
		key := func(c *client) func() sample {
			return times(b.strokes, func() sample { return c.keystroke(p.line) })
		}
		b.compare(comparison{
			goal: goal, work: "keystroke " + p.name + ", " + chat, maxWall: maxWall, ours: []task{{"", 0, key(ours)}},
			rivals: []task{{"server that only answers", max, key(answering)}},
		})
	}
	if goal == "L1" {
		b.memory("M2", fmt.Sprintf("server, %d keystrokes, %s", b.rounds*b.strokes*len(all), chat), ours.peak(), f.input, 4, 40e6)
		b.actions(ours, f.text, chat)
	}
	ours.stop()
	answering.stop()
}

// verifyTyping checks that typing leads to the same diagnostics as opening the resulting chat.
func (c *client) verifyTyping(text string, all []cursor) {
	typed := strings.Split(text, "\n")
	c.opened(text)
	for _, p := range all {
		typed[p.line] = "x" + typed[p.line]
		c.keystroke(p.line)
	}
	after := c.shown.Diagnostics
	c.close()
	c.opened(strings.Join(typed, "\n"))
	if !bytes.Equal(after, c.shown.Diagnostics) {
		must(errors.New("the diagnostics after typing aren't those of the same chat when it's opened"))
	}
}

// actions measures L4: the cursor moves from block to block.
func (b *bench) actions(c *client, text, chat string) {
	lines := strings.Split(text, "\n")
	typed := map[int]bool{} // a block with a long row of typed characters may have no actions
	for _, p := range cursors(lines) {
		typed[p.line] = true
	}
	var starts []int
	for i, line := range lines {
		if line == "<<<<<<< SEARCH" && !typed[i+1] {
			starts = append(starts, i)
		}
	}
	next := 0
	ask := func(method string, params func(at object) object) func() sample {
		return times(b.strokes, func() sample {
			next = (next + 97) % len(starts)
			p := params(object{"line": starts[next], "character": 0})
			p["textDocument"] = object{"uri": c.uri}
			began := time.Now()
			result := c.call(method, p)
			took := time.Since(began)
			if len(result) < len("{...}") {
				must(fmt.Errorf("%s, line %d: %s", method, starts[next], result))
			}
			return sample{Wall: took}
		})
	}
	action := ask("textDocument/codeAction", func(at object) object {
		return object{"range": object{"start": at, "end": at}, "context": object{"diagnostics": []object{}, "triggerKind": 2}}
	})
	hover := ask("textDocument/hover", func(at object) object { return object{"position": at} })
	b.compare(comparison{goal: "L4", work: "code actions, cursor moves, " + chat, ours: []task{{"", 0, action}}, rivals: []task{{"hover", 3, hover}}})
}

// typingInTarget measures L6: typing into a target of an open chat, until the next request is answered.
// Editors ask for lenses only after typing.
func (b *bench) typingInTarget(lines, blocks int) {
	files := edits(6, 1, lines, blocks)
	chat := chatOf(files, 0, 0)
	f := b.folder(chat, files)
	var clients []*client
	for _, open := range []bool{true, false} {
		c := start(f.root, b.binary)
		if open {
			c.open("markdown", chat)
		}
		c.uri = fileURI(filepath.Join(f.root, files[0].path))
		c.open("go", content(files[0].before))
		_, lenses := c.answered(0, "textDocument/codeLens")
		if open != (bytes.Count(lenses, []byte(" from open.md")) == blocks) {
			must(fmt.Errorf("these aren't the lenses: %s", lenses))
		}
		clients = append(clients, c)
	}
	key := func(c *client, method string) func() sample {
		return times(b.strokes, func() sample {
			s, _ := c.answered(lines/2, method)
			return s
		})
	}
	work := fmt.Sprintf("in a target of %d lines, %d blocks in an open chat", lines, blocks)
	for _, m := range []struct {
		work, method string
		max          float64
	}{{"keystroke ", "textDocument/hover", 2}, {"keystroke to lenses ", "textDocument/codeLens", 0}} {
		b.compare(comparison{
			goal: "L6", work: m.work + work,
			ours: []task{{"", 0, key(clients[0], m.method)}}, rivals: []task{{"no chat", m.max, key(clients[1], m.method)}},
		})
	}
	clients[0].stop()
	clients[1].stop()
}

func (b *bench) opening() {
	files := edits(3, 25, 500, 175)
	f := b.folder(chatOf(files, 5, 1e6), files)
	message := get(json.Marshal(object{"params": object{"textDocument": object{"text": f.text}}}))
	c := start(f.root, b.binary)
	open := func() sample {
		s := c.opened(f.text)
		c.close()
		return s
	}
	decode := func() sample {
		var m struct {
			Params struct{ TextDocument struct{ Text string } }
		}
		began := time.Now()
		must(json.Unmarshal(message, &m))
		took := time.Since(began)
		if m.Params.TextDocument.Text != f.text {
			must(errors.New("encoding/json decodes another text"))
		}
		return sample{Wall: took}
	}
	b.compare(comparison{goal: "L3", work: "open a chat of 1 MB, 175 blocks", ours: []task{{"", 0, open}}, rivals: []task{{"encoding/json", 8, decode}}})
	c.stop()
}

func (b *bench) starting() {
	server := func() sample {
		began := time.Now()
		c := start(b.dir, b.binary)
		took := time.Since(began)
		c.stop()
		return sample{Wall: took}
	}
	b.compare(comparison{goal: "L5", work: "start, answer to initialize", ours: []task{{"", 0, server}}, rivals: []task{b.nothing(3)}})
}

// giveUp replaces a chat's text during its check and measures the time until the new diagnostics.
func (f folder) giveUp() sample {
	c := start(f.root, f.binary)
	defer c.stop()
	c.open("markdown", f.text)
	// The reply shows that the chat was read; its check continues.
	c.call("textDocument/hover", object{"textDocument": object{"uri": "untitled:none"}, "position": object{"line": 0, "character": 0}})
	return c.took(func() { c.change(object{"text": block("none.txt", []string{"old"}, []string{"new"})}) })
}
