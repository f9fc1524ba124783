package parse

import (
	"fmt"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// detail is the wording of a problem, kept with the lines that it names, so that it
// stays true when lines are put in above them.
type detail struct {
	format string
	args   []any
}

// number is a chat line that a detail names by its 1-based number; place is one that it
// calls a line.
type (
	number text.Line
	place  text.Line
)

func say(format string, args ...any) detail { return detail{format: format, args: args} }

func (d detail) String() string {
	args := make([]any, len(d.args))
	for i, a := range d.args {
		switch l := a.(type) {
		case number:
			args[i] = text.Line(l).Number()
		case place:
			args[i] = fmt.Sprintf("line %d", text.Line(l).Number())
		default:
			args[i] = a
		}
	}
	return fmt.Sprintf(d.format, args...)
}

// moved is the detail after lines have been put in or taken out.
func (d detail) moved(by move) detail {
	args := make([]any, len(d.args))
	for i, a := range d.args {
		switch l := a.(type) {
		case number:
			args[i] = number(by.line(text.Line(l)))
		case place:
			args[i] = place(by.line(text.Line(l)))
		default:
			args[i] = a
		}
	}
	return detail{format: d.format, args: args}
}
