package prompt

import (
	"context"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// The lines that switch edit-lsp off and on in a chat.
const (
	switchOff = "<!-- edit-lsp: off -->"
	switchOn  = "<!-- edit-lsp: on -->"
)

// guard puts a text between the switches, so that what it shows is no proposal.
func guard(s string) string { return switchOff + "\n" + s + switchOn + "\n" }

// switchesOn reports whether one of the lines would end a guard.
func switchesOn(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return strings.TrimSpace(l) == switchOn })
}

// suggests reports whether a line would be taken for a suggested command.
func suggests(s string) bool {
	// The only error is the context's.
	doc, _ := parse.Document(context.Background(), text.Decode(s), parse.Options{}, nil)
	return len(doc.Shell) > 0
}

// isInert reports whether a text that is put after a chat leaves what is read there as
// it is. An open block of the chat must not find its end in the text, say.
func isInert(ctx context.Context, chat *text.Text, o parse.Options, s string) (bool, error) {
	o.Growing = false
	memo := &parse.Memo{} // so that only what is put after the chat is looked at twice
	before, err := parse.Document(ctx, chat, o, memo)
	if err != nil {
		return false, err
	}
	end := text.Edit{Start: chat.Len(), End: chat.Len(), New: "\n\n" + s}
	after, err := parse.Document(ctx, chat.Apply([]text.Edit{end}), o, memo)
	if err != nil {
		return false, err
	}
	sameBlock := func(a, b parse.Block) bool { return a.Start == b.Start && a.End == b.End && a.Dialect == b.Dialect }
	sameProblem := func(a, b parse.Problem) bool { return a.Start == b.Start && a.Code == b.Code }
	return slices.EqualFunc(before.Blocks, after.Blocks, sameBlock) &&
		slices.EqualFunc(before.Problems, after.Problems, sameProblem) &&
		len(before.Shell) == len(after.Shell), nil
}
