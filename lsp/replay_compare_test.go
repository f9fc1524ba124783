package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest/recording"
)

// unpromised reports whether the number of these requests may vary, since several may be joined.
// They are answered at once.
func unpromised(method string) bool {
	return strings.HasSuffix(method, "/refresh") || method == "window/workDoneProgress/create"
}

// outdated are the errors of requests overtaken by a cancellation or a change, which depends on
// timing.
var outdated = []int{-32800, -32801, -32802}

func published(t *testing.T, m spoken) (uri string, params any) {
	var of struct {
		URI string `json:"uri"`
	}
	assert.NoError(t, json.Unmarshal(m.Params, &of))
	return of.URI, parsed(t, m.Params)
}

func parsed(t *testing.T, data json.RawMessage) any {
	if len(data) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	assert.NoError(t, d.Decode(&v))
	return v
}

// expect waits for the message and compares it with the recorded one.
func (r *replayer) expect(line int, message json.RawMessage) {
	var then spoken
	r.do(json.Unmarshal(message, &then))
	where := fmt.Sprintf("line %d", line)
	switch {
	case then.isAnswer():
		now := r.answer(string(then.ID))
		if overtaken(then) || overtaken(now) {
			return
		}
		r.equal(where+" error", then.Error, now.Error)
		was, is := parsed(r.t, then.Result), parsed(r.t, now.Result)
		r.bind(where, names(r.t, was), names(r.t, is))
		r.same(where+" result", was, is)
	case then.isRequest():
		r.asked[then.Method]++
		n := numbered{then.Method, r.asked[then.Method]}
		r.recorded[string(then.ID)] = n
		if !unpromised(then.Method) {
			r.same(where+" params", parsed(r.t, then.Params), parsed(r.t, r.request(n).Params))
		}
	case then.Method == "textDocument/publishDiagnostics":
		uri, list := published(r.t, then)
		r.findings[uri] = append(r.findings[uri], list)
	}
}

func overtaken(m spoken) bool { return m.Error != nil && slices.Contains(outdated, m.Error.Code) }

// names returns the names of results and edits in a response, by what they are the names of.
func names(t *testing.T, v any) map[string]string {
	found := map[string]string{}
	switch v := v.(type) {
	case map[string]any:
		if id, ok := v["resultId"].(string); ok {
			found[fmt.Sprint("result ", v["uri"])] = id
		}
		if edit, ok := v["edit"].(string); ok {
			found["edit "+asJSON(t, v["editLsp"])] = edit
		}
		for _, member := range v {
			maps.Copy(found, names(t, member))
		}
	case []any:
		for _, element := range v {
			maps.Copy(found, names(t, element))
		}
	}
	return found
}

// bind remembers the current name of what has a recorded one.
func (r *replayer) bind(where string, then, now map[string]string) {
	for what, old := range then {
		name, there := now[what]
		if !there {
			continue
		}
		if was, bound := r.bound[old]; bound {
			assert.Equal(r.t, was, name, "%s, %s: another name than before", where, what)
		}
		r.bound[old] = name
	}
}

// equal compares a recorded value with the current one. Only the first one that differs is printed, since the others
// often do for the same reason.
func (r *replayer) equal(where string, then, now any) {
	switch {
	case assert.ObjectsAreEqual(then, now):
	case golden.Update:
		r.changed = true
	case r.different > 0:
		r.different++
	default:
		r.different++
		r.t.Log(where)
		golden.Equal(r.t, indented(r.t, then), string(recording.Rename([]byte(indented(r.t, now)), r.wasNamed)))
	}
}

// wasNamed returns the recorded name of what has a current one.
func (r *replayer) wasNamed(now string) (string, bool) {
	for old, name := range r.bound {
		if name == now {
			return old, true
		}
	}
	return "", false
}

func indented(t *testing.T, v any) string {
	data, err := json.MarshalIndent(v, "", " ")
	assert.NoError(t, err)
	return string(data)
}

// same compares a recorded value with the current one, but for the server's version and the names
// of results and edits, which bind compares.
func (r *replayer) same(where string, then, now any) {
	switch then := then.(type) {
	case map[string]any:
		other, ok := now.(map[string]any)
		if !ok || !slices.Equal(slices.Sorted(maps.Keys(then)), slices.Sorted(maps.Keys(other))) {
			break
		}
		for _, member := range slices.Sorted(maps.Keys(then)) {
			_, isName := then[member].(string)
			if member == "serverInfo" || isName && (member == "resultId" || member == "edit") {
				continue
			}
			r.same(where+"."+member, then[member], other[member])
		}
		return
	case []any:
		other, ok := now.([]any)
		if !ok || len(then) != len(other) {
			break
		}
		for i := range then {
			r.same(fmt.Sprintf("%s[%d]", where, i), then[i], other[i])
		}
		return
	}
	r.equal(where, then, now)
}

// compareFindings compares pushed diagnostics. The last ones must be equal. Earlier ones may be
// joined but must occur in the same order.
func (r *replayer) compareFindings() {
	r.equal("documents with diagnostics", slices.Sorted(maps.Keys(r.findings)), slices.Sorted(maps.Keys(r.shown)))
	for uri, then := range r.findings {
		now := r.shown[uri]
		if len(now) == 0 {
			continue
		}
		r.equal("what is shown of "+uri+" in the end", then[len(then)-1], now[len(now)-1])
		at := 0
		for i, list := range then {
			for at < len(now) && !reflect.DeepEqual(list, now[at]) {
				at++
			}
			if at == len(now) {
				r.equal(fmt.Sprintf("what was shown of %s as the %d. is not shown", uri, i+1), list, now[len(now)-1])
				break
			}
		}
	}
}
