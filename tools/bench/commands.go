package main

import (
	"encoding/json"
	"errors"
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
	// chat and diff are paths; text is the chat's content. The diff has the same edits.
	root, chat, text, diff string
	// input is the size of chat and targets.
	input int64
	files []*editedFile
}

func (b *bench) folder(text string, files []*editedFile) (folder, error) {
	dir, err := os.MkdirTemp(b.dir, "folder-")
	if err != nil {
		return folder{}, err
	}
	f := folder{b.binary, filepath.Join(dir, "workspace"), filepath.Join(dir, "chat.md"), text, filepath.Join(dir, "edits.diff"), 0, files}
	targets, err := writeBefore(f.root, files)
	f.input = int64(len(text)) + targets
	return f, errors.Join(err, os.WriteFile(f.chat, []byte(text), 0o644), os.WriteFile(f.diff, []byte(diffOf(files)), 0o644))
}

func (f folder) command(args ...string) command {
	return command{dir: f.root, args: slices.Concat([]string{f.binary}, args, []string{f.chat})}
}

// task measures a command of edit-lsp.
func (f folder) task(name string, max float64, args ...string) task {
	return task{name, max, f.command(args...).measure}
}

// other returns a program that reads the diff.
func (f folder) other(args string) command {
	return command{dir: f.root, args: strings.Fields(args), stdin: f.diff}
}

func (b *bench) nothing(max float64) task {
	return task{"empty Go program", max, command{dir: b.dir, args: []string{b.empty}}.measure}
}

// verify checks that a check counts blocks right and, if all apply, that chat and diff give the
// expected files.
func (f folder) verify(blocks, failing int) error {
	out, err := f.command("check", "--format", "json").execute()
	if err != nil {
		return err
	}
	var got struct {
		Summary struct{ Blocks, Validated, Failed int }
	}
	if err := json.Unmarshal(out, &got); err != nil {
		return err
	}
	if s := got.Summary; s.Blocks != blocks || s.Failed != failing || s.Validated != blocks-failing {
		return fmt.Errorf("%d of %d blocks fail, but check counts %+v", failing, blocks, s)
	}
	if failing > 0 {
		return nil
	}
	for _, c := range []command{f.command("apply"), f.other("git apply -"), f.other("patch -p1 -s")} {
		if _, err := f.applied(c); err != nil {
			return err
		}
	}
	return nil
}

// applied measures a command on a fresh copy of the workspace, and checks the files.
func (f folder) applied(c command) (sample, error) {
	copied, err := os.MkdirTemp(filepath.Dir(f.root), "copy-")
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(copied)
	if _, err := writeBefore(copied, f.files); err != nil {
		return sample{}, err
	}
	// Flush the copy, so that the command doesn't wait for it. There may be no sync.
	_ = exec.Command("sync").Run()
	c.dir = copied
	s, err := c.measure()
	if err != nil {
		return s, err
	}
	for _, file := range f.files {
		got, err := os.ReadFile(filepath.Join(copied, filepath.FromSlash(file.path)))
		if err != nil {
			return s, err
		}
		if string(got) != content(file.after()) {
			return s, fmt.Errorf("%s isn't as the edits should leave it", file.path)
		}
	}
	return s, nil
}

// checks measures S1 to S4 and M1.
func (b *bench) checks(goal string, files, lines, changes int, git, patch float64) error {
	list := edits(1, files, lines, changes)
	f, err := b.folder(chatOf(list, 0, 0), list)
	if err != nil {
		return err
	}
	if err := f.verify(changes, 0); err != nil {
		return err
	}
	c := comparison{
		goal: goal, work: fmt.Sprintf("%d edits in %d files of %d lines", changes, files, lines),
		ours:   []task{f.task("check, ", 0, "check"), f.task("check as JSON, ", 0, "check", "--format", "json")},
		rivals: []task{{"git apply --check", git, f.other("git apply --check -").measure}},
	}
	if patch > 0 {
		c.rivals = append(c.rivals, task{"patch --dry-run", patch, f.other("patch --dry-run -p1 -s").measure})
	} else {
		c.rivals = append(c.rivals, b.nothing(2))
	}
	took, err := b.compare(c)
	for i, s := range took {
		b.memory("M1", c.ours[i].name+c.work, s.RSS, f.input, 3, 20e6)
	}
	return err
}

