package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp"
	"github.com/edit-lsp/edit-lsp/parse"
)

// checkFlags are the common flags of commands that check documents: the root, and the settings.
type checkFlags struct {
	// root is the workspace folder, current the working directory if that is below it by default.
	root, current string
	settings      func(*settings.Config) error
	journal       *journal
	// still shows no progress.
	still bool
}

func (f *checkFlags) register(cmd *cobra.Command) {
	registerRoot(cmd, &f.root, &f.current)
	f.settings = settings.Register(cmd.Flags())
	for _, s := range settings.Table {
		switch values := s.Choices(); {
		case s.Flag == "":
		case strings.HasSuffix(s.Type, " dialects"):
			completeFlag(cmd, s.Flag, parse.DialectNames()...)
		case values != nil:
			completeFlag(cmd, s.Flag, values...)
		}
	}
}

// open opens the root and loads the configuration. It prints errors in a configuration file to
// standard error, and returns those in flags.
func (f *checkFlags) open(cmd *cobra.Command) (*workspace.Workspace, diagnostics.Options, error) {
	collectLate()
	ws, c, err := f.configure(cmd)
	if err != nil {
		return nil, diagnostics.Options{}, err
	}
	return ws, lsp.CheckOptions(c), nil
}

// collectLate makes garbage collection rare below memoryLimit bytes, since the process ends soon. GOGC
// and GOMEMLIMIT override it.
func collectLate() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(lateGC)
		debug.SetMemoryLimit(memoryLimit)
	}
}

const (
	// lateGC starts the first collection at 36 MB, which most checks don't reach. No collection at all
	// takes no less time and a third more memory.
	lateGC      = 800
	memoryLimit = 512 << 20
)

func (f *checkFlags) configure(cmd *cobra.Command) (*workspace.Workspace, *settings.Config, error) {
	ws, err := openRoot(f.root)
	if err != nil {
		return nil, nil, err
	}
	c, wrong := settings.Load(cmd.Context(), ws, parse.DialectNames())
	for _, err := range wrong {
		warn(cmd.ErrOrStderr(), "%v", err)
	}
	if err := f.settings(c); err != nil {
		ws.Release()
		return nil, nil, err
	}
	ws.Configure(c.Workspace())
	f.journal = openJournal(f.root, c.Journal)
	return ws, c, nil
}

type document struct {
	name, chat string
	report     *diagnostics.Report
	// written is what apply wrote of it, or failed to write.
	written []apply.Written
	// original is the chat as it was before its blocks were repaired, or nil.
	original *parse.Result
	// options and targets are those it was checked with.
	options diagnostics.Options
	targets apply.Targets
	// only are the indexes of the blocks that count for the exit status, nil for all.
	only map[int]bool
	// unread: there are code blocks, which nobody asked for.
	unread bool
}

// hasUnread reports whether code blocks weren't read. A document without blocks or turns may be a README, so only
// fences that name a file which is there count.
func (d *document) hasUnread(ctx context.Context) bool {
	exists := func(name string) bool { return d.targets.Target(ctx, name).Exists }
	names := func(p parse.Proposal) bool {
		return slices.ContainsFunc(slices.Concat(p.Far, []parse.Path{p.Path}), func(p parse.Path) bool { return slices.ContainsFunc(p.Readings, exists) })
	}
	r := d.report
	return d.options.CodeBlocks == diagnostics.CodeBlocksOffer &&
		(r.Offered+r.NotRead > 0 || len(r.Blocks) == 0 && slices.ContainsFunc(r.Plan.Document.Proposals, names))
}

// check checks it again, with other blocks taking part.
func (d *document) check(ctx context.Context, only map[int]bool, c *diagnostics.Cache) (*diagnostics.Report, error) {
	o := d.options
	o.Only, o.Confirmed = maps.Clone(only), true
	r, err := diagnostics.Check(ctx, d.report.Plan.Document.Text, d.targets, o, c)
	return withoutCounted(r, o), err
}

// withoutCounted takes out the code blocks that were only counted. The report may be nil.
func withoutCounted(r *diagnostics.Report, o diagnostics.Options) *diagnostics.Report {
	if r != nil && o.CodeBlocks != diagnostics.CodeBlocksApply {
		r.Proposals = nil
	}
	return r
}

