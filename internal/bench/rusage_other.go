//go:build !unix

package main

import (
	"os"
	"time"
)

// ownCPU is not known here.
func ownCPU() time.Duration { return 0 }

// peak is not known here.
func peak(*os.ProcessState) int64 { return 0 }
