//go:build unix && !linux

package workspace

import "errors"

func makeDevice(string) error { return errors.New("not on this system") }
