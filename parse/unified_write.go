package parse

import "fmt"

// writeUnifiedDiff writes hunks without numbers because an Edit has no position. Other spellings drop
// the context lines, or add numbers to delimit the hunk.
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

const (
	withoutKept = iota + 1
	withNumbers
	hunkSpellings
)

// fitsUnifiedDiff: deleting a file needs its lines.
func fitsUnifiedDiff(e Edit) string {
	if e.Operation == Delete && len(e.Old) == 0 {
		return "it doesn't have the lines of the file that it deletes"
	}
	return ""
}
