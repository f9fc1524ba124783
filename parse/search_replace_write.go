package parse

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// shortestFence is the fence length that the prompts ask for.
const shortestFence = 4

// markerLengths are tried in order. If none works, marker-like lines get a backslash.
var markerLengths = []int{7, 8, 9, 6, 5}

func writeDiff(e Edit, path string, spelling int) string {
	return writeSearchReplace(e, spelling, func(fence string) []string { return []string{path, fence} })
}

func writeDiffFenced(e Edit, path string, spelling int) string {
	return writeSearchReplace(e, spelling, func(fence string) []string { return []string{fence, path} })
}

func writeSearchReplace(e Edit, spelling int, head func(fence string) []string) string {
	fence := FenceFor(shortestFence, append(e.Needle(), e.New...))
	needle, replacement := e.Needle(), e.Replacement()
	if spelling == len(markerLengths) {
		needle, replacement, spelling = escape(needle), escape(replacement), 0
	}
	run := func(c string) string { return strings.Repeat(c, markerLengths[spelling]) }
	return join(
		head(fence+FenceLanguage(e.Path)), line(run("<")+" SEARCH"), needle, line(run("=")),
		replacement, line(run(">")+" REPLACE"), line(fence),
	)
}

func escape(lines []string) []string {
	lines = slices.Clone(lines)
	for i, l := range lines {
		if tok, ok := escapedMarker(`\`+l, `\`+strings.TrimRight(l, " \t")); ok && (role(tok.kind) != separator || tok.length >= shortestMarker) {
			lines[i] = `\` + l
		}
	}
	return lines
}

// fitsSearchReplace: a blank SEARCH section creates a file.
func fitsSearchReplace(e Edit) string {
	if !e.Creates() && text.IsBlank(strings.Join(e.Needle(), "")) {
		return "it looks only for blank lines, which would create a file"
	}
	return ""
}

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

// FenceLanguage returns the fence tag for a file, none for Markdown and plain text: blocks in fences
// with those tags count as examples.
func FenceLanguage(name string) string { return languages()[strings.ToLower(path.Ext(name))] }
