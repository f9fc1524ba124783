package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// output runs a program and returns what it prints. Exit status 1 means that blocks don't apply or that
// files differ, which is checked separately.
func output(dir string, args ...string) string {
	cmd := exec.Command(args[0], args[1:]...)
	var out, complaint strings.Builder
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &complaint
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		must(fmt.Errorf("%s: %w: %s", cmd, err, complaint.String()))
	}
	return out.String()
}

// launch runs a program and prints its sample.
//
// On Linux a child starts with its parent's peak resident size, so this is a small process in between.
func launch(args []string) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	var err error
	s := timed(func() { err = cmd.Run() })()
	p := cmd.ProcessState
	if p.ExitCode() != 1 {
		must(err)
	}
	s[cpu] = float64(p.UserTime() + p.SystemTime())
	if runtime.GOOS == "linux" {
		var usage struct{ Maxrss float64 }
		must(json.Unmarshal(get(json.Marshal(p.SysUsage())), &usage)) // its type depends on the system
		s[memory] = usage.Maxrss * 1024
	}
	must(json.NewEncoder(os.Stdout).Encode(s))
}

// measure runs a command line and returns what it took.
func measure(dir, line string) (s sample) {
	self := []string{get(os.Executable()), "launch"}
	must(json.Unmarshal([]byte(output(dir, append(self, strings.Fields(line)...)...)), &s))
	return s
}

// folder has a workspace and, outside of it, a chat that edits it.
type folder struct {
	dir, workspace, chat string
	// size is that of the chat and its targets.
	size float64
}

func (b *bench) folder(chat string, files ...file) folder {
	dir := get(os.MkdirTemp(b.dir, "folder-"))
	f := folder{dir, filepath.Join(dir, "a"), chat, float64(len(chat))}
	f.write("chat.md", chat)
	for _, file := range files {
		f.write("a/"+file.path, file.before)
		f.write("b/"+file.path, file.after)
		f.size += float64(len(file.before))
	}
	return f
}

func (f folder) write(name, text string) {
	path := filepath.Join(f.dir, name)
	must(os.MkdirAll(filepath.Dir(path), 0o755))
	must(os.WriteFile(path, []byte(text), 0o644))
}

// edited returns a folder with edits. Besides chat.md it has failing.md, where a block of each file
// fails, and edits.diff. The diff's line numbers are right, the best case for patch and git apply.
//
// It checks that edit-lsp finds the blocks, and that chat and diff give the same files.
func (b *bench) edited(e edits) folder {
	files, blocks, failing := e.generate()
	f := b.folder(strings.Join(blocks, ""), files...)
	f.write("failing.md", strings.Join(failing, ""))
	f.write("edits.diff", difference(f.dir, "a", "b"))
	for chat, failing := range map[string]int{"chat.md": 0, "failing.md": e.files} {
		var got struct {
			Summary struct{ Blocks, Validated, Failed int }
		}
		must(json.Unmarshal([]byte(output(f.workspace, "edit-lsp", "check", "--format", "json", "../"+chat)), &got))
		if s := got.Summary; s.Failed != failing || s.Validated != e.blocks-failing || s.Blocks != e.blocks {
			must(fmt.Errorf("%s: %d of %d blocks fail, but check counts %+v", chat, failing, e.blocks, s))
		}
	}
	for _, line := range []string{apply, "git apply ../edits.diff", "patch -p1 -s -i ../edits.diff"} {
		f.applying(line)()
	}
	return f
}

// difference returns the diff of two directories, which git names without a prefix of its own.
func difference(dir, old, new string) string {
	return output(dir, "git", "diff", "--no-index", "--no-prefix", old, new)
}

// checking returns a measurement of a command line that changes nothing.
func (f folder) checking(line string) func() sample {
	return func() sample { return measure(f.workspace, line) }
}

// applying returns a measurement of a command line that makes the edits. It runs on a copy of the
// workspace, whose files are checked.
func (f folder) applying(line string) func() sample {
	return func() sample {
		dir := get(os.MkdirTemp(f.dir, "copy-"))
		defer os.RemoveAll(dir)
		must(os.CopyFS(dir, os.DirFS(f.workspace)))
		// Flush the copy, so that the command doesn't wait for it. There may be no sync.
		_ = exec.Command("sync").Run()
		s := measure(dir, line)
		if wrong := difference(dir, "../b", "."); wrong != "" {
			must(fmt.Errorf("%s: the files aren't as the edits should leave them: %.200s", line, wrong))
		}
		return s
	}
}

// input is a limit for memory by the size of chat and targets.
func (f folder) input(goal string, times, plus float64) rival {
	return rival{goal, "input", func() sample { return sample{memory: f.size} }, memory, times, plus}
}

// program is a rival's command line, and how many times its CPU time edit-lsp may take.
type program struct {
	line string
	max  float64
}

// contender returns a measurement of a command line: [folder.checking] or [folder.applying].
type contender = func(f folder, line string) func() sample

// commands measures command lines on generated edits, and the memory of checks.
func commands(e edits, run contender, ours []string, rivals ...program) func(*bench, string) {
	return func(b *bench, goal string) {
		f := b.edited(e)
		var all []rival
		for _, p := range rivals {
			all = append(all, rival{goal, names.Replace(p.line), run(f, p.line), cpu, p.max, 0})
		}
		if ours[0] == checks[0] {
			all = append(all, f.input("M1", 3, 20e6))
		}
		for _, line := range ours {
			b.compare(1, names.Replace(line)+", "+e.String(), run(f, line), all...)
		}
	}
}

// hostile measures H1 and the rest of M1: hostile inputs, a tenth of each, and how soon a check can be
// cancelled.
func hostile(b *bench, goal string) {
	for i, h := range hostileInputs {
		work := fmt.Sprintf("%d %s", h.n, h.name)
		f, tenth := b.folder(h.input(h.n)), b.folder(h.input(h.n/10))
		check := checks[0]
		b.compare(1, "check, "+work, f.checking(check),
			rival{goal, "a tenth", tenth.checking(check), cpu, 12, 0},
			rival{goal, "a tenth", tenth.checking(check), memory, 12, 0})
		if i == 0 { // memory must not grow with the distance of the edits
			b.compare(1, "check, "+work, f.checking(check), f.input("M1", 3, 20e6))
		}
		b.compare(1, "giving up, "+work, f.giveUp, atMost(goal, 50e6))
	}
}
