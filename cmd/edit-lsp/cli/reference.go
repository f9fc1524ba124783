package cli

import "slices"

// The tables of this file are in the help pages, the man pages and docs/command-line.md.

// ExitStatus is a reason for an exit status.
type ExitStatus struct {
	Status string
	// Commands are the names of those that return it for this reason, nil for all.
	Commands []string
	Means    string
}

// Of reports whether the named command returns it.
func (s ExitStatus) Of(command string) bool {
	return s.Commands == nil || slices.Contains(s.Commands, command)
}

// ExitStatuses has a row for each reason.
var ExitStatuses = []ExitStatus{
	{"0", nil, "everything is fine"},
	{"1", []string{"check", "diff", "apply", "fix"}, "a block failed, was skipped or isn't in the context, or the document has a problem"},
	{"1", []string{"diff", "apply"}, "there was nothing to do, since the chat has no edit block, or only code blocks, or none of its files was found"},
	{"1", []string{"apply"}, "a block was left out because it asks first, so `apply && commit` is safe"},
	{"1", []string{"apply"}, "with --verify, the command failed, and what was written is reverted"},
	{"1", []string{"retry"}, "the chat has no edit block"},
	{"1", []string{"undo"}, "there was nothing to undo, or a file was changed since"},
	{"2", nil, "the command line is wrong, or something couldn't be read, written or reverted"},
	{"128 + N", nil, "signal N ended it, such as 130 for Ctrl-C and 143 for SIGTERM"},
}

// Description is the name of something and what it does.
type Description struct{ Name, Does string }

// Environment is the environment variables.
var Environment = []Description{
	{"COLUMNS", "the width of the terminal; without it, the terminal is asked"},
	{"NO_COLOR", "turns colours off unless it is empty"},
	{"TERM", "`dumb` turns off colours and progress"},
	{"XDG_CONFIG_HOME", "the folder of your settings on Linux, if it isn't `~/.config`"},
	{"XDG_STATE_HOME", "the folder of the journal, if it isn't the system's own, such as `~/.local/state` on Linux"},
	{"EDIT_LSP_JOURNAL", "`off` keeps no journal, so `undo` has nothing to revert"},
	{"GITHUB_WORKSPACE", "the folder that paths in the output of `--format github` are relative to"},
}

// Files is the files besides the chats and their targets, as on Linux.
var Files = []Description{
	{"~/.config/edit-lsp/edit-lsp.toml", "your settings; `edit-lsp doctor` prints the path on other systems"},
	{"edit-lsp.toml, .edit-lsp.toml", "the workspace's settings, in its folder; they can only tighten what is written"},
	{"~/.local/state/edit-lsp", "the journal of what was applied, a folder for each workspace"},
}
