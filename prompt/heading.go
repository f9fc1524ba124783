package prompt

import (
	"context"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Heading returns the line that begins a turn of the user at the end of a chat, as its last one does. It is
// empty if the chat has no turns, if the user's turn is the last, or if each line of a user's turn is marked.
// It fails only if the context is cancelled.
func Heading(ctx context.Context, chat *text.Text, o parse.Options) (string, error) {
	o.Growing = false
	doc, err := parse.Document(ctx, chat, o, nil)
	if err != nil {
		return "", err
	}
	last := len(doc.Turns) - 1
	if last < 0 || doc.Turns[last].Role == parse.User {
		return "", nil
	}
	for doc.Turns[last].Role != parse.User {
		if last--; last < 0 {
			return "", nil
		}
	}
	line := strings.TrimSpace(chat.Line(doc.Turns[last].First))
	begins := func(heading string) (bool, error) {
		longer := text.New(chat.String() + "\n\n" + heading + "\n\nx\n")
		after, err := parse.Document(ctx, longer, o, nil)
		if err != nil {
			return false, err
		}
		turns := after.Turns
		return len(turns) == len(doc.Turns)+1 && turns[len(turns)-1].Role == parse.User, nil
	}
	marker := line[:len(line)-len(strings.TrimLeft(line, "#> "))]
	if marked, err := begins(marker + "x"); err != nil || marked && marker != "" {
		return "", err
	}
	candidates := []string{label(line), line}
	if strings.HasPrefix(line, "#") {
		candidates = candidates[1:]
	}
	for _, heading := range candidates {
		if fits, err := begins(heading); err != nil || fits {
			return heading, err
		}
	}
	return "", nil
}

// label returns the part of a line up to its first colon and the emphasis that ends there.
func label(line string) string {
	_, rest, found := strings.Cut(strings.ReplaceAll(line, "：", ":"), ":")
	if !found {
		return line
	}
	rest = strings.TrimLeft(rest, "*_")
	return strings.TrimSuffix(line, rest)
}
