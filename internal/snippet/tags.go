package snippet

import "strings"

// openTags are the elements that the heads of an item open and don't close.
type openTags struct {
	count map[string]int
	heads int // counted
}

// has reports whether an element is open in an item's heads [end-tags] [end-tag-of-styles].
func (o *openTags) has(it *item, name string) bool {
	if o.count == nil {
		o.count = map[string]int{}
	}
	for ; o.heads < len(it.clauses); o.heads++ {
		for _, tag := range strings.Split(it.clauses[o.heads].text, "<")[1:] {
			tag, closes := strings.CutPrefix(tag, "/")
			if end := strings.IndexAny(tag, " />"); end >= 0 {
				tag = tag[:end]
			}
			if o.count[tag]++; closes {
				o.count[tag] -= 2
			}
		}
	}
	return o.count[name] > 0
}

// isTag reports whether a row is nothing but a tag without attributes: `<dependency>`, `</div>`.
func isTag(t string) bool {
	return t[0] == '<' && strings.HasSuffix(t, ">") && strings.Count(t, "<") == 1 && !strings.Contains(t, " ")
}
