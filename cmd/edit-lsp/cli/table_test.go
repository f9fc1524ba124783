package cli

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTableFitsWidth(t *testing.T) {
	var list, settings table
	list.texts("BLOCK", "LINES", "CODE", "TARGET")
	list.texts("1", "chat.md:2-7", "", "src/本/cart.py:31")
	list.texts("2", "chat.md:10-1403", "old-lines-not-found", "src/checkout/payment/provider.py:1207")
	settings.texts("  scope", "auto", "from default")
	settings.texts("  outside the workspace", "never read or written, even through symlinks")
	for _, c := range []struct {
		name  string
		table table
		width int
		want  string
	}{
		{"a pipe", list, 0, `
BLOCK  LINES            CODE                 TARGET
1      chat.md:2-7                           src/本/cart.py:31
2      chat.md:10-1403  old-lines-not-found  src/checkout/payment/provider.py:1207
`},
		{"the last cell wraps", list, 70, `
BLOCK  LINES            CODE                 TARGET
1      chat.md:2-7                           src/本/cart.py:31
2      chat.md:10-1403  old-lines-not-found  src/checkout/payment/prov
                                             ider.py:1207
`},
		{"the last cell goes below", list, 60, `
BLOCK  LINES            CODE
    TARGET
1      chat.md:2-7      
    src/本/cart.py:31
2      chat.md:10-1403  old-lines-not-found
    src/checkout/payment/provider.py:1207
`},
		{"the others are shortened", list, 35, `
BLOCK  LINES          CODE
    TARGET
1      chat.md:2-7    
    src/本/cart.py:31
2      chat.…10-1403  old-l…t-found
    src/checkout/payment/provider.p
    y:1207
`},
		{"rows of several lengths", settings, 0, `
  scope                  auto  from default
  outside the workspace  never read or written, even through symlinks
`},
		{"words stay whole", settings, 50, `
  scope                  auto  from default
  outside the workspace  never read or written,
                         even through symlinks
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			require.NoError(t, c.table.write(&b, c.width))
			assert.Equal(t, c.want, "\n"+b.String())
		})
	}
	// No line is wider than the terminal.
	for width := 35; width < 100; width++ {
		for _, table := range []table{list, settings} {
			var b strings.Builder
			require.NoError(t, table.write(&b, width))
			for line := range strings.Lines(b.String()) {
				assert.LessOrEqual(t, runewidth.StringWidth(strings.TrimSuffix(line, "\n")), width, "%d: %q", width, line)
			}
		}
	}
}

func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		s     string
		width int
		want  []string
	}{
		{"", 3, []string{""}},
		{"a b", 0, []string{"a b"}},
		{"a bc d", 4, []string{"a bc", "d"}},
		{"abcdefg h", 3, []string{"abc", "def", "g h"}},
		{"a bcdef", 3, []string{"a", "bcd", "ef"}},
		{"本本本", 3, []string{"本", "本", "本"}},
		{"本", 1, []string{"本"}},
		{"-   x yy", 6, []string{"-   x", "yy"}},
	} {
		assert.Equal(t, c.want, wrapped(c.s, c.width), "%q in %d", c.s, c.width)
	}
}
