package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// applyEdits is what an editor announces that applies the edits of commands in open documents.
const applyEdits = `{"applyEdit": true, "workspaceEdit": {"documentChanges": true}}`

// applyingAll measures U1: an editor applies all edits of a chat, and types into it.
func applyingAll(b *bench, goal string) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		return // the server's time and memory come from Linux
	}
	e := edits{60, 1_000, 3_000}
	files, blocks, _ := e.generate()
	f := b.folder(strings.Join(blocks, ""), files...)
	before, after := f.startApplying(), f.startApplying()
	for _, file := range files { // as in the other one
		before.send(openFile(fileURI(f.workspace, file.path), file.before))
	}
	after.applyAll(files)
	after.verifyApplied(len(blocks))
	line := linesWith(f.chat, marker)[len(blocks)/2] - 3 // above the path
	typing := func(c *client) func() sample {
		return func() sample {
			return c.using(func() {
				for range b.strokes {
					c.keystroke(line)
				}
			})
		}
	}
	work := fmt.Sprintf("%d keystrokes, all applied, %v", b.strokes, e)
	b.compare(1, work, typing(after), rival{goal, "none applied", typing(before), cpu, 1.3, 0})
	before.stop()
	after.stop()
	apply := func() sample {
		c := f.startApplying()
		defer c.stop()
		c.whenIdle()
		took := c.using(func() { c.applyAll(files) })
		took[memory] = c.peak()[memory]
		return took
	}
	opened := func() sample {
		c := f.startApplying()
		defer c.stop()
		c.whenIdle()
		return c.peak()
	}
	check := f.checking(checks[0])
	b.compare(1, "all applied until idle, "+e.String(), apply,
		rival{goal, "check", check, cpu, 2, 0}, rival{goal, "opened", opened, memory, 1.3, 0})
}

// startApplying starts a server for an editor that applies edits, and opens the chat.
func (f folder) startApplying() *client {
	c := f.startWith(strings.Replace(capabilities, "{", `{"workspace": `+applyEdits+`, `, 1), "edit-lsp")
	c.opened(f.chat)
	return c
}

// workspaceEdit has the edits that the server sends for open documents.
type workspaceEdit struct {
	DocumentChanges []struct {
		TextDocument struct{ URI string }
		Edits        []struct {
			Range   json.RawMessage
			NewText string
		}
	}
}

// applyAll runs the command and does what VS Code does: it opens each file, changes it, the last edit
// first, and answers.
func (c *client) applyAll(files []file) {
	c.send(object{"id": 1, "method": "workspace/executeCommand", "params": object{
		"command": "editLsp.applyAll", "arguments": []object{{"uri": c.uri}},
	}})
	request := c.await(func(m message) bool { return m.Method == "workspace/applyEdit" })
	if len(request.Params.Edit.DocumentChanges) != len(files) {
		must(fmt.Errorf("edits for %d files of %d", len(request.Params.Edit.DocumentChanges), len(files)))
	}
	for i, d := range request.Params.Edit.DocumentChanges {
		at := slices.IndexFunc(files, func(f file) bool { return strings.HasSuffix(d.TextDocument.URI, f.path) })
		c.send(openFile(d.TextDocument.URI, files[at].before))
		var changes []object
		for _, e := range slices.Backward(request.Params.Edit.DocumentChanges[i].Edits) {
			changes = append(changes, object{"range": e.Range, "text": e.NewText})
		}
		c.send(object{"method": "textDocument/didChange", "params": object{
			"textDocument": object{"uri": d.TextDocument.URI, "version": 2}, "contentChanges": changes,
		}})
	}
	c.send(object{"id": request.ID, "result": object{"applied": true}})
	c.await(func(m message) bool { return m.Method == "" })
}

func openFile(uri, text string) object {
	return object{"method": "textDocument/didOpen", "params": object{"textDocument": object{
		"uri": uri, "version": 1, "languageId": "go", "text": text,
	}}}
}

// verifyApplied checks that all blocks of the chat are applied.
func (c *client) verifyApplied(blocks int) {
	status := c.call("workspace/executeCommand", object{"command": "editLsp.status", "arguments": []object{{"uri": c.uri}}})
	var got struct {
		Summary struct {
			AlreadyApplied int `json:"already_applied"`
		}
	}
	must(json.Unmarshal([]byte(status), &got))
	if got.Summary.AlreadyApplied != blocks {
		must(fmt.Errorf("%d of %d blocks are applied", got.Summary.AlreadyApplied, blocks))
	}
}

// cpuTime returns the server's processor time in nanoseconds, on Linux.
func (c *client) cpuTime() float64 {
	data := string(get(os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))))
	fields := strings.Fields(data[strings.LastIndex(data, ")")+1:])
	var user, system float64
	_, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system)
	must(err)
	const ticksPerSecond = 100
	return (user + system) / ticksPerSecond * float64(time.Second)
}

// using returns the server's processor time for work and what follows from it, on Linux.
func (c *client) using(work func()) sample {
	was := c.cpuTime()
	work()
	c.whenIdle()
	return sample{cpu: c.cpuTime() - was}
}

// idle is for how long a server that has finished uses no processor.
const idle = 300 * time.Millisecond

// whenIdle waits until the server does nothing more.
func (c *client) whenIdle() {
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); {
		was := c.cpuTime()
		time.Sleep(idle)
		if c.cpuTime() == was {
			return
		}
	}
	must(errors.New("the server doesn't become idle"))
}
