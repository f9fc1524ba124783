package wire

import "time"

// WatchParent ends the session with [ErrParentDied] once process pid has died. Clients pass their
// pid as processId of initialize, in case they crash without closing the connection. Ids that no
// process can have are ignored.
func (s *Server) WatchParent(pid int) {
	if s.conn.Load() == nil || pid <= 0 {
		return
	}
	go func() {
		ticker := time.NewTicker(s.parentPoll)
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
