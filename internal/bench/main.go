// Command bench measures the program: against other programs that apply edits, against
// plain ways to do the same work, and against itself at other sizes. It prints what it
// measures as it goes, and at the end a table of the goals.
//
//	make bench                       what docs/benchmarks.md shows; about a quarter of an hour
//	go run ./internal/bench -quick   smaller sizes and fewer rounds, in a minute
//	go run ./internal/bench -only P3,P8
//	go test ./internal/bench -run '^$' -bench Goals/P8 -cpuprofile cpu.out
//
// The last one runs the same work as Go benchmarks, for the tools that go with these.
//
// Before any time is taken, the outputs of all contenders are compared. Then they take
// turns, each round with another one first, so that what else the machine does meets
// all of them; on a busy machine only ratios of one run mean anything. Inputs are made
// from fixed seeds. A contender that is not installed is skipped, by its name.
//
// The goals are P1 to P13 of the table in docs/benchmarks.md. They are no tests: a goal
// that is missed is said, and the exit status is 1 only where something could not be
// measured, or outputs differ.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

var ctx = context.Background()

func main() {
	if len(os.Args) > 2 && os.Args[1] == launcher {
		if err := launch(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return
	}
	if len(os.Args) > 1 && os.Args[1] == echoer {
		if err := echo(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return
	}
	b := &bench{out: os.Stdout, only: map[string]bool{}}
	var page string
	small := flag.Bool("quick", false, "smaller sizes and fewer rounds; shows no goal")
	only := flag.String("only", "", "the goals to measure, such as P3,P8, and growth; all by default")
	flag.IntVar(&b.rounds, "rounds", 0, "how often each contender runs; 9, or 3 with -quick, by default")
	flag.StringVar(&b.binary, "binary", "", "the program to measure; built from this repository by default")
	flag.StringVar(&b.history, "history", "", "the folder of a real chat history, as internal/realchat takes it")
	flag.StringVar(&page, "page", "", "the page in which the figures are put, such as docs/benchmarks.md")
	flag.StringVar(&b.aider, "aider", "", "a command that applies search-replace blocks as aider does, called with: check|apply CHAT ROOT")
	flag.StringVar(&b.seedTool, "seed-tool", "", "a command that applies anchored blocks as the seed tool does, called likewise")
	flag.Parse()
	b.scale = full()
	if *small {
		b.scale = quick()
	}
	if b.rounds == 0 {
		b.rounds = 9
		if *small {
			b.rounds = 3
		}
	}
	for id := range strings.SplitSeq(*only, ",") {
		if id != "" {
			b.only[id] = true
		}
	}
	began, busy := time.Now(), load()
	err := b.run()
	if err == nil && page != "" {
		err = publish(page, b.figures(began, busy))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if b.failed > 0 {
		os.Exit(1)
	}
}

func (b *bench) run() error {
	began := time.Now()
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// git must not take the scratch folders for a part of a repository around them.
	if err := os.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir()); err != nil {
		return err
	}
	if b.binary == "" {
		if b.binary, err = build(dir); err != nil {
			return err
		}
	}
	if b.binary, err = filepath.Abs(b.binary); err != nil {
		return err
	}
	b.python = interpreter()
	fmt.Fprintf(b.out, "%s\n%s, %d rounds, load %s\n", machine(), began.Format(time.DateTime), b.rounds, load())
	for _, p := range [][]string{{b.binary, "version"}, {"patch", "--version"}, {"git", "--version"}, {b.python, "--version"}} {
		if out, err := exec.Command(p[0], p[1:]...).Output(); err == nil {
			first, _, _ := strings.Cut(string(out), "\n")
			fmt.Fprintln(b.out, first)
		}
	}
	b.measure()
	b.summary()
	fmt.Fprintf(b.out, "\ntook %s\n", time.Since(began).Round(time.Second))
	return nil
}

// figures are what a page shows of a run.
func (b *bench) figures(began time.Time, busy string) string {
	command := "make bench"
	if b.history != "" {
		command += " BENCHFLAGS='-history DIR'"
	}
	version, _ := exec.Command("git", "describe", "--always", "--dirty").Output()
	return fmt.Sprintf("`%s` at commit %s on %s: %s; load %s before, %s after; %d rounds, %s in all.\n\n%s\n"+
		"How the time and the memory of a cold `edit-lsp check` grow:\n\n%s",
		command, strings.TrimSpace(string(version)), began.Format(time.DateOnly), machine(), busy, load(), b.rounds, time.Since(began).Round(time.Second),
		summaryTable(b.results), b.growth.String())
}

// measure goes through all goals.
func (b *bench) measure() {
	for _, g := range goals {
		if !b.wants(g.ids...) {
			continue
		}
		all, err := g.make(b.scale)
		if err != nil {
			b.fail(g.ids[0], "", err)
			continue
		}
		for _, c := range all {
			b.compare(c)
		}
		runtime.GC()
	}
	if b.wants("P12") {
		b.keeps()
	}
	if b.wants("P4", "P5", "P6") {
		for _, c := range b.scale.cold {
			b.cold(c)
		}
	}
	if b.wants("P13") {
		b.latency()
	}
	if b.wants("growth") {
		b.complexity()
	}
}

// goals are what is measured in this process, which `go test -bench` can run too.
var goals = []struct {
	ids  []string
	make func(scale) ([]*comparison, error)
}{
	{[]string{"P1"}, parseAll},
	{[]string{"P2", "P10"}, parseAgain},
	{[]string{"P2", "P10"}, retyped},
	{[]string{"P3"}, locateWarm},
	{[]string{"P7"}, locateMany},
	{[]string{"P8"}, nearest},
	{[]string{"P9"}, locateHostile},
	{[]string{"P11"}, opened},
}

// build builds the program as it is released.
func build(dir string) (string, error) {
	binary := filepath.Join(dir, "edit-lsp")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./cmd/edit-lsp")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("building the program (run this from the top of the repository): %w", err)
	}
	return binary, nil
}
