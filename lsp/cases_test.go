package lsp

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

var update = os.Getenv("UPDATE") != ""

// TestCases runs testdata/cases, described in its README.md, except for the cases of TestTrust.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("testdata/cases/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		short := strings.TrimSuffix(filepath.Base(name), ".txtar")
		if slices.Contains(orderScenes, short) || slices.Contains(policyScenes, short) {
			continue
		}
		t.Run(short, func(t *testing.T) {
			t.Parallel()
			play(t, name)
		})
	}
}

type scene struct {
	clients  []string
	folders  []string
	attached bool
	files    files
	when     string
}

// play runs a case for each of its clients and compares the transcripts.
func play(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	require.NoError(t, err)
	s, want := readScene(t, archive)
	got := map[string]string{}
	for _, client := range s.clients {
		t.Run(client, func(t *testing.T) {
			got[client] = s.transcript(t, client)
			if !update {
				require.Equal(t, want[client], got[client])
			}
		})
	}
	if update && !t.Failed() {
		writeThen(t, name, archive, s.clients, got)
	}
}

// readScene parses a case, and each client's expected transcript.
func readScene(t *testing.T, archive *txtar.Archive) (scene, map[string]string) {
	s := scene{files: files{}, folders: []string{"."}, clients: []string{"full"}}
	want := map[string]string{}
	var change []func()
	for _, f := range archive.Files {
		path, isFile := strings.CutPrefix(f.Name, "files/")
		who, isThen := strings.CutPrefix(f.Name, thenEntry)
		switch {
		case isFile:
			s.files[path] = string(f.Data)
		case isThen:
			for _, client := range strings.Fields(who) {
				want[client] = string(f.Data)
			}
			if who == "" {
				for _, client := range s.clients {
					want[client] = string(f.Data)
				}
			}
		case f.Name == "given":
			for line := range strings.Lines(string(f.Data)) {
				change = append(change, s.given(t, strings.Fields(line)))
			}
		case f.Name == "when":
			s.when = string(f.Data)
		default:
			require.Fail(t, "unknown entry", "%s", f.Name)
		}
	}
	for _, c := range change {
		c()
	}
	return s, want
}

// thenEntry is the prefix of entries with transcripts.
const thenEntry = "then"

// given parses one line of the setup. The returned function runs once all files are known.
func (s *scene) given(t *testing.T, words []string) func() {
	require.NotEmpty(t, words)
	args := words[1:]
	each := func(change func(string) string) func() {
		return func() {
			for _, name := range args {
				require.Contains(t, s.files, name)
				s.files[name] = change(s.files[name])
			}
		}
	}
	switch words[0] {
	case "clients":
		if s.clients = args; slices.Equal(args, []string{"all"}) {
			s.clients = append([]string{"full"}, recordedClients(t)...)
		}
	case "folders":
		if s.folders = args; slices.Equal(args, []string{"none"}) {
			s.folders = []string{}
		}
	case "attached":
		s.attached = true
	case "crlf":
		return each(func(c string) string { return strings.ReplaceAll(c, "\n", "\r\n") })
	case "chop":
		return each(func(c string) string { return strings.TrimSuffix(strings.TrimSuffix(c, "\n"), "\r") })
	case "bom":
		return each(func(c string) string { return "\uFEFF" + c })
	default:
		require.Fail(t, "unknown word", "%v", words)
	}
	return func() {}
}

// writeThen replaces the transcripts of a case. Clients with equal ones share an entry.
func writeThen(t *testing.T, name string, archive *txtar.Archive, clients []string, got map[string]string) {
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, thenEntry) })
	var groups [][]string
	for _, c := range clients {
		i := slices.IndexFunc(groups, func(g []string) bool { return got[g[0]] == got[c] })
		if i < 0 {
			groups = append(groups, []string{c})
		} else {
			groups[i] = append(groups[i], c)
		}
	}
	for _, g := range groups {
		entry := thenEntry
		if len(groups) > 1 {
			entry += " " + strings.Join(g, " ")
		}
		archive.Files = append(archive.Files, txtar.File{Name: entry, Data: []byte(got[g[0]])})
	}
	require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
}

type recorded struct {
	ClientInfo   any               `json:"clientInfo"`
	Sends        []string          `json:"sends"`
	Behaviour    lsptest.Behaviour `json:"behaviour"`
	Capabilities json.RawMessage   `json:"capabilities"`
}

