package parse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// turnsTold formats turns as `user 1-4`, with line numbers.
func turnsTold(r *Result) []string {
	var words []string
	for _, t := range r.Turns {
		words = append(words, fmt.Sprintf("%s %d-%d", t.Role, t.First.Number(), min(int(t.End), r.Text.LineCount())))
	}
	return words
}

const aiderHead = "# aider chat started at 2025-03-04 10:20:30\n"

func TestTurnLayouts(t *testing.T) {
	chat := func(user, assistant string) string {
		return lines(user, "", "Please.", "", assistant, "", "Sure.")
	}
	for _, c := range []struct{ user, assistant string }{
		{"# User", "# Assistant"}, {"## Human", "## AI"}, {"### Me:", "### Bot:"}, {"#### **You**", "#### **Model**"},
		{"##### Prompt", "##### Response"}, {"###### user", "###### ASSISTANT"}, {"# 👤 User", "# 🤖 Assistant"}, {"## 🧑‍💻 User", "## 🤖 AI"},
		{"## 1. User", "## 2. Assistant"}, {"## 1) User", "## 2) Assistant"}, {"## #1 User", "## #2 Assistant"}, {"## (1) User", "## (2) Assistant"},
		{"## User:", "## ChatGPT:"}, {"## _User_", "## _Claude_"}, {"## **User:**", "## **Assistant:**"}, {"## `User`", "## `Gemini`"},
		{"## User ##", "## Copilot ##"}, {"#\tUser", "#\tAssistant"}, {"## User", "## GitHub Copilot"}, {"## User", "## GPT-4o"},
		{"## User", "## Claude 3.5 Sonnet"}, {"## You said:", "## ChatGPT said:"}, {"## [User]", "## [Assistant]"},
		{"USER:", "ASSISTANT:"}, {"user: please", "assistant: sure"}, {"User:", "Assistant:"},
		{"## Prompt", "## CodeCompanion (OpenAI Compatible)"}, {"## Question 2", "## Answer 2"}, {"## Me (12:30)", "## Claude Opus 4.1"},
		{"## You", "## Copilot Chat"}, {"## User", "## gpt-4o-mini"}, {"## User", "## Qwen2.5-Coder"}, {"## User", "## GPTv4"}, {"## Human", "## Gemini 2.5 Flash (preview)"},
		{"**You:**", "**Claude Sonnet 4:**"}, {"**User**", "**Assistant**"}, {"_**User**_", "_**Assistant**_"}, {"*Me*:", "*AI*:"}, {"__Human__", "__Bot__"},
		{"**User:** please", "**Assistant:** sure"}, {"_**User (2025-12-02 12:49Z)**_", "_**Assistant (2025-12-02 12:50Z)**_"}, {"**User** (10:12)", "**Claude** (10:13)"},
		{"You said:", "ChatGPT said:"}, {"Human: please", "Assistant: sure"}, {"👤 User:", "🤖 Assistant: sure"}, {"[User]:", "[Assistant]:"},
		{"1. User:", "2. Assistant:"}, {"**1. User**", "**2. Assistant**"}, {"Me (12:30):", "Roo (12:31):"}, {"Question:", "Answer: 42"}, {"**User**: hi", "**GPT-4**: hi"},
		{"## 2025-09-06T11:57:14+02:00 — user", "## 2025-09-06T11:58:02+02:00 — codex"}, {"**[12:03] User:** x", "**[12:04] Assistant:** y"},
		{"## Turn 1 - User", "## Turn 2 - Assistant"}, {"### Message 1 (user)", "### Message 2 (assistant)"}, {"**Role:** user", "**Role:** assistant"},
		{"### User Input", "### Planner Response"}, {"## User", "## Assistant - sidechain"}, {"用户：", "助手："}, {"💬:", "🤖:[gpt]"}, {"🗨️: x", "🦜: y"},
		{"**Utilisateur:**", "**Assistant:**"}, {"## Пользователь", "## Ассистент"}, {"## User (" + strings.Repeat("x", maxNameLength) + ")", "## Assistant"},
	} {
		t.Run(c.user+" "+c.assistant, func(t *testing.T) {
			r := read(t, chat(c.user, c.assistant), Options{})
			assert.Equal(t, []string{"user 1-4", "assistant 5-7"}, turnsTold(r))
		})
	}
	for _, c := range []struct{ user, assistant string }{
		{"## The user", "## The assistant"}, {"## User interface", "## Assistant"}, {" # User", " # Assistant"},
		{" USER:", " ASSISTANT:"}, {"USER", "ASSISTANT"}, {"## Users", "## Assistants"}, {"#User", "#Assistant"}, {"####### User", "####### Assistant"},
		{"## User", "## User"}, {"## Assistant", "## Assistant"}, {"## User", "ASSISTANT:"}, {"USERS:", "ASSISTANTS:"},
		{"## User " + strings.Repeat("x", maxNameLength), "## Assistant"}, {"## Model 2", "## Response 3"},
		{"**User** asks", "**Assistant** answers"}, {"**The user:**", "**The assistant:**"}, {"User", "Assistant"}, {"- User: x", "- Assistant: y"}, {"* User: x", "* Assistant: y"},
		{"> User: x", "> Assistant: y"}, {`"User": "x",`, `"Assistant": "y"`}, {"| User: | x", "| Assistant: | y"}, {"`User:`", "`Assistant:`"}, {"User (see Assistant", "Assistant)"},
		{"## User guide", "## Claude is here"}, {"💬 x", "🤖 y"}, {"## Turn 1", "## Turn 2"}, {"Role: x", "Role: y"}, {"## 2025-09-06", "## 2025-09-07"}, {"## User", "## Claude Monet"}, {"You are: x", "Model number: y"}, {"**User guide:**", "**Model names:**"},
	} {
		t.Run("none: "+c.user+" "+c.assistant, func(t *testing.T) {
			assert.Empty(t, read(t, chat(c.user, c.assistant), Options{}).Turns)
		})
	}
}

