// Package nearest finds the lines of a text that are most similar to lines missing from it, even if
// some were left out, added, changed or swapped. [Find] returns which line corresponds to which.
//
// It works in three steps:
//   - windows.go: one pass over the text scores every run of lines by the words shared
//     with the needle, weighted by rarity (features.go);
//   - align.go: around the best runs, needle and text are aligned like two versions of
//     a file, but by similarity instead of equality (line.go);
//   - complete.go: lines left without a partner may get one, such as a line that moved.
//
// The time is linear in the text plus a bounded alignment; nothing is kept between calls.
package nearest
