package wire

import "time"

// WatchParent ends the session with [ErrParentDied] once the process with this id is
// gone. A client passes its own as processId of initialize; if it crashes, nothing else
// may tell. Ids that no process has are ignored. The process is looked at every
// [Options.ParentPoll], so its death is noticed that much later.
func (s *Server) WatchParent(pid int) {
	if s.conn.Load() == nil || pid <= 0 {
		return
	}
	go func() {
		ticker := time.NewTicker(s.opts.ParentPoll)
		defer ticker.Stop()
		for alive := true; alive; alive = s.alive(pid) {
			select {
			case <-s.ctx.Done():
				return
			case <-ticker.C:
			}
		}
		s.log.Warn("the parent process is gone", "pid", pid)
		s.end(ErrParentDied)
	}()
}
