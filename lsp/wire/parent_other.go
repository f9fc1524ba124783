//go:build !unix && !windows

package wire

// processAlive cannot tell here, and must not end a session for that.
func processAlive(int) bool { return true }
