package wire

import (
	"context"
	"time"
)

// WatchParent ends the session with [ErrParentDied] once the process with this id is
// gone; a client passes its own as processId of initialize, and when it crashes nothing
// else may tell (lsp, "Wire"). Ids that cannot be are ignored. The process is looked at
// every [Options.ParentPoll]; a death is noticed that much later.
func (s *Server) WatchParent(pid int) {
	link := s.link.Load()
	if link == nil || pid <= 0 {
		return
	}
	go func() {
		if s.diesBefore(link.ctx, pid) {
			s.log.Warn("the parent process is gone", "pid", pid)
			link.end(ErrParentDied)
		}
	}()
}

// diesBefore waits for the death of a process, and says false if ctx ends before.
func (s *Server) diesBefore(ctx context.Context, pid int) bool {
	ticker := time.NewTicker(s.opts.ParentPoll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
			if !s.alive(pid) {
				return true
			}
		}
	}
}
