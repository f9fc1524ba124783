package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// parseAll is P1: a full parse against splitting the same text into lines.
func parseAll(s scale) ([]*comparison, error) {
	var all []*comparison
	for _, size := range s.parse {
		chat, blocks := conversation(1, size)
		lines := make([]string, 0, strings.Count(chat, "\n")+1)
		c := &comparison{id: "P1", work: fmt.Sprintf("full parse of a chat of %s, %s blocks of all dialects", bytesOf(int64(size)), count(blocks))}
		c.bound = atMost(2.5)
		c.contenders = []*contender{
			{name: "parse", op: func() error { return parseText(chat) }},
			{name: "splitting into lines", op: func() error { lines = split(lines[:0], chat); return nil }},
		}
		c.check = func() error {
			doc, err := parsed(chat, blocks)
			if err != nil {
				return err
			}
			if n := len(split(nil, chat)); n != doc.Text.LineCount() {
				return fmt.Errorf("%d lines, not %d", doc.Text.LineCount(), n)
			}
			return nil
		}
		all = append(all, c)
	}
	return all, nil
}

// parseAgain is P2, and the part of P10 that is not the session's: a document is edited
// and read again, a large one against a small one.
func parseAgain(s scale) ([]*comparison, error) {
	ends := func(t *text.Text) (text.Offset, string) { return t.Len(), "More is said.\n" }
	middle := func(t *text.Text) (text.Offset, string) { return t.Start(text.Line(t.LineCount() / 2)), "x" }
	var all []*comparison
	for _, edit := range []struct {
		id, what string
		at       func(*text.Text) (text.Offset, string)
	}{
		{"P2", "reading again after an append", ends},
		{"P10", "one character put into the middle, and reading again", middle},
	} {
		c := &comparison{id: edit.id, bound: atMost(2)}
		c.work = fmt.Sprintf("%s, a chat of %s against one of %s", edit.what, bytesOf(int64(s.parseAgain[1])), bytesOf(int64(s.parseAgain[0])))
		var checks []func() error
		for _, size := range []int{s.parseAgain[1], s.parseAgain[0]} {
			d, err := newEdited(size)
			if err != nil {
				return nil, err
			}
			op := func() error { return d.edit(edit.at(d.text)) }
			c.contenders = append(c.contenders, &contender{name: bytesOf(int64(size)), op: op})
			checks = append(checks, op, d.isReadWell)
		}
		c.check = inTurn(checks)
		if edit.id == "P2" {
			c.also = func(all []series) result {
				took := all[0].median()
				return result{"P2", edit.what + ", a chat of " + all[0].name, "< 0.1 ms", short(took), verdict(took < 100*time.Microsecond)}
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// edited is a chat that is edited and read again.
type edited struct {
	text *text.Text
	memo *parse.Memo
	last *parse.Result
}

func newEdited(size int) (*edited, error) {
	chat, _ := conversation(2, size)
	d := &edited{text: text.NewOpen(chat), memo: &parse.Memo{}}
	var err error
	d.last, err = parse.Document(ctx, d.text, parse.Options{Growing: true}, d.memo)
	return d, err
}

// edit puts text in and reads the document again.
func (d *edited) edit(at text.Offset, put string) (err error) {
	d.text = d.text.Apply([]text.Edit{{Start: at, End: at, New: put}})
	d.last, err = parse.Document(ctx, d.text, parse.Options{Growing: true}, d.memo)
	return err
}

// isReadWell checks that reading the whole document finds the same.
func (d *edited) isReadWell() error {
	whole, err := parse.Document(ctx, d.text, parse.Options{Growing: true}, nil)
	if err != nil {
		return err
	}
	if len(whole.Blocks) != len(d.last.Blocks) || len(whole.Problems) != len(d.last.Problems) {
		return fmt.Errorf("%d blocks, %d as a whole", len(d.last.Blocks), len(whole.Blocks))
	}
	for i := range whole.Blocks {
		b := &whole.Blocks[i]
		if got := &d.last.Blocks[i]; got.Start != b.Start || got.End != b.End || !slices.Equal(d.last.Needle(got), whole.Needle(b)) {
			return fmt.Errorf("block %d is read differently", i)
		}
	}
	return nil
}

func parseText(chat string) error {
	_, err := parse.Document(ctx, text.New(chat), parse.Options{}, nil)
	return err
}

// split appends the lines of s, without their endings.
func split(lines []string, s string) []string {
	for len(s) > 0 {
		n := strings.IndexByte(s, '\n')
		if n < 0 {
			return append(lines, s)
		}
		lines = append(lines, s[:n])
		s = s[n+1:]
	}
	return lines
}
