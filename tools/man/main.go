// Command man writes the man pages of all commands into a folder:
//
//	go run ./tools/man [-version VERSION] FOLDER
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	version := flag.String("version", "devel", "the `version` that the man pages name")
	flag.Parse()
	err := errors.New("name a folder for the man pages")
	if folder := flag.Arg(0); folder != "" {
		err = writeMan(folder, *version)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}
