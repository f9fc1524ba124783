package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/tools/terminal"
)

// SessionChat is the chat of a [Session] in the workspace.
const SessionChat = "session.md"

// Session is a chat that a user works through block by block.
type Session struct {
	Chat, Target string
	// Before and After are the target's text.
	Before, After string
}

// Write adds the chat and its target to the workspace.
func (s Session) Write(t testing.TB, root string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(root, SessionChat), []byte(s.Chat), 0o600))
	require.NoError(t, os.WriteFile(s.path(root), []byte(s.Before), 0o600))
}

// AwaitSaved waits until the target's file has its text after the session.
func (s Session) AwaitSaved(t testing.TB, root string) {
	t.Helper()
	terminal.Poll(t, func() (bool, string) {
		// There may be no file for a moment, since some editors rename the new one.
		text, err := os.ReadFile(s.path(root))
		return string(text) == s.After, fmt.Sprintf("error %v, the file has:\n%s", err, text)
	})
}

func (s Session) path(root string) string { return filepath.Join(root, filepath.FromSlash(s.Target)) }

// edited returns the session with the target's text after it: each old text, which occurs once, is
// replaced by the new one that follows it.
func (s Session) edited(oldnew ...string) Session {
	s.After = strings.NewReplacer(oldnew...).Replace(s.Before)
	return s
}

// Choice has two blocks with two places each, lines 7 and 17 and lines 5 and 16. The second one only
// adds a line. The user applies each at its second place, then all that is left: the third block.
var Choice = Session{
	Chat: `web/app.js
««« EDIT
  table.innerHTML = '';
═══════ REPL
  table.replaceChildren();
»»» EDIT END

web/app.js
««« EDIT
  const table = document.querySelector('table');
───────
═══════
  table.hidden = false;
───────
»»»

web/app.js
««« EDIT
  rows.push(row);
═══════ REPL
  rows.unshift(row);
»»» EDIT END
`,
	Target: "web/app.js",
	Before: `const rows = [];

function clear() {
  rows.length = 0;
  const table = document.querySelector('table');
  table.hidden = true;
  table.innerHTML = '';
}

function add(row) {
  rows.push(row);
}

// Draws all rows again.
function draw() {
  const table = document.querySelector('table');
  table.innerHTML = '';
  for (const row of rows) table.append(row);
}
`,
}.edited(
	"rows.push(row);", "rows.unshift(row);",
	"  table.innerHTML = '';\n  for", "  table.hidden = false;\n  table.replaceChildren();\n  for",
)

// Improved has two blocks for one file. The user applies the first one, adds the comment to the line
// that it changed, line 4, and applies the second one.
var Improved = Session{
	Chat: `web/total.js
««« EDIT
  return sum;
═══════ REPL
  return Math.round(sum);
»»» EDIT END

web/total.js
««« EDIT
  return cents / 100;
═══════ REPL
  return (cents / 100).toFixed(2);
»»» EDIT END
`,
	Target: "web/total.js",
	Before: `export function total(lines) {
  let sum = 0;
  for (const line of lines) sum += line.cents;
  return sum;
}

export function label(cents) {
  return cents / 100;
}
`,
}.edited("return sum;", "return Math.round(sum); // whole cents", "return cents / 100;", "return (cents / 100).toFixed(2);")
