package parse

import (
	"testing"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

func TestTrust(t *testing.T) {
	trust.Run(t, "S", 15, shellCases())
	trust.Run(t, "D", 50, append(hostileCases(), trust.Case{Name: "50,000 nested starts, 10,000 blocks, a million marker lines", Run: hugeDocuments}))
}
