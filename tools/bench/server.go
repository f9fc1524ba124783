package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

type object = map[string]any

// client is an editor with one document. It reads only while it waits, since the server doesn't wait for
// it.
type client struct {
	cmd     *exec.Cmd
	stream  jsonrpc2.ObjectStream
	uri     string
	version int
	// shown are the diagnostics of the last version that was waited for.
	shown string
}

// message has what a server sends, and what [answer] reads.
type message struct {
	ID     int
	Method string
	Params struct {
		URI          string
		Version      int
		Diagnostics  json.RawMessage
		TextDocument object
		Edit         workspaceEdit
	}
	Result, Error json.RawMessage
}

const capabilities = `{"textDocument": {
	"publishDiagnostics": {"versionSupport": true, "relatedInformation": true},
	"hover": {"contentFormat": ["markdown"]},
	"codeAction": {
		"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}},
		"dataSupport": true, "resolveSupport": {"properties": ["edit"]}
	}
}}`

// start starts a server in the workspace.
func (f folder) start(args ...string) *client { return f.startWith(capabilities, args...) }

// startWith is start for an editor with other capabilities.
func (f folder) startWith(capabilities string, args ...string) *client {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = f.workspace
	stream := streamOf(get(cmd.StdoutPipe()), get(cmd.StdinPipe()))
	c := &client{cmd: cmd, stream: stream, uri: fileURI(f.workspace, "open.md")}
	must(cmd.Start())
	c.call("initialize", object{
		"processId": os.Getpid(), "rootUri": fileURI(f.workspace), "capabilities": json.RawMessage(capabilities),
	})
	c.send(object{"method": "initialized", "params": object{}})
	return c
}

func streamOf(r io.Reader, w io.WriteCloser) jsonrpc2.ObjectStream {
	pipes := struct {
		io.Reader
		io.WriteCloser
	}{r, w}
	return jsonrpc2.NewBufferedStream(pipes, jsonrpc2.VSCodeObjectCodec{})
}

func fileURI(path ...string) string {
	return "file:///" + strings.TrimPrefix(filepath.ToSlash(filepath.Join(path...)), "/")
}

func (c *client) stop() {
	c.call("shutdown", nil)
	c.send(object{"method": "exit"})
	must(c.stream.Close())
	must(c.cmd.Wait())
}

// peak returns the server's peak resident size, on Linux.
func (c *client) peak() sample {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	_, after, _ := strings.Cut(string(data), "VmHWM:")
	var kilobytes float64
	_, _ = fmt.Sscan(after, &kilobytes)
	return sample{memory: kilobytes * 1024}
}

func (c *client) send(m object) {
	m["jsonrpc"] = "2.0"
	must(c.stream.WriteObject(m))
}

func (c *client) await(wanted func(message) bool) message {
	for {
		var m message
		must(c.stream.ReadObject(&m))
		if wanted(m) {
			return m
		}
	}
}

func (c *client) call(method string, params any) string {
	c.send(object{"id": 1, "method": method, "params": params}) // one at a time
	m := c.await(func(m message) bool { return m.Method == "" })
	if m.Error != nil {
		must(fmt.Errorf("%s: %s", method, m.Error))
	}
	return string(m.Result)
}

// ask returns the result of a request about the start of a line.
func (c *client) ask(method string, line int) string {
	return c.call("textDocument/"+method, object{
		"textDocument": object{"uri": c.uri},
		"position":     lineStart(line),
		"range":        object{"start": lineStart(line), "end": lineStart(line)},
		"context":      object{"diagnostics": []object{}, "triggerKind": 2},
	})
}

// tell sends a notification about the next version of the document.
func (c *client) tell(method string, document object, changes ...object) {
	c.version++
	document["uri"], document["version"] = c.uri, c.version
	params := object{"textDocument": document, "contentChanges": changes}
	c.send(object{"method": "textDocument/" + method, "params": params})
}

func (c *client) open(language, text string) {
	c.tell("didOpen", object{"languageId": language, "text": text})
}

// typed types a character at the start of a line.
func (c *client) typed(line int) {
	c.tell("didChange", object{}, object{"range": object{"start": lineStart(line), "end": lineStart(line)}, "text": "x"})
}

// lineStart returns the position at the start of a line.
func lineStart(line int) object { return object{"line": line, "character": 0} }

const publishDiagnostics = "textDocument/publishDiagnostics"

