// Package rawjson reads JSON in place: [Valid] checks a text, and a [Reader] takes one
// value after the other from it, as bytes or as a Go value.
//
// It is there because encoding/json walks a text twice and copies it on the way,
// which for a 10 MB document costs more than everything else the server does with
// it (performance, P11). Invariants:
//
//   - [Valid] accepts exactly what encoding/json accepts, its nesting limit included.
//   - [Reader.String] gives the same string as encoding/json, for malformed UTF-8 and lone
//     surrogates too (both become U+FFFD).
//   - Errors name a byte offset and never quote the text: it may be a document's.
package rawjson
