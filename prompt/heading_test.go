package prompt_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/prompt"
)

func TestHeading(t *testing.T) {
	for _, c := range []struct{ name, chat, want string }{
		{"no turns", "web/cart.ts\n", ""},
		{"headings", "## User\n\nhi\n\n## Assistant\n\nhello\n", "## User"},
		{"the user's turn is the last", "## Me\n\nhi\n\n## CodeCompanion\n\nhello\n\n## Me\n\n", ""},
		{"emoji", "💬:\nfix it\n\n🤖:[gpt]\n\ndone\n", "💬:"},
		{"a label with text", "**You:** fix: it\n\n**Claude:** done\n", "**You:**"},
		{"a time in the heading", "## User (2025-12-02 12:49Z)\n\nhi\n\n## Assistant\n\nhello\n", "## User (2025-12-02 12:49Z)"},
		{"aider marks each line", "# aider chat started at 2025-01-01 10:00:00\n\n#### fix it  \n\ndone\n\n#### again  \n\ndone\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := prompt.Heading(t.Context(), text.New(c.chat), parse.Options{})
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}
