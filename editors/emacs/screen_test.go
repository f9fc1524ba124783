package emacs_test

import (
	"fmt"
	"testing"

	"github.com/edit-lsp/edit-lsp/tools/scenario"
	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// The picture shows a failing and a good block, and the prompt for an action.
func TestPicture(t *testing.T) {
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			emacs, tmux := scenario.Editor(t, v.name, "emacs", v.system), scenario.Editor(t, "tmux", "tmux", "tmux")
			sample, root, env := user(t, eglot)
			command := append([]string{emacs, "-nw", "--eval", "(setq native-comp-async-report-warnings-errors nil inhibit-startup-screen t)"}, packages(t, "markdown-mode")...)
			term := terminal.Start(t, tmux, root, env, append(command, fmt.Sprintf("+%d", sample.Good(t)), scenario.Chat)...)
			term.Await(t, "Flymake[4 1")
			term.Await(t, "stock/report/totals.py")
			term.Picture(t, scenario.Screens(t), "emacs-"+v.name)
			term.Press(t, "M-x")
			term.Type(t, "eglot-code-actions\r")
			term.Await(t, "Pick an action")
			term.Type(t, "\t\t")
			term.Await(t, "Apply all 5 edits of this turn")
			term.Picture(t, scenario.Screens(t), "emacs-"+v.name+"-actions")
		})
	}
}
