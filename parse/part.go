package parse

import "strings"

// Why a fence isn't the whole of the file that it names.
const (
	someLines     = "it shows only some of the file's lines"
	anEdit        = "it is an edit, not the file"
	aSuggestion   = "it is a suggestion for some of the file's lines"
	aConflict     = "it has conflict markers"
	aScript       = "it is a script of edits, not the file"
	aPatchOfItems = "it is a JSON Patch"
	aContextDiff  = "it is a context diff"
)

var (
	// partOfFile matches a line about some lines of a file, as above a quote.
	partOfFile = expression(`(?i)\blines?\s+\d+\s+(?:of|in)\b|\blines?\s*[:=]\s*\d|\blines\s+\d+\s*(?:-|–|to|through)\s*\d|\(lines?\s+\d+\)|\bL\d+\s*[-–]\s*L?\d|[\w)]:\d+(?:[-–:]\d+)?[*_\x60)]*:?$|#L\d`)
	// rangeInInfo matches lines that an info string names (whole-file/part-by-a-range).
	rangeInInfo = expression(`(?i)(?:^|[\s,{;])(?:start_?line|end_?line|lines?|range)\s*[=:]|:\d+(?:-\d+)?$|#L?\d+(?:-L?\d+)?$|\s(?:L\d+|\d+)-L?\d+$`)
	editInInfo  = expression(`(?i)(?:^|[\s,{;])mode=["']?edit\b`)
	edCommand   = expression(`^(?:\d+|\$|/.*/)(?:,(?:\d+|\$|/.*/))?[acdi]$`)
	sedCommand  = expression(`^(?:\d+(?:,\d+)?\s*)?s([/|#,]).+([/|#,])[gIip]*$`)
)

// partInInfo says why an info string shows that the fence is no whole file, or returns "".
func partInInfo(info string) string {
	switch {
	case strings.HasPrefix(language(info), "suggestion"):
		return aSuggestion
	case editInInfo().MatchString(info):
		return anEdit
	case rangeInInfo().MatchString(info):
		return someLines
	}
	return ""
}

// partInText says why a fence's lines can't be a whole file, or returns "".
func partInText(lines []string) string {
	if isMerge(lines) {
		return aConflict
	}
	first := strings.TrimSpace(lines[0])
	all := strings.Join(lines[:min(len(lines), maxPartLines)], " ")
	switch {
	case strings.HasPrefix(first, "[") && strings.Contains(all, `"op"`) && strings.Contains(all, `"path"`):
		return aPatchOfItems
	case strings.HasPrefix(first, "*** ") && len(lines) > 2 && strings.HasPrefix(lines[1], "--- ") && strings.HasPrefix(lines[2], "***************"):
		return aContextDiff
	case edCommand().MatchString(first) || isSed(lines):
		return aScript
	}
	return ""
}

// isMerge reports whether lines hold a merge conflict.
func isMerge(lines []string) bool {
	marks := []string{"<<<<<<<", "=======", ">>>>>>>"}
	for _, l := range lines {
		rest, ok := strings.CutPrefix(l, marks[0])
		switch {
		case !ok || len(marks) == 3 && strings.HasPrefix(rest, "<") || len(marks) == 2 && rest != "":
		case len(marks) == 1:
			return true
		default:
			marks = marks[1:]
		}
	}
	return false
}

// maxPartLines limits the lines in which a JSON Patch shows itself.
const maxPartLines = 8

func isSed(lines []string) bool {
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" && !sedCommand().MatchString(l) {
			return false
		}
	}
	return true
}
