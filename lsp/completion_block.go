package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// begins reports whether typed is an unmistakable prefix of a marker: at least two signs, or four
// capital letters. Two stars may begin bold text, and three dashes may be a rule.
func begins(typed, marker string) bool {
	minimum := 2
	switch first, _ := utf8.DecodeRuneInString(marker); {
	case unicode.IsLetter(first):
		minimum = len("FILE")
	case first == '*':
		minimum = len("***")
	case first == '-':
		minimum = len("--- ")
	}
	return len(typed) < len(marker) && strings.HasPrefix(marker, typed) && utf8.RuneCountInString(typed) >= minimum
}

func (c *completer) blockStart(ctx context.Context) error {
	typed, from := c.typed()
	// VS Code closes "<<" with ">>" in Markdown.
	if after := strings.TrimSpace(c.after); after != "" && after != strings.Repeat(">", strings.Count(typed, "<")) {
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
				Label: fmt.Sprintf("%s (%s)", marker, k.form.Name), Kind: protocol.CompletionItemKindSnippet,
				Detail: "A whole edit block", FilterText: marker,
			}
			if c.client.TextDocument.Completion.CompletionItem.SnippetSupport {
				item.InsertTextFormat = protocol.InsertTextFormatSnippet
			}
			c.add(from, len(c.before)+len(c.after), item, filled(lines, c.client.TextDocument.Completion.CompletionItem.SnippetSupport))
			break
		}
	}
	return nil
}

// fitting returns the lines of a skeleton that are missing here, since a path and a fence may
// already be above. It is nil if the format doesn't fit here.
func (c *completer) fitting(ctx context.Context, k *skeleton) ([]string, error) {
	const looked = 20 // lines searched for a path and its fence
	above := c.text.Lines(max(0, c.line-looked), c.line)
	bare := k.lines[k.start : k.end+1]
	if k.form.Dialect.Patch {
		return c.fittingPatch(ctx, k, above)
	}
	doc, err := parse.Document(ctx, text.New(strings.Join(slices.Concat(above, bare), "\n")+"\n"), parse.Options{}, nil)
	if err != nil {
		return nil, err
	}
	named := false
	for _, b := range doc.Blocks {
		at := text.Line(len(above))
		// A single word is more likely prose.
		named = named || b.Start == at && b.Path.Line != text.None && b.Path.Line >= at-maxPathDistance &&
			strings.ContainsAny(strings.TrimRight(b.Path.Fallback, "."), "/.")
	}
	inFence := endsWithFence(above)
	switch fenced := k.path < k.start && k.end+1 < len(k.lines); {
	case inFence && named:
		return bare, nil
	case inFence:
		return slices.Concat(k.lines[k.path:k.path+1], bare), nil
	case named && k.pathInside():
		return nil, nil // the path is above already
	case named && fenced:
		return k.lines[k.path+1:], nil
	case named:
		return bare, nil
	default:
		return k.lines, nil
	}
}

// endsWithFence reports whether a fence line is among the last lines, with only one other below.
func endsWithFence(lines []string) bool {
	for i := len(lines) - 1; i >= 0; i-- {
		switch {
		case isFence(lines[i]):
			return true
		case !text.IsBlank(lines[i]) && i < len(lines)-1:
			return false
		}
	}
	return false
}

// fittingPatch returns a patch's lines, unless the cursor is in one.
func (c *completer) fittingPatch(ctx context.Context, k *skeleton, above []string) ([]string, error) {
	doc, err := c.blocks(ctx)
	if err != nil {
		return nil, err
	}
	switch b, err := c.block(ctx, doc); {
	case b != nil || err != nil:
		return nil, err
	case endsWithFence(above):
		return k.unfenced(), nil
	}
	return k.lines, nil
}

// inBlock completes a line of a block to a missing marker, or to lines of the target.
func (c *completer) inBlock(ctx context.Context, b *parse.Block) error {
	typed, from := c.typed()
	searched := false
	for i := range skeletons() {
		k := &skeletons()[i]
		if last := k.lines[len(k.lines)-1]; b.Dialect.Patch && b.Dialect == k.form.Dialect && begins(typed, last) && !isFence(last) {
			c.addMarker(from, last)
		}
		if !c.mayBe(b, k) {
			continue
		}
		section := 0
		for l := b.Start + 1; l < c.line; l++ {
			if slices.Contains(b.Markers(), l) || b.Incomplete && k.isMarker(c.text.Line(l)) {
				section++
			}
		}
		searched = searched || section != k.new && section < len(k.markers)-1
		if !b.Incomplete || typed == "" || section+1 >= len(k.markers) {
			continue
		}
		if next := k.lines[k.markers[section+1]]; next != typed && strings.HasPrefix(next, typed) {
			c.addMarker(from, next)
		}
	}
	if len(c.items) > 0 || !searched || slices.Contains(b.Markers(), c.line) {
		return nil
	}
	return c.targetLines(ctx, b)
}

func (c *completer) addMarker(from int, marker string) {
	c.add(from, len(c.before)+len(c.after), protocol.CompletionItem{
		Label: marker, Kind: protocol.CompletionItemKindKeyword, FilterText: marker,
	}, marker)
}

// mayBe reports whether a block may have a skeleton's format. An incomplete block shows only its
// first marker, which formats share.
func (c *completer) mayBe(b *parse.Block, k *skeleton) bool {
	switch {
	case k.pathInside():
		return false // it is parsed as the other layout
	case b.Incomplete:
		return strings.TrimSpace(c.text.Line(b.Start)) == k.lines[k.start]
	}
	return b.Dialect == k.form.Dialect
}
