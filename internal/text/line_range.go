package text

// LineRange is the lines First to End (exclusive).
type LineRange struct{ First, End Line }
