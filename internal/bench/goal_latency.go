package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// latency is P13: what a person waits for, at the real program over pipes.
func (b *bench) latency() {
	b.title("P13  latency of the server process, over pipes")
	if err := b.startup(); err != nil {
		b.fail("P13", "start", err)
	}
	if err := b.trivial(); err != nil {
		b.fail("P13", "trivial request", err)
	}
	s := b.scale
	h := longHistory(13, s.history, s.historyBlocks, 50)
	work := fmt.Sprintf("a history of %s, %d blocks, %d targets", bytesOf(int64(len(h.chat))), h.blocks, len(h.files))
	dir, err := os.MkdirTemp("", "bench-history-")
	if err == nil {
		defer os.RemoveAll(dir)
		if err = write(dir, h.files); err == nil {
			err = b.typed(work, dir, h.chat, 20*time.Millisecond)
		}
	}
	if err != nil {
		b.fail("P13", work, err)
	}
	for _, size := range s.typed {
		if err := b.growing(size); err != nil {
			b.fail("P13", "typing into a chat of "+bytesOf(int64(size)), err)
		}
	}
	if b.history == "" {
		fmt.Fprintln(b.out, "SKIPPED: the real history: no folder was given (-history)")
		b.results = append(b.results, result{"P13", "a real history", "", "no folder was given", "skipped"})
		return
	}
	if err := b.realHistory(); err != nil {
		b.fail("P13", "a real history", err)
	}
}

// quantiles prints a distribution.
func (b *bench) quantiles(what string, list []time.Duration) (p50, p95, p99 time.Duration) {
	slices.Sort(list)
	p50, p95, p99 = quantile(list, 0.5), quantile(list, 0.95), quantile(list, 0.99)
	fmt.Fprintf(b.out, "%10s least %10s p50 %10s p95 %10s p99 %10s most  %s (%d)\n",
		short(list[0]), short(p50), short(p95), short(p99), short(list[len(list)-1]), what, len(list))
	return p50, p95, p99
}

// keep adds a goal in time to the summary.
func (b *bench) keep(work, of string, got, most time.Duration) {
	b.results = append(b.results, result{"P13", work, of + " ≤ " + short(most), short(got), verdict(got <= most)})
}

// startup measures from the start of the process to the answer to initialize.
func (b *bench) startup() error {
	dir, err := os.MkdirTemp("", "bench-start-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var starts []time.Duration
	for range b.scale.starts {
		began := time.Now()
		c, err := started(dir, b.binary)
		if err != nil {
			return err
		}
		if _, err := c.initialize(dir); err != nil {
			return err
		}
		starts = append(starts, time.Since(began))
		if err := c.stop(); err != nil {
			return err
		}
	}
	p50, _, _ := b.quantiles("start until the answer to initialize", starts)
	b.keep("start until the answer to initialize", "median", p50, 20*time.Millisecond)
	return nil
}

// turn is how many requests one process is sent before the other is.
const turn = 50

// trivial measures requests that need no work, and turn about the same requests to a
// process that does nothing but answer.
func (b *bench) trivial() (err error) {
	dir, err := os.MkdirTemp("", "bench-trivial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var clients [2]*client
	for i, args := range [][]string{{b.binary}, {self, echoer}} {
		c, err := started(dir, args[0], args[1:]...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.stop()) }()
		if _, err := c.initialize(dir); err != nil {
			return err
		}
		clients[i] = c
	}
	var took [2][]time.Duration
	for len(took[0]) < b.scale.requests {
		for i, c := range clients {
			for range turn {
				t, err := c.call(nothing())
				if err != nil {
					return err
				}
				took[i] = append(took[i], t)
			}
		}
	}
	_, _, p99 := b.quantiles("trivial request", took[0])
	b.keep("trivial request", "p99", p99, time.Millisecond)
	_, _, p99 = b.quantiles("trivial request to a process that does nothing but answer", took[1])
	b.results = append(b.results, result{"P13", "trivial request to a process that does nothing but answer: the share of machine and client", "p99", short(p99), "for information"})
	return nil
}

// growing types into the middle of a chat of a size, to show how a keystroke grows.
func (b *bench) growing(size int) (err error) {
	h := longHistory(13, size, size/(5*kb), 50)
	dir, err := os.MkdirTemp("", "bench-growing-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := write(dir, h.files); err != nil {
		return err
	}
	c, err := started(dir, b.binary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.stop()) }()
	if _, err := c.initialize(dir); err != nil {
		return err
	}
	uri := string(protocol.FileURI(filepath.Join(dir, "chat.md")))
	if _, err := c.open(uri, h.chat+failing); err != nil {
		return err
	}
	lines := strings.Split(h.chat, "\n")
	at := proseNear(lines, len(lines)/2)
	var all []time.Duration
	for range b.scale.keystrokes {
		took, err := c.keystroke(uri, at, 0, "x")
		if err != nil {
			return err
		}
		all = append(all, took)
	}
	work := fmt.Sprintf("a chat of %s, %s blocks: keystroke until diagnostics, in prose in the middle", bytesOf(int64(size)), count(h.blocks))
	p50, p95, _ := b.quantiles(work, all)
	b.results = append(b.results, result{"P13", work, "median; p95", short(p50) + "; " + short(p95), "for information"})
	return nil
}

