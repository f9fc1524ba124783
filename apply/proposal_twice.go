package apply

import (
	"errors"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/snippet"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// An answer may show code before it changes it: as it was, or in a first version. Once it's applied, that code block
// would undo what is below it. So the answer is looked at as a whole: a code block is done if the rest of the answer
// would change the file back to what it is.

// formerWords match a line above a code block that shows what the file had, wherever in the answer that is. It says
// nothing else: what is below "Replace the old version with this" is new.
var formerWords = text.Expression(`(?i)^(?:(?:and|here|this|that|it|is|was|for|reference|your|the|my)[ ,]+)*(?:old|original|previous|former)(?:ly)?` +
	`(?:,? (?:code|version|implementation|function|method|class|one|file|it|was|is|looked|like|this|read|had|been|before))*$`)

// maxWordsAbove is how many lines above a fence say what it is: words, its path, and blank lines.
const maxWordsAbove = 4

// maxVersions limits the code blocks that one is compared with, on either side.
const maxVersions = 8

// version is a code block placed in its file alone.
type version struct {
	*Proposal
	was, block, now []string
	// there: the file has what it says.
	there bool
}

// markDone marks the code blocks that the rest of the answer would undo.
func (p *Plan) markDone(all []*Proposal, o Options, cache *Cache) {
	ofFile := map[string][]*Proposal{}
	for _, one := range all {
		t := one.Target
		if one.Unread == "" && t.File != nil && t.Refusal == nil && o.takesPart(one.Index) && o.isLive(p.Document, one.Turn, one.Index) {
			ofFile[t.Key] = append(ofFile[t.Key], one)
		}
	}
	for key, list := range ofFile {
		applied := p.appliedTo(key)
		if len(list)+len(applied) < 2 {
			continue
		}
		slices.SortStableFunc(list, func(a, b *Proposal) int { return rank(p.Document, a) - rank(p.Document, b) })
		versions := make([]version, len(list))
		for i, one := range list {
			versions[i] = p.versionOf(one, cache)
		}
		for i := range versions {
			below := versions[i+1:]
			if v := &versions[i]; !v.there && v.isUndone(applied, below[:min(len(below), maxVersions)], cache) {
				v.done = true
			}
		}
	}
}

// rank puts a code block that shows what the file had above the others.
func rank(doc *parse.Result, one *Proposal) int {
	for l := one.Start - 1; l >= max(one.Start-maxWordsAbove, 0); l-- {
		line := strings.TrimSpace(doc.Text.Line(l))
		if strings.HasPrefix(line, "```") {
			break
		}
		if formerWords().MatchString(strings.Trim(line, "#*_:. ")) {
			return 0
		}
	}
	return 1
}

// appliedTo returns the blocks that a file has already.
func (p *Plan) appliedTo(key string) (all []*Outcome) {
	for _, b := range p.Outcomes {
		if b.Live && b.Status == AlreadyApplied && b.Target.Key == key && len(all) < maxVersions {
			all = append(all, b)
		}
	}
	return all
}

func (p *Plan) versionOf(one *Proposal, cache *Cache) version {
	v := version{Proposal: one, was: linesOf(one.Target.File.Text)}
	v.block = one.block(p.Document, v.was)
	one.sought = one.withoutComment(p.Document.Sought(one.Proposal), v.was)
	var err error
	v.now, err = one.place(v.was, v.block, cache)
	v.there = errors.Is(err, errEqual) || errors.Is(err, snippet.ChangesNothing)
	return v
}

// isUndone reports whether the applied blocks and the code blocks below would change the file back to what it is.
func (v *version) isUndone(applied []*Outcome, below []version, cache *Cache) bool {
	if slices.ContainsFunc(below, func(b version) bool { return slices.Equal(b.was, b.block) }) {
		return true // a whole file
	}
	if v.now == nil {
		return false
	}
	now := v.now
	for _, b := range applied {
		now = replacedOnce(now, b.Needle(), b.Replacement())
	}
	for i := range below {
		b := below[i].Proposal
		if slices.Equal(now, v.was) {
			break
		}
		if !below[i].there || !below[i].mentions(v.was, now) {
			continue
		}
		probe := *b
		if next, err := probe.place(now, below[i].block, cache); err == nil {
			now = next
		}
	}
	return slices.Equal(now, v.was)
}

// mentions reports whether a code block has a line of the lines that were changed, or one next to them.
func (v *version) mentions(was, now []string) bool {
	from, end := 0, 0
	for from < min(len(was), len(now)) && was[from] == now[from] {
		from++
	}
	for end < min(len(was), len(now))-from && was[len(was)-1-end] == now[len(now)-1-end] {
		end++
	}
	lines := map[string]bool{}
	for _, l := range was[max(from-1, 0):min(len(was)-end+1, len(was))] {
		lines[strings.TrimSpace(l)] = true
	}
	return slices.ContainsFunc(v.block, func(l string) bool { return !text.IsBlank(l) && lines[strings.TrimSpace(l)] })
}

// replacedOnce returns lines with those sought replaced, if they are there once.
func replacedOnce(lines, sought, by []string) []string {
	at := -1
	for i := 0; len(sought) > 0 && i+len(sought) <= len(lines); i++ {
		if !slices.Equal(lines[i:i+len(sought)], sought) {
			continue
		}
		if at >= 0 {
			return lines
		}
		at = i
	}
	if at < 0 {
		return lines
	}
	return slices.Concat(lines[:at], by, lines[at+len(sought):])
}
