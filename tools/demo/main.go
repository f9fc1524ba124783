// Command demo shows the main job of edit-lsp: it builds and starts the server, opens the chat in a
// copy of testdata/demo like an editor, prints diagnostics, applies all edits, and prints the diff.
//
// Run it from the top of the repository: make demo.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// patience limits the session after the build.
const patience = time.Minute

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(out *os.File) (err error) {
	scratch, err := os.MkdirTemp("", "edit-lsp-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	binary := filepath.Join(scratch, "edit-lsp")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	build := exec.Command("go", "build", "-o", binary, "./cmd/edit-lsp")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building the server (run the demo from the top of the repository): %w", err)
	}
	demo := filepath.Join("testdata", "demo")
	workspace := filepath.Join(demo, "workspace")
	err = errors.Join(os.CopyFS(scratch, os.DirFS(demo)), os.CopyFS(filepath.Join(scratch, "before"), os.DirFS(workspace)))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return session(ctx, out, binary, scratch)
}

// session does what a user would do in an editor. The directory has the chat, the workspace, and the
// workspace as it was before.
func session(ctx context.Context, out *os.File, binary, dir string) error {
	began := time.Now()
	server, err := start(ctx, binary)
	if err != nil {
		return err
	}
	editor, err := lsptest.Start(ctx, server, lsptest.Options{Folders: []string{filepath.Join(dir, "workspace")}})
	if err != nil {
		return err
	}
	uri, err := editor.Open(ctx, filepath.Join(dir, "chat.md"), "markdown")
	if err != nil {
		return err
	}
	list, err := editor.Diagnostics(ctx, uri, nil)
	if err != nil {
		return err
	}
	p := paint(out)
	p.title("%s %s opens chat.md; %d ms after its start it shows:",
		editor.Initialized.ServerInfo.Name, editor.Initialized.ServerInfo.Version, time.Since(began).Milliseconds())
	lines := strings.Split(editor.Text(uri), "\n")
	for _, d := range list {
		p.diagnostic(d, lines)
	}

	title, err := applyAll(ctx, editor, uri)
	if err != nil {
		return err
	}
	p.title("Code action %q:", title)
	if err := editor.Choose(ctx, uri, 0, title); err != nil {
		return err
	}
	if err := editor.SaveAll(ctx); err != nil {
		return err
	}
	if err := p.diff(dir); err != nil {
		return err
	}
	return errors.Join(editor.Stop(ctx), server.cmd.Wait())
}

// applyAll returns the title of the action that applies all edits, which is offered anywhere in a chat.
func applyAll(ctx context.Context, e *lsptest.Editor, uri protocol.DocumentUri) (string, error) {
	actions, err := e.CodeActions(ctx, uri, 0)
	for _, a := range actions {
		if strings.HasPrefix(a.Title, "Apply all") {
			return a.Title, nil
		}
	}
	return "", errors.Join(err, errors.New("the server offers no action that applies all edits"))
}

// process is the server as a connection.
type process struct {
	io.Reader
	io.WriteCloser
	cmd *exec.Cmd
}

func start(ctx context.Context, binary string) (*process, error) {
	cmd := exec.CommandContext(ctx, binary, "--stdio")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &process{Reader: out, WriteCloser: in, cmd: cmd}, cmd.Start()
}

// painter prints with colours on a terminal.
type painter struct {
	out    *os.File
	colour bool
}

func paint(out *os.File) painter {
	return painter{out, os.Getenv("NO_COLOR") == "" && term.IsTerminal(int(out.Fd()))}
}

func (p painter) in(code, s string) string {
	if !p.colour {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p painter) title(format string, args ...any) {
	fmt.Fprintf(p.out, "\n%s\n\n", p.in("1", fmt.Sprintf(format, args...)))
}

var severities = map[protocol.DiagnosticSeverity][2]string{
	1: {"error", "31"}, 2: {"warning", "33"}, 3: {"info", "34"}, 4: {"hint", "2"},
}

// diagnostic prints a diagnostic below its underlined line.
func (p painter) diagnostic(d protocol.Diagnostic, lines []string) {
	severity := severities[*d.Severity]
	at := int(d.Range.Start.Line)
	headline, details, _ := strings.Cut(d.Message, "\n")
	fmt.Fprintf(p.out, "%5d │ %s\n", at+1, lines[at])
	fmt.Fprintf(p.out, "      │ %s %s\n", p.in(severity[1], strings.Repeat("~", max(1, len([]rune(lines[at]))))),
		p.in(severity[1], fmt.Sprintf("%s: %s [%s]", severity[0], headline, d.Code)))
	for line := range strings.Lines(details) {
		fmt.Fprintf(p.out, "      │ %s\n", strings.TrimSuffix(line, "\n"))
	}
}

// diff prints what changed in the workspace.
func (p painter) diff(dir string) error {
	color := "--color=never"
	if p.colour {
		color = "--color=always"
	}
	git := exec.Command("git", "diff", "--no-index", "--no-prefix", color, "before", "workspace")
	git.Dir, git.Stdout, git.Stderr = dir, p.out, os.Stderr
	if err := git.Run(); err != nil && git.ProcessState.ExitCode() != 1 { // 1: they differ
		return err
	}
	return nil
}
