// Package nearest finds the lines of a text that are closest to lines which are not in it:
// the place that a person would point at. Lines may have been left out, added, changed or
// swapped; [Find] returns which line stands for which.
//
// It works in three steps, each a file:
//   - windows.go: one pass over the text scores every run of lines by the words that it
//     shares with the needle, rare words counting more (features.go);
//   - align.go: around the best runs, needle and text are aligned line by line, as two
//     versions of a file are, but by likeness instead of equality (line.go);
//   - complete.go: lines that the alignment left without a partner get one where a person
//     would see it, such as a line that moved further.
//
// The time is linear in the text, plus a bounded alignment; nothing is kept between calls.
package nearest
