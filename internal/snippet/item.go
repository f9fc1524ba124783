package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// item edits an item of the file so that it holds what its partner in the fence shows.
func (p *placer) item(it, was *item, cut bool) error {
	if it.row.role != code {
		if it.row.rest {
			if first, _ := p.ends(p.block.lines[it.first:it.end], p.file.lines[was.first:was.end]); first < 0 {
				return InsideBlock // where it begins isn't clear [changed-end-of-a-license]
			}
		}
		if it.row.role == decorator || !p.quotes(it, was) { // a decorator without its definition [decorators-alone]
			p.row(it.row, p.shown(it, was.row))
		}
		return nil
	}
	if p.equal(it, was, cut) {
		return nil
	}
	if err := p.above(it, was); err != nil {
		return err
	}
	head, tail := shared(it.clauses, was.clauses)
	if n := len(it.clauses); it.open && head < n {
		return PartsDiffer
	} else if it.open || it.more && head == n {
		open := *was
		open.clauses = was.clauses[:n] // what closes the file's stays
		was, tail = &open, 0
	}
	if !p.parallel(it, was, head, tail) {
		if it.elides {
			return PartsDiffer
		}
		p.edits = append(p.edits, edit{was.row.first, was.end, p.shifted(p.block.indentation(it), p.file.indentation(was), it.row.first, it.end)})
		return nil
	}
	for i := range head {
		if err := p.clause(&it.clauses[i], &was.clauses[i], it.elides); err != nil {
			return err
		}
	}
	n, m := len(it.clauses), len(was.clauses)
	if (n > head+tail || m > head+tail) && !it.mayLeaveOut(head, tail) {
		from, to := it.clauses[head-1].bodyEnd(), it.end
		e := edit{first: was.clauses[head-1].bodyEnd(), end: was.end}
		if tail > 0 {
			to, e.end = it.clauses[n-tail].first, was.clauses[m-tail].first
		}
		e.lines = p.shifted(p.block.indentation(it), p.file.indentation(was), from, to)
		p.edits = append(p.edits, e)
	}
	for i := range tail {
		if err := p.clause(&it.clauses[n-tail+i], &was.clauses[m-tail+i], it.elides); err != nil {
			return err
		}
	}
	return nil
}

// closesLess reports whether a row closes what the file's does, without a sign after it: `}` for `};`
// [closed-without-its-end]. An item that leaves nothing out shows its end, too [needless-semicolon].
func (r *row) closesLess(was *row) bool {
	rest, begins := strings.CutPrefix(was.text, r.text)
	return begins && isCloser(r.text) && rest != "" && strings.Trim(rest, ";,)") == ""
}

func (c *clause) bodyEnd() int { return max(c.end, c.body.end) }

// equal reports whether an item has the lines of the file's but for indentation, so that nothing changes. If it's cut
// short by an elision, it may have only the first of them [statement-cut-by-an-elision].
func (p *placer) equal(it, was *item, cut bool) bool {
	n, all := it.end-it.first, was.end-was.first
	if it.elides || n > all || n < all && !cut {
		return false
	}
	for i := range n {
		if strings.TrimSpace(p.block.lines[it.first+i]) != strings.TrimSpace(p.file.lines[was.first+i]) {
			return false
		}
	}
	return n < all || sameNesting(it, was)
}

// sameNesting reports whether the same lines are in the same bodies [moved-out-of-a-body].
func sameNesting(a, b *item) bool {
	return slices.EqualFunc(a.clauses, b.clauses, func(c, d clause) bool {
		return slices.EqualFunc(c.body.items, d.body.items, func(x, y item) bool { return sameNesting(&x, &y) })
	})
}

// parallel reports whether the bodies of two items can be merged one by one [lines-above-a-function].
func (p *placer) parallel(it, was *item, head, tail int) bool {
	n, m := len(it.clauses), len(was.clauses)
	if (n > head+tail || m > head+tail) && it.elides && (m > head+tail && !it.mayLeaveOut(head, tail) || slices.ContainsFunc(it.clauses[head:n-tail], func(c clause) bool { return c.body.elides() })) {
		return false
	}
	if it.isCall() && was.isCall() && !it.elides && it.row.text != was.row.text {
		return false // its lines are indented as its head is written [call-written-differently]
	}
	for i := range n {
		j := i
		if i >= n-tail {
			j = m - n + i
		} else if i >= head {
			continue
		}
		a, b := &it.clauses[i], &was.clauses[j]
		if len(a.body.items) > 0 && len(b.body.items) == 0 {
			return false
		}
		if len(a.body.items) == 0 && !a.body.sparse() && len(b.body.items) > 0 && (opens(b.last) != opens(a.last) || b.depth > 0 && a.depth <= 0 || b.last == '\\' && a.last != '\\') {
			return false // what is below b is the rest of its line [statement-of-several-lines]
		}
	}
	return true
}

// isCall reports whether an item's head leaves parentheses open that no body is in, with no comments below.
func (it *item) isCall() bool {
	return it.row.depth > 0 && it.row.last != '{' && !slices.ContainsFunc(it.rows, func(r row) bool { return r.role == comment })
}

// mayLeaveOut reports whether the elision at the end of a body leaves out what follows it in the file, up to what
// closes the item in the fence [else-left-out]. Of several bodies below it, which ones the fence shows isn't clear
// [one-of-several-left-out].
func (it *item) mayLeaveOut(head, tail int) bool {
	body := &it.clauses[head-1].body
	return len(it.clauses) == head+tail && len(body.elided) > 0 && body.elided[len(body.items)] &&
		!slices.ContainsFunc(it.clauses[head:], func(c clause) bool { return len(c.body.items) > 0 })
}

