package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMain lets this program be the launcher and the server that only answers.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == launchFlag || os.Args[1] == answerFlag) {
		main()
		return
	}
	os.Exit(m.Run())
}

// tiny returns a small bench, with this program instead of edit-lsp.
func tiny(t *testing.T) *bench {
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	return &bench{binary: self, self: self, empty: self, dir: dir, rounds: 2, strokes: 3}
}

var blockText = regexp.MustCompile("(?s)(\\S+)\n```go\n<<<<<<< SEARCH\n(.*?)=======\n(.*?)>>>>>>> REPLACE\n```\n")

// apply applies the edits of a chat whose lines are unique, and counts the others.
func apply(t *testing.T, chat string, files []*editedFile) (after map[string]string, failed int) {
	after = map[string]string{}
	for _, f := range files {
		after[f.path] = content(f.before)
	}
	for _, m := range blockText.FindAllStringSubmatch(chat, -1) {
		require.Contains(t, after, m[1])
		if strings.Count(after[m[1]], m[2]) != 1 {
			failed++
			continue
		}
		after[m[1]] = strings.Replace(after[m[1]], m[2], m[3], 1)
	}
	return after, failed
}

func TestChatsMakeTheEdits(t *testing.T) {
	for _, n := range [][3]int{{1, 20, 1}, {1, 40, 2}, {2, 1000, 60}} {
		files := edits(1, n[0], n[1], n[2])
		after, failed := apply(t, chatOf(files, 0, 0), files)
		assert.Zero(t, failed)
		for _, f := range files {
			require.Len(t, f.changes, n[2]/n[0])
			assert.Equal(t, content(f.after()), after[f.path])
		}
	}
	files := edits(1, 3, 200, 30)
	_, failed := apply(t, chatOf(files, 10, 0), files)
	assert.Equal(t, 3, failed, "the last block of each file")
}

func TestHistory(t *testing.T) {
	files := edits(1, 5, 500, 30)
	chat := chatOf(files, 5, 40_000)
	assert.InDelta(t, 40_000, len(chat), 1_000)
	_, failed := apply(t, chat, files)
	assert.Equal(t, 6, failed, "a fifth")
	assert.Equal(t, 10, strings.Count(chat, "\n#### "))
	lines := strings.Split(chat, "\n")
	all := cursors(lines)
	require.Len(t, all, 6)
	for i, p := range all {
		assert.Equal(t, i >= 3, lines[p.line-1] == "<<<<<<< SEARCH", p.name)
		assert.True(t, i%3 == 0 || p.line > all[i-1].line, p.name)
	}
}

func TestInputsAreTheSameEachTime(t *testing.T) {
	for _, h := range hostileInputs {
		chat, files := h.input(40)
		again, filesAgain := h.input(40)
		assert.True(t, chat == again, h.name)
		assert.Equal(t, files, filesAgain, h.name)
		larger, largerFiles := h.input(400)
		assert.InDelta(t, 10, float64(length(larger, largerFiles))/float64(length(chat, files)), 3, h.name)
	}
}

func length(chat string, files []*editedFile) int {
	n := len(chat)
	for _, f := range files {
		n += len(content(f.before))
	}
	return n
}

// One round of the commands; git applies a diff and is measured.
func TestCommandsAreMeasured(t *testing.T) {
	b := tiny(t)
	files := edits(1, 2, 100, 8)
	f := b.folder(chatOf(files, 0, 0), files)
	s := f.applied(f.other("git", "apply"))
	assert.Positive(t, s.Wall)
	if runtime.GOOS == "linux" {
		assert.Greater(t, s.RSS, int64(1e6))
		assert.Positive(t, s.CPU)
	}
	assert.Panics(t, func() { f.applied(f.other("git", "apply", "--check")) }, "the files aren't as the edits should leave them")
	check := task{"git apply --check", 1e9, f.other("git", "apply", "--check").measure}
	took := b.compare(comparison{goal: "S1", work: "work", ours: []task{check}, rivals: []task{check}})
	require.Len(t, took, 1)
	assert.Equal(t, "met", b.rows[0].met)
	assert.NotPanics(t, func() { command{dir: b.dir, args: []string{"git", "no-such-command"}}.measure() }, "exit status 1")
	assert.Panics(t, func() { command{dir: b.dir, args: []string{"no-such-program"}}.measure() })
}

// One round of typing, with the server that only answers.
func TestTypingIsMeasured(t *testing.T) {
	b := tiny(t)
	files := edits(1, 2, 500, 6)
	chat := chatOf(files, 5, 5_000)
	c := start(b.dir, b.self, answerFlag)
	all := cursors(strings.Split(chat, "\n"))
	c.verifyTyping(chat, all)
	version := c.version
	s := times(b.strokes, func() sample { return c.keystroke(all[0].line) })()
	assert.Positive(t, s.Wall)
	assert.Equal(t, version+b.strokes, c.version)
	require.NoError(t, c.cmd.Process.Kill())
	assert.Panics(t, func() { c.keystroke(0) }, "a server that has ended")
}

func TestEachRoundStartsWithAnother(t *testing.T) {
	var order []string
	work := func(name string, unit time.Duration) task {
		return task{name: name, run: func() sample {
			order = append(order, name)
			n := time.Duration(len(order))
			return sample{Wall: unit * n, CPU: 100 * unit, RSS: int64(n)}
		}}
	}
	b := &bench{rounds: 3}
	all := b.compare(comparison{ours: []task{work("a", 1), work("b", 10)}})
	assert.Equal(t, "a b b a a b", strings.Join(order, " "))
	assert.Equal(t, []sample{{4, 100, 5}, {30, 1000, 6}}, all)
}

func TestTableAndPage(t *testing.T) {
	b := &bench{}
	ours, other := sample{2e6, 3e6, 5e6}, sample{4e6, 1e6, 1e6}
	r := task{name: "other", max: 2}
	b.add(comparison{goal: "S1", work: "by processor"}.row(task{}, r, ours, other))
	b.add(comparison{goal: "L1", work: "by wall", maxWall: time.Millisecond}.row(task{}, r, sample{Wall: 2e6}, other))
	b.add(comparison{goal: "L5", work: "by wall"}.row(task{}, r, sample{Wall: 2e6}, other))
	b.add(comparison{goal: "H1", work: "with memory", memory: true}.row(task{}, r, ours, other))
	b.memory("M1", "memory", 25e6, 2e6, 3, 20e6)
	var verdicts, measured []string
	for _, r := range b.rows {
		verdicts, measured = append(verdicts, r.met), append(measured, r.measured)
	}
	assert.Equal(t, []string{"NOT MET", "NOT MET", "met", "NOT MET", "met"}, verdicts)
	assert.Equal(t, []string{
		"3 × cpu", "0.5 × wall", "0.5 × wall", "3 × cpu, 5 × memory", "0.962 of that",
	}, measured)
	var table strings.Builder
	require.NoError(t, b.print(&table))
	assert.Equal(t, 6, strings.Count(table.String(), "\n"))
	page := b.page()
	assert.Contains(t, page, "| by processor | 2 ms (cpu 3 ms) | other: 4 ms (cpu 1 ms) |\n")
	assert.Contains(t, page, "| memory | 25 MB | input: 2 MB |\n")
	assert.NotContains(t, page, "MET")
	assert.Equal(t, "1.5 µs, 1.25 s, 512 KB, 1.5 GB", strings.Join([]string{short(1500), short(1250 * time.Millisecond), size(512e3), size(15e8)}, ", "))
}
