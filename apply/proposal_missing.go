package apply

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// A code block whose file is missing may be a new file, or a part of one whose path lacks its folder.

// IsPartOf reports whether a code block that creates a file holds only definitions and imports, one of them a
// definition that another file has.
func (p *Proposal) IsPartOf(t *workspace.Target) bool {
	return t.File != nil && snippet.Defines(t.Path, linesOf(t.File.Text), linesOf(p.Edit.After()))
}

// Refuse leaves a code block unread, for a reason.
func (p *Proposal) Refuse(reason string) {
	p.Code, p.Why, p.Edit, p.NeedsConfirmation = codes.NotPlaced, reason, nil, false
}

// isIndented reports whether all code of a fence for a missing file is indented: a method, or a key, whose path lacks
// its folder (code-blocks/method-of-a-missing-file).
func (p *Proposal) isIndented(block []string) bool {
	isProse := slices.Contains([]string{"", ".md", ".txt", ".rst"}, path.Ext(p.Target.Path))
	return p.Target.File == nil && !isProse && p.InFence() &&
		!slices.ContainsFunc(block, func(l string) bool { return !text.IsBlank(l) && text.Indentation(l) == "" })
}

// isMember reports whether words say that a fence for a missing file is to be added to a class of it
// (code-blocks/method-of-a-missing-file).
func (p *Proposal) isMember(block []string) bool {
	return p.Target.File == nil && p.Adds.Class != "" && !snippet.HasType(p.Target.Path, block, p.Adds.Class)
}

// Why a code block makes no new file, or isn't placed in one that the answer makes above it.
const (
	notSaidNew    snippet.Refusal = "the file doesn't exist, and the words above don't say that it's new"
	versionOrMore snippet.Refusal = "not clear: another version of the new file, or more of it"
	noLineAbove   snippet.Refusal = "no line of it is in the new file that the answer has above"
)

// hasHeads reports whether a fence has what each outermost line of a new file begins with: it is another version of it,
// and nothing is lost (code-blocks/new-file-and-more-of-it).
func hasHeads(block, file []string) bool {
	heads := map[string]bool{"": true}
	for _, l := range block {
		heads[headOf(l)] = true
	}
	return !slices.ContainsFunc(file, func(l string) bool { return !heads[headOf(l)] })
}

// headOf returns what an outermost line begins with, up to a value, a list or a body; or "", as for a comment.
func headOf(line string) string {
	isComment := slices.ContainsFunc([]string{"//", "# ", "--", "/*"}, func(sign string) bool { return strings.HasPrefix(line, sign) })
	if isComment || text.Indentation(line) != "" || !strings.ContainsFunc(line, unicode.IsLetter) && !strings.ContainsFunc(line, unicode.IsDigit) {
		return ""
	}
	if end := strings.IndexAny(line, "=({[:;,<"); end > 0 {
		line = line[:end]
	}
	return strings.TrimRight(line, " \t")
}

// changed returns the names of the files that the answer changes. A quote of their lines needs no words: they may have
// been changed (code-blocks/quote-with-its-lines).
func (p *Plan) changed() map[string]bool {
	names := map[string]bool{}
	for i := range p.Document.Blocks {
		names[p.Document.Blocks[i].Path.Fallback] = true
	}
	for i := range p.Document.Proposals {
		if one := &p.Document.Proposals[i]; one.Unread == "" {
			names[one.Path.Fallback] = true
		}
	}
	return names
}

// quoted returns the lines of a quote, without elisions.
func (p *Plan) quoted(quote *parse.Proposal) []string {
	return slices.DeleteFunc(p.Document.Proposed(quote), func(l string) bool { return snippet.IsElision(l) || text.IsBlank(l) })
}

// hasLines reports whether a file has some lines, in their order.
func hasLines(file *workspace.File, lines []string) bool {
	if file == nil {
		return false
	}
	file.Text.Each(0, text.Line(file.Text.LineCount()), func(_ text.Line, l string) bool {
		if len(lines) > 0 && l == lines[0] {
			lines = lines[1:]
		}
		return len(lines) > 0
	})
	return len(lines) == 0
}
