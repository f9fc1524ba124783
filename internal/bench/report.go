package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// bound is what a ratio must keep: ours may take at most so many times as long as the
// other, or must be at least so many times faster. One of both is 0.
type bound struct{ most, faster float64 }

func atMost(ratio float64) *bound    { return &bound{most: ratio} }
func fasterBy(factor float64) *bound { return &bound{faster: factor} }

func (b bound) String() string {
	if b.most > 0 {
		return fmt.Sprintf("≤ %.4g ×", b.most)
	}
	return fmt.Sprintf("≥ %.4g × faster", b.faster)
}

// of words the bound against another.
func (b bound) of(other string) string {
	if b.most > 0 {
		return b.String() + " " + other
	}
	return b.String() + " than " + other
}

// words say how ours compares with the other, as the bound puts it.
func (b bound) words(ours, other time.Duration) string {
	if b.most > 0 {
		return b.factor(ours, other) + " ×"
	}
	return b.factor(ours, other) + " × faster"
}

// factor is the number alone.
func (b bound) factor(ours, other time.Duration) string {
	if b.most > 0 {
		return fmt.Sprintf("%.3g", ratio(ours, other))
	}
	return fmt.Sprintf("%.3g", ratio(other, ours))
}

// met tells whether ours keeps the bound.
func (b bound) met(ours, other time.Duration) bool {
	if b.most > 0 {
		return ratio(ours, other) <= b.most
	}
	return ratio(other, ours) >= b.faster
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(1, b)) }

// comparison is the same work done by several contenders, or work of several sizes.
// The first contender is ours; the bound holds it to the second.
type comparison struct {
	// id is the goal that it belongs to, such as P3.
	id, work string
	// bound is nil where the comparison only informs; informs has it stand among the
	// results even so.
	bound      *bound
	informs    bool
	contenders []*contender
	// check compares the outputs of the contenders, before any time is taken.
	check func() error
	// also is a further result that check has found; nil for none.
	also func([]series) result
	// close gives up what the comparison holds; nil for nothing.
	close func()
}

// result is one row of the summary.
type result struct {
	id, work, goal, measured, verdict string
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "NOT MET"
}

// bench is one run of this command.
type bench struct {
	out    io.Writer
	rounds int
	scale  scale
	// binary is the program that is measured, python an interpreter or nothing.
	binary, python string
	// history, aider and seedTool are flags; empty for what is not at hand.
	history, aider, seedTool string
	// only are the goals to measure; empty means all.
	only    map[string]bool
	results []result
	// growth are the tables of growth, in Markdown.
	growth strings.Builder
	// failed counts what could not be measured; the rest is measured all the same.
	failed int
}

// wants tells whether one of the goals is to be measured.
func (b *bench) wants(ids ...string) bool {
	for _, id := range ids {
		if len(b.only) == 0 || b.only[id] {
			return true
		}
	}
	return false
}

// title begins a part of the output.
func (b *bench) title(format string, args ...any) {
	fmt.Fprintf(b.out, "\n%s   [load %s]\n", fmt.Sprintf(format, args...), load())
}

// fail says that something could not be measured.
func (b *bench) fail(id, work string, err error) {
	fmt.Fprintf(b.out, "FAILED: %v\n", err)
	b.results = append(b.results, result{id, work, "", "", "FAILED"})
	b.failed++
}

// compare checks, measures and prints a comparison.
func (b *bench) compare(c *comparison) {
	b.title("%s  %s", c.id, c.work)
	if c.close != nil {
		defer c.close()
	}
	if err := c.check(); err != nil {
		b.fail(c.id, c.work, fmt.Errorf("the outputs are not equal: %w", err))
		return
	}
	all, err := rotate(b.rounds, c.contenders)
	if err != nil {
		b.fail(c.id, c.work, err)
		return
	}
	b.table(all)
	if c.also != nil {
		b.results = append(b.results, c.also(all))
	}
	switch {
	case len(all) < 2:
	case c.bound != nil:
		b.hold(c.id, c.work, *c.bound, all[0], all[1])
	case c.informs:
		b.results = append(b.results, result{c.id, c.work, "", fasterBy(1).measured(all[0], all[1]) + " than " + all[1].name, "for information"})
	}
}

// measured says how ours stands to another: by the medians, by the fastest and by
// processor time, since on a busy machine the longer work waits more often.
func (b bound) measured(ours, other series) string {
	return fmt.Sprintf("%s (least %s, cpu %s)", b.words(ours.median(), other.median()), b.factor(ours.least(), other.least()), b.factor(ours.cpu(), other.cpu()))
}

// hold adds to the summary whether ours keeps a bound against another, by the medians.
func (b *bench) hold(id, work string, bound bound, ours, other series) {
	b.results = append(b.results, result{
		id, work, bound.of(other.name), bound.measured(ours, other), verdict(bound.met(ours.median(), other.median())),
	})
}

// table prints the samples of all contenders. The ratios are those of the first to
// each of the others: of the medians, of the fastest, and of the processor times.
func (b *bench) table(all []series) {
	w := tabwriter.NewWriter(b.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "median\tleast\tcpu\tpeak rss\tratio: median\tleast\tcpu\t  \t")
	for i, s := range all {
		rss := "-"
		if s.rss() > 0 {
			rss = bytesOf(s.rss())
		}
		ratios := "\t\t"
		if i > 0 {
			ratios = fmt.Sprintf("%.3g\t%.3g\t%.3g", ratio(all[0].median(), s.median()), ratio(all[0].least(), s.least()), ratio(all[0].cpu(), s.cpu()))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t  %s\t\n", short(s.median()), short(s.least()), short(s.cpu()), rss, ratios, s.name)
	}
	if err := w.Flush(); err != nil {
		b.failed++
	}
}

// summary prints all results.
func (b *bench) summary() {
	fmt.Fprintf(b.out, "\nSummary   [load %s]\n\n", load())
	fmt.Fprint(b.out, summaryTable(b.results))
}

// short is a duration with three digits.
func short(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d.Nanoseconds())
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g µs", float64(d)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}

// bytesOf is a size in the unit that suits it.
func bytesOf(n int64) string {
	switch {
	case n < 1000<<10:
		return fmt.Sprintf("%.3g KB", float64(n)/(1<<10))
	case n < 1000<<20:
		return fmt.Sprintf("%.3g MB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.3g GB", float64(n)/(1<<30))
}

// count is a number with its thousands set apart.
func count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
