package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// nearest is N1. What a file costs is the difference of many files and few.
func (b *bench) nearest() error {
	const few, many = 4, 24
	rnd := rand.New(rand.NewPCG(9, 1))
	var all []*editedFile
	var chat, fewChat strings.Builder
	names := []string{b.empty}
	for i := range many {
		f := &editedFile{path: fmt.Sprintf("file%d.go", i), before: sourceLines(rnd, 20_000)}
		at := rnd.IntN(len(f.before) - 10)
		needle := block(f.path, misspelled(f.before[at:at+10]), []string{"new"})
		chat.WriteString(needle)
		if i < few {
			fewChat.WriteString(needle)
		}
		all, names = append(all, f), append(names, f.path)
	}
	large, err := b.folder(chat.String(), all)
	if err != nil {
		return err
	}
	small, err := b.folder(fewChat.String(), all)
	if err != nil {
		return err
	}
	for _, binary := range b.binaries {
		out, err := large.command(binary, "check").execute()
		if err != nil {
			return err
		}
		if found := bytes.Count(out, []byte("not found")); found < many {
			return fmt.Errorf("%d of %d blocks are not found", found, many)
		}
	}
	perFile := func(ofMany, ofFew command) (sample, error) {
		x, err := ofMany.measure()
		y, err2 := ofFew.measure()
		return sample{Wall: (x.Wall - y.Wall) / (many - few), CPU: (x.CPU - y.CPU) / (many - few)}, errors.Join(err, err2)
	}
	find := task{"", func(binary string) (sample, error) {
		return perFile(large.command(binary, "check"), small.command(binary, "check"))
	}}
	split := task{"read and split it", func(string) (sample, error) {
		return perFile(command{dir: large.root, args: names}, command{dir: large.root, args: names[:few+1]})
	}}
	b.compare(comparison{goal: "N1", work: "closest lines in a file of 20,000", ours: []task{find}, rivals: []rival{{split, 10}}})
	return nil
}

// longLine is the rest of M1: many edits inside one long line, in a check and in a
// server.
func (b *bench) longLine() error {
	chat, files := longLine(300)
	f, err := b.folder(chat, files)
	if err != nil {
		return err
	}
	work := "300 edits inside one line of " + size(f.input)
	if s, err := f.task("", "check").run(b.binaries[0]); err != nil {
		b.fail("M1", "check, "+work, err)
	} else {
		b.memory("M1", "check, "+work, s.RSS, f.input, 3, 20e6)
	}
	c, err := start(f.root, b.binaries[0])
	if err != nil {
		return err
	}
	if _, err := c.opened(chat); err != nil {
		return fmt.Errorf("server, %s: %w", work, err)
	}
	middle := strings.Count(chat, "\n") / 2
	s, err := c.measure(b.strokes, func(c *client) (time.Duration, error) { return c.keystroke(middle) })
	if err != nil {
		return fmt.Errorf("server, %s: %w", work, err)
	}
	b.memory("M1", fmt.Sprintf("server, %d keystrokes (p95 %s), %s", b.strokes, short(s.Wall), work), s.RSS, f.input, 4, 40e6)
	_, err = c.stop()
	return err
}

// maxGrowth is how many times the time and the memory ten times the input may take.
const maxGrowth = 12

// hostile is H1: checks of hostile inputs, and keystrokes without a pause.
func (b *bench) hostile() error {
	for _, h := range hostileInputs {
		if err := b.growth(h); err != nil {
			b.fail("H1", h.name, err)
		}
	}
	chat, files := history(2, 200_000, 35, 3)
	f, err := b.folder(chat, files)
	if err != nil {
		return err
	}
	line := places(strings.Split(chat, "\n"))[4].line
	storm := func(name string, n int) task {
		return task{name, func(binary string) (sample, error) { return f.storm(binary, line, n) }}
	}
	b.compare(comparison{
		goal: "H1", work: "5,000 keystrokes at once, chat of 200 KB", memory: true,
		ours: []task{storm("", 5_000)}, rivals: []rival{{storm("a tenth", 500), maxGrowth}},
	})
	return nil
}

// growth measures a hostile input and a tenth of it, and how soon its check is given up.
func (b *bench) growth(h hostile) error {
	tenth, err := b.folder(h.input(h.n / 10))
	if err != nil {
		return err
	}
	f, err := b.folder(h.input(h.n))
	if err != nil {
		return err
	}
	b.compare(comparison{
		goal: "H1", work: "check, " + count(h.n) + " " + h.name, memory: true,
		ours: []task{f.task("", "check")}, rivals: []rival{{tenth.task("a tenth", "check"), maxGrowth}},
	})
	var all []sample
	for range b.rounds {
		s, err := f.giveUp(b.binaries[0])
		if err != nil {
			return fmt.Errorf("giving up: %w", err)
		}
		all = append(all, s)
	}
	took, most := summarize(all).Wall, 50*time.Millisecond
	b.add(row{goal: "H1", work: "giving up, " + count(h.n) + " " + h.name, must: "≤ " + short(most), measured: short(took), met: verdict(took <= most)})
	return nil
}

// giveUp replaces the text of a chat while it's being checked, and measures the time
// until the diagnostics of the new text.
func (f folder) giveUp(binary string) (sample, error) {
	c, err := start(f.root, binary)
	if err != nil {
		return sample{}, err
	}
	if err := c.open(f.text); err != nil {
		return sample{}, err
	}
	// The answer says that the chat has been read; its check goes on.
	if err := c.call("textDocument/hover", object{"textDocument": object{"uri": "untitled:none"}, "position": position{}}, nil); err != nil {
		return sample{}, err
	}
	took, err := c.took(func() error { return c.change(object{"text": block("none.txt", []string{"old"}, []string{"new"})}) })
	if err != nil {
		return sample{}, err
	}
	_, err = c.stop()
	return sample{Wall: took}, err
}

// storm types n characters without waiting, and measures until the last diagnostics.
func (f folder) storm(binary string, line, n int) (sample, error) {
	c, err := start(f.root, binary)
	if err != nil {
		return sample{}, err
	}
	if _, err := c.opened(f.text); err != nil {
		return sample{}, err
	}
	before, _ := c.usage()
	wall, err := c.took(func() error {
		for range n {
			if err := c.press(line); err != nil {
				return err
			}
		}
		return nil
	})
	cpu, peak := c.usage()
	_, stopped := c.stop()
	return sample{wall, cpu - before, peak}, errors.Join(err, stopped)
}
