package text

// LineRange is the lines from First to before End.
type LineRange struct{ First, End Line }
