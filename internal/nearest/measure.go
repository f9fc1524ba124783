package nearest

// Measured is a line made ready for comparing it with many others.
type Measured struct{ line line }

// Measure makes a line ready.
func Measure(content string) *Measured { return &Measured{newLine(content)} }

// Likeness is 1 for lines that are equal apart from indentation, else at most 0.9.
func (m *Measured) Likeness(o *Measured) float64 { return m.line.likeness(&o.line) }
