package prompt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Failure is what a model needs to rewrite a failed edit or a problem.
type Failure struct {
	// Path is the target, or empty if unknown.
	Path string
	// For an ambiguous edit, Message lists the matches.
	Code    codes.Code
	Message string
	// Begins quotes the first line to find, or is empty.
	Begins string
	// Advice says what to do about it, or is empty.
	Advice string
	// Line is its 1-based chat line.
	Line int
	// Lines are a problem's first chat lines.
	Lines []string
	// Call means that the edit was a tool's call, which the model can't write again.
	Call bool
	// File is the target's text, or nil if not needed, and Places its lines that a model must see.
	File   *text.Text
	Places []text.LineRange
}

const ambiguousTemplate = "Some edits failed due to ambiguous anchors (the context lines matched multiple locations in the file). " +
	"Please retry these edits with more unique anchor context — include a distinctive preceding line " +
	"(like a function name, class definition, or unique comment) to disambiguate:\n\n"

const (
	failedTemplate = "Some edits could not be applied. Please write each of these edit blocks again in full, " +
		"in the same format, and correct what was wrong:\n\n"
	callTemplate = "Some edits by tool calls could not be applied. Please write each of these as edit blocks instead, and correct " +
		"what was wrong:\n\n"
	waitingTemplate = "These edits come after a failed one in the same file and don't fit without it. Please write them again too, for the file " +
		"as your new edits will leave it: "
	unreadTemplate = "Some code has no clear place in its file. Please write each of these changes as edit blocks instead:\n\n"
	formTemplate   = "\nAn edit block is written like this, without the `> ` before each line:\n\n"
)

// Retry returns the prompt to retry a chat's failed edits, or "". Appending it doesn't change how the
// chat is read. It fails only if the context is cancelled.
//
// The current lines around the failures follow them, limited in number and size: in fences, or quoted
// if they could be read as part of a block.
func Retry(ctx context.Context, chat *text.Text, o parse.Options, failures []Failure) (string, error) {
	if len(failures) == 0 {
		return "", nil
	}
	said := sayings(failures)
	excerpts := excerptsOf(failures)
	s := said + show(excerpts, false)
	inert, err := isInert(ctx, chat, o, s)
	if err == nil && inert {
		inert, err = isInert(ctx, text.New(inForce), parse.Options{}, s)
	}
	switch {
	case err != nil:
		return "", err
	case !inert:
		return said + show(excerpts, true), nil
	}
	return s, nil
}

// inForce is a chat that leaves all that can be in force: two paths and a file.
const inForce = "other.txt\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\nother.txt\n\nFILE: file.txt\n"

func sayings(failures []Failure) string {
	var ambiguous, failed, begun, calls, called, unread []string
	var waiting []Failure
	for _, f := range failures {
		switch {
		case f.Code == codes.PreviousEditFailed:
			waiting = append(waiting, f)
		case f.Call:
			calls = append(calls, plain(f.item()))
		case f.Code == codes.AmbiguousMatch:
			ambiguous = append(ambiguous, plain(fmt.Sprintf("- %s: %s\n", f.Path, f.Message)))
		case f.Code == codes.NotPlaced:
			unread = append(unread, plain(fmt.Sprintf("- %s, the code at line %d: %s\n", f.Path, f.Line, f.Message)))
		default:
			failed = append(failed, plain(f.item()))
		}
		switch begins := fmt.Sprintf("\nThe block at line %d begins:\n\n%s", f.Line, inQuote(f.Lines)); {
		case len(f.Lines) == 0:
		case f.Call:
			called = append(called, begins)
		default:
			begun = append(begun, begins)
		}
	}
	var parts []string
	if len(ambiguous) > 0 {
		parts = append(parts, ambiguousTemplate+strings.Join(ambiguous, ""))
	}
	if len(failed) > 0 {
		parts = append(parts, failedTemplate+strings.Join(failed, "")+strings.Join(begun, ""))
	}
	if len(calls) > 0 {
		parts = append(parts, callTemplate+strings.Join(calls, "")+strings.Join(called, ""))
	}
	if len(unread) > 0 {
		parts = append(parts, unreadTemplate+strings.Join(unread, ""))
	}
	if n := len(parts) - 1; len(calls)+len(unread) > 0 {
		parts[n] += formTemplate + inQuote(sample())
	}
	if len(waiting) > 0 {
		parts = append(parts, waitingTemplate+plain(count(waiting))+".\n")
	}
	return strings.Join(parts, "\n")
}

