package protocol

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func integer(n int) IntegerOrString { return IntegerOrString{strconv.Itoa(n)} }

func TestIntegerOrString(t *testing.T) {
	roundTrip(t, `7`, integer(7))
	roundTrip(t, `-7`, integer(-7))
	roundTrip(t, `"7"`, StringValue("7"))
	roundTrip(t, `""`, StringValue(""))
	roundTrip(t, `null`, IntegerOrString{})
	assert.Equal(t, StringValue("é<"), decode[IntegerOrString](t, `"\u00e9\u003c"`), "equal however they are written")
	assert.NotEqual(t, integer(1), StringValue("1"))
	assert.Equal(t, "9007199254740993", decode[IntegerOrString](t, `9007199254740993`).String())
	assert.Equal(t, "1", StringValue("1").String())
	assert.Equal(t, "1", integer(1).String())
	assert.Empty(t, IntegerOrString{}.String())
	assert.True(t, IntegerOrString{}.IsZero())
	assert.False(t, StringValue("").IsZero())
	for _, text := range []string{`1.5`, `1e3`, `true`, `{}`, `[1]`} {
		var v IntegerOrString
		assert.ErrorIs(t, json.Unmarshal([]byte(text), &v), errIntegerOrString, text)
	}
}

func TestProgressTokensSurvive(t *testing.T) {
	p := decode[CodeActionParams](t, `{"textDocument":{"uri":"file:///a"},"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":2}},
		"context":{"diagnostics":[],"only":["quickfix"],"triggerKind":2},"workDoneToken":"t","partialResultToken":5}`)
	assert.Equal(t, StringValue("t"), p.WorkDoneToken)
	assert.Equal(t, CodeActionTriggerKindAutomatic, p.Context.TriggerKind)
	roundTrip(t, `{"token":"t"}`, WorkDoneProgressCancelParams{StringValue("t")})
	exactly(t, `{"token":"t","value":{"kind":"begin","title":"Checking","cancellable":true}}`,
		ProgressParams{StringValue("t"), WorkDoneProgressBegin{Kind: WorkDoneProgressKindBegin, Title: "Checking", Cancellable: ptr(true)}})
	exactly(t, `{"textDocument":{"uri":"a"},"query":""}`, struct {
		DocumentParams
		Query string `json:"query"`
	}{DocumentParams: DocumentParams{TextDocument: TextDocumentIdentifier{URI: "a"}}})
}

// exactly checks v's JSON.
func exactly(t *testing.T, want string, v any) {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	assert.JSONEq(t, want, string(b))
}

const zeroRange = `{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}`

func TestDiagnostic(t *testing.T) {
	roundTrip(t, `{"range":`+zeroRange+`,"message":"m"}`, Diagnostic{Message: "m"})
	roundTrip(t, `{"range":`+zeroRange+`,"severity":2,"code":"no-match","codeDescription":{"href":"https://x"},"source":"edit-lsp","message":"m","tags":[1],
		"relatedInformation":[{"location":{"uri":"file:///a","range":`+zeroRange+`},"message":"here"}],"data":{"block":0}}`, Diagnostic{
		Severity: ptr(DiagnosticSeverity(2)), Code: "no-match", CodeDescription: &CodeDescription{HRef: "https://x"}, Source: "edit-lsp", Message: "m",
		Tags:               []DiagnosticTag{DiagnosticTagUnnecessary},
		RelatedInformation: []DiagnosticRelatedInformation{{Location: Location{URI: "file:///a"}, Message: "here"}},
		Data:               json.RawMessage(`{"block":0}`),
	})
	d := decode[Diagnostic](t, `{"range":`+zeroRange+`,"code":2304,"message":"another server's","data":[1,{"b":9007199254740993,"a":null}]}`)
	assert.Equal(t, DiagnosticCode("2304"), d.Code)
	assert.Equal(t, `[1,{"b":9007199254740993,"a":null}]`, string(d.Data), "the bytes as they came")
	assert.Empty(t, decode[Diagnostic](t, `{"code":null}`).Code)
	var bad Diagnostic
	assert.Error(t, json.Unmarshal([]byte(`{"code":{}}`), &bad))
}

