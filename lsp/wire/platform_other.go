//go:build !unix && !windows

package wire

import (
	"io"
	"net"
)

func ignoreBrokenPipe() {}

func dialPipe(name string) (io.ReadWriteCloser, error) { return net.Dial("unix", name) }

// processAlive always returns true, since it can't be known here.
func processAlive(int) bool { return true }
