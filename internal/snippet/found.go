package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// PlaceFound returns the lines of a file with sought, which must be in it once, replaced by the fence. Both may be less
// indented than the file. Where the fence is already in their place, nothing changes. The error is a [Refusal].
func PlaceFound(lines, block, sought []string) ([]string, error) {
	block, sought = asIndented(lines, block, sought)
	at, there := placesOf(lines, sought), placesOf(lines, block)
	switch {
	case slices.Equal(block, sought) || len(at) == 0 && len(there) > 0:
		return nil, ChangesNothing
	case len(at) == 0 && len(lacksIn(lines, sought)) > 1:
		return nil, SeveralPlaces
	case len(at) == 0:
		return nil, NotFound
	case slices.ContainsFunc(there, func(n int) bool { return n <= at[0] && at[0]+len(sought) <= n+len(block) }):
		return nil, ChangesNothing // the fence adds lines, and has done so
	case len(at) > 1:
		return nil, SeveralPlaces
	case slices.ContainsFunc(block, func(l string) bool { return IsElision(l) && !slices.Contains(sought, l) }):
		return nil, LeavesLinesOut
	}
	return slices.Concat(lines[:at[0]], block, lines[at[0]+len(sought):]), nil
}

// PlaceBeside is [PlaceFound] for a block that adds lines below those sought, or above them. It doesn't go between a
// line and what is below it deeper, or between a decorator or a comment and what that is of.
func PlaceBeside(lines, block, sought []string, below bool) ([]string, error) {
	block, sought = asIndented(lines, block, sought)
	now, err := PlaceFound(lines, block, sought)
	if err != nil {
		return nil, err
	}
	at := placesOf(lines, sought)[0]
	if below {
		rest := slices.IndexFunc(lines[at+len(sought):], isCode)
		added := slices.IndexFunc(block[len(sought):], isCode)
		if rest >= 0 && added >= 0 && isDeeper(lines[at+len(sought)+rest], block[len(sought)+added]) {
			return nil, InsideBlock
		}
		return now, nil
	}
	if at > 0 && isCode(lines[at-1]) && strings.IndexByte("@#/*[", strings.TrimSpace(lines[at-1])[0]) >= 0 {
		return nil, InsideBlock
	}
	return now, nil
}

// asIndented returns the two fences of a pair with the indentation that all their lines lack: where the file has the
// lines sought so, else where it has the others so (find-with/pair-without-its-indentation). They are as they were if
// the file has either as it is, or if the indentation isn't clear: a single line may be anywhere.
func asIndented(lines, block, sought []string) (indentedBlock, indentedSought []string) {
	if !lackTheSame(block, sought) {
		return block, sought
	}
	for i, fence := range [][]string{sought, block} {
		lacking := lacksIn(lines, fence)
		switch {
		case len(placesOf(lines, fence)) > 0, len(lacking) > 1, i > 0 && len(fence) == 1:
			return block, sought
		case len(lacking) == 1:
			return indent(block, lacking[0]), indent(sought, lacking[0])
		}
	}
	return block, sought
}

// lackTheSame reports whether two fences may lack the same indentation: their first lines have the same, no line of the
// second one is deeper than those above without a reason, as if it had the file's, and no string may go over lines.
func lackTheSame(block, sought []string) bool {
	b, s := slices.IndexFunc(block, isCode), slices.IndexFunc(sought, isCode)
	if s < 0 || b >= 0 && text.Indentation(block[b]) != text.Indentation(sought[s]) {
		return false
	}
	above := ""
	for _, l := range block {
		trimmed := strings.TrimSpace(above)
		isDeeper := len(text.Indentation(l)) > len(text.Indentation(above)) && trimmed != ""
		if isDeeper && strings.IndexByte(":{([,=>.+|&\\", trimmed[len(trimmed)-1]) < 0 && !slices.Contains(sought, l) {
			return false
		}
		if strings.Contains(l, `"""`) || strings.Contains(l, "'''") || strings.Count(l, "`")%2 == 1 {
			return false
		}
		if isCode(l) {
			above = l
		}
	}
	return true
}

// lacksIn returns what all lines of a fence may lack to be in a file.
func lacksIn(lines, fence []string) (all []string) {
	first := slices.IndexFunc(fence, isCode)
	if first < 0 {
		return nil
	}
	tried := map[string]bool{}
	for _, l := range lines {
		by, ok := strings.CutSuffix(l, fence[first])
		if !ok || !text.IsBlank(by) || tried[by] {
			continue
		}
		if tried[by] = true; len(placesOf(lines, indent(fence, by))) > 0 {
			all = append(all, by)
		}
	}
	return all
}

// indent returns lines with more indentation, but for blank ones.
func indent(lines []string, by string) []string {
	indented := slices.Clone(lines)
	for i, l := range lines {
		if isCode(l) {
			indented[i] = by + l
		}
	}
	return indented
}

// isDeeper reports whether a line is indented by more than another one, however many columns a tab takes.
func isDeeper(line, than string) bool {
	return width(line, tabWidth) > width(than, tabWidth) || width(line, wideTab) > width(than, wideTab)
}

func isCode(line string) bool { return !text.IsBlank(line) }

// placesOf returns where lines are in a file.
func placesOf(file, lines []string) (at []int) {
	for i := 0; i+len(lines) <= len(file) && len(lines) > 0; i++ {
		if slices.Equal(file[i:i+len(lines)], lines) {
			at = append(at, i)
		}
	}
	return at
}
