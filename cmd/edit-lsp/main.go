// Command edit-lsp checks and applies the edit blocks that AI models write in chat. It is a
// language server and a command-line tool.
package main

import (
	"os"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
