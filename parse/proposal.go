package parse

import (
	"slices"
	"sort"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Proposal is a code block: a fence that names a file and holds all of it or a part. It may not be meant for
// the file, so it is used only on request.
type Proposal struct {
	Path       Path
	Start, End text.Line
	// Comment is the lines of a comment with the path that the code begins with, probably not part of the file. They count
	// from the code's first line.
	Comment text.LineRange
	// Far is the path in words further above, if none is near or that may be a word (code-blocks/far-one-word-above), or
	// the paths of a list. It counts only for what its file defines, or if Creates, since the words say that the file is new.
	Far     []Path
	Creates bool
	// Member means that Path may be a class and its method, since the fence has what is after the dot.
	Member bool
	// Alternative means that the words above say so: it isn't read, but counts for what its file defines.
	Alternative bool
	// Imports means that the line above the fence says to add imports to the file.
	Imports bool
	// Unsure means that the name counts only if the file exists: it may be a language's, such as node.js, or
	// code, such as io.Writer.
	Unsure bool
	// Mentioned means that the words with Path speak of a file that is there: the fence makes no new one.
	Mentioned bool
	// Range is the lines of the file that it says it replaces, empty if it says none. Suggested means
	// that a person put it there.
	Range     text.LineRange
	Suggested bool
	// content is the file in the text of a call or a tag, if no fence holds it, or the second fence of a
	// pair. sought is the lines of the first one.
	content, sought Section
	// cutAs is the fence whose indentation the content loses, or text.None.
	cutAs text.Line
	// Whole means that all of the file is there, whatever it is like: a tool or a command writes it.
	Whole bool
	// Beside is where a pair's second fence goes, Adds where words above a fence say that it goes.
	Beside Addition
	Adds   Adds
	// Unread says why it can't be code for the file, or is empty.
	Unread string
	Turn   int
}

// Proposed returns the lines in the fence of a proposal, without the fence's indentation and
// without a byte order mark, which belongs to the target.
func (r *Result) Proposed(p *Proposal) []string {
	switch {
	case p.content == Section{}:
		return r.linesIn(p.Start, span(p.Start+1, p.End))
	case p.sought.Len() > 0:
		return p.Beside.beside(r.Sought(p), r.linesIn(p.content.First-1, p.content))
	}
	return r.linesIn(p.cutAs, p.content)
}

// InFence reports whether a fence holds the code, rather than a call or a tag.
func (p *Proposal) InFence() bool { return p.content == Section{} }

// Sought returns the lines that a proposal replaces where they are in the file, or nil.
func (r *Result) Sought(p *Proposal) []string {
	if p.sought.Len() == 0 {
		return nil
	}
	return r.linesIn(p.Start, p.sought)
}

// linesIn returns the lines of a section in the fence that begins on a line, or in none.
func (r *Result) linesIn(fence text.Line, s Section) []string {
	return r.Lines(&Block{cutAs: fence}, s)
}

// IsOfFile reports whether the fallback name has a file extension, or needs none (code-blocks/new-file-without-an-extension).
func (p Path) IsOfFile() bool {
	base := p.Fallback[strings.LastIndexAny(p.Fallback, `/\`)+1:]
	return hasExtension(base) || isKnownFile(base)
}

// fenced is a fence that may hold a code block. Its path is read on demand.
type fenced struct {
	// end is the closing fence or, if it isn't closed, the last line of the turn.
	start, end text.Line
	closed     bool
	// lost: there is no fence, since a page was copied as plain text.
	lost bool
	// floor is the first line that may name a path.
	floor text.Line
	turn  int32
	// printed: it holds the output of a command.
	printed bool
	// path and content are set if no fence holds the file, whole if that is all of it.
	path    Path
	content Section
	whole   bool
}

func (w *walk) propose(index int) {
	f, end := w.fences[index], w.fenceEnds[index]
	if end.closed == f.line+1 || w.off || w.mute || f.line < w.suppress {
		return
	}
	found := fenced{start: f.line, end: end.closed, closed: end.closed != text.None, floor: w.floor, printed: w.printed}
	if w.labelled { // **Assistant:** `a.py`: (code-blocks/path-on-the-line-of-a-label)
		found.floor--
	}
	switch {
	case found.closed:
	case w.growing:
		return
	default:
		found.end = w.nextTurn(f.line) - 1 // the answer was cut off
	}
	w.fenced = append(w.fenced, found)
}

// proposer finds the code blocks of a document.
type proposer struct {
	*Result
	lines *lineMemo
}

// sayAbove returns what the words above a fence say, nothing if there are none.
func (r *proposer) sayAbove(f fenced) *said {
	if l := r.wordsAbove(f); l != text.None {
		return r.lines.said(r.Text, l)
	}
	return &said{}
}

func (r *proposer) proposals() []Proposal {
	var all []Proposal
	far := farPaths{r: r, ofFences: map[int]Path{}}
	for i := 0; i < len(r.fenced); i++ {
		f := r.fenced[i]
		if r.holdsBlock(f) {
			continue
		}
		if i+1 < len(r.fenced) && !r.holdsBlock(r.fenced[i+1]) {
			p, paired := r.pair(f, r.fenced[i+1])
			if paired { // find-with/pair-far-below-its-path
				p.Far = far.of(i)
			}
			if p.Path.Named() || len(p.Far) > 0 {
				i++
				far.note(i, &p)
				all = append(all, p)
				continue
			}
		}
		p, named := r.proposal(i, &far)
		if files := r.written(f, &p, named); files != nil {
			all = append(all, files...)
			continue
		}
		if !named {
			continue
		}
		far.note(i, &p)
		if r.offersAnother(i, &p, all) {
			p.Alternative, p.Unread = true, isAlternative
		}
		all = append(all, p)
	}
	return all
}

// IsAnswer reports whether somebody asks for the document's edits: it has turns or a block, or says so by
// a switch. A README's fences are no offers, even if it shows a diff: blocks that are examples don't count.
func (r *Result) IsAnswer(examples bool) bool {
	return len(r.Turns) > 0 || len(r.Blocks) > 0 && !examples || r.switchedOn
}

// proposal reads fence i as a code block and reports whether it names one.
func (r *proposer) proposal(i int, far *farPaths) (p Proposal, named bool) {
	f := r.fenced[i]
	p = Proposal{Start: f.start, End: f.end, Turn: int(f.turn)}
	if f.path.Named() {
		p.Path, p.content, p.cutAs, p.Whole = f.path.asWord(), f.content, text.None, f.whole
		if p.Unread = isLost; !f.lost {
			p.Unread = notCode(r.Proposed(&p))
		}
		return p, true
	}
	above := r.sayAbove(f)
	info := infoString(r.Text.Line(f.start))
	named = r.readPath(&p, f, above)
	if p.Unread != "" {
		return p, named && p.Path.IsOfFile()
	}
	p.Member = r.isMember(p.Path, f)
	if (!p.Path.IsOfFile() || p.Unsure || p.Member) && !above.ofLines && !above.quotes {
		named = p.seekFar(i, far) || named
	}
	p.readRange(info)
	if !named && len(p.Far) == 0 || p.Suggested && p.Range.End == 0 {
		return p, false
	}
	r.take(&p, f, above)
	return p, true
}

// take keeps what the words above a fence that names a file say, and why it holds no code for that.
func (r *proposer) take(p *Proposal, f fenced, above *said) {
	if above.removes && (above.removed == "" || r.begins(f, above.removed)) {
		p.Unread = isRemoved
		return
	}
	p.Unread, p.Imports, p.Adds = r.whyNot(p, f), above.imports, above.adds
}

// seekFar seeks the path of fence i further above, and reports whether it is that of the fence, since the words near it
// say its lines.
func (p *Proposal) seekFar(i int, far *farPaths) bool {
	p.Far = far.of(i)
	p.Creates = len(p.Far) == 1 && far.creates(i, p.Far[0])
	if p.Path.Named() || p.Range.End == 0 || len(p.Far) != 1 {
		return false
	}
	p.Path = p.Far[0]
	return true
}

// whyNot says why a fence that names a file holds no code for it, or returns "".
func (r *proposer) whyNot(p *Proposal, f fenced) string {
	switch lines := r.Text.Lines(f.start+1, max(f.start+1, f.end)); {
	case !f.closed:
		return isUnclosed
	case strings.HasSuffix(p.Path.Fallback, ".log") && !r.SaysNew(p.Path): // (code-blocks/output-in-a-file)
		return isLog
	case hasSigns(infoString(r.Text.Line(f.start)), lines):
		return hasSignsOfDiff
	case hasOtherFile(lines[1:], p.Path):
		return isSeveral
	case len(Versions(lines)) > 0 && !strings.HasSuffix(p.Path.Fallback, ".md"): // there they may be headings
		return HasVersions
	default:
		return notCode(lines)
	}
}

// readPath reads the path in a fence's info string, above it, or in its first line, and reports whether there is one.
func (r *proposer) readPath(p *Proposal, f fenced, above *said) (named bool) {
	info := infoString(r.Text.Line(f.start))
	comment, commentLines, documents := pathComment(r.Text.Lines(f.start+1, max(f.start+1, min(f.end, f.start+1+maxCommentLines))))
	comment.Line += f.start + 1
	commented := comment.Named()
	if p.Path, p.Range, named = infoWithLines(info); named {
		p.Unsure = true // lines of a missing file are a quote's (whole-file/odd-info-strings)
		if quotedLines().MatchString(info) {
			p.Unread = IsQuote
		}
	} else {
		p.Path, p.Unsure, named = infoName(info)
	}
	if !named {
		p.Path, p.Range = r.pathAboveFence(f, above, isSuggestion(info))
		named = p.Path.Named()
		p.Unsure = r.mayBeCode(p.Path)
		p.Mentioned = named && r.mentions(p.Path)
		if slices.Contains(shownTags, language(info)) && !r.isScript(p.Path, f) {
			p.Unread = r.shown(p)
			isRun := p.Mentioned && p.Unread == isShown || strings.Contains(p.Path.Fallback, " ") // (code-blocks/mentioned-file)
			return !isRun
		} else if named && commented && !documents {
			p.Path, named = r.confirmed(p.Path, comment)
		}
	}
	return r.withComment(p, named, comment, commentLines)
}

// withComment takes the path of the comment that a fence begins with, if it has no other, and reports whether there is
// one. Of the same path, the comment is none of the code.
func (r *proposer) withComment(p *Proposal, named bool, comment Path, lines text.LineRange) bool {
	commented := comment.Named()
	switch {
	case p.Path.Line == text.None:
		p.Path.Line = p.Start
	case !named && commented:
		p.Path, named = comment, true
	}
	p.Mentioned = p.Mentioned || strings.HasPrefix(p.Path.Fallback, "@/") // an alias (code-blocks/path-of-an-alias)
	if slices.Contains(p.Path.Readings, comment.Fallback) {
		p.Comment = lines
		p.noteRemark(r.Text.Line(comment.Line))
		p.Unsure = p.Unsure || p.Path.Line == comment.Line && r.mayBeCode(p.Path) // (code-blocks/path-in-other-comments)
	}
	return named
}

// noteRemark reads the remark on a path in a comment, which may say that the fence has the old code, or that the file is
// there (code-blocks/remark-on-a-path).
func (p *Proposal) noteRemark(comment string) {
	remark := remarkInComment().FindString(closingSign().ReplaceAllString(comment, ""))
	p.Mentioned = p.Mentioned || isThere().MatchString(remark)
	if wasThere().MatchString(remark) {
		p.Unread = isFormer
	}
}

// begins reports whether what a fence defines first has a name.
func (r *Result) begins(f fenced, name string) bool {
	line, l := "", f.start
	for line == "" && l+1 < f.end {
		l++
		line = strings.TrimSpace(r.Text.Line(l))
		if line != "" && strings.IndexByte("@#/*[", line[0]) >= 0 {
			line = "" // a decorator or a comment
		}
	}
	if method, ok := strings.CutPrefix(line, "func ("); ok { // Go's receiver
		_, line, _ = strings.Cut(method, ") ")
	}
	head, _, _ := strings.Cut(strings.ReplaceAll(line, "{", "("), "(")
	names := strings.Fields(strings.TrimRight(head, " :="))
	return len(names) > 0 && names[len(names)-1] == name
}

// name returns the path near a fence, else the one further above.
func (p *Proposal) name() string {
	if p.Path.Named() {
		return p.Path.Fallback
	}
	return p.Far[0].Fallback
}

// confirmed returns the path above a fence whose first line is a comment with a path. Prose above a
// fence may mention another file than the fence holds. So may a word ("Backend:"), which names a file
// only if that exists.
func (r *Result) confirmed(above, comment Path) (Path, bool) {
	if strings.ContainsAny(cleanPath(r.Text.Line(above.Line)), " \t") {
		return above, false
	}
	if !hasExtension(above.Fallback) { // (whole-file/word-above-a-path-in-a-comment)
		above = preferred(above, comment)
		above.Line = comment.Line
	}
	return above, true
}

// pathAboveFence returns the path in the words above a fence, and the lines that they say.
func (r *proposer) pathAboveFence(f fenced, above *said, suggested bool) (Path, text.LineRange) {
	l := r.wordsAbove(f)
	if l == text.None {
		return Path{}, text.LineRange{}
	}
	if path, lines, ok := pathWithLines(r.Text.Line(l), suggested); ok {
		path.Line = l
		return path, lines
	}
	if above.ofLines || above.quotes {
		return Path{}, text.LineRange{}
	}
	p := r.pathFor(l, f).asWord()
	if p.Fallback == strings.TrimSuffix(above.adds.Called, "()") || r.isSelector(p.Fallback, f) {
		return Path{}, above.replaces
	}
	return p, above.replaces
}

// holdsBlock reports whether a block or a broken one begins in a fence.
func (r *Result) holdsBlock(f fenced) bool {
	block := sort.Search(len(r.Blocks), func(i int) bool { return r.Blocks[i].Start > f.start })
	problem := sort.Search(len(r.Problems), func(i int) bool { return r.Problems[i].Start > f.start })
	return block < len(r.Blocks) && r.Blocks[block].Start < f.end || problem < len(r.Problems) && r.Problems[problem].Start < f.end
}
