// Command edit-lsp judges and applies the code edits that language models propose
// in text: as a language server, and on the command line.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// The exit statuses (results, "Command line").
const (
	exitFine     = 0
	exitFindings = 1
	exitTrouble  = 2
)

// status is the error of a run that has said all there is to say and only has to
// end with an exit status.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := rootFor(args)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var s status
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &s):
		return int(s)
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	}
	fmt.Fprintf(os.Stderr, "edit-lsp: %s\n", show(err.Error()))
	return exitTrouble
}
