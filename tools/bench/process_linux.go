package main

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitMemory bounds the address space of this process and of all that it starts: one
// that asks for more ends, and the machine goes on.
func limitMemory(bytes uint64) error {
	return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes})
}

// peakOf returns the peak resident size of a process that has ended.
func peakOf(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss << 10
	}
	return 0
}
