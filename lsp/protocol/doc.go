// Package protocol holds the types of LSP that the server speaks.
//
// Those of glsp's protocol_3_16 are used by alias where they decode without loss.
// What loses data there (unions decoded as any, diagnostic codes, cancel ids), and
// what LSP 3.17 and 3.18 have added, is declared here. There are types only: no
// feature, and no file-system call.
package protocol