func TestAiderTurns(t *testing.T) {
	for _, c := range []struct {
		name, chat, file string
		want             []string
	}{
		{"runs of user's lines are one turn", aiderHead + lines("", "#### one  ", "#### two  ", "", "Sure.", "", "#### three  ", "", "Done."), "",
			[]string{"user 3-4", "assistant 5-7", "user 8-8", "assistant 9-10"}},
		{"by the file's name", lines("#### one", "", "Sure."), ".aider.chat.history.md", []string{"user 1-1", "assistant 2-3"}},
		{"by its name in a folder", lines("#### one", "", "Sure."), `C:\x\.aider.chat.history.md`, []string{"user 1-1", "assistant 2-3"}},
		{"without either they are headings", lines("#### one", "", "Sure."), "chat.md", nil},
		{"tool lines alone are no answer", aiderHead + lines("> tool", "", "#### one", "", "> tool", "", "#### two", "", "Sure.", "> tool"), "",
			[]string{"user 4-4", "user 8-8", "assistant 9-11"}},
		{"several sessions", aiderHead + lines("#### one", "Sure.") + aiderHead + lines("#### two", "Fine."), "",
			[]string{"user 2-2", "assistant 3-3", "user 5-5", "assistant 6-6"}},
		{"no user", aiderHead + lines("Sure."), "", nil},
		{"other headings are the assistant's", aiderHead + lines("#### one", "### Plan", "##### Detail", "Sure."), "", []string{"user 2-2", "assistant 3-5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, turnsTold(read(t, c.chat, Options{FileName: c.file})))
		})
	}
}

