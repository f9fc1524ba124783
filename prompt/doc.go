// Package prompt writes prompts for models: instructions for writing edit blocks, prompts with files
// and a task, and the prompt to retry failed edits.
//
// Each [Format] has a row in a table: one for each dialect and layout, and for the editor variants,
// which only differ in their text. The examples in the instructions are written by the format's form.
//
// Invariants:
//
//   - Examples are read back by package parse as exactly the intended edit.
//   - Prompts propose no edits: they add no blocks or problems to a chat.
//     Instructions and assembled prompts are between the switches that turn edit-lsp
//     off and on; a retry prompt is tried after its chat.
//   - File content is in fences that none of its lines closes, or quoted line by
//     line if it could be read even in a fence.
//
// It opens no files.
//
// The package may change at any time: programs can rely on the module's root, package editlsp.
package prompt
