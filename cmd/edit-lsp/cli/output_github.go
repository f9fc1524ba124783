package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// githubLevels are the workflow commands for annotations. Hints have none.
var githubLevels = map[codes.Severity]string{
	codes.Error:       "error",
	codes.Warning:     "warning",
	codes.Information: "notice",
}

// writeGitHub writes a GitHub Actions annotation for each finding, at its line in the chat.
//
// GitHub runs a line as a command if it begins with two colons, and may do so if it contains "##[".
// So every line begins with our text, and the last line, the counts, has nothing else.
func writeGitHub(w io.Writer, r results) error {
	out := bufio.NewWriter(w)
	for _, d := range r.docs {
		for _, f := range findings(d.report) {
			level := githubLevels[f.Severity]
			if level == "" {
				continue
			}
			place := ""
			if d.name != stdin {
				place = fmt.Sprintf("file=%s,line=%d,endLine=%d,", githubProperty(githubPath(d.name)), f.First.Number(), int(f.End))
			}
			fmt.Fprintf(out, "::%s %stitle=%s::%s\n", level, place, githubProperty("edit-lsp ("+string(f.Code)+")"), githubData(f.words()))
		}
	}
	for _, d := range r.docs {
		fmt.Fprintf(out, "%s%s\n", d.report.Summary(), wouldTouch(d.report, r.written))
	}
	return out.Flush()
}

// githubPath returns a file's path relative to the top of the checkout, which annotations need in
// whatever directory the step runs.
func githubPath(name string) string {
	top := os.Getenv("GITHUB_WORKSPACE")
	abs, err := filepath.Abs(name)
	if rel, inside := relativeTo(top, abs); top != "" && err == nil && inside {
		return rel
	}
	return name
}

// githubData escapes a message for a workflow command. Its only control characters are newlines.
func githubData(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = text.Escape(l)
	}
	return strings.NewReplacer("%", "%25", "\n", "%0A").Replace(strings.Join(lines, "\n"))
}

func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(s))
}
