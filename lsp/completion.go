package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
)

// completionTriggers are typed in a path or begin a marker. Prose never gets completions.
var completionTriggers = []string{"/", "<", "«"}

const maxCompleted = 200

// completion completes a block from the first characters of a marker, a path on a path line, and
// target lines inside a block.
func (s *session) completion(_ context.Context, p protocol.PositionParams) (wire.Answer[*protocol.CompletionList], error) {
	return inChat(s, p.TextDocument.URI, func(ctx context.Context, n *snapshot) (*protocol.CompletionList, error) {
		offset := n.text.Offset(position(p.Position), n.encoding)
		c := &completer{snapshot: n, line: lineOf(p.Position.Line)}
		if int(c.line) >= n.text.LineCount() {
			// A new block may begin after the last line.
			c.line = text.Line(n.text.LineCount())
		} else {
			line, at := n.text.Line(c.line), int(offset-n.text.Start(c.line))
			c.before, c.after = line[:at], line[at:]
		}
		if err := c.complete(ctx); err != nil || len(c.items) == 0 {
			return nil, err
		}
		list := &protocol.CompletionList{Items: c.items}
		if len(c.items) > maxCompleted {
			list.IsIncomplete, list.Items = true, c.items[:maxCompleted]
		}
		return list, nil
	}), nil
}

type completer struct {
	*snapshot
	line          text.Line
	before, after string
	items         []protocol.CompletionItem
}

func (c *completer) complete(ctx context.Context) error {
	if err := c.blockStart(ctx); err != nil || len(c.items) > 0 {
		return err
	}
	if r := c.analysis.found(); r != nil && len(r.Blocks)+len(r.Problems) == 0 && !beginsPathLine(c.before) {
		return nil // it is prose
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

// add adds an item that replaces the line's bytes [from, to).
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

// typed returns the text before the cursor without its indentation, and where it begins.
func (c *completer) typed() (typed string, from int) {
	typed = strings.TrimLeft(c.before, " \t")
	return typed, len(c.before) - len(typed)
}

// beginsPathLine reports whether a line begins with a dialect's path keyword. The match is
// case-sensitive, since in lower case it is a word of prose.
func beginsPathLine(line string) bool {
	return slices.ContainsFunc(parse.Dialects(), func(d *parse.Dialect) bool {
		return d.PathKeyword != "" && strings.HasPrefix(line, d.PathKeyword)
	})
}

// isPathLine reports whether the line is a block's path line, or where one would be: above a start
// marker, with only whitespace and a fence between.
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

func (c *completer) paths(ctx context.Context) {
	const around = " \t`'\"*([<:"
	name := c.before[strings.LastIndexAny(c.before, around)+1:]
	dir, part := "", name
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		dir, part = name[:slash+1], name[slash+1:]
	}
	entries, refusal := c.view(ctx).List(ctx, dir)
	if refusal != nil {
		return
	}
	if len(entries) > maxCompleted {
		entries = slices.DeleteFunc(entries, func(e workspace.Entry) bool {
			return !strings.HasPrefix(strings.ToLower(e.Name), strings.ToLower(part))
		})
	}
	// Replace the rest of the path part after the cursor, and don't double its slash.
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

// block returns the block whose markers surround the line, or nil. A block without an end marker is
// parsed as if it were still being written, to get its path.
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