// If most headings have one level, a name that occurs once at another level is a heading of the text,
// unless one side would have no turns left.
func TestTextHeadingsAreNoTurns(t *testing.T) {
	four := []string{"## User", "a", "## Assistant", "b", "## User", "c", "## Assistant"}
	for _, c := range []struct {
		name string
		chat []string
		want []string
	}{
		{"once", append(slices.Clone(four), "### Response", "d"), []string{"user 1-2", "assistant 3-4", "user 5-6", "assistant 7-9"}},
		{"once, and as a label", append(slices.Clone(four), "### Response", "Response: d"), []string{"user 1-2", "assistant 3-4", "user 5-6", "assistant 7-9"}},
		{"twice", append(slices.Clone(four), "### Response", "### Response"), []string{"user 1-2", "assistant 3-4", "user 5-6", "assistant 7-7", "assistant 8-8", "assistant 9-9"}},
		{"once, spelled otherwise", append(slices.Clone(four), "### **Response:**", "# RESPONSE"), []string{"user 1-2", "assistant 3-4", "user 5-6", "assistant 7-7", "assistant 8-8", "assistant 9-9"}},
		{"no level has most", []string{"## User", "### Assistant", "## User", "### Response"}, []string{"user 1-1", "assistant 2-2", "user 3-3", "assistant 4-4"}},
		{"one side would be gone", []string{"## User", "a", "## User", "b", "# Assistant"}, []string{"user 1-2", "user 3-4", "assistant 5-5"}},
		{"no level has most, one occurs once", []string{"# User", "## Assistant", "# User", "## Assistant", "# Human", "## Claude"},
			[]string{"user 1-1", "assistant 2-2", "user 3-3", "assistant 4-4", "user 5-5", "assistant 6-6"}},
		{"with text behind a colon", []string{"# User: please do it now", "a", "# Assistant: it is done now", "b"}, nil},
		{"in what is for another program", append([]string{"🟧🟧🟧 AGENT", "## User", "🟩🟩🟩 AGEND"}, four[:3]...), []string{"user 4-5", "assistant 6-6"}},
		{"in a fence of a block that is cut off", []string{"## User", "a", "## Assistant", "a.py", "<<<<<<< SEARCH", "x", "```", "## User", "```"}, []string{"user 1-2", "assistant 3-9"}},
		{"in a fence", append(slices.Clone(four), "```md", "### Response", "```"), []string{"user 1-2", "assistant 3-4", "user 5-6", "assistant 7-10"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, turnsTold(read(t, lines(c.chat...), Options{}))) })
	}
}

// If the patterns from the settings make turns, the document has no other layout.
func TestTurnPatternsOfTheSettings(t *testing.T) {
	o := Options{UserTurns: []*regexp.Regexp{regexp.MustCompile(`^=== me`)}, AssistantTurns: []*regexp.Regexp{regexp.MustCompile(`^=== it`)}}
	chat := lines("=== me", "# User", "hi", "=== it", "# Assistant") + editReplBlock("a.py") + lines("=== me", "thanks")
	assert.Equal(t, []string{"user 1-3", "assistant 4-11", "user 12-13"}, turnsTold(read(t, chat, o)))
}

func TestAPatternAddsToTheKnownLayouts(t *testing.T) {
	me := []*regexp.Regexp{regexp.MustCompile(`^=== me|^# Assistant me`)}
	it := []*regexp.Regexp{regexp.MustCompile(`^=== it`)}
	for _, c := range []struct {
		name, chat string
		o          Options
		want       []string
	}{
		{"a user's, and headings", lines("=== me", "hi", "# Assistant", "Sure."), Options{UserTurns: me}, []string{"user 1-2", "assistant 3-4"}},
		{"a user's, and labels", lines("=== me", "hi", "Assistant: Sure."), Options{UserTurns: me}, []string{"user 1-2", "assistant 3-3"}},
		{"an assistant's, and headings", lines("# User", "hi", "=== it", "Sure."), Options{AssistantTurns: it}, []string{"user 1-2", "assistant 3-4"}},
		{"known ones of the same side count too", lines("=== me", "hi", "# Assistant", "Sure.", "# User", "Go on."), Options{UserTurns: me}, []string{"user 1-2", "assistant 3-4", "user 5-6"}},
		{"a line that is both is what the pattern says", lines("# Assistant me", "hi", "# Assistant", "Sure."), Options{UserTurns: me}, []string{"user 1-2", "assistant 3-4"}},
		{"both, of which one occurs", lines("=== me", "hi", "# Assistant", "Sure."), Options{UserTurns: me, AssistantTurns: it}, []string{"user 1-2", "assistant 3-4"}},
		{"a line that occurs once, and headings", lines("=== me", "# Assistant", "# User", "# Assistant"), Options{UserTurns: me}, []string{"user 1-1", "assistant 2-2", "user 3-3", "assistant 4-4"}},
		{"headings and labels make no turns together", lines("=== me", "hi", "# User", "Assistant: Sure."), Options{UserTurns: me}, []string{"user 1-3", "assistant 4-4"}},
		{"no assistant", lines("=== me", "hi"), Options{UserTurns: me}, nil},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, turnsTold(read(t, c.chat, c.o))) })
	}
}

