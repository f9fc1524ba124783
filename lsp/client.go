package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// client holds what the client announced.
type client struct {
	protocol.ClientCapabilities
	name, version string
	// ledger has the blocks that the client was seen to apply.
	ledger *ledger.Ledger
	// journals keep it.
	journals *journals
}

// documentChanges reports whether edits may be sent as document changes. Neovim announces only
// resource operations, which need them.
func (c client) documentChanges() bool {
	e := c.Workspace.WorkspaceEdit
	return e.DocumentChanges || len(e.ResourceOperations) > 0
}

// can reports whether edits may contain an operation on files.
func (c client) can(operation protocol.ResourceOperationKind) bool {
	return slices.Contains(c.Workspace.WorkspaceEdit.ResourceOperations, operation)
}

// canWrite reports whether the client can apply the edits of a file. Clients that create files by
// plain edits make no folders.
func (c client) canWrite(f *apply.FileEdit) bool {
	switch {
	case !c.ledger.Allows(f), c.misplaces(f) != "":
		return false
	case f.Delete:
		return c.can(protocol.ResourceOperationKindDelete)
	case f.NewTarget != nil:
		return c.can(protocol.ResourceOperationKindRename) && (f.NewTarget.ParentExists || c.can(protocol.ResourceOperationKindCreate))
	case f.Create:
		return c.can(protocol.ResourceOperationKindCreate) || f.Target.ParentExists && len(f.Edits()) > 0
	}
	return true
}

func (c client) cannotWrite(f *apply.FileEdit) string {
	switch {
	case !c.ledger.Allows(f):
		return saveFirst(&f.Target)
	case c.misplaces(f) != "":
		return c.misplaces(f)
	case f.Delete:
		return fmt.Sprintf("The editor can't delete %s: delete it by hand", f.Target.Path)
	case f.NewTarget != nil:
		return fmt.Sprintf("The editor can't rename %s: rename it by hand", f.Target.Path)
	}
	return fmt.Sprintf("The editor can't create %s: create its directory first", f.Target.Path)
}

// countsLines reports whether the client ends lines only at line feeds, as this server does. The protocol also
// ends them at lone carriage returns. Neovim takes the lines of its buffer (vim/lsp/util.lua).
func (c client) countsLines() bool { return strings.EqualFold(c.name, "neovim") }

// misplaces returns why the client would make the edits of an existing file in other places, or "".
func (c client) misplaces(f *apply.FileEdit) string {
	if f.Create || f.Delete {
		return ""
	}
	at := c.shifts(f.Before, f.Edits)
	if at == text.None {
		return ""
	}
	return fmt.Sprintf("%s has a carriage return without a line feed on line %d, which this editor takes for a line ending: apply the edit with edit-lsp apply",
		text.Escape(f.Target.Path), at.Number())
}

// shifts returns the line of a lone carriage return before the end of edits, where the client counts lines
// differently, or [text.None].
func (c client) shifts(t *text.Text, edits func() []text.Edit) text.Line {
	if c.countsLines() {
		return text.None
	}
	at := t.LoneCR()
	if at < 0 || !slices.ContainsFunc(edits(), func(e text.Edit) bool { return e.End > at }) {
		return text.None
	}
	return t.LineAt(at)
}

func saveFirst(t *workspace.Target) string {
	return fmt.Sprintf("Save %s first: it has an unsaved edit, so lines may have moved", t.Path)
}

// createOptions returns the options for creating a file, usually nil: the file is known to be
// missing. Clients older than LSP 3.17 fail if its folder is missing too; IgnoreIfExists makes them
// open a buffer instead, so the text isn't lost.
func (c client) createOptions(parentExists bool) *protocol.CreateFileOptions {
	if parentExists || len(c.General.PositionEncodings) > 0 {
		return nil
	}
	return &protocol.CreateFileOptions{IgnoreIfExists: ptr(true)}
}

