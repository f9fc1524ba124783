package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// launchFlag makes this command run one child and print what it took.
//
// On Linux a child starts with the peak resident size of the process that starts it. So
// a fresh, small process stands between the benchmarks and the child.
const launchFlag = "-launch"

// patience bounds how long a child may run, and how long a server may take to answer.
const patience = 30 * time.Second

// command is a program that is run to its end.
type command struct {
	dir  string
	args []string
	// stdin is the file that it reads, if any.
	stdin string
}

// execute runs a command, by the launcher if there is one. The exit status 1 is that of
// a check that found blocks that don't apply: what a command does is checked apart.
func (c command) execute(launcher ...string) ([]byte, error) {
	args := slices.Concat(launcher, c.args)
	cmd := exec.Command(args[0], args[1:]...)
	var out, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, &out, &stderr
	if c.stdin != "" {
		in, err := os.Open(c.stdin)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	err := cmd.Run()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		said, _, _ := strings.Cut(stderr.String(), "\n")
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(c.args[0]), err, said)
	}
	return out.Bytes(), nil
}

// measure runs a command once.
func (c command) measure() (sample, error) {
	self, err := os.Executable()
	if err != nil {
		return sample{}, err
	}
	out, err := c.execute(self, launchFlag)
	if err != nil {
		return sample{}, err
	}
	var s sample
	err = json.Unmarshal(out, &s)
	return s, err
}

// launch runs a child, throws away what it prints, and writes a sample.
func launch(args []string) (status int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	began := time.Now()
	err = cmd.Run()
	wall := time.Since(began)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 2, err
	}
	p := cmd.ProcessState
	return p.ExitCode(), json.NewEncoder(os.Stdout).Encode(sample{wall, p.UserTime() + p.SystemTime(), peakOf(p)})
}
