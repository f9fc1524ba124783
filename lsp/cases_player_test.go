package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// player runs the steps of a case and records the results.
type player struct {
	*under
	out  strings.Builder
	uris map[string]protocol.DocumentUri
	// asked is the number of confirmations recorded.
	asked int
	// echo is the current step until it has recorded something.
	echo string
}

// say records a result, after the step that has it.
func (p *player) say(format string, args ...any) {
	if p.echo != "" {
		fmt.Fprintf(&p.out, "> %s\n", p.echo)
		p.echo = ""
	}
	fmt.Fprintf(&p.out, "  "+format+"\n", args...)
}

// outcome records an error, since it may be expected.
func (p *player) outcome(err error) {
	if err != nil {
		p.say("FAILED %s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

func (p *player) step(line string) {
	verb, rest, _ := strings.Cut(line, " ")
	name, rest := word(rest)
	switch verb {
	case "open":
		language, _ := word(rest)
		if language == "" {
			language = languageOf(name)
		}
		uri, err := p.Open(p.ctx, p.path(name), language)
		p.do(err)
		p.uris[name] = uri
	case "open-text": // URI LANGUAGE FILE
		language, rest := word(rest)
		p.uris[name] = protocol.DocumentUri(name)
		p.do(p.OpenText(p.ctx, p.uris[name], language, p.content(rest)))
	case "diagnostics":
		p.diagnostics(p.of(name))
	case "actions": // FILE:LINE [TITLE…|all]
		uri, line := p.at(name)
		p.actions(uri, line, rest)
	case "choose":
		p.choose(name, rest)
	case "lenses":
		p.lenses(name)
	case "press": // FILE:LINE TITLE
		p.press(name, rest)
	case "run": // COMMAND FILE [LINE]: as for a key in the editor
		document, line := word(rest)
		p.command(protocol.Command{Command: name, Arguments: []json.RawMessage{
			json.RawMessage(fmt.Sprintf(`{"uri": %q, "line": %d}`, p.of(document), lineIndex(p.t, line))),
		}})
	case "answer": // the button to press on messages
		p.Reconfigure(func(o *lsptest.Options) { o.Answer = strings.TrimSpace(name + " " + rest) })
	case "hover", "hints", "links", "symbols", "tokens", "complete":
		p.reading(verb, name)
	case "rename": // rename a file in the editor
		to, _ := word(rest)
		p.operations(p.rename(name, to))
	case "replace":
		old, rest := p.quoted(rest)
		new, _ := p.quoted(rest)
		p.do(p.Replace(p.ctx, p.of(name), old, new))
	case "append":
		text, _ := p.quoted(rest)
		p.do(p.Append(p.ctx, p.of(name), text))
	case "disk": // change a file by another program
		old, rest := p.quoted(rest)
		new, _ := p.quoted(rest)
		before := p.content(name)
		require.Contains(p.t, before, old)
		write(p.t, p.dir, files{name: strings.Replace(before, old, new, 1)})
	case "write":
		text, _ := p.quoted(rest)
		write(p.t, p.dir, files{name: text})
	case "remove":
		p.do(os.Remove(p.path(name)))
	case "watched":
		p.do(p.Notify(p.ctx, "workspace/didChangeWatchedFiles", map[string]any{
			"changes": []any{map[string]any{"uri": p.uri(name), "type": 2}},
		}))
	case "saved": // save notification for an unchanged document
		p.do(p.Saved(p.ctx, p.of(name)))
	case "save":
		p.outcome(p.SaveAll(p.ctx))
	case "close":
		p.do(p.Close(p.ctx, p.of(name)))
		delete(p.uris, name)
	case "idle":
		p.idle()
	case "folders": // +ADDED... -REMOVED...
		var added, removed []string
		for _, w := range append([]string{name}, strings.Fields(rest)...) {
			if dir := p.path(w[1:]); w[0] == '+' {
				added = append(added, dir)
			} else {
				removed = append(removed, dir)
			}
		}
		p.do(p.ChangeFolders(p.ctx, added, removed))
	case "text":
		p.bytes("the buffer", p.Text(p.of(name)))
	default:
		require.Fail(p.t, "unknown step", "%s", line)
	}
}

// word splits off the first word.
func word(line string) (first, rest string) {
	first, rest, _ = strings.Cut(strings.TrimSpace(line), " ")
	return first, strings.TrimSpace(rest)
}

// quoted splits off a Go string.
func (p *player) quoted(line string) (value, rest string) {
	prefix, err := strconv.QuotedPrefix(line)
	require.NoError(p.t, err, "%s", line)
	value, err = strconv.Unquote(prefix)
	require.NoError(p.t, err)
	return value, strings.TrimSpace(line[len(prefix):])
}

func (p *player) of(name string) protocol.DocumentUri {
	require.Contains(p.t, p.uris, name, "the document is not open")
	return p.uris[name]
}

// at parses NAME:LINE.
func (p *player) at(place string) (protocol.DocumentUri, int) {
	i := strings.LastIndex(place, ":")
	require.Positive(p.t, i, "%s", place)
	line, err := strconv.Atoi(place[i+1:])
	require.NoError(p.t, err)
	return p.of(place[:i]), line
}

var severities = [...]string{"none", "error", "warning", "information", "hint"}

func (p *player) diagnostics(uri protocol.DocumentUri) {
	p.settled()
	list := p.Shown(uri)
	switch {
	case p.Published(uri) == 0:
		p.say("never any")
	case len(list) == 0:
		p.say("none")
	default:
		if h := p.History(uri); h[len(h)-1].Version == nil || int32(*h[len(h)-1].Version) != p.Buffer(uri).Version {
			p.say("of another version than the document's")
		}
	}
	for _, d := range list {
		said := golden.Codes(strings.ReplaceAll(d.Message, "\n", "\n      | "))
		if code := string(d.Code); !strings.HasPrefix(said, "{"+code+"}") {
			said = code + ": " + said
		}
		p.say("%s %s %s", span(d.Range), severities[*d.Severity], said)
		var beside []string
		if len(d.Tags) > 0 {
			beside = append(beside, "faded")
		}
		if d.CodeDescription != nil {
			beside = append(beside, "explained at …/"+filepath.Base(d.CodeDescription.HRef))
		}
		for _, r := range d.RelatedInformation {
			beside = append(beside, fmt.Sprintf("see %s:%d %s", p.short(r.Location.URI), r.Location.Range.Start.Line+1, r.Message))
		}
		if len(beside) > 0 {
			p.say("    %s", strings.Join(beside, "; "))
		}
	}
}

// reading records the answer of a request that changes nothing.
func (p *player) reading(what, place string) {
	p.settled()
	name, line := place, 0
	if what == "hover" || what == "complete" {
		i := strings.LastIndex(place, ":")
		require.Positive(p.t, i, "%s", place)
		name = place[:i]
		n, err := strconv.Atoi(place[i+1:])
		require.NoError(p.t, err)
		line = n - 1
	}
	uri := p.of(name)
	params := map[string]any{"textDocument": map[string]any{"uri": uri}}
	lines := strings.Split(p.Text(uri), "\n")
	ask := func(method string, answer any) { p.do(p.Call(p.ctx, "textDocument/"+method, params, answer)) }
	said := p.out.Len()
	switch what {
	case "hover":
		params["position"] = at(line, 0)
		var h *protocol.Hover
		if ask("hover", &h); h != nil {
			p.say("%s, %s", span(*h.Range), h.Contents.Kind)
			for l := range strings.Lines(h.Contents.Value) {
				p.say("|%s", strings.TrimSuffix(l, "\n"))
			}
		}
	case "hints":
		params["range"] = from(at(0, 0), at(len(lines), 0))
		var list []protocol.InlayHint
		ask("inlayHint", &list)
		for _, h := range list {
			p.say("%d: %s", h.Position.Line+1, h.Label)
		}
	case "links":
		var list []protocol.DocumentLink
		ask("documentLink", &list)
		for _, l := range list {
			p.say("%s: %s %q", span(l.Range), strings.TrimPrefix(string(l.Target), "file://"), l.Tooltip)
		}
	case "symbols":
		var list []struct {
			protocol.DocumentSymbol
			Location *protocol.Location `json:"location"`
		}
		ask("documentSymbol", &list)
		for _, s := range list {
			if s.Location != nil {
				p.say("%s: %s", span(s.Location.Range), s.Name)
				continue
			}
			p.say("%s: %s, %s, %d sections", span(s.Range), s.Name, *s.Detail, len(s.Children))
		}
	case "tokens":
		var all *protocol.SemanticTokens
		if ask("semanticTokens/full", &all); all != nil {
			p.say("%d tokens, %v", len(all.Data)/5, all.Data)
		}
	case "complete": // at the end of the line
		params["position"] = protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(len(utf16.Encode([]rune(lines[line]))))}
		var list *protocol.CompletionList
		if ask("completion", &list); list != nil {
			for _, i := range list.Items {
				format := ""
				if i.InsertTextFormat == protocol.InsertTextFormatSnippet {
					format = " as a snippet"
				}
				p.say("%s: %s %q%s", i.Label, span(i.TextEdit.Range), i.TextEdit.NewText, format)
			}
		}
	}
	if p.out.Len() == said {
		p.say("none")
	}
}

// span formats a range as 1-based lines, with columns if it isn't whole lines.
func span(r protocol.Range) string {
	if r.Start.Character != 0 {
		return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line+1, r.Start.Character, r.End.Line+1, r.End.Character)
	}
	if r.End.Line == r.Start.Line {
		return fmt.Sprint(r.Start.Line + 1)
	}
	return fmt.Sprintf("%d-%d", r.Start.Line+1, r.End.Line+1)
}

// short formats a URI as a path in the session's folder.
func (p *player) short(uri protocol.DocumentUri) string {
	path, ok := protocol.Path(uri)
	if !ok {
		return string(uri)
	}
	if name, ok := strings.CutPrefix(path, p.dir+string(filepath.Separator)); ok {
		return filepath.ToSlash(name)
	}
	return path
}

func (p *player) said() []protocol.ShowMessageParams {
	var list []protocol.ShowMessageParams
	p.do(p.Await(p.ctx, "messages", func() bool {
		list = slices.Clone(p.Messages())
		return true
	}))
	return list
}

// lineIndex converts a 1-based line, or returns 0 for none.
func lineIndex(t *testing.T, line string) int {
	if line == "" {
		return 0
	}
	n, err := strconv.Atoi(line)
	require.NoError(t, err)
	return n - 1
}
