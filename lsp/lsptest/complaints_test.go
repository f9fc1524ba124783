package lsptest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// Whatever a server uses must be announced, and an editor that announces everything complains of nothing.
func TestComplaints(t *testing.T) {
	yes := true
	used := protocol.CodeAction{Title: "x", IsPreferred: &yes, Data: []byte("1")}
	disabled := used
	require.NoError(t, json.Unmarshal([]byte(`{"disabled": {"reason": "x"}}`), &disabled))
	everything := strings.NewReplacer(
		`"window": {`, `"window": {"workDoneProgress": true, `,
		`"applyEdit"`, `"codeLens": {"refreshSupport": true}, "diagnostics": {"refreshSupport": true}, "applyEdit"`,
	).Replace(FullCapabilities)
	for what, use := range map[string]func(e *Editor){
		"diagnostics have tags, which was not announced": func(e *Editor) {
			e.checkPublished([]byte(`{"diagnostics": [{"range": {}, "message": "x", "severity": 1, "source": "x", "tags": [1]}]}`))
		},
		"diagnostics have data, which was not announced": func(e *Editor) {
			e.checkPulled([]byte(`{"kind": "full", "items": [{"range": {}, "message": "x", "severity": 1, "source": "x", "data": 1}]}`), "")
		},
		"workspace/codeLens/refresh, which was not announced":          func(e *Editor) { e.checkRefresh("workspace/codeLens/refresh") },
		"workspace/diagnostic/refresh, which was not announced":        func(e *Editor) { e.checkRefresh("workspace/diagnostic/refresh") },
		"code actions use isPreferredSupport, which was not announced": func(e *Editor) { e.checkActions([]protocol.CodeAction{used}) },
		"code actions use dataSupport, which was not announced":        func(e *Editor) { e.checkActions([]protocol.CodeAction{used}) },
		"code actions use disabledSupport, which was not announced":    func(e *Editor) { e.checkActions([]protocol.CodeAction{disabled}) },
		`code action "x" does nothing`:                                 func(e *Editor) { e.checkActions([]protocol.CodeAction{used}) },
		"the operation delete was not announced":                       func(e *Editor) { e.checkEdit(deleting) },
		"documentChanges, which was not announced":                     func(e *Editor) { e.checkEdit(deleting) },
		"change annotations, which was not announced":                  func(e *Editor) { e.checkEdit(deleting) },
		"window/showDocument, which was not announced":                 called("window/showDocument"),
		"window/showMessageRequest, which was not announced":           called("window/showMessageRequest"),
		"window/workDoneProgress/create, which was not announced":      called("window/workDoneProgress/create"),
	} {
		var none, all Editor
		require.NoError(t, json.Unmarshal([]byte(everything), &all.announced))
		for _, e := range []*Editor{&none, &all} {
			e.created, e.news = map[protocol.ProgressToken]bool{}, make(chan struct{})
			use(e)
		}
		assert.Contains(t, none.Complaints(), what)
		assert.Empty(t, all.Complaints(), what)
	}
}

var deleting = protocol.WorkspaceEdit{
	DocumentChanges:   []protocol.DocumentChange{{DeleteFile: &protocol.DeleteFile{}}},
	ChangeAnnotations: map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{"x": {}},
}

func called(method string) func(e *Editor) {
	return func(e *Editor) { _, _ = e.handle(method, json.RawMessage("{}"), true) }
}
