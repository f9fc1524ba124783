// Package wire connects an LSP client with typed handlers over JSON-RPC. It knows no LSP
// feature and no document; a method is added by a row in a table of [Route]s.
//
// jsonrpc2's Conn reads, decodes and matches answers to calls. Next to it are a stream
// that frames messages and answers what isn't one, and a handler that only queues.
// These hold:
//
//   - The read goroutine never blocks. It cancels requests at once and queues all else.
//   - One goroutine takes from that queue. Notification handlers and the first half of
//     request handlers run on it, in the order of arrival. The second half of a request
//     runs on a goroutine of its own.
//   - Every request that was read is answered exactly once, even if it's cancelled, its
//     handler panics or the input ends before it's done.
//   - What is written goes through an unbounded queue to one writing goroutine, so a
//     client that doesn't read holds nothing up.
//   - No message and no handler ends the process. Only garbage instead of a header does,
//     since nothing after it says where the next message starts.
//   - Neither params nor results are logged.
package wire
