package apply

import "github.com/edit-lsp/edit-lsp/internal/text"

// chosenPerBlock is how many lines are chosen of most blocks.
const chosenPerBlock = 2

// fewBlocks: with a block for so many lines of a file, or fewer blocks, an index of what
// the blocks look for is made faster than one of all lines.
const fewBlocks = 32

// chosen is an index of what the blocks of a file look for, or nil where it is better to
// have one of all lines. Who judges a file again and again, as an editor's session does,
// has that; a command that judges it once need not make it (performance, P4).
func chosen(f *file) *text.Index {
	target := f.target.File
	if target == nil || f.virtual.own != nil || target.Indexed() || len(f.sequence)*fewBlocks > target.Text.LineCount() {
		return nil
	}
	return text.Choose(target.Text, chosenPerBlock*len(f.sequence), func(add func(string) bool) {
		for _, o := range f.sequence {
			b := o.Block
			first := longest("", o.Needle())
			// What several blocks hold may be one of many lines.
			if !add(first) {
				add(longest(first, o.Needle()))
			}
			// If the needle is not found, its replacement is looked for.
			if b.New.Len() > 0 {
				add(longest("", o.Lines(b.New)))
			}
		}
	})
}

// longest is the longest of all lines but one, or empty.
func longest(but string, sections ...[]string) string {
	best := ""
	for _, lines := range sections {
		for _, l := range lines {
			if len(l) > len(best) && l != but {
				best = l
			}
		}
	}
	return best
}
