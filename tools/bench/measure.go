package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// sample is one measurement. What isn't known is 0.
type sample struct {
	Wall time.Duration
	// CPU is user and system time.
	CPU time.Duration
	// RSS is the peak resident size.
	RSS int64
}

// task is work that is measured, by a build of edit-lsp or another program.
type task struct {
	name string
	run  func(binary string) (sample, error)
}

// rival is a task to compare with, and how many times its time edit-lsp may take; 0 for
// no bound.
type rival struct {
	task
	max float64
}

// comparison is tasks of edit-lsp against those of rivals.
type comparison struct {
	goal, work string
	ours       []task
	rivals     []rival
	// waits is where somebody waits for an answer: wall time decides, and may be at most
	// that of most, if there is one.
	waits bool
	most  time.Duration
	// memory is where the ratio of memory has the same bound.
	memory bool
}

// summary is the medians of times and the peak of memory of samples.
type summary struct {
	sample
	// spread is half the range of the middle half of the times, relative to the median.
	spread float64
}

func summarize(samples []sample) summary {
	column := func(of func(sample) time.Duration) []time.Duration {
		var all []time.Duration
		for _, s := range samples {
			all = append(all, of(s))
		}
		slices.Sort(all)
		return all
	}
	wall := column(func(s sample) time.Duration { return s.Wall })
	cpu := column(func(s sample) time.Duration { return s.CPU })
	most := slices.MaxFunc(samples, func(a, b sample) int { return cmp.Compare(a.RSS, b.RSS) })
	return summary{
		sample{quantile(wall, 0.5), quantile(cpu, 0.5), most.RSS},
		ratio(quantile(cpu, 0.75)-quantile(cpu, 0.25), 2*quantile(cpu, 0.5)),
	}
}

// quantile returns the entry of a sorted list at the rank q from 0 to 1.
func quantile(sorted []time.Duration, q float64) time.Duration {
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

func ratio[N ~int64](a, b N) float64 { return float64(a) / float64(max(1, b)) }

// rotate runs all tasks in each round, with another one first each time, so that
// whatever else the machine does meets all of them.
func rotate(rounds int, tasks []func() (sample, error)) ([]summary, error) {
	samples := make([][]sample, len(tasks))
	for round := range rounds {
		for k := range tasks {
			i := (round + k) % len(tasks)
			s, err := tasks[i]()
			if err != nil {
				return nil, err
			}
			samples[i] = append(samples[i], s)
		}
	}
	var all []summary
	for _, s := range samples {
		all = append(all, summarize(s))
	}
	return all, nil
}

// compare measures a comparison and adds its rows. It returns what our tasks took, or
// nothing where one failed.
func (b *bench) compare(c comparison) []summary {
	var tasks []func() (sample, error)
	add := func(t task, binary string) { tasks = append(tasks, func() (sample, error) { return t.run(binary) }) }
	for _, binary := range b.binaries {
		for _, t := range c.ours {
			add(t, binary)
		}
	}
	for _, r := range c.rivals {
		add(r.task, b.binaries[0])
	}
	all, err := rotate(b.rounds, tasks)
	if err != nil {
		b.fail(c.goal, c.work, err)
		return nil
	}
	rivals := all[len(b.binaries)*len(c.ours):]
	for i, t := range c.ours {
		for k, rival := range c.rivals {
			r := c.row(t, rival, all[i], rivals[k])
			if len(b.binaries) > 1 {
				r.against, _ = c.ratios(all[i], all[len(c.ours)+i])
			}
			b.add(r)
		}
	}
	return all[:len(c.ours)]
}

// row puts the result of a task and a rival into words.
func (c comparison) row(t task, r rival, ours, other summary) row {
	measured, decides := c.ratios(ours, other)
	must := ""
	if r.max > 0 {
		must = fmt.Sprintf("≤ %g ×", r.max)
	}
	ok := decides <= r.max
	if c.memory {
		ok = ok && ratio(ours.RSS, other.RSS) <= r.max
		measured += fmt.Sprintf(", %.3g × memory", ratio(ours.RSS, other.RSS))
	}
	if c.most > 0 {
		ok = ok && ours.Wall <= c.most
		must += ", ≤ " + short(c.most)
	}
	return row{
		goal: c.goal, work: t.name + c.work, must: must, measured: measured, met: verdict(ok || r.max == 0),
		ours: ours.String(), rival: r.name, other: other.String(),
	}
}

// ratios returns the ratios of two results in words, and the one that decides, which is
// also the first.
func (c comparison) ratios(ours, other summary) (words string, decides float64) {
	wall, cpu := ratio(ours.Wall, other.Wall), ratio(ours.CPU, other.CPU)
	switch {
	case ours.CPU == 0 || other.CPU == 0:
		return fmt.Sprintf("%.3g × wall", wall), wall
	case c.waits:
		return fmt.Sprintf("%.3g × wall, %.3g × cpu", wall, cpu), wall
	}
	return fmt.Sprintf("%.3g × cpu, %.3g × wall", cpu, wall), cpu
}
