package parse

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// writeApplyPatch writes an edit, without context lines if one would be read as a marker.
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

func signed(sign string, lines []string) []string {
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = sign + l
	}
	return all
}

// signedEdit returns the lines of a chunk or hunk; unkept leaves out context lines.
func signedEdit(e Edit, unkept bool) []string {
	if unkept {
		return slices.Concat(signed("-", e.Needle()), signed("+", e.Replacement()))
	}
	return Signed(e.Needle(), e.Replacement())
}

// Signed returns the patch lines that turn old into new. Common lines at both ends become context.
func Signed(old, new []string) []string {
	head, tail := text.Shared(old, new)
	return slices.Concat(
		signed(" ", old[:head]), signed("-", old[head:len(old)-tail]), signed("+", new[head:len(new)-tail]), signed(" ", old[len(old)-tail:]),
	)
}
