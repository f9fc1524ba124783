package lsp

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// slowly starts a session whose editor answers workspace/applyEdit only when told to. asked gets a value
// for each of these requests.
func slowly(t *testing.T, all files, attached bool) (u *under, asked <-chan struct{}, answer chan<- struct{}) {
	arrived, released := make(chan struct{}, 10), make(chan struct{}, 10)
	u = beginWith(t, all, Options{notice: time.Nanosecond}, lsptest.Options{Attached: attached, Answering: func(method string) {
		if method == "workspace/applyEdit" {
			arrived <- struct{}{}
			<-released
		}
	}})
	return u, arrived, released
}

// sendCommand sends a command, and returns once the server has given it its turn.
func (u *under) sendCommand(ctx context.Context, command string, argument any) (wait func(result any) error) {
	u.t.Helper()
	wait, err := u.Send(ctx, "workspace/executeCommand", map[string]any{"command": command, "arguments": []any{argument}})
	u.do(err)
	u.do(u.Call(u.ctx, "test/settled", nil, nil))
	return wait
}

var twoInsertions = block("a.txt", "one\n", "one\n1.5\n") + "\n" + block("a.txt", "three\n", "three\n3.5\n")

// insertingSlowly opens a chat with two insertions in such a session.
func insertingSlowly(t *testing.T, attached bool) (u *under, chat protocol.DocumentUri, asked <-chan struct{}, answer chan<- struct{}) {
	u, asked, answer = slowly(t, files{"chat.md": twoInsertions, "a.txt": "one\ntwo\nthree\n"}, attached)
	chat = u.open("chat.md")
	u.settled()
	return u, chat, asked, answer
}

// The edit of a command is made once the editor has answered the edit before.
func appliedTwiceBeforeTheAnswer(t *testing.T) {
	type arguments = map[string]any
	all := func(uri protocol.DocumentUri) arguments { return arguments{"uri": uri} }
	of := func(block int) func(protocol.DocumentUri) arguments {
		return func(uri protocol.DocumentUri) arguments { return arguments{"uri": uri, "block": block} }
	}
	for name, c := range map[string]struct {
		attached        bool
		command         string
		first, second   func(protocol.DocumentUri) arguments
		reason, content string
	}{
		"one block":                      {true, "editLsp.apply", of(0), of(0), golden.Words("{already-applied}"), "one\n1.5\ntwo\nthree\n"},
		"one block in an unseen buffer":  {false, "editLsp.apply", of(0), of(0), golden.Words("{already-applied}"), "one\n1.5\ntwo\nthree\n"},
		"two blocks":                     {true, "editLsp.apply", of(0), of(1), "", "one\n1.5\ntwo\nthree\n3.5\n"},
		"two blocks in an unseen buffer": {false, "editLsp.apply", of(0), of(1), "Save a.txt first: it has an unsaved edit, so lines may have moved", "one\n1.5\ntwo\nthree\n"},
		"all blocks":                     {true, "editLsp.applyAll", all, all, "there is nothing to apply", "one\n1.5\ntwo\nthree\n3.5\n"},
		"all blocks in an unseen buffer": {false, "editLsp.applyAll", all, all, "there is nothing to apply", "one\n1.5\ntwo\nthree\n3.5\n"},
	} {
		t.Run(name, func(t *testing.T) {
			u, chat, asked, answer := insertingSlowly(t, c.attached)
			first := u.sendCommand(u.ctx, c.command, c.first(chat))
			<-asked
			second := u.sendCommand(u.ctx, c.command, c.second(chat))
			answer <- struct{}{}
			answer <- struct{}{}
			var done, again commandResult
			u.do(first(&done))
			u.do(second(&again))
			assert.True(t, done.Applied, done.Reason)
			assert.Equal(t, commandResult{Applied: c.reason == "", Reason: c.reason}, again)
			assert.Equal(t, c.content, u.Text(u.uri("a.txt")))
		})
	}
}

// A command that waits for its turn can be cancelled. The next one still waits for the first.
func TestAWaitingCommandIsCancelled(t *testing.T) {
	u, chat, asked, answer := insertingSlowly(t, true)
	first := u.sendCommand(u.ctx, "editLsp.apply", map[string]any{"uri": chat, "block": 0})
	<-asked
	sent, cancel := make(chan struct{}), make(chan struct{})
	close(cancel)
	params := map[string]any{"command": "editLsp.applyAll", "arguments": []any{map[string]any{"uri": chat}}}
	err := u.CallAndCancel(u.ctx, "workspace/executeCommand", params, sent, cancel)
	require.ErrorContains(t, err, "cancel")
	third := u.sendCommand(u.ctx, "editLsp.apply", map[string]any{"uri": chat, "block": 0})
	var lenses json.RawMessage
	u.do(u.Call(u.ctx, "textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": chat}}, &lenses))
	assert.Empty(t, asked, "other requests are answered, other edits wait")
	answer <- struct{}{}
	var done commandResult
	u.do(first(&done))
	assert.True(t, done.Applied)
	u.do(third(&done))
	assert.Equal(t, commandResult{Reason: golden.Words("{already-applied}")}, done)
}

