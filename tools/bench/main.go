// Command bench measures edit-lsp as its users meet it: as a program that runs, and as a
// language server over pipes. It compares with other programs, with plain ways to do the
// same work, with itself at other sizes, and by -against with another build of it.
//
//	make bench                            all goals, in about three minutes
//	make bench BENCHFLAGS=-quick          fewer rounds, in about a minute
//	make bench BENCHFLAGS='-only S2,L1'   some goals
//
// Results are compared before anything is measured: what blocks a check finds, what
// files an edit leaves, what diagnostics an editor gets. Then all take turns, and only
// ratios of one run mean anything. Processor time decides where a program runs to its
// end, wall time where somebody waits for an answer.
//
// A goal that isn't met doesn't fail the run; what can't be measured does.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// memoryLimit is what a process may ask for, so that one that runs wild ends.
const memoryLimit = 4 << 30

// bench is one run of this command.
type bench struct {
	// binaries are the program to measure, and the one to compare with if there is one.
	binaries []string
	// self is this program, empty a program that does nothing.
	self, empty string
	// dir is for everything that is written.
	dir             string
	rounds, strokes int
	only            []string
	rows            []row
	failed          bool
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == launchFlag {
		status, err := launch(os.Args[2:])
		exit(status, err)
	}
	if len(os.Args) > 1 && os.Args[1] == answerFlag {
		answer(os.Stdin, os.Stdout)
		return
	}
	b := &bench{rounds: 9, strokes: 40}
	binary := flag.String("binary", "", "the program to measure; built from this checkout by default")
	against := flag.String("against", "", "another build of the program to compare with")
	quick := flag.Bool("quick", false, "fewer rounds and keystrokes")
	only := flag.String("only", "", "the goals to measure, such as S2,L1; all by default")
	page := flag.String("page", "", "the page to write, such as docs/benchmarks.md")
	flag.Parse()
	if *quick {
		b.rounds, b.strokes = 3, 10
	}
	if *only != "" {
		b.only = strings.Split(*only, ",")
	}
	began := time.Now()
	err := b.run(*binary, *against)
	if err == nil && *page != "" {
		command := "`make bench`"
		if flags := strings.Join(os.Args[1:], " "); flags != "" {
			command = fmt.Sprintf("`make bench BENCHFLAGS='%s'`", flags)
		}
		err = os.WriteFile(*page, []byte(b.page(command, began)), 0o644)
	}
	if err == nil && b.failed {
		err = errors.New("some goals could not be measured")
	}
	exit(0, err)
}

func exit(status int, err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		status = max(status, 1)
	}
	os.Exit(status)
}

func (b *bench) run(binary, against string) (err error) {
	if b.dir, err = os.MkdirTemp("", "bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if b.self, err = os.Executable(); err != nil {
		return err
	}
	// git must not take the folders for parts of a repository around them.
	if err := os.Setenv("GIT_CEILING_DIRECTORIES", b.dir); err != nil {
		return err
	}
	if b.empty, err = b.build("empty", "./tools/bench/empty"); err != nil {
		return err
	}
	if binary == "" {
		if binary, err = b.build("edit-lsp", "./cmd/edit-lsp"); err != nil {
			return err
		}
	}
	b.binaries = []string{binary}
	if against != "" {
		b.binaries = append(b.binaries, against)
	}
	for i, path := range b.binaries {
		if b.binaries[i], err = filepath.Abs(path); err != nil {
			return err
		}
	}
	if err := limitMemory(memoryLimit); err != nil {
		return err
	}
	began := time.Now()
	before := load()
	b.measure()
	fmt.Printf("%s; load %s before, %s after; %d rounds in %s\n\n", machine(), before, load(), b.rounds, time.Since(began).Round(time.Second))
	return b.print(os.Stdout)
}

// build builds a command of this repository as it is released.
func (b *bench) build(name, pkg string) (string, error) {
	binary := filepath.Join(b.dir, name+filepath.Ext(b.self))
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s (run this from the top of the repository): %w: %s", pkg, err, out)
	}
	return binary, nil
}

// measure goes through all goals.
func (b *bench) measure() {
	for _, part := range []struct {
		goals string
		run   func() error
	}{
		{"S1 S2 S3 S4 M1", b.checks},
		{"S5", b.failing},
		{"S6", b.applies},
		{"S7", b.outputs},
		{"L1 L4 M2", func() error { return b.typing("L1", 4e6, 700, 12, 20*time.Millisecond) }},
		{"L2", func() error { return b.typing("L2", 200e3, 35, 3, 0) }},
		{"L3", b.opening},
		{"L5", b.starting},
		{"N1", b.nearest},
		{"M1", b.longLine},
		{"H1", b.hostile},
	} {
		if !b.wants(part.goals) {
			continue
		}
		if err := part.run(); err != nil {
			b.fail(part.goals, "", err)
		}
	}
}

// wants reports whether one of the goals is to be measured.
func (b *bench) wants(goals string) bool {
	return len(b.only) == 0 || slices.ContainsFunc(b.only, func(goal string) bool { return strings.Contains(goals, goal) })
}
