//go:build race

package trust

// RaceDetector reports whether the tests run with the race detector, under which all takes
// more time and memory.
const RaceDetector = true
