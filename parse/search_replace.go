package parse

import (
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// searchReplace is the dialect of aider, in both layouts.
var searchReplace = &Dialect{
	Name:           "search-replace",
	FirstMatchWins: true,
	Forms: []*Form{
		{Name: "diff", Layout: LayoutDiff, spellings: len(markerLengths), write: writeDiff, fits: fitsSearchReplace},
		{Name: "diff-fenced", Layout: LayoutDiffFenced, spellings: len(markerLengths), write: writeDiffFenced, fits: fitsSearchReplace},
	},
	marker:     searchReplaceMarker,
	read:       readSearchReplace,
	path:       searchReplacePath,
	separators: dividerOf,
	// A bare run of `=` underlines a heading; deeper indented markers are content.
	distinct: func(t token) bool { return t.role != separator && t.indent == 0 },
}

// Markers have 5 to 9 characters before the word.
const (
	shortestMarker = 5
	longestMarker  = 9
)

// searchReplaceMarker reads a marker at any indentation. Whether the indentation is that of
// the fence is checked when the block is read.
func searchReplaceMarker(line, trimmed string) (token, bool) {
	n := 1
	for n < len(trimmed) && trimmed[n] == trimmed[0] {
		n++
	}
	if n < shortestMarker || n > longestMarker {
		return token{}, false
	}
	tok := token{length: int32(n), indent: int32(strings.IndexByte(line, trimmed[0]))}
	switch word := trimmed[n:]; trimmed[0] {
	case '<':
		tok.role = startMarker
		return tok, word == " SEARCH" || word == " ORIGINAL"
	case '=':
		tok.role = separator
		return tok, word == ""
	default:
		tok.role = endMarker
		return tok, word == " REPLACE" || word == " UPDATED"
	}
}

const searchReplaceNoEnd = "expected `>>>>>>> REPLACE` before %s"

func readSearchReplace(w *walk, start token, bound text.Line) reading {
	fence, indent := text.None, ""
	if f, in := w.inside.top(); in && f.indent > 0 {
		fence, indent = f.line, w.text.Line(f.line)[:f.indent]
	}
	// Markers deeper than the fence are content.
	own := func(t token) bool { return t.indent == 0 || w.indent(t) == indent }
	if !own(start) {
		return reading{outcome: noBlock}
	}
	r := reading{end: w.first(start, endMarker, start.line+1, bound, own)}
	if r.end == text.None {
		r.fail(unclosed, searchReplaceNoEnd, w.place(bound))
		return r
	}
	var runs []token
	nested := text.None
	for _, t := range w.between(start.line+1, r.end) {
		switch {
		case t.dialect != start.dialect || !own(t):
		case t.role == separator:
			runs = append(runs, t)
		case t.role == startMarker:
			nested = t.line
		}
	}
	divider := chooseDivider(start, runs)
	switch {
	case divider != text.None:
	case nested != text.None:
		// A later start marker may have an end here that this one has not.
		r.end, r.restart = text.None, nested
		r.fail(unclosed, searchReplaceNoEnd, w.place(nested))
		return r
	default:
		expected := "`=======`"
		if len(runs) > 0 {
			expected = fmt.Sprintf("one divider, found %d runs of `=` that could be it", len(runs))
		}
		r.fail(malformed, "expected %s between the start marker and `%s` in %s", expected, w.trimmed(r.end), lineNumber(r.end))
		return r
	}
	r.progress = 1
	r.block = newBlock()
	b := &r.block
	b.Leading, b.Trailing = sectionAt(start.line+1), sectionAt(divider)
	b.Old, b.New = Section{start.line + 1, divider}, Section{divider + 1, r.end}
	if w.trimBlankLines(b.Old).Len() == 0 {
		b.Old.End = b.Old.First
	}
	b.cutAs = fence
	return r
}

// chooseDivider returns the run of `=` that divides a block, or None. Where several would
// do, one of them underlines a heading: the one as long as the start marker divides. Where
// that leaves a choice it refuses, since a guess could write a marker into the file.
func chooseDivider(start token, runs []token) text.Line {
	if len(runs) == 1 {
		return runs[0].line
	}
	divider := text.None
	for _, run := range runs {
		switch {
		case run.length != start.length:
		case divider != text.None:
			return text.None
		default:
			divider = run.line
		}
	}
	return divider
}

// shortestFence is the number of backticks that models are asked for.
const shortestFence = 4

// markerLengths are the lengths of the markers, the usual one first.
var markerLengths = []int{7, 8, 9, 6, 5}

func writeDiff(e Edit, path string, spelling int) string {
	return writeSearchReplace(e, spelling, func(fence string) []string { return []string{path, fence} })
}

func writeDiffFenced(e Edit, path string, spelling int) string {
	return writeSearchReplace(e, spelling, func(fence string) []string { return []string{fence, path} })
}

func writeSearchReplace(e Edit, spelling int, head func(fence string) []string) string {
	fence := FenceFor(shortestFence, append(e.Needle(), e.New...))
	run := func(c string) string { return strings.Repeat(c, markerLengths[spelling]) }
	return join(
		head(fence+FenceLanguage(e.Path)), line(run("<")+" SEARCH"), e.Needle(), line(run("=")),
		e.Replacement(), line(run(">")+" REPLACE"), line(fence),
	)
}

// fitsSearchReplace: a SEARCH section of blanks creates a file.
func fitsSearchReplace(e Edit) string {
	if !e.Creates() && text.IsBlank(strings.Join(e.Needle(), "")) {
		return "it looks for blank lines only, which means a new file there"
	}
	return ""
}

// languages are the tags of fences, by the extension of the file.
var languages = sync.OnceValue(func() map[string]string {
	return map[string]string{
		".bash": "bash", ".c": "c", ".cc": "cpp", ".cpp": "cpp", ".cs": "csharp", ".css": "css", ".dart": "dart",
		".ex": "elixir", ".exs": "elixir", ".fs": "fsharp", ".go": "go", ".h": "c", ".hpp": "cpp", ".hs": "haskell",
		".html": "html", ".java": "java", ".js": "javascript", ".json": "json", ".jsx": "jsx", ".kt": "kotlin",
		".lua": "lua", ".php": "php", ".pl": "perl", ".py": "python", ".r": "r", ".rb": "ruby", ".rs": "rust",
		".scala": "scala", ".scss": "scss", ".sh": "bash", ".sql": "sql", ".swift": "swift", ".toml": "toml",
		".ts": "typescript", ".tsx": "tsx", ".vue": "vue", ".xml": "xml", ".yaml": "yaml", ".yml": "yaml", ".zig": "zig",
	}
})

// FenceLanguage returns the tag for a fence around a file's lines. Markdown and plain text
// have none: blocks in a fence with their tags are taken for an example.
func FenceLanguage(name string) string { return languages()[strings.ToLower(path.Ext(name))] }
