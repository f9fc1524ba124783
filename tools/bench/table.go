package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

type row struct {
	goal, work, must, measured, met string
	// ours and other are absolute figures.
	ours, rival, other string
}

// add adds a row and prints it, since a run takes minutes.
func (b *bench) add(r row) {
	b.rows = append(b.rows, r)
	fmt.Fprintf(os.Stderr, "%s  %s  %s: %s\n", r.goal, r.work, r.rival, r.measured)
}

// memory adds a row for a peak, limited to times input plus fixed.
func (b *bench) memory(goal, work string, peak, input int64, times, fixed float64) {
	part := float64(peak) / (times*float64(input) + fixed)
	b.add(row{
		goal: goal, work: work, must: fmt.Sprintf("≤ %g × input + %s", times, size(int64(fixed))), measured: fmt.Sprintf("%.3g of that", part),
		met: verdict(part <= 1), ours: size(peak), rival: "input", other: size(input),
	})
}

// row formats the result of a task and a rival.
func (c comparison) row(t, rival task, ours, other sample) row {
	decides := ratio(ours.CPU, other.CPU)
	measured := fmt.Sprintf("%.3g × cpu", decides)
	if ours.CPU == 0 || other.CPU == 0 {
		decides = ratio(ours.Wall, other.Wall)
		measured = fmt.Sprintf("%.3g × wall", decides)
	}
	ok := rival.max == 0 || decides <= rival.max
	var must []string
	if rival.max > 0 {
		must = append(must, fmt.Sprintf("≤ %g ×", rival.max))
	}
	if c.memory {
		more := ratio(ours.RSS, other.RSS)
		ok = ok && more <= rival.max
		measured += fmt.Sprintf(", %.3g × memory", more)
	}
	if c.maxWall > 0 {
		ok = ok && ours.Wall <= c.maxWall
		must = append(must, "≤ "+short(c.maxWall))
	}
	return row{
		goal: c.goal, work: t.name + c.work, must: strings.Join(must, ", "), measured: measured, met: verdict(ok),
		ours: ours.String(), rival: rival.name, other: other.String(),
	}
}

func ratio[N ~int64](a, b N) float64 { return float64(a) / float64(max(1, b)) }

func verdict(ok bool) string {
	if ok {
		return "met"
	}
	return "NOT MET"
}

func (b *bench) print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "goal\twhat\tagainst\tmust be\tmeasured\t\tedit-lsp\tother")
	for _, r := range b.rows {
		fmt.Fprintln(tw, strings.Join([]string{r.goal, r.work, r.rival, r.must, r.measured, r.met, r.ours, r.other}, "\t"))
	}
	return tw.Flush()
}

func (b *bench) page() string {
	var p strings.Builder
	fmt.Fprintf(&p, pageHead, strings.Join(os.Args[1:], " "), firstLine("git", "describe", "--always", "--dirty"),
		time.Now().Format(time.DateOnly), machine(), firstLine("patch", "--version"), firstLine("git", "--version"))
	for _, section := range pageSections {
		fmt.Fprintf(&p, "\n## %s\n\n%s\n\n| work | edit-lsp | compared with |\n|---|---|---|\n", section.title, section.text)
		b.writeRows(&p, section.goals)
	}
	return p.String()
}

// firstLine returns the first line that a program prints, if it runs.
func firstLine(name string, args ...string) string {
	out, _ := exec.Command(name, args...).Output()
	line, _, _ := strings.Cut(string(out), "\n")
	return line
}

// writeRows writes the rows of goals; the rivals in one piece of work share a row.
func (b *bench) writeRows(p *strings.Builder, goals string) {
	last := ""
	for _, r := range b.rows {
		if r.ours == "" || !strings.Contains(goals, r.goal) {
			continue
		}
		if work := fmt.Sprintf("| %s | %s | ", r.work, r.ours); work == last {
			p.WriteString("<br>")
		} else {
			if last != "" {
				p.WriteString(" |\n")
			}
			p.WriteString(work)
			last = work
		}
		fmt.Fprintf(p, "%s: %s", r.rival, r.other)
	}
	if last != "" {
		p.WriteString(" |\n")
	}
}

const pageHead = `<!-- edit-lsp: off -->
<!-- Written by tools/bench; don't edit. -->

# Benchmarks

See how fast edit-lsp is and how much memory it takes, compared with other programs.

Measured with ` + "`make bench BENCHFLAGS='%s'`" + ` at commit %s on %s.

Machine: %s. Compared with: %s, %s.

All programs get the same input, generated from fixed seeds, and run in turn. Their results are compared before
anything is measured. Times are medians, cpu is user and system time, and memory is the peak resident size.
`

var pageSections = []struct{ title, goals, text string }{
	{"Check a chat", "S1 S2 S3", "The whole run of `edit-lsp check`. `git apply` and `patch` get the same edits as a diff with exact line numbers, while\nedit-lsp has to find the lines."},
	{"Type in an editor", "L1 L2", "From a keystroke to the diagnostics, over pipes: 95% of keystrokes take at most this long. The server that only\nanswers does no work: its time is what the machine and the client take."},
	{"Open a chat", "L3", "From opening a chat to its diagnostics, compared with decoding the message with Go's `encoding/json`."},
	{"Memory", "M1 M2", "The input is the chat and the files that it edits."},
}

func machine() string {
	processor := runtime.GOARCH
	data, _ := os.ReadFile("/proc/cpuinfo")
	if _, rest, ok := strings.Cut(string(data), "model name\t: "); ok {
		processor, _, _ = strings.Cut(rest, "\n")
	}
	return fmt.Sprintf("%s, %d processors, %s, %s", processor, runtime.NumCPU(), runtime.GOOS, runtime.Version())
}

func (s sample) String() string {
	if s.CPU > 0 {
		return fmt.Sprintf("%s (cpu %s)", short(s.Wall), short(s.CPU))
	}
	return short(s.Wall)
}

func short(d time.Duration) string { return digits(float64(d)/1e3, "µs", "ms", "s") }

func size(n int64) string { return digits(float64(n)/1e3, "KB", "MB", "GB") }

// digits formats n with three digits in the smallest unit below 1,000.
func digits(n float64, units ...string) string {
	for ; n >= 1000 && len(units) > 1; units = units[1:] {
		n /= 1000
	}
	return fmt.Sprintf("%.3g %s", n, units[0])
}
