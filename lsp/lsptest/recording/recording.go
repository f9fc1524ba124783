// Package recording writes and reads sessions of an editor and a language server.
//
// Each line of a session is a JSON object with one member: "client" or "server", a message, or
// "disk", the files of the workspace that changed since the last such line. The workspace's path
// becomes $ROOT, rewrites are left out of the code actions (the next dialect adds one), process ids are removed, and the names that a server gives to results and edits
// are #1, #2 and so on and headlines are codes in braces, so a session can be replayed elsewhere, and another recording of the same
// session is the same text. An answer with the same result as an earlier one has that one's id as
// "resultOf" instead.
package recording

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/golden"
)

// Line is a line of a session. Exactly one member is set.
type Line struct {
	Client json.RawMessage `json:"client,omitempty"`
	Server json.RawMessage `json:"server,omitempty"`
	// Disk maps slash-separated paths in the workspace to texts, nil for a deleted file.
	Disk map[string]*string `json:"disk,omitempty"`
}

// Writer writes a session.
type Writer struct {
	to   io.Writer
	root string
	// results maps each result to the id of the first answer that has it.
	results map[string]json.RawMessage
	// names maps the server's names to those in the recording.
	names map[string]string
}

// NewWriter returns a writer for a workspace at root.
func NewWriter(to io.Writer, root string) *Writer {
	return &Writer{to: to, root: root, results: map[string]json.RawMessage{}, names: map[string]string{}}
}

// answer has all members of an answer with a result.
type answer struct {
	Version  string          `json:"jsonrpc"`
	ID       json.RawMessage `json:"id,omitempty"`
	Method   string          `json:"method,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	ResultOf json.RawMessage `json:"resultOf,omitempty"`
}

// worthIt is the size in bytes from which repeated results are replaced.
const worthIt = 256

// opaque matches members whose values are names that a server gives to results and edits.
var opaque = regexp.MustCompile(`("(?:resultId|previousResultId|edit)":\s*)"([^"]*)"`)

// Rename replaces the names of results and edits in a message. A name for which to returns false
// stays.
func Rename(message []byte, to func(name string) (string, bool)) []byte {
	return opaque.ReplaceAllFunc(message, func(member []byte) []byte {
		parts := opaque.FindSubmatch(member)
		if name, ok := to(string(parts[2])); ok {
			return fmt.Appendf(nil, "%s%q", parts[1], name)
		}
		return member
	})
}

// WithoutRewrites removes code actions that rewrite a block from the answer to a request for them.
func WithoutRewrites(message []byte) []byte {
	var m struct{ Result json.RawMessage }
	var list []json.RawMessage
	if json.Unmarshal(message, &m) != nil || json.Unmarshal(m.Result, &list) != nil {
		return message // the result isn't a list
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(action json.RawMessage) bool {
		var a struct{ Kind string }
		return json.Unmarshal(action, &a) == nil && a.Kind == "refactor.rewrite"
	})
	if len(kept) == len(list) {
		return message
	}
	var b bytes.Buffer
	for i, action := range kept {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(action)
	}
	return bytes.Replace(message, m.Result, slices.Concat([]byte("["), b.Bytes(), []byte("]")), 1)
}

// number returns a name's number in the recording.
func (w *Writer) number(name string) (string, bool) {
	if _, there := w.names[name]; !there {
		w.names[name] = fmt.Sprintf("#%d", len(w.names)+1)
	}
	return w.names[name], true
}

var processID = regexp.MustCompile(`"processId":\s*\d+`)

func (w *Writer) Write(l Line) error {
	of, message := "client", []byte(l.Client)
	switch {
	case len(l.Server) > 0:
		var a answer
		if err := json.Unmarshal(l.Server, &a); err != nil {
			return err
		}
		of, message = "server", WithoutRewrites(l.Server)
		if first, again := w.results[string(a.Result)]; again {
			message = fmt.Appendf(nil, `{"jsonrpc":%q,"id":%s,"resultOf":%s}`, a.Version, a.ID, first)
		} else if a.Method == "" && len(a.Result) >= worthIt {
			w.results[string(a.Result)] = a.ID
		}
	case len(l.Disk) > 0:
		var err error
		if message, err = json.Marshal(l.Disk); err != nil {
			return err
		}
		of = "disk"
	}
	// Some clients escape slashes.
	for _, root := range []string{w.root, strings.ReplaceAll(w.root, "/", `\/`)} {
		message = bytes.ReplaceAll(message, []byte(root), []byte("$ROOT"))
	}
	if of != "disk" {
		message = []byte(golden.Codes(string(Rename(message, w.number))))
	}
	message = processID.ReplaceAll(message, []byte(`"processId":null`))
	// json.Marshal would add escapes to the texts.
	var line bytes.Buffer
	fmt.Fprintf(&line, "{%q:", of)
	if err := json.Compact(&line, message); err != nil {
		return err
	}
	line.WriteString("}\n")
	_, err := w.to.Write(line.Bytes())
	return err
}

// Read reads a session as one of a workspace at root.
func Read(data []byte, root string) ([]Line, error) {
	data = []byte(strings.ReplaceAll(golden.Words(string(data)), "$ROOT", root))
	results := map[string]json.RawMessage{}
	var lines []Line
	for text := range bytes.Lines(data) {
		var l Line
		if err := json.Unmarshal(text, &l); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(lines)+1, err)
		}
		if len(l.Server) > 0 {
			var a answer
			if err := json.Unmarshal(l.Server, &a); err != nil {
				return nil, fmt.Errorf("line %d: %w", len(lines)+1, err)
			}
			switch {
			case len(a.ResultOf) > 0:
				result, there := results[string(a.ResultOf)]
				if !there {
					return nil, fmt.Errorf("line %d: there is no answer %s before it", len(lines)+1, a.ResultOf)
				}
				l.Server = fmt.Appendf(nil, `{"jsonrpc":%q,"id":%s,"result":%s}`, a.Version, a.ID, result)
			case a.Method == "" && len(a.Result) > 0:
				results[string(a.ID)] = a.Result
			}
		}
		lines = append(lines, l)
	}
	return lines, nil
}
