// Command man writes the man pages of all commands into a folder:
//
//	go run ./tools/man [-version VERSION] FOLDER
//
// It isn't part of tools/docs, whose tests would compile cobra's package for man pages.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
)

func main() {
	version := flag.String("version", "devel", "the `version` that the man pages name")
	flag.Parse()
	if err := write(flag.Arg(0), *version); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

func write(folder, version string) error {
	if folder == "" {
		return errors.New("name a folder for the man pages")
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	root := cli.Root()
	root.InitDefaultCompletionCmd()
	root.DisableAutoGenTag = true // packages must be reproducible
	return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "edit-lsp " + version}, folder)
}
