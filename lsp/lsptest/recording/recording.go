// Package recording writes down what an editor and a language server say to each other,
// and reads it again.
//
// Each line of a recorded session is a JSON object with one member: "client" or "server",
// a message of that side, or "disk", the texts of the files of the workspace that have
// changed since the last such line. The workspace's path is written as $ROOT, and no
// process is named, so that a session can be replayed elsewhere and at another time. An
// answer that brings the same result as one before has, in its place, the id of that one
// as "resultOf".
package recording

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Line is one of a session. One member is there.
type Line struct {
	Client json.RawMessage `json:"client,omitempty"`
	Server json.RawMessage `json:"server,omitempty"`
	// Disk are texts of files by their path, with slashes, below the workspace; nil for
	// one that is gone.
	Disk map[string]*string `json:"disk,omitempty"`
}

// Writer writes a session down.
type Writer struct {
	to   io.Writer
	root string
	// results are the ids of the answers that brought them first.
	results map[string]json.RawMessage
}

// NewWriter gives one for a workspace with that path.
func NewWriter(to io.Writer, root string) *Writer {
	return &Writer{to: to, root: root, results: map[string]json.RawMessage{}}
}

// answer has the members that show whether a message is an answer with a result. Its members
// are all that such a one has.
type answer struct {
	Version  string          `json:"jsonrpc"`
	ID       json.RawMessage `json:"id,omitempty"`
	Method   string          `json:"method,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	ResultOf json.RawMessage `json:"resultOf,omitempty"`
}

// worthIt is the size in bytes from which on a result is not written twice.
const worthIt = 256

// processID is the member that names the process the server ends with.
var processID = regexp.MustCompile(`"processId":\s*\d+`)

// Write writes a line.
func (w *Writer) Write(l Line) error {
	of, message := "client", []byte(l.Client)
	switch {
	case len(l.Server) > 0:
		var a answer
		if err := json.Unmarshal(l.Server, &a); err != nil {
			return err
		}
		of, message = "server", l.Server
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
	// Some clients write a slash with an escape.
	for _, root := range []string{w.root, strings.ReplaceAll(w.root, "/", `\/`)} {
		message = bytes.ReplaceAll(message, []byte(root), []byte("$ROOT"))
	}
	message = processID.ReplaceAll(message, []byte(`"processId":null`))
	// Not by Marshal, which would write the texts of documents with more escapes.
	var line bytes.Buffer
	fmt.Fprintf(&line, "{%q:", of)
	if err := json.Compact(&line, message); err != nil {
		return err
	}
	line.WriteString("}\n")
	_, err := w.to.Write(line.Bytes())
	return err
}

// Read reads a session as one of a workspace with that path.
func Read(data []byte, root string) ([]Line, error) {
	data = bytes.ReplaceAll(data, []byte("$ROOT"), []byte(root))
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
