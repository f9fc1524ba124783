//go:build race

package trust

// RaceDetector reports whether the race detector is on, which slows everything and takes more memory.
const RaceDetector = true
