//go:build unix && !linux && !darwin

package workspace

import "os"

// keepExtended keeps nothing here.
func keepExtended(_, _ *os.File, _ bool) ([]string, error) { return nil, nil }
