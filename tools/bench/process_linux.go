package main

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitMemory limits this process and its children, to protect the machine.
func limitMemory(bytes uint64) error {
	return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes})
}

// peakOf returns a finished process's peak resident size.
func peakOf(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss << 10
	}
	return 0
}
