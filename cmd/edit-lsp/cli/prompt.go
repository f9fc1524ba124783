package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/prompt"
)

type promptFlags struct {
	root, dialect    string
	targets, context []string
	instructions     string
}

func newPrompt() *cobra.Command {
	var f promptFlags
	cmd := &cobra.Command{
		Use:   "prompt --dialect D",
		Short: "Print instructions that teach a model a dialect, or a whole prompt",
		Long: "Print instructions that teach a model to write edit blocks in a dialect. With files or a task, print the\n" +
			"whole prompt: the instructions, the files to edit, the files to read, and the task.",
		Example: `  edit-lsp prompt --dialect diff
  edit-lsp prompt --dialect diff --target src/cart.py --instructions task.md | llm`,
		Args: arguments(0, 0, "prompt takes files as flags, not arguments"),
		RunE: f.run,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dialect, "dialect", "", "the `name` of the dialect: "+strings.Join(prompt.Names(), ", "))
	flags.StringArrayVar(&f.targets, "target", nil, "a `file` to edit; may be repeated")
	flags.StringArrayVar(&f.context, "context-file", nil, "a `file` to read but not edit; may be repeated")
	flags.StringVar(&f.instructions, "instructions", "", "read the task from this `file`; - for standard input")
	registerRoot(cmd, &f.root, nil)
	completeFlag(cmd, "dialect", prompt.Names()...)
	return cmd
}

func (f *promptFlags) run(cmd *cobra.Command, _ []string) error {
	if f.dialect == "" {
		return fmt.Errorf("--dialect is missing: want %s", strings.Join(prompt.Names(), ", "))
	}
	format, err := prompt.Lookup(f.dialect)
	if err != nil {
		return fmt.Errorf("--dialect: %w", err)
	}
	s := prompt.Instructions(format)
	if len(f.targets)+len(f.context) > 0 || cmd.Flags().Changed("instructions") {
		task, err := f.task(cmd)
		if err != nil {
			return err
		}
		s = prompt.Assemble(format, task)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), showLines(s))
	return err
}

func (f *promptFlags) task(cmd *cobra.Command) (prompt.Task, error) {
	var t prompt.Task
	ws, err := openRoot(f.root)
	if err != nil {
		return t, err
	}
	defer ws.Release()
	view := ws.View(cmd.Context(), workspace.Origin{})
	given := map[string]string{}
	read := func(flag string, names []string) (files []prompt.File, err error) {
		for _, name := range names {
			target, err := f.readTarget(cmd.Context(), view, name)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", flag, name, err)
			}
			switch before := given[target.Key]; before {
			case "":
				given[target.Key] = flag
				files = append(files, prompt.File{Path: target.Path, Content: target.File.Text.String()})
			case flag: // listed twice
			default:
				return nil, fmt.Errorf("%s: %s: also given with %s; a file is either edited or only read", flag, name, before)
			}
		}
		return files, nil
	}
	if t.Targets, err = read("--target", f.targets); err != nil {
		return t, err
	}
	if t.Context, err = read("--context-file", f.context); err != nil {
		return t, err
	}
	if f.instructions != "" {
		data, err := readChat(cmd, f.instructions)
		if err == nil && !utf8.ValidString(data) {
			err = errors.New("not UTF-8")
		}
		if err != nil {
			return t, fmt.Errorf("--instructions: %w", err)
		}
		t.Instructions = text.New(data).String()
	}
	return t, nil
}

// readTarget reads a file named relative to the root or, if there is no such file, to the working
// directory, under the same policy as targets of blocks.
func (f *promptFlags) readTarget(ctx context.Context, view *workspace.View, name string) (workspace.Target, error) {
	inRoot := name
	if !filepath.IsAbs(name) {
		inRoot = filepath.Join(f.root, name)
	}
	t, err := lookUp(ctx, view, inRoot)
	isMissing := t.Refusal == nil && t.File == nil
	if err == nil && (isMissing || t.Refusal != nil && t.Refusal.Code == codes.PathEscape) {
		t, err = lookUp(ctx, view, name)
	}
	if err != nil {
		return t, err
	}
	if t.Refusal == nil && t.File == nil {
		return t, errors.New("no such file")
	}
	if t.Refusal == nil {
		return t, nil
	}
	switch t.Refusal.Code {
	case codes.BinaryFile:
		return t, errors.New("binary file; " + t.Refusal.Cause)
	case codes.UnsupportedEncoding:
		return t, errors.New("not UTF-8; " + t.Refusal.Cause + "; " + t.Refusal.Advice)
	case codes.PathEscape:
		if isMissing {
			return t, errors.New("no such file in the workspace folder; set the folder with --root")
		}
		return t, errors.New("outside the workspace folder; set the folder with --root")
	}
	return t, t.Refusal
}

// lookUp reads a file named relative to the working directory.
func lookUp(ctx context.Context, view *workspace.View, name string) (workspace.Target, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return workspace.Target{}, err
	}
	t := view.Target(ctx, abs)
	return t, ctx.Err()
}
