// Package editlsp finds the code edits that AI models write in chat, checks whether they
// apply to the files of a folder, and applies them.
//
// Models often propose edits as blocks in their answers, with the lines to replace and
// the lines to put in their place. [Workspace.Check] finds those blocks in a chat, in all
// the formats that edit-lsp reads, and reports for each where it applies, or why it
// doesn't and which lines are closest. [Report.Apply] writes those that apply:
//
//	ws, err := editlsp.Open(".")
//	if err != nil {
//		return err
//	}
//	defer ws.Close()
//	report, err := ws.Check(ctx, "chat.md", chat, editlsp.Options{})
//	if err != nil {
//		return err
//	}
//	for _, b := range report.Blocks {
//		fmt.Println(b.Line, b.Status, b.Path, b.Message)
//	}
//	return report.Apply(ctx)
//
// The reports are those of the command edit-lsp: the types of this package are the ones
// that `edit-lsp check --format json` prints, and that the language server answers to the
// command editLsp.status. They can be decoded from there as well, into [Results].
//
// # Safety
//
// What a model writes may be hostile. Nothing outside the opened folder is read or
// written, neither through .. nor through symlinks, and nothing in .git. Text is compared
// exactly, never guessed. Check writes nothing. Apply leaves out files that can make
// programs run (see [Options.Confirmed]), and every file that has changed since it was
// checked. No part of the package runs a program or opens a network connection.
//
// # Stability
//
// This package is the API of the module, and follows semantic versioning: from version 1
// on, nothing that is exported here goes away or changes its meaning. New fields, statuses
// and codes may be added. Before version 1, the changelog names what changes.
//
// The other packages of the module can be imported, but promise nothing.
package editlsp