// typed opens a chat in a workspace and types into it.
func (b *bench) typed(work, dir, chat string, most time.Duration) (err error) {
	c, err := started(dir, b.binary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.stop()) }()
	if _, err := c.initialize(dir); err != nil {
		return err
	}
	uri := string(protocol.FileURI(filepath.Join(dir, "chat.md")))
	took, err := c.open(uri, chat+failing)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "%s: %s until its first diagnostics\n", work, short(took))
	lines := strings.Split(chat, "\n")
	places := []struct {
		name       string
		goal       bool
		line, char int
	}{
		{"prose at the end", true, len(lines) - 1, 0},
		{"prose in the middle", false, proseNear(lines, len(lines)/2), 0},
		{"the old lines of a block in the middle", false, blockNear(lines, len(lines)/2), 0},
	}
	for _, p := range places {
		var all []time.Duration
		for range b.scale.keystrokes {
			took, err := c.keystroke(uri, p.line, p.char, "x")
			if err != nil {
				return err
			}
			all = append(all, took)
		}
		_, p95, _ := b.quantiles("keystroke until diagnostics, in "+p.name, all)
		b.keep(work+": keystroke until diagnostics, in "+p.name, "p95", p95, most)
	}
	const burst = 300
	frames := make([][]byte, burst)
	for i := range frames {
		if frames[i], err = c.typing(uri, places[1].line, 0, "x"); err != nil {
			return err
		}
	}
	var began, last time.Time
	for i, f := range frames {
		at, err := c.say(f)
		if err != nil {
			return err
		}
		if i == 0 {
			began = at
		}
		last = time.Now()
	}
	m, err := c.published(uri, c.version)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "%s after the first, %s after the last: the last diagnostics of %d edits in a burst\n", short(m.at.Sub(began)), short(m.at.Sub(last)), burst)
	b.results = append(b.results, result{"P13", fmt.Sprintf("%s: %d edits in a burst until the last diagnostics", work, burst), "", short(m.at.Sub(began)), "for information"})
	return nil
}

// proseNear is the first line of prose at or behind a line.
func proseNear(lines []string, from int) int {
	for i := from; i < len(lines); i++ {
		if strings.HasSuffix(lines[i], ".") && strings.Contains(lines[i], " ") && !strings.HasPrefix(lines[i], ">") && !strings.HasPrefix(lines[i], "#") {
			return i
		}
	}
	return from
}

// blockNear is the first line behind the first start of a block at or behind a line.
func blockNear(lines []string, from int) int {
	for i := from; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "<<<<<<< SEARCH") {
			return i + 1
		}
	}
	return from
}

// realHistory types into a real chat, in a workspace with a version of each file that
// it speaks of. The folder is that of internal/realchat.
func (b *bench) realHistory() error {
	const name = "chat-history-slice"
	chat, err := os.ReadFile(filepath.Join(b.history, name+".md"))
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(b.history, name+".json"))
	if err != nil {
		return err
	}
	var listed struct {
		Blocks []struct{ Path, Blob string }
	}
	if err := json.Unmarshal(data, &listed); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench-real-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	placed := map[string]bool{}
	for _, r := range listed.Blocks {
		if r.Blob == "" || placed[r.Path] || !filepath.IsLocal(r.Path) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(b.history, "blobs", filepath.Base(r.Blob)))
		if err != nil {
			return err
		}
		if err := put(filepath.Join(dir, filepath.FromSlash(r.Path)), string(text)); err != nil {
			return err
		}
		placed[r.Path] = true
	}
	work := fmt.Sprintf("a real history of %s, %d listed blocks, %d targets", bytesOf(int64(len(chat))), len(listed.Blocks), len(placed))
	return b.typed(work, dir, string(chat), 20*time.Millisecond)
}
