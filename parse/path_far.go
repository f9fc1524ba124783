package parse

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// farPaths finds the paths of fences that have none near them: the nearest line of their turn that names one, in
// backticks or as a heading, with other text in between (code-blocks/far-heading):
//
//	### `src/a.py`
//
//	The lookup fails if there is no such name. Now it returns nothing:
//
//	```python
//	def find(name):
type farPaths struct {
	r *proposer
	// read counts the fences above which a path was searched, below is the line below the last of them, and paths
	// has the last one that was found, or those of a list.
	read  int
	below text.Line
	paths []Path
	// since is the line from which paths count.
	since text.Line
	// ofFences are the paths that fences have near them. next means that the path is such a one, or a block's.
	ofFences map[int]Path
	next     bool
}

// note keeps the path that a fence has near it: words below it, up to those that name a file, are of that one
// (code-blocks/far-fence-with-a-path).
func (p *farPaths) note(i int, of *Proposal) {
	if of.Unsure && of.Range.End == 0 || !looksLikePath(of.Path.Fallback) && !knownName().MatchString(of.Path.Fallback) {
		return
	}
	if p.ofFences[i] = of.Path; p.read > i { // its own path was sought further above
		p.paths, p.since, p.next = []Path{of.Path}, of.Start, true
	}
}

// creates reports whether the line right above other words and fence i, which has the path, says that the file is new.
func (p *farPaths) creates(i int, path Path) bool {
	if i > 0 && p.r.fenced[i-1].start > path.Line {
		return false
	}
	return p.r.SaysNew(path)
}

// SaysNew reports whether the line of a path says that the file is new: "Create `src/a.py`".
func (r *Result) SaysNew(path Path) bool {
	if path.Line == text.None {
		return false
	}
	words, after, _ := strings.Cut(r.Text.Line(path.Line), path.Fallback)
	return createsWords().MatchString(words) || newFile().MatchString(after)
}

// SaysToChange reports whether the line of a path begins by saying to change something: its file is there.
func (r *Result) SaysToChange(path Path) bool {
	return path.Line != text.None && changesIt().MatchString(strings.ReplaceAll(r.Text.Line(path.Line), path.Fallback, ""))
}

// of returns the path of fence i, if there is one, or the paths that it may have. It must be called with ascending
// numbers: no line is read twice.
func (p *farPaths) of(i int) []Path {
	for ; p.read <= i; p.read++ {
		f := p.r.fenced[p.read]
		if b := p.blockAbove(p.read); b != nil {
			p.paths, p.since, p.next = []Path{b.Path}, b.End+1, true
		}
		for _, l := range slices.Backward(p.namesBetween(max(p.below, f.floor), f.start)) {
			path := p.at(l, f)
			if path.Named() && (p.r.isMember(path, f) || p.r.isSelector(path.Fallback, f) || p.r.sayAbove(f).adds.Called == path.Fallback ||
				l == p.r.wordsAbove(f) && p.r.mayBeCode(path)) { // (code-blocks/far-code-above)
				continue
			}
			if path.Named() {
				p.paths, p.since, p.next = p.listed(path, f), l, false
				break
			}
			if p.next && p.mayNameOther(l) {
				p.paths, p.next = nil, false
			}
		}
		p.below = f.end + 1
		if path, ok := p.ofFences[p.read]; ok {
			p.paths, p.since, p.next = []Path{path}, f.start, true
		}
	}
	if p.since < p.r.fenced[i].floor { // another turn's (code-blocks/far-another-turn)
		return nil
	}
	return p.paths
}

// listed returns a path above fence f and, if its line is one of a list, those of the lines right above
// (code-blocks/far-list-of-files):
//
//	**Files:**
//	- Modify: `src/a.py`
//	- Test: `tests/test_a.py`
func (p *farPaths) listed(path Path, f fenced) []Path {
	paths := []Path{path}
	for l := path.Line; l > f.floor && isListed(p.r.Text.Line(l)) && isListed(p.r.Text.Line(l-1)); l-- {
		if above := p.at(l-1, f); above.Named() {
			paths = append(paths, above)
		}
	}
	return paths
}

func isListed(line string) bool { return bulletMark().MatchString(line) }

// namesBetween returns the lines from first on and above end that may name a file.
func (p *farPaths) namesBetween(first, end text.Line) []text.Line {
	i, _ := slices.BinarySearch(p.r.names, first)
	k, _ := slices.BinarySearch(p.r.names, end)
	return p.r.names[i:max(i, k)]
}

// blockAbove returns the last block above fence i that is in the fence above it or below that, or nil
// (code-blocks/far-block).
func (p *farPaths) blockAbove(i int) *Block {
	blocks := p.r.Blocks
	n := sort.Search(len(blocks), func(k int) bool { return blocks[k].Start >= p.r.fenced[i].start })
	if n == 0 || i > 0 && blocks[n-1].Start < p.r.fenced[i-1].start {
		return nil
	}
	return &blocks[n-1]
}

// at returns the path that a line above fence f names in backticks or as a heading.
func (p *farPaths) at(l text.Line, f fenced) Path {
	line := p.r.Text.Line(l)
	if !isEmphatic(line) {
		return Path{}
	}
	path := p.r.pathFor(l, f)
	if bare := withoutLineNumbers(line); bare != line {
		path, _ = readPath(bare)
		path.Line = l
	}
	if !looksLikePath(path.Fallback) || strings.Contains(path.Fallback, " ") {
		return Path{} // of a command (code-blocks/mentioned-file)
	}
	return path
}