func TestBlocksInTurns(t *testing.T) {
	b := editReplBlock("a.py")
	for _, c := range []struct {
		name, chat string
		want       []string
	}{
		{"none in a user's turn", lines("# User") + b + lines("# Assistant") + b, []string{"10-14 edit-repl a.py"}},
		{"none in a user's turn of labels", lines("USER: x") + b + lines("ASSISTANT: y") + b, []string{"10-14 edit-repl a.py"}},
		{"a broken one in a user's turn is no problem", lines("# User", "a.py", "««« EDIT", "x", "# Assistant", "hi"), nil},
		{"what the system says holds no blocks", lines("# System") + b + lines("# User", "# Assistant"), nil},
		{"a path of another turn is no candidate", lines("# User", "a.py", "# Assistant", "««« EDIT", "═══════ REPL", "»»» EDIT END"), []string{"! 4-6 missing-path"}},
		{"nor one in force", lines("# User", "# Assistant") + searchReplaceBlock("a.py") + lines("# User", "# Assistant", "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE"),
			[]string{"4-8 search-replace a.py", "! 11-13 missing-path"}},
		{"nor a FILE", lines("# User", "# Assistant") + findReplaceBlock("a.py") + lines("# User", "# Assistant", "FIND:", "x", "REPLACE:", "END"),
			[]string{"4-8 find-replace a.py", "11-14 find-replace ?"}},
		{"headings in a fence are code", lines("```md", "# User", "# Assistant", "```") + b, []string{"6-10 edit-repl a.py"}},
		{"a fence that is never closed hides no turn", lines("# User", "```", "# Assistant") + b, []string{"5-9 edit-repl a.py"}},
		{"headings in a block are content", lines("a.md", "««« EDIT", "# User", "═══════ REPL", "# Assistant", "»»» EDIT END"), []string{"2-6 edit-repl a.md"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, told(read(t, c.chat, Options{}))) })
	}
}

// A turn may begin inside an unclosed block; a complete block keeps lines that only resemble turns.
func TestTurnBoundariesInsideBlocks(t *testing.T) {
	open := lines("a.py", "««« EDIT", "x", "═══════ REPL", "y")
	b := editReplBlock("b.py")
	for _, c := range []struct {
		name, chat string
		want       []string
	}{
		{"heading", lines("# User", "hi", "# Assistant") + open + lines("# User", "go on", "# Assistant") + b, []string{"! 5-8 unclosed-block", "13-17 edit-repl b.py"}},
		{"label", lines("USER: hi", "ASSISTANT: sure") + open + lines("USER: go on", "ASSISTANT: sure") + b, []string{"! 4-7 unclosed-block", "11-15 edit-repl b.py"}},
		{"aider, typed", aiderHead + lines("#### hi  ") + open + lines("#### go on  ") + b, []string{"! 4-7 unclosed-block", "10-14 edit-repl b.py"}},
		{"a typed line in a whole block", aiderHead + lines("#### hi  ") + open + lines("#### go on  ", "> Tokens: 12", "»»» EDIT END") + b,
			[]string{"4-10 edit-repl a.py", "12-16 edit-repl b.py"}},
		{"a typed line in what holds another start", aiderHead + lines("#### hi  ", "a.py", "<<<<<<< SEARCH", "x", "#### go on  ", "", "Now the rest.", "", "<<<<<<< SEARCH", "y", "=======", ">>>>>>> REPLACE"),
			[]string{"! 4-5 unclosed-block", "! 10-13 missing-path"}},
		{"a markdown heading of four in a whole block", aiderHead + lines("#### hi  ", "a.md", "««« EDIT", "═══════ REPL", "#### Heading", "»»» EDIT END"), []string{"4-7 edit-repl a.md"}},
		{"a YAML key in a whole block", lines("USER: hi", "ASSISTANT: sure", "a.yml", "««« EDIT", "═══════ REPL", "user: root", "»»» EDIT END"), []string{"4-7 edit-repl a.yml"}},
		{"a user's and an assistant's heading in a whole block", lines("# User", "hi", "# Assistant") + open + lines("# User", "go on", "# Assistant", "»»» EDIT END"), []string{"! 5-8 unclosed-block"}},
		{"find-replace", lines("# User", "hi", "# Assistant", "FILE: a", "FIND:", "x", "REPLACE:") + lines("# User", "go on", "# Assistant") + b, []string{"! 5-7 unclosed-block", "12-16 edit-repl b.py"}},
		{"malformed find-replace", lines("# User", "# Assistant", "FIND:", "# User", "END"), nil},
		{"search-replace", lines("# User", "hi", "# Assistant", "a.py", "```", "<<<<<<< SEARCH", "x") + lines("# User", "go on", "# Assistant") + b, []string{"! 6-7 unclosed-block", "12-16 edit-repl b.py"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, told(read(t, c.chat, Options{}))) })
	}
}

