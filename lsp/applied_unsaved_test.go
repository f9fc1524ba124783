package lsp

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// If an unseen buffer has an unsaved edit, a second edit is offered only if the first one doesn't
// move or change its lines.
func theNextEditOfAnUnsavedBufferThatIsNotSeen(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string
		offered       bool
	}{
		"lines come in above":             {block("a.txt", "two\n", "two\n2\n"), block("a.txt", "four\n", "4\n"), false},
		"lines are changed above":         {block("a.txt", "two\n", "2\n"), block("a.txt", "four\n", "4\n"), true},
		"lines come in below":             {block("a.txt", "four\n", "four\n4\n"), block("a.txt", "two\n", "2\n"), true},
		"right behind lines that come in": {block("a.txt", "two\n", "two\n2\n"), block("a.txt", "three\n", "3\n"), false},
		"as many lines as are taken":      {block("a.txt", "one\ntwo\n", "two\n2\n"), block("a.txt", "four\n", "4\n"), true},
	} {
		for _, byCommand := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, by command %v", name, byCommand), func(t *testing.T) {
				u := begin(t, files{"chat.md": c.first + "\n" + c.second, "a.txt": "one\ntwo\nthree\nfour\n"})
				chat := u.open("chat.md")
				run := func(block int) (answer commandResult) {
					u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{
						"command": "editLsp.apply", "arguments": []any{map[string]any{"uri": chat, "block": block}},
					}, &answer))
					return answer
				}
				if byCommand {
					require.Equal(t, commandResult{Applied: true}, run(0))
				} else {
					u.choose(chat, 2, "Apply edit")
				}
				line := strings.Count(c.first, "\n") + 3
				list, err := u.CodeActions(u.ctx, chat, line-1)
				u.do(err)
				require.Equal(t, "Apply edit", list[0].Title)
				if c.offered {
					require.Nil(t, list[0].Disabled)
					u.choose(chat, line, "Apply edit")
					u.save()
					now := u.content("a.txt")
					u.do(u.Saved(u.ctx, chat))
					assert.Equal(t, []string{"2 already-applied", fmt.Sprint(line) + " already-applied"}, u.codes(chat), now)
					return
				}
				require.NotNil(t, list[0].Disabled)
				assert.Contains(t, list[0].Disabled.Reason, "first: it has an unsaved edit")
				assert.Equal(t, commandResult{Reason: list[0].Disabled.Reason}, run(1))
				u.do(u.Await(u.ctx, "the warning", func() bool { return len(u.Messages()) > 0 }))
				assert.Equal(t, "edit-lsp: "+list[0].Disabled.Reason, u.Messages()[0].Message)

				// After saving, the file's text counts again.
				u.save()
				u.do(u.Saved(u.ctx, chat))
				list, err = u.CodeActions(u.ctx, chat, line-1)
				u.do(err)
				assert.Nil(t, list[0].Disabled)
			})
		}
	}
}

// A block applied in an unseen buffer counts as applied because the client says so, until the
// buffer is saved.
func TestABlockAppliedInAnUnsavedBufferThatIsNotSeen(t *testing.T) {
	for name, c := range map[string]string{
		"a file that is changed": block("a.txt", "two\n", "two\n2\n"),
		"a file that is made":    block("new.txt", "", "x\n"),
	} {
		for _, byCommand := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, by command %v", name, byCommand), func(t *testing.T) {
				u := begin(t, files{"chat.md": c, "a.txt": "one\ntwo\n"})
				chat := u.open("chat.md")
				apply := func() (answer commandResult) {
					u.do(u.Call(u.ctx, "workspace/executeCommand", map[string]any{
						"command": "editLsp.apply", "arguments": []any{map[string]any{"uri": chat, "block": 0}},
					}, &answer))
					return answer
				}
				if byCommand {
					require.Equal(t, commandResult{Applied: true}, apply())
				} else {
					u.choose(chat, 2, "Apply edit")
				}
				assert.Equal(t, []string{"2 already-applied"}, u.codes(chat))
				assert.Equal(t, commandResult{Reason: golden.Words("{already-applied}")}, apply())
				list, err := u.CodeActions(u.ctx, chat, 1)
				u.do(err)
				assert.Equal(t, "Revert this edit", list[0].Title)
				assert.Contains(t, list[0].Disabled.Reason, "first: it has an unsaved edit")

				u.save()
				u.do(u.Saved(u.ctx, chat))
				assert.Equal(t, []string{"2 already-applied"}, u.codes(chat))
				list, err = u.CodeActions(u.ctx, chat, 1)
				u.do(err)
				assert.Nil(t, list[0].Disabled)
			})
		}
	}
}

