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

// guard puts a text between the switches, so that it proposes nothing.
func guard(s string) string { return switchOff + "\n" + s + switchOn + "\n" }

func switchesOn(lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return strings.TrimSpace(l) == switchOn })
}

// suggests reports whether a line reads as a suggested command.
func suggests(s string) bool {
	// It only fails if the context is cancelled.
	doc, _ := parse.Document(context.Background(), text.Decode(s), parse.Options{}, nil)
	return len(doc.Shell) > 0
}

// isInert reports whether appending a text leaves the reading of a chat unchanged. It must not close an
// open block, for example.
func isInert(ctx context.Context, chat *text.Text, o parse.Options, s string) (bool, error) {
	o.Growing = false
	memo := &parse.Memo{} // so only the appended text is scanned twice
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
