package vscode_test

import "testing"

// What needs no program works in the browser too, where files are not on a disk: they are
// those of a remote machine, whose scheme is not "file".
func TestInTheBrowser(t *testing.T) {
	desktop := trusted
	trusted = webWorker
	defer func() { trusted = desktop }()
	for _, c := range []struct {
		name string
		test func(*testing.T)
	}{
		{"the sample", TestTheSampleChat},
		{"code actions", TestSteps},
		{"apply all", TestApplyAllWithANewFileInAMissingFolder},
		{"unsaved text", TestTargetWithUnsavedChanges},
		{"clicks", TestByClicksAlone},
		{"the view", TestTheView},
		{"the preview", TestThePreview},
		{"settings", TestTheSettingsOfTheWorkspaceAndOfVSCode},
		{"revert", TestRevert},
		{"the retry prompt", TestTheRetryPrompt},
		{"the clipboard", TestTheClipboard},
	} {
		t.Run(c.name, c.test)
	}
}
