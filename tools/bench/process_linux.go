package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

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

// usageOf returns the processor time and the peak resident size of a process that runs.
func usageOf(pid int) (cpu time.Duration, peak int64) {
	var t unix.Timespec
	// The clock of a process: see clock_getcpuclockid(3).
	if err := unix.ClockGettime(int32(^pid<<3|2), &t); err == nil {
		cpu = time.Duration(t.Nano())
	}
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return cpu, 0
	}
	if _, after, ok := strings.Cut(string(data), "VmHWM:"); ok {
		if _, err := fmt.Sscan(after, &peak); err != nil {
			return cpu, 0
		}
	}
	return cpu, peak << 10
}
