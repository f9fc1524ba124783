package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// client is what the client has announced that it can do: the one place where that is
// looked at.
type client struct {
	capabilities protocol.ClientCapabilities
	// name is what it calls itself, or empty.
	name string
	// applied is what it was seen to apply.
	applied *appliedBlocks
}

// documentChanges: edits may be sent as document changes. Neovim does not say so, but
// announces resource operations, which only they can carry.
func (c client) documentChanges() bool {
	e := c.capabilities.Workspace.WorkspaceEdit
	return e.DocumentChanges || len(e.ResourceOperations) > 0
}

// canCreate: files may be created by an operation of their own.
func (c client) canCreate() bool {
	return slices.Contains(c.capabilities.Workspace.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindCreate)
}

// canDelete: files may be deleted.
func (c client) canDelete() bool {
	return slices.Contains(c.capabilities.Workspace.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindDelete)
}

// canRename: files may be renamed.
func (c client) canRename() bool {
	return slices.Contains(c.capabilities.Workspace.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindRename)
}

// canWrite reports whether the client can apply the edits of a file: one that creates by
// plain edits makes no folders, and of a buffer that it has not saved nothing is known.
func (c client) canWrite(f *apply.FileEdit) bool {
	switch {
	case !c.applied.allows(f):
		return false
	case f.Delete:
		return c.canDelete()
	case f.NewTarget != nil:
		return c.canRename() && (f.NewTarget.ParentExists || c.canCreate())
	case f.Create:
		return c.canCreate() || f.Target.ParentExists && len(f.Edits()) > 0
	}
	return true
}

// cannotWrite says why not.
func (c client) cannotWrite(f *apply.FileEdit) string {
	switch {
	case !c.applied.allows(f):
		return saveFirst(&f.Target)
	case f.Delete:
		return fmt.Sprintf("The editor cannot delete %s: delete it by hand", f.Target.Path)
	case f.NewTarget != nil:
		return fmt.Sprintf("The editor cannot rename %s: rename it by hand", f.Target.Path)
	}
	return fmt.Sprintf("The editor cannot create %s: make the folder first", f.Target.Path)
}

// saveFirst says why nothing can be done with a file whose buffer isn't seen.
func saveFirst(t *workspace.Target) string {
	return fmt.Sprintf("Save %s first: an edit of it was applied and not saved, so that lines may stand elsewhere", t.Path)
}

// createOptions are those with which a file is created. None, since the file is known
// not to be there; but clients of before LSP 3.17 create it themselves and fail where
// its folder is missing, while with this option they only make a buffer, so that the
// text is not lost.
func (c client) createOptions(parentExists bool) *protocol.CreateFileOptions {
	if parentExists || len(c.positionEncodings()) > 0 {
		return nil
	}
	yes := true
	return &protocol.CreateFileOptions{IgnoreIfExists: &yes}
}

// endsNewFiles: of a new file the client is sent all but the last newline, to be inserted,
// and it writes that itself. Those that take plain changes only are ALE, whose empty
// buffer has a line of its own, and Kate: a range to the next line, which is not there
// yet, would take away the first one of what it inserts.
func (c client) endsNewFiles() bool { return !c.documentChanges() }

// changeAnnotations: edits may say that they want to be confirmed.
func (c client) changeAnnotations() bool {
	return c.capabilities.Workspace.WorkspaceEdit.ChangeAnnotationSupport != nil
}

// moves: the client deletes and renames files, and asks before it does. Neovim asks only
// before it changes text (apply_text_document_edit in vim/lsp/util.lua).
func (c client) moves() bool {
	return c.asks() && c.canDelete() && c.canRename() && !strings.EqualFold(c.name, "neovim")
}

// asks: the client asks before it applies an edit that wants to be confirmed.
func (c client) asks() bool { return c.documentChanges() && c.changeAnnotations() }

// resolvesEdits: code actions may be offered without their edits, which the client asks
// for when one is chosen.
func (c client) resolvesEdits() bool {
	a := c.capabilities.TextDocument.CodeAction
	return a.DataSupport && a.ResolveSupport != nil && slices.Contains(a.ResolveSupport.Properties, "edit")
}

// resolvesCommands: what an action runs after its edit comes with the edit. Some clients
// ask only for an action that has neither, and would run the command without the edit.
func (c client) resolvesCommands() bool {
	return c.resolvesEdits() && slices.Contains(c.capabilities.TextDocument.CodeAction.ResolveSupport.Properties, "command")
}

func (c client) positionEncodings() []protocol.PositionEncodingKind {
	return c.capabilities.General.PositionEncodings
}

// versions: published diagnostics may carry the document's version. Clients that do
// not look at it take it all the same.
func (c client) versions() bool { return true }

// pulls: the client asks for diagnostics, and can be told to ask again. One that asks
// only when the chat itself changes would go on showing what was true before an edit
// was applied to the target: it gets its diagnostics pushed.
func (c client) pulls() bool {
	return c.capabilities.TextDocument.Diagnostic != nil && c.capabilities.Workspace.DiagnosticRefresh()
}

