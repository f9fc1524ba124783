package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// targetLines completes a line to lines of the target. Lines that continue the ones above the cursor
// come first.
func (c *completer) targetLines(ctx context.Context, b *parse.Block) error {
	target := c.target(ctx, b)
	if target == nil || strings.TrimSpace(c.after) != "" {
		return ctx.Err()
	}
	typed, indent := c.typed()
	type candidate struct {
		line  text.Line
		agree int
	}
	best := map[string]candidate{}
	for l := range text.Line(target.LineCount()) {
		if l%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line := target.Line(l)
		if text.IsBlank(line) || line == c.before || !strings.HasPrefix(strings.TrimLeft(line, " \t"), typed) {
			continue
		}
		agree := c.agree(b, target, l)
		if was, there := best[line]; !there || agree > was.agree {
			best[line] = candidate{l, agree}
		}
	}
	lines := make([]string, 0, len(best))
	for line := range best {
		lines = append(lines, line)
	}
	slices.SortFunc(lines, func(x, y string) int {
		return cmp.Or(cmp.Compare(best[y].agree, best[x].agree), cmp.Compare(best[x].line, best[y].line))
	})
	for _, line := range lines[:min(len(lines), maxCompleted+1)] {
		c.add(0, len(c.before)+len(c.after), protocol.CompletionItem{
			Label: text.Truncate(strings.TrimSpace(line), maxLabel), Kind: protocol.CompletionItemKindText,
			Detail:     fmt.Sprintf("%s:%d", b.Path.Fallback, best[line].line.Number()),
			FilterText: c.before[:indent] + strings.TrimLeft(line, " \t"),
		}, line)
	}
	return nil
}

const maxAgreed = 10

// agree counts how many lines above l in the target equal the lines above the cursor.
func (c *completer) agree(b *parse.Block, target *text.Text, l text.Line) int {
	n := 0
	for n < maxAgreed {
		here, there := c.line-1-text.Line(n), l-1-text.Line(n)
		if there < 0 || here <= b.Start || c.text.Line(here) != target.Line(there) {
			break
		}
		n++
	}
	return n
}

func (c *completer) target(ctx context.Context, b *parse.Block) *text.Text {
	view := c.view(ctx)
	for _, name := range b.Path.Readings {
		if t := view.Target(ctx, name); t.File != nil {
			return t.File.Text
		}
	}
	return nil
}

// maxLabel counts characters.
const maxLabel = 80
