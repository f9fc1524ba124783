package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// folder is a workspace with a chat about it.
type folder struct {
	// root is the workspace; chat is the path of the chat, text what it holds, and diff
	// the path of the same edits as a diff.
	root, chat, text, diff string
	// input is the size of the chat and of its targets.
	input int64
	files []*editedFile
}

// folder writes a workspace, its chat and the diff of its edits.
func (b *bench) folder(text string, files []*editedFile) (folder, error) {
	dir, err := os.MkdirTemp(b.dir, "folder-")
	if err != nil {
		return folder{}, err
	}
	f := folder{filepath.Join(dir, "workspace"), filepath.Join(dir, "chat.md"), text, filepath.Join(dir, "edits.diff"), 0, files}
	targets, err := writeBefore(f.root, files)
	f.input = int64(len(text)) + targets
	return f, errors.Join(err, os.WriteFile(f.chat, []byte(text), 0o644), os.WriteFile(f.diff, []byte(diffOf(files)), 0o644))
}

// command is a command of edit-lsp in the folder.
func (f folder) command(binary string, args ...string) command {
	return command{dir: f.root, args: slices.Concat([]string{binary}, args, []string{f.chat})}
}

// task measures a command of edit-lsp in the folder.
func (f folder) task(name string, args ...string) task {
	return task{name, func(binary string) (sample, error) { return f.command(binary, args...).measure() }}
}

// other measures a program that reads the diff.
func (f folder) other(max float64, name string, args ...string) rival {
	c := command{dir: f.root, args: append(strings.Fields(name), args...), stdin: f.diff}
	return rival{task{name, func(string) (sample, error) { return c.measure() }}, max}
}

// verify checks that the edits of the chat and those of the diff are made, and that a
// check counts the blocks right.
func (b *bench) verify(f folder, blocks, failing int) error {
	for _, binary := range b.binaries {
		out, err := f.command(binary, "check", "--format", "json").execute()
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
		if _, err := f.applied(f.command(binary, "apply"), failing > 0); err != nil {
			return err
		}
	}
	for _, tool := range []string{"patch -p1 -s", "git apply -"} {
		if _, err := f.applied(command{args: strings.Fields(tool), stdin: f.diff}, false); err != nil {
			return err
		}
	}
	return nil
}

// applied measures a command that edits a fresh copy of the workspace, and checks what
// it leaves. With failing, the last edit of each file isn't made.
func (f folder) applied(c command, failing bool) (sample, error) {
	copied, err := os.MkdirTemp(filepath.Dir(f.root), "copy-")
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(copied)
	if _, err := writeBefore(copied, f.files); err != nil {
		return sample{}, err
	}
	// The command must not wait until the copy is on the disk. Where there is no such
	// program, it does.
	_ = exec.Command("sync").Run()
	c.dir = copied
	s, err := c.measure()
	if err != nil {
		return s, err
	}
	want := slices.Clone(f.files)
	for i, file := range want {
		if failing {
			want[i] = &editedFile{file.path, file.before, file.hunks[:len(file.hunks)-1]}
		}
	}
	return s, checkAfter(copied, want)
}

// checks are S1 to S4, and the memory that they take.
func (b *bench) checks() error {
	for _, c := range []struct {
		goal                       string
		files, lines, edits        int
		in                         string
		maxPatch, maxGit, maxEmpty float64
	}{
		{"S1", 5, 500, 10, "5 files of 500 lines", 0, 1.5, 2},
		{"S2", 100, 2_000, 1_000, "100 files of 2,000 lines", 1, 0.7, 0},
		{"S3", 100, 2_000, 10_000, "100 files of 2,000 lines", 1, 0.7, 0},
		{"S4", 1, 100_000, 1_000, "one file of 100,000 lines", 1, 0.1, 0},
	} {
		if !b.wants(c.goal + " M1") {
			continue
		}
		files := edits(1, c.files, c.lines, c.edits)
		f, err := b.folder(chatOf(files, false), files)
		if err != nil {
			return err
		}
		if err := b.verify(f, c.edits, 0); err != nil {
			return err
		}
		work := fmt.Sprintf("%s edits in %s", count(c.edits), c.in)
		ours := []task{f.task("check, ", "check"), f.task("check as JSON, ", "check", "--format", "json")}
		rivals := []rival{f.other(c.maxGit, "git apply --check", "-")}
		if c.maxPatch > 0 {
			rivals = append(rivals, f.other(c.maxPatch, "patch --dry-run", "-p1", "-s"))
		}
		if c.maxEmpty > 0 {
			rivals = append(rivals, b.nothing(c.maxEmpty))
		}
		for i, took := range b.compare(comparison{goal: c.goal, work: work, ours: ours, rivals: rivals}) {
			b.memory("M1", ours[i].name+work, took.RSS, f.input, 3, 20e6)
		}
	}
	return nil
}