func recordedClients(t *testing.T) []string {
	names, err := filepath.Glob("testdata/clients/*.json")
	require.NoError(t, err)
	for i, name := range names {
		names[i] = strings.TrimSuffix(filepath.Base(name), ".json")
	}
	return names
}

// optionsOf returns the fake editor's options for a client.
func optionsOf(t *testing.T, client string, folders []string) lsptest.Options {
	o := lsptest.Options{Folders: folders}
	if client == "full" {
		return o
	}
	data, err := os.ReadFile(filepath.Join("testdata", "clients", client+".json"))
	require.NoError(t, err)
	var r recorded
	require.NoError(t, json.Unmarshal(data, &r))
	o.Capabilities, o.Behaviour = r.Capabilities, r.Behaviour
	o.Params = map[string]any{"clientInfo": r.ClientInfo}
	for _, member := range []string{"rootUri", "workspaceFolders"} {
		if !slices.Contains(r.Sends, member) {
			o.Params[member] = nil
		}
	}
	if slices.Contains(r.Sends, "rootPath") && len(folders) > 0 {
		o.Params["rootPath"] = folders[0]
	}
	return o
}

// transcript runs the case for one client.
func (s *scene) transcript(t *testing.T, client string) string {
	// The folder's path is known only now.
	dir := lay(t, nil)
	before := files{}
	for name, content := range s.files {
		before[name] = strings.ReplaceAll(content, "$DIR", dir)
	}
	write(t, dir, before)
	folders := []string{}
	for _, f := range s.folders {
		folders = append(folders, filepath.Join(dir, f))
	}
	u := launch(t, dir, Options{})
	f := optionsOf(t, client, folders)
	f.Attached = s.attached
	u.connect(f)
	p := &player{under: u, uris: map[string]protocol.DocumentUri{}}
	for line := range strings.Lines(s.when) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fmt.Fprintf(&p.out, "> %s\n", line)
		p.step(line)
	}
	p.step("save")
	p.files(before)
	return strings.ReplaceAll(p.out.String(), dir, "$DIR")
}

// player runs the steps of a case and records the results.
type player struct {
	*under
	out  strings.Builder
	uris map[string]protocol.DocumentUri
	// asked is the number of confirmations recorded.
	asked int
}

func (p *player) say(format string, args ...any) { fmt.Fprintf(&p.out, "  "+format+"\n", args...) }

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
	case "actions":
		p.actions(p.at(name))
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
		p.AnswerWith(strings.TrimSpace(name + " " + rest))
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
		p.say("%s %s %s: %s", span(d.Range), severities[*d.Severity], d.Code, strings.ReplaceAll(d.Message, "\n", "\n      | "))
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

func (p *player) actions(uri protocol.DocumentUri, line int) {
	p.settled()
	list, err := p.CodeActions(p.ctx, uri, line-1)
	p.do(err)
	if len(list) == 0 {
		p.say("none")
	}
	for _, a := range list {
		var beside []string
		if a.IsPreferred != nil && *a.IsPreferred {
			beside = append(beside, "preferred")
		}
		if a.Disabled != nil {
			beside = append(beside, "disabled: "+a.Disabled.Reason)
		}
		if n := len(a.Diagnostics); n > 0 {
			var codes []string
			for _, d := range a.Diagnostics {
				codes = append(codes, string(d.Code))
			}
			beside = append(beside, "for "+strings.Join(codes, ", "))
		}
		if len(beside) == 0 {
			p.say("%s", a.Title)
		} else {
			p.say("%s (%s)", a.Title, strings.Join(beside, "; "))
		}
	}
}

// choose applies an action and records its edit.
func (p *player) choose(place, title string) {
	uri, line := p.at(place)
	p.settled()
	if beginning, ok := strings.CutSuffix(title, "…"); ok {
		list, err := p.CodeActions(p.ctx, uri, line-1)
		p.do(err)
		for _, a := range list {
			if strings.HasPrefix(a.Title, beginning) {
				title = a.Title
				break
			}
		}
	}
	a, err := p.CodeAction(p.ctx, uri, line-1, title)
	if err != nil {
		p.outcome(err)
		return
	}
	p.operations(a.Edit)
	err = p.Apply(p.ctx, *a.Edit)
	for _, label := range p.Asked()[p.asked:] {
		p.asked++
		p.say("the editor asks: %s", label)
	}
	p.outcome(err)
	if err != nil || a.Command == nil {
		return
	}
	p.command(*a.Command)
}

