// Package prompt writes prompts for models: instructions to write edit blocks, prompts with files and a
// task, and retry prompts for failed edits.
//
// There is a [Format] for each dialect and layout, and editor variants that differ in text only.
//
// Invariants:
//
//   - Examples are written by the format's form and read back as exactly that edit.
//   - Prompts propose nothing: they add no blocks or problems to a chat. Instructions
//     and assembled prompts are between the switches that turn edit-lsp off and on; a
//     retry prompt is tried after its chat.
//   - File content is in fences that none of its lines closes, or quoted if it could
//     be read even so.
//
// It opens no files.
//
// The package may change at any time: programs can rely on the module's root, package editlsp.
package prompt
