package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// load is the load average of the last minute, the last five and the last fifteen.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if f := strings.Fields(string(data)); err == nil && len(f) > 2 {
		return strings.Join(f[:3], " ")
	}
	return "unknown"
}

// machine says what this runs on.
func machine() string {
	cpu := "unknown processor"
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.SplitSeq(string(data), "\n") {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				cpu = strings.TrimSpace(value)
				break
			}
		}
	}
	memory := "unknown"
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kb int64
		if _, err := fmt.Sscanf(string(data), "MemTotal: %d kB", &kb); err == nil {
			memory = bytesOf(kb << 10)
		}
	}
	return fmt.Sprintf("%s, %d processors, %s of memory, %s/%s, %s", cpu, runtime.NumCPU(), memory, runtime.GOOS, runtime.GOARCH, runtime.Version())
}
