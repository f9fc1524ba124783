package parse

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// A command of the shell that writes the lines below it into a file (code-blocks/command-that-writes-a-file):
//
//	cat > app/config.py <<'EOF'
//	DEBUG = True
//	EOF
var (
	heredoc = text.Expression(`<<(-?) ?(["'\\]?)([A-Za-z_]\w*)["']?`)
	// redirects matches such a command without the heredoc.
	redirects = text.Expression(`^(?:\$ )?(?:cat *\| ?)?(?:sudo )?(?:cat *(?:>\|?|(>>)) ?|tee (-a )?)("[^"]+"|'[^']+'|[^\s"'<>|&;]+)(?: *> ?/dev/null)?$`)
	// entersFolder matches commands that say where paths begin, but for those of a subshell
	// (code-blocks/script-that-writes-a-file).
	entersFolder = text.Expression(`(?:^|[;&|] *|\$ )\s*(?:cd|pushd) `)
	// expands matches what the shell replaces in a heredoc whose delimiter isn't quoted.
	expands = text.Expression("[$][\\w{(!@*#?$-]|`|\\\\[$`\\\\]|\\\\$")
)

// Why a file that a command writes isn't taken.
const (
	isTabbed   = "the shell would remove the tabs that its lines begin with"
	isAppended = "it appends to its file: ask for an edit block"
	isExpanded = "the shell would replace $ or ` in it: quote its delimiter, as in <<'EOF'"
	isBelowACd = "it is below a cd, which says where its path begins"
	isUnended  = "its end isn't in the fence"
)

// mayWrite reports whether a fence may hold such commands. p is what it is otherwise: a script that has a name is a file
// itself (code-blocks/script-that-writes-a-file).
func (r *proposer) mayWrite(f fenced, p *Proposal, named bool) bool {
	tag := language(infoString(r.Text.Line(f.start)))
	switch {
	case f.printed || f.path.Named():
		return false
	case slices.Equal(shells[tag], posix):
		return !named || p.Unread != "" || !isOfShell(tag, p.Path)
	}
	return tag == "" && !named
}

// written returns the files that the commands in a fence write, but for those outside the workspace.
func (r *proposer) written(f fenced, p *Proposal, named bool) (all []Proposal) {
	if !r.mayWrite(f, p, named) {
		return nil
	}
	moved := false
	for l := f.start + 1; l < f.end; l++ {
		line := r.Text.Line(l)
		moved = moved || (strings.Contains(line, "cd ") || strings.Contains(line, "pushd ")) && entersFolder().MatchString(line)
		if !strings.Contains(line, "<<") {
			continue
		}
		var file *Proposal
		if file, l = r.writtenBy(f, l, strings.Join(strings.Fields(line), " ")); file == nil {
			continue
		}
		if (moved || strings.Contains(line, "(cd ")) && file.Unread == "" {
			file.Unread = isBelowACd
		}
		all = append(all, *file)
	}
	return all
}

// writtenBy returns the file that a command on line l writes, or nil, and the end of its heredoc or l.
func (r *proposer) writtenBy(f fenced, l text.Line, line string) (*Proposal, text.Line) {
	mark := heredoc().FindStringSubmatchIndex(line)
	if mark == nil || mark[0] > 0 && line[mark[0]-1] == '<' { // <<< has a string
		return nil, l
	}
	tabbed, quoted := mark[3] > mark[2], mark[5] > mark[4]
	end := r.heredocEnd(f, l+1, line[mark[6]:mark[7]], tabbed)
	path, appends := fileOf(line[:mark[0]] + line[mark[1]:])
	p := &Proposal{Start: l, End: end, Turn: int(f.turn), Whole: true, content: span(l+1, end), cutAs: f.start}
	p.Path.Readings, p.Path.Fallback = accept(path)
	p.Path.Line = l
	if !p.Path.Named() || strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~") {
		return nil, end
	}
	switch lines := r.Proposed(p); {
	case end == f.end:
		p.Unread = isUnended
	case appends:
		p.Unread = isAppended
	case !quoted && slices.ContainsFunc(lines, expands().MatchString):
		p.Unread = isExpanded
	case tabbed && slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "\t") }):
		p.Unread = isTabbed
	}
	return p, end
}

// heredocEnd returns the line that ends a heredoc, or the last one of the fence.
func (r *proposer) heredocEnd(f fenced, from text.Line, delimiter string, tabbed bool) text.Line {
	indent := text.Indentation(r.Text.Line(f.start))
	for l := from; l < f.end; l++ {
		line := strings.TrimPrefix(r.Text.Line(l), indent)
		if tabbed {
			line = strings.TrimLeft(line, "\t")
		}
		if line == delimiter {
			return l
		}
	}
	return f.end
}

// fileOf returns the path of the file that one of a line's commands writes, or "", and whether it appends to that.
func fileOf(line string) (path string, appends bool) {
	for _, command := range strings.Split(strings.ReplaceAll(line, ";", "&&"), "&&") {
		if m := redirects().FindStringSubmatch(strings.TrimSpace(command)); m != nil {
			return strings.Trim(m[3], `"'`), m[1]+m[2] != ""
		}
	}
	return "", false
}
