package cli

import (
	"testing"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// traces are the system call cases, and signals those about signals, on systems that support them.
var traces, signals []trust.Case

func TestTrust(t *testing.T) {
	trust.Run(t, "A", 17, traces)
	trust.Run(t, "D", 1, trust.Named(map[string]func(*testing.T){"a chat of 50 MB": largeChat}))
	trust.Run(t, "T", 1, trust.Named(map[string]func(*testing.T){"every format": formatsHideNothing}))
	trust.Run(t, "L", 3+len(signals), append(signals, trust.Named(map[string]func(*testing.T){
		"the program serves where the client listens": servingWhereTheClientListens,
		"the program on the command line":             theProcessOnTheCommandLine,
		"the program where it can't serve":            servingThatCannotBe,
	})...))
}
