// Package wire carries LSP's JSON-RPC between a client and typed handlers. It knows
// no LSP feature and no document; methods are added by a row in a table of [Route]s.
//
// Invariants (lsp, "Wire"):
//
//   - The read goroutine never blocks. A cancellation takes effect on it at once, an
//     answer to one of our calls is handed over, all else goes into an unbounded queue.
//   - One ordering loop takes from that queue. Notification handlers and the first
//     half of request handlers run on it, one after the other, in the order of
//     arrival. The second half of a request runs on a goroutine of its own.
//   - Every request that was read is answered exactly once, also when it is cancelled,
//     its handler panics, or the connection ends under it.
//   - What is written goes through an unbounded queue to one writing goroutine, so a
//     client that does not read holds nothing up.
//   - No message and no handler fault ends the process (trust, G10). Only a header
//     that is none does: after it, nothing says where the next message starts.
//   - Params are passed on as the bytes that came; nothing decodes them twice
//     (performance, P11).
//   - Neither params nor results are ever logged.
package wire
