package vscode_test

import "testing"

// What needs no program also works in the browser, where files aren't on disk: they are remote,
// with a scheme other than "file".
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
