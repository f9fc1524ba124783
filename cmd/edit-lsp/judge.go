package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// judgeFlags are the flags of all commands that judge documents.
type judgeFlags struct {
	root          string
	scope         string
	context       []string
	defaultTarget string
}

func (f *judgeFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.root, "root", ".", "the workspace folder that paths are relative to")
	flags.StringVar(&f.scope, "scope", string(parse.ScopeAuto), "which turns of a chat are live: `auto` (the last answer) or all")
	flags.StringArrayVar(&f.context, "context", nil, "a `glob` of files that the model has seen; may be repeated")
	flags.StringVar(&f.defaultTarget, "default-target", "", "the `path` that find-replace blocks without FILE change")
}

func (f *judgeFlags) options() (diagnostics.Options, error) {
	o := diagnostics.Options{Scope: parse.Scope(f.scope), Context: f.context}
	o.Parse.DefaultTarget = f.defaultTarget
	if o.Scope != parse.ScopeAuto && o.Scope != parse.ScopeAll {
		return o, fmt.Errorf("--scope takes auto or all, not %q", f.scope)
	}
	return o, nil
}

// workspace opens the root.
func (f *judgeFlags) workspace() (*workspace.Workspace, error) {
	root, err := filepath.Abs(f.root)
	if err != nil {
		return nil, err
	}
	ws := workspace.New(workspace.Options{})
	if err := ws.SetRoots([]string{root}); err != nil {
		return nil, fmt.Errorf("--root: %w", err)
	}
	return ws, nil
}

// document is one chat and what there is to say about it.
type document struct {
	name   string
	report *diagnostics.Report
}

// judge judges each of the named chats. What could not be read is said on standard
// error, and the others go on; ok is false then.
func (f *judgeFlags) judge(cmd *cobra.Command, ws *workspace.Workspace, o diagnostics.Options, names []string) (docs []document, ok bool, err error) {
	ok = true
	for _, name := range names {
		data, err := readChat(cmd.InOrStdin(), name)
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "edit-lsp: %v\n", err)
			ok = false
			continue
		}
		r, err := judgeChat(cmd.Context(), ws, o, name, data)
		if err != nil {
			return nil, false, err
		}
		docs = append(docs, document{name: filepath.ToSlash(name), report: r})
	}
	return docs, ok, nil
}

func judgeChat(ctx context.Context, ws *workspace.Workspace, o diagnostics.Options, name string, data []byte) (*diagnostics.Report, error) {
	var origin workspace.Origin
	if name != stdin {
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		origin.Path = abs
	}
	o.Parse.FileName = name
	return diagnostics.Judge(ctx, text.Decode(data), ws.View(ctx, origin), o)
}

// stdin is the name of standard input.
const stdin = "-"

// sniffed is how much of a file is looked at to tell whether it is text, in bytes.
const sniffed = 8 << 10

func readChat(in io.Reader, name string) ([]byte, error) {
	if name == stdin {
		data, err := io.ReadAll(in)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return data, isText("standard input", data)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", name)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a folder; name a chat document, or - for standard input", name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return data, isText(name, data)
}

func isText(name string, data []byte) error {
	if bytes.IndexByte(data[:min(len(data), sniffed)], 0) >= 0 {
		return fmt.Errorf("%s: is no text (it has a NUL byte near its start)", name)
	}
	return nil
}

// chats checks the arguments of a command that takes chat documents.
func chats(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return nil
	}
	return fmt.Errorf("name a chat document, or - for standard input; see edit-lsp %s --help", strings.Fields(cmd.Use)[0])
}
