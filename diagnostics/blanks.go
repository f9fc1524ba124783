package diagnostics

import (
	"fmt"
	"strings"
)

// mostBlankDetails bounds the lines that are described one by one.
const mostBlankDetails = 3

// blankDetails say in what way the blanks of lines differ.
func blankDetails(differs []Difference) []string {
	var details []string
	for i, d := range differs {
		if i == mostBlankDetails {
			details = append(details, fmt.Sprintf("and %d more lines", len(differs)-i))
			break
		}
		details = append(details, fmt.Sprintf("line %d: %s", d.Line.Number(), blankDifference(d.Wanted, d.Found)))
	}
	return details
}

func blankDifference(wanted, found string) string {
	wi, fi := indentation(wanted), indentation(found)
	trim := strings.TrimSpace
	switch {
	case wi != fi && strings.ContainsRune(wi, '\t') != strings.ContainsRune(fi, '\t'):
		return fmt.Sprintf("indented by %s, in the block by %s", kindOfBlanks(fi), kindOfBlanks(wi))
	case wi != fi && trim(wanted) == trim(found):
		return fmt.Sprintf("indented by %d, in the block by %d", len(fi), len(wi))
	case trim(wanted) != trim(found):
		return "blanks inside the line differ"
	case len(found)-len(strings.TrimRight(found, " \t")) > 0:
		return "trailing blanks, not in the block"
	default:
		return "no trailing blanks, but in the block"
	}
}

func indentation(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " \t"))] }

func kindOfBlanks(s string) string {
	tabs := strings.Count(s, "\t")
	switch {
	case s == "":
		return "nothing"
	case tabs == len(s):
		return plural(tabs, "tab")
	case tabs == 0:
		return plural(len(s), "space")
	default:
		return plural(tabs, "tab") + " and " + plural(len(s)-tabs, "space")
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
