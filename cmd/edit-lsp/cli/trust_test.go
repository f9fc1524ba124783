package cli

import (
	"testing"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// traces are the cases of system calls, which only some systems can show.
var traces []trust.Case

// The lists of docs/trust.md whose cases are runs of the program.
func TestTrust(t *testing.T) {
	trust.Run(t, "A", 17, traces)
	trust.Run(t, "D", 1, trust.Named(map[string]func(*testing.T){"a chat of 50 MB": largeChat}))
	trust.Run(t, "T", 1, trust.Named(map[string]func(*testing.T){"every format": formatsHideNothing}))
	trust.Run(t, "L", 3, trust.Named(map[string]func(*testing.T){
		"the program serves where the client listens": servingWhereTheClientListens,
		"the program on the command line":             theProcessOnTheCommandLine,
		"the program where it can't serve":            servingThatCannotBe,
	}))
}
