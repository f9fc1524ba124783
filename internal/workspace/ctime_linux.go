package workspace

import (
	"io/fs"
	"syscall"
	"time"
)

// changeTime is when the content or the metadata last changed; unlike the
// modification time no program can set it back. Zero if unknown.
func changeTime(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(int64(st.Ctim.Sec), int64(st.Ctim.Nsec))
	}
	return time.Time{}
}
