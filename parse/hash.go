package parse

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// Hash identifies what a block proposes, but for its path. It is the same in all versions of a chat
// and in other processes.
type Hash [16]byte

// Hash returns the hash of a block.
func (r *Result) Hash(b *Block) Hash {
	var buf []byte
	for _, name := range []string{b.Dialect.Name, b.Layout.String(), b.Operation.String()} {
		buf = append(append(buf, name...), '\n')
	}
	flags := byte(0)
	for i, set := range []bool{b.ExactLine, b.EmptyFind, b.Incomplete, b.Every, b.LineEnd} {
		if set {
			flags |= 1 << i
		}
	}
	buf = binary.AppendVarint(append(buf, flags), int64(b.NearLine))
	var lines []string
	for _, s := range []Section{b.Leading, b.Old, b.New, b.Trailing} {
		lines = r.AppendLines(lines[:0], b, s)
		buf = appendLines(buf, lines)
	}
	sum := sha256.Sum256(buf)
	return Hash(sum[:])
}

// HashOfProposal returns the hash of a code block's lines and of those that it looks for.
func (r *Result) HashOfProposal(p *Proposal) Hash {
	buf := appendLines([]byte("code block\n"), r.Proposed(p))
	sum := sha256.Sum256(appendLines(buf, r.Sought(p)))
	return Hash(sum[:])
}

func appendLines(buf []byte, lines []string) []byte {
	buf = binary.AppendVarint(buf, int64(len(lines)))
	for _, l := range lines {
		buf = append(append(buf, l...), text.LF...)
	}
	return buf
}
