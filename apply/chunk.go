package apply

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// locateChunk locates a chunk as written, or else as if context lines had no sign.
func (f *Fit) locateChunk(ctx context.Context, r *request, d *Draft) change {
	c := f.chunk(ctx, r, d)
	if f.Miss == nil {
		return c
	}
	bare, ok := r.doc.Bare(r.Block)
	if !ok {
		return c
	}
	fit, second := newFit(), newRequest(r.doc, bare, r.writer)
	second.section, second.copies = r.section, r.copies
	if again := fit.chunk(ctx, &second, d); fit.Miss == nil {
		*f, *r, c = fit, second, again
		f.Bare = true
	}
	return c
}

// chunk locates one reading of a chunk.
func (f *Fit) chunk(ctx context.Context, r *request, d *Draft) change {
	if len(r.needle) == 0 {
		return f.insert(ctx, r, d)
	}
	found := d.findChunk(ctx, r.needle)
	if len(found) == 0 {
		f.miss(ctx, r, d)
		return change{}
	}
	f.MatchCount = len(found)
	for _, n := range found[:min(len(found), MaxMatches)] {
		f.Matches = append(f.Matches, d.Present(n))
	}
	f.Estimated = f.Matches[0]
	n, ok := r.choose(ctx, d, found)
	meant := found
	if ok {
		meant = []int{n}
	}
	switch {
	case r.isUsed(len(found)), r.isInserted(ctx, d, meant), ok && r.onlyEndings(d, n):
		f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
		return change{}
	case !ok:
		f.Status, f.Reason, f.Ambiguous = Failed, codes.AmbiguousMatch, true
		return change{}
	}
	f.Status = Validated
	c := f.settleChunk(r, d, n)
	f.NoChange = c.isNothing()
	r.at = n
	return c
}

// saysEnough reports whether a chunk's result proves that it was applied: it has new lines, or context
// on both sides of the deletion.
func (r *request) saysEnough() bool {
	parts := r.doc.Parts(r.Block)
	if slices.ContainsFunc(parts, func(p parse.Part) bool { return p.Kind == parse.NewLines }) {
		return true
	}
	return len(parts) > 1 && parts[0].Kind == parse.KeptLines && parts[len(parts)-1].Kind == parse.KeptLines
}

func (c *change) isNothing() bool { return c.count == 0 && len(c.lines) == 0 && len(c.others) == 0 }

// insert locates a chunk that has only new lines.
func (f *Fit) insert(ctx context.Context, r *request, d *Draft) change {
	h := r.hints
	at, fault := d.count, codes.AmbiguousMatch
	switch {
	case r.Dialect.Numbered && d.count == 0:
		fault, at = "", 0
	case !r.Dialect.Numbered:
		scope, ways := d.scope(ctx, h.Scopes)
		switch {
		case len(h.Scopes) == 0:
			fault = ""
		case ways == 0:
			fault = codes.LeadingAnchorNotFound
		case ways == 1:
			fault, at = "", scope+1
		}
	case h.From != text.None:
		if at = r.section.now(int(h.From)); at <= d.count {
			fault = ""
		}
	}
	if fault != "" {
		f.Status, f.Reason, f.Ambiguous = Failed, fault, fault == codes.AmbiguousMatch
		return change{}
	}
	f.Estimated = d.Present(at)
	if r.areInserted(d, at) {
		f.Status, f.Reason = AlreadyApplied, codes.AlreadyApplied
		return change{}
	}
	f.Status, f.Chosen, f.First, f.Last = Validated, f.Estimated, f.Estimated, f.Estimated
	c := change{at: at, lines: newLines(r.new, f.Estimated, r.writer)}
	r.end(&c, d)
	r.at = at
	return c
}

