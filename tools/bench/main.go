// Command bench measures edit-lsp as a command, and as a language server over pipes. It compares with
// other programs, with simple ways to do the same, and with itself at other sizes.
//
//	make bench                            all goals, in about a minute
//	make bench BENCHFLAGS=-quick          fewer rounds, in half a minute
//	make bench BENCHFLAGS='-only S2,L1'   some goals
//
// Results are compared before anything is measured: blocks found, files written, diagnostics received.
// Then all contenders take turns, and only ratios within a run mean anything. CPU time counts for
// programs that run to their end, wall time where somebody waits.
//
// An unmet goal doesn't fail the run; a failed measurement ends it.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// goals has what is measured. Of the names, the first is the goal of the work itself.
var goals = []struct {
	names   string
	measure func(b *bench, goal string)
}{
	{"S1 M1", commands(edits{5, 500, 10}, folder.checking, checks, program{gitCheck, 1.5}, program{empty, 2})},
	{"S2 M1", commands(medium, folder.checking, checks, program{gitCheck, 0.7}, program{dryRun, 1})},
	{"S3 M1", commands(edits{100, 2_000, 10_000}, folder.checking, checks, program{gitCheck, 0.7}, program{dryRun, 1})},
	{"S4 M1", commands(edits{1, 100_000, 1_000}, folder.checking, checks, program{gitCheck, 0.1}, program{dryRun, 1})},
	{"S5", commands(medium, folder.checking, []string{failing}, program{checks[0], 2})},
	{"S6", commands(medium, folder.applying, []string{apply}, program{"git apply ../edits.diff", 2})},
	{"S7", commands(edits{1_000, 200, 10_000}, folder.checking, others, program{failing, 1.5})},
	{"N1", commands(edits{24, 20_000, 24}, folder.checking, []string{failing}, program{"empty src/*/*", 10})},
	{"H1 M1", hostile},
	{"L1 L4 M2", typing(edits{50, 500, 700}, 4e6, 12)},
	{"L2 L4 M2", typing(edits{5, 500, 35}, 200e3, 3)},
	{"L3", opening},
	{"L5 U6", starting},
	{"L6", typingInTarget},
	{"U1", applyingAll},
	{"U3", typingInPatch},
}

const (
	apply    = "edit-lsp apply ../chat.md"
	failing  = "edit-lsp check ../failing.md"
	gitCheck = "git apply --check ../edits.diff"
	dryRun   = "patch --dry-run -p1 -s -i ../edits.diff"
	empty    = "empty"
)

var (
	medium = edits{100, 2_000, 1_000}
	checks = []string{"edit-lsp check ../chat.md", "edit-lsp check --format json ../chat.md"}
	others = []string{
		"edit-lsp list ../failing.md", "edit-lsp diff ../failing.md", "edit-lsp retry ../failing.md",
		"edit-lsp check --format sarif ../failing.md",
	}
)

// names turns command lines into names for the table.
var names = strings.NewReplacer(
	"edit-lsp ", "", " ../chat.md", "", " ../failing.md", " with failing blocks", " -p1 -s -i", "", " ../edits.diff", "",
	"empty src/*/*", "read and split them", empty, "empty Go program",
)

type bench struct {
	// dir holds everything that is written.
	dir             string
	rounds, strokes int
	rows            []row
}

func main() {
	binary := flag.String("binary", "", "the program to measure; built from this checkout by default")
	quick := flag.Bool("quick", false, "fewer rounds and keystrokes")
	only := flag.String("only", "", "the goals to measure, such as S2,L1; all by default")
	page := flag.String("page", "", "the page to write, such as docs/benchmarks.md")
	flag.Parse()
	switch flag.Arg(0) {
	case "launch":
		launch(flag.Args()[1:])
		return
	case "answer":
		answer(streamOf(os.Stdin, os.Stdout))
		return
	}
	b := &bench{dir: get(os.MkdirTemp("", "bench-")), rounds: 9, strokes: 40}
	defer os.RemoveAll(b.dir)
	if *quick {
		b.rounds, b.strokes = 3, 10
	}
	b.install(*binary)
	fmt.Printf("%s; %d rounds\n\n", machine(), b.rounds)
	fmt.Printf(columns, "goal", "what", "against", "measured", "at most", "edit-lsp", "other")
	for _, g := range goals {
		wanted := func(name string) bool { return strings.Contains(g.names, name) } // all contain ""
		if slices.ContainsFunc(strings.Split(*only, ","), wanted) {
			g.measure(b, g.names[:2])
		}
	}
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

// install puts edit-lsp and empty first on the path, built like a release.
func (b *bench) install(binary string) {
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", b.dir, "./tools/bench/empty")
	if binary == "" {
		build.Args = append(build.Args, "./cmd/edit-lsp")
	} else {
		binary = get(filepath.EvalSymlinks(binary)) // fails if there is none
		must(os.Symlink(get(filepath.Abs(binary)), filepath.Join(b.dir, "edit-lsp")))
	}
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	must(build.Run())
	must(os.Setenv("PATH", b.dir+string(os.PathListSeparator)+os.Getenv("PATH")))
	// The user's journals have nothing of this.
	must(os.Setenv("XDG_STATE_HOME", filepath.Join(b.dir, "state")))
	// Otherwise git could see an enclosing repository.
	must(os.Setenv("GIT_CEILING_DIRECTORIES", b.dir))
}

// figure is what a sample measures.
type figure int

const (
	wall   figure = iota // nanoseconds
	cpu                  // nanoseconds of user and system time
	memory               // the peak resident size in bytes, on Linux
)

// sample has a value for each figure, or 0 if it isn't measured.
type sample [3]float64

// timed returns a measurement of the wall time of work.
func timed(work func()) func() sample {
	return func() sample {
		began := time.Now()
		work()
		return sample{wall: float64(time.Since(began))}
	}
}

// quantile returns the values at rank q, from 0 to 1.
func quantile(samples []sample, q float64) (at sample) {
	for of := range at {
		slices.SortFunc(samples, func(a, b sample) int { return cmp.Compare(a[of], b[of]) })
		at[of] = samples[int(q*float64(len(samples)-1)+0.5)][of]
	}
	return at
}

// rival is what edit-lsp is compared with for a goal. In one figure, edit-lsp may take so many times
// what the rival takes, plus an amount.
type rival struct {
	goal, name  string
	run         func() sample
	of          figure
	times, plus float64
}

// atMost limits wall time as a rival would.
func atMost(goal string, nanoseconds float64) rival {
	return rival{goal, "the limit", func() sample { return sample{wall: nanoseconds} }, wall, 1, 0}
}

// row is what was measured.
type row struct {
	work string
	rival
	ours, other sample
}

// compare measures work of edit-lsp and of its rivals. Each round starts with another one, so other
// load affects them all. A turn's figure is the 95th percentile of n runs.
func (b *bench) compare(n int, work string, ours func() sample, rivals ...rival) {
	all := append([]rival{{run: ours}}, rivals...)
	turns := make([][]sample, len(all))
	for round := range b.rounds {
		for k := range all {
			i := (round + k) % len(all)
			var runs []sample
			for range n {
				runs = append(runs, all[i].run())
			}
			turns[i] = append(turns[i], quantile(runs, 0.95))
		}
	}
	for i, r := range rivals {
		found := row{work, r, quantile(turns[0], 0.5), quantile(turns[i+1], 0.5)}
		b.rows = append(b.rows, found)
		fmt.Print(found)
	}
}
