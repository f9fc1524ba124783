//go:build !unix && !windows

package wire

import (
	"io"
	"net"
)

func ignoreBrokenPipe() {}

func dialPipe(name string) (io.ReadWriteCloser, error) { return net.Dial("unix", name) }

// processAlive can't tell here, and must not end a session for that.
func processAlive(int) bool { return true }
