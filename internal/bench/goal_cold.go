package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// python is the program of the contenders in Python.
//
//go:embed contender.py
var python string

// peer is a program that applies edits.
type peer struct {
	name string
	// check and apply are its commands, with the working directory in the workspace.
	// stdin is the file that it reads, or nothing.
	check, apply []string
	stdin        string
	// missing says why it does not take part; empty if it does.
	missing string
	// bound is what our time must keep against its own, and id the goal.
	id    string
	bound *bound
}

// cold are P4, P5 and P6: processes that take a workspace from scratch.
func (b *bench) cold(c coldCase) {
	work := fmt.Sprintf("cold check of %s edits in %d files of %s lines", count(c.hunks), c.files, count(c.lines))
	b.title("P4–P6  %s", work)
	dir, err := os.MkdirTemp("", "bench-cold-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = b.coldIn(dir, c, work)
	}
	if err != nil {
		b.fail("P4–P6", work, err)
	}
}

func (b *bench) coldIn(dir string, c coldCase, work string) error {
	files := edits(uint64(4+c.hunks+c.lines), c.files, c.lines, c.hunks)
	root := filepath.Join(dir, "workspace")
	if err := errors.Join(write(root, files), inputs(dir, files)); err != nil {
		return err
	}
	ours := peer{
		name:  "edit-lsp check",
		check: []string{b.binary, "check", "../anchored.md"}, apply: []string{b.binary, "apply", "../anchored.md"},
	}
	all := append([]peer{ours, {
		name:  "edit-lsp check, search-replace",
		check: []string{b.binary, "check", "../search-replace.md"}, apply: []string{b.binary, "apply", "../search-replace.md"},
	}}, b.peers(c)...)

	var names []peer
	var contenders []*contender
	for _, p := range all {
		if p.missing != "" {
			fmt.Fprintf(b.out, "SKIPPED: %s: %s\n", p.name, p.missing)
			if p.bound != nil {
				b.results = append(b.results, result{p.id, work, p.bound.of(p.name), p.missing, "skipped"})
			}
			continue
		}
		if err := p.applies(dir, files); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		names = append(names, p)
		contenders = append(contenders, &contender{name: p.name, run: child{args: p.check, dir: root, stdin: p.stdin}.measure})
	}
	series, err := rotate(b.rounds, contenders)
	if err != nil {
		return err
	}
	if err := isBefore(root, files); err != nil {
		return err
	}
	b.table(series)
	for i, p := range names {
		if p.bound == nil {
			continue
		}
		b.hold(p.id, work, *p.bound, series[0], series[i])
	}
	return nil
}

// inputs writes the same edits in all the ways in which the peers take them.
func inputs(dir string, files []*editedFile) error {
	for name, text := range map[string]string{
		"anchored.md": anchoredChat(files), "search-replace.md": searchReplaceChat(files), "edits.diff": unifiedDiff(files), "contender.py": python,
	} {
		if err := put(filepath.Join(dir, name), text); err != nil {
			return err
		}
	}
	return nil
}

// peers are the programs to compare with.
func (b *bench) peers(c coldCase) []peer {
	all := []peer{
		{
			name: "patch --dry-run", id: "P4", bound: c.patch, stdin: "../edits.diff",
			check: []string{"patch", "-p1", "-s", "--dry-run"}, apply: []string{"patch", "-p1", "-s"},
		},
	}
	if c.git != nil {
		all = append(all, peer{
			name: "git apply --check", id: "P5", bound: c.git,
			check: []string{"git", "apply", "--check", "../edits.diff"}, apply: []string{"git", "apply", "../edits.diff"},
		})
	}
	if c.python {
		for _, method := range []struct{ name, arg, tool, command, chat string }{
			{"our own Python, str.find", "find", "the seed tool", b.seedTool, "../anchored.md"},
			{"our own Python, line by line", "lines", "aider", b.aider, "../search-replace.md"},
		} {
			bound := fasterBy(8)
			if method.arg == "lines" {
				bound = fasterBy(50)
			}
			args := []string{b.python, "../contender.py", method.arg}
			own := peer{name: method.name, id: "P6", bound: bound, check: append(args[:3:3], "check", "../anchored.md", "."), apply: append(args[:3:3], "apply", "../anchored.md", ".")}
			if b.python == "" {
				own.missing = "python3 is not installed"
			}
			real := peer{name: method.tool, id: "P6", bound: bound}
			if command := strings.Fields(method.command); len(command) > 0 {
				real.check = append(command[:len(command):len(command)], "check", method.chat, ".")
				real.apply = append(command[:len(command):len(command)], "apply", method.chat, ".")
			} else {
				real.missing = "no command was given for it"
			}
			all = append(all, own, real)
		}
	}
	for i := range all {
		p := &all[i]
		if p.missing == "" {
			if _, err := exec.LookPath(p.check[0]); err != nil {
				p.missing = p.check[0] + " is not installed"
			}
		}
	}
	return all
}

// applies checks that the peer really makes the edits, in a copy of the workspace.
func (p *peer) applies(dir string, files []*editedFile) error {
	root := filepath.Join(dir, "copy")
	defer os.RemoveAll(root)
	if err := write(root, files); err != nil {
		return err
	}
	cmd := exec.Command(p.apply[0], p.apply[1:]...)
	cmd.Dir = root
	if p.stdin != "" {
		in, err := os.Open(filepath.Join(root, p.stdin))
		if err != nil {
			return err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %.500s", err, out)
	}
	return isAfter(root, files)
}

// isBefore checks that a dry run has changed nothing.
func isBefore(dir string, files []*editedFile) error {
	for _, f := range files {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.path)))
		if err != nil {
			return err
		}
		if string(got) != content(f.before) {
			return errors.New(f.path + " was changed by a dry run")
		}
	}
	return nil
}

// interpreter is the Python that runs, not a script that looks for one; empty where
// there is none.
func interpreter() string {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
