package parse

import (
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// block reads the block at a line with each dialect that has a marker there.
func (w *walk) block(group []token) {
	at := w.bound(group[0])
	r := w.best(group, at.line)
	// A block that a turn cuts off may be cut off by a keyword block in its turn.
	for r.isBlock() {
		cut := w.cut(r, at.line)
		if cut >= at.line || w.mayGoOn(cut, r, at.line) {
			break
		}
		at = stop{line: cut, path: cut}
		if len(w.inside) > 0 && r.rest == cutOff {
			w.cutBy = cut
		}
		r = w.best(group, at.line)
	}
	switch r.rest {
	case noBlock:
		w.looksLike(r.start.line, r.fault)
	case passOver:
		w.used(r.next)
	default:
		w.take(r, at)
	}
}

// best reads the markers on one line.
func (w *walk) best(group []token, bound text.Line) reading {
	var best reading
	open := false
	for i, tok := range group {
		r := w.until(bound).read(tok)
		open = open || w.open(r, bound)
		if i == 0 || better(r, best) {
			best = r
		}
	}
	// Another grammar may still complete a malformed block (edit-repl/end-marker-of-the-other-dialect-is-text).
	best.open = best.open || open && best.isMalformed()
	return best
}

func (h here) read(start token) reading { return dialects[start.dialect].read(h, start) }

// take keeps what a reading found and goes on below it.
func (w *walk) take(r reading, at stop) {
	d, end, layout := r.row(), text.Line(w.text.LineCount()), NoLayout
	named := r.path.Named()
	if d.path != nil {
		r.path, layout, named = d.path(w.here, r.start)
	}
	if w.about && (d.path == nil || !w.isAboutFirst(r.path, r.start.line)) {
		return
	}
	growing := w.growing && w.open(r, at.line)
	if growing && r.rest == whole {
		r.cut("")
		r.blocks, r.problems = nil, nil
	}
	if d.path != nil {
		w.force(r.path)
		r.nameBy(r.path, layout, named)
	}
	w.problems = append(w.problems, r.problems...)
	w.keep(r.blocks...)
	switch {
	case r.rest == whole:
		w.used(r.next)
		if r.start.role == fileLine {
			p, _ := w.pathAt(r.start.line, r.start.line)
			w.force(p)
			w.floor = r.start.line
		}
	case growing && named:
		b := newBlock(0)
		b.Dialect, b.Layout, b.Path, b.Incomplete = d.whole(), layout, r.path, true
		b.Start, b.End = r.tail, end-1
		w.keep(b)
		w.used(end)
	case growing && d.path != nil:
		w.unnamed = r.start.line
		w.used(end)
	default:
		w.leave(r, at, named)
	}
}

// nameBy gives the block of a reading its path, or turns it into a problem.
func (r *reading) nameBy(path Path, layout Layout, named bool) {
	for i := range r.blocks {
		r.blocks[i].Path, r.blocks[i].Layout = path, layout
	}
	if !named && r.rest == whole {
		r.problems = []Problem{{Code: codes.MissingPath, Start: r.start.line, End: r.next - 1, Detail: noPath}}
		r.blocks = nil
	}
}

const noPath = "expected a line with the path of the file"

// leave reports what is cut off and goes on where it stops.
func (w *walk) leave(r reading, at stop, named bool) {
	if r.next > 0 {
		at = stop{line: r.next, path: r.next}
	}
	if r.tail != text.None {
		p := Problem{Code: codes.UnclosedBlock, Start: r.tail, End: w.lastText(r.tail, at.path), Detail: r.fault, Quiet: r.row().Quiet, Call: r.row().Called}
		if !named {
			p.Code, p.Detail = codes.MissingPath, noPath
		}
		w.problems = append(w.problems, p)
	}
	w.suppress, w.floor = at.line, at.path
	w.reopens = w.fenceBetween(at.path, at.line)
}

// isAboutFirst reports whether a block's path is the first line of the fence. A word there is a path
// only right above the block's start (turns/markdown-fence-with-a-word-first), a path for all blocks
// (turns/markdown-fence-of-several-blocks):
//
//	````markdown
//	README.md
//	<<<<<<< SEARCH
func (w *walk) isAboutFirst(path Path, start text.Line) bool {
	return path.Line == w.aboutFirst && (looksLikePath(path.Fallback) || start <= w.aboutFirst+1)
}

// keep appends blocks.
func (w *walk) keep(blocks ...Block) {
	if n := len(blocks); n > 0 {
		w.blocks = append(w.blocks, blocks...)
		w.mayBeDraft()
		w.force(blocks[n-1].Path)
	}
}

// used marks the lines before resume as consumed.
func (w *walk) used(resume text.Line) { w.resume, w.floor = resume, resume }

// lastText returns the last non-blank line before end, or first.
func (o *outline) lastText(first, end text.Line) text.Line {
	for end-1 > first && text.IsBlank(o.text.Line(end-1)) {
		end--
	}
	return max(first, end-1)
}
