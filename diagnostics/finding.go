package diagnostics

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Finding is one thing to report about the document.
type Finding struct {
	Code     codes.Code
	Severity codes.Severity
	Headline string
	// Path is the target in headline and place, relative to the root.
	Path string
	// Place is the target line to look at.
	Place Place
	// Differs are lines of the block after "- " and of the target after "+ ".
	Differs []string
	// Notes are further details and advice.
	Notes []string
	// First and End bound the chat lines (End exclusive).
	First, End text.Line
	Related    []Related
	// Faded marks text that is no longer needed.
	Faded bool
	// Counts means that the finding affects the exit status.
	Counts bool
}

// Place is a line of a target; the zero Place is none.
type Place struct {
	Label string
	// Line is 1-based; 0 is none.
	Line int
	// Percent is the similarity, or 0 if not measured.
	Percent int
}

// Related is a place related to a finding.
type Related struct {
	// Abs is the absolute path.
	Abs     string
	Line    text.Line
	Message string
}

// maxHeadline limits a headline with its cause, in characters, without the path.
const maxHeadline = 80

// setHeadline appends the cause to the headline, or makes it the first note if it's too long.
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

// Message returns the headline and the details on separate lines.
func (f *Finding) Message() string {
	return strings.Join(append([]string{f.Headline}, f.Details()...), "\n")
}

// InOneLine returns the message on one line, without the differing lines.
func (f *Finding) InOneLine() string {
	place := fmt.Sprintf("%s:%d", f.Path, f.Place.Line)
	if f.Place.Label == "" {
		place = "at " + place
	}
	return strings.Join(slices.Concat([]string{f.Headline}, f.Place.words(place), f.Notes), "; ")
}

// Beside returns headline and details for display after the target's path and a 1-based line (or 0),
// without repeating the path.
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

func (f *Finding) below(place string) []string {
	return slices.Concat(f.Place.words(place), f.Differs, f.Notes)
}

// words describes a place, whose line is called name, or returns nil.
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
