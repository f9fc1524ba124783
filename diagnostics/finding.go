package diagnostics

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Finding is one thing to report about the document: a headline that makes sense alone,
// and details.
type Finding struct {
	Code     codes.Code
	Severity codes.Severity
	Headline string
	// Path is the target that the headline and the place name, relative to the root.
	Path string
	// Place is the line of the target that a person should look at.
	Place Place
	// Differs are lines of the block, each after "- ", and lines of the target, each
	// after "+ ".
	Differs []string
	// Notes are further details: what else is known, and what to do.
	Notes []string
	// First and End bound the lines of the chat that it is about.
	First, End text.Line
	Related    []Related
	// Faded: the text there is of no further use.
	Faded bool
	// Counts: the finding is of a live turn, and counts for the exit status.
	Counts bool
}

// Place is a line of a target; the zero Place is none.
type Place struct {
	// Label says what is there; it may be empty.
	Label string
	// Line is counted from 1, since people read it; 0 is no place.
	Line int
	// Percent is how similar the block is to what is there, where that was measured.
	Percent int
}

// Related is a place in a target that a finding speaks of.
type Related struct {
	// Path is relative to the root, Abs absolute.
	Path, Abs string
	Line      text.Line
	Message   string
}

// maxHeadline is how long a headline may become by its cause, in characters; its path
// does not count.
const maxHeadline = 80

// setHeadline sets the headline, with its cause where that is short enough, else the
// cause as the first note.
func (f *Finding) setHeadline(headline, cause string) {
	f.Headline = headline
	length := utf8.RuneCountInString(headline+cause) + len("; ")
	if f.Path != "" && strings.HasSuffix(headline, f.Path) {
		length -= utf8.RuneCountInString(f.Path)
	}
	switch {
	case cause == "":
	case length <= maxHeadline:
		f.Headline += "; " + cause
	default:
		f.Notes = append([]string{cause}, f.Notes...)
	}
}

// Details returns the lines below the headline.
func (f *Finding) Details() []string {
	return f.below(fmt.Sprintf("%s:%d", f.Path, f.Place.Line))
}

// Message returns the headline and the details, each on a line of its own.
func (f *Finding) Message() string {
	return strings.Join(append([]string{f.Headline}, f.Details()...), "\n")
}

// InOneLine returns the message as one line, without the lines that differ.
func (f *Finding) InOneLine() string {
	place := fmt.Sprintf("%s:%d", f.Path, f.Place.Line)
	if f.Place.Label == "" {
		place = "at " + place
	}
	return strings.Join(slices.Concat([]string{f.Headline}, f.Place.words(place), f.Notes), "; ")
}

// Beside returns the headline and the details as they are written after the target's
// path and this line of it (from 1, or 0): neither names the path again.
func (f *Finding) Beside(line int) (headline string, details []string) {
	headline = f.Headline
	if f.Path != "" {
		headline = strings.Replace(headline, ": "+f.Path, "", 1)
	}
	place := ""
	if f.Place.Label != "" || f.Place.Line != line {
		place = fmt.Sprintf("line %d", f.Place.Line)
	}
	return headline, f.below(place)
}

// below returns the details, where place names the line of the target.
func (f *Finding) below(place string) []string {
	return slices.Concat(f.Place.words(place), f.Differs, f.Notes)
}

// words returns the detail about a place that is named so, or nothing.
func (p Place) words(name string) []string {
	if p.Line == 0 || name == "" {
		return nil
	}
	if p.Label != "" {
		name = p.Label + ": " + name
	}
	if p.Percent > 0 {
		name += fmt.Sprintf(", %d%% similar", p.Percent)
	}
	return []string{name}
}