// endsNewFiles reports whether the last newline of a new file is left to the client. ALE and Kate
// take only plain changes: ALE's empty buffer already has a line, and Kate would delete the first
// inserted line for a range that ends on the missing next line.
func (c client) endsNewFiles() bool { return !c.documentChanges() }

// moves reports whether the client deletes and renames files after asking the user. Neovim asks only
// before it changes text (apply_text_document_edit in vim/lsp/util.lua).
func (c client) moves() bool {
	return c.asks() && c.can(protocol.ResourceOperationKindDelete) && c.can(protocol.ResourceOperationKindRename) &&
		!strings.EqualFold(c.name, "neovim")
}

// asks reports whether the client asks the user before it applies an annotated edit.
func (c client) asks() bool {
	return c.documentChanges() && c.Workspace.WorkspaceEdit.ChangeAnnotationSupport != nil
}

// resolvesEdits reports whether code actions may be sent without edits, to be resolved later.
func (c client) resolvesEdits() bool {
	a := c.TextDocument.CodeAction
	return a.DataSupport && a.ResolveSupport.Has("edit")
}

// resolvesCommands reports whether resolving may add a command. Some clients resolve only actions
// without a command, and would run the command without the edit.
func (c client) resolvesCommands() bool {
	return c.resolvesEdits() && c.TextDocument.CodeAction.ResolveSupport.Has("command")
}

// pulls reports whether the client pulls diagnostics and supports refresh. Without refresh, it
// would show stale diagnostics after a target changes, so it gets them pushed.
func (c client) pulls() bool {
	return c.TextDocument.Diagnostic != nil && c.Workspace.DiagnosticRefresh()
}

// pulled returns the capabilities for pulled diagnostics. Before LSP 3.18 there were none; those
// for pushed diagnostics applied to both.
func (c client) pulled() protocol.DiagnosticClientCapabilities {
	if !c.pulls() {
		return protocol.DiagnosticClientCapabilities{}
	}
	return *c.TextDocument.Diagnostic
}

func (c client) relatedInformation() bool {
	return c.TextDocument.PublishDiagnostics.RelatedInformation || c.pulled().RelatedInformation
}

func (c client) codeDescription() bool {
	return c.TextDocument.PublishDiagnostics.CodeDescriptionSupport || c.pulled().CodeDescriptionSupport
}

func (c client) diagnosticData() bool {
	return c.TextDocument.PublishDiagnostics.DataSupport || c.pulled().DataSupport
}

func (c client) faded() bool {
	pushed, pulled := c.TextDocument.PublishDiagnostics.TagSupport, c.pulled().TagSupport
	return slices.Contains(slices.Concat(pushed.ValueSet, pulled.ValueSet), protocol.DiagnosticTagUnnecessary)
}

// reorders reports whether the client may send the changes of a document in the wrong order, or before
// the document is opened, as Helix does before 25.07.
func (c client) reorders() bool { return c.name == "helix" && c.version < "25.07" }

// keepsHints reports whether the client shows inlay hints until the text or the visible lines change,
// although what they say has changed.
func (c client) keepsHints() bool { return c.name == "helix" }

// listsCommands reports whether the client shows all commands to the user, and runs those of actions even if
// they aren't announced.
func (c client) listsCommands() bool { return c.name == "helix" }

func (c client) markdownHover() bool {
	return slices.Contains(c.TextDocument.Hover.ContentFormat, protocol.MarkupKindMarkdown)
}

func (c client) applyEdit() bool {
	says := c.Workspace.ApplyEdit
	return says != nil && *says
}

// runsCommands reports whether the client runs an action's command after its edit. ALE, which says
// false to applyEdit, runs it instead of the edit. Kate says nothing and follows the protocol.
func (c client) runsCommands() bool {
	says := c.Workspace.ApplyEdit
	return says == nil || *says
}

// saveAll returns the command that saves all buffers in editors where no plugin of ours offers it,
// else "".
func (c client) saveAll() string {
	switch strings.ToLower(c.name) {
	case "helix", "neovim":
		return ":wa"
	case "emacs", "eglot":
		return "C-x s"
	}
	return ""
}
