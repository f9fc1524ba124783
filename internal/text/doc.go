// Package text holds immutable documents as lines: the chat that is scanned and
// the target files that its blocks name.
//
// Invariants:
//
//   - A [Text] never changes after construction; every edit makes a new one.
//   - A line ends with LF or CRLF. A lone CR is content. A text that ends with a
//     line ending has no further, empty line after it; the empty text has no line.
//   - A byte order mark at the start is no part of the content; [Text.Bytes]
//     gives it back.
//   - Every position says by its type what it is: [Offset] (bytes), [Line]
//     (0-based line index) or [Position] (an LSP position). Line numbers that
//     people see are 1-based and made by [Line.Number].
//
// It is the one place for positions, and it knows nothing of edit blocks.
package text
