package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// copyButtons are what a page has above its code, beside the language. Copied from there, an answer has them instead of
// fences, and nothing says where the code ends (code-blocks/fences-lost-in-a-paste).
var copyButtons = []string{"Copy code", "Copy", "CopyEdit", "Code kopieren", "Kopieren", "复制代码", "复制"}

// lostFence keeps code without its fence below a line that names a file, to say so.
func (w *walk) lostFence(button text.Line) {
	l := button - 1
	if w.off || l < w.floor || !isCodeLanguage(w.trimmed(l)) {
		return
	}
	f := fenced{start: l, end: button, lost: true, content: span(button, button+1)}
	for at := l - 1; at >= max(w.floor, l-2*linesAbove) && !f.path.IsOfFile(); at-- {
		f.path, _ = w.pathAt(at, w.floor)
	}
	if f.path.IsOfFile() {
		w.fenced = append(w.fenced, f)
	}
}

// otherLanguages are names of languages that no extension is.
var otherLanguages = []string{"c++", "c#", "dockerfile", "makefile"}

// isCodeLanguage reports whether a line is the name of a language other than that of commands.
func isCodeLanguage(name string) bool {
	name = strings.ToLower(name)
	if slices.Contains(shownTags, name) {
		return false
	}
	for extension, language := range languages() {
		if extension == "."+name || language == name {
			return true
		}
	}
	return slices.Contains(otherLanguages, name)
}