// sample returns a block that shows the format to write code in.
func sample() []string {
	s, _ := diff.Form.Write(parse.Edit{ // no line of it is a marker
		Path: "path/to/file.txt", Old: []string{"(lines of the file, exactly)"}, New: []string{"(the lines that replace them)"},
	})
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

func (f Failure) item() string {
	s := "- "
	switch {
	case f.Path == "":
		s += fmt.Sprintf("the block at line %d", f.Line)
	case f.Begins == "":
		s += f.Path
	default:
		s += fmt.Sprintf("%s, the edit that looks for %s", f.Path, f.Begins)
	}
	s += ": " + f.Message + "."
	if f.Advice != "" {
		s += " " + f.Advice
	}
	return s + "\n"
}

// plain removes the backticks from a line, possibly a file's, that would suggest a command.
func plain(s string) string {
	if suggests(s) {
		return strings.ReplaceAll(s, "`", "'")
	}
	return s
}

// count lists the files of failures with their counts.
func count(failures []Failure) string {
	var paths []string
	n := map[string]int{}
	for _, f := range failures {
		if n[f.Path]++; n[f.Path] == 1 {
			paths = append(paths, f.Path)
		}
	}
	for i, p := range paths {
		paths[i] = fmt.Sprintf("%s (%s)", p, text.Count(n[p], "edit"))
	}
	return strings.Join(paths, ", ")
}

const (
	// mostShown limits the lines in a prompt, mostTogether those of one place, longestShown a line's
	// bytes: longer ones are hardly code.
	mostShown    = 400
	mostTogether = 200
	longestShown = 1000
	// apart is the distance of places shown as one.
	apart = 2
)

// excerpt is file lines to show; without lines it says that there is more.
type excerpt struct {
	path  string
	first text.Line
	lines []string
}

// excerptsOf returns the places of all failures by file.
func excerptsOf(failures []Failure) []excerpt {
	var files []Failure // one for each file, with all its places
	index := map[string]int{}
	cut := false
	for _, f := range failures {
		if f.File == nil {
			continue
		}
		i, known := index[f.Path]
		if !known {
			i, index[f.Path] = len(files), len(files)
			files = append(files, Failure{Path: f.Path, File: f.File})
		}
		files[i].Places = append(files[i].Places, f.Places...)
		cut = cut || len(f.Places) == 0
	}
	var list []excerpt
	left := mostShown
	for _, f := range files {
		for _, r := range meet(f.Places, f.File.LineCount()) {
			first, end := r.First, r.End
			if most := text.Line(min(mostTogether, left)); end-first > most {
				end, cut = first+most, true
			}
			lines := f.File.Lines(first, end)
			if slices.ContainsFunc(lines, func(l string) bool { return len(l) > longestShown }) {
				lines, cut = nil, true
			}
			if len(lines) > 0 {
				left -= len(lines)
				list = append(list, excerpt{path: f.Path, first: first, lines: lines})
			}
		}
	}
	if cut {
		list = append(list, excerpt{})
	}
	return list
}

// meet sorts runs of lines, clips them to n lines and joins nearby ones.
func meet(list []text.LineRange, n int) []text.LineRange {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b text.LineRange) int { return cmp.Or(int(a.First-b.First), int(a.End-b.End)) })
	var joined []text.LineRange
	for _, r := range list {
		r = text.LineRange{First: max(r.First, 0), End: min(r.End, text.Line(n))}
		last := len(joined) - 1
		switch {
		case r.First >= r.End:
		case last >= 0 && r.First <= joined[last].End+apart:
			joined[last].End = max(joined[last].End, r.End)
		default:
			joined = append(joined, r)
		}
	}
	return joined
}

// show shows excerpts in fences, or quoted.
func show(excerpts []excerpt, quoted bool) string {
	how, put := "", inFence
	if quoted {
		how, put = ", each line after `> `", inQuote
	}
	var b strings.Builder
	for _, p := range excerpts {
		b.WriteByte('\n')
		switch end := p.first + text.Line(len(p.lines)); {
		case len(p.lines) == 0:
			b.WriteString("The rest of these files isn't shown; ask for it if you need it.\n")
			continue
		case len(p.lines) == 1:
			fmt.Fprintf(&b, "Current line %d of %s%s:\n\n", end, plain(p.path), how)
		default:
			fmt.Fprintf(&b, "Current lines %d to %d of %s%s:\n\n", p.first.Number(), end, plain(p.path), how)
		}
		b.WriteString(put(p.lines))
	}
	return b.String()
}

// inFence needs no language: in a shell fence, commands would be suggestions.
func inFence(lines []string) string {
	fence := parse.FenceFor(3, lines) + "\n"
	return fence + join(lines) + fence
}

// inQuote quotes lines so that none is read as a block's.
func inQuote(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(">")
		if l != "" {
			b.WriteString(" " + l)
		}
		b.WriteString("\n")
	}
	return b.String()
}