// areInserted reports whether an insert-only chunk's lines are already there.
func (r *request) areInserted(d *Draft, at int) bool {
	n := len(r.new)
	if !r.Dialect.Numbered {
		return n > 0 && (d.agree(at, r.new) == n || at >= n && d.agree(at-n, r.new) == n)
	}
	to := int(r.hints.To)
	return n > 0 && !isBlob(d.target(), r.hints.Blob) && r.hints.To != text.None && (r.section == nil || !r.section.inserted) && to < d.count && d.agree(to, r.new) == n
}

// isBlob reports whether name abbreviates the text's git blob hash.
func isBlob(t *text.Text, name string) bool {
	if name == "" {
		return false
	}
	content := t.Bytes()
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(content))
	_, _ = h.Write(content)
	return strings.HasPrefix(hex.EncodeToString(h.Sum(nil)), name)
}

// settleChunk returns the change of a chunk at line n, which leaves context lines untouched.
func (f *Fit) settleChunk(r *request, d *Draft, n int) change {
	end := n + len(r.needle)
	f.Chosen = d.Present(n)
	f.Estimated = f.Chosen
	f.First, f.Last, f.DependsOn = f.Chosen, d.Present(end-1), d.lastWriter(n, end)
	needle, result := r.shown()
	if !d.shows(n, needle) {
		needle, result = r.needle, r.result
	}
	var changes []change
	at, i, j := n, 0, 0 // draft line, index in needle, index in result
	parts := r.doc.Parts(r.Block)
	for k := 0; k < len(parts); {
		old, new := 0, 0
		for ; k < len(parts) && parts[k].Kind != parse.KeptLines; k++ {
			if size := int(parts[k].End - parts[k].First); parts[k].Kind == parse.OldLines {
				old += size
			} else {
				new += size
			}
		}
		if c := r.group(d, at, needle[i:i+old], result[j:j+new]); !c.isNothing() {
			changes = append(changes, c)
		}
		at, i, j = at+old, i+old, j+new
		if k < len(parts) {
			kept := int(parts[k].End - parts[k].First)
			at, i, j = at+kept, i+kept, j+kept
			k++
		}
	}
	if len(changes) == 0 {
		return change{}
	}
	slices.Reverse(changes)
	c := changes[0]
	c.others = changes[1:]
	r.end(&c, d)
	return c
}

// group returns the change of old lines at line n into new ones. Common lines at both ends stay, with
// their own endings, unless the final newline changes.
func (r *request) group(d *Draft, n int, old, new []string) change {
	head, tail := text.Shared(old, new)
	if n+len(old) == d.count && r.Dialect.Numbered && len(new) > 0 {
		if d.endsWithNewline() == r.hints.NoNewline {
			tail = 0
		}
		if tail == 0 {
			head = min(head, len(new)-1, max(0, len(old)-1))
		}
	}
	at := n + head
	return change{at: at, count: len(old) - head - tail, lines: newLines(new[head:len(new)-tail], d.Present(at), r.writer)}
}

// end sets how the file ends after a hunk of a diff.
func (r *request) end(c *change, d *Draft) {
	if !r.Dialect.Numbered {
		return
	}
	c.crlf = r.hints.CRLF
	switch {
	case c.at+c.count < d.count || len(c.lines) == 0:
		c.final = keepFinal
	case r.hints.NoNewline:
		c.final = noFinal
	}
}

func (d *Draft) endsWithNewline() bool {
	if d.changed && d.final != keepFinal {
		return d.final == addFinal
	}
	n := len(d.splices)
	return n > 0 && int(d.splices[n-1].to) == d.base.LineCount() || d.target().EndsWithNewline()
}

// delete locates the deletion of a file. Old lines, if given, must be the whole file.
func (f *Fit) delete(r *request, d *Draft) {
	agreed := d.agree(0, r.needle)
	if r.Dialect.Numbered && (agreed < len(r.needle) || agreed < d.count) {
		f.Status, f.Reason = Failed, codes.OldLinesMismatch
		if len(r.needle) > 0 {
			f.Miss = &Miss{File: d, At: 0, Agreed: min(agreed, len(r.needle)-1)}
		}
		f.Estimated = d.Present(agreed)
		return
	}
	f.Status = Validated
}
