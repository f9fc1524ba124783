package wire

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// guard runs f and turns a panic in it into an [InternalError]. The stack goes to the
// log; what was panicked with goes nowhere unless it is the runtime's own, since it may
// hold a document's text.
func (s *Server) guard(method string, f func() error) (err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		what := fmt.Sprintf("panic with a %T", p)
		if e, ok := p.(runtime.Error); ok {
			what = e.Error()
		}
		s.log.Error("a handler panicked", "method", method, "panic", what, "stack", string(debug.Stack()))
		err = Errorf(InternalError, "internal error in %s: %s", method, what)
	}()
	return f()
}
