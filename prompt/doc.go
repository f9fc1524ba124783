// Package prompt writes what a model is told: the instructions that make it write
// edit blocks, prompts assembled of them with files and a task, and the prompt that
// asks again for edits that failed.
//
// [Formats] is the table of what can be taught: a row for each dialect and layout,
// and for the editor variants, which differ in their words only. A row writes edits
// as well ([Write]); the examples of the instructions are written by it.
//
// Invariants:
//
//   - What is written is read back: [Write] gives only text in which package parse
//     finds that very edit, and nothing else.
//   - What teaches is no proposal: a chat that holds a prompt has no blocks and no
//     problems because of it. Instructions and assembled prompts are between the
//     switches that turn edit-lsp off and on; a retry prompt is tried after its chat.
//   - Text of files is in fences that no line of it closes, or is quoted line by
//     line where even in a fence it could be read.
//
// It opens no file.
//
// The package may change at any time: what a program can rely on is the module's root,
// package editlsp.
package prompt
