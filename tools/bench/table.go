package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

// row is a line of the table.
type row struct {
	goal, work, must, measured, met string
	// ours and other are the absolute figures, other that of the rival.
	ours, rival, other string
	// against is the ratio to the binary of -against.
	against string
}

// add adds a row and reports it, since a run takes minutes.
func (b *bench) add(r row) {
	b.rows = append(b.rows, r)
	fmt.Fprintf(os.Stderr, "%s  %s  %s: %s\n", r.goal, r.work, r.rival, r.measured)
}

// fail adds a row for what couldn't be measured.
func (b *bench) fail(goal, work string, err error) {
	b.failed = true
	b.add(row{goal: goal, work: work, measured: fmt.Sprintf("%.90s", err), met: "FAILED"})
}

// memory adds a row for a peak of memory, which may be some times the input and a fixed
// part.
func (b *bench) memory(goal, work string, peak, input int64, times, fixed float64) {
	part := float64(peak) / (times*float64(input) + fixed)
	b.add(row{
		goal: goal, work: work, must: fmt.Sprintf("≤ %g × input + %s", times, size(int64(fixed))), measured: fmt.Sprintf("%.3g of that", part),
		met: verdict(part <= 1), ours: size(peak), rival: "input", other: size(input),
	})
}

func verdict(ok bool) string {
	if ok {
		return "met"
	}
	return "NOT MET"
}

// print prints all rows.
func (b *bench) print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "goal\twhat\tagainst\tmust be\tmeasured\t\tedit-lsp\tother\tto -against")
	for _, r := range b.rows {
		fmt.Fprintln(tw, strings.Join([]string{r.goal, r.work, r.rival, r.must, r.measured, r.met, r.ours, r.other, r.against}, "\t"))
	}
	return tw.Flush()
}

// page returns the page of documentation.
func (b *bench) page(command string, began time.Time) string {
	commit, _ := exec.Command("git", "describe", "--always", "--dirty").Output()
	git, _ := exec.Command("git", "--version").Output()
	patch, _ := exec.Command("patch", "--version").Output()
	patch, _, _ = bytes.Cut(patch, []byte("\n"))
	var p strings.Builder
	fmt.Fprintf(&p, pageHead, command, bytes.TrimSpace(commit), began.Format(time.DateOnly), machine(), patch, bytes.TrimSpace(git))
	for _, section := range pageSections {
		fmt.Fprintf(&p, "\n## %s\n\n%s\n\n| work | edit-lsp | compared with | |\n|---|---|---|---|\n", section.title, section.text)
		for _, r := range b.rows {
			if r.ours != "" && strings.Contains(section.goals, r.goal) {
				fmt.Fprintf(&p, "| %s | %s | %s | %s |\n", r.work, r.ours, r.rival, r.other)
			}
		}
	}
	return p.String()
}

const pageHead = `<!-- edit-lsp: off -->
<!-- Written by tools/bench; don't edit. -->

# Benchmarks

Measured with %s at commit %s on %s.

Machine: %s. Compared with: %s, %s.

All programs work on the same input, which is made from fixed seeds. Their results are compared before anything
is measured, and they run in turn. Times are medians. The processor time (cpu) is user and system time,
± half the range of the middle half of all rounds. Memory is the peak resident size.
`

var pageSections = []struct{ title, goals, text string }{
	{"Check a chat", "S1 S2 S3", "`edit-lsp check`, from the start of the program to its end. `git apply` and `patch` read the same edits as a diff with\nexact line numbers; edit-lsp has to find the lines."},
	{"Type in an editor", "L1 L2", "From a keystroke to the diagnostics, over pipes: 95% of keystrokes take at most this long. The server that only\nanswers does no work, so its time is that of the machine and the client."},
	{"Open a chat", "L3", "From opening a chat to its diagnostics, compared with decoding the message with Go's `encoding/json`."},
	{"Memory", "M1 M2", "The input is the chat and the files that it edits."},
}

// machine says what this runs on.
func machine() string {
	processor := runtime.GOARCH
	data, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(data)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			processor = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%s, %d processors, %s, %s", processor, runtime.NumCPU(), runtime.GOOS, runtime.Version())
}

// String gives the figures in words.
func (s summary) String() string {
	words := short(s.Wall)
	if s.CPU > 0 {
		words = fmt.Sprintf("%s (cpu %s ± %.0f %%)", words, short(s.CPU), 100*s.spread)
	}
	return words
}

// short is a time with three digits.
func short(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g µs", float64(d)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}

// size is a number of bytes in the unit that suits it.
func size(n int64) string {
	switch {
	case n < 1e6:
		return fmt.Sprintf("%.3g KB", float64(n)/1e3)
	case n < 1e9:
		return fmt.Sprintf("%.3g MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.3g GB", float64(n)/1e9)
}

// count is a number with its thousands apart.
func count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// load is the load average of the last minutes.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if f := strings.Fields(string(data)); err == nil && len(f) > 2 {
		return strings.Join(f[:3], " ")
	}
	return "unknown"
}
