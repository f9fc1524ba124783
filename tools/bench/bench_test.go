package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMain lets this program be the launcher and the server that only answers.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "launch" || os.Args[1] == "answer") {
		main()
		return
	}
	os.Exit(m.Run())
}

func tiny(t *testing.T) *bench {
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	return &bench{dir: dir, rounds: 2, strokes: 3}
}

var blockText = regexp.MustCompile("(?s)(\\S+)\n```go\n<<<<<<< SEARCH\n(.*?)=======\n(.*?)>>>>>>> REPLACE\n```\n")

// applied applies the edits of a chat whose lines are unique, and counts the others.
func applied(t *testing.T, chat string, files []file) (after map[string]string, failed int) {
	after = map[string]string{}
	for _, f := range files {
		after[f.path] = f.before
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
	for _, e := range []edits{{1, 20, 1}, {1, 40, 2}, {2, 600, 60}, {3, 200, 30}} {
		files, blocks, failing := e.generate()
		require.Len(t, blocks, e.blocks)
		after, failed := applied(t, strings.Join(blocks, ""), files)
		assert.Zero(t, failed)
		for _, f := range files {
			assert.Equal(t, f.after, after[f.path])
			assert.Equal(t, e.lines, strings.Count(f.before, "\n"))
		}
		_, failed = applied(t, strings.Join(failing, ""), files)
		assert.Equal(t, e.files, failed)
		again, _, _ := e.generate()
		assert.Equal(t, files, again)
	}
}

func TestHistory(t *testing.T) {
	e := edits{5, 500, 30}
	files, _, _ := e.generate()
	f := tiny(t).history(e, 40_000)
	assert.InDelta(t, 40_000, len(f.chat), 1_000)
	_, failed := applied(t, f.chat, files)
	assert.Equal(t, 6, failed, "a fifth")
	assert.Equal(t, 10, strings.Count(f.chat, "\n#### "))
	lines := strings.Split(f.chat, "\n")
	all := cursors(f.chat)
	require.Len(t, all, 6)
	for i, c := range all {
		assert.Equal(t, i >= 3, lines[c.line-1] == marker, c.where)
		assert.Equal(t, i < 3, strings.HasPrefix(lines[c.line], "Step "), c.where)
		assert.True(t, i%3 == 0 || c.line > all[i-1].line, c.where)
	}
}

func TestHostileInputsGrow(t *testing.T) {
	for _, h := range hostileInputs {
		chat, target := h.input(40)
		larger, largerTarget := h.input(400)
		growth := float64(len(larger)+len(largerTarget.before)) / float64(len(chat)+len(target.before))
		assert.InDelta(t, 10, growth, 3, h.name)
	}
}

// git applies a diff and is measured.
func TestCommandsAreMeasured(t *testing.T) {
	b := tiny(t)
	files, blocks, _ := edits{2, 100, 8}.generate()
	f := b.folder(strings.Join(blocks, ""), files...)
	f.write("edits.diff", difference(f.dir, "a", "b"))
	s := f.applying("git apply ../edits.diff")()
	assert.Positive(t, s[wall])
	assert.Positive(t, s[cpu])
	if runtime.GOOS == "linux" {
		assert.Greater(t, s[memory], 1e6)
	}
	check := f.checking(gitCheck)
	b.compare(1, "work", check, rival{"S1", "git", check, cpu, 1e9, 0})
	require.Len(t, b.rows, 1)
	assert.NotContains(t, b.rows[0].String(), "NOT MET")
	assert.Panics(t, func() { f.applying(gitCheck)() }, "the files aren't as the edits should leave them")
	assert.NotPanics(t, func() { f.checking("git no-such-command")() }, "exit status 1")
	assert.Panics(t, func() { f.checking("no-such-program")() })
}

// The server that only answers takes the keystrokes.
func TestTypingIsMeasured(t *testing.T) {
	f := tiny(t).history(edits{2, 500, 6}, 5_000)
	c := f.start(get(os.Executable()), "answer")
	c.opened(f.chat)
	version := c.version
	assert.Positive(t, c.keystroke(3)[wall])
	assert.Equal(t, version+1, c.version)
	assert.Equal(t, "[]", c.shown)
	assert.Equal(t, "null", c.ask("hover", 3))
	assert.Panics(t, func() { c.verifyTyping(f.chat) }, "no diagnostics")
	require.NoError(t, c.cmd.Process.Kill())
	assert.Panics(t, func() { c.keystroke(0) }, "a server that has ended")
}

func TestEachRoundStartsWithAnother(t *testing.T) {
	var order []string
	work := func(name string, unit float64) func() sample {
		return func() sample {
			order = append(order, name)
			n := float64(len(order))
			return sample{unit * n, 100 * unit, n}
		}
	}
	b := &bench{rounds: 3}
	b.compare(1, "work", work("a", 1), rival{"S1", "other", work("b", 10), cpu, 1, 0})
	assert.Equal(t, "a b b a a b", strings.Join(order, " "))
	assert.Equal(t, sample{4, 100, 4}, b.rows[0].ours)
	assert.Equal(t, sample{30, 1000, 3}, b.rows[0].other)
	order = nil
	b.compare(2, "work", work("a", 1), rival{"S1", "other", work("b", 10), cpu, 1, 0})
	assert.Equal(t, "a a b b b b a a a a b b", strings.Join(order, " "))
}

func TestTableAndPage(t *testing.T) {
	b := &bench{}
	ours, other := sample{2e6, 3e6, 5e6}, sample{4e6, 1e6, 1e6}
	b.rows = []row{
		{"check", rival{"S1", "other", nil, cpu, 2, 0}, ours, other},
		{"check", rival{"S1", "third", nil, cpu, 3, 0}, ours, other},
		{"key", rival{"L1", "other", nil, wall, 0.5, 0}, ours, other},
		{"key", atMost("L1", 1e6), ours, sample{1e6}},
		{"memory", rival{"M1", "input", nil, memory, 3, 1e6}, ours, other},
		{"memory", rival{"M1", "input", nil, memory, 3, 3e6}, ours, other},
	}
	var table []string
	for _, r := range b.rows {
		table = append(table, strings.Join(strings.Fields(r.String()), " "))
	}
	assert.Equal(t, []string{
		"S1 check other 3 × cpu 2 ×: NOT MET 2 ms (cpu 3 ms) 4 ms (cpu 1 ms)",
		"S1 check third 3 × cpu 3 × 2 ms (cpu 3 ms) 4 ms (cpu 1 ms)",
		"L1 key other 0.5 × wall 0.5 × 2 ms 4 ms",
		"L1 key the limit 2 × wall 1 ×: NOT MET 2 ms 1 ms",
		"M1 memory input 5 × memory 3 × + 1 MB: NOT MET 5 MB 1 MB",
		"M1 memory input 5 × memory 3 × + 3 MB 5 MB 1 MB",
	}, table)
	page := b.page()
	assert.Contains(t, page, "---|\n| check | 2 ms (cpu 3 ms) | other: 4 ms (cpu 1 ms)<br>third: 4 ms (cpu 1 ms) |\n\n##")
	assert.Contains(t, page, "---|\n| key | 2 ms | other: 4 ms |\n\n##")
	assert.NotContains(t, page, "MET")
}
