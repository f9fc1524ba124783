package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/lsp"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

type serveFlags struct {
	stdio    bool
	pipe     string
	socket   string
	clientID int
	logFile  string
	logLevel string
}

func (f *serveFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.stdio, "stdio", false, "serve on standard input and output (the default)")
	flags.StringVar(&f.pipe, "pipe", "", "connect to the client on the pipe or socket of this `name`")
	flags.StringVar(&f.socket, "socket", "", "connect to the client on this local `port`")
	flags.IntVar(&f.clientID, "clientProcessId", 0, "exit when the process with this `id` does")
	flags.StringVar(&f.logFile, "log-file", "", "write the log to this `file` instead of standard error")
	flags.StringVar(&f.logLevel, "log-level", "", "the log `level`: error, warning, info or debug")
	completeFlag(cmd, "log-level", "error", "warning", "info", "debug")
}

func (f *serveFlags) run(ctx context.Context) (err error) {
	log, closeLog, err := newLogger(f.logLevel, f.logFile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	client, err := f.connect()
	if err != nil {
		return err
	}
	state, err := stateFolder()
	if err != nil {
		log.Warn("what is applied isn't kept", "error", err)
	}
	o := lsp.Options{Version: buildVersion().Version, Logger: log, ClientProcess: f.clientID, State: state}
	code, why := lsp.Serve(ctx, client, o)
	if why != nil {
		log.Error("the session ended", "error", why)
	}
	if code != exitFine {
		return status(code)
	}
	return nil
}

func (f *serveFlags) connect() (io.ReadWriteCloser, error) {
	switch {
	case f.pipe != "" && f.socket != "", f.stdio && (f.pipe != "" || f.socket != ""):
		return nil, errors.New("use only one of --stdio, --pipe and --socket")
	case f.pipe != "":
		return wire.DialPipe(f.pipe)
	case f.socket != "":
		port, err := strconv.ParseUint(f.socket, 10, 16)
		if err != nil || port == 0 {
			return nil, fmt.Errorf("invalid --socket %q: want a port number from 1 to 65535", f.socket)
		}
		return wire.DialSocket(int(port))
	}
	if in, err := os.Stdin.Stat(); err == nil && in.Mode()&os.ModeCharDevice != 0 && !f.stdio {
		return nil, fmt.Errorf("without a command, edit-lsp is a language server that editors start; try edit-lsp check FILE or edit-lsp --help")
	}
	return wire.Stdio(), nil
}
