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

// Failure is an edit that did not apply, or what would have been one, as far as a
// model has to know of it to write it again.
type Failure struct {
	// Path is the target; empty where none is known.
	Path string
	// Code and Message are those of the result. Of an ambiguous
	// edit the message lists the matches.
	Code    codes.Code
	Message string
	// Ambiguous: the lines to find are in the file more than once.
	Ambiguous bool
	// Waiting: an edit above it failed, and it does not fit without that one.
	Waiting bool
	// Spoiled: it would have applied without the edits above it.
	Spoiled bool
	// Begins is the first line that the edit looks for, quoted; empty without one.
	Begins string
	// Line is the line of the chat where it begins, from 1.
	Line int
	// Lines are the first lines of the chat of what isn't a block; else none.
	Lines []string
	// File is the target's present text, or nil where it is of no use, and Places are
	// the runs of its lines that a model must see.
	File   *text.Text
	Places []text.LineRange
}

// ambiguousTemplate is the retry prompt for ambiguous edits.
const ambiguousTemplate = "Some edits failed due to ambiguous anchors (the context lines matched multiple locations in the file). " +
	"Please retry these edits with more unique anchor context — include a distinctive preceding line " +
	"(like a function name, class definition, or unique comment) to disambiguate:\n\n"

// Its counterpart for all other failures.
const (
	failedTemplate = "Some edits could not be applied. Please write each of these edit blocks again in full, " +
		"in the same format, and correct what was wrong:\n\n"
	waitingTemplate = "These edits come after a failed one in the same file and don't fit without it. Please write them again too, for the file " +
		"as your new edits will leave it: "
)

// Retry makes the prompt that asks for failed edits of a chat again; it is empty for
// none. It changes nothing of what is read in the chat, also if it is put after it.
// The only error is the context's.
//
// First comes what the failures say, then the places of the current files,
// bounded in number and size: in fences, or where that could be read as part of a
// block, quoted.
func Retry(ctx context.Context, chat *text.Text, o parse.Options, failures []Failure) (string, error) {
	if len(failures) == 0 {
		return "", nil
	}
	said := sayings(failures)
	places := places(failures)
	s := said + show(places, fenced)
	for _, behind := range []struct {
		chat    *text.Text
		options parse.Options
	}{{chat, o}, {text.New(inForce), parse.Options{}}} {
		inert, err := isInert(ctx, behind.chat, behind.options, s)
		if err != nil {
			return "", err
		}
		if !inert {
			return said + show(places, quoted), nil
		}
	}
	return s, nil
}

// inForce is a chat after which all that can be in force is: two paths, and a file.
const inForce = "other.txt\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\nother.txt\n\nFILE: file.txt\n"

// sayings are what is said of the failures.
func sayings(failures []Failure) string {
	var ambiguous, failed, begun []string
	var waiting []Failure
	for _, f := range failures {
		switch {
		case f.Waiting:
			waiting = append(waiting, f)
		case f.Ambiguous:
			ambiguous = append(ambiguous, plain(fmt.Sprintf("- %s: %s\n", f.Path, f.Message)))
		default:
			failed = append(failed, plain(f.item()))
		}
		if len(f.Lines) > 0 {
			begun = append(begun, fmt.Sprintf("\nThe block at line %d begins:\n\n%s", f.Line, inQuote(f.Lines)))
		}
	}
	var parts []string
	if len(ambiguous) > 0 {
		parts = append(parts, ambiguousTemplate+strings.Join(ambiguous, ""))
	}
	if len(failed) > 0 {
		parts = append(parts, failedTemplate+strings.Join(failed, "")+strings.Join(begun, ""))
	}
	if len(waiting) > 0 {
		parts = append(parts, waitingTemplate+plain(count(waiting))+".\n")
	}
	return strings.Join(parts, "\n")
}

// item is the line about a failure.
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
	switch row, _ := codes.Lookup(f.Code); {
	case f.Spoiled:
		s += " Write this edit, and those above it that touch the same lines, as one block."
	case row.Retry != "":
		s += " " + row.Retry
	}
	return s + "\n"
}

// plain takes the backticks off a line that would else suggest a command: it may
// quote the text of a file.
func plain(s string) string {
	if suggests(s) {
		return strings.ReplaceAll(s, "`", "'")
	}
	return s
}

// count names the files of failures, with the number of those of each.
func count(failures []Failure) string {
	var paths []string
	n := map[string]int{}
	for _, f := range failures {
		if n[f.Path]++; n[f.Path] == 1 {
			paths = append(paths, f.Path)
		}
	}
	for i, p := range paths {
		if n[p] == 1 {
			paths[i] = p + " (1 edit)"
		} else {
			paths[i] = fmt.Sprintf("%s (%d edits)", p, n[p])
		}
	}
	return strings.Join(paths, ", ")
}

const (
	// mostShown bounds the lines of files in a prompt, mostTogether those of one
	// place, and longestShown the bytes of a line: what is longer is no code that
	// could be copied.
	mostShown    = 400
	mostTogether = 200
	longestShown = 1000
	// apart is how many lines may lie between two places that are shown as one.
	apart = 2
)

// place is a run of lines of a file that is shown; one without lines says that there
// is more.
type place struct {
	path  string
	first text.Line
	lines []string
}

// places are the places of all failures, file by file, those that meet as one.
func places(failures []Failure) []place {
	var files []Failure // one for each file, with the places of all
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
	var list []place
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
				list = append(list, place{path: f.Path, first: first, lines: lines})
			}
		}
	}
	if cut {
		list = append(list, place{})
	}
	return list
}

// meet sorts runs of lines, clips them to a file of n lines, and joins those that
// touch or nearly do.
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

// manner is a way to show lines.
type manner struct {
	// with is what a reader has to know of it.
	with string
	put  func([]string) string
}

var (
	fenced = manner{put: inFence}
	quoted = manner{with: ", each line after `> `", put: inQuote}
)

// show words places.
func show(places []place, m manner) string {
	var b strings.Builder
	for _, p := range places {
		b.WriteByte('\n')
		switch end := p.first + text.Line(len(p.lines)); {
		case len(p.lines) == 0:
			b.WriteString("The rest of these files isn't shown; ask for it if you need it.\n")
			continue
		case len(p.lines) == 1:
			fmt.Fprintf(&b, "Line %d of %s, as it is now%s:\n\n", end, plain(p.path), m.with)
		default:
			fmt.Fprintf(&b, "Lines %d to %d of %s, as it is now%s:\n\n", p.first.Number(), end, plain(p.path), m.with)
		}
		b.WriteString(m.put(p.lines))
	}
	return b.String()
}

// inFence puts lines into a fence that none of them closes. It has no language: in
// that of a shell, commands would be suggestions.
func inFence(lines []string) string {
	fence := parse.FenceFor(3, lines) + "\n"
	return fence + join(lines) + fence
}

// inQuote puts a mark before each line, so that nothing in it is read.
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