// check checks the named chats and calls checked, unless it is nil, with each before the next. It
// prints which can't be read and continues with the others.
func (f *checkFlags) check(cmd *cobra.Command, ws *workspace.Workspace, o diagnostics.Options, names []string, checked func(*document) error) (results, error) {
	all := results{ok: true}
	if f.current != "" {
		all.root = f.root
	}
	p := newProgress(cmd.ErrOrStderr(), len(names), f.still)
	defer p.done()
	for _, name := range names {
		chat, err := readChat(cmd, name)
		if cmd.Context().Err() != nil {
			return results{}, cmd.Context().Err()
		}
		if err != nil {
			warn(p, "%v", err)
			all.ok = false
			continue
		}
		p.step("checking", name)
		o.Parse.FileName = name
		one := o
		one.IsAnswer = o.IsAnswer || name == stdin
		d, err := f.checkChat(cmd.Context(), ws, one, name, chat)
		if err != nil {
			return results{}, err
		}
		d.unread = d.hasUnread(cmd.Context())
		withoutCounted(d.report, o)
		if checked != nil {
			if err := checked(&d); err != nil {
				return results{}, err
			}
		}
		all.docs = append(all.docs, d)
	}
	return all, nil
}

// all checks the named chats, each against the files as they are.
func (f *checkFlags) all(cmd *cobra.Command, names []string) (results, error) {
	ws, o, err := f.open(cmd)
	if err != nil {
		return results{}, err
	}
	defer ws.Release()
	return f.check(cmd, ws, o, names, nil)
}

// pretend makes later checks see the files as if a plan's edits were written, except that none is
// deleted or renamed.
func pretend(ws *workspace.Workspace, p *apply.Plan) {
	for _, e := range p.Files {
		if !e.Delete && e.NewTarget == nil {
			ws.Open(e.Target.Abs, 0, e.After())
		}
	}
}

// stdin is the name of standard input.
const stdin = "-"

// readChat reads a chat, or standard input. It ends with the command's context, also while it waits for
// input.
func readChat(cmd *cobra.Command, name string) (string, error) {
	type read struct {
		data []byte
		err  error
	}
	if name == stdin && isTerminal(cmd.InOrStdin()) {
		warn(cmd.ErrOrStderr(), "reading the chat from the terminal; end it with %s", endOfInput())
	}
	done := make(chan read, 1)
	go func() {
		data, err := readInput(cmd.InOrStdin(), name)
		done <- read{data, err}
	}()
	var late <-chan time.Time
	if info, err := os.Stat(name); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		late = time.After(progressAfter)
	}
	for {
		select {
		case r := <-done:
			if r.err != nil {
				return "", r.err
			}
			return chatText(name, r.data)
		case <-late:
			warn(cmd.ErrOrStderr(), "waiting for %s, which is a pipe; the chat ends when its writer closes it", name)
		case <-cmd.Context().Done():
			return "", cmd.Context().Err()
		}
	}
}

// nameOf returns a chat's name for messages.
func nameOf(name string) string {
	if name == stdin {
		return "standard input"
	}
	return name
}

// noBlocks says that a document has no edit block.
func noBlocks(d *document) string {
	s := "no edit blocks in " + nameOf(d.name)
	if strings.Contains(d.chat, "\x00") {
		s += ", which is a binary file"
	}
	return s + unreadCodeBlocks(*d)
}

// endOfInput names the keys that end a terminal's input.
func endOfInput() string {
	if runtime.GOOS == "windows" {
		return "Ctrl-Z and Enter"
	}
	return "Ctrl-D"
}

func readInput(in io.Reader, name string) ([]byte, error) {
	if name == stdin {
		data, err := io.ReadAll(in)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return data, nil
	}
	info, err := os.Stat(name)
	switch {
	case name == "":
		return nil, errors.New("the name of the chat is empty; want a chat document, or - for standard input")
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", name)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory; want a chat document, or - for standard input", name)
	}
	return os.ReadFile(name)
}

// chatText returns a chat's text. Any bytes will do, except UTF-16, which PowerShell redirects into
// files: no block would be found in it.
func chatText(name string, data []byte) (string, error) {
	if bytes.HasPrefix(data, []byte("\xFF\xFE")) || bytes.HasPrefix(data, []byte("\xFE\xFF")) {
		return "", fmt.Errorf("%s is UTF-16; save it as UTF-8", nameOf(name))
	}
	return text.Take(data), nil
}

// arguments requires from minimum to maximum arguments. takes is the error message.
func arguments(minimum, maximum int, takes string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < minimum || len(args) > maximum {
			return fmt.Errorf("%s; see %s --help", takes, cmd.CommandPath())
		}
		return nil
	}
}

func chats(cmd *cobra.Command, args []string) error {
	if i := slices.Index(args, stdin); i >= 0 && slices.Contains(args[i+1:], stdin) {
		return errors.New("- (standard input) is given twice")
	}
	return arguments(1, len(args), "name a chat document, or - for standard input")(cmd, args)
}