// lenses records the lenses of a document, line by line.
func (p *player) lenses(name string) {
	p.settled()
	var list []protocol.CodeLens
	p.do(p.Call(p.ctx, "textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": p.of(name)}}, &list))
	if len(list) == 0 {
		p.say("none")
	}
	slices.SortStableFunc(list, func(a, b protocol.CodeLens) int { return int(a.Range.Start.Line) - int(b.Range.Start.Line) })
	for i := 0; i < len(list); {
		line := list[i].Range.Start.Line
		var titles []string
		for ; i < len(list) && list[i].Range.Start.Line == line; i++ {
			titles = append(titles, list[i].Command.Title)
		}
		p.say("%d: %s", line+1, strings.Join(titles, " | "))
	}
}

func (p *player) press(place, title string) {
	uri, line := p.at(place)
	p.settled()
	var list []protocol.CodeLens
	p.do(p.Call(p.ctx, "textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &list))
	for _, l := range list {
		if int(l.Range.Start.Line) == line-1 && l.Command.Title == title {
			p.command(*l.Command)
			return
		}
	}
	p.say("FAILED there is no such lens")
}

// command runs a command and records what the editor was asked to show.
func (p *player) command(c protocol.Command) {
	opened, said := len(p.Shows()), len(p.said())
	var answer commandResult
	err := p.Call(p.ctx, "workspace/executeCommand", c, &answer)
	p.outcome(err)
	if answer.Reason != "" {
		p.say("not done: %s", answer.Reason)
	}
	p.settled()
	for _, s := range p.Shows()[opened:] {
		p.say("the editor shows %s:%d", p.short(s.URI), s.Selection.Start.Line+1)
	}
	for _, m := range p.said()[said:] {
		p.say("the editor says: %s", m.Message)
	}
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

func (p *player) operations(edit *protocol.WorkspaceEdit) {
	if edit == nil {
		p.say("no edit")
		return
	}
	text := func(uri protocol.DocumentUri, version string, edits []protocol.TextEdit) {
		for _, e := range edits {
			r := e.Range
			p.say("edit %s%s %d:%d-%d:%d %q", p.short(uri), version,
				r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, e.NewText)
		}
	}
	for _, uri := range slices.Sorted(maps.Keys(edit.Changes)) {
		text(uri, "", edit.Changes[uri])
	}
	for _, c := range edit.DocumentChanges {
		switch t := c.TextDocumentEdit; {
		case t != nil:
			version := " version null"
			if v := t.TextDocument.Version; v != nil {
				version = fmt.Sprintf(" version %d", *v)
			}
			var edits []protocol.TextEdit
			for _, e := range t.Edits {
				edits = append(edits, e.TextEdit)
			}
			text(t.TextDocument.URI, version, edits)
		case c.CreateFile != nil:
			options := ""
			if o := c.CreateFile.Options; o != nil {
				options = " " + asJSON(p.t, o)
			}
			p.say("create %s%s", p.short(c.CreateFile.URI), options)
		default:
			p.say("%s", asJSON(p.t, c))
		}
	}
}

// files records every changed file.
func (p *player) files(before files) {
	fmt.Fprintln(&p.out, "> the files")
	changed := false
	after := tree(p.t, p.dir)
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if was, there := before[name]; !there || was != after[name] {
			changed = true
			p.bytes(name, after[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, there := after[name]; !there {
			changed = true
			p.say("%s is gone", name)
		}
	}
	if !changed {
		p.say("are as they were")
	}
}

// bytes records a text so that each byte is visible.
func (p *player) bytes(name, content string) {
	if content == "" {
		p.say("%s: empty", name)
		return
	}
	p.say("%s:", name)
	for line := range strings.Lines(content) {
		text, ended := strings.CutSuffix(line, "\n")
		switch plain := !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) && r != '\t' || r == unicode.ReplacementChar }); {
		case plain && ended:
			p.say("|%s", text)
		case plain:
			p.say("|%s", text)
			p.say("(no newline)")
		default:
			p.say("%q", line)
		}
	}
}

func tree(t *testing.T, dir string) files {
	found := files{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, relErr := filepath.Rel(dir, path)
		require.NoError(t, relErr)
		found[filepath.ToSlash(name)] = string(data)
		return err
	}))
	return found
}
