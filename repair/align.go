package repair

// maxAligned bounds the table by which two runs are aligned.
const maxAligned = 1 << 20

// commonLines is a longest common subsequence of lines, as pairs of indexes. Runs too
// long for the table are compared line by line.
func commonLines(a, b []string) [][2]int {
	var pairs [][2]int
	if len(a)*len(b) > maxAligned {
		for i := range min(len(a), len(b)) {
			if a[i] == b[i] {
				pairs = append(pairs, [2]int{i, i})
			}
		}
		return pairs
	}
	longest := make([][]int32, len(a)+1)
	for i := range longest {
		longest[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
