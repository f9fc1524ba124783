package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unpromised reports whether the number of these requests may vary, since several may be joined.
// They are answered at once.
func unpromised(method string) bool {
	return strings.HasSuffix(method, "/refresh") || method == "window/workDoneProgress/create"
}

// outdated are the errors of requests overtaken by a cancellation or a change, which depends on
// timing.
var outdated = []int{-32800, -32801, -32802}

// opaque matches members whose values may vary: names of results and edits.
var opaque = regexp.MustCompile(`("(?:resultId|previousResultId|edit)":\s*)"([^"]*)"`)

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
		assert.Equal(r.t, then.Error, now.Error, where)
		r.same(where+" result", parsed(r.t, then.Result), parsed(r.t, now.Result))
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

// same compares a recorded value with the current one. The server's version may differ, and so may
// names of results and edits if they do so consistently.
func (r *replayer) same(where string, then, now any) {
	if update {
		return // the current messages will be recorded
	}
	switch then := then.(type) {
	case map[string]any:
		other, ok := now.(map[string]any)
		if !ok || !slices.Equal(slices.Sorted(maps.Keys(then)), slices.Sorted(maps.Keys(other))) {
			break
		}
		for _, member := range slices.Sorted(maps.Keys(then)) {
			old, isName := then[member].(string)
			name, isToo := other[member].(string)
			switch {
			case member == "serverInfo":
			case isName && isToo && (member == "resultId" || member == "edit"):
				if was, bound := r.bound[old]; bound {
					assert.Equal(r.t, was, name, "%s.%s: another name than before", where, member)
				}
				r.bound[old] = name
			default:
				r.same(where+"."+member, then[member], other[member])
			}
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
	assert.Equal(r.t, then, now, where)
}

// compareFindings compares pushed diagnostics. The last ones must be equal. Earlier ones may be
// joined but must occur in the same order.
func (r *replayer) compareFindings() {
	if update {
		return
	}
	assert.Equal(r.t, slices.Sorted(maps.Keys(r.findings)), slices.Sorted(maps.Keys(r.shown)), "documents with diagnostics")
	for uri, then := range r.findings {
		now := r.shown[uri]
		require.NotEmpty(r.t, now, uri)
		assert.Equal(r.t, then[len(then)-1], now[len(now)-1], "what is shown of %s in the end", uri)
		at := 0
		for i, list := range then {
			for at < len(now) && !reflect.DeepEqual(list, now[at]) {
				at++
			}
			if !assert.Less(r.t, at, len(now), "%s: what was shown as the %d. is not shown now: %v; but: %v", uri, i+1, list, now) {
				return
			}
		}
	}
}
