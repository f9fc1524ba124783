package lsp

import (
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// Options of a server. The zero value is what a process in an editor needs.
type Options struct {
	// Version is told to the client.
	Version string
	// ClientProcess is the id of the process with which the server ends, where the
	// client names none when it initializes; 0 for none.
	ClientProcess int
	// Logger gets what goes wrong; the default discards. Texts are never logged.
	Logger *slog.Logger
	// Idle is how long a chat must have been still until its last block counts as
	// written to the end. Zero means that the settings
	// say it.
	Idle time.Duration
	// Slow is how long work takes until the client is told of its progress. Zero means
	// 300 ms.
	Slow time.Duration
	// Routes are added to those of the table.
	Routes []wire.Route
}

// Serve serves one client until it says exit or goes away, and gives the exit status
// of the process.
func Serve(ctx context.Context, client io.ReadWriteCloser, o Options) (exitCode int, err error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	// Where there is no working directory, names are not resolved there.
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	s := newSession(ctx, o, dir)
	defer s.close()
	return s.wire.Serve(ctx, client)
}
