package repair

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// contextKey declares the context in front matter.
const contextKey = "context_files"

// AddToContext adds a file to the context declared in the chat's front matter, created if missing. path
// is relative to the root and slash-separated. It fails only if the context is cancelled.
func (r *Repairs) AddToContext(ctx context.Context, path string) (*Repair, string, error) {
	was := r.Report.Plan.Document
	globs := append(slices.Clone(was.FrontMatter.ContextFiles), globFor(path))
	for _, e := range contextEdits(was.Text, was.FrontMatter, globs) {
		repair := Repair{Title: "Add " + path + " to the context", Edits: []text.Edit{e}, Index: -1}
		done, _, err := r.try(ctx, repair, func(now *apply.Plan) bool {
			held := func(o *apply.Outcome) bool { return o.Reason == codes.NotInContext && o.Target.Path == path }
			header := now.Document.FrontMatter
			return slices.Equal(header.ContextFiles, globs) && header.DefaultTarget == was.FrontMatter.DefaultTarget &&
				!slices.ContainsFunc(now.Outcomes, held) &&
				same(was, was.Blocks, now.Document, now.Document.Blocks) && sameRest(was, now.Document)
		})
		if err != nil || done != nil {
			return done, "", err
		}
	}
	return nil, "the front matter can't be changed safely", nil
}

// globFor returns a glob that matches only this file.
func globFor(path string) string {
	var b strings.Builder
	for _, r := range path {
		if strings.ContainsRune("*?[{", r) {
			b.WriteString("[" + string(r) + "]")
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plainScalar matches strings that YAML needs no quotes for.
var plainScalar = text.Expression(`^[A-Za-z_][\w/.-]*[./][\w/.-]*$`)

func scalar(s string) string {
	if plainScalar().MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// contextEdits returns ways to add the last of globs, best first.
func contextEdits(chat *text.Text, was parse.FrontMatter, globs []string) []text.Edit {
	eol := chat.DominantEnding()
	added := scalar(globs[len(globs)-1])
	put := func(l text.Line, lines ...string) text.Edit {
		return text.Edit{Start: chat.Start(l), End: chat.Start(l), New: strings.Join(lines, eol) + eol}
	}
	if was.End == 0 {
		return []text.Edit{put(0, "---", contextKey+":", "  - "+added, "---")}
	}
	for l := text.Line(1); l < was.End-1; l++ {
		value, ok := strings.CutPrefix(chat.Line(l), contextKey+":")
		if !ok {
			continue
		}
		// A block list: after its last item, with its indentation.
		last := l
		for n := l + 1; n < was.End-1 && strings.HasPrefix(strings.TrimSpace(chat.Line(n)), "- "); n++ {
			last = n
		}
		item := chat.Line(last)
		ways := []text.Edit{put(last+1, text.Indentation(item)+"- "+added)}
		// A flow list: before the closing bracket.
		if i := strings.LastIndexByte(value, ']'); i >= 0 {
			at := chat.End(l) - text.Offset(len(value)-i)
			ways = append(ways,
				text.Edit{Start: at, End: at, New: ", " + added}, text.Edit{Start: at, End: at, New: added})
		}
		// A single value or none: a flow list replaces it.
		all := make([]string, len(globs))
		for i, g := range globs {
			all[i] = scalar(g)
		}
		return append(ways, text.Edit{
			Start: chat.Start(l), End: chat.End(l), New: contextKey + ": [" + strings.Join(all, ", ") + "]",
		})
	}
	return []text.Edit{put(1, contextKey+":", "  - "+added)}
}
