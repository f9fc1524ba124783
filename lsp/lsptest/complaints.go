package lsptest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// announced parses the editor's capabilities independently of the server.
type announced struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
		ShowDocument     struct {
			Support bool `json:"support"`
		} `json:"showDocument"`
		ShowMessage *json.RawMessage `json:"showMessage"`
	} `json:"window"`
	Workspace struct {
		ApplyEdit     bool `json:"applyEdit"`
		WorkspaceEdit struct {
			DocumentChanges         bool             `json:"documentChanges"`
			ResourceOperations      []string         `json:"resourceOperations"`
			ChangeAnnotationSupport *json.RawMessage `json:"changeAnnotationSupport"`
		} `json:"workspaceEdit"`
	} `json:"workspace"`
	TextDocument struct {
		PublishDiagnostics diagnosticSupport  `json:"publishDiagnostics"`
		Diagnostic         *diagnosticSupport `json:"diagnostic"`
		CodeAction         struct {
			IsPreferredSupport bool `json:"isPreferredSupport"`
			DisabledSupport    bool `json:"disabledSupport"`
			DataSupport        bool `json:"dataSupport"`
			ResolveSupport     struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"codeAction"`
	} `json:"textDocument"`
}

type diagnosticSupport struct {
	RelatedInformation     bool `json:"relatedInformation"`
	CodeDescriptionSupport bool `json:"codeDescriptionSupport"`
	DataSupport            bool `json:"dataSupport"`
	TagSupport             *struct {
		ValueSet []int `json:"valueSet"`
	} `json:"tagSupport"`
}

// complain records a fault of the server. mu must be held.
func (e *Editor) complain(format string, args ...any) {
	if c := fmt.Sprintf(format, args...); !slices.Contains(e.complaints, c) {
		e.complaints = append(e.complaints, c)
	}
}

// Complaints returns the server's violations of the announced capabilities and of the rules for
// edits, each once.
func (e *Editor) Complaints() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.complaints)
}

func (e *Editor) checkPublished(raw json.RawMessage) {
	var p struct {
		Diagnostics []map[string]json.RawMessage `json:"diagnostics"`
	}
	if err := json.Unmarshal(raw, &p); err != nil || p.Diagnostics == nil {
		e.complain("diagnostics that are no list of objects")
		return
	}
	e.checkDiagnostics(p.Diagnostics, e.announced.TextDocument.PublishDiagnostics)
}

// checkPulled checks a raw report. The capabilities for pushed diagnostics also apply to pulled
// ones.
func (e *Editor) checkPulled(raw json.RawMessage, asked string) {
	var r struct {
		Kind     string                       `json:"kind"`
		ResultID string                       `json:"resultId"`
		Items    []map[string]json.RawMessage `json:"items"`
	}
	err := json.Unmarshal(raw, &r)
	switch {
	case err != nil:
		e.complain("a report that is none: %v", err)
	case r.Kind == "unchanged" && (asked == "" || r.ResultID == "" || r.Items != nil):
		e.complain("a report says unchanged without cause")
	case r.Kind != "unchanged" && (r.Kind != "full" || r.Items == nil):
		e.complain("a report is neither unchanged nor a list")
	}
	can, own := e.announced.TextDocument.PublishDiagnostics, e.announced.TextDocument.Diagnostic
	can.RelatedInformation = can.RelatedInformation || own.RelatedInformation
	can.CodeDescriptionSupport = can.CodeDescriptionSupport || own.CodeDescriptionSupport
	can.DataSupport = can.DataSupport || own.DataSupport
	if can.TagSupport == nil {
		can.TagSupport = own.TagSupport
	}
	e.checkDiagnostics(r.Items, can)
}

func (e *Editor) checkDiagnostics(list []map[string]json.RawMessage, can diagnosticSupport) {
	for _, d := range list {
		for name, ok := range map[string]bool{
			"relatedInformation": can.RelatedInformation, "codeDescription": can.CodeDescriptionSupport,
			"data": can.DataSupport, "tags": can.TagSupport != nil,
		} {
			if d[name] != nil && !ok {
				e.complain("diagnostics have %s, which was not announced", name)
			}
		}
		for _, name := range []string{"range", "message", "severity", "source"} {
			if d[name] == nil {
				e.complain("diagnostics have no %s", name)
			}
		}
	}
}

func (e *Editor) checkRefresh(method string) {
	feature := strings.TrimSuffix(strings.TrimPrefix(method, "workspace/"), "/refresh")
	var can struct {
		Workspace map[string]json.RawMessage `json:"workspace"`
	}
	refreshes := func(feature string) bool {
		var support struct {
			RefreshSupport bool `json:"refreshSupport"`
		}
		return json.Unmarshal(can.Workspace[feature], &support) == nil && support.RefreshSupport
	}
	err := json.Unmarshal(e.options.Capabilities, &can)
	// LSP names it diagnostics, Helix diagnostic.
	if err != nil || !refreshes(feature) && (feature != "diagnostic" || !refreshes("diagnostics")) {
		e.complain("%s was not announced", method)
	}
}

func (e *Editor) checkActions(list []protocol.CodeAction) {
	can := e.announced.TextDocument.CodeAction
	for _, a := range list {
		if a.Disabled != nil && !can.DisabledSupport {
			e.complain("code actions are disabled, which was not announced")
		}
		if a.IsPreferred != nil && !can.IsPreferredSupport {
			e.complain("code actions are preferred, which was not announced")
		}
		if a.Data != nil && !can.DataSupport {
			e.complain("code actions have data, which was not announced")
		}
		resolves := can.DataSupport && slices.Contains(can.ResolveSupport.Properties, "edit")
		if a.Disabled == nil && a.Edit == nil && a.Command == nil && (a.Data == nil || !resolves) {
			e.complain("code action %q does nothing", a.Title)
		}
	}
}

// checkEdit checks a workspace edit, except for its text edits.
func (e *Editor) checkEdit(edit protocol.WorkspaceEdit) {
	can := e.announced.Workspace.WorkspaceEdit
	if len(edit.Changes) > 0 && len(edit.DocumentChanges) > 0 {
		e.complain("a workspace edit has both changes and documentChanges")
	}
	if len(edit.DocumentChanges) > 0 && !can.DocumentChanges && len(can.ResourceOperations) == 0 {
		e.complain("documentChanges were not announced")
	}
	if len(edit.ChangeAnnotations) > 0 && can.ChangeAnnotationSupport == nil {
		e.complain("change annotations were not announced")
	}
	for _, c := range edit.DocumentChanges {
		switch {
		case c.CreateFile != nil:
			e.checkOperation("create")
		case c.RenameFile != nil:
			e.checkOperation("rename")
		case c.DeleteFile != nil:
			e.checkOperation("delete")
		}
	}
}

func (e *Editor) checkOperation(kind string) {
	if !slices.Contains(e.announced.Workspace.WorkspaceEdit.ResourceOperations, kind) {
		e.complain("the operation %s was not announced", kind)
	}
}