func anUnsavedBufferBesideOneThatIsSeen(t *testing.T) {
	u := begin(t, files{
		"chat.md": block("a.txt", "one\n", "one\n1.5\n") + "\n" + block("b.txt", "three\n", "tre\n") + "\n" + block("a.txt", "two\n", "due\n"),
		"a.txt":   "one\ntwo\n", "b.txt": "three\n",
	})
	chat := u.open("chat.md")
	u.open("b.txt")
	u.choose(chat, 2, "Apply all 3 edits in this document")
	assert.Equal(t, "tre\n", u.Text(u.uri("b.txt")))
	list, err := u.CodeActions(u.ctx, chat, 1)
	u.do(err)
	require.NotNil(t, list[0].Disabled, "its lines have moved in a buffer that isn't seen")
	assert.Contains(t, list[0].Disabled.Reason, "Save a.txt first")
}

// A file that an edit created can be created again once it is gone.
func TestACreatedFileIsDeleted(t *testing.T) {
	const whole = "<!-- edit-lsp: on -->\n\nnew/b.py\n```\nx = 2\n```\n"
	lenses := func(u *under, chat protocol.DocumentUri) {
		_, titles := u.lenses(chat)
		require.NotContains(u.t, titles, "Create new/b.py")
		require.NotContains(u.t, titles, "Apply")
	}
	for name, c := range map[string]struct {
		attached bool
		// between happens while the file exists, after when it is gone.
		between, after func(u *under, chat protocol.DocumentUri)
	}{
		"the editor opens the file": {true, nil, func(u *under, _ protocol.DocumentUri) {
			u.do(u.Close(u.ctx, u.uri("new/b.py")))
		}},
		"lenses are requested":  {false, lenses, nil},
		"the chat is checked":   {false, func(u *under, chat protocol.DocumentUri) { u.do(u.Saved(u.ctx, chat)); u.settled() }, nil},
		"the file is watched":   {false, nil, func(u *under, _ protocol.DocumentUri) { u.watched("new/b.py", protocol.FileChangeTypeDeleted) }},
		"the folder is watched": {false, nil, func(u *under, _ protocol.DocumentUri) { u.watched("new", protocol.FileChangeTypeDeleted) }},
		"the editor deletes it": {false, nil, func(u *under, _ protocol.DocumentUri) {
			u.do(u.Notify(u.ctx, "workspace/didDeleteFiles", map[string]any{"files": []any{map[string]any{"uri": u.uri("new/b.py")}}}))
		}},
	} {
		for chatText, command := range map[string]string{whole: "editLsp.writeFile", block("new/b.py", "", "x = 2\n"): "editLsp.apply"} {
			t.Run(name+", "+command, func(t *testing.T) {
				u := beginWith(t, files{"chat.md": chatText}, Options{}, lsptest.Options{Attached: c.attached})
				chat := u.open("chat.md")
				argument := map[string]any{"uri": chat, "block": 0, "proposal": 0}
				if command == "editLsp.writeFile" {
					delete(argument, "block")
				}
				answer, err := u.execute(command, argument)
				u.do(err)
				require.True(t, answer.Applied, answer.Reason)
				u.settled()
				u.save()
				if c.between != nil {
					c.between(u, chat)
				}
				u.do(os.RemoveAll(u.path("new")))
				u.Forget(u.uri("new/b.py"))
				if c.after != nil {
					c.after(u, chat)
				}
				_, titles := u.lenses(chat)
				assert.NotEqual(t, "applied", titles[0])
				answer, err = u.execute(command, argument)
				u.do(err)
				assert.True(t, answer.Applied, answer.Reason)
				assert.Equal(t, "x = 2\n", u.Text(u.uri("new/b.py")))
			})
		}
	}
}

func (u *under) watched(name string, change protocol.UInteger) {
	u.do(u.Notify(u.ctx, "workspace/didChangeWatchedFiles", map[string]any{
		"changes": []any{map[string]any{"uri": u.uri(name), "type": change}},
	}))
}