func TestListsThatMayNotBeNull(t *testing.T) {
	exactly(t, `{"uri":"a","diagnostics":[]}`, PublishDiagnosticsParams{URI: "a", Diagnostics: []Diagnostic{}})
	exactly(t, `{"uri":"a","version":0,"diagnostics":[]}`, PublishDiagnosticsParams{URI: "a", Version: ptr(Integer(0)), Diagnostics: []Diagnostic{}})
	exactly(t, `{"data":[]}`, SemanticTokens{})
	exactly(t, `{"edits":[]}`, SemanticTokensDelta{})
	exactly(t, `{"isIncomplete":false,"items":[]}`, CompletionList{})
	exactly(t, `{"registrations":[]}`, RegistrationParams{})
	exactly(t, `{"watchers":[]}`, DidChangeWatchedFilesRegistrationOptions{})
	exactly(t, `[1,2]`, Array[int]{1, 2})
	assert.Nil(t, decode[Array[int]](t, `null`))
}

func TestPullDiagnostics(t *testing.T) {
	roundTrip(t, `{"kind":"full","items":[]}`, DocumentDiagnosticReport{Kind: DiagnosticsFull, Items: []Diagnostic{}})
	roundTrip(t, `{"kind":"unchanged","resultId":"1"}`, DocumentDiagnosticReport{Kind: DiagnosticsUnchanged, ResultID: "1"})
	p := decode[DocumentDiagnosticParams](t, `{"textDocument":{"uri":"a"},"identifier":"edit-lsp","previousResultId":"1"}`)
	assert.Equal(t, "1", p.PreviousResultID)
	exactly(t, `{"interFileDependencies":true,"workspaceDiagnostics":false}`, DiagnosticOptions{InterFileDependencies: true})
	var bad DocumentDiagnosticReport
	assert.Error(t, json.Unmarshal([]byte(`[]`), &bad))
}

func TestCodeActionsCommandsAndLenses(t *testing.T) {
	roundTrip(t, `{"title":"t"}`, CodeAction{Title: "t"})
	roundTrip(t, `{"title":"t","kind":"quickfix","isPreferred":true,"disabled":{"reason":"r"},"edit":{},"command":{"title":"c","command":"x","arguments":[1,null,{"b":1,"a":2}]},"data":"d"}`,
		CodeAction{Title: "t", Kind: ptr(CodeActionKindQuickFix), IsPreferred: ptr(true), Disabled: &CodeActionDisabled{"r"}, Edit: &WorkspaceEdit{},
			Command: &Command{"c", "x", []json.RawMessage{json.RawMessage(`1`), json.RawMessage(`null`), json.RawMessage(`{"b":1,"a":2}`)}}, Data: json.RawMessage(`"d"`)})
	p := decode[ExecuteCommandParams](t, `{"command":"x","arguments":[{"n":9007199254740993}]}`)
	assert.Equal(t, `{"n":9007199254740993}`, string(p.Arguments[0]))
	roundTrip(t, `{"range":`+zeroRange+`}`, CodeLens{})
	exactly(t, `{"codeActionKinds":["source.fixAll"],"resolveProvider":true}`, CodeActionOptions{[]CodeActionKind{CodeActionKindSourceFixAll}, true})
}

func TestWatchers(t *testing.T) {
	exactly(t, `{"watchers":[{"globPattern":"*"}]}`, DidChangeWatchedFilesRegistrationOptions{[]FileSystemWatcher{{GlobPattern: "*"}}})
	p := decode[DidChangeWatchedFilesParams](t, `{"changes":[{"uri":"file:///a","type":3}]}`)
	require.Len(t, p.Changes, 1)
	assert.EqualValues(t, 3, p.Changes[0].Type)
}