// Where an editor waits for its user, the next command says why nothing happens.
func TestAWaitingCommandSaysSo(t *testing.T) {
	u, chat, asked, answer := insertingSlowly(t, true)
	first := u.sendCommand(u.ctx, "editLsp.apply", map[string]any{"uri": chat, "block": 0})
	<-asked
	second := u.sendCommand(u.ctx, "editLsp.apply", map[string]any{"uri": chat, "block": 1})
	u.do(u.Await(u.ctx, "a message", func() bool { return len(u.Messages()) > 0 }))
	assert.Equal(t, "edit-lsp: waiting until the editor has applied or rejected the edit before this one", u.Messages()[0].Message)
	answer <- struct{}{}
	answer <- struct{}{}
	var done commandResult
	u.do(first(&done))
	u.do(second(&done))
	assert.True(t, done.Applied, done.Reason)
}

// If a command is cancelled after its edit was sent, the edit still counts.
func TestACommandIsCancelledBeforeTheAnswer(t *testing.T) {
	u, chat, asked, answer := insertingSlowly(t, false)
	sent, cancel := make(chan struct{}), make(chan struct{})
	go func() {
		<-asked
		close(cancel)
	}()
	params := map[string]any{"command": "editLsp.apply", "arguments": []any{map[string]any{"uri": chat, "block": 0}}}
	err := u.CallAndCancel(u.ctx, "workspace/executeCommand", params, sent, cancel)
	require.ErrorContains(t, err, "cancel")
	second := u.sendCommand(u.ctx, "editLsp.apply", map[string]any{"uri": chat, "block": 0})
	answer <- struct{}{}
	var done commandResult
	u.do(second(&done))
	assert.Equal(t, commandResult{Reason: golden.Words("{already-applied}")}, done)
	assert.Equal(t, "one\n1.5\ntwo\nthree\n", u.Text(u.uri("a.txt")))
}

// Shutdown ends commands that wait.
func TestShutdownWhileEditsWait(t *testing.T) {
	u, chat, asked, answer := insertingSlowly(t, true)
	first := u.sendCommand(u.ctx, "editLsp.applyAll", map[string]any{"uri": chat})
	<-asked
	second := u.sendCommand(u.ctx, "editLsp.applyAll", map[string]any{"uri": chat})
	u.do(u.Call(u.ctx, "shutdown", nil, nil))
	require.Error(t, first(nil))
	require.Error(t, second(nil))
	answer <- struct{}{}
	u.over = true
	u.do(u.Notify(u.ctx, "exit", nil))
	u.ends(0)
}

// A command that waited isn't run on a chat that has changed, unless its block is the same.
func TestTheChatChangesWhileACommandWaits(t *testing.T) {
	for name, c := range map[string]struct {
		old, new, err string
		argument      map[string]any
	}{
		"the block is the same":         {"three\n3.5\n", "three\n3.5\n", "", map[string]any{"block": 0}},
		"the block is another":          {"1.5\n", "1.6\n", "the chat has changed", map[string]any{"block": 0}},
		"the command is about the chat": {"1.5\n", "1.6\n", "the chat has changed", nil},
	} {
		t.Run(name, func(t *testing.T) {
			u, asked, answer := slowly(t, files{"chat.md": twoInsertions, "a.txt": "one\ntwo\nthree\n"}, true)
			chat := u.open("chat.md")
			u.settled()
			argument, command := map[string]any{"uri": chat}, "editLsp.applyAll"
			if c.argument != nil {
				argument["block"], command = c.argument["block"], "editLsp.apply"
			}
			first := u.sendCommand(u.ctx, "editLsp.apply", map[string]any{"uri": chat, "block": 1})
			<-asked
			second := u.sendCommand(u.ctx, command, argument)
			u.do(u.Replace(u.ctx, chat, c.old, c.new))
			u.do(u.Call(u.ctx, "test/settled", nil, nil))
			answer <- struct{}{}
			answer <- struct{}{}
			u.do(first(nil))
			var done commandResult
			err := second(&done)
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				return
			}
			u.do(err)
			assert.Equal(t, commandResult{Applied: true}, done)
		})
	}
}

// An editor that says it applied an edit, and didn't, is not believed where the server sees the text.
func appliedWithoutAChange(t *testing.T) {
	all := files{"chat.md": block("a.txt", "one\n", "1\n"), "a.txt": "one\ntwo\n"}
	u := begin(t, all)
	u.Reconfigure(func(o *lsptest.Options) { o.Applied = map[string]any{"applied": true} })
	chat, target := u.open("chat.md"), u.open("a.txt")
	_, err := u.execute("editLsp.apply", map[string]any{"uri": chat, "block": 0})
	u.do(err)
	u.settled()
	assert.Equal(t, "one\ntwo\n", u.Text(target))
	assert.Nil(t, u.offered(chat, 2, "Apply edit").Disabled)
	assert.NotContains(t, u.titles(chat, 2), "Revert this edit")
}