// took returns the time from a change to the diagnostics of its version.
func (c *client) took(change func()) sample {
	shown := func(m message) bool {
		return m.Method == publishDiagnostics && m.Params.URI == c.uri && m.Params.Version == c.version
	}
	return timed(func() {
		change()
		c.shown = string(c.await(shown).Params.Diagnostics)
	})()
}

func (c *client) opened(text string) sample { return c.took(func() { c.open("markdown", text) }) }

func (c *client) keystroke(line int) sample { return c.took(func() { c.typed(line) }) }

// answer is a server that only answers, to measure the share of machine, pipes and client: null for
// requests and no diagnostics for each version.
func answer(client jsonrpc2.ObjectStream) {
	for {
		var m message
		if client.ReadObject(&m) != nil {
			return // the client has closed it
		}
		if m.ID > 0 {
			must(client.WriteObject(object{"id": m.ID, "result": nil}))
		} else if document := m.Params.TextDocument; document != nil {
			shown := object{"uri": document["uri"], "version": document["version"], "diagnostics": []object{}}
			must(client.WriteObject(object{"method": publishDiagnostics, "params": shown}))
		}
	}
}

// cursor is a chat line to type into.
type cursor struct {
	where string
	line  int
}

// cursors returns lines at start, middle and end of a chat, in prose and in blocks' old lines.
func cursors(chat string) []cursor {
	prose, blocks := linesWith(chat, "Step "), linesWith(chat, marker)
	return []cursor{
		{"in prose at the start", prose[0]},
		{"in prose in the middle", prose[len(prose)/2]},
		{"in prose at the end", prose[len(prose)-1]},
		{"in a block at the start", blocks[0] + 1},
		{"in a block in the middle", blocks[len(blocks)/2] + 1},
		{"in a block at the end", blocks[len(blocks)-1] + 1},
	}
}

// linesWith returns the numbers of the lines with a prefix.
func linesWith(chat, prefix string) (found []int) {
	for i, line := range strings.Split(chat, "\n") {
		if strings.HasPrefix(line, prefix) {
			found = append(found, i)
		}
	}
	return found
}

// typing measures L1 or L2, L4 and M2, in a history of so many bytes.
func typing(e edits, bytes int, max float64) func(*bench, string) {
	return func(b *bench, goal string) {
		f := b.history(e, bytes)
		work := fmt.Sprintf("chat of %s, %d blocks", amount(memory, float64(bytes)), e.blocks)
		ours, answering := f.start("edit-lsp"), f.start(get(os.Executable()), "answer")
		ours.verifyTyping(f.chat)
		answering.opened(f.chat)
		for _, at := range cursors(f.chat) {
			typing := func() sample { return ours.keystroke(at.line) }
			answers := func() sample { return answering.keystroke(at.line) }
			b.compare(b.strokes, "keystroke "+at.where+", "+work, typing,
				rival{goal, "server that only answers", answers, wall, max, 0}, atMost(goal, 20e6))
		}
		b.compare(1, fmt.Sprintf("server, %d keystrokes, %s", ours.version, work), ours.peak, f.input("M2", 4, 40e6))
		markers := linesWith(f.chat, marker)
		b.movingCursor(ours, markers[1:len(markers)/2], work) // nobody has typed there
		ours.stop()
		answering.stop()
	}
}

// verifyTyping opens a chat, and checks that typing leads to the same diagnostics as opening the result.
func (c *client) verifyTyping(chat string) {
	lines := strings.Split(chat, "\n")
	c.opened(chat)
	for _, at := range cursors(chat) {
		lines[at.line] = "x" + lines[at.line]
		c.keystroke(at.line)
	}
	typed := c.shown
	c.tell("didClose", object{})
	c.opened(strings.Join(lines, "\n"))
	if typed == "[]" || typed != c.shown {
		must(errors.New("the diagnostics after typing aren't those of the same chat when it's opened"))
	}
}

// movingCursor measures L4: the cursor moves from block to block.
func (b *bench) movingCursor(c *client, markers []int, work string) {
	next := 0
	asking := func(method string) func() sample {
		return timed(func() {
			next = (next + 97) % len(markers)
			if result := c.ask(method, markers[next]); len(result) < len("{...}") {
				must(fmt.Errorf("%s, line %d: %s", method, markers[next], result))
			}
		})
	}
	hover := rival{"L4", "hover", asking("hover"), wall, 3, 0}
	b.compare(b.strokes, "code actions, cursor moves, "+work, asking("codeAction"), hover)
}