// An answer cut off inside a fence hides none of the turns after it.
func TestTurnsBehindAFenceThatWasCutOff(t *testing.T) {
	s := lines("<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE")
	bodies := map[string][2]string{ // complete, and cut off
		"search-replace": {s, lines("<<<<<<< SEARCH", "x", "")},
		"edit-repl":      {lines("««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END"), lines("««« EDIT", "x", "")},
		"anchored":       {anchoredText, lines("««« EDIT", "───────", "x", "")},
	}
	for dialect, body := range bodies {
		for _, head := range [][2]string{{"## User", "## Assistant"}, {"USER: hi", "ASSISTANT: sure"}} {
			for how, cutOff := range map[string]string{"in its block": body[1], "before its fence was closed": body[0] + "\n"} {
				for opens, next := range map[string]string{
					"the path above a fence":        lines("a.py", "```") + body[0] + lines("```"),
					"the path above a tagged fence": lines("a.py", "```py") + body[0] + lines("```"),
					"the path in a fence":           lines("```", "a.py") + body[0] + lines("```"),
					"some code first":               lines("Run it:", "```", "make", "```", "a.py", "```") + body[0] + lines("```"),
				} {
					if opens == "some code first" && how != "in its block" {
						continue // probably closes the fence
					}
					name := fmt.Sprintf("%s %s, cut off %s, then %s", dialect, head[0], how, opens)
					user, assistant := lines(head[0], "Please."), lines(head[1])
					chat := user + assistant + lines("b.py", "```") + body[0] + lines("```", "", "a.py", "```py") + cutOff +
						user + editReplBlock("c.py") + lines("") + assistant + next + user + lines("Thanks.")
					r := read(t, chat, Options{})
					require.Len(t, r.Turns, 5, "%s\n%s", name, chat)
					var live []string
					for i := range r.Blocks {
						b := &r.Blocks[i]
						assert.NotEqual(t, "c.py", b.Path.Fallback, "the user's: %s\n%s", name, chat)
						if r.Live(b.Turn, ScopeAuto) {
							live = append(live, b.Path.Fallback)
						}
					}
					assert.Equal(t, []string{"a.py"}, live, "%s\n%s", name, chat)
				}
			}
		}
	}
	// Code stays code.
	b := editReplBlock("b.py")
	for name, chat := range map[string]string{
		"a path right behind the fence":                            lines("# User", "hi", "# Assistant", "```py", "# User", "x", "# Assistant", "```") + b,
		"behind a whole block":                                     lines("# User", "hi", "# Assistant", "a.py", "```") + lines("<<<<<<< SEARCH", "=======", "# User", ">>>>>>> REPLACE", "```") + b,
		"in a malformed block":                                     lines("# User", "hi", "# Assistant", "a.py", "```", "<<<<<<< SEARCH", "# User", "# Assistant", ">>>>>>> REPLACE", "```") + b,
		"in a block that would be whole":                           lines("# User", "hi", "# Assistant", "a.py", "```", "<<<<<<< SEARCH", "=======", "# User", "# Assistant", ">>>>>>> REPLACE", "```") + b,
		"in a fence of its own, behind a block that is not closed": lines("# User", "hi", "# Assistant", "a.py", "```", "<<<<<<< SEARCH", "```", "and", "```", "# User", "```") + b,
	} {
		r := read(t, chat, Options{})
		require.Len(t, r.Turns, 2, name)
		require.NotEmpty(t, r.Blocks, name)
		assert.Equal(t, "b.py", r.Blocks[len(r.Blocks)-1].Path.Fallback, name)
		assert.True(t, r.Live(r.Blocks[len(r.Blocks)-1].Turn, ScopeAuto), name)
	}
}

