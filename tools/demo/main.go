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
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	udiff "github.com/aymanbagabas/go-udiff"
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

func run(out io.Writer) (err error) {
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
	source, err := os.OpenRoot(filepath.Join("testdata", "demo"))
	if err != nil {
		return err
	}
	defer source.Close()
	demo := filepath.Join(scratch, "demo")
	if err := os.CopyFS(demo, source.FS()); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return session(ctx, out, binary, filepath.Join(demo, "workspace"), filepath.Join(demo, "chat.md"))
}

// session does what a user would do in an editor.
func session(ctx context.Context, out io.Writer, binary, workspace, chat string) error {
	began := time.Now()
	server, err := start(ctx, binary)
	if err != nil {
		return err
	}
	editor, err := lsptest.Start(ctx, server, lsptest.Options{Folders: []string{workspace}})
	if err != nil {
		return err
	}
	uri, err := editor.Open(ctx, chat, "markdown")
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

	before, err := snapshot(workspace)
	if err != nil {
		return err
	}
	line, title, err := findApplyAll(ctx, editor, uri, lines)
	if err != nil {
		return err
	}
	p.title("Code action %q, from line %d of the chat:", title, line+1)
	if err := editor.Choose(ctx, uri, line, title); err != nil {
		return err
	}
	if err := editor.SaveAll(ctx); err != nil {
		return err
	}
	after, err := snapshot(workspace)
	if err != nil {
		return err
	}
	p.diff(before, after)
	return errors.Join(editor.Stop(ctx), server.wait())
}

// findApplyAll returns a chat line and its action that applies all edits.
func findApplyAll(ctx context.Context, e *lsptest.Editor, uri protocol.DocumentUri, lines []string) (int, string, error) {
	for line := range lines {
		actions, err := e.CodeActions(ctx, uri, line)
		if err != nil {
			return 0, "", err
		}
		for _, a := range actions {
			if strings.HasPrefix(a.Title, "Apply all") && !strings.HasPrefix(a.Title, "Apply all edits to") {
				return line, a.Title, nil
			}
		}
	}
	return 0, "", errors.New("the server offers no action that applies all edits")
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

func (p *process) wait() error {
	if err := p.cmd.Wait(); err != nil {
		return fmt.Errorf("the server ended badly: %w", err)
	}
	return nil
}

func snapshot(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	return files, err
}

// painter prints with colours on a terminal.
type painter struct {
	out    io.Writer
	colour bool
}

func paint(out io.Writer) painter {
	f, ok := out.(*os.File)
	return painter{out, ok && os.Getenv("NO_COLOR") == "" && term.IsTerminal(int(f.Fd()))}
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

func (p painter) diff(before, after map[string]string) {
	names := make([]string, 0, len(after))
	for name := range after {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		old, existed := before[name]
		if existed && old == after[name] {
			continue
		}
		from := "a/" + name
		if !existed {
			from = "/dev/null"
		}
		for _, l := range strings.SplitAfter(udiff.Unified(from, "b/"+name, old, after[name]), "\n") {
			code := ""
			switch {
			case strings.HasPrefix(l, "+"):
				code = "32"
			case strings.HasPrefix(l, "-"):
				code = "31"
			}
			if code != "" {
				l = p.in(code, strings.TrimSuffix(l, "\n")) + "\n"
			}
			fmt.Fprint(p.out, l)
		}
	}
}
