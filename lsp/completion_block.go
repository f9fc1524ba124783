package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// skeleton is a block with nothing in it, as it is taught to models.
type skeleton struct {
	format *prompt.Format
	lines  []string
	// path, start and end are the indexes of the path line and of the first and the
	// last marker; markers are those of all markers.
	path, start, end int
	markers          []int
	// new is the index among the sections, counted by the markers before them, of the
	// new lines.
	new int
}

// The lines of a skeleton that are to be filled in.
const (
	emptyPath = "path/to/file"
	emptyLine = "\x00"
)

// skeletons are those of all formats that differ.
var skeletons = sync.OnceValue(func() []skeleton {
	var all []skeleton
	for _, f := range prompt.Formats() {
		if f.Editor {
			continue
		}
		edit := prompt.Edit{Path: emptyPath, Old: []string{emptyLine + "old"}, New: []string{emptyLine + "new"}}
		if f.Dialect == parse.Anchored {
			edit.Leading, edit.Trailing = []string{emptyLine + "leading"}, []string{emptyLine + "trailing"}
		}
		written, err := prompt.Write(f, edit)
		if err != nil {
			continue // a format that holds no plain edit has no skeleton
		}
		doc, err := parse.Document(context.Background(), text.New(written), parse.Options{})
		if err != nil || len(doc.Blocks) != 1 {
			continue
		}
		b := doc.Blocks[0]
		k := skeleton{
			format: f, lines: strings.Split(strings.TrimSuffix(written, "\n"), "\n"),
			path: int(b.Path.Line), start: int(b.Start), end: int(b.End),
		}
		for i, m := range b.Markers {
			k.markers = append(k.markers, int(m))
			if m < b.New.First {
				k.new = i
			}
		}
		all = append(all, k)
	}
	return all
})

// first are the lines by which a block of the skeleton begins: its start marker, and
// where the path has a keyword that.
func (k *skeleton) first() []string {
	if keyword, _, ok := strings.Cut(k.lines[k.path], " "); ok {
		return []string{keyword, k.lines[k.start]}
	}
	return k.lines[k.start : k.start+1]
}

// begins tells whether what was typed are the first characters of a marker, and enough
// of them that it is nothing else: two signs, or a word of capitals.
func begins(typed, marker string) bool {
	enough := 2
	if first, _ := utf8.DecodeRuneInString(marker); unicode.IsLetter(first) {
		enough = len("FILE")
	}
	return len(typed) < len(marker) && strings.HasPrefix(marker, typed) && utf8.RuneCountInString(typed) >= enough
}

// blockStart completes the first characters of a start marker to a whole block.
func (c *completer) blockStart(ctx context.Context) error {
	typed, from := c.typed()
	if strings.TrimSpace(c.after) != "" {
		return nil
	}
	for i := range skeletons() {
		k := &skeletons()[i]
		for _, marker := range k.first() {
			if !begins(typed, marker) {
				continue
			}
			lines, err := c.fitting(ctx, k)
			if err != nil {
				return err
			}
			if lines == nil {
				break
			}
			item := protocol.CompletionItem{
				Label: fmt.Sprintf("%s (%s)", marker, k.format.Name), Kind: protocol.CompletionItemKindSnippet,
				Detail: "A whole edit block", FilterText: marker,
			}
			if c.client.snippets() {
				item.InsertTextFormat = protocol.InsertTextFormatSnippet
			}
			c.add(from, len(c.before)+len(c.after), item, filled(lines, c.client.snippets()))
			break
		}
	}
	return nil
}

// fitting are the lines of a skeleton that are still missing here: a path, and a fence,
// may stand above. It is nil where the format has no form for this place.
func (c *completer) fitting(ctx context.Context, k *skeleton) ([]string, error) {
	const looked = 20 // lines, as far as a path and its fence are looked for
	above := c.text.Lines(max(0, c.line-looked), c.line)
	bare := k.lines[k.start : k.end+1]
	doc, err := parse.Document(ctx, text.New(strings.Join(slices.Concat(above, bare), "\n")+"\n"), parse.Options{})
	if err != nil {
		return nil, err
	}
	named := false
	for _, b := range doc.Blocks {
		at := text.Line(len(above))
		// A lone word is more likely prose.
		named = named || b.Start == at && b.Path.Line != text.None && b.Path.Line >= at-maxPathDistance &&
			strings.ContainsAny(strings.TrimRight(b.Path.Fallback, "."), "/.")
	}
	inFence := false
	for i := len(above) - 1; i >= 0 && !inFence; i-- {
		if inFence = isFence(above[i]); !inFence && !text.IsBlank(above[i]) && i < len(above)-1 {
			break
		}
	}
	switch fenced := k.path < k.start && k.end+1 < len(k.lines); {
	case inFence && named:
		return bare, nil
	case inFence:
		return slices.Concat(k.lines[k.path:k.path+1], bare), nil
	case named && k.format.Layout == parse.LayoutDiffFenced:
		return nil, nil // the path is outside already
	case named && fenced:
		return k.lines[k.path+1:], nil
	case named:
		return bare, nil
	default:
		return k.lines, nil
	}
}

