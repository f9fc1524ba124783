package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// desk is a chat that is open in a session with each server.
type desk struct {
	folder
	lines    []string
	sessions map[string]*client
}

// answering stands for the server that only answers, where others go by their path.
const answering = ""

// desk starts the servers in a workspace.
func (b *bench) desk(chat string, files []*editedFile) (desk, error) {
	f, err := b.folder(chat, files)
	d := desk{f, strings.Split(chat, "\n"), map[string]*client{}}
	for _, binary := range append([]string{answering}, b.binaries...) {
		args := []string{binary}
		if binary == answering {
			args = []string{b.self, answerFlag}
		}
		if err == nil {
			d.sessions[binary], err = start(f.root, args...)
		}
	}
	return d, err
}

// leave ends all sessions.
func (d desk) leave() (err error) {
	for _, c := range d.sessions {
		_, stopped := c.stop()
		err = errors.Join(err, stopped)
	}
	return err
}

// task measures something that is done n times in the session with a server.
func (d desk) task(name string, n int, do func(c *client) (time.Duration, error)) task {
	return task{name, func(binary string) (sample, error) { return d.sessions[binary].measure(n, do) }}
}

// measure does something n times. It returns the wall time that 95 of 100 stay below,
// and the mean of the server's processor time.
func (c *client) measure(n int, do func(c *client) (time.Duration, error)) (sample, error) {
	before, _ := c.usage()
	var all []time.Duration
	for range n {
		took, err := do(c)
		if err != nil {
			return sample{}, err
		}
		all = append(all, took)
	}
	slices.Sort(all)
	cpu, peak := c.usage()
	return sample{quantile(all, 0.95), (cpu - before) / time.Duration(n), peak}, nil
}

// typing is L1 and L2, and in the large chat L4 and M2.
func (b *bench) typing(goal string, bytes, blocks int, times float64, most time.Duration) (err error) {
	d, err := b.desk(history(1, bytes, blocks, blocks/14))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.leave()) }()
	all := places(d.lines)
	if err := b.verifyTyping(d, all); err != nil {
		return err
	}
	chat := fmt.Sprintf("chat of %s, %d blocks", size(int64(bytes)), blocks)
	for _, p := range all {
		key := d.task("", b.strokes, func(c *client) (time.Duration, error) { return c.keystroke(p.line) })
		answer := task{"server that only answers", func(string) (sample, error) { return key.run(answering) }}
		b.compare(comparison{
			goal: goal, work: "keystroke " + p.name + ", " + chat, waits: true, most: most,
			ours: []task{key}, rivals: []rival{{answer, times}},
		})
	}
	if goal != "L1" {
		return nil
	}
	_, peak := d.sessions[b.binaries[0]].usage()
	b.memory("M2", fmt.Sprintf("server, %s keystrokes, %s", count(b.rounds*b.strokes*len(all)), chat), peak, d.input, 4, 40e6)
	b.actions(d, chat)
	return nil
}

// verifyTyping opens the chat everywhere, types into all places, and checks that the
// diagnostics are those of the same chat when it's opened.
func (b *bench) verifyTyping(d desk, all []place) error {
	typed := slices.Clone(d.lines)
	for _, p := range all {
		typed[p.line] = "x" + typed[p.line]
	}
	for name, c := range d.sessions {
		if _, err := c.opened(d.text); err != nil {
			return err
		}
		for _, p := range all {
			if _, err := c.keystroke(p.line); err != nil {
				return err
			}
		}
		after := c.shown.Diagnostics
		if err := c.close(); err != nil {
			return err
		}
		if _, err := c.opened(strings.Join(typed, "\n")); err != nil {
			return err
		}
		if fresh := c.shown.Diagnostics; !slices.Equal(after, fresh) || len(fresh) == 0 && name != answering {
			return fmt.Errorf("%d diagnostics after typing, %d of the same chat when it's opened", len(after), len(fresh))
		}
	}
	return nil
}

// actions is L4: the cursor moves from block to block.
func (b *bench) actions(d desk, chat string) {
	var starts []int
	for i, line := range d.lines {
		if line == "<<<<<<< SEARCH" {
			starts = append(starts, i)
		}
	}
	ask := func(name, method string, params func(c *client, at position) object) task {
		next := 0
		return d.task(name, b.strokes, func(c *client) (time.Duration, error) {
			next = (next + 97) % len(starts)
			p := params(c, position{Line: starts[next]})
			p["textDocument"] = object{"uri": c.uri}
			var result json.RawMessage
			began := time.Now()
			err := c.call(method, p, &result)
			took := time.Since(began)
			if err == nil && len(result) < len("{...}") {
				err = fmt.Errorf("%s, line %d: %s", method, starts[next], result)
			}
			return took, err
		})
	}
	action := ask("", "textDocument/codeAction", func(c *client, at position) object {
		here := slices.DeleteFunc(slices.Clone(c.shown.Diagnostics), func(d diagnostic) bool {
			return d.Range.Start.Line > at.Line || d.Range.End.Line < at.Line
		})
		return object{"range": object{"start": at, "end": at}, "context": object{"diagnostics": here, "triggerKind": 2}}
	})
	hover := ask("hover", "textDocument/hover", func(_ *client, at position) object { return object{"position": at} })
	b.compare(comparison{goal: "L4", work: "code actions, cursor moves, " + chat, waits: true, ours: []task{action}, rivals: []rival{{hover, 3}}})
}

// opening is L3.
func (b *bench) opening() (err error) {
	d, err := b.desk(history(3, 1e6, 175, 12))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.leave()) }()
	message, err := json.Marshal(object{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": object{
		"textDocument": object{"uri": "file:///open.md", "languageId": "markdown", "version": 1, "text": d.text},
	}})
	if err != nil {
		return err
	}
	open := d.task("", 5, func(c *client) (time.Duration, error) {
		took, err := c.opened(d.text)
		return took, errors.Join(err, c.close())
	})
	decode := task{"encoding/json", func(string) (sample, error) {
		var m struct {
			Params struct{ TextDocument struct{ Text string } }
		}
		began := time.Now()
		err := json.Unmarshal(message, &m)
		took := time.Since(began)
		if err == nil && m.Params.TextDocument.Text != d.text {
			err = errors.New("encoding/json decodes another text")
		}
		return sample{Wall: took, CPU: took}, err
	}}
	b.compare(comparison{
		goal: "L3", work: "open a chat of 1 MB, 175 blocks", waits: true,
		ours: []task{open}, rivals: []rival{{decode, 8}},
	})
	return nil
}

// starting is L5. The processor time includes the end of the session.
func (b *bench) starting() error {
	dir, err := os.MkdirTemp(b.dir, "start-")
	if err != nil {
		return err
	}
	server := task{"", func(binary string) (sample, error) {
		began := time.Now()
		c, err := start(dir, binary)
		if err != nil {
			return sample{}, err
		}
		wall := time.Since(began)
		s, err := c.stop()
		s.Wall = wall
		return s, err
	}}
	b.compare(comparison{goal: "L5", work: "start, answer to initialize", waits: true, ours: []task{server}, rivals: []rival{b.nothing(3)}})
	return nil
}
