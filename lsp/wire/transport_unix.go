//go:build !windows

package wire

import (
	"io"
	"net"
)

func dialPipe(name string) (io.ReadWriteCloser, error) {
	return net.Dial("unix", name)
}
