package workspace

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

func TestRefusalMessages(t *testing.T) {
	for _, c := range []struct {
		refusal Refusal
		want    string
	}{
		{Refusal{Code: codes.PathEscape, Path: "../x", Cause: "y"}, "Path is outside the workspace: ../x; y"},
		{Refusal{Code: codes.PathInvalid, Path: "a"}, "Not a usable path: a"},
		{Refusal{Code: codes.PathDenied, Path: ".git/x"}, "Edits here are refused: .git/x"},
		{Refusal{Code: codes.BinaryFile}, "Cannot edit binary file"},
		{Refusal{Code: codes.UnsupportedEncoding}, "Cannot edit a file that is not UTF-8"},
		{Refusal{Code: codes.FileTooLarge, Limit: "64 MiB"}, "File is larger than 64 MiB"},
		{Refusal{Code: codes.NotARegularFile, Path: "d"}, "Not a regular file: d"},
		{Refusal{Code: codes.AmbiguousRoot}, "Path can be in several workspace folders"},
	} {
		assert.Equal(t, c.want, c.refusal.Error())
	}
	_, refusal := CheckName("a\u202Eb\x1b[31m\U000E0041\xFF")
	assert.Equal(t, `a\u202Eb\u001B[31m\U000E0041\xFF`, refusal.Path)
	_, refusal = CheckName("../" + strings.Repeat("é", 1000))
	assert.Equal(t, "../"+strings.Repeat("é", maxShown-3)+"…", refusal.Path)
	assert.Equal(t, []string{"5 bytes", "1 KiB", "1.5 MiB", "2 GiB"},
		[]string{FormatSize(5), FormatSize(1024), FormatSize(3 << 19), FormatSize(2 << 30)})
}