func opens(last byte) bool { return last == ':' || isOpener(last) }

// shared returns how many clauses of two items belong together at their beginnings and at their ends.
func shared(a, b []clause) (head, tail int) {
	exact := len(a) != len(b)
	same := func(i, j int) bool {
		exact := exact || a[i-1].body.elides() // it may leave one out [other-except]
		return kindOf(a[i].text, exact) == kindOf(b[j].text, exact)
	}
	for head = 1; head < min(len(a), len(b)) && same(head, head); head++ {
	}
	for head+tail < min(len(a), len(b)) && same(len(a)-1-tail, len(b)-1-tail) {
		tail++
	}
	return head, tail
}

// kindOf returns what a clause is: `}`, `} else`, `except`. If exact is set, those that may occur
// several times are told apart.
func kindOf(t string, exact bool) string {
	word := strings.TrimLeft(t, "}) ")
	closer := t[:min(1, len(t)-len(word))]
	switch w := firstWord(word); w {
	case "else", "elif", "elsif", "elseif", "except", "catch", "case", "rescue":
		if exact && w != "else" && w != "catch" {
			return word
		}
		return closer + w
	case "":
		if exact && strings.HasPrefix(word, "{") {
			return closer + "{" // [table-left-out]
		}
		return closer
	default:
		if closer != "" {
			return closer
		}
		return w
	}
}

// clause merges a head and its body. elides: its item leaves lines out.
func (p *placer) clause(c, was *clause, elides bool) error {
	if c.cut && c.row.depth <= 0 && !p.isWithin(p.block.lines[c.first:c.row.end], was.row) {
		return InsideBlock // what it shows is changed, too [changed-in-an-elided-head]
	}
	isBegun := c.row.depth > 0 && was.row.depth <= 0 && was.row.end-was.row.first > 1 // an elision is in the head
	if !isBegun && !(elides && c.closesLess(was.row)) {
		p.row(c.row, was.row) // else the file's stays [head-cut-by-an-elision]
	}
	switch {
	case isBegun && strings.TrimSpace(p.block.lines[c.first]) != strings.TrimSpace(p.file.lines[was.first]):
		return InsideBlock // the head is changed, too [changed-head-at-the-end]
	case isBegun && p.isWithin(p.block.lines[c.body.first:c.body.end], was.row): // [head-cut-at-the-end]
		return nil
	case isBegun && c.body.end == p.fence.end && !slices.ContainsFunc(p.block.lines[c.first:c.body.end], p.isElision):
		return InsideBlock // [another-head-at-the-end]
	case len(c.body.items) == 0 && c.body.sparse(), len(c.body.items) == 0 && len(was.body.items) == 0:
		return nil
	case len(c.body.items) == 0:
		return p.guard(&c.body, &was.body, alignment{})
	}
	s, f := &c.body, &was.body
	deeper := f.width - was.width
	if !p.asWritten {
		deeper = deeper / p.fileStyle.unit * p.blockStyle.unit
	}
	if s.isCut(false, c.width+deeper) {
		by := was.width - p.columns(c.row)
		return p.mergeFlat(s, f, false, &by) // heads of its lines are left out
	}
	return p.merge(s, f, false)
}

// isWithin reports whether lines of the fence are in a row of the file.
func (p *placer) isWithin(lines []string, was *row) bool {
	return !slices.ContainsFunc(lines, func(line string) bool {
		line = strings.TrimSpace(line)
		return line != "" && !p.isElision(line) && !slices.ContainsFunc(p.file.at[line], func(at int32) bool { return was.first <= int(at) && int(at) < was.end })
	})
}

// row replaces a row of the file that differs from the fence's. A comment after its code stays if the fence
// leaves it out.
func (p *placer) row(r, was *row) {
	same := p.sameRow(r, was) || p.isWithoutBlank(r, was)
	if same && (r.tail == "" || r.filled || isCloser(r.text) && len(p.file.at[strings.TrimSpace(p.block.lines[r.first])]) > 0) || r.filled && r.closing == "" && isCloser(r.text) {
		return
	}
	now := text.Indentation(p.file.lines[was.first])
	lines := []string{now + r.text}
	if !r.filled {
		lines = p.shifted(text.Indentation(p.block.lines[r.first]), now, r.first, r.end)
	}
	p.edits = append(p.edits, edit{was.first, was.end, lines})
}

// isWithoutBlank reports whether a row of the fence is the file's without its blank lines [blank-lines-of-a-docstring].
func (p *placer) isWithoutBlank(r, was *row) bool {
	if r.end-r.first >= was.end-was.first {
		return false
	}
	said := slices.DeleteFunc(slices.Clone(p.file.lines[was.first:was.end]), text.IsBlank)
	return equalTrimmed(p.block.lines[r.first:r.end], said)
}

func isCloser(t string) bool { return strings.IndexByte("})]", t[0]) >= 0 }

func equalTrimmed(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return strings.TrimSpace(x) == strings.TrimSpace(y) })
}

func isDocstring(it *item) bool {
	t := it.row.text
	return strings.HasPrefix(t, `"""`) || strings.HasPrefix(t, "'''") || strings.HasPrefix(t, `r"""`) || strings.HasPrefix(t, `"use `) || strings.HasPrefix(t, "'use ")
}
