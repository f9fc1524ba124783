// Command bench measures edit-lsp as a command, and as a language server over pipes. It compares with
// other programs, with simple ways to do the same, and with itself at other sizes.
//
//	make bench                            all goals, in about three minutes
//	make bench BENCHFLAGS=-quick          fewer rounds, in about a minute
//	make bench BENCHFLAGS='-only S2,L1'   some goals
//
// Results are compared before anything is measured: blocks found, files written, diagnostics received.
// Then all tasks take turns, and only ratios within a run mean anything. CPU time counts for programs
// that run to their end, wall time where somebody waits.
//
// An unmet goal doesn't fail the run; a failed measurement ends it.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type bench struct {
	// binary is the program to measure, self this one, empty does nothing.
	binary, self, empty string
	// dir holds everything that is written.
	dir             string
	rounds, strokes int
	rows            []row
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == launchFlag {
		os.Exit(launch(os.Args[2:]))
	}
	if len(os.Args) > 1 && os.Args[1] == answerFlag {
		answer(os.Stdin, os.Stdout)
		return
	}
	b := &bench{rounds: 9, strokes: 40}
	flag.StringVar(&b.binary, "binary", "", "the program to measure; built from this checkout by default")
	quick := flag.Bool("quick", false, "fewer rounds and keystrokes")
	only := flag.String("only", "", "the goals to measure, such as S2,L1; all by default")
	page := flag.String("page", "", "the page to write, such as docs/benchmarks.md")
	flag.Parse()
	if *quick {
		b.rounds, b.strokes = 3, 10
	}
	b.run(*only)
	if *page != "" {
		must(os.WriteFile(*page, []byte(b.page()), 0o644))
	}
}

// must panics if there is an error, since nothing that follows would mean anything.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// get is must for a call with a result.
func get[T any](v T, err error) T {
	must(err)
	return v
}

func (b *bench) run(only string) {
	b.dir = get(os.MkdirTemp("", "bench-"))
	defer os.RemoveAll(b.dir)
	b.self = get(os.Executable())
	// Otherwise git could see an enclosing repository.
	must(os.Setenv("GIT_CEILING_DIRECTORIES", b.dir))
	b.empty = b.build("empty", "./tools/bench/empty")
	if b.binary == "" {
		b.binary = b.build("edit-lsp", "./cmd/edit-lsp")
	}
	b.binary = get(filepath.Abs(b.binary))
	began := time.Now()
	b.measure(strings.FieldsFunc(only, func(r rune) bool { return r == ',' }))
	fmt.Printf("%s; %d rounds in %s\n\n", machine(), b.rounds, time.Since(began).Round(time.Second))
	must(b.print(os.Stdout))
}

// build builds a command like a release.
func (b *bench) build(name, pkg string) string {
	binary := filepath.Join(b.dir, name+filepath.Ext(b.self))
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		must(fmt.Errorf("building %s (run this from the top of the repository): %w: %s", pkg, err, out))
	}
	return binary
}

// measure measures the given goals, or all.
func (b *bench) measure(only []string) {
	for _, part := range []struct {
		goals string
		run   func()
	}{
		{"S1 M1", func() { b.checks("S1", 5, 500, 10, 1.5, 0) }},
		{"S2 M1", func() { b.checks("S2", 100, 2_000, 1_000, 0.7, 1) }},
		{"S3 M1", func() { b.checks("S3", 100, 2_000, 10_000, 0.7, 1) }},
		{"S4 M1", func() { b.checks("S4", 1, 100_000, 1_000, 0.1, 1) }},
		{"S5", b.failing},
		{"S6", b.applies},
		{"S7", b.outputs},
		{"L1 L4 M2", func() { b.typing("L1", 4e6, 50, 700, 12, 20*time.Millisecond) }},
		{"L2", func() { b.typing("L2", 200e3, 5, 35, 3, 0) }},
		{"L3", b.opening},
		{"L5", b.starting},
		{"L6", func() { b.typingInTarget(5000, 20) }},
		{"N1", b.nearest},
		{"H1 M1", b.hostile},
	} {
		wanted := func(goal string) bool { return strings.Contains(part.goals, goal) }
		if len(only) == 0 || slices.ContainsFunc(only, wanted) {
			part.run()
		}
	}
}