// numbered matches a path with line numbers: `src/a.py:12-14`.
var numbered = text.Expression("`([^`:]+):\\d+(?:[-–,]\\d+)*`")

func withoutLineNumbers(line string) string {
	if last := strings.LastIndexByte(line, '`'); last < 1 || line[last-1] < '0' || line[last-1] > '9' {
		return line // an expression for every line is slow
	}
	return numbered().ReplaceAllString(line, "`$1`")
}

// pathFor returns the path on a line above fence f. Of two names in backticks, one may be a class and its method, which
// the fence has (code-blocks/path-and-a-member), or what the words call (code-blocks/words-near-a-place). Commands name
// none (code-blocks/path-in-a-command). Of several files it's the one that is to be changed, or that of the last sentence
// (path-lines/several-files-in-a-line).
func (r *proposer) pathFor(l text.Line, f fenced) Path {
	line := r.Text.Line(l)
	path, named := r.lines.path(r.Text, l) // all of the line, if it names several
	if named {
		// An expression for every line is slow.
		if bare := commands().ReplaceAllString(line, ""); bare != line {
			line = bare
			path, _ = readPath(line)
		}
	}
	path.Line = l
	if r.mayBeCode(path) { // (path-lines/code-in-backticks-beside-a-file)
		if file, _ := readPath(backticked().ReplaceAllString(line, "it")); isOfFile(file.Fallback) {
			file.Line = l
			return file
		}
	}
	if strings.Count(line, "`") < len("````") {
		return path
	}
	called := strings.TrimSuffix(r.lines.said(r.Text, l).adds.Called, "()")
	others := backticked().ReplaceAllStringFunc(line, func(name string) string {
		member := strings.TrimSuffix(strings.Trim(name, "` "), "()")
		if !r.isMember(Path{Fallback: member}, f) && member != called {
			return name
		}
		return strings.ReplaceAll(member, ".", " ")
	})
	if others != line {
		path, _ = readPath(others)
	} else if last := lastSentence(line); strings.Contains(path.Fallback, "`") {
		if m := changesFile().FindStringSubmatch(last); m != nil {
			last = m[1]
		}
		path, _ = readPath(last)
	}
	path.Line = l
	return path
}

// changesFile matches the beginning of a sentence about a file to change with another one's help.
var changesFile = text.Expression("(?i)^(?:\\W|\\d|step\\b|now\\b|then\\b|next\\b|first\\b|finally\\b|and\\b|also\\b)*" +
	"(?:in|inside|update|modify|edit|change|extend) (?:(?:your|the|existing|file) )*(`[^`]+\\.\\w+`),? (?:to )?(?:use|import|call|using|with)\\b")

// mayNameOther reports whether a line has a word that may be another file than the one of the fence above it.
func (p *farPaths) mayNameOther(l text.Line) bool {
	line := p.r.Text.Line(l)
	words, _ := pathWords(line)
	if len(words) > 0 {
		words, _ = pathWords(withoutCode(line)) // an expression for every line is slow
	}
	return slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(p.paths[0].Readings, w) })
}

// mayNameFar reports whether a line may name the file of a fence further below, or may be about another one. It's asked
// once of each line, while paths are searched at every key.
func mayNameFar(line string) bool {
	return strings.IndexByte(line, '/') >= 0 || strings.IndexByte(line, '\\') >= 0 || mayHaveExtension(line)
}

// isEmphatic reports whether a line is a heading or bold, or has code in it.
func isEmphatic(line string) bool {
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "**") || strings.IndexByte(line, '`') >= 0
}

// mayHaveExtension reports whether a line has a dot and letters that may be an extension.
func mayHaveExtension(line string) bool {
	for dot := strings.IndexByte(line, '.'); dot >= 0; {
		after := strings.TrimLeft(line[dot+1:], "0123456789_+-")
		if after != "" && (isWordByte(after[0]) || after[0] >= utf8.RuneSelf) {
			return true
		}
		next := strings.IndexByte(line[dot+1:], '.')
		if next < 0 {
			break
		}
		dot += next + 1
	}
	return false
}

// memberName matches a class or a module and what it has.
var memberName = text.Expression(`^[\pL_]\w*\.([\pL_]\w*)$`)

// maxMemberLines limits the lines of a fence that are searched for a method.
const maxMemberLines = 40

// isMember reports whether a path may be no file but a class and its method, which the fence has: `Service.find`
// (code-blocks/far-method-of-a-class).
func (r *Result) isMember(path Path, f fenced) bool {
	m := memberName().FindStringSubmatch(path.Fallback)
	if m == nil {
		return false
	}
	return r.beginsWithLine(f, func(line string) bool {
		at := strings.Index(line, m[1]+"(")
		return at == 0 || at > 0 && !isWordByte(line[at-1])
	})
}

// beginsWithLine reports whether one of a fence's first lines is such a one.
func (r *Result) beginsWithLine(f fenced, is func(string) bool) bool {
	return slices.ContainsFunc(r.Text.Lines(f.start+1, max(f.start+1, min(f.end, f.start+maxMemberLines))), is)
}

// isSelector reports whether a name is a CSS class rather than a file, since the fence has a rule for it
// (code-blocks/added-beside-what-is-named).
func (r *Result) isSelector(name string, f fenced) bool {
	return strings.HasPrefix(name, ".") && r.beginsWithLine(f, func(line string) bool {
		rest, is := strings.CutPrefix(strings.TrimSpace(line), name)
		return is && rest != ""
	})
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
