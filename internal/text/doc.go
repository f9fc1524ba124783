// Package text holds immutable documents as lines: chats and the target files that their blocks name.
//
// Invariants:
//
//   - A [Text] is immutable; every edit makes a new one.
//   - A line ends with LF or CRLF. A lone CR is content. A final line ending
//     doesn't begin another, empty line; the empty text has no lines.
//   - A byte order mark at the start is not part of the content; [Text.Bytes]
//     includes it.
//   - Each kind of position has its own type: [Offset] (bytes), [Line] (0-based
//     index) or [Position] (LSP). Lines shown to users are 1-based and made by
//     [Line.Number].
//
// All position conversions are here, and nothing here knows about edit blocks.
package text
