package parser

// isDigit reports whether a character is a decimal digit.
func isDigit(c byte) bool {
	return c >= '0' && c <= '9'
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t'
}
