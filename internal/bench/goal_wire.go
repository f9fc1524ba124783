package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// failing is a block whose target is not there, so that a chat has a diagnostic for
// which one can wait.
const failing = "\nno/such/file.go\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n\n"

// nothing is a request that needs no work: about a document that is not open.
func nothing() (method string, params any) {
	return "textDocument/documentHighlight", object{
		"textDocument": object{"uri": "untitled:none"}, "position": object{"line": 0, "character": 0},
	}
}

const chatURI = "untitled:chat"

// sized is a session in this process with a chat of so many bytes.
type sized struct {
	*client
	size, lines int
}

func openSized(size int) (*sized, error) {
	chat, _ := conversation(2, size)
	chat += failing
	c, err := inProcess("")
	if err != nil {
		return nil, err
	}
	if _, err := c.open(chatURI, chat); err != nil {
		return nil, err
	}
	return &sized{c, size, strings.Count(chat, "\n")}, nil
}

// retyped is P10 and what stands behind it: a character typed into a small and into a
// large chat, until the server has taken it and until its diagnostics have come, and
// the same for text that is put at the end.
func retyped(s scale) ([]*comparison, error) {
	var open [2]*sized
	stop := func() {
		for _, c := range open {
			if c != nil {
				_ = c.stop()
			}
		}
	}
	for i, size := range []int{s.parseAgain[1], s.parseAgain[0]} {
		var err error
		if open[i], err = openSized(size); err != nil {
			stop()
			return nil, err
		}
	}
	// make is a comparison of what is done to the large chat and to the small one.
	make := func(id, what string, bound *bound, do func(*sized) (time.Duration, error)) *comparison {
		c := &comparison{id: id, work: fmt.Sprintf("%s, a chat of %s against one of %s", what, bytesOf(int64(s.parseAgain[1])), bytesOf(int64(s.parseAgain[0])))}
		c.bound = bound
		for _, o := range open {
			c.contenders = append(c.contenders, &contender{name: bytesOf(int64(o.size)), run: timed(func() (time.Duration, error) { return do(o) })})
		}
		c.check = func() error {
			for _, o := range open {
				if _, err := do(o); err != nil {
					return err
				}
			}
			return nil
		}
		return c
	}
	middle := func(o *sized) int { return o.lines / 2 }
	all := []*comparison{
		make("P10", "didChange of one character until the server has taken it", atMost(2), func(o *sized) (time.Duration, error) {
			f, err := o.typing(chatURI, middle(o), 0, "x")
			if err != nil {
				return 0, err
			}
			began, err := o.say(f)
			if err != nil {
				return 0, err
			}
			if _, err = o.call(nothing()); err != nil {
				return 0, err
			}
			took := time.Since(began)
			// The judgement, which goes on, is not to be met by the next measurement.
			_, err = o.published(chatURI, o.version)
			return took, err
		}),
		make("P10", "didChange of one character until its diagnostics have come", nil, func(o *sized) (time.Duration, error) {
			return o.keystroke(chatURI, middle(o), 0, "x")
		}),
		make("P2", "text put at the end until the diagnostics have come", nil, func(o *sized) (time.Duration, error) {
			o.lines++
			return o.keystroke(chatURI, o.lines, 0, "More is said.\n")
		}),
	}
	all[len(all)-1].close = stop
	return all, nil
}

// opened is P11: a document that is opened, until the server has taken it, against
// one decoding of the same message by the standard library.
func opened(s scale) ([]*comparison, error) {
	chat, _ := conversation(11, s.open)
	server, err := inProcess("")
	if err != nil {
		return nil, err
	}
	// A document that is no chat is kept, but not judged.
	f, err := opening(chatURI, "c", chat)
	if err != nil {
		return nil, err
	}
	gone, err := notification("textDocument/didClose", object{"textDocument": object{"uri": chatURI}})
	if err != nil {
		return nil, err
	}
	body := f[bytes.Index(f, []byte("\r\n\r\n"))+4:]
	var decoded struct {
		Params struct {
			TextDocument struct {
				Text string `json:"text"`
			} `json:"textDocument"`
		} `json:"params"`
	}
	c := &comparison{id: "P11", work: "didOpen of " + bytesOf(int64(s.open)) + " until the server has taken it", bound: atMost(0.5)}
	take := func() error {
		if _, err := server.say(f); err != nil {
			return err
		}
		if _, err := server.say(gone); err != nil {
			return err
		}
		_, err := server.call(nothing())
		return err
	}
	c.contenders = []*contender{
		{name: "through the server", op: take},
		{name: "encoding/json", op: func() error { return json.Unmarshal(body, &decoded) }},
		{name: "encoding/json, into any", op: func() error { var v any; return json.Unmarshal(body, &v) }},
	}
	c.check = func() error {
		if err := json.Unmarshal(body, &decoded); err != nil {
			return err
		}
		if decoded.Params.TextDocument.Text != chat {
			return errors.New("encoding/json reads another text")
		}
		return server.holds(chat)
	}
	c.close = func() { _ = server.stop() }
	return []*comparison{c}, nil
}

// holds checks that a server that is sent the text has it: in a chat that says nothing
// of the blocks in it, its end is where a failing block stands that is put behind it.
func (c *client) holds(text string) error {
	f, err := opening("untitled:probe", "markdown", "<!-- edit-lsp: off -->\n"+text+"<!-- edit-lsp: on -->\n"+failing)
	if err != nil {
		return err
	}
	if _, err := c.say(f); err != nil {
		return err
	}
	m, err := c.published("untitled:probe", 1)
	if err != nil {
		return err
	}
	want := strings.Count(text, "\n") + 3 // its path line, behind three others
	for _, raw := range m.Params.Diagnostics {
		var d struct {
			Range struct{ Start struct{ Line int } }
		}
		if err := json.Unmarshal(raw, &d); err != nil {
			return err
		}
		if d.Range.Start.Line == want {
			f, err := notification("textDocument/didClose", object{"textDocument": object{"uri": "untitled:probe"}})
			if err != nil {
				return err
			}
			_, err = c.say(f)
			return err
		}
	}
	return fmt.Errorf("no diagnostic at line %d, where the last block begins", want+1)
}
