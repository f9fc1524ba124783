package text

// CommonPrefix returns the length of the common prefix in bytes.
func CommonPrefix(a, b string) int {
	n, most := 0, min(len(a), len(b))
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// CommonSuffix returns the length of the common suffix in bytes.
func CommonSuffix(a, b string) int {
	n, most := 0, min(len(a), len(b))
	for n < most && a[len(a)-n-1] == b[len(b)-n-1] {
		n++
	}
	return n
}

// Shared returns the lengths of the common prefix, and of the common suffix of what follows it.
func Shared[T comparable](a, b []T) (prefix, suffix int) {
	most := min(len(a), len(b))
	for prefix < most && a[prefix] == b[prefix] {
		prefix++
	}
	for suffix < most-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	return prefix, suffix
}
