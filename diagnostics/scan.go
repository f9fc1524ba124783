package diagnostics

import "github.com/edit-lsp/edit-lsp/internal/text"

// sharing tells how many of all pieces of a line, or of a run of lines, are in a set.
type sharing struct{ pieces, all int32 }

// scan goes through the lines of a text, and finds out what each shares with a set of
// pieces.
type scan struct {
	folded *text.Folded
	known  *grams
	// lines are what the lines before line end share, those that were last looked at.
	lines []sharing
	end   int
	// letters are those from line end on.
	letters []byte
	marks   marked
}

func newScan(f *text.Folded, known *grams) *scan {
	return &scan{folded: f, known: known, letters: f.Letters(), lines: make([]sharing, 0, checkEvery)}
}

// next looks at the next lines, and tells whether there are any.
func (s *scan) next() bool {
	first, size := s.end, 0
	s.end = min(first+checkEvery, s.folded.Lines())
	for l := first; l < s.end; l++ {
		size += s.folded.Length(text.Line(l))
	}
	s.marks = s.known.mark(s.marks, s.letters, size)
	s.lines = s.lines[:s.end-first]
	at := 0
	for i := range s.lines {
		n := s.folded.Length(text.Line(first + i))
		all := pieces(n)
		shared := 0
		if n >= gram {
			shared = s.marks.count(at, all)
		} else if n > 0 {
			shared = int(s.known.has(uint64(short(s.letters[at : at+n]))))
		}
		s.lines[i] = sharing{int32(shared), int32(all)}
		at += n
	}
	s.letters = s.letters[size:]
	return len(s.lines) > 0
}
