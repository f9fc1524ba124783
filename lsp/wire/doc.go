// Package wire connects an LSP client with typed handlers over JSON-RPC. It doesn't depend on any
// LSP feature. A method is a row in a table of [Route]s.
//
// jsonrpc2's Conn reads, decodes and matches answers to calls. This package adds a stream that
// frames messages and answers invalid ones, and a handler that only queues. Invariants:
//
//   - The read goroutine never blocks. It cancels requests at once and queues everything else.
//   - One goroutine takes from that queue. It runs notification handlers and the first half of
//     request handlers in the order of arrival. The second half of a request runs on its own
//     goroutine.
//   - Every request is answered exactly once, even if it is cancelled, its handler panics or the
//     input ends.
//   - Output goes through an unbounded queue to one writing goroutine, so a client that doesn't
//     read blocks nothing.
//   - No message and no handler ends the process. Only an invalid header does, since the start of
//     the next message is unknown.
//   - Params and results are never logged.
package wire
