package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// patience limits a child's run time and a server's response time.
const patience = 30 * time.Second

// sample is one measurement or the medians of several. Unknown values are 0.
type sample struct {
	Wall time.Duration
	CPU  time.Duration
	// RSS is the peak resident size in bytes.
	RSS int64
}

// task is work to measure. A rival's max is how many times its time edit-lsp may take, or 0.
type task struct {
	name string
	max  float64
	run  func() sample
}

// comparison compares tasks of edit-lsp with those of rivals.
type comparison struct {
	goal, work   string
	ours, rivals []task
	maxWall      time.Duration
	// memory limits memory like time.
	memory bool
}

// compare measures a comparison and returns our samples. Each round runs all tasks in rotated order, so
// other load affects them all.
func (b *bench) compare(c comparison) []sample {
	tasks := slices.Concat(c.ours, c.rivals)
	samples := make([][]sample, len(tasks))
	for round := range b.rounds {
		for k := range tasks {
			i := (round + k) % len(tasks)
			samples[i] = append(samples[i], tasks[i].run())
		}
	}
	var all []sample
	for _, s := range samples {
		all = append(all, medians(s))
	}
	for i, t := range c.ours {
		for k, rival := range c.rivals {
			b.add(c.row(t, rival, all[i], all[len(c.ours)+k]))
		}
	}
	return all[:len(c.ours)]
}

func medians(samples []sample) sample {
	return sample{
		Wall: quantile(samples, 0.5, func(s sample) int64 { return int64(s.Wall) }),
		CPU:  quantile(samples, 0.5, func(s sample) int64 { return int64(s.CPU) }),
		RSS:  int64(quantile(samples, 1, func(s sample) int64 { return s.RSS })),
	}
}

// quantile returns the value at rank q, from 0 to 1.
func quantile(samples []sample, q float64, of func(sample) int64) time.Duration {
	var all []int64
	for _, s := range samples {
		all = append(all, of(s))
	}
	slices.Sort(all)
	return time.Duration(all[int(q*float64(len(all)-1)+0.5)])
}

type command struct {
	dir  string
	args []string
}

// execute runs a command, with a launcher if given, and returns its output. Exit status 1 means that
// blocks don't apply, which is checked separately.
func (c command) execute(launcher ...string) []byte {
	args := slices.Concat(launcher, c.args)
	cmd := exec.Command(args[0], args[1:]...)
	var out, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, &out, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		said, _, _ := strings.Cut(stderr.String(), "\n")
		must(fmt.Errorf("%s: %w: %s", filepath.Base(c.args[0]), err, said))
	}
	return out.Bytes()
}

func (c command) measure() (s sample) {
	must(json.Unmarshal(c.execute(get(os.Executable()), launchFlag), &s))
	return s
}

// launchFlag makes this command run one child and print its sample.
//
// On Linux a child starts with its parent's peak resident size, so a small process runs in between.
const launchFlag = "-launch"

func launch(args []string) (status int) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	began := time.Now()
	must(cmd.Start())
	_ = cmd.Wait() // the caller looks at the status
	wall, p := time.Since(began), cmd.ProcessState
	must(json.NewEncoder(os.Stdout).Encode(sample{wall, p.UserTime() + p.SystemTime(), peakOf(p)}))
	return p.ExitCode()
}
