package lsp

import (
	"context"
	"path/filepath"

	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

func (s *session) initialize(_ context.Context, p protocol.InitializeParams) (wire.Answer[*protocol.InitializeResult], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client = client{ClientCapabilities: p.Capabilities, ledger: ledger.New()}
	s.client.journals = s.newJournals()
	if p.ClientInfo != nil {
		s.client.name, s.client.version = p.ClientInfo.Name, p.ClientInfo.Version
	}
	if s.client.hasFiles() {
		s.targets = workspace.NewFrom(clientFiles{s})
	}
	s.encoding = s.client.encoding()
	s.folders = p.WorkspaceFolders
	if p.RootURI != nil {
		if dir, ok := protocol.Path(*p.RootURI); ok {
			s.rootDir = dir
		}
	}
	if s.rootDir == "" && p.RootPath != nil && filepath.IsAbs(*p.RootPath) {
		s.rootDir = *p.RootPath
	}
	if len(s.folders) == 0 && s.rootDir != "" {
		s.folders = []protocol.WorkspaceFolder{{URI: protocol.FileURI(s.rootDir), Name: filepath.Base(s.rootDir)}}
	}
	s.setRoots()
	s.config.initial = ownSection(p.InitializationOptions)
	if p.ProcessID != nil {
		s.wire.WatchParent(int(*p.ProcessID))
	} else {
		s.wire.WatchParent(s.options.ClientProcess)
	}
	result := &protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   &protocol.ServerInfo{Name: source, Version: s.options.Version},
	}
	return func(context.Context) (*protocol.InitializeResult, error) { return result, nil }, nil
}

func (s *session) capabilities() protocol.ServerCapabilities {
	encoding := protocol.PositionEncodingKind(s.encoding)
	reports := protocol.WorkDoneProgressOptions{WorkDoneProgress: ptr(true)}
	change := protocol.TextDocumentSyncKindIncremental
	if s.client.reorders() {
		change = protocol.TextDocumentSyncKindFull // the newest text is right in any order
	}
	var diagnostic *protocol.DiagnosticOptions
	if s.client.pulls() {
		// Clients that accept dynamic registration get it statically too, so that it covers the
		// first document.
		diagnostic = &protocol.DiagnosticOptions{WorkDoneProgressOptions: reports, InterFileDependencies: true}
	}
	return protocol.ServerCapabilities{
		PositionEncoding: &encoding,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: true,
			Change:    change,
			Save:      &protocol.SaveOptions{},
		},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: announcedKinds,
			// Other clients get edits at once, and some would resolve every action without an edit.
			ResolveProvider: s.client.resolvesEdits(),
		},
		CodeLensProvider: &protocol.CodeLensOptions{WorkDoneProgressOptions: reports},
		CompletionProvider: &protocol.CompletionOptions{
			WorkDoneProgressOptions: reports, TriggerCharacters: completionTriggers,
		},
		DefinitionProvider:        true,
		DiagnosticProvider:        diagnostic,
		DocumentHighlightProvider: true,
		DocumentLinkProvider:      &protocol.DocumentLinkOptions{WorkDoneProgressOptions: reports},
		DocumentSymbolProvider:    &protocol.DocumentSymbolOptions{WorkDoneProgressOptions: reports},
		ExecuteCommandProvider:    &protocol.ExecuteCommandOptions{WorkDoneProgressOptions: reports, Commands: commandNames(s.client.listsCommands())},
		FoldingRangeProvider:      true,
		HoverProvider:             true,
		InlayHintProvider:         &protocol.InlayHintOptions{},
		SelectionRangeProvider:    true,
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			WorkDoneProgressOptions: reports, Legend: legend(), Range: true, Full: &protocol.SemanticTokensFullOptions{Delta: true},
		},
		WorkspaceSymbolProvider: true,
		Workspace: &protocol.ServerWorkspaceCapabilities{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: true, ChangeNotifications: true},
			FileOperations:   fileOperations(),
		},
	}
}

// initialized loads the settings before the first document is opened.
func (s *session) initialized(context.Context, protocol.InitializedParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.configure()
	s.register()
	if s.client.Workspace.Configuration {
		s.pullConfiguration(nil)
	}
	return nil
}

// shutdown answers when what was applied is kept, since the client may start the next server then.
func (s *session) shutdown(context.Context, struct{}) (wire.Answer[any], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	return func(context.Context) (any, error) {
		s.wait()
		return nil, nil
	}, nil
}

// setRoots passes the client's folders to the workspace. mu must be held.
func (s *session) setRoots() {
	var dirs []string
	for _, f := range s.folders {
		if dir, ok := protocol.Path(f.URI); ok && filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	if err := s.targets.SetRoots(dirs); err != nil {
		s.warnOnce(err.Error())
	}
}

// encoding returns the client's first supported position encoding, utf-16 by default.
func (c client) encoding() text.Encoding {
	for _, e := range c.General.PositionEncodings {
		switch enc := text.Encoding(e); enc {
		case text.UTF8, text.UTF16, text.UTF32:
			return enc
		}
	}
	return text.UTF16
}