// filled makes the text that is inserted; a snippet has places to jump to.
func filled(lines []string, snippet bool) string {
	var b strings.Builder
	places := 0
	place := func(what string) {
		places++
		switch {
		case !snippet:
			b.WriteString(what)
		case what == "":
			fmt.Fprintf(&b, "$%d", places)
		default:
			fmt.Fprintf(&b, "${%d:%s}", places, what)
		}
	}
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		before, path := strings.CutSuffix(l, emptyPath)
		switch {
		case strings.HasPrefix(l, emptyLine):
			place("")
		case path:
			b.WriteString(before)
			place(emptyPath)
		case snippet:
			b.WriteString(snippetSigns.Replace(l))
		default:
			b.WriteString(l)
		}
	}
	if snippet {
		b.WriteString("\n$0")
	}
	return b.String()
}

// snippetSigns escapes what means something in a snippet.
var snippetSigns = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)

// inBlock completes a line of a block: to a marker that is still missing, or to a line
// of the target where the line is looked for.
func (c *completer) inBlock(ctx context.Context, b *parse.Block) error {
	typed, from := c.typed()
	searched := false
	for i := range skeletons() {
		k := &skeletons()[i]
		if !c.mayBe(b, k) {
			continue
		}
		section := 0
		for l := b.Start + 1; l < c.line; l++ {
			if slices.Contains(b.Markers, l) || b.Incomplete && k.isMarker(c.text.Line(l)) {
				section++
			}
		}
		searched = searched || section != k.new && section < len(k.markers)-1
		if !b.Incomplete || typed == "" || section+1 >= len(k.markers) {
			continue
		}
		if next := k.lines[k.markers[section+1]]; next != typed && strings.HasPrefix(next, typed) {
			c.add(from, len(c.before)+len(c.after), protocol.CompletionItem{
				Label: next, Kind: protocol.CompletionItemKindKeyword, FilterText: next,
			}, next)
		}
	}
	if len(c.items) > 0 || !searched || slices.Contains(b.Markers, c.line) {
		return nil
	}
	return c.targetLines(ctx, b)
}

// mayBe tells whether a block is of a skeleton's format. Of one that is still being
// written only its first marker is known, which formats share.
func (c *completer) mayBe(b *parse.Block, k *skeleton) bool {
	switch {
	case k.format.Layout == parse.LayoutDiffFenced:
		return false // as a block it is the other layout's
	case b.Incomplete:
		return strings.TrimSpace(c.text.Line(b.Start)) == k.lines[k.start]
	}
	return b.Dialect == k.format.Dialect
}

// isMarker tells whether a line is a marker of the skeleton behind its first.
func (k *skeleton) isMarker(line string) bool {
	line = strings.TrimSpace(line)
	for _, m := range k.markers[1:] {
		if line == k.lines[m] {
			return true
		}
	}
	return false
}

// targetLines completes a line to those of the block's target: first the ones behind
// the lines that stand above the cursor.
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
	for _, line := range lines[:min(len(lines), mostCompleted+1)] {
		c.add(0, len(c.before)+len(c.after), protocol.CompletionItem{
			Label: label(line), Kind: protocol.CompletionItemKindText,
			Detail:     fmt.Sprintf("%s:%d", b.Path.Fallback, best[line].line.Number()),
			FilterText: c.before[:indent] + strings.TrimLeft(line, " \t"),
		}, line)
	}
	return nil
}

// mostAgreed bounds the lines above the cursor that are compared.
const mostAgreed = 10

// agree counts the lines right above line l of the target that are those above the
// cursor in the block.
func (c *completer) agree(b *parse.Block, target *text.Text, l text.Line) int {
	n := 0
	for n < mostAgreed {
		here, there := c.line-1-text.Line(n), l-1-text.Line(n)
		if there < 0 || here <= b.Start || c.text.Line(here) != target.Line(there) {
			break
		}
		n++
	}
	return n
}

// target is the text of the file that a block names, nil where there is none.
func (c *completer) target(ctx context.Context, b *parse.Block) *text.Text {
	view := c.targets.View(ctx, c.origin)
	for _, name := range b.Path.Readings {
		if t := view.Target(ctx, name); t.File != nil {
			return t.File.Text
		}
	}
	return nil
}

// longestLabel bounds the label of a line, in characters.
const longestLabel = 80

func label(line string) string {
	line = strings.TrimSpace(line)
	if runes := []rune(line); len(runes) > longestLabel {
		return string(runes[:longestLabel]) + "…"
	}
	return line
}
