package repair

import (
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// region is the chat lines first to end (exclusive).
type region struct{ first, end text.Line }

// regions returns a block's extents: with its own path line and fence, with its fence, and from marker
// to marker.
func regions(chat *text.Text, b *parse.Block) []region {
	bare := region{b.Start, b.End + 1}
	if b.Dialect.Patch {
		bare = patchRegion(chat, b)
	}
	fenced := inFence(chat, bare)
	named := fenced
	if l := b.Path.Line; l != text.None && l < b.Start && isPathLine(chat.Line(l), b.Path.Fallback) && isNext(chat, l+1, fenced.first) {
		named = inFence(chat, region{min(l, fenced.first), fenced.end})
	}
	return slices.Compact([]region{named, fenced, bare})
}

// patchRegion includes the patch's lines around its block.
func patchRegion(chat *text.Text, b *parse.Block) region {
	r := region{b.Start, b.End + 1}
	if b.Path.Line != text.None {
		r.first = min(r.first, b.Path.Line)
	}
	for r.first > 0 && slices.ContainsFunc(patchHeads, func(head string) bool {
		return strings.HasPrefix(strings.TrimSpace(chat.Line(r.first-1)), head)
	}) {
		r.first--
	}
	if int(r.end) < chat.LineCount() && strings.TrimSpace(chat.Line(r.end)) == "*** End Patch" {
		r.end++
	}
	return r
}

// patchHeads are prefixes of the lines above the path.
var patchHeads = []string{"*** Begin Patch", "diff --git ", "index ", "--- "}

var (
	opensFence  = text.Expression("^\\s*(`{3,}|~{3,})[^`]*$")
	closesFence = text.Expression("^\\s*(`{3,}|~{3,})\\s*$")
)

// inFence adds the fence around a region if nothing else is in it.
func inFence(chat *text.Text, r region) region {
	if r.first == 0 || int(r.end) >= chat.LineCount() {
		return r
	}
	open, end := opensFence().FindStringSubmatch(chat.Line(r.first-1)), closesFence().FindStringSubmatch(chat.Line(r.end))
	if open == nil || end == nil || !strings.HasPrefix(end[1], open[1]) {
		return r
	}
	return region{r.first - 1, r.end + 1}
}

// isPathLine reports whether a line is only a path and perhaps a label.
func isPathLine(line, path string) bool {
	rest := strings.Replace(line, path, "", 1)
	if rest == line {
		return false
	}
	rest = strings.ToLower(rest)
	for _, label := range []string{"file", "path"} {
		rest = strings.Replace(rest, label, "", 1)
	}
	return !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// isNext reports whether only blank lines are between two lines.
func isNext(chat *text.Text, first, end text.Line) bool {
	for l := first; l < end; l++ {
		if !text.IsBlank(chat.Line(l)) {
			return false
		}
	}
	return true
}

// put returns the edit that replaces a region with content, indented like its first line. Unchanged
// lines at both ends are left out.
func (r region) put(chat *text.Text, content string) text.Edit {
	indent := text.Indentation(chat.Line(r.first))
	lines := strings.Split(strings.TrimSuffix(content, text.LF), text.LF)
	for i, l := range lines {
		if l != "" {
			lines[i] = indent + l
		}
	}
	for len(lines) > 0 && r.first < r.end && lines[0] == chat.Line(r.first) {
		r.first, lines = r.first+1, lines[1:]
	}
	for len(lines) > 0 && r.first < r.end && lines[len(lines)-1] == chat.Line(r.end-1) {
		r.end, lines = r.end-1, lines[:len(lines)-1]
	}
	eol := chat.DominantEnding()
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l + eol)
	}
	return text.Edit{Start: chat.Start(r.first), End: chat.Start(r.end), New: b.String()}
}

// cut returns the edit that removes a region and, between blank lines, those after it.
func (r region) cut(chat *text.Text) text.Edit {
	if r.first == 0 || text.IsBlank(chat.Line(r.first-1)) {
		for int(r.end) < chat.LineCount() && text.IsBlank(chat.Line(r.end)) {
			r.end++
		}
	}
	return text.Edit{Start: chat.Start(r.first), End: chat.Start(r.end)}
}
