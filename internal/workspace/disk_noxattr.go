//go:build unix && !linux && !darwin

package workspace

import "os"

// keepExtended does nothing, since extended attributes aren't supported here.
func keepExtended(_, _ *os.File, _ bool) ([]string, error) { return nil, nil }

func hasCapabilities(folder, string) bool { return false }
