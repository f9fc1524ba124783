package diagnostics

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// findDone searches for the block's result ignoring whitespace: the edit may have been made with other
// indentation. It skips blocks that change only whitespace.
func (b *Block) findDone(ctx context.Context) error {
	result, new, t := b.Replacement(), b.Lines(b.Outcome.Block.New), b.Miss.File.Text()
	equal := func(a, b string) bool { return strings.Map(dropBlank, a) == strings.Map(dropBlank, b) }
	if !hasWord(new) || slices.EqualFunc(result, b.Needle(), equal) {
		return nil
	}
	// A cheap check first: the lines are rarely there.
	longest := slices.MaxFunc(new, func(a, b string) int { return len(a) - len(b) })
	if !strings.Contains(t.String(), strings.TrimSpace(longest)) {
		return nil
	}
	places, err := findEqual(ctx, t, result, withoutBlanks)
	if err != nil || len(places) == 0 {
		return err
	}
	differs := differences(matchOf(places, len(result)), result, t)
	if len(differs) == 0 {
		return nil
	}
	how := "with other whitespace"
	if whitespaceInWords(differs) == indentationDiffers {
		how = "indented differently"
	}
	first := 0 // the first new line
	for needle := b.Needle(); first < min(len(needle), len(result)-1) && needle[first] == result[first]; first++ {
	}
	line := b.Miss.File.Present(int(places[0]) + first).Number()
	b.Done = fmt.Sprintf("the new lines are already on line %d, %s", line, how)
	return nil
}
