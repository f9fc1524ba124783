package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// ending is how a run of apply ended.
type ending struct {
	// tried is what was written or failed to be, nil for a dry run.
	tried []apply.Written
	// why is why it was reverted, nil if it wasn't. left are files that couldn't be.
	why  error
	left []apply.Kept
	// trouble means that something couldn't be run or reverted.
	trouble bool
}

var errNotWhole = errors.New("--atomic writes all blocks or none")

// isWhole reports whether all blocks of documents are written or were applied already, so that nothing in them makes
// the exit status 1.
func (f *applyFlags) isWhole(docs ...document) bool {
	return exitStatus(results{docs: selected(docs), ok: true}) == nil && len(f.leftOut(docs))+len(refused(docs)) == 0
}

// settle reverts what was written, if --atomic or --verify wants that. whole means that all blocks were written, err
// is what ended the run before its end.
func (f *applyFlags) settle(cmd *cobra.Command, ws *workspace.Workspace, r results, whole bool, err error) ending {
	e := ending{tried: r.written}
	failed := slices.ContainsFunc(r.written, func(w apply.Written) bool { return w.Err != nil })
	isDone := whole && err == nil && !nothingFound(io.Discard, r.docs)
	switch {
	case !f.atomic && f.verify == "":
		return e
	case cmd.Context().Err() != nil:
		e.why = context.Cause(cmd.Context())
	case err != nil:
		e.why = err
	case f.atomic && (!whole || !r.ok || failed):
		e.why = errNotWhole
	case f.verify != "" && (isDone || e.hasWritten()):
		e.why = f.runCommand(cmd)
		e.trouble = e.why != nil && !errors.As(e.why, new(*exec.ExitError))
	}
	if e.why == nil {
		return e
	}
	undone, left := takeBack(cmd.Context(), ws, r.written)
	f.journal.keepUndo("", "", undone)
	e.left, e.trouble = left, e.trouble || len(left) > 0
	return e
}

// commandPatience is how long an interrupted command may go on before it is killed.
const commandPatience = 10 * time.Second

// signalPatience is how much later than the command this program may receive a signal that a terminal sends to both.
const signalPatience = 100 * time.Millisecond

// runCommand runs the command of --verify. Its input is empty, and its output goes to standard error.
func (f *applyFlags) runCommand(cmd *cobra.Command) error {
	ctx := cmd.Context()
	c := shellCommand(ctx, f.verify)
	c.Dir, c.Stdout, c.Stderr = f.root, cmd.ErrOrStderr(), cmd.ErrOrStderr()
	c.WaitDelay = commandPatience
	c.Cancel = func() error {
		var by interruptedBy
		if errors.As(context.Cause(ctx), &by) && by.signal == os.Interrupt {
			return nil // the terminal interrupts the command as well
		}
		if err := c.Process.Signal(by.signal); err == nil || errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return c.Process.Kill() // Windows has no other signal
	}
	err := c.Run()
	if err != nil {
		select {
		case <-ctx.Done():
		case <-time.After(signalPatience):
		}
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("the --verify command failed: %w", err)
	}
	return nil
}

func (e *ending) hasWritten() bool {
	return slices.ContainsFunc(e.tried, func(w apply.Written) bool { return w.Err == nil })
}

// staying returns those of some written files that weren't reverted.
func (e *ending) staying(written []apply.Written) []apply.Written {
	if e.why == nil {
		return written
	}
	stay := []apply.Written{}
	for _, w := range written {
		f := w.File
		isIt := func(k apply.Kept) bool {
			return k.Path == f.Target.Path || f.NewTarget != nil && k.Path == f.NewTarget.Path
		}
		if w.Err == nil && slices.ContainsFunc(e.left, isIt) {
			stay = append(stay, w)
		}
	}
	return stay
}

// print prints why what was written was reverted, and which files couldn't be.
func (e *ending) print(stderr io.Writer) {
	for _, k := range e.left {
		warn(stderr, "not reverted: %s: %v", k.Path, k.Err)
	}
	switch {
	case e.why == nil:
	case len(e.left) > 0:
		warn(stderr, "%v; the other files are reverted", e.why)
	case e.hasWritten():
		warn(stderr, "%v; what was written is reverted", e.why)
	default:
		warn(stderr, "%v; nothing was written", e.why)
	}
}

// instead returns the error of a run that ended early. If that reverted something, it prints so.
func (e *ending) instead(stderr io.Writer, err error) error {
	if e.why == nil {
		return err
	}
	e.print(stderr)
	return status(exitTrouble)
}
