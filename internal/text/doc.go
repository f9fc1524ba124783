// Package text holds immutable documents as lines: chats and their targets.
//
// Invariants:
//
//   - A [Text] is immutable; every edit makes a new one.
//   - A line ends with LF or CRLF. A lone CR is content. A final line ending
//     doesn't begin another line; the empty text has no lines.
//   - A byte order mark is not content, but [Text.Bytes] includes it.
//   - Each kind of position has its type: [Offset] (bytes), [Line] (0-based) or
//     [Position] (LSP). [Line.Number] makes the 1-based numbers shown to users.
//
// All position conversions are here, and nothing here knows about edit blocks.
package text
