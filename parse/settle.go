package parse

import "slices"

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
	with := *r
	with.Blocks, with.fenced = nil, slices.Clone(r.fenced)
	for _, b := range r.Blocks {
		if !settles(b) {
			with.Blocks = append(with.Blocks, b)
			continue
		}
		switch lines, exists := file(&b.Path); {
		case !b.replaces:
			with.Blocks = append(with.Blocks, b.row().settle(r, b, lines, exists)...)
		case exists && !slices.Equal(lines, r.Lines(&b, b.New)):
			with.fenced = append(with.fenced, fenced{start: b.Start, end: b.End, turn: int32(b.Turn), path: b.Path, content: b.New})
		default:
			with.Blocks = append(with.Blocks, b)
		}
	}
	for i := range with.Blocks {
		with.Blocks[i].Index = i
	}
	slices.SortFunc(with.fenced, func(a, b fenced) int { return int(a.start - b.start) })
	return &with
}
