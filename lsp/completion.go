package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// completionTriggers are typed in a path, or begin a marker. All but the places that
// this file knows get no answer, so that prose is written in peace.
var completionTriggers = []string{"/", "<", "«"}

// mostCompleted bounds the items of an answer.
const mostCompleted = 200

// completion completes the first characters of a marker to a block, a path on a path
// line, and what is looked for in a block to lines of its target.
func (s *session) completion(_ context.Context, p protocol.CompletionParams) (func(context.Context) (*protocol.CompletionList, error), error) {
	return inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) (*protocol.CompletionList, error) {
		offset := n.text.Offset(position(p.Position), n.encoding)
		c := &completer{snapshot: n, line: lineOf(p.Position.Line)}
		if int(c.line) >= n.text.LineCount() {
			// The line after the last, which a new block may begin on.
			c.line = text.Line(n.text.LineCount())
		} else {
			line, at := n.text.Line(c.line), int(offset-n.text.Start(c.line))
			c.before, c.after = line[:at], line[at:]
		}
		if err := c.complete(ctx); err != nil || len(c.items) == 0 {
			return nil, err
		}
		list := &protocol.CompletionList{Items: c.items}
		if len(c.items) > mostCompleted {
			list.IsIncomplete, list.Items = true, c.items[:mostCompleted]
		}
		return list, nil
	})
}

// completer collects what completes the line at the cursor.
type completer struct {
	*snapshot
	line text.Line
	// before and after are the parts of the line on both sides of the cursor.
	before, after string
	items         []protocol.CompletionItem
}

// complete tries one after another what the line may be.
func (c *completer) complete(ctx context.Context) error {
	if err := c.blockStart(ctx); err != nil || len(c.items) > 0 {
		return err
	}
	if r := c.analysis.found(); r != nil && len(r.Blocks)+len(r.Problems) == 0 && !beginsPathLine(c.before) {
		return nil // prose
	}
	doc, err := c.blocks(ctx)
	if err != nil {
		return err
	}
	if c.isPathLine(doc) {
		c.paths(ctx)
		return nil
	}
	b, err := c.block(ctx, doc)
	if b == nil || err != nil {
		return err
	}
	return c.inBlock(ctx, b)
}

// add adds an item that replaces the line from byte from to byte to.
func (c *completer) add(from, to int, item protocol.CompletionItem, newText string) {
	start := c.text.Start(c.line)
	item.TextEdit = &protocol.TextEdit{
		Range: protocol.Range{
			Start: c.position(c.text, start+text.Offset(from)),
			End:   c.position(c.text, start+text.Offset(to)),
		},
		NewText: newText,
	}
	if int(c.line) >= c.text.LineCount() {
		at := protocol.Position{Line: protocol.UInteger(c.line)}
		item.TextEdit.Range = protocol.Range{Start: at, End: at}
	}
	if item.SortText == "" {
		item.SortText = fmt.Sprintf("%05d", len(c.items))
	}
	c.items = append(c.items, item)
}

// typed is the text before the cursor without its indentation, and where it begins.
func (c *completer) typed() (typed string, from int) {
	typed = strings.TrimLeft(c.before, " \t")
	return typed, len(c.before) - len(typed)
}

// beginsPathLine reports whether a line begins with the keyword that a dialect has before
// its paths. In lower case it is a word of prose.
func beginsPathLine(line string) bool {
	return slices.ContainsFunc(parse.Dialects(), func(d *parse.Dialect) bool {
		return d.PathKeyword != "" && strings.HasPrefix(line, d.PathKeyword)
	})
}

// isPathLine reports whether the line names the file of a block, or is where such a
// line does: right above a start marker, but for a blank line and a fence.
func (c *completer) isPathLine(doc *parse.Result) bool {
	if beginsPathLine(strings.TrimSpace(c.before)) {
		return true
	}
	var starts []text.Line
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		if b.Path.Line == c.line {
			return true
		}
		if b.Start <= c.line && c.line <= b.End {
			return false
		}
		starts = append(starts, b.Start)
	}
	for _, p := range doc.Problems {
		starts = append(starts, p.Start)
	}
	for _, start := range starts {
		if c.line < start && start <= c.line+maxPathDistance && c.nothingBetween(c.line+1, start) {
			return true
		}
	}
	return false
}

// nothingBetween reports whether lines are blank or begin a fence.
func (c *completer) nothingBetween(first, end text.Line) bool {
	for l := first; l < end; l++ {
		if line := c.text.Line(l); !text.IsBlank(line) && !isFence(line) {
			return false
		}
	}
	return true
}

func isFence(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// paths completes the last part of a path.
func (c *completer) paths(ctx context.Context) {
	const around = " \t`'\"*([<:"
	name := c.before[strings.LastIndexAny(c.before, around)+1:]
	dir, part := "", name
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		dir, part = name[:slash+1], name[slash+1:]
	}
	entries, refusal := c.targets.View(ctx, c.origin).List(ctx, dir)
	if refusal != nil {
		return
	}
	if len(entries) > mostCompleted {
		entries = slices.DeleteFunc(entries, func(e workspace.Entry) bool {
			return !strings.HasPrefix(strings.ToLower(e.Name), strings.ToLower(part))
		})
	}
	// The rest of the part after the cursor goes, and a slash after it is not doubled.
	rest := strings.IndexAny(c.after, around+"/`)]>")
	if rest < 0 {
		rest = len(c.after)
	}
	slash := "/"
	if strings.HasPrefix(c.after[rest:], "/") {
		slash = ""
	}
	for _, e := range entries {
		item := protocol.CompletionItem{Label: e.Name, Kind: protocol.CompletionItemKindFile}
		insert := e.Name
		if e.Folder {
			item.Kind = protocol.CompletionItemKindFolder
			item.Label += "/"
			insert += slash
		}
		item.FilterText = insert
		c.add(len(c.before)-len(part), len(c.before)+rest, item, insert)
	}
}

// block is the block that the line is in, between its markers, or nil. One that is
// not closed yet is looked for as if it were still being written, for its path.
func (c *completer) block(ctx context.Context, doc *parse.Result) (*parse.Block, error) {
	in := func(first, last text.Line) bool { return first < c.line && c.line <= last }
	find := func(doc *parse.Result) *parse.Block {
		for i := range doc.Blocks {
			b := &doc.Blocks[i]
			if in(b.Start, b.End) || b.Incomplete && b.Start < c.line {
				return b
			}
		}
		return nil
	}
	if b := find(doc); b != nil {
		return b, nil
	}
	for _, p := range doc.Problems {
		if in(p.Start, p.End+1) {
			o := c.checkOptions().Parse
			o.Growing = true
			doc, err := parse.Document(ctx, c.text, o, nil)
			if err != nil {
				return nil, err
			}
			return find(doc), nil
		}
	}
	return nil, nil
}
