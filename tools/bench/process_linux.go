package main

import (
	"os"
	"syscall"
)

// peakOf returns a finished process's peak resident size.
func peakOf(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss << 10
	}
	return 0
}
