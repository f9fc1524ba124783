package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

const (
	maxAbove = 2000
	// maxEnclosing counts characters.
	maxEnclosing = 40
)

// lineIn names a line of a block's target by its number and enclosing line.
func lineIn(b *diagnostics.Block, l text.Line) string {
	name := fmt.Sprintf("line %d", l.Number())
	if b.Target.File == nil {
		return name
	}
	if in := enclosing(b.Target.File.Text, l); in != "" {
		name += ", in " + in
	}
	return name
}

// enclosing returns the closest line above l that has less indentation and names something, up to
// its first parenthesis, or "". Branches and loops count only if there is nothing else, since many
// look the same.
func enclosing(t *text.Text, l text.Line) string {
	indent := len(text.Indentation(t.Line(l)))
	nearest := ""
	for above := l - 1; above >= 0 && above > l-maxAbove && indent > 0; above-- {
		line := t.Line(above)
		said := strings.TrimLeft(strings.TrimSpace(line), "} ")
		if strings.TrimSpace(line) == "" || len(text.Indentation(line)) >= indent {
			continue
		}
		indent = len(text.Indentation(line))
		word, _, _ := strings.Cut(strings.Trim(said, "({:"), " ")
		switch {
		case strings.Trim(said, "{}()[];,") == "":
			indent++ // a lone brace: the name is on the line above
		case slices.Contains(branches, strings.TrimRight(word, "({:")):
			nearest = cmp.Or(nearest, shortened(said))
		default:
			return shortened(said)
		}
	}
	return nearest
}

// branches are first words of enclosing lines that name nothing.
var branches = []string{
	"if", "else", "elif", "elsif", "unless", "for", "foreach", "while", "until", "loop", "do", "switch", "case", "when",
	"default", "match", "select", "try", "catch", "except", "finally", "rescue", "ensure", "with", "begin", "return",
}

func shortened(line string) string {
	if head, _, ok := strings.Cut(line, "("); ok && strings.TrimSpace(head) != "" {
		line = head + "("
	}
	return text.Escape(text.Truncate(strings.TrimRight(line, " {:"), maxEnclosing))
}
