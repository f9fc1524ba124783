package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// folder is a workspace with a chat that edits it.
type folder struct {
	binary string
	// root, after and chat are paths: the workspace, the files as the edits should leave them, and the
	// chat, whose content is text.
	root, after, chat, text string
	// diff is the path of a diff with the same edits. Its line numbers are right, the best case for patch
	// and git apply.
	diff string
	// input is the size of chat and targets.
	input int64
}

func (b *bench) folder(text string, files []*editedFile) folder {
	dir := get(os.MkdirTemp(b.dir, "folder-"))
	in := func(name string) string { return filepath.Join(dir, name) }
	f := folder{binary: b.binary, root: in("a"), after: in("b"), chat: in("chat.md"), text: text, diff: in("edits.diff"), input: int64(len(text))}
	for _, file := range files {
		f.input += int64(file.write(f.root, file.before))
		file.write(f.after, file.after())
	}
	must(os.WriteFile(f.chat, []byte(text), 0o644))
	must(os.WriteFile(f.diff, difference(dir, "a", "b"), 0o644))
	return f
}

// difference returns the diff of two directories, which git names without a prefix of its own.
func difference(dir, old, new string) []byte {
	return command{dir: dir, args: []string{"git", "diff", "--no-index", "--no-prefix", old, new}}.execute()
}

func (f folder) command(args ...string) command {
	return command{dir: f.root, args: slices.Concat([]string{f.binary}, args, []string{f.chat})}
}

// task measures a command of edit-lsp.
func (f folder) task(name string, max float64, args ...string) task {
	return task{name, max, f.command(args...).measure}
}

// other returns a program whose last argument is the diff.
func (f folder) other(args ...string) command {
	return command{dir: f.root, args: append(args, f.diff)}
}

func (b *bench) nothing(max float64) task {
	return task{"empty Go program", max, command{dir: b.dir, args: []string{b.empty}}.measure}
}

// verify checks that a check counts blocks right and, if all apply, that chat and diff give the
// expected files.
func (f folder) verify(blocks, failing int) {
	var got struct {
		Summary struct{ Blocks, Validated, Failed int }
	}
	must(json.Unmarshal(f.command("check", "--format", "json").execute(), &got))
	if s := got.Summary; s.Blocks != blocks || s.Failed != failing || s.Validated != blocks-failing {
		must(fmt.Errorf("%d of %d blocks fail, but check counts %+v", failing, blocks, s))
	}
	if failing > 0 {
		return
	}
	for _, c := range []command{f.command("apply"), f.other("git", "apply"), f.other("patch", "-p1", "-s", "-i")} {
		f.applied(c)
	}
}

// applied measures a command on a fresh copy of the workspace, and checks the files.
func (f folder) applied(c command) sample {
	c.dir = get(os.MkdirTemp(filepath.Dir(f.root), "copy-"))
	defer os.RemoveAll(c.dir)
	must(os.CopyFS(c.dir, os.DirFS(f.root)))
	// Flush the copy, so that the command doesn't wait for it. There may be no sync.
	_ = exec.Command("sync").Run()
	s := c.measure()
	if wrong := difference(c.dir, f.after, "."); len(wrong) > 0 {
		must(fmt.Errorf("the files aren't as the edits should leave them: %.200s", wrong))
	}
	return s
}

// checks measures S1 to S4 and M1.
func (b *bench) checks(goal string, files, lines, changes int, git, patch float64) {
	list := edits(1, files, lines, changes)
	f := b.folder(chatOf(list, 0, 0), list)
	f.verify(changes, 0)
	c := comparison{
		goal: goal, work: fmt.Sprintf("%d edits in %d files of %d lines", changes, files, lines),
		ours:   []task{f.task("check, ", 0, "check"), f.task("check as JSON, ", 0, "check", "--format", "json")},
		rivals: []task{{"git apply --check", git, f.other("git", "apply", "--check").measure}},
	}
	if patch > 0 {
		c.rivals = append(c.rivals, task{"patch --dry-run", patch, f.other("patch", "--dry-run", "-p1", "-s", "-i").measure})
	} else {
		c.rivals = append(c.rivals, b.nothing(2))
	}
	for i, s := range b.compare(c) {
		b.memory("M1", c.ours[i].name+c.work, s.RSS, f.input, 3, 20e6)
	}
}

