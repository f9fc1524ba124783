package parse

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

func TestNearMisses(t *testing.T) {
	for marker, want := range map[string]string{
		"«««  EDIT": "««« EDIT", "«««EDIT": "««« EDIT", "««« Edit": "««« EDIT", "«« EDIT": "««« EDIT", "««««« EDIT": "««« EDIT",
		"🟧🟧 EDIT": "🟧🟧🟧 EDIT", "🟧🟧🟧 edit": "🟧🟧🟧 EDIT", "<<<<<<< EDIT": "<<<< EDIT", "<<<< Edit": "<<<< EDIT",
		"<<<<<<< Search": "<<<<<<< SEARCH", "<<<< SEARCH": "<<<<<<< SEARCH", "<<<<<<<<<< SEARCH": "<<<<<<< SEARCH", "<<<<<<<SEARCH": "<<<<<<< SEARCH",
		"<<<<<<<  SEARCH": "<<<<<<< SEARCH", "<<<< ORIGINAL": "<<<<<<< ORIGINAL", "------- Search": "------- SEARCH", "-----------SEARCH": "------- SEARCH",
		"  <<<< SEARCH": "<<<<<<< SEARCH",
	} {
		divider := "======="
		switch {
		case strings.HasPrefix(marker, "«"):
			divider = "═══════ REPL"
		case strings.HasPrefix(marker, "🟧"):
			divider = "🟨🟨🟨 REPL"
		}
		r := read(t, lines("a.py", marker, "x", divider, "y"), Options{})
		if assert.Equal(t, []string{"! 2-2 looks-like-edit"}, told(r), marker) {
			assert.Equal(t, "the marker should be `"+want+"`", r.Problems[0].Detail, marker)
		}
		assert.Empty(t, told(read(t, lines("a.py", divider, marker, "x"), Options{})), "no divider below %s", marker)
	}
}

func TestNoNearMisses(t *testing.T) {
	for _, l := range []string{
		"<<<<<<< HEAD", "<<<<<<< original", "<<<<<<< SEARCHING", "<<<<<<< SEARCH: x", "< SEARCH", "<search>", "- SEARCH", "-- SEARCH", "--- Search",
		"« EDIT", "««« EDITOR", "The marker is <<<< SEARCH", "> <<<< SEARCH", "`<<<< SEARCH`", "<<<< " + strings.Repeat(" ", maxNearWord) + "SEARCH",
	} {
		r := read(t, lines("a.py", l, "x", "=======", "═══════", "y"), Options{})
		assert.Empty(t, told(r), l)
	}
}

func TestNearMissesAreWhereBlocksAre(t *testing.T) {
	near := []string{"<<<< SEARCH", "x", "====", "y", ">>>> REPLACE"}
	runChats(t, Options{}, []chatCase{
		{"switched off", lines(append([]string{switchOff}, near...)...), nil},
		{"a fence about the format", lines("````md", "```") + lines(near...) + lines("```", "````"), nil},
		{"a block's content", lines("a.md", "««« EDIT") + lines(near...) + lines("═══════ REPL", "»»» EDIT END"), []string{"2-9 edit-repl a.md"}},
		{"an open block", lines("a.md", "««« EDIT") + lines(near...), []string{"! 2-7 unclosed-block"}},
		{"the divider of a block is not its own", lines("<<<< SEARCH", "", "a.py", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE"), []string{"4-8 search-replace a.py"}},
		{"a divider of another family", lines("a.py", "<<<< SEARCH", "═══════"), nil},
		{"a merge conflict", lines("a.py", "<<<<<<< original", "x", "=======", "y", ">>>>>>> main"), nil},
		{"two characters divide nothing", lines("a.py", "<<<< SEARCH", "=="), nil},
		{"a divider in another turn", lines("# User", "x", "# Assistant", "<<<< SEARCH", "x", "# User", "====", "# Assistant", "y"), nil},
		{"several", lines(append(near, near...)...), []string{"! 1-1 looks-like-edit", "! 6-6 looks-like-edit"}},
	})
}

func TestACompleteMarkerThatIsIndented(t *testing.T) {
	r := read(t, lines("a.py", "", "    <<<<<<< SEARCH", "    x", "    =======", "    y", "    >>>>>>> REPLACE"), Options{})
	require.Equal(t, []string{"! 3-3 looks-like-edit"}, told(r))
	assert.Equal(t, "the marker must not be indented", r.Problems[0].Detail)
	r = read(t, lines("- a.py", "  ```", "    <<<<<<< SEARCH", "    x", "    =======", "    y", "    >>>>>>> REPLACE", "  ```"), Options{})
	require.Equal(t, []string{"! 3-3 looks-like-edit"}, told(r))
	assert.Equal(t, "the marker must be indented like its fence", r.Problems[0].Detail)
}

func TestANearMissIsNeverWritten(t *testing.T) {
	r := read(t, lines("a.py", "««« EDIT", "x", "═══════ REPL", "<<<< SEARCH", `\=======`, "»»» EDIT END"), Options{})
	require.Len(t, r.Blocks, 1)
	assert.Empty(t, r.AddsMarker(&r.Blocks[0], r.Lines(&r.Blocks[0], r.Blocks[0].New)), "text that only resembles a marker is text")
	assert.Equal(t, text.Line(1), r.Blocks[0].Start)
}
