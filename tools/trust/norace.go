//go:build !race

package trust

// RaceDetector reports whether the race detector is on, which needs more time and memory.
const RaceDetector = false