// pulled is what the client says of the diagnostics that it asks for. Before LSP 3.18
// that was nothing, and what it says of those that are pushed held for both.
func (c client) pulled() protocol.DiagnosticClientCapabilities {
	if !c.pulls() {
		return protocol.DiagnosticClientCapabilities{}
	}
	return *c.capabilities.TextDocument.Diagnostic
}

func (c client) relatedInformation() bool {
	return c.capabilities.TextDocument.PublishDiagnostics.RelatedInformation || c.pulled().RelatedInformation
}

func (c client) codeDescription() bool {
	return c.capabilities.TextDocument.PublishDiagnostics.CodeDescriptionSupport || c.pulled().CodeDescriptionSupport
}

func (c client) diagnosticData() bool {
	return c.capabilities.TextDocument.PublishDiagnostics.DataSupport || c.pulled().DataSupport
}

// faded: the client shows text of no further use as such.
func (c client) faded() bool {
	for _, tags := range []*protocol.TagSupport{c.capabilities.TextDocument.PublishDiagnostics.TagSupport, c.pulled().TagSupport} {
		if tags != nil && slices.Contains(tags.ValueSet, protocol.DiagnosticTagUnnecessary) {
			return true
		}
	}
	return false
}

// refreshes reports whether the client can be told to ask again, by one of the methods
// of [refreshable].
func (c client) refreshes(method string) bool {
	w := c.capabilities.Workspace
	switch method {
	case refreshDiagnostics:
		return w.DiagnosticRefresh()
	case refreshLenses:
		return w.CodeLens.RefreshSupport
	case refreshHints:
		return w.InlayHint.RefreshSupport
	case refreshTokens:
		return w.SemanticTokens.RefreshSupport
	case refreshFolds:
		return w.FoldingRange.RefreshSupport
	}
	return false
}

func (c client) preferredActions() bool {
	return c.capabilities.TextDocument.CodeAction.IsPreferredSupport
}

func (c client) disabledActions() bool {
	return c.capabilities.TextDocument.CodeAction.DisabledSupport
}

// configuration: the client can be asked for its settings.
func (c client) configuration() bool { return c.capabilities.Workspace.Configuration }

// markdownHover: hovers may be markdown. Clients that do not say so get plain text.
func (c client) markdownHover() bool {
	h := c.capabilities.TextDocument.Hover
	return h != nil && slices.Contains(h.ContentFormat, protocol.MarkupKindMarkdown)
}

// snippets: what is completed may have places to jump to.
func (c client) snippets() bool {
	completion := c.capabilities.TextDocument.Completion
	return completion != nil && completion.CompletionItem.SnippetSupport
}

// symbolTree: document symbols may have children.
func (c client) symbolTree() bool {
	d := c.capabilities.TextDocument.DocumentSymbol
	return d != nil && d.HierarchicalDocumentSymbolSupport
}

// applyEdit: the server may ask the client to apply edits.
func (c client) applyEdit() bool {
	says := c.capabilities.Workspace.ApplyEdit
	return says != nil && *says
}

// runsCommands: the client runs the command of an action after its edit. One that says
// that it takes no edits from a command (ALE) runs the command in the edit's place; one
// that says nothing (Kate) does as the protocol has it.
func (c client) runsCommands() bool {
	says := c.capabilities.Workspace.ApplyEdit
	return says == nil || *says
}

// asksByMessage: the server may ask by a message with buttons.
func (c client) asksByMessage() bool { return c.capabilities.Window.ShowMessage != nil }

// saveAll names what saves all buffers in editors that have no plugin to offer it, or is
// empty.
func (c client) saveAll() string {
	switch strings.ToLower(c.name) {
	case "helix", "neovim":
		return ":wa"
	case "emacs", "eglot":
		return "C-x s"
	}
	return ""
}

// showDocument: the server may ask the client to show a document.
func (c client) showDocument() bool {
	return c.capabilities.Window.ShowDocument.Support
}

// workDoneProgress: the client shows the progress of work that it has not asked for.
func (c client) workDoneProgress() bool { return c.capabilities.Window.WorkDoneProgress }

// registersConfiguration: the client can be asked to tell of changed settings.
func (c client) registersConfiguration() bool {
	return c.capabilities.Workspace.DidChangeConfiguration.DynamicRegistration
}

// linkTooltips: document links may say what they lead to.
func (c client) linkTooltips() bool {
	links := c.capabilities.TextDocument.DocumentLink
	return links != nil && links.TooltipSupport
}

// mostFolds is how many ranges the client folds, 0 if it does not say.
func (c client) mostFolds() int {
	folds := c.capabilities.TextDocument.FoldingRange
	if folds == nil {
		return 0
	}
	return int(folds.RangeLimit)
}

// watches: the client can be asked to watch files.
func (c client) watches() bool {
	return c.capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
}
