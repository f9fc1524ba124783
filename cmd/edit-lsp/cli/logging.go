package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/tliron/commonlog"
	"github.com/tliron/commonlog/simple"
)

// logLevels maps the values of --log-level to commonlog's verbosities.
var logLevels = map[string]int{"error": -2, "warning": -1, "info": 1, "debug": 2}

// newLogger returns the server's logger. Without a level or a file it is silent, since some editors
// show every line on standard error as an error.
func newLogger(level, file string) (_ *slog.Logger, closeLog func() error, err error) {
	closeLog = func() error { return nil }
	if level == "" && file == "" {
		return slog.New(slog.DiscardHandler), closeLog, nil
	}
	if level == "" {
		level = "info"
	}
	verbosity, ok := logLevels[level]
	if !ok {
		return nil, nil, fmt.Errorf("invalid --log-level %q: want error, warning, info or debug", level)
	}
	backend := simple.NewBackend()
	backend.Buffered = false
	backend.Configure(verbosity, nil)
	if file != "" {
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return nil, nil, fmt.Errorf("--log-file: %w", err)
		}
		backend.Writer, closeLog = f, f.Close
	}
	commonlog.SetBackend(backend)
	return slog.New(commonlogHandler{log: commonlog.GetLogger("edit-lsp")}), closeLog, nil
}

type commonlogHandler struct{ log commonlog.Logger }

func commonlogLevel(l slog.Level) commonlog.Level {
	switch {
	case l >= slog.LevelError:
		return commonlog.Error
	case l >= slog.LevelWarn:
		return commonlog.Warning
	case l >= slog.LevelInfo:
		return commonlog.Info
	default:
		return commonlog.Debug
	}
}

func (h commonlogHandler) Enabled(_ context.Context, l slog.Level) bool {
	return h.log.AllowLevel(commonlogLevel(l))
}

func (h commonlogHandler) Handle(_ context.Context, r slog.Record) error {
	var pairs []any
	r.Attrs(func(a slog.Attr) bool {
		pairs = append(pairs, a.Key, a.Value.String())
		return true
	})
	h.log.Log(commonlogLevel(r.Level), 0, r.Message, pairs...)
	return nil
}

// WithAttrs and WithGroup return h, since no logger here has attributes or groups of its own.

func (h commonlogHandler) WithAttrs([]slog.Attr) slog.Handler { return h }

func (h commonlogHandler) WithGroup(string) slog.Handler { return h }
