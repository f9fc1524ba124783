package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// After an unclosed block, the prompt would become part of it, so it is inserted above the block. A
// turn or an end marker closes such a block.
func TestTheRetryPromptIsNoPartOfABlock(t *testing.T) {
	failed := block("a.txt", "absent\n", "x\n")
	for name, c := range map[string]struct {
		tail string
		// above is the prefix of the line below the prompt, empty for the end.
		above string
	}{
		"nothing":                   {"", ""},
		"prose":                     {"\nAnd so on.", ""},
		"new lines, no end":         {"\na.txt\n««« EDIT\none\n═══════ REPL\ntwo\n", "a.txt"},
		"no end of line":            {"\na.txt\n««« EDIT\none", "a.txt"},
		"in a fence, with prose":    {"\nNow:\na.txt\n```\n<<<<<<< SEARCH\none\n=======\ntwo\n", "Now:"},
		"blanks behind it":          {"\na.txt\n<<<<<<< SEARCH\none\n\n\n", "a.txt"},
		"find-replace":              {"\nFILE: a.txt\nFIND:\none\nREPLACE:\ntwo\n", "FILE:"},
		"closed, but without path":  {"\n««« EDIT\none\n═══════ REPL\ntwo\n»»» EDIT END\n", ""},
		"an earlier one, then done": {"\na.txt\n««« EDIT\none\n\n" + block("a.txt", "one\n", "two\n"), ""},
	} {
		for _, still := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, still: %v", name, still), func(t *testing.T) {
				u := begin(t, files{"a.txt": "one\n", "chat.md": "Intro.\n"})
				uri := u.open("chat.md")
				u.do(u.Append(u.ctx, uri, failed+c.tail))
				before := u.codes(uri)
				if still {
					u.idle()
					before = u.codes(uri)
				}
				was := u.Text(uri)
				u.choose(uri, 4, "Insert retry prompt")
				text := u.Text(uri)
				at := strings.Index(text, "Some edits could not be applied.")
				require.Positive(t, at)
				if c.above == "" {
					assert.True(t, strings.HasPrefix(text, was), text)
				} else {
					tail := strings.TrimPrefix(c.tail, "\n")
					assert.True(t, strings.HasPrefix(tail, c.above))
					assert.True(t, strings.HasSuffix(text, "\n\n"+tail), text)
					assert.True(t, strings.HasPrefix(text, "Intro.\n"+failed+"\n"), text)
				}
				if !still {
					return
				}
				// The rest only moves down, and the prompt names the new lines.
				u.idle()
				after := u.codes(uri)
				require.Len(t, after, len(before), text)
				for i := range after {
					wasLine, code, _ := strings.Cut(before[i], " ")
					line, now, _ := strings.Cut(after[i], " ")
					assert.Equal(t, code, now)
					if c.above == "" {
						assert.Equal(t, wasLine, line)
					} else if code == "unclosed-block" {
						assert.Contains(t, text, "the block at line "+line+":")
					}
				}
				for _, d := range u.Shown(uri) {
					if d.Code == "unclosed-block" && c.above != "" {
						assert.Greater(t, int(d.Range.Start.Line), strings.Count(text[:at], "\n"))
					}
				}
			})
		}
	}
}
