package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Behind a block that is not closed the prompt would be a part of it: there is none,
// and an editor that shows such actions learns why. A turn ends such a block.
func TestTheRetryPromptIsNoPartOfABlock(t *testing.T) {
	failed := block("a.txt", "absent\n", "x\n")
	for name, c := range map[string]struct {
		tail    string
		offered bool
	}{
		"nothing":                   {"", true},
		"prose":                     {"\nAnd so on.", true},
		"new lines, no end":         {"\na.txt\n««« EDIT\none\n═══════ REPL\ntwo\n", false},
		"no end of line":            {"\na.txt\n««« EDIT\none", false},
		"search-replace":            {"\na.txt\n```\n<<<<<<< SEARCH\none\n=======\ntwo\n", false},
		"blanks behind it":          {"\na.txt\n<<<<<<< SEARCH\none\n\n\n", false},
		"find-replace":              {"\nFILE: a.txt\nFIND:\none\nREPLACE:\ntwo\n", false},
		"closed, but without path":  {"\n««« EDIT\none\n═══════ REPL\ntwo\n»»» EDIT END\n", true},
		"an earlier one, then done": {"\na.txt\n««« EDIT\none\n\n" + block("a.txt", "one\n", "two\n"), true},
	} {
		t.Run(name, func(t *testing.T) {
			u := begin(t, files{"a.txt": "one\n", "chat.md": "Intro.\n"})
			uri := u.open("chat.md")
			u.do(u.Append(u.ctx, uri, failed+c.tail))
			for _, still := range []bool{false, true} {
				if still {
					u.idle()
				}
				u.settled()
				list, err := u.CodeActions(u.ctx, uri, 3)
				u.do(err)
				var offered, why string
				for _, a := range list {
					if a.Title == "Insert retry prompt" {
						offered = a.Title
						if a.Disabled != nil {
							why = a.Disabled.Reason
						}
					}
				}
				require.NotEmpty(t, offered)
				if c.offered {
					assert.Empty(t, why)
				} else {
					assert.Equal(t, unfinishedEnd, why, "still: %v", still)
				}
			}
			if !c.offered {
				return
			}
			before := u.codes(uri)
			u.choose(uri, 4, "Insert retry prompt")
			u.idle()
			assert.Equal(t, before, u.codes(uri), "what is put there proposes nothing")
		})
	}
}
