//go:build race

package lsp

// raceDetector: the tests run several times as slowly.
const raceDetector = true
