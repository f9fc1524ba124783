package lsp

import (
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// Options configures a server. The zero value suits a process started by an editor.
type Options struct {
	Version string
	// ClientProcess is the process id with which the server ends if the client names none when it
	// initializes, or 0.
	ClientProcess int
	// State is the user's folder for the journals of what was applied, "" for none.
	State string
	// Logger logs faults, never texts. The default discards.
	Logger *slog.Logger

	// Only tests set the others.

	// idle is how long a chat must be unchanged before its last block counts as finished. Zero
	// means the value in the settings.
	idle time.Duration
	// slow is how long work takes before its progress is shown. Zero means 300 ms.
	slow time.Duration
	// look is how often the journals are looked at. Zero means every second.
	look time.Duration
	// notice is how long a command waits before the user is told why. Zero means two seconds.
	notice time.Duration
	// routes are added to the built-in ones.
	routes []wire.Route
}

// Serve serves one client until it exits or disconnects. It returns the exit code for the process.
func Serve(ctx context.Context, client io.ReadWriteCloser, o Options) (exitCode int, err error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	// Without a working directory, names aren't resolved there.
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	s := newSession(ctx, o, dir)
	defer s.close()
	return s.wire.Serve(ctx, client)
}
