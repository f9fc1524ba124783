package cli

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// No format prints a control or invisible character of a chat, a path or a file.
func formatsHideNothing(t *testing.T) {
	const evil = "\x1b]0;owned\a \x1b[2J \b\x7f \u009b31m \u202e\u2066 \u200b \u2028 \U000e0041"
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"ok.txt": "one\n",
		"a.txt":  "near " + evil + "\nmore lines\nthat agree\n",
		"chat.md": evil + "\n\n" +
			"x" + evil + ".txt\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n\n" +
			"a.txt\n««« EDIT\nnear! " + evil + "\nmore lines\nthat agree\n═══════ REPL\n" + evil + "\n»»» EDIT END\n\n" +
			"ok.txt\n««« EDIT\none\n═══════ REPL\none\n" + evil + "\n»»» EDIT END\n\n" +
			"`git rm " + evil + "`\n\nopen" + evil + ".txt\n««« EDIT\n",
	})
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			got := start(t, dir, nil, binary(t), "check", "--format", f.name, "chat.md")
			require.Equal(t, exitFindings, got.status, got.err)
			require.NotEmpty(t, got.out)
			for i, r := range string(got.out) {
				bad := r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
				if !assert.False(t, bad, "%U at byte %d: %q", r, i, got.out[max(0, i-40):i]) {
					return
				}
			}
		})
	}
}