func TestOnlyTheLastAssistantTurnIsLive(t *testing.T) {
	b := editReplBlock("a.py")
	for _, c := range []struct {
		name, chat string
		scope      Scope
		want       []bool
	}{
		{"without turns all are", b + b, ScopeAuto, []bool{true, true}},
		{"the last turn's", lines("# User", "# Assistant") + b + lines("# User", "# Assistant") + b + b, ScopeAuto, []bool{false, true, true}},
		{"though the user spoke last", lines("# User", "# Assistant") + b + lines("# User", "thanks"), ScopeAuto, []bool{true}},
		{"not before the first turn", b + lines("# User", "# Assistant") + b, ScopeAuto, []bool{false, true}},
		{"not the system's", lines("# User", "# Assistant") + b + lines("# System") + b, ScopeAuto, []bool{true}},
		{"with scope all", b + lines("# User", "# Assistant") + b + lines("# User", "# Assistant") + b, ScopeAll, []bool{true, true, true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := read(t, c.chat, Options{})
			var live []bool
			for i := range r.Blocks {
				b := &r.Blocks[i]
				live = append(live, r.Live(b.Turn, c.scope))
			}
			assert.Equal(t, c.want, live)
		})
	}
	r := read(t, lines("# User", "# Assistant", "a.py", "««« EDIT", "x", "# User", "# Assistant", "a.py", "««« EDIT"), Options{})
	require.Len(t, r.Problems, 2)
	assert.False(t, r.Live(r.Problems[0].Turn, ScopeAuto), "problems have a turn too")
	assert.True(t, r.Live(r.Problems[1].Turn, ScopeAuto))
}

func TestTurnAt(t *testing.T) {
	turns := []Turn{{First: 2, End: 4}, {First: 4, End: 5}, {First: 7, End: 9}}
	for l, want := range []int{-1, -1, 0, 0, 1, -1, -1, 2, 2, -1} {
		assert.Equal(t, want, turnAt(turns, text.Line(l)), "line %d", l)
	}
}

// Whose turn a heading or label begins, by its name and what is around it.
func TestSpeakers(t *testing.T) {
	long := strings.Repeat("-mini", maxNameLength/5)
	remark := " (" + strings.Repeat("x", maxMarkLength) + ")"
	for line, want := range map[string]speaker{
		"# aider chat started at 2025-01-01": nobody,
		"## Claude-4-guide":                  someone,
		"## Claude-4-mini":                   theAssistant,
		"## Claude-4" + long:                 nobody,
		"## User" + remark:                   nobody,
		"**User" + remark + "**":             nobody,
		"## User input":                      theUser,
		"## Text input":                      someone,
		"## Planner response":                theAssistant,
		"## Planner":                         someone,
		"## Server response":                 someone,
		"User (typed): text":                 theUser,
		"User (10:30): text":                 nobody,
		"User (10:30):":                      theUser,
		"User**":                             nobody,
		"**User":                             nobody,
		"**User**":                           theUser,
		"⚙️ User:":                           theUser,
		"、User:":                             nobody,
		"- User: x":                          nobody,
		"|User:":                             nobody,
		"## Claude Opus":                     theAssistant,
		"## Copilot response":                theAssistant,
		"##":                                 nobody,
		"🤖:":                                 theAssistant,
		"🤖":                                  nobody,
	} {
		who, _ := headingSpeaker(line)
		if line[0] != '#' {
			who = labelSpeaker(line)
		}
		assert.Equal(t, want, who, line)
	}
}
