package protocol

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	require.NoError(t, json.Unmarshal([]byte(text), &v), text)
	return v
}

// These are params of real clients, reduced to where they differ.
func TestInitializeOfRealClients(t *testing.T) {
	t.Run("VS Code 1.100", func(t *testing.T) {
		p := decode[InitializeParams](t, `{"processId":3056,"clientInfo":{"name":"code-server","version":"1.100.3"},"locale":"en","rootPath":"/ws","rootUri":"file:///ws","capabilities":{
			"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename","delete"],"failureHandling":"textOnlyTransactional",
				"normalizesLineEndings":true,"changeAnnotationSupport":{"groupsOnLabel":true}},"configuration":true,"didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true},
				"symbol":{"dynamicRegistration":true,"symbolKind":{"valueSet":[1,2]},"tagSupport":{"valueSet":[1]},"resolveSupport":{"properties":["location.range"]}},
				"codeLens":{"refreshSupport":true},"executeCommand":{"dynamicRegistration":true},"didChangeConfiguration":{"dynamicRegistration":true},"workspaceFolders":true,
				"foldingRange":{"refreshSupport":true},"semanticTokens":{"refreshSupport":true},"fileOperations":{"dynamicRegistration":true,"didCreate":true,"didRename":true,"didDelete":true,
				"willCreate":true,"willRename":true,"willDelete":true},"inlineValue":{"refreshSupport":true},"inlayHint":{"refreshSupport":true},"diagnostics":{"refreshSupport":true}},
			"textDocument":{"publishDiagnostics":{"relatedInformation":true,"versionSupport":false,"tagSupport":{"valueSet":[1,2]},"codeDescriptionSupport":true,"dataSupport":true},
				"synchronization":{"dynamicRegistration":true,"willSave":true,"willSaveWaitUntil":true,"didSave":true},
				"completion":{"dynamicRegistration":true,"contextSupport":true,"completionItem":{"snippetSupport":true,"documentationFormat":["markdown","plaintext"],"insertReplaceSupport":true,
				"resolveSupport":{"properties":["documentation"]},"insertTextModeSupport":{"valueSet":[1,2]},"labelDetailsSupport":true},"insertTextMode":2},
				"hover":{"dynamicRegistration":true,"contentFormat":["markdown","plaintext"]},"definition":{"dynamicRegistration":true,"linkSupport":true},
				"documentSymbol":{"dynamicRegistration":true,"symbolKind":{"valueSet":[1,2]},"hierarchicalDocumentSymbolSupport":true,"tagSupport":{"valueSet":[1]},"labelSupport":true},
				"codeAction":{"dynamicRegistration":true,"isPreferredSupport":true,"disabledSupport":true,"dataSupport":true,"resolveSupport":{"properties":["edit"]},
				"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["","quickfix","source.organizeImports"]}},"honorsChangeAnnotations":true},
				"codeLens":{"dynamicRegistration":true},"rename":{"dynamicRegistration":true,"prepareSupport":true,"prepareSupportDefaultBehavior":1,"honorsChangeAnnotations":true},
				"documentLink":{"dynamicRegistration":true,"tooltipSupport":true},"foldingRange":{"dynamicRegistration":true,"rangeLimit":5000,"lineFoldingOnly":true,
				"foldingRangeKind":{"valueSet":["comment"]},"foldingRange":{"collapsedText":false}},"selectionRange":{"dynamicRegistration":true},
				"semanticTokens":{"dynamicRegistration":true,"tokenTypes":["namespace"],"tokenModifiers":["declaration"],"formats":["relative"],"requests":{"range":true,"full":{"delta":true}},
				"multilineTokenSupport":false,"overlappingTokenSupport":false,"serverCancelSupport":true,"augmentsSyntaxTokens":true},
				"inlayHint":{"dynamicRegistration":true,"resolveSupport":{"properties":["tooltip"]}},"diagnostic":{"dynamicRegistration":true,"relatedDocumentSupport":false}},
			"window":{"showMessage":{"messageActionItem":{"additionalPropertiesSupport":true}},"showDocument":{"support":true},"workDoneProgress":true},
			"general":{"staleRequestSupport":{"cancel":true,"retryOnContentModified":["textDocument/semanticTokens/full"]},"regularExpressions":{"engine":"ECMAScript","version":"ES2020"},
				"markdown":{"parser":"marked","version":"1.1.0"},"positionEncodings":["utf-16"]},"notebookDocument":{"synchronization":{"dynamicRegistration":true}}},
			"trace":"off","workspaceFolders":[{"uri":"file:///ws","name":"ws"}]}`)
		assert.Equal(t, Integer(3056), *p.ProcessID)
		assert.Equal(t, "file:///ws", *p.RootURI)
		assert.Equal(t, "/ws", *p.RootPath)
		assert.Nil(t, p.InitializationOptions)
		assert.Equal(t, []WorkspaceFolder{{URI: "file:///ws", Name: "ws"}}, p.WorkspaceFolders)
		w, d := p.Capabilities.Workspace, p.Capabilities.TextDocument
		assert.Equal(t, WorkspaceEditClientCapabilities{true, []ResourceOperationKind{"create", "rename", "delete"}, &struct{}{}}, w.WorkspaceEdit)
		assert.True(t, *w.ApplyEdit && w.Configuration && w.DidChangeConfiguration.DynamicRegistration)
		assert.True(t, w.CodeLens.RefreshSupport && w.SemanticTokens.RefreshSupport && w.InlayHint.RefreshSupport && w.FoldingRange.RefreshSupport && w.DiagnosticRefresh())
		assert.True(t, w.DidChangeWatchedFiles.DynamicRegistration)
		assert.Equal(t, DiagnosticClientCapabilities{true, TagSupport{[]DiagnosticTag{1, 2}}, true, true}, d.PublishDiagnostics)
		assert.Equal(t, &DiagnosticClientCapabilities{}, d.Diagnostic)
		a := d.CodeAction
		assert.True(t, a.IsPreferredSupport && a.DisabledSupport && a.DataSupport)
		assert.True(t, a.ResolveSupport.Has("edit"))
		assert.False(t, a.ResolveSupport.Has("command"))
		assert.True(t, d.Completion.CompletionItem.SnippetSupport && d.DocumentLink.TooltipSupport)
		assert.True(t, d.DocumentSymbol.HierarchicalDocumentSymbolSupport)
		assert.Equal(t, []MarkupKind{"markdown", "plaintext"}, d.Hover.ContentFormat)
		assert.Equal(t, UInteger(5000), d.FoldingRange.RangeLimit)
		g, win := p.Capabilities.General, p.Capabilities.Window
		assert.Equal(t, []PositionEncodingKind{"utf-16"}, g.PositionEncodings)
		assert.True(t, win.WorkDoneProgress && win.ShowDocument.Support)
	})
	t.Run("Neovim 0.12", func(t *testing.T) {
		p := decode[InitializeParams](t, `{"workDoneToken":"1","processId":1409,"clientInfo":{"version":"0.12.4","name":"Neovim"},"trace":"off","rootUri":"file:///ws","capabilities":{
			"workspace":{"workspaceEdit":{"resourceOperations":["rename","create","delete"],"normalizesLineEndings":true,"changeAnnotationSupport":{"groupsOnLabel":true}},
				"didChangeWatchedFiles":{"relativePatternSupport":true,"dynamicRegistration":false},"diagnostics":{"refreshSupport":true},"applyEdit":true},
			"textDocument":{"diagnostic":{"relatedDocumentSupport":true,"tagSupport":{"valueSet":[1,2]},"dynamicRegistration":true,"dataSupport":true,"relatedInformation":true},
				"codeAction":{"resolveSupport":{"properties":["edit","command"]},"honorsChangeAnnotations":true},"codeLens":{"resolveSupport":{"properties":["command"]}},
				"foldingRange":{"foldingRange":{"collapsedText":true},"lineFoldingOnly":true}},
			"general":{"positionEncodings":["utf-8","utf-16","utf-32"]}}}`)
		assert.Equal(t, StringValue("1"), p.WorkDoneToken, "glsp loses it")
		assert.Nil(t, p.WorkspaceFolders)
		w, d := p.Capabilities.Workspace, p.Capabilities.TextDocument
		assert.False(t, w.WorkspaceEdit.DocumentChanges, "it does not say so")
		assert.Equal(t, []ResourceOperationKind{ResourceOperationKindRename, ResourceOperationKindCreate, ResourceOperationKindDelete}, w.WorkspaceEdit.ResourceOperations)
		assert.False(t, w.DidChangeWatchedFiles.DynamicRegistration)
		assert.Equal(t, &DiagnosticClientCapabilities{RelatedInformation: true, TagSupport: TagSupport{[]DiagnosticTag{1, 2}}, DataSupport: true}, d.Diagnostic)
		assert.True(t, d.CodeAction.ResolveSupport.Has("command"))
		assert.Equal(t, []PositionEncodingKind{"utf-8", "utf-16", "utf-32"}, p.Capabilities.General.PositionEncodings)
	})
	t.Run("Neovim 0.10", func(t *testing.T) {
		p := decode[InitializeParams](t, `{"capabilities":{"textDocument":{"semanticTokens":{"requests":{"range":false,"full":{"delta":true}},"tokenTypes":[],"tokenModifiers":[],"formats":["relative"]}},
			"window":{"showMessage":{"messageActionItem":{"additionalPropertiesSupport":false}},"showDocument":{"support":false}}}}`)
		assert.False(t, p.Capabilities.Window.ShowDocument.Support)
	})
	t.Run("Neovim 0.7", func(t *testing.T) {
		p := decode[InitializeParams](t, `{"processId":16729,"capabilities":{"callHierarchy":{"dynamicRegistration":false},"workspace":{"workspaceEdit":{"resourceOperations":["rename","create","delete"]}}}}`)
		assert.Nil(t, p.Capabilities.Workspace.WorkspaceEdit.ChangeAnnotationSupport)
		assert.False(t, p.Capabilities.TextDocument.CodeAction.ResolveSupport.Has("edit"))
		assert.Empty(t, p.Capabilities.General.PositionEncodings)
	})
	t.Run("Helix 25.07", func(t *testing.T) {
		p := decode[InitializeParams](t, `{"clientInfo":{"name":"helix","version":"25.07.1"},"processId":25627,"capabilities":{
			"general":{"positionEncodings":["utf-8","utf-32","utf-16"]},
			"workspace":{"workspaceEdit":{"documentChanges":true,"failureHandling":"abort","normalizesLineEndings":false,"resourceOperations":["create","rename","delete"]},
				"diagnostic":{"refreshSupport":true},"fileOperations":{"didRename":true,"willRename":true}},
			"textDocument":{"publishDiagnostics":{"tagSupport":{"valueSet":[1,2]},"versionSupport":true},"hover":{"contentFormat":["markdown"]}}}}`)
		assert.True(t, p.Capabilities.Workspace.DiagnosticRefresh(), "which it spells in its own way")
		assert.False(t, p.Capabilities.TextDocument.PublishDiagnostics.RelatedInformation)
	})
	t.Run("eglot 1.9", func(t *testing.T) {
		p := decode[InitializeParams](t, `{"processId":17505,"rootPath":"/ws/","rootUri":"file:///ws","initializationOptions":{},"capabilities":{"workspace":{"workspaceEdit":{"documentChanges":true}},
			"textDocument":{"completion":{"completionItem":{"snippetSupport":false,"tagSupport":{"valueSet":[1]}}}},"experimental":{}}}`)
		assert.JSONEq(t, `{}`, string(p.InitializationOptions))
		assert.JSONEq(t, `{}`, string(p.Capabilities.Experimental))
		assert.Nil(t, p.Capabilities.TextDocument.Diagnostic)
	})
	t.Run("Kate 22.12", func(t *testing.T) {
		p := decode[InitializeParams](t, `{"capabilities":{"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","refactor","source"]}}},
			"publishDiagnostics":{"relatedInformation":true}},"window":{"workDoneProgress":true}},"processId":32187,"rootUri":null}`)
		assert.Nil(t, p.RootURI)
		assert.Zero(t, p.Capabilities.Workspace)
	})
	t.Run("ALE", func(t *testing.T) {
		p := decode[InitializeParams](t, `{"capabilities":{"workspace":{"applyEdit":false,"workspaceFolders":false,"configuration":false},
			"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}}},"processId":32290}`)
		assert.False(t, *p.Capabilities.Workspace.ApplyEdit, "said to be false, which is not the same as unsaid")
	})
}

