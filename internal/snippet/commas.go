package snippet

import (
	encoding "encoding/json"
	"strings"
)

// withCommas returns the new lines of a file of JSON, with the commas between members as what is beside them needs: a
// fence can't show them for a neighbour that it leaves out [commas-of-json]. If the file wasn't valid, or the lines
// aren't for another reason, they are as they were [commas-of-invalid-json].
func withCommas(was, now []string) []string {
	isValid := func(lines []string) bool { return encoding.Valid([]byte(strings.Join(lines, "\n"))) }
	if isValid(now) || !isValid(was) {
		return now
	}
	fixed, last := make([]string, len(now)), -1
	for i, line := range now {
		fixed[i] = line
		t := strings.TrimSpace(line)
		if t == "" {
			continue
		}
		if last >= 0 {
			above := strings.TrimRight(fixed[last], " \t\r")
			ends := strings.HasSuffix(above, ",")
			switch isClosed := isCloser(t); {
			case isClosed && ends:
				fixed[last] = above[:len(above)-1]
			case !isClosed && !ends && !strings.ContainsRune("{[:", rune(above[len(above)-1])):
				fixed[last] = above + ","
			}
		}
		last = i
	}
	if isValid(fixed) {
		return fixed
	}
	return now
}
