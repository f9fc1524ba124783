package parse

import (
	"slices"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

type fileHeader struct {
	first, end text.Line
	operation  Operation
	path       Path
	fault      string
	// says means that the header itself states a change.
	says     bool
	old, new diffName
	// gitOld and gitNew are from the `diff --git` line, which has both prefixes even for /dev/null.
	// from and to are those of a rename.
	gitOld, gitNew string
	from, to       diffName
}

type diffName struct {
	name string
	line text.Line
}

const devNull = "/dev/null"

// readHeader returns the line after the header at a marker, or false if it isn't a diff.
func (d *diff) readHeader(start token) (text.Line, bool) {
	h := &d.header
	h.first, h.end = start.line, start.line
	switch {
	case start.kind == gitHeader:
		d.readGitHeader()
	case start.kind == hunkHeader:
		return h.first, d.isHunk(start.line) && d.namedByFence(start.line)
	case !d.readNames():
		return 0, false
	}
	below := h.end < d.limit && d.isHunk(h.end)
	if strings.HasPrefix(d.at(h.end), combinedMark) {
		h.fault = diffCombined
	}
	if !below && h.fault == "" && !h.says && !d.growsAt(h.end) {
		return 0, false
	}
	if d.name(); h.fault == "" && h.areLabels() {
		// Prose above test output may name the test's file, so only a bare path counts.
		return h.end, below && d.namedByFence(start.line) && cleanPath(d.text.Line(h.path.Line)) == h.path.Fallback
	}
	return h.end, h.fault != "" || h.path.Named()
}

// readGitHeader reads git's header from its first line on.
func (d *diff) readGitHeader() {
	h := &d.header
	h.old.name, h.new.name = gitNames(strings.TrimPrefix(d.at(h.first), gitMark))
	h.gitOld, h.gitNew = h.old.name, h.new.name
	h.old.line, h.new.line = h.first, h.first
	for h.end++; h.end < d.limit && d.extended(h.end); h.end++ {
	}
	d.readNames()
}

// areLabels reports whether the names are labels rather than files: "Expected" and "Actual", "before:
// x" and "after: x" (unified-diff/labels-below-a-path).
func (h *fileHeader) areLabels() bool {
	old, new := h.old.name, h.new.name
	if old == "" || new == "" || old == new || h.operation == Rename {
		return false
	}
	isLabel := func(name string) bool {
		return isBareWord(name) || strings.Contains(name, ": ")
	}
	return isLabel(old) && isLabel(new)
}

// readNames reads both name lines or, in a fence for diffs, one with a hunk below
// (unified-diff/one-header-line, unified-diff/one-header-line-of-the-old-file).
func (d *diff) readNames() bool {
	h := &d.header
	l := h.end
	name := func(mark string, l text.Line) diffName {
		return diffName{headerName(strings.TrimPrefix(d.at(l), mark)), l}
	}
	has := func(l text.Line, mark string) bool { return l < d.limit && strings.HasPrefix(d.at(l), mark) }
	one := d.tagged && l+1 < d.limit && d.isHunk(l+1)
	switch {
	case has(l, oldMark) && has(l+1, newMark):
		h.old, h.new = name(oldMark, l), name(newMark, l+1)
		h.end += 2
	case one && has(l, oldMark):
		h.old, h.new = name(oldMark, l), diffName{}
		h.end++
	case one && has(l, newMark) && !has(l-1, oldMark):
		h.old, h.new = diffName{}, name(newMark, l)
		h.end++
	default:
		return false
	}
	return true
}

// File modes of anything but files.
const (
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// extended reads a line of git's extended header, or returns false.
func (d *diff) extended(l text.Line) bool {
	h := &d.header
	line := d.at(l)
	is := func(mark string) bool { return strings.HasPrefix(line, mark) }
	switch {
	case is("old mode "), is("new mode "), is("similarity index "), is("index "):
	case is("new file mode "):
		h.operation, h.says = Create, true
	case is("deleted file mode "):
		h.operation, h.says = Delete, true
	case is("rename from "):
		h.operation, h.says = Rename, true
		h.from = diffName{renameName(line[len("rename from "):]), l}
	case is("rename to "):
		h.operation, h.says = Rename, true
		h.to = diffName{renameName(line[len("rename to "):]), l}
	case is("copy from "), is("copy to "):
		h.fault = diffCopies
	case is("GIT binary patch"), is("Binary files "):
		h.fault = diffBinary
	default:
		return false
	}
	if !is("rename ") && (strings.HasSuffix(line, " "+modeLink) || strings.HasSuffix(line, " "+modeSubmodule)) {
		h.fault = diffNoFile
	}
	return true
}

// name determines the header's file and operation.
func (d *diff) name() {
	h := &d.header
	old, new := readings(h.old.name, h.new.name), readings(h.new.name, h.old.name)
	switch {
	case h.old.name == devNull && h.gitOld != "":
		new = readings(h.new.name, h.gitOld)
	case h.new.name == devNull && h.gitNew != "":
		old = readings(h.old.name, h.gitNew)
	}
	switch {
	case h.operation == Rename:
		h.path = namedBy(h.from.line, h.from.name)
		if !d.growsAt(h.end) && (h.from.name == "" || h.to.name == "") {
			h.fault = diffNoRename
		}
	case h.operation == Create, h.old.name == devNull:
		h.operation = Create
		h.path = namedBy(h.new.line, new[:min(len(new), 1)]...)
	case h.operation == Delete, h.new.name == devNull:
		h.operation = Delete
		h.path = namedBy(h.old.line, old...)
	case len(new) > 0:
		h.path = namedBy(h.new.line, append(new, old...)...)
	default:
		h.path = namedBy(h.old.line, old...)
	}
}

// namedBy returns a path; the first name is the fallback.
func namedBy(l text.Line, names ...string) Path {
	p := Path{Line: l}
	for _, n := range names {
		if n != "" && !slices.Contains(p.Readings, n) {
			p.Readings = append(p.Readings, n)
		}
	}
	if len(p.Readings) > 0 {
		p.Fallback = p.Readings[0]
	}
	return p
}

// namedByFence reports whether line l begins a fence for diffs whose info string, or a line above,
// names a path (unified-diff/hunk-first-in-a-tagged-fence).
func (d *diff) namedByFence(l text.Line) bool {
	if !d.tagged || d.textBelow(d.fence.line, l) != l {
		return false
	}
	if p, _, ok := d.fenceName(d.fence.line); ok {
		d.header.path = p
		return true
	}
	may := aboveFence
	may.fences = 0
	for p := range d.pathsAbove(d.fence.line, d.floor, may) {
		if !isWeakName(d.text.Line(p.Line), p.Fallback) {
			d.header.path = p
			return true
		}
	}
	return false
}

// prefixPairs are git's prefixes of the old and the new name.
var prefixPairs = []string{"ab", "iw", "ci", "cw", "ow", "12"}

func prefixOf(name string) byte {
	if len(name) > 2 && name[1] == '/' && strings.IndexByte("abiwco12", name[0]) >= 0 {
		return name[0]
	}
	return 0
}

// readings returns a name with and without its prefix, the more likely first given the other side's
// name.
func readings(name, other string) []string {
	if name == "" || name == devNull {
		return nil
	}
	prefix := prefixOf(name)
	if prefix == 0 {
		return []string{name}
	}
	pair := other == devNull
	if o := prefixOf(other); o != 0 {
		pair = slices.Contains(prefixPairs, string([]byte{prefix, o})) || slices.Contains(prefixPairs, string([]byte{o, prefix}))
	}
	if pair {
		return []string{name[2:], name}
	}
	return []string{name, name[2:]}
}

// headerName reads the name after --- or +++, up to a tab.
func headerName(s string) string {
	if name, _, ok := unquote(s); ok {
		return name
	}
	name, _, tab := strings.Cut(s, "\t")
	if !tab {
		name = strings.TrimRight(name, " ")
	}
	return name
}

func renameName(s string) string {
	if name, _, ok := unquote(s); ok {
		return name
	}
	return s
}

// gitNames reads the names on the `diff --git` line. Unquoted names are split where both halves are
// equal, ignoring prefixes.
func gitNames(s string) (old, new string) {
	if name, rest, ok := unquote(s); ok {
		return name, renameName(strings.TrimPrefix(rest, " "))
	}
	if at := strings.Index(s, ` "`); at >= 0 && strings.HasSuffix(s, `"`) {
		return s[:at], renameName(s[at+1:])
	}
	first := -1
	for i := range len(s) {
		if s[i] != ' ' {
			continue
		}
		if first < 0 {
			first = i
		}
		if old, new := s[:i], s[i+1:]; samePlain(old, new) {
			return old, new
		}
	}
	if first < 0 {
		return s, ""
	}
	return s[:first], s[first+1:]
}

// unquote reads a name with C escapes, which are Go's, and returns the rest of s.
func unquote(s string) (name, rest string, ok bool) {
	quoted, err := strconv.QuotedPrefix(s)
	if err != nil || quoted[0] != '"' {
		return "", "", false
	}
	name, err = strconv.Unquote(quoted)
	return name, s[len(quoted):], err == nil
}

const (
	cEscapes = `abtnvfr"\`
	cEscaped = "\a\b\t\n\v\f\r\"\\"
)

// quote is the inverse of unquote, with quotes only if needed.
func quote(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if at := strings.IndexByte(cEscaped, name[i]); at >= 0 {
			b.WriteByte('\\')
			b.WriteByte(cEscapes[at])
			continue
		}
		b.WriteByte(name[i])
	}
	if b.Len() == len(name) {
		return name
	}
	return `"` + b.String() + `"`
}

func renamedTo(r *Result, b *Block) string {
	for l := b.Start; l <= b.End; l++ {
		if name, ok := strings.CutPrefix(r.bodyLine(b, l), "rename to "); ok {
			return renameName(name)
		}
	}
	return ""
}

// samePlain reports whether two names are equal without their prefixes.
func samePlain(old, new string) bool {
	a, b := readings(old, new), readings(new, old)
	return len(a) > 0 && len(b) > 0 && a[0] == b[0]
}
