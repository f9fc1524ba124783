// Package editlsp finds the code edits that AI models write in chat, checks whether they apply to
// the files in a folder, and applies them.
//
// Models often propose edits as blocks in their answers, with the lines to replace and their
// replacement. [Workspace.Check] finds the blocks in a chat, in all formats that edit-lsp supports.
// It reports where each one applies, or why it doesn't and which lines are closest. [Report.Apply]
// writes those that apply:
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
// The types are also those of `edit-lsp check --format json` and of the language server's command
// editLsp.status: decode their output into [Results].
//
// # Safety
//
// A model's output may be hostile. Nothing outside the opened folder or inside .git is read or
// written, not even through .. or symlinks. Text is compared exactly. Check writes nothing. Apply
// skips files that can make programs run (see [Options.Confirmed]) and files that changed since the
// check. The package never runs programs or opens network connections.
//
// # Stability
//
// This package is the module's API and follows semantic versioning: from version 1 on, exported
// names aren't removed and don't change their meaning. Fields, statuses and codes may be added.
// Until then, the changelog lists what changes.
//
// The API of the module's other packages is unstable.
package editlsp