// opening measures L3.
func opening(b *bench, goal string) {
	f := b.history(edits{25, 500, 175}, 1e6)
	c := f.start("edit-lsp")
	open := func() sample {
		defer c.tell("didClose", object{})
		return c.opened(f.chat)
	}
	message := get(json.Marshal(f.chat))
	decode := timed(func() { must(json.Unmarshal(message, new(string))) })
	b.compare(1, "open a chat of 1 MB, 175 blocks", open, rival{goal, "encoding/json", decode, wall, 8, 0})
	c.stop()
}

// starting measures L5.
func starting(b *bench, goal string) {
	f := b.folder("", file{path: "a.txt"})
	start := func() sample {
		var c *client
		took := timed(func() { c = f.start("edit-lsp") })()
		c.stop()
		return took
	}
	b.compare(1, "start, answer to initialize", start, rival{goal, names.Replace(empty), f.checking(empty), wall, 3, 0})
	b.compare(1, "version", f.checking("edit-lsp version"), rival{"U6", names.Replace(empty), f.checking(empty), cpu, 2, 0})
}

// typingInTarget measures L6: typing into a target of an open chat, until the next request is answered.
func typingInTarget(b *bench, goal string) {
	e := edits{1, 5_000, 20}
	files, blocks, _ := e.generate()
	f := b.folder("", files...)
	start := func(chat string, lenses int) *client {
		c := f.start("edit-lsp")
		c.open("markdown", chat)
		c.uri = fileURI(f.workspace, files[0].path)
		c.open("go", files[0].before)
		if shown := c.ask("codeLens", 0); strings.Count(shown, " from open.md") != lenses {
			must(fmt.Errorf("these aren't the lenses: %s", shown))
		}
		return c
	}
	typing := func(c *client) func() sample {
		return timed(func() {
			c.typed(e.lines / 2)
			c.ask("hover", e.lines/2)
		})
	}
	open, none := start(strings.Join(blocks, ""), e.blocks), start("", 0)
	work := fmt.Sprintf("keystroke in a target of %d lines, %d blocks in an open chat", e.lines, e.blocks)
	b.compare(b.strokes, work, typing(open), rival{goal, "no chat", typing(none), wall, 2, 0})
	open.stop()
	none.stop()
}

// typingInPatch measures U3: typing above a patch whose chunks fit at each of many places, or at one each.
func typingInPatch(b *bench, goal string) {
	const chunks = 600
	start := func(name func(int) string) *client {
		var before, patch strings.Builder
		patch.WriteString("Step 1\n\n*** Begin Patch\n*** Update File: a.txt\n")
		for i := range chunks {
			fmt.Fprintf(&before, "begin %s\n    a = 1\nend\n\n", name(i))
			fmt.Fprintf(&patch, "@@\n begin %s\n-    a = 1\n+    a = 2\n end\n", name(i))
		}
		patch.WriteString("*** End Patch\n\n" + block("none.txt", "old\n", "new\n")) // it always has a diagnostic
		f := b.folder(patch.String(), file{path: "a.txt", before: before.String()})
		c := f.start("edit-lsp")
		c.opened(f.chat)
		return c
	}
	same, distinct := start(func(int) string { return "f" }), start(strconv.Itoa)
	if !strings.Contains(same.shown, "ambiguous") || strings.Contains(distinct.shown, "ambiguous") {
		must(errors.New("not the chunks of the first patch alone are ambiguous"))
	}
	work := fmt.Sprintf("keystroke above a patch of %d ambiguous chunks", chunks)
	b.compare(b.strokes, work, func() sample { return same.keystroke(0) },
		rival{goal, "distinct ones", func() sample { return distinct.keystroke(0) }, wall, 5, 0})
	same.stop()
	distinct.stop()
}

// giveUp replaces a chat's text during its check and measures the time until the new diagnostics.
func (f folder) giveUp() sample {
	c := f.start("edit-lsp")
	defer c.stop()
	c.open("markdown", f.chat)
	// The reply shows that the chat was read; its check continues.
	c.call("textDocument/hover", object{"textDocument": object{"uri": "untitled:none"}, "position": lineStart(0)})
	return c.took(func() { c.tell("didChange", object{}, object{"text": block("none.txt", "old\n", "new\n")}) })
}
