package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// client holds what the client announced. Nothing else looks at the capabilities.
type client struct {
	capabilities protocol.ClientCapabilities
	name         string
	// applied holds the blocks that the client was seen to apply.
	applied *appliedBlocks
}

// documentChanges reports whether edits may be sent as document changes. Neovim announces only
// resource operations, which need them.
func (c client) documentChanges() bool {
	e := c.capabilities.Workspace.WorkspaceEdit
	return e.DocumentChanges || len(e.ResourceOperations) > 0
}

func (c client) canCreate() bool {
	return slices.Contains(c.capabilities.Workspace.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindCreate)
}

func (c client) canDelete() bool {
	return slices.Contains(c.capabilities.Workspace.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindDelete)
}

func (c client) canRename() bool {
	return slices.Contains(c.capabilities.Workspace.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindRename)
}

// canWrite reports whether the client can apply the edits of a file. Clients that create files by
// plain edits make no folders.
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

func saveFirst(t *workspace.Target) string {
	return fmt.Sprintf("Save %s first: an edit of it was applied and not saved, so that lines may stand elsewhere", t.Path)
}

// createOptions returns the options for creating a file, usually nil: the file is known to be
// missing. Clients older than LSP 3.17 fail if its folder is missing too; IgnoreIfExists makes them
// open a buffer instead, so the text isn't lost.
func (c client) createOptions(parentExists bool) *protocol.CreateFileOptions {
	if parentExists || len(c.positionEncodings()) > 0 {
		return nil
	}
	yes := true
	return &protocol.CreateFileOptions{IgnoreIfExists: &yes}
}

// endsNewFiles reports whether the last newline of a new file is left to the client. ALE and Kate
// take only plain changes: ALE's empty buffer already has a line, and Kate would delete the first
// inserted line for a range that ends on the missing next line.
func (c client) endsNewFiles() bool { return !c.documentChanges() }

func (c client) changeAnnotations() bool {
	return c.capabilities.Workspace.WorkspaceEdit.ChangeAnnotationSupport != nil
}

func (c client) moves() bool { return c.asks() && c.canDelete() && c.canRename() }

// asks reports whether the client asks the user before it applies an annotated edit.
func (c client) asks() bool { return c.documentChanges() && c.changeAnnotations() }

// resolvesEdits reports whether code actions may be sent without edits, to be resolved later.
func (c client) resolvesEdits() bool {
	a := c.capabilities.TextDocument.CodeAction
	return a.DataSupport && a.ResolveSupport != nil && slices.Contains(a.ResolveSupport.Properties, "edit")
}

// resolvesCommands reports whether resolving may add a command. Some clients resolve only actions
// without a command, and would run the command without the edit.
func (c client) resolvesCommands() bool {
	return c.resolvesEdits() && slices.Contains(c.capabilities.TextDocument.CodeAction.ResolveSupport.Properties, "command")
}

func (c client) positionEncodings() []protocol.PositionEncodingKind {
	return c.capabilities.General.PositionEncodings
}

// versions reports whether diagnostics may carry the document's version. Clients that don't support
// it ignore it.
func (c client) versions() bool { return true }

// pulls reports whether the client pulls diagnostics and supports refresh. Without refresh, it
// would show stale diagnostics after a target changes, so it gets them pushed.
func (c client) pulls() bool {
	return c.capabilities.TextDocument.Diagnostic != nil && c.capabilities.Workspace.DiagnosticRefresh()
}

// pulled returns the capabilities for pulled diagnostics. Before LSP 3.18 there were none; those
// for pushed diagnostics applied to both.
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

func (c client) faded() bool {
	for _, tags := range []*protocol.TagSupport{c.capabilities.TextDocument.PublishDiagnostics.TagSupport, c.pulled().TagSupport} {
		if tags != nil && slices.Contains(tags.ValueSet, protocol.DiagnosticTagUnnecessary) {
			return true
		}
	}
	return false
}

// refreshes reports whether the client supports a method of [refreshable].
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

func (c client) configuration() bool { return c.capabilities.Workspace.Configuration }

func (c client) markdownHover() bool {
	h := c.capabilities.TextDocument.Hover
	return h != nil && slices.Contains(h.ContentFormat, protocol.MarkupKindMarkdown)
}

func (c client) snippets() bool {
	completion := c.capabilities.TextDocument.Completion
	return completion != nil && completion.CompletionItem.SnippetSupport
}

func (c client) symbolTree() bool {
	d := c.capabilities.TextDocument.DocumentSymbol
	return d != nil && d.HierarchicalDocumentSymbolSupport
}

func (c client) applyEdit() bool {
	says := c.capabilities.Workspace.ApplyEdit
	return says != nil && *says
}

// runsCommands reports whether the client runs an action's command after its edit. ALE, which says
// false to applyEdit, runs it instead of the edit. Kate says nothing and follows the protocol.
func (c client) runsCommands() bool {
	says := c.capabilities.Workspace.ApplyEdit
	return says == nil || *says
}

// asksByMessage reports whether the client shows messages with buttons.
func (c client) asksByMessage() bool { return c.capabilities.Window.ShowMessage != nil }

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

func (c client) showDocument() bool {
	return c.capabilities.Window.ShowDocument.Support
}

func (c client) workDoneProgress() bool { return c.capabilities.Window.WorkDoneProgress }

func (c client) registersConfiguration() bool {
	return c.capabilities.Workspace.DidChangeConfiguration.DynamicRegistration
}

func (c client) linkTooltips() bool {
	links := c.capabilities.TextDocument.DocumentLink
	return links != nil && links.TooltipSupport
}

// mostFolds returns how many folding ranges the client accepts, 0 for no limit.
func (c client) mostFolds() int {
	folds := c.capabilities.TextDocument.FoldingRange
	if folds == nil {
		return 0
	}
	return int(folds.RangeLimit)
}

func (c client) watches() bool {
	return c.capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
}
