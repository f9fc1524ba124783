package parse

import "github.com/edit-lsp/edit-lsp/internal/text"

// room is where a scan puts what it finds. While a whole document is read, it takes the
// memory for many blocks at once; what an edit makes anew gets its own, so that a block
// that stays keeps no others alive.
type room struct {
	many bool
	// What is left of the memory that was taken:
	blocks     []Block
	identities []identity
	lines      []string
	numbers    []text.Line
}

// How much is taken at once; each about 8 KB.
const (
	roomBlocks  = 24
	roomLines   = 500
	roomNumbers = 1000
)

// block keeps a block, and makes it one of its own.
func (r *room) block(b Block) *Block {
	kept := &takeFrom(&r.blocks, 1, roomBlocks, r.many)[:1][0]
	*kept = b
	kept.identity = &takeFrom(&r.identities, 1, roomNumbers, r.many)[:1][0]
	return kept
}

// linesFor is an empty list with room for n lines.
func (r *room) linesFor(n int) []string { return takeFrom(&r.lines, n, roomLines, r.many) }

// list is a copy of some line numbers.
func (r *room) list(numbers ...text.Line) []text.Line {
	return append(takeFrom(&r.numbers, len(numbers), roomNumbers, r.many), numbers...)
}

// takeFrom is an empty list with room for n elements, of what is left or, if that is too
// little, of a new batch.
func takeFrom[T any](left *[]T, n, batch int, many bool) []T {
	if !many || n > batch/4 {
		return make([]T, 0, n)
	}
	if n > len(*left) {
		*left = make([]T, batch)
	}
	taken := (*left)[:0:n]
	*left = (*left)[n:]
	return taken
}