func TestWhatTheServerOffers(t *testing.T) {
	exactly(t, `{"capabilities":{}}`, InitializeResult{})
	exactly(t, `{"capabilities":{"positionEncoding":"utf-8","textDocumentSync":{"openClose":true,"change":2,"save":{}},"codeActionProvider":{"resolveProvider":true},
		"codeLensProvider":{},"completionProvider":{"triggerCharacters":["/"]},"definitionProvider":true,"diagnosticProvider":{"interFileDependencies":true,"workspaceDiagnostics":false},
		"documentLinkProvider":{},"documentSymbolProvider":{},"executeCommandProvider":{"commands":["editLsp.apply"]},"foldingRangeProvider":true,"hoverProvider":true,"inlayHintProvider":{},
		"semanticTokensProvider":{"legend":{"tokenTypes":["a"],"tokenModifiers":[]},"range":true,"full":{"delta":true}},
		"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true},"fileOperations":{"didRename":{"filters":[{"scheme":"file","pattern":{"glob":"**"}}]}}}},
		"serverInfo":{"name":"edit-lsp","version":"1"}}`, InitializeResult{
		Capabilities: ServerCapabilities{
			PositionEncoding:   ptr(PositionEncodingKind("utf-8")),
			TextDocumentSync:   &TextDocumentSyncOptions{OpenClose: true, Change: TextDocumentSyncKindIncremental, Save: &SaveOptions{}},
			CodeActionProvider: &CodeActionOptions{ResolveProvider: true}, CodeLensProvider: &CodeLensOptions{},
			CompletionProvider: &CompletionOptions{TriggerCharacters: []string{"/"}}, DefinitionProvider: true,
			DiagnosticProvider: &DiagnosticOptions{InterFileDependencies: true}, DocumentLinkProvider: &DocumentLinkOptions{}, DocumentSymbolProvider: &DocumentSymbolOptions{},
			ExecuteCommandProvider: &ExecuteCommandOptions{Commands: []string{"editLsp.apply"}}, FoldingRangeProvider: true, HoverProvider: true, InlayHintProvider: &InlayHintOptions{},
			SemanticTokensProvider: &SemanticTokensOptions{
				Legend: SemanticTokensLegend{TokenTypes: []string{"a"}, TokenModifiers: []string{}}, Range: true, Full: &SemanticTokensFullOptions{true},
			},
			Workspace: &ServerWorkspaceCapabilities{
				WorkspaceFolders: &WorkspaceFoldersServerCapabilities{true, true},
				FileOperations: &FileOperationOptions{DidRename: &FileOperationRegistrationOptions{Filters: []FileOperationFilter{
					{Scheme: ptr("file"), Pattern: FileOperationPattern{Glob: "**"}}}}},
			},
		},
		ServerInfo: &ServerInfo{"edit-lsp", "1"},
	})
}

func TestOtherShapes(t *testing.T) {
	roundTrip(t, `{"contents":{"kind":"markdown","value":"v"},"range":`+zeroRange+`}`, Hover{MarkupContent{Kind: MarkupKindMarkdown, Value: "v"}, &Range{}})
	roundTrip(t, `{"range":`+zeroRange+`,"target":"file:///a#L3","tooltip":"t"}`, DocumentLink{Target: "file:///a#L3", Tooltip: "t"})
	roundTrip(t, `{"startLine":1,"endLine":0,"kind":"region"}`, FoldingRange{StartLine: 1, Kind: FoldingRangeKindRegion})
	roundTrip(t, `{"label":"l","kind":17,"insertTextFormat":2,"textEdit":{"range":`+zeroRange+`,"newText":"n"}}`, CompletionItem{
		Label: "l", Kind: CompletionItemKindFile, InsertTextFormat: InsertTextFormatSnippet, TextEdit: &TextEdit{NewText: "n"}})
	roundTrip(t, `{"resultId":"1","data":[0,1,2,3,4]}`, SemanticTokens{"1", []uint32{0, 1, 2, 3, 4}})
	roundTrip(t, `{"edits":[{"start":5,"deleteCount":0,"data":[1]}]}`, SemanticTokensDelta{Edits: []SemanticTokensEdit{{Start: 5, Data: []uint32{1}}}})
	roundTrip(t, `{"label":"l","edit":{}}`, ApplyWorkspaceEditParams{Label: "l"})
	roundTrip(t, `{"applied":false,"failureReason":"r","failedChange":0}`, ApplyWorkspaceEditResult{FailureReason: ptr("r"), FailedChange: ptr(UInteger(0))})
	roundTrip(t, `{"settings":{"b":1,"a":2}}`, DidChangeConfigurationParams{json.RawMessage(`{"b":1,"a":2}`)})
	exactly(t, `{"position":{"line":1,"character":2},"label":"x","paddingLeft":true}`, InlayHint{Position: Position{Line: 1, Character: 2}, Label: "x", PaddingLeft: true})
	roundTrip(t, `{"type":3,"message":"m"}`, ShowMessageParams{Type: MessageTypeInfo, Message: "m"})
	exactly(t, `{"registrations":[{"id":"1","method":"m","registerOptions":{"section":"editLsp"}}]}`,
		RegistrationParams{[]Registration{{"1", "m", DidChangeConfigurationRegistrationOptions{"editLsp"}}}})
	h := decode[PositionParams](t, `{"textDocument":{"uri":"a"},"position":{"line":4294967295,"character":2147483647}}`)
	assert.Equal(t, Position{Line: 4294967295, Character: 2147483647}, h.Position)
}
