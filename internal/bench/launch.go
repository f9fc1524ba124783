package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// launcher is the first argument that makes this command run one child and print what
// it took.
//
// A child begins with the peak resident size of the process that starts it (Linux
// counts it until the exec), so that one with large data at hand would see its own
// size; a fresh, small process stands between.
const launcher = "-launch"

// launched is what a launcher prints.
type launched struct {
	Wall, CPU time.Duration
	RSS       int64
	Status    int
}

// launch runs a command, as the launcher.
func launch(args []string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin = os.Stdin
	var out bytes.Buffer
	cmd.Stderr = &out
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	p := cmd.ProcessState
	if !p.Exited() {
		return fmt.Errorf("%s: %s %s", args[0], p, out.Bytes())
	}
	// What the child says of its faults is of use only where it has some.
	if p.ExitCode() != 0 {
		fmt.Fprintf(os.Stderr, "%s", out.Bytes())
	}
	return json.NewEncoder(os.Stdout).Encode(launched{took, p.UserTime() + p.SystemTime(), peak(p), p.ExitCode()})
}

// child is a command that is measured.
type child struct {
	args []string
	dir  string
	// stdin is the file that is its standard input, relative to dir, or nothing.
	stdin string
	// status is the exit status that it must have.
	status int
}

// measure runs the child once.
func (c child) measure() (sample, error) {
	self, err := os.Executable()
	if err != nil {
		return sample{}, err
	}
	cmd := exec.Command(self, append([]string{launcher}, c.args...)...)
	cmd.Dir = c.dir
	if c.stdin != "" {
		in, err := os.Open(filepath.Join(c.dir, c.stdin))
		if err != nil {
			return sample{}, err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return sample{}, fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	var l launched
	if err := json.Unmarshal(out, &l); err != nil {
		return sample{}, err
	}
	if l.Status != c.status {
		return sample{}, fmt.Errorf("%s ended with status %d: %.300s", strings.Join(c.args, " "), l.Status, stderr.Bytes())
	}
	return sample{wall: l.Wall, cpu: l.CPU, rss: l.RSS}, nil
}
