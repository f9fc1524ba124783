package apply

import (
	"hash/maphash"
	"slices"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

// countCopies finds the blocks that a chat holds several times.
func (t *target) countCopies() {
	same, order := make(map[uint64][]int, len(t.blocks)), []uint64(nil)
	for i := range t.blocks {
		b := &t.blocks[i]
		if b.Operation != parse.Modify || len(t.blocks) < 2 {
			continue
		}
		r := &t.requests[i]
		var h maphash.Hash
		h.SetSeed(seed)
		maphash.WriteComparable(&h, [...]int{b.name, b.to, int(b.NearLine), int(r.hints.From), b.Leading.Len(), b.Old.Len(), b.Trailing.Len()})
		maphash.WriteComparable(&h, [...]bool{b.Every, b.LineEnd})
		hashLines(&h, r.needle)
		hashLines(&h, r.new)
		key := h.Sum64()
		if same[key] == nil {
			order = append(order, key)
		}
		same[key] = append(same[key], i)
	}
	for _, key := range order {
		if len(same[key]) > 1 {
			t.setCopies(same[key])
		}
	}
}

// setCopies numbers some same blocks and keeps the places of those that are known to be applied, for the others of
// their turn: one of an earlier turn is said again.
func (t *target) setCopies(list []int) {
	taken := map[int][]text.LineRange{}
	last, copies, done := -1, 0, 0
	for _, i := range list {
		b := &t.blocks[i]
		at := b.applied
		isKnown := at != nil && at.Lines.First < at.Lines.End
		if isKnown {
			taken[b.Turn] = append(taken[b.Turn], at.Lines)
		}
		if b.alone {
			continue
		}
		if t.requests[i].done = done; last >= 0 {
			b.copyOf, b.copies = last, copies
		}
		if last, copies = i, copies+1; isKnown {
			done++
		}
	}
	for turn := range taken {
		slices.SortFunc(taken[turn], func(a, b text.LineRange) int { return int(a.First - b.First) })
	}
	for _, i := range list {
		t.requests[i].taken = taken[t.blocks[i].Turn]
	}
}

// free returns the matches that no same block is known to be applied at: an insertion leaves its needle there
// (only.txtar).
func (r *request) free(d *Draft, matches []int) []int {
	head, _ := text.Shared(r.needle, r.result)
	return slices.DeleteFunc(matches, func(n int) bool {
		first, end := d.Present(n), d.Present(n+len(r.needle)-1)+1
		i, _ := slices.BinarySearchFunc(r.taken, first, func(at text.LineRange, l text.Line) int { return int(at.End - l) })
		for ; i < len(r.taken) && r.taken[i].First <= end; i++ {
			at := r.taken[i]
			if at.First < end && first < at.End || head == len(r.needle) && at.First == end || head == 0 && at.End == first {
				return true
			}
		}
		return false
	})
}

// keep keeps some matches of whole lines.
func (f *Fit) keep(matches []int, d *Draft) {
	f.MatchCount, f.Matches = len(matches), nil
	for _, n := range matches[:min(len(matches), MaxMatches)] {
		f.Matches = append(f.Matches, d.Present(n))
	}
	f.Estimated = f.Matches[0]
}