func (b *bench) failing() {
	files := edits(5, 100, 2_000, 1_000)
	good, bad := b.folder(chatOf(files, 0, 0), files), b.folder(chatOf(files, 10, 0), files)
	good.verify(1_000, 0)
	bad.verify(1_000, 100)
	b.compare(comparison{
		goal: "S5", work: "check, 1000 blocks, 100 failing", ours: []task{bad.task("", 0, "check")},
		rivals: []task{good.task("none failing", 2, "check")},
	})
}

// applies measures S6, each run with fresh files.
func (b *bench) applies() {
	files := edits(6, 100, 2_000, 1_000)
	f := b.folder(chatOf(files, 0, 0), files)
	applied := func(c command) func() sample {
		return func() sample { return f.applied(c) }
	}
	b.compare(comparison{
		goal: "S6", work: "apply, 1000 edits in 100 files", ours: []task{{"", 0, applied(f.command("apply"))}},
		rivals: []task{{"git apply", 2, applied(f.other("git", "apply"))}},
	})
}

func (b *bench) outputs() {
	files := edits(7, 1_000, 200, 10_000)
	f := b.folder(chatOf(files, 10, 0), files)
	b.compare(comparison{
		goal: "S7", work: "10000 blocks, 1000 failing",
		ours: []task{
			f.task("list, ", 0, "list"), f.task("diff, ", 0, "diff"), f.task("retry, ", 0, "retry"),
			f.task("check as SARIF, ", 0, "check", "--format", "sarif"),
		},
		rivals: []task{f.task("check", 1.5, "check")},
	})
}

// nearest measures N1, with so many files that starting programs doesn't count.
func (b *bench) nearest() {
	const many = 24
	files := edits(9, many, 20_000, many)
	args := []string{b.empty}
	var chat strings.Builder
	for _, f := range files {
		args = append(args, f.path)
		lines := slices.Clone(f.before[f.changes[0].first:][:10])
		for i := range lines {
			lines[i] += "q" // so none is in the file
		}
		chat.WriteString(block(f.path, lines, []string{"new"}))
	}
	f := b.folder(chat.String(), files)
	f.verify(many, many)
	b.compare(comparison{
		goal: "N1", work: fmt.Sprintf("closest lines in %d files of 20000", many), ours: []task{f.task("", 0, "check")},
		rivals: []task{{"read and split them", 10, command{dir: f.root, args: args}.measure}},
	})
}

// hostile measures H1 and the rest of M1: hostile inputs, a tenth of each, and how soon a check can be
// cancelled.
func (b *bench) hostile() {
	const maxGrowth, soon = 12, 50 * time.Millisecond
	for _, h := range hostileInputs {
		work := fmt.Sprintf("%d %s", h.n, h.name)
		tenth, f := b.folder(h.input(h.n/10)), b.folder(h.input(h.n))
		took := b.compare(comparison{
			goal: "H1", work: "check, " + work, memory: true, ours: []task{f.task("", 0, "check")},
			rivals: []task{tenth.task("a tenth", maxGrowth, "check")},
		})
		if h.memory {
			b.memory("M1", "check, "+work, took[0].RSS, f.input, 3, 20e6)
		}
		wall := b.compare(comparison{ours: []task{{"", 0, f.giveUp}}})[0].Wall
		b.add(row{goal: "H1", work: "giving up, " + work, must: "≤ " + short(soon), measured: short(wall), met: verdict(wall <= soon)})
	}
}