// An invalid capability is ignored without hiding the others.
func TestOddCapabilitiesCountAsNotAnnounced(t *testing.T) {
	p := decode[InitializeParams](t, `{"processId":null,"capabilities":{
		"window":[],"general":null,
		"workspace":{"applyEdit":"yes","codeLens":true,"workspaceEdit":{"documentChanges":1,"resourceOperations":["create"],"changeAnnotationSupport":{}},"workspaceFolders":true},
		"textDocument":{"codeAction":[],"hover":{"contentFormat":"markdown"},"semanticTokens":{"requests":{"full":7,"range":{}}},"rename":null,"publishDiagnostics":{"dataSupport":true}}},
		"initializationOptions":[],"workspaceFolders":null}`)
	assert.Nil(t, p.ProcessID)
	w := p.Capabilities.Workspace
	assert.False(t, *w.ApplyEdit, "who says it oddly is asked for no edit, and given no command beside one")
	assert.False(t, w.CodeLens.RefreshSupport || w.WorkspaceEdit.DocumentChanges)
	assert.Equal(t, []ResourceOperationKind{"create"}, w.WorkspaceEdit.ResourceOperations)
	assert.NotNil(t, w.WorkspaceEdit.ChangeAnnotationSupport, "an empty object is support")
	assert.True(t, p.Capabilities.TextDocument.PublishDiagnostics.DataSupport)

	var c ClientCapabilities
	assert.Error(t, json.Unmarshal([]byte(`{"workspace":`), &c))
	assert.NoError(t, json.Unmarshal([]byte(`[]`), &c))
}

func TestWorkspaceFoldersNullAndEmptyDiffer(t *testing.T) {
	assert.Nil(t, decode[InitializeParams](t, `{"workspaceFolders":null}`).WorkspaceFolders)
	assert.NotNil(t, decode[InitializeParams](t, `{"workspaceFolders":[]}`).WorkspaceFolders)
}