func (b *bench) failing() error {
	files := edits(5, 100, 2_000, 1_000)
	good, err := b.folder(chatOf(files, 0, 0), files)
	if err != nil {
		return err
	}
	bad, err := b.folder(chatOf(files, 10, 0), files)
	if err != nil {
		return err
	}
	if err := errors.Join(good.verify(1_000, 0), bad.verify(1_000, 100)); err != nil {
		return err
	}
	_, err = b.compare(comparison{
		goal: "S5", work: "check, 1000 blocks, 100 failing", ours: []task{bad.task("", 0, "check")},
		rivals: []task{good.task("none failing", 2, "check")},
	})
	return err
}

// applies measures S6, each run with fresh files.
func (b *bench) applies() error {
	files := edits(6, 100, 2_000, 1_000)
	f, err := b.folder(chatOf(files, 0, 0), files)
	if err != nil {
		return err
	}
	applied := func(c command) func() (sample, error) {
		return func() (sample, error) { return f.applied(c) }
	}
	_, err = b.compare(comparison{
		goal: "S6", work: "apply, 1000 edits in 100 files", ours: []task{{"", 0, applied(f.command("apply"))}},
		rivals: []task{{"git apply", 2, applied(f.other("git apply -"))}},
	})
	return err
}

func (b *bench) outputs() error {
	files := edits(7, 1_000, 200, 10_000)
	f, err := b.folder(chatOf(files, 10, 0), files)
	if err != nil {
		return err
	}
	_, err = b.compare(comparison{
		goal: "S7", work: "10000 blocks, 1000 failing",
		ours: []task{
			f.task("list, ", 0, "list"), f.task("diff, ", 0, "diff"), f.task("retry, ", 0, "retry"),
			f.task("check as SARIF, ", 0, "check", "--format", "sarif"),
		},
		rivals: []task{f.task("check", 1.5, "check")},
	})
	return err
}

// nearest measures N1, with so many files that starting programs doesn't count.
func (b *bench) nearest() error {
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
	f, err := b.folder(chat.String(), files)
	if err != nil {
		return err
	}
	if err := f.verify(many, many); err != nil {
		return err
	}
	_, err = b.compare(comparison{
		goal: "N1", work: fmt.Sprintf("closest lines in %d files of 20000", many), ours: []task{f.task("", 0, "check")},
		rivals: []task{{"read and split them", 10, command{dir: f.root, args: args}.measure}},
	})
	return err
}

// hostile measures H1 and the rest of M1: hostile inputs, a tenth of each, and how soon a check can be
// cancelled.
func (b *bench) hostile() error {
	const maxGrowth, soon = 12, 50 * time.Millisecond
	for _, h := range hostileInputs {
		tenth, err := b.folder(h.input(h.n / 10))
		if err != nil {
			return err
		}
		f, err := b.folder(h.input(h.n))
		if err != nil {
			return err
		}
		work := fmt.Sprintf("%d %s", h.n, h.name)
		took, err := b.compare(comparison{
			goal: "H1", work: "check, " + work, memory: true, ours: []task{f.task("", 0, "check")},
			rivals: []task{tenth.task("a tenth", maxGrowth, "check")},
		})
		if err != nil {
			b.fail("H1", work, err)
			continue
		}
		if h.memory {
			b.memory("M1", "check, "+work, took[0].RSS, f.input, 3, 20e6)
		}
		given, err := b.compare(comparison{ours: []task{{"giving up, " + work, 0, f.giveUp}}})
		if err != nil {
			b.fail("H1", work, err)
			continue
		}
		wall := given[0].Wall
		b.add(row{goal: "H1", work: "giving up, " + work, must: "≤ " + short(soon), measured: short(wall), met: verdict(wall <= soon)})
	}
	return nil
}
