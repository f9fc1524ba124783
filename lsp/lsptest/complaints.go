package lsptest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// can returns what the editor announces at a path of names, parsed independently of the server, or nil.
func (e *Editor) can(path string) any {
	at := any(e.announced)
	for name := range strings.SplitSeq(path, "/") {
		members, _ := at.(map[string]any)
		at = members[name]
	}
	return at
}

// lists reports whether the list at a path has a name.
func (e *Editor) lists(path, name string) bool {
	list, _ := e.can(path).([]any)
	return slices.Contains(list, any(name))
}

// needs complains about what the server did unless the editor announces one of the paths. mu must be held.
func (e *Editor) needs(what string, paths ...string) {
	announced := func(path string) bool {
		value := e.can(path)
		return value != nil && value != false
	}
	if !slices.ContainsFunc(paths, announced) {
		e.complain("%s, which was not announced", what)
	}
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
	return locked(e, func() []string { return slices.Clone(e.complaints) })
}

func (e *Editor) checkPublished(raw json.RawMessage) {
	var p struct {
		Diagnostics []map[string]json.RawMessage `json:"diagnostics"`
	}
	if err := json.Unmarshal(raw, &p); err != nil || p.Diagnostics == nil {
		e.complain("diagnostics that are no list of objects")
		return
	}
	e.checkDiagnostics(p.Diagnostics, "textDocument/publishDiagnostics/")
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
	e.checkDiagnostics(r.Items, "textDocument/publishDiagnostics/", "textDocument/diagnostic/")
}

// checkDiagnostics checks diagnostics for which the capabilities at some paths hold.
func (e *Editor) checkDiagnostics(list []map[string]json.RawMessage, paths ...string) {
	for _, d := range list {
		for name, capability := range map[string]string{
			"relatedInformation": "relatedInformation", "codeDescription": "codeDescriptionSupport",
			"data": "dataSupport", "tags": "tagSupport",
		} {
			if d[name] != nil {
				var all []string
				for _, path := range paths {
					all = append(all, path+capability)
				}
				e.needs("diagnostics have "+name, all...)
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
	feature := strings.TrimSuffix(method, "/refresh")
	paths := []string{feature + "/refreshSupport"}
	if feature == "workspace/diagnostic" { // as Helix names it, and as LSP does
		paths = append(paths, "workspace/diagnostics/refreshSupport")
	}
	e.needs(method, paths...)
}

func (e *Editor) checkActions(list []protocol.CodeAction) {
	const can = "textDocument/codeAction/"
	for _, a := range list {
		for capability, used := range map[string]bool{
			"disabledSupport": a.Disabled != nil, "isPreferredSupport": a.IsPreferred != nil, "dataSupport": a.Data != nil,
		} {
			if used {
				e.needs("code actions use "+capability, can+capability)
			}
		}
		resolves := a.Data != nil && e.lists(can+"resolveSupport/properties", "edit")
		if a.Disabled == nil && a.Edit == nil && a.Command == nil && !resolves {
			e.complain("code action %q does nothing", a.Title)
		}
	}
}

// checkEdit checks a workspace edit, except for its text edits.
func (e *Editor) checkEdit(edit protocol.WorkspaceEdit) {
	const can = "workspace/workspaceEdit/"
	if len(edit.Changes) > 0 && len(edit.DocumentChanges) > 0 {
		e.complain("a workspace edit has both changes and documentChanges")
	}
	if len(edit.DocumentChanges) > 0 {
		e.needs("documentChanges", can+"documentChanges", can+"resourceOperations")
	}
	if len(edit.ChangeAnnotations) > 0 {
		e.needs("change annotations", can+"changeAnnotationSupport")
	}
	for _, c := range edit.DocumentChanges {
		for kind, used := range map[string]bool{"create": c.CreateFile != nil, "rename": c.RenameFile != nil, "delete": c.DeleteFile != nil} {
			if used && !e.lists(can+"resourceOperations", kind) {
				e.complain("the operation %s was not announced", kind)
			}
		}
	}
}
