package workspace

import (
	"io/fs"
	"syscall"
	"time"
)

// changeTime returns when the content or the metadata last changed, zero if unknown. Unlike the
// modification time, programs can't set it.
func changeTime(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(int64(st.Ctim.Sec), int64(st.Ctim.Nsec))
	}
	return time.Time{}
}
