// Command edit-lsp checks and applies the edit blocks that AI models write in chat: as a
// language server, and on the command line.
package main

import (
	"os"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
