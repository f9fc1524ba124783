package snippet

// doubtful reports whether a new line may be another version of a line beside its place.
func (m *merger) doubtful(fresh, beside *item) bool {
	if fresh.definition != "" || beside.definition != "" || fresh.row.role != code || beside.row.role != code {
		return false
	}
	return m.likeness(fresh, beside) >= doubt && m.gain(fresh, beside) == 0
}

const doubt = 0.18

// isUnsure reports whether a changed line beside lines that aren't shown may be a new one: it isn't like its partner,
// or about as much like a line next to that.
func (m *merger) isUnsure(i int) bool {
	s, j := &m.s.items[i], m.partner[i]
	f := &m.f.items[j]
	n := len(m.s.items)
	hidden := m.s.elided[i] || m.s.elided[i+1] || m.outer && (i == 0 || i == n-1)
	if !hidden || s.definition != "" || sameRow(s.row, f.row) || s.row.role == decorator || hasBody(s) && m.share(s, f) > 0.5 {
		return false
	}
	l := m.likeness(s, f)
	for _, k := range []int{j - 1, j + 1} {
		if k >= 0 && k < len(m.f.items) && m.f.items[k].row.role == s.row.role && m.likeness(s, &m.f.items[k]) > l-margin {
			return true
		}
	}
	return l < sureLike
}

const (
	sureLike = 0.6 // least likeness of a line beside others that aren't shown
	margin   = 0.1 // by how much its likeness exceeds that with the lines around its partner
)
