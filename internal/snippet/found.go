package snippet

import (
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// PlaceFound returns the lines of a file with sought, which must be in it once, replaced by the fence. Where the fence
// is already in their place, nothing changes. The error is a [Refusal].
func PlaceFound(lines, block, sought []string) ([]string, error) {
	at, there := placesOf(lines, sought), placesOf(lines, block)
	switch {
	case slices.Equal(block, sought) || len(at) == 0 && len(there) > 0:
		return nil, ChangesNothing
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
