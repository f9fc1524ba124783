package parse

import "slices"

// writeApplyPatch writes an edit: with kept lines around what changes, or without where a
// kept line would be a marker.
func writeApplyPatch(e Edit, path string, spelling int) string {
	lines := line("*** Begin Patch")
	switch {
	case e.Operation == Delete:
		lines = append(lines, "*** Delete File: "+path)
	case e.Operation == Rename:
		lines = append(lines, "*** Update File: "+path, "*** Move to: "+e.NewPath)
	case e.Creates():
		lines = append(lines, "*** Add File: "+path)
		lines = append(lines, signed("+", e.New)...)
	default:
		lines = append(lines, "*** Update File: "+path, hunkMark)
		lines = append(lines, signedEdit(e, spelling > 0)...)
	}
	return join(lines, line("*** End Patch"))
}

// signed are lines with a sign before each.
func signed(sign string, lines []string) []string {
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = sign + l
	}
	return all
}

// signedEdit are the lines of a chunk or hunk. Lines that an edit has on both sides are
// kept ones, unless all are to be old or new.
func signedEdit(e Edit, unkept bool) []string {
	if unkept {
		return slices.Concat(signed("-", e.Needle()), signed("+", e.Replacement()))
	}
	return Signed(e.Needle(), e.Replacement())
}

// Signed returns the lines of a chunk or hunk that makes new lines of old ones. Those that
// both have at their ends are kept.
func Signed(old, new []string) []string {
	head, tail := 0, 0
	for head < min(len(old), len(new)) && old[head] == new[head] {
		head++
	}
	for tail < min(len(old), len(new))-head && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	return slices.Concat(
		signed(" ", old[:head]), signed("-", old[head:len(old)-tail]), signed("+", new[head:len(new)-tail]), signed(" ", old[len(old)-tail:]),
	)
}
