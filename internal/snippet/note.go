package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

var (
	// stays matches a note that says of some names that what they are is as it was.
	stays = text.Expression(`(?i)^(?:(?:keep|leave) (.+?) (?:unchanged|untouched|as (?:they are|it is|is|before))|` +
		`(.+?) (?:(?:all |both )?(?:remains?|stays?|is|are) (?:the )?(?:unchanged|untouched|same|as (?:they are|it is|is|before))|` +
		`unchanged|untouched|as before))\.?$`)
	// listed matches a name of such a note, with or without what it is the name of.
	listed = text.Expression(`(?i)^(?:the |and |all |other |existing |your )*([\pL_$][\w$]*)(?:\(\))?` +
		`(?: (?:function|method|class|component|hook|constructor|route|handler|table|service|` +
		`section|field|variable|constant|prop|rule|job|target|stage)s?)?$`)
	// kinds are words for all names of a kind.
	kinds = words("imports exports routes handlers tests styles types fields properties props methods functions helpers hooks jsx markup template")
)

// staying are words of stays, which needs one of them.
var staying = []string{"un", "as ", "same"}

// isNote reports whether a comment says of what the file defines, and the fence doesn't show, that it is unchanged:
// `# get() and add() stay as they are` [note-with-names].
func (p *placer) isNote(line string) bool {
	line = strings.TrimSpace(line)
	mayStay := func(word string) bool { return strings.Contains(line, word) }
	if line == "" || strings.IndexByte(commentBegins, line[0]) < 0 || !slices.ContainsFunc(staying, mayStay) {
		return false
	}
	body := opener().ReplaceAllString(line, "")
	m := stays().FindStringSubmatch(strings.Trim(closer().ReplaceAllString(body, ""), " ()"))
	if m == nil || body == line {
		return false
	}
	if p.names == nil {
		p.names, p.given = namesOf(p.file.lines), namesOf(p.lines)
	}
	missing := false
	separates := func(c rune) bool { return c == ',' || c == '/' || c == '&' }
	for name := range strings.FieldsFuncSeq(strings.ReplaceAll(m[1]+m[2], " and ", ","), separates) {
		n := listed().FindStringSubmatch(strings.TrimSpace(name))
		if n == nil || !p.names[n[1]] && !kinds[strings.ToLower(n[1])] {
			return false
		}
		missing = missing || !p.given[n[1]]
	}
	return missing
}

// namesOf returns what lines define: functions, types, variables and keys.
func namesOf(lines []string) map[string]bool {
	names := map[string]bool{}
	for _, line := range lines {
		t := strings.TrimSpace(line)
		names[strings.TrimSuffix(t, ":")] = true
		names[assigned(t)] = true
		if strings.HasSuffix(t, "{") || strings.HasSuffix(t, ")") {
			names[nameOf(method(t))] = true
		}
		fields := strings.Fields(t)
		for len(fields) > 1 && modifiers[fields[0]] {
			fields = fields[1:]
		}
		i := slices.IndexFunc(fields, func(w string) bool { return definers[w] != "" || strings.EqualFold(w, "table") })
		if i >= 0 && i < 2 && i+1 < len(fields) { // CREATE TABLE users, too
			names[firstWord(fields[i+1])] = true
		}
	}
	delete(names, "")
	return names
}
