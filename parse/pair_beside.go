package parse

import (
	"regexp"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Addition is where the second fence of a pair goes: instead of the first one's lines, or beside them
// (find-with/pair-that-adds-below).
type Addition int8

// The places.
const (
	Replaces Addition = iota
	AddsBelow
	AddsAbove
)

const (
	besideIt = `(after|below|beneath|under|above|before)`
	whatIs   = `(?: (?:this|these|the|following|existing|lines?|block|code|one|import|statement|call|section|function|method|class))`
	addThis  = `(?i)^(?:and |then |please )*(?:add|insert|put|paste)(?: (?:this|these|the following|new|lines?|code|one))*`
)

var (
	// placeWords match the line above the first fence of a pair that says where to add, addWords the one above the second.
	// "Before" alone is above what was there.
	placeWords = text.Expression(`(?i)^(?:(?:[^.!?:]|\.\w)+ ` + besideIt + `|(?:(?:[^.!?:]|\.\w)+ )?` + besideIt + whatIs + `+)$`)
	addWords   = text.Expression(addThis + `$`)
	// addBesideWords match the line above the second fence if the first one's says only what to find.
	addBesideWords = text.Expression(addThis + `(?: right| directly| just| immediately)? ` + besideIt + `(?: (?:it|this|that|them|line))*$`)
)

// additionOf returns where the second of two fences with these lines above goes: Replaces if they don't say that it's
// added.
func additionOf(above, between string) Addition {
	place := ""
	find := func(e *regexp.Regexp) func(string) bool {
		return func(words string) bool {
			m := e.FindStringSubmatch(words)
			place = strings.ToLower(strings.Join(m[min(1, len(m)):], ""))
			return m != nil
		}
	}
	above = lastSentence(above)
	says := isWords(between, addWords().MatchString) && isWords(above, find(placeWords())) ||
		isWords(above, findWords().MatchString) && isWords(between, find(addBesideWords()))
	switch {
	case !says:
		return Replaces
	case place == "above" || place == "before":
		return AddsAbove
	}
	return AddsBelow
}

// beside returns the lines that replace those sought.
func (a Addition) beside(sought, lines []string) []string {
	switch a {
	case AddsBelow:
		return slices.Concat(sought, lines)
	case AddsAbove:
		return slices.Concat(lines, sought)
	}
	return lines
}
