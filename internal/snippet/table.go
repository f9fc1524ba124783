package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

var (
	// tableHead matches the head of a table of TOML, rather than an element of an array.
	tableHead = text.Expression(`^(\[\[?[A-Za-z_][\w."' -]*\]\]?)(?:\s*#.*)?$`)
	// oneEntry matches an entry that ends on its line.
	oneEntry = text.Expression(`^[\w."'-]+\s*=\s*(?:[^\s\[{"'].*|(?:\[.*\]|\{.*\}|"[^"]*"|'[^']*')(?:\s*#.*)?)$`)
)

// table is one of a fence: its entries by their keys, less those that the file's one has, and these keys in order.
type table struct {
	entries map[string]string
	keys    []string
	seen    bool
}

// headOf returns the head of a table without a comment, or "".
func headOf(line string) string {
	if m := tableHead().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// tablesOf returns the tables of a fence by their heads, or nil if it holds something else.
func tablesOf(block []string) map[string]*table {
	all := map[string]*table{}
	var t *table
	for _, l := range block {
		l = strings.TrimSpace(l)
		switch head := headOf(l); {
		case l == "":
		case head != "" && all[head] == nil && head[1] != '[':
			t = &table{entries: map[string]string{}}
			all[head] = t
		case t == nil, !oneEntry().MatchString(l), t.entries[entry(l)] != "":
			return nil
		default:
			t.keys = append(t.keys, entry(l))
			t.entries[entry(l)] = l
		}
	}
	return all
}

// withEntries returns the lines of a TOML file whose tables have a fence's entries: new ones at their ends, others for
// those with the same keys. It's nil if the fence holds something else, a table that the file doesn't have once, or
// another value for one of several lines (code-blocks/added-to-a-table).
func withEntries(lines, block []string) (now []string) {
	all := tablesOf(block)
	if all == nil {
		return nil
	}
	var t *table
	end, found := 0, 0
	add := func() {
		if t == nil {
			return
		}
		fresh := slices.DeleteFunc(t.keys, func(key string) bool { return t.entries[key] == "" })
		for i, key := range fresh {
			fresh[i] = t.entries[key]
		}
		now = slices.Insert(now, end, fresh...)
	}
	for _, line := range lines {
		l := strings.TrimSpace(line)
		head, fresh := headOf(l), ""
		if t != nil {
			fresh = t.entries[entry(l)]
		}
		switch {
		case head != "":
			add()
			if t = all[head]; t != nil && t.seen {
				return nil
			} else if t != nil {
				t.seen = true
				found++
			}
		case t != nil && (strings.HasPrefix(l, `["`) || strings.Contains(l, `"""`) || strings.Contains(l, "'''")), fresh != "" && !oneEntry().MatchString(l):
			return nil // a head or an element, a string of several lines, or more lines follow
		case fresh != "":
			line = text.Indentation(line) + fresh
			delete(t.entries, entry(l))
		}
		if now = append(now, line); l != "" && l[0] != '#' {
			end = len(now)
		}
	}
	if add(); found < len(all) {
		return nil
	}
	return now
}
