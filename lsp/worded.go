package lsp

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// source names us beside each diagnostic.
const source = "edit-lsp"

// worded is a finding as the client is told of it. With each keystroke it is told of
// all again, and nearly all are as they were but for their lines, so that what does not
// speak of these is kept encoded. It is immutable.
type worded struct {
	place protocol.Range
	// rest is the diagnostic without its range, encoded: the text of an object behind its
	// first brace.
	rest []byte
	// finding and block are what rest was made of, and opens is the state of the open
	// documents, whose URIs stand in it.
	finding diagnostics.Finding
	block   int
	opens   int
}

// equal tells whether the client sees the same.
func (w worded) equal(other worded) bool {
	return w.place == other.place && bytes.Equal(w.rest, other.rest)
}

// says tells whether w says the same of a block, wherever that stands.
func (w *worded) says(f *diagnostics.Finding, block, opens int) bool {
	was := &w.finding
	return w.block == block && was.Saying(f) &&
		(len(f.Related) == 0 && len(was.Related) == 0 || w.opens == opens && slices.Equal(was.Related, f.Related))
}

// words collects what is said, and takes from what was said last what is the same.
type words struct {
	*snapshot
	list []worded
	// was is what was said of findings last.
	was []worded
	// total is how many findings will be added.
	total int
}

// words makes room for so many findings, and for the line that there are more.
func (n *snapshot) words(total int) *words {
	was := n.shown
	if last := len(was) - 1; last >= 0 && was[last].finding.Code == "" {
		was = was[:last]
	}
	return &words{snapshot: n, list: make([]worded, 0, total+1), was: was, total: total}
}

// add words a finding. What was added to or taken from the list since it was said last
// stands at one place, mostly: before that the findings have their old places counted
// from the beginning, behind it counted from the end.
func (w *words) add(f *diagnostics.Finding, block int) {
	place := w.lines(w.text, f.First, f.End)
	i := len(w.list)
	for _, k := range [2]int{i, len(w.was) - (w.total - i)} {
		if 0 <= k && k < len(w.was) && w.was[k].says(f, block, w.opens) {
			same := w.was[k]
			same.place = place
			w.list = append(w.list, same)
			return
		}
	}
	w.list = append(w.list, worded{
		place: place, rest: restOf(w.diagnostic(f, block)), finding: *f, block: block, opens: w.opens,
	})
}

// addMore words what is said of no finding, in the document's first line.
func (w *words) addMore(message string) {
	information := protocol.DiagnosticSeverity(codes.Information)
	w.list = append(w.list, worded{
		rest:  restOf(protocol.Diagnostic{Severity: &information, Source: source, Message: message}),
		block: -1, finding: diagnostics.Finding{Headline: message},
	})
}

// diagnostic words a finding; its range is empty.
func (n *snapshot) diagnostic(f *diagnostics.Finding, block int) protocol.Diagnostic {
	severity := protocol.DiagnosticSeverity(f.Severity)
	d := protocol.Diagnostic{
		Severity: &severity,
		Code:     protocol.DiagnosticCode(f.Code),
		Source:   source,
		Message:  f.Message(),
	}
	if n.client.codeDescription() {
		d.CodeDescription = &protocol.CodeDescription{HRef: f.Code.Page()}
	}
	if f.Faded && n.client.faded() {
		d.Tags = []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary}
	}
	if n.client.relatedInformation() {
		for _, r := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: n.uri(r.Abs), Range: lineRange(r.Line)},
				Message:  r.Message,
			})
		}
	}
	if n.client.diagnosticData() {
		d.Data, _ = json.Marshal(diagnosticData{Block: block})
	}
	return d
}

// diagnosticData is sent with each diagnostic and comes back with code actions.
type diagnosticData struct {
	// Block is the index of the block in the document, or -1.
	Block int `json:"block"`
}

// lineRange is a whole line of a text that need not be at hand.
func lineRange(l text.Line) protocol.Range {
	return protocol.Range{
		Start: protocol.Position{Line: protocol.UInteger(l)},
		End:   protocol.Position{Line: protocol.UInteger(l + 1)},
	}
}

// restOf encodes a diagnostic with an empty range, and cuts that off.
func restOf(d protocol.Diagnostic) []byte {
	encoded, err := wire.Encode(d)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return bytes.TrimPrefix(encoded, appendRange([]byte(`{`), protocol.Range{}))
}

// appendRange appends the member with which a diagnostic begins.
func appendRange(b []byte, r protocol.Range) []byte {
	number := func(before string, n protocol.UInteger) { b = strconv.AppendUint(append(b, before...), uint64(n), 10) }
	number(`"range":{"start":{"line":`, r.Start.Line)
	number(`,"character":`, r.Start.Character)
	number(`},"end":{"line":`, r.End.Line)
	number(`,"character":`, r.End.Character)
	return append(b, `}}`...)
}

// appendList appends the encoded list.
func appendList(b []byte, list []worded) []byte {
	size := 0
	for i := range list {
		size += len(list[i].rest) + 120 // more than a range takes
	}
	b = append(slices.Grow(b, size+16), '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendRange(append(b, '{'), list[i].place), list[i].rest...)
	}
	return append(b, ']')
}

// publication encodes as [protocol.PublishDiagnosticsParams].
type publication struct {
	uri     protocol.DocumentUri
	version *protocol.Integer
	list    []worded
}

var _ wire.Appender = publication{}

// AppendJSON implements wire.Appender.
func (p publication) AppendJSON(b []byte) ([]byte, error) {
	uri, err := wire.Encode(p.uri)
	if err != nil {
		return nil, err
	}
	b = append(append(b, `{"uri":`...), uri...)
	if p.version != nil {
		b = strconv.AppendInt(append(b, `,"version":`...), int64(*p.version), 10)
	}
	return append(appendList(append(b, `,"diagnostics":`...), p.list), '}'), nil
}

// diagnosticReport encodes as [protocol.DocumentDiagnosticReport].
type diagnosticReport struct {
	unchanged bool
	// resultID is empty where there is nothing to name.
	resultID string
	list     []worded
}

var _ wire.Appender = diagnosticReport{}

// AppendJSON implements wire.Appender.
func (r diagnosticReport) AppendJSON(b []byte) ([]byte, error) {
	kind := "full"
	if r.unchanged {
		kind = "unchanged"
	}
	b = append(append(append(b, `{"kind":"`...), kind...), '"')
	if r.resultID != "" {
		b = strconv.AppendQuote(append(b, `,"resultId":`...), r.resultID) // digits and hyphens
	}
	if !r.unchanged {
		b = appendList(append(b, `,"items":`...), r.list)
	}
	return append(b, '}'), nil
}
