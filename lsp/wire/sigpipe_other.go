//go:build !unix

package wire

func ignoreBrokenPipe() {}
