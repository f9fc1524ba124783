//go:build !linux && !darwin

package workspace

import (
	"io/fs"
	"time"
)

// changeTime returns zero, since this system doesn't report it.
func changeTime(fs.FileInfo) time.Time { return time.Time{} }
