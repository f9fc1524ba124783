package parse

import "fmt"

// writeUnifiedDiff writes an edit: as a hunk without numbers, since the lines don't say
// where they are; without kept lines; or with numbers, which bound the lines.
func writeUnifiedDiff(e Edit, path string, spelling int) string {
	old, new := quote("a/"+path), quote("b/"+path)
	var lines []string
	switch {
	case e.Operation == Rename:
		lines = append(lines, gitMark+old+" "+quote("b/"+e.NewPath), "similarity index 100%",
			"rename from "+quote(path), "rename to "+quote(e.NewPath))
	case e.Operation == Delete:
		lines = append(lines, oldMark+old, newMark+devNull, fmt.Sprintf("@@ -1,%d +0,0 @@", len(e.Old)))
		lines = append(lines, signed("-", e.Old)...)
	case e.Creates() && len(e.New) == 0:
		lines = append(lines, gitMark+old+" "+new, "new file mode 100644")
	case e.Creates():
		lines = append(lines, oldMark+devNull, newMark+new, fmt.Sprintf("@@ -0,0 +1,%d @@", len(e.New)))
		lines = append(lines, signed("+", e.New)...)
	default:
		head := "@@ ... @@"
		if spelling == withNumbers {
			head = fmt.Sprintf("@@ -1,%d +1,%d @@", len(e.Needle()), len(e.Replacement()))
		}
		lines = append(lines, oldMark+old, newMark+new, head)
		lines = append(lines, signedEdit(e, spelling == withoutKept)...)
	}
	fence := FenceFor(3, lines)
	return join(line(fence+"diff"), lines, line(fence))
}

// The spellings of a hunk, beside the usual one.
const (
	withoutKept = iota + 1
	withNumbers
	hunkSpellings
)

// fitsUnifiedDiff: a file goes only if its lines are known.
func fitsUnifiedDiff(e Edit) string {
	if e.Operation == Delete && len(e.Old) == 0 {
		return "it doesn't have the lines of the file that it deletes"
	}
	return ""
}
