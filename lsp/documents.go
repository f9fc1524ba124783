package lsp

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// document is one version of an open document. It is immutable.
type document struct {
	uri      protocol.DocumentUri
	language string
	version  int32
	text     *text.Text
	// path is the absolute path of a `file:` document, else empty.
	path string
	// growing: the document was changed a moment ago, so that its last block may
	// still be being written.
	growing bool
}

// openDocument is what the session holds of a document: its present version and the
// work on it.
type openDocument struct {
	*document
	// still fires when the document has not been changed for the idle time.
	still *time.Timer
	// analysis is the latest check of the document, or nil. checking is full while one runs,
	// be it this one or one that has not noticed yet that it was cancelled.
	analysis *analysis
	checking chan struct{}
	// cache holds what checks of the document can take from one another.
	cache *diagnostics.Cache
	// shown are the diagnostics that the client has of this document, and shownVersion
	// is the version that they were published with, or pulled for.
	shown        []protocol.Diagnostic
	shownVersion int32
	// seen is what the last analysis that came to its end found, and seenVersion is the
	// version that it checked.
	seen        *diagnostics.Report
	seenVersion int32
	// tokens are the semantic tokens that the client was given last.
	tokens tokens
}

// stopAnalysis ends the check that is under way; nothing is published of it any more.
func (d *openDocument) stopAnalysis() {
	if d.analysis != nil {
		d.analysis.cancel()
		d.analysis = nil
	}
}

// stop ends all work on the document.
func (d *openDocument) stop() {
	d.stopAnalysis()
	if d.still != nil {
		d.still.Stop()
	}
}

// chatLanguages are the language ids of documents that are scanned.
var chatLanguages = map[string]bool{
	"markdown": true, "mdx": true, "plaintext": true, "org": true,
	"codecompanion": true, "Avante": true, "quarto": true,
}

// foreignSchemes are those of documents that only show parts of another one.
var foreignSchemes = []string{"vscode-chat-code-block", "vscode-chat", "vscode-copilot-chat", "git", "output", "vscode-scm"}

// isChat reports whether the document is scanned for blocks.
func (d *document) isChat(c configuration) bool {
	scheme, _, _ := strings.Cut(string(d.uri), ":")
	for _, f := range foreignSchemes {
		if strings.HasPrefix(scheme, f) {
			return false
		}
	}
	return c.scans(d.language)
}

func newDocument(item protocol.TextDocumentItem) *document {
	d := &document{
		uri: item.URI, language: item.LanguageID, version: int32(item.Version), text: text.NewOpen(item.Text),
	}
	if path, ok := protocol.Path(item.URI); ok && filepath.IsAbs(path) {
		d.path = path
	}
	return d
}

// edit makes the changes of one notification, and tells of the text that each leaves.
// growing: see [document].
func (d *openDocument) edit(
	version int32, changes []protocol.TextDocumentContentChangeEvent, enc text.Encoding, growing bool, tell func(*text.Text),
) {
	n := *d.document
	n.version, n.growing = version, growing
	for _, c := range changes {
		if c.Range == nil {
			n.text = text.NewOpen(c.Text)
			tell(n.text)
			continue
		}
		start := n.text.Offset(position(c.Range.Start), enc)
		end := n.text.Offset(position(c.Range.End), enc)
		n.text = n.text.Apply([]text.Edit{{Start: start, End: max(start, end), New: c.Text}})
		tell(n.text)
	}
	d.document = &n
}

// lineOf is the line of a position. What a client sends may be larger than any text.
func lineOf(l protocol.UInteger) text.Line { return text.Line(min(l, 1<<30)) }

func position(p protocol.Position) text.Position {
	return text.Position{Line: lineOf(p.Line), Character: int(p.Character)}
}