// nothing is a Go program that does nothing.
func (b *bench) nothing(max float64) rival {
	c := command{dir: b.dir, args: []string{b.empty}}
	return rival{task{"empty Go program", func(string) (sample, error) { return c.measure() }}, max}
}

// failing is S5.
func (b *bench) failing() error {
	files := edits(5, 100, 2_000, 1_000)
	good, err := b.folder(chatOf(files, false), files)
	if err != nil {
		return err
	}
	bad, err := b.folder(chatOf(files, true), files)
	if err != nil {
		return err
	}
	if err := errors.Join(b.verify(good, 1_000, 0), b.verify(bad, 1_000, 100)); err != nil {
		return err
	}
	b.compare(comparison{
		goal: "S5", work: "check, 1,000 blocks, 100 failing", ours: []task{bad.task("", "check")},
		rivals: []rival{{good.task("none failing", "check"), 2}},
	})
	return nil
}

// applies is S6. Every run begins with the same files, and what it leaves is checked.
func (b *bench) applies() error {
	files := edits(6, 100, 2_000, 1_000)
	f, err := b.folder(chatOf(files, false), files)
	if err != nil {
		return err
	}
	git := command{args: []string{"git", "apply", "-"}, stdin: f.diff}
	b.compare(comparison{
		goal: "S6", work: "apply, 1,000 edits in 100 files",
		ours:   []task{{"", func(binary string) (sample, error) { return f.applied(f.command(binary, "apply"), false) }}},
		rivals: []rival{{task{"git apply", func(string) (sample, error) { return f.applied(git, false) }}, 2}},
	})
	return nil
}

// outputs is S7.
func (b *bench) outputs() error {
	files := edits(7, 1_000, 200, 10_000)
	for _, failing := range []bool{false, true} {
		f, err := b.folder(chatOf(files, failing), files)
		if err != nil {
			return err
		}
		for _, binary := range b.binaries {
			if err := f.verifyOutputs(binary, failing); err != nil {
				return err
			}
		}
		work := "10,000 blocks"
		ours := []task{f.task("list, ", "list"), f.task("diff, ", "diff"), f.task("check as SARIF, ", "check", "--format", "sarif")}
		if failing {
			work = "10,000 blocks, 1,000 failing"
			ours = append(ours, f.task("retry, ", "retry"))
		}
		b.compare(comparison{goal: "S7", work: work, ours: ours, rivals: []rival{{f.task("check", "check"), 1.5}}})
	}
	return nil
}

// verifyOutputs checks that each output has all blocks that it is about.
func (f folder) verifyOutputs(binary string, failing bool) error {
	list, err := f.command(binary, "list").execute()
	if err != nil {
		return err
	}
	if lines := bytes.Count(list, []byte("\n")); lines != strings.Count(f.text, "<<<<<<< SEARCH")+1 {
		return fmt.Errorf("list has %d lines", lines)
	}
	diff, err := f.command(binary, "diff").execute()
	if err != nil {
		return err
	}
	made := f.chat + ".diff"
	if err := os.WriteFile(made, diff, 0o644); err != nil {
		return err
	}
	if _, err := f.applied(command{args: []string{"git", "apply", "-"}, stdin: made}, failing); err != nil || !failing {
		return err
	}
	for _, args := range [][]string{{"retry"}, {"check", "--format", "sarif"}} {
		out, err := f.command(binary, args...).execute()
		if err != nil {
			return err
		}
		for _, file := range f.files {
			if !bytes.Contains(out, []byte(file.path)) {
				return fmt.Errorf("%s doesn't name %s", args[0], file.path)
			}
		}
	}
	return nil
}
