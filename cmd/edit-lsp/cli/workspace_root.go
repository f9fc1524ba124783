package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// registerRoot registers --root. Without it, root becomes the top of the git repository around the working directory,
// and current, unless it is nil, the working directory below it.
func registerRoot(cmd *cobra.Command, root, current *string) {
	cmd.Flags().StringVar(root, "root", "", "the workspace `folder` that paths are relative to (default: the top of the git repository, else the current directory)")
	_ = cmd.MarkFlagDirname("root") // the flag exists
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if *root != "" {
			return nil
		}
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		*root = dir
		top := workspace.GitTop(dir)
		if dir, err = filepath.EvalSymlinks(dir); err != nil || top == "" || top == dir {
			return err
		}
		if *root = top; current != nil {
			*current = dir
		}
		return nil
	}
}

// openRoot opens the folder of the flag --root.
func openRoot(dir string) (*workspace.Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	ws := workspace.New()
	if err := ws.SetRoots([]string{abs}); err != nil {
		return nil, fmt.Errorf("--root: %w", err)
	}
	return ws, nil
}

// checkChat checks a chat. Its new files go to the current directory if the chat's other files are there.
func (f *checkFlags) checkChat(ctx context.Context, ws *workspace.Workspace, o diagnostics.Options, name, chat string) (document, error) {
	origin := workspace.Origin{Current: f.current}
	if name != stdin {
		abs, err := filepath.Abs(name)
		if err != nil {
			return document{}, err
		}
		origin.Path = abs
	}
	d := document{name: filepath.ToSlash(name), chat: chat, only: o.Only, options: o}
	content := text.Decode(chat)
	for {
		view := ws.View(ctx, origin)
		d.options.Applied, d.targets = f.journal.applied(ctx, chatID(name), view), view
		r, err := diagnostics.Check(ctx, content, view, d.options, nil)
		if d.report = r; err != nil || origin.NewInCurrent || !allInCurrent(r) {
			return d, err
		}
		origin.NewInCurrent = true
	}
}

// allInCurrent reports whether the chat's files that are there are those of the current directory, and some aren't
// there.
func allInCurrent(r *diagnostics.Report) bool {
	inRoot, inCurrent, isNew := false, false, false
	for _, t := range targets(r) {
		switch {
		case !t.Exists:
			isNew = true
		case strings.HasSuffix(t.Why, workspace.InCurrent):
			inCurrent = true
		default:
			inRoot = true
		}
	}
	return inCurrent && isNew && !inRoot
}

// targets returns the targets of blocks and code blocks.
func targets(r *diagnostics.Report) (all []*workspace.Target) {
	for i := range r.Blocks {
		all = append(all, r.Blocks[i].Target)
	}
	for _, p := range r.Proposals {
		all = append(all, p.Target)
	}
	return slices.DeleteFunc(all, func(t *workspace.Target) bool { return t == nil || t.Refusal != nil })
}
