package main

import (
	"fmt"
	"strings"

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

func parseText(chat string) error {
	_, err := parse.Document(ctx, text.New(chat), parse.Options{})
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
