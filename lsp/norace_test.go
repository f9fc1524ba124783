//go:build !race

package lsp

// raceDetector: the tests run at full speed.
const raceDetector = false
