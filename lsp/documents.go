package lsp

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/ledger"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// document is an immutable version of an open document.
type document struct {
	uri      protocol.DocumentUri
	language string
	version  int32
	// opening counts the documents that the client has opened, since versions start again.
	opening int
	text    *text.Text
	// path is from filePath.
	path string
	// hasFile reports whether the document was a file when it was opened, and not an answer that was saved.
	hasFile func() bool
	// holdsChat reports whether the text is a chat's.
	holdsChat func() bool
	// growing means that the document changed a moment ago, so its last block may be unfinished.
	growing bool
}

type openDocument struct {
	*document
	// readOnly means that the user can't change it in the client, so no action does.
	readOnly bool
	// still fires when the document has been unchanged for the idle time.
	still *time.Timer
	// analysis is the latest check of the document, or nil. checking is full while any check runs,
	// including a cancelled one that hasn't stopped yet.
	analysis *analysis
	checking chan struct{}
	// cache is shared by all checks of the document.
	cache *diagnostics.Cache
	// shown are the diagnostics that the client has, for version shownVersion.
	shown        []protocol.Diagnostic
	shownVersion int32
	// seen is the report of the last completed analysis, for version seenVersion.
	seen        *diagnostics.Report
	seenVersion int32
	tokens      tokens
}

// stopAnalysis cancels the running check. Its result won't be published.
func (d *openDocument) stopAnalysis() {
	if d.analysis != nil {
		d.analysis.cancel()
		d.analysis = nil
	}
}

func (d *openDocument) stop() {
	d.stopAnalysis()
	if d.still != nil {
		d.still.Stop()
	}
}

var chatLanguages = map[string]bool{
	"markdown": true, "mdx": true, "plaintext": true, "org": true,
	"codecompanion": true, "Avante": true, "quarto": true, chatLanguage: true,
}

// chatLanguage is the language of a document that somebody says is a chat.
const chatLanguage = "chat"

// foreignSchemes begin the schemes of documents that only show parts of other ones.
var foreignSchemes = []string{"vscode-chat", "vscode-copilot-chat", "git", "output", "vscode-scm"}

func (d *document) isChat(c configuration) bool {
	isForeign := slices.ContainsFunc(foreignSchemes, func(scheme string) bool { return strings.HasPrefix(string(d.uri), scheme) })
	if isForeign {
		return false
	}
	return chatLanguages[d.language] || slices.Contains(c.Languages, d.language) || strings.HasPrefix(string(d.uri), untitled) && d.holdsChat()
}

// untitled begins the URIs of documents that were never saved. An editor guesses their language from the text, so
// an answer that was pasted may have any.
const untitled = "untitled:"

// withText sets the text of a new version.
func (d *document) withText(t *text.Text) {
	d.text = t
	d.holdsChat = sync.OnceValue(func() bool {
		found, err := parse.Document(context.Background(), t, parse.Options{}, nil)
		return err == nil && (len(found.Blocks) > 0 || len(found.Turns) > 0 || len(found.Proposals) > 0)
	})
}

func newDocument(item protocol.TextDocumentItem) *document {
	d := &document{uri: item.URI, language: item.LanguageID, version: int32(item.Version), path: filePath(item.URI)}
	d.hasFile = sync.OnceValue(func() bool { return d.path != "" && !workspace.IsMissing(d.path) })
	d.withText(text.NewOpen(item.Text))
	return d
}

// filePath returns the absolute path of a file: document, or "".
func filePath(uri protocol.DocumentUri) string {
	if path, ok := protocol.Path(uri); ok && filepath.IsAbs(path) {
		return path
	}
	return ""
}

// isAnswer reports whether the document's code blocks are offers. Those of a file, such as a README, are examples,
// unless the file is an answer.
func (d *document) isAnswer() bool { return d.language == chatLanguage || !d.hasFile() }

// chatID identifies a document in the ledger and in journals, as the command line does: by its path if it has
// one.
func (d *document) chatID() string { return cmp.Or(d.path, string(d.uri)) }

// edit applies the changes of one notification, and returns the texts that they make one after the other. offset
// converts the client's positions. Changes from the last line to the first, as VS Code and Neovim send a WorkspaceEdit,
// make one text: 50 of them would copy the file 50 times.
func (d *openDocument) edit(
	version int32, changes []protocol.TextDocumentContentChangeEvent, offset func(*text.Text, protocol.Position) text.Offset, growing bool,
) (all []ledger.Change) {
	n := *d.document
	n.version, n.growing = version, growing
	for i := 0; i < len(changes); {
		if changes[i].Range == nil {
			n.withText(text.NewOpen(changes[i].Text))
			all = append(all, ledger.Change{Text: n.text})
			i++
			continue
		}
		edits := upwards(n.text, changes[i:], offset)
		i += len(edits)
		slices.Reverse(edits)
		n.withText(n.text.Apply(edits))
		all = append(all, ledger.Change{Text: n.text, Edits: edits})
	}
	d.document = &n
	return all
}

// upwards returns the first of the changes as edits of t, and those after it that are each on lines above the one before,
// whose positions are therefore the same in t.
func upwards(
	t *text.Text, changes []protocol.TextDocumentContentChangeEvent, offset func(*text.Text, protocol.Position) text.Offset,
) (edits []text.Edit) {
	for _, c := range changes {
		if c.Range == nil {
			break
		}
		start := offset(t, c.Range.Start)
		end := max(start, offset(t, c.Range.End))
		if len(edits) > 0 && t.LineAt(end) >= t.LineAt(edits[len(edits)-1].Start) {
			break
		}
		edits = append(edits, text.Edit{Start: start, End: end, New: c.Text})
	}
	return edits
}

// lineOf converts a line number, which may be larger than any text.
func lineOf(l protocol.UInteger) text.Line { return text.Line(min(l, 1<<30)) }

func position(p protocol.Position) text.Position {
	return text.Position{Line: lineOf(p.Line), Character: int(p.Character)}
}
