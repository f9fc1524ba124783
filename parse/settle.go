package parse

import (
	"slices"
	"strings"
)

// WithFiles returns the result with what its files decide, too. What a tool writes to a file that exists, with
// other lines, isn't a block that creates it but a code block, and a conflict of a file that is in conflict is not a block
// (conflict/conflict-that-the-file-has). file returns the lines of a path's file, and whether it exists.
func (r *Result) WithFiles(file func(*Path) ([]string, bool)) *Result {
	settles := func(b Block) bool {
		return b.replaces && b.New.Len() > 0 || b.Layout != NoLayout && b.row().settle != nil
	}
	if !slices.ContainsFunc(r.Blocks, settles) {
		return r
	}
	files := map[string]*fileLines{}
	of := func(p *Path) *fileLines {
		key := strings.Join(p.Readings, "\x00")
		if files[key] == nil {
			f := &fileLines{}
			f.lines, f.exists = file(p)
			files[key] = f
		}
		return files[key]
	}
	with := *r
	with.Blocks, with.fenced = nil, slices.Clone(r.fenced)
	for _, b := range r.Blocks {
		if !settles(b) {
			with.Blocks = append(with.Blocks, b)
			continue
		}
		switch f := of(&b.Path); {
		case !b.replaces:
			with.Blocks = append(with.Blocks, b.row().settle(r, b, f)...)
		case b.part, f.exists && !slices.Equal(f.lines, r.Lines(&b, b.New)):
			with.fenced = append(with.fenced, fenced{start: b.Start, end: b.End, turn: int32(b.Turn), path: b.Path, content: b.New, whole: !b.part})
		default:
			with.Blocks = append(with.Blocks, b)
		}
	}
	for i := range with.Blocks {
		with.Blocks[i].Index = i
	}
	slices.SortFunc(with.fenced, func(a, b fenced) int { return int(a.start - b.start) })
	with.Proposals = (&proposer{&with, &lineMemo{}}).proposals()
	return &with
}

// fileLines are the lines of a file. Any number of blocks may ask for them.
type fileLines struct {
	lines  []string
	exists bool
	// at has the places of each line, once it is needed.
	at map[string][]int
	// conflicts is whether the file is in conflict, once that is known.
	conflicts *bool
}

func (f *fileLines) inConflict() bool {
	if f.conflicts == nil {
		found := slices.ContainsFunc(f.lines, marksConflict)
		f.conflicts = &found
	}
	return *f.conflicts
}

// has reports whether lines are in the file one below the other. It looks where the rarest of them is.
func (f *fileLines) has(lines []string) bool {
	if len(lines) == 0 {
		return true
	}
	if f.at == nil {
		f.at = map[string][]int{}
		for i, l := range f.lines {
			f.at[l] = append(f.at[l], i)
		}
	}
	rarest := 0
	for i, l := range lines {
		if len(f.at[l]) < len(f.at[lines[rarest]]) {
			rarest = i
		}
	}
	return slices.ContainsFunc(f.at[lines[rarest]], func(at int) bool {
		first := at - rarest
		return first >= 0 && first+len(lines) <= len(f.lines) && slices.Equal(f.lines[first:first+len(lines)], lines)
	})
}
