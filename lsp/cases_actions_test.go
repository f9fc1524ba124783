package lsp

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// usual are the beginnings of the titles that a case lists unless it asks for others: an action that
// most blocks have would else be in most cases.
var usual = []string{
	"Add ", "Append ", "Apply ", "Create ", "Delete ", "Extend ", "Go to ", "Insert ", "Merge ", "Overwrite ", "Rename ",
	"Revert ", "Use ", "Write ",
}

// actions records code actions: the usual ones, all, or those with titles that begin as asked.
func (p *player) actions(uri protocol.DocumentUri, line int, asked string) {
	p.settled()
	list, err := p.CodeActions(p.ctx, uri, line-1)
	p.do(err)
	beginnings := usual
	switch beginning, isBeginning := strings.CutSuffix(asked, "…"); {
	case isBeginning:
		beginnings = []string{beginning}
	case asked == "all":
		beginnings = []string{""}
	default:
		require.Empty(p.t, asked, "what actions to list")
	}
	list = slices.DeleteFunc(list, func(a protocol.CodeAction) bool {
		return !slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(a.Title, b) })
	})
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
		missing, _, _ := strings.Cut(err.Error(), " among [") // only a case about the others lists them
		p.say("FAILED %s", missing)
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
	p.echo = "the files"
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
		if info, err := os.Stat(path); err == nil && info.IsDir() { // a symlink
			return nil
		}
		data, err := os.ReadFile(path)
		name, relErr := filepath.Rel(dir, path)
		require.NoError(t, relErr)
		found[filepath.ToSlash(name)] = string(data)
		return err
	}))
	return found
}
