package prompt

import (
	"iter"
	"path"
	"strings"
	"sync"

	"github.com/edit-lsp/edit-lsp/parse"
)

// diff and diffFenced are the two layouts of seed 004.
var (
	diff = &Format{
		Name: "diff", Aliases: []string{"search-replace"}, Dialect: "search-replace", Layout: parse.LayoutDiff,
		spellings: writeDiff,
		fits:      fitsSearchReplace,
		lesson: searchReplaceLesson(
			"The path of the file, alone on its line.",
			"The opening fence: four backticks and the language of the code.",
		),
	}
	diffFenced = &Format{
		Name: "diff-fenced", Dialect: "search-replace", Layout: parse.LayoutDiffFenced,
		spellings: writeDiffFenced,
		fits:      fitsSearchReplace,
		lesson: searchReplaceLesson(
			"The opening fence: four backticks and the language of the code.",
			"The path of the file, alone on its line, as the first thing in the fence.",
		),
	}
)

// searchReplaceLesson is the lesson of a layout, whose blocks begin with head.
func searchReplaceLesson(head ...string) lesson {
	return lesson{
		parts: append(head,
			"The line `<<<<<<< SEARCH`.",
			"The lines to look for, as they stand in the file.",
			"The line `=======`.",
			"The lines that come in their place.",
			"The line `>>>>>>> REPLACE`.",
			"The closing fence: four backticks.",
		),
		find:  "the SEARCH section",
		put:   "the REPLACE section",
		place: firstPlace,
		notes: []string{
			"**Four backticks, not three,** so that code with a fence in it does not end the block's own. If the code has a run of four, use five.",
			"**Markers are whole lines** that begin in the first column. If a line of the code is itself a run of seven `=`, give the three markers of that block eight characters each.",
		},
		insert: "put a line that is there into the SEARCH section, and that line with the new ones behind or before it into the REPLACE section.",
		remove: "put the lines into the SEARCH section, and only what stays of them into the REPLACE section; it may be empty.",
		create: "leave the SEARCH section empty, and put the whole file into the REPLACE section.",
	}
}

// shortestFence is the number of backticks that seed 004 asks for.
const shortestFence = 4

// markerLengths are the lengths of the markers, the usual one first.
var markerLengths = []int{7, 8, 9, 6, 5}

func writeDiff(e Edit, path string) iter.Seq[string] {
	return writeSearchReplace(e, func(fence string) []string { return []string{path, fence} })
}

func writeDiffFenced(e Edit, path string) iter.Seq[string] {
	return writeSearchReplace(e, func(fence string) []string { return []string{fence, path} })
}

func writeSearchReplace(e Edit, head func(fence string) []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		needle, replacement := e.Needle(), e.Replacement()
		fence := fenceFor(shortestFence, append(e.Needle(), e.New...))
		for _, n := range markerLengths {
			run := func(c string) string { return strings.Repeat(c, n) }
			block := join(
				head(fence+language(e.Path)), line(run("<")+" SEARCH"), needle, line(run("=")),
				replacement, line(run(">")+" REPLACE"), line(fence),
			)
			if !yield(block) {
				return
			}
		}
	}
}

// fitsSearchReplace: a SEARCH section of blanks creates a file.
func fitsSearchReplace(e Edit) string {
	if !e.creates() && isBlank(e.Needle()) {
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

// language is the tag for the fence around a file's lines. Markdown and plain text
// have none: a fence with their tags shows what is in it.
func language(name string) string { return languages()[strings.ToLower(path.Ext(name))] }
