package main

import (
	"runtime"
	"slices"
	"time"
)

// sample is one measurement: what one operation took.
type sample struct {
	wall time.Duration
	// cpu is the time of all processors, of this process or of the child.
	cpu time.Duration
	// rss is the child's peak resident size in bytes; 0 for work in this process.
	rss int64
}

// contender is one of several ways to do the same work.
type contender struct {
	name string
	// op does the work once, in this process. Where it is nil, run measures a child.
	op  func() error
	run func() (sample, error)
	// count is how often op runs for one sample, set by the first.
	count int
}

// shortest is how long the runs of one sample should take together: less is lost in
// the noise.
const shortest = 20 * time.Millisecond

// once does the work a single time.
func (c *contender) once() (sample, error) {
	if c.run != nil {
		return c.run()
	}
	return sample{}, c.op()
}

// sample measures once. Other work of this process has ended, and its garbage is gone.
func (c *contender) sample() (sample, error) {
	if c.run != nil {
		return c.run()
	}
	if c.count == 0 {
		began := time.Now()
		if err := c.op(); err != nil {
			return sample{}, err
		}
		c.count = int(max(1, min(100_000, shortest/max(1, time.Since(began)))))
	}
	runtime.GC()
	cpu, began := ownCPU(), time.Now()
	for range c.count {
		if err := c.op(); err != nil {
			return sample{}, err
		}
	}
	n := time.Duration(c.count)
	return sample{wall: time.Since(began) / n, cpu: (ownCPU() - cpu) / n}, nil
}

// perSample is how many times something that takes its own time runs for one sample.
const perSample = 5

// timed makes a measurement of something that says itself what it took: some of what
// it does is not to be counted.
func timed(op func() (time.Duration, error)) func() (sample, error) {
	return func() (sample, error) {
		runtime.GC()
		var s sample
		began := ownCPU()
		for range perSample {
			took, err := op()
			if err != nil {
				return s, err
			}
			s.wall += took / perSample
		}
		s.cpu = (ownCPU() - began) / perSample
		return s, nil
	}
}

// series are the samples of one contender.
type series struct {
	name    string
	samples []sample
}

// rotate takes so many samples of each contender. In every round another one is the
// first, so that what the machine does meanwhile meets all of them.
func rotate(rounds int, contenders []*contender) ([]series, error) {
	all := make([]series, len(contenders))
	for i, c := range contenders {
		all[i].name = c.name
	}
	for round := range rounds {
		for k := range contenders {
			i := (round + k) % len(contenders)
			s, err := contenders[i].sample()
			if err != nil {
				return nil, err
			}
			all[i].samples = append(all[i].samples, s)
		}
	}
	return all, nil
}

func (s series) sorted(of func(sample) time.Duration) []time.Duration {
	list := make([]time.Duration, len(s.samples))
	for i, x := range s.samples {
		list[i] = of(x)
	}
	slices.Sort(list)
	return list
}

func wall(s sample) time.Duration { return s.wall }
func cpu(s sample) time.Duration  { return s.cpu }

// median of the wall times.
func (s series) median() time.Duration { return quantile(s.sorted(wall), 0.5) }

// least of the wall times.
func (s series) least() time.Duration { return quantile(s.sorted(wall), 0) }

// cpu is the median of the processor times.
func (s series) cpu() time.Duration { return quantile(s.sorted(cpu), 0.5) }

// rss is the greatest peak resident size in bytes.
func (s series) rss() int64 {
	most := int64(0)
	for _, x := range s.samples {
		most = max(most, x.rss)
	}
	return most
}

// quantile q (0..1) of a sorted list: the entry at or above that rank.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	i := int(q*float64(len(sorted)-1) + 0.5)
	return sorted[min(max(i, 0), len(sorted)-1)]
}
