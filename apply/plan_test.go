package apply

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/parse"
)

func find(old, new string) string {
	return "\nFILE: a.txt\nFIND:\n" + old + "\nREPLACE:\n" + new + "\nEND\n"
}

func near(line int, old, new string) string {
	return strings.Replace(find(old, new), "FIND:", fmt.Sprintf("FIND (near line %d):", line), 1)
}

func at(line int, old, new string) string {
	return strings.Replace(search(old, new), "SEARCH", fmt.Sprintf("SEARCH line=%d", line), 1)
}

func tags(old, new string) string {
	return "\na.txt\n<old_text>" + old + "</old_text><new_text>" + new + "</new_text>\n"
}

// A block skipped after a failure reports whether and where it fits, given the blocks above.
func TestBlocksAfterAFailure(t *testing.T) {
	fails := anchored("", "q", "Q", "")
	for name, c := range map[string]struct {
		before, chat, outcomes, byItself string
		matches                          []text.Line
	}{
		"it fits":                      {ended("a b"), fails + search("b", "x"), "failed:old-lines-not-found skipped:previous-edit-failed", "", []text.Line{1}},
		"on what is applied above":     {ended("a b"), search("a", "x") + fails + search("x b", "y"), "validated failed:old-lines-not-found skipped:previous-edit-failed", "", []text.Line{0}},
		"not on what is skipped above": {ended("a b"), fails + search("a", "x") + search("x b", "y"), "failed:old-lines-not-found skipped:previous-edit-failed skipped:previous-edit-failed", "failed:old-lines-not-found", nil},
		"it doesn't":                   {ended("a b"), fails + search("c", "x"), "failed:old-lines-not-found skipped:previous-edit-failed", "failed:old-lines-not-found", nil},
		"it could be two":              {ended("a a"), fails + anchored("", "a", "x", ""), "failed:old-lines-not-found skipped:previous-edit-failed", "failed:ambiguous-match", nil},
		"it looks for nothing":         {ended("a b"), fails + find("", "x"), "failed:old-lines-not-found skipped:previous-edit-failed", "skipped:empty-find", nil},
		"it is there":                  {ended("a b"), fails + search("c", "b"), "failed:old-lines-not-found already-applied", "", nil},
		"it creates an empty file":     {"", fails + create("a.txt", "x"), "failed:old-lines-not-found skipped:previous-edit-failed", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := planned(t, c.chat, oneFile(c.before), Options{})
			assert.Equal(t, c.outcomes, outcomes(p))
			last := p.Outcomes[len(p.Outcomes)-1]
			byItself := ""
			if last.ByItself != nil {
				byItself = string(last.ByItself.Status) + ":" + string(last.ByItself.Reason)
			}
			assert.Equal(t, c.byItself, byItself)
			assert.Equal(t, c.matches, last.Matches)
			assert.Equal(t, last.Status == Skipped && byItself == "", last.FitsAlone())
			e, _, err := p.Single(t.Context(), last.Block.Index, text.None)
			require.NoError(t, err)
			assert.Equal(t, name == "it fits" || name == "it creates an empty file", e != nil, "applied alone, to the present text")
		})
	}
}

// A miss is explained by the draft at that point, whatever is applied later.
func TestIndependentBlocksAreExplainedByWhatTheyMet(t *testing.T) {
	var chat strings.Builder
	var content []string
	for i := range maxCopies + 4 {
		content = append(content, fmt.Sprint("line", i))
		chat.WriteString(anchored(fmt.Sprint("line", i), fmt.Sprint("gone", i), "x", ""))
		chat.WriteString(search(fmt.Sprint("line", i), fmt.Sprint("new", i)))
	}
	p := planned(t, chat.String(), oneFile(chatLines(content)), Options{Independent: true})
	require.Equal(t, strings.TrimSpace(strings.Repeat("failed:old-lines-mismatch validated ", maxCopies+4)), outcomes(p))
	require.Equal(t, strings.ReplaceAll(chatLines(content), "line", "new"), afterA(p))
	for i := range maxCopies + 4 {
		o := p.Outcomes[2*i]
		if i >= maxCopies {
			require.Nil(t, o.Miss, "too many copies of the file")
			continue
		}
		require.Equal(t, i, o.Miss.At)
		met := o.Miss.File.Text().Lines(0, text.Line(len(content)))
		require.Equal(t, append(numbered(i, "new%d"), content[i:]...), met)
		at, err := o.Miss.File.Find(t.Context(), met[i:i+1])
		require.NoError(t, err)
		require.Equal(t, i, at)
	}
}

func TestOutcomeAndFile(t *testing.T) {
	const missing = "\x00"
	for name, c := range map[string]struct {
		before, chat, outcomes, after string
	}{
		// Order.
		"the second block sees the first":                {ended("a b"), search("a", "x") + search("x b", "y"), "validated validated", ended("y")},
		"a failure skips the rest of its file":           {ended("a b"), search("a", "x") + search("a", "y") + search("b", "z"), "validated failed:old-lines-not-found skipped:previous-edit-failed", ended("x b")},
		"an applied block does not stop the file":        {ended("x b"), search("a", "x") + search("b", "z"), "already-applied validated", ended("x z")},
		"a change of nothing does not stop the file":     {ended("a b"), search("a", "a") + search("b", "z"), "validated validated", ended("a z")},
		"an empty FIND does not stop the file":           {ended("a b"), find(" ", "x") + search("b", "z"), "skipped:empty-find validated", ended("a z")},
		"a block makes the next ambiguous":               {ended("a b"), anchored("", "b", "a", "") + anchored("", "a", "x", ""), "validated failed:ambiguous-match", ended("a a")},
		"a block takes the ambiguity away":               {ended("a b a"), anchored("b", "a", "c", "") + anchored("", "a", "x", ""), "validated validated", ended("x b c")},
		"the same insertion twice":                       {ended("a b"), anchored("a", "", "x", "b") + anchored("a", "", "x", "b"), "validated already-applied", ended("a x b")},
		"back again":                                     {ended("a b"), search("a", "x") + search("x", "a"), "validated validated", ended("a b")},
		"all lines go, then some come":                   {ended("a b"), anchored("", "a b", "", "") + create("a.txt", "c"), "validated validated", ended("c")},
		"a new file is changed":                          {missing, create("a.txt", "a b") + search("b", "c"), "validated validated", ended("a c")},
		"a new file is made twice":                       {missing, create("a.txt", "a") + create("a.txt", "a"), "validated already-applied", ended("a")},
		"a new file is made in two ways":                 {missing, create("a.txt", "a") + create("a.txt", "b"), "validated failed:file-exists", ended("a")},
		"a file that is missing does not stop its maker": {missing, search("a", "b"), "failed:file-not-found", "-"},

		// Its new lines are there.
		"result stands, needle does not":                      {ended("l x t"), anchored("l", "a", "x", "t"), "already-applied", "-"},
		"a deletion with both anchors":                        {ended("l t"), anchored("l", "a", "", "t"), "already-applied", "-"},
		"a deletion with one anchor is not assumed":           {ended("l t"), anchored("l", "a", "", ""), "failed:old-lines-mismatch", "-"},
		"a deletion without anchors is not assumed":           {ended("l t"), search("a", ""), "failed:old-lines-not-found", "-"},
		"an inside deletion is not assumed":                   {ended("l t"), find("aa", ""), "failed:old-lines-not-found", "-"},
		"both stand: the needle counts":                       {ended("a x"), search("a", "x"), "validated", ended("x x")},
		"inserted after, result covers the match":             {ended("a x"), search("a", "a x"), "already-applied", "-"},
		"inserted before, result covers the match":            {ended("x a"), search("a", "x a"), "already-applied", "-"},
		"inserted on both sides, result covers the match":     {ended("x a y"), search("a", "x a y"), "already-applied", "-"},
		"inserted at another match only":                      {ended("a b a x"), search("a", "a x"), "validated", ended("a x b a x")},
		"inserted at one of two matches, which must be one":   {ended("a b a x"), anchored("", "a", "a x", ""), "failed:ambiguous-match", "-"},
		"inserted at each match":                              {ended("a x b a x"), anchored("", "a", "a x", ""), "already-applied", "-"},
		"the anchors stand together and the result elsewhere": {ended("a b q a x b"), anchored("a", "", "x", "b"), "validated", ended("a x b q a x b")},
		"inserted inside: applied only where it stands":       {ended("foo"), find("oo", "oo2"), "validated", ended("foo2")},
		"inside, result stands inside":                        {ended("fxx"), find("oo", "xx"), "already-applied", "-"},
		"inside, result is part of the text to find":          {ended("fo"), find("oo", "o"), "failed:old-lines-not-found", "-"},
		"an empty line repeated is one more empty line":       {ended("a . b"), anchored("a", "", ".", "."), "validated", ended("a . . b")},

		// Create, insert, delete.
		"create":                            {missing, create("a.txt", "a b"), "validated", ended("a b")},
		"create of no lines":                {missing, create("a.txt", ""), "validated", ""},
		"create of one empty line":          {missing, create("a.txt", "."), "validated", "\n"},
		"create over equal content":         {ended("a b"), create("a.txt", "a b"), "already-applied", "-"},
		"create over it without an end":     {"a\nb", create("a.txt", "a b"), "already-applied", "-"},
		"create over it in CRLF":            {"a\r\nb\r\n", create("a.txt", "a b"), "already-applied", "-"},
		"create over empty":                 {"", create("a.txt", "a"), "validated", "a\n"},
		"create of nothing over empty":      {"", create("a.txt", ""), "already-applied", "-"},
		"create over blank":                 {" \n\t\n\n", create("a.txt", "a"), "validated", "a\n"},
		"create over blank of CRLF":         {"\r\n\r\n", create("a.txt", "a"), "validated", "a\r\n"},
		"create over blank without an end":  {"  ", create("a.txt", "a"), "validated", "a\n"},
		"create of fewer lines":             {ended("a b"), create("a.txt", "a"), "failed:file-exists", "-"},
		"create of more lines":              {ended("a"), create("a.txt", "a b"), "failed:file-exists", "-"},
		"delete the middle":                 {ended("a b c"), search("b", ""), "validated", ended("a c")},
		"delete the last, no final newline": {"a\nb", search("b", ""), "validated", "a\n"},
		"delete the first, none either":     {"a\nb", search("a", ""), "validated", "b\n"},
		"delete all":                        {"a\r\nb", anchored("", "a b", "", ""), "validated", ""},
		"insert at the end":                 {"a\nb", anchored("b", "", "c", ""), "validated", ended("a b c")},
		"insert at the beginning":           {"a\nb", anchored("", "", "c", "a"), "validated", ended("c a b")},

		// Endings.
		"a final newline is added":              {"a\nb", search("a", "x"), "validated", ended("x b")},
		"in CRLF too":                           {"a\r\nb", search("a", "x"), "validated", "x\r\nb\r\n"},
		"blank lines at the end stay":           {"a\n\n\n", search("a", "x"), "validated", "x\n\n\n"},
		"mixed endings stay outside the change": {"a\r\nb\nc\r\nd\r\n", search("a b c", "a x c"), "validated", "a\r\nx\r\nc\r\nd\r\n"},
		"a tie is LF":                           {"a\r\nb\n", search("b", "b x"), "validated", "a\r\nb\nx\n"},
		"shared last lines keep theirs":         {"a\nb\r\nc\n", search("a b", "x b"), "validated", "x\nb\r\nc\n"},
		"a mark stays":                          {"\uFEFFa\n", search("a", "b"), "validated", "\uFEFFb\n"},
		"a mark stays though all lines go":      {"\uFEFFa\n", search("a", ""), "validated", "\uFEFF"},
		"a lone CR stays":                       {"a\rb\nc\n", search("c", "d"), "validated", "a\rb\nd\n"},

		// Inside lines.
		"inside a line":                       {"say hello you\n", find("hello", "bye"), "validated", "say bye you\n"},
		"between tags, inside a line":         {"say hello you\n", tags("hello", "bye"), "validated", "say bye you\n"},
		"between tags, whole lines first":     {"xax\na\n", tags("\na\n", "\nb\n"), "validated", "xax\nb\n"},
		"between tags, nothing new":           {"x\nfoo\ny\n", tags("fo", ""), "validated", "x\no\ny\n"},
		"between tags, several lines":         {"one two\nthree four\n", tags("two\nthree", "2\n3"), "validated", "one 2\n3 four\n"},
		"between tags, twice in one line":     {"foo bar\n", tags("oo", "uu") + tags("ba", "BA"), "validated validated", "fuu BAr\n"},
		"between tags, applied before":        {"fxx\n", tags("oo", "xx"), "already-applied", "-"},
		"whole lines come first":              {"xax\na\n", find("a", "b"), "validated", "xax\nb\n"},
		"the first inside wins":               {"aa bb aa\n", find("aa", "c"), "validated", "c bb aa\n"},
		"text goes, the line stays":           {"x\nfoo\ny\n", find("fo", ""), "validated", "x\no\ny\n"},
		"inside several lines":                {"one two\nthree\nfour five\n", find("two\nthree\nfour", "2\n4"), "validated", "one 2\n4 five\n"},
		"several lines become one":            {"one two\r\nthree four\nx\n", find("two\nthree", "-"), "validated", "one - four\nx\n"},
		"the ending of the last is kept":      {"one two\nthree four\r\nx\n", find("two\nthree", "2\n3"), "validated", "one 2\n3 four\r\nx\n"},
		"inside the open last line":           {"a\nfoo bar", find("bar", "baz"), "validated", "a\nfoo baz\n"},
		"inside twice in one line":            {"foo bar\n", find("oo", "uu") + find("ba", "BA"), "validated validated", "fuu BAr\n"},
		"a line in the middle must be whole":  {"one\ntwo x\nthree\n", find("ne\ntwo\nth", "y"), "failed:old-lines-not-found", "-"},
		"only find-replace looks inside":      {"foo bar\n", search("foo", "x"), "failed:old-lines-not-found", "-"},
		"blanks count":                        {"  a\n", search("a", "x"), "failed:old-lines-not-found", "-"},
		"near chooses the nearest":            {ended("a b a b a"), near(3, "a", "x"), "validated", ended("a b x b a")},
		"near takes the first of equals":      {ended("a b a"), near(2, "a", "x"), "validated", ended("x b a")},
		"near past the end":                   {ended("a b a"), near(99, "a", "x"), "validated", ended("a b x")},
		"near is a line of the present text":  {ended("a b c a"), search("b", "b b2 b3 b4") + near(4, "a", "x"), "validated validated", ended("a b b2 b3 b4 c x")},
		"a match that begins at the line":     {ended("a b a b a"), at(3, "a", "x"), "validated", ended("a b x b a")},
		"no match begins at the line":         {ended("a b a"), at(2, "a", "x"), "validated", ended("x b a")},
		"the only match begins elsewhere":     {ended("a b c"), at(1, "b", "x"), "validated", ended("a x c")},
		"at a line of the present text":       {ended("a b c a"), search("b", "b b2 b3") + at(4, "a", "x"), "validated validated", ended("a b b2 b3 c x")},
		"without it the first wins":           {ended("a b a"), find("a", "x"), "validated", ended("x b a")},
		"the first wins in search-replace":    {ended("a b a"), search("a", "x"), "validated", ended("x b a")},
		"two matches are refused":             {ended("a b a"), anchored("", "a", "x", ""), "failed:ambiguous-match", "-"},
		"matches that overlap are two":        {ended("a a a"), anchored("", "a a", "x", ""), "failed:ambiguous-match", "-"},
		"the anchor alone may repeat":         {ended("a b a c"), anchored("a", "c", "x", ""), "validated", ended("a b a x")},
		"no lines and an empty line differ":   {ended("a b"), anchored("a", ".", "x", "b"), "failed:old-lines-mismatch", "-"},
		"trailing anchor that does not stand": {ended("a b c"), anchored("a", "b", "x", "d"), "failed:trailing-anchor-not-found", "-"},
		"leading anchor that does not stand":  {ended("a b c"), anchored("z", "b", "x", "c"), "failed:leading-anchor-not-found", "-"},
		"nothing but a trailing anchor":       {ended("a b c"), anchored("", "", "x", "d"), "failed:trailing-anchor-not-found", "-"},
	} {
		t.Run(name, func(t *testing.T) {
			m := oneFile(c.before)
			if c.before == missing {
				m = files(nil)
			}
			p := planned(t, c.chat, m, Options{Confirmed: true})
			assert.Equal(t, c.outcomes, outcomes(p))
			assert.Equal(t, c.after, afterA(p))
			for _, f := range p.Files {
				assert.Equal(t, c.before == missing, f.Create)
			}
		})
	}
}

func TestOtherFilesGoOnAfterAFailure(t *testing.T) {
	m := files(map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	other := func(old, new string) string { return strings.ReplaceAll(search(old, new), "a.txt", "b.txt") }
	p := planned(t, search("z", "y")+other("b", "c")+search("a", "x")+other("c", "d"), m, Options{})
	assert.Equal(t, "failed:old-lines-not-found validated skipped:previous-edit-failed validated", outcomes(p))
	assert.Equal(t, map[string]string{"b.txt": "d\n"}, after(p))
	assert.Equal(t, 0, p.Outcomes[2].Blocker)
	assert.Equal(t, []int{1, 3}, p.Files[0].Blocks)
	assert.Equal(t, 1, p.Outcomes[3].DependsOn)
	assert.Equal(t, -1, p.Outcomes[1].DependsOn)
}

func TestFilesStandInTheOrderOfTheirFirstBlock(t *testing.T) {
	m := files(map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	p := planned(t, strings.ReplaceAll(search("b", "c"), "a.txt", "b.txt")+search("a", "x")+create("c.txt", "c"), m, Options{})
	var names []string
	for _, f := range p.Files {
		names = append(names, f.Target.Path)
	}
	assert.Equal(t, []string{"b.txt", "a.txt", "c.txt"}, names)
}

func TestTheBlockThatSpoiledALaterOneIsNamed(t *testing.T) {
	p := planned(t, search("a", "x")+search("a b", "y"), oneFile(ended("a b")), Options{})
	assert.Equal(t, 0, p.Outcomes[1].SpoiledBy)
	p = planned(t, search("a", "x")+search("q", "y"), oneFile(ended("a b")), Options{})
	assert.Equal(t, -1, p.Outcomes[1].SpoiledBy, "it would have failed anyway")
}

func TestLinesAreThoseOfThePresentText(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string
		at            text.Line
	}{
		"below an insertion":              {search("a", "a x y z"), search("c", "q"), 2},
		"below a deletion":                {search("a b", ""), search("d", "q"), 3},
		"a line that replaces":            {search("b c", "x y"), search("y", "q"), 1},
		"a line put before another":       {anchored("b", "", "x y", "c"), search("y", "q"), 2},
		"a line put at the end":           {anchored("d", "", "x y", ""), search("y", "q"), 3},
		"a line put at the beginning":     {anchored("", "", "x y", "a"), search("y", "q"), 0},
		"a match that begins before it":   {search("b", "x"), search("a x", "q"), 0},
		"put lines that are put in again": {anchored("b", "", "x y", "c") + search("x y", "r s t"), search("t", "q"), 2},
	} {
		p := planned(t, c.first+c.second, oneFile(ended("a b c d")), Options{})
		o := p.Outcomes[len(p.Outcomes)-1]
		assert.Equal(t, Validated, o.Status, name)
		assert.Equal(t, c.at, o.Chosen, name)
		assert.Equal(t, []text.Line{c.at}, o.Matches, name)
	}
}

func TestMatchesAreListedToAHundredAndAllCounted(t *testing.T) {
	for _, n := range []int{1, 2, 99, 100, 101, 250} {
		p := planned(t, anchored("", "a", "b", ""), oneFile(strings.Repeat("a\nx\n", n)), Options{})
		o := p.Outcomes[0]
		assert.Equal(t, n, o.MatchCount)
		require.Len(t, o.Matches, min(n, 100))
		assert.Equal(t, text.Line(2*min(n, 100)-2), o.Matches[len(o.Matches)-1])
		assert.Equal(t, n > 1, o.Ambiguous)
	}
}

func TestHeldBlocksAreNoPartOfAll(t *testing.T) {
	marker := searchReplaceBlock("a.txt", sections{old: lines("a"), new: []string{"««« EDIT"}})
	protected := strings.ReplaceAll(search("p", "q"), "a.txt", "p.txt")
	m := files(map[string]string{"a.txt": "a\nb\n", "p.txt": "p\n"})
	m.protected["p.txt"] = true
	chat := marker + protected + search("b", "c")
	p := planned(t, chat, m, Options{})
	assert.Equal(t, "validated validated validated", outcomes(p))
	assert.Equal(t, []bool{true, true, false}, []bool{p.Outcomes[0].NeedsConfirmation, p.Outcomes[1].NeedsConfirmation, p.Outcomes[2].NeedsConfirmation})
	assert.Equal(t, map[string]string{"a.txt": "a\nc\n"}, after(p))
	e, _, err := p.Single(context.Background(), 1, text.None)
	require.NoError(t, err)
	assert.Equal(t, "q\n", string(e.After().Bytes()), "by itself it may")

	p = planned(t, chat, m, Options{Confirmed: true})
	assert.Equal(t, map[string]string{"a.txt": "««« EDIT\nc\n", "p.txt": "q\n"}, after(p))
}

// Blocks of a protected file need confirmation, so none blocks the next.
func TestBlocksOfAProtectedFileBuildOnOneAnother(t *testing.T) {
	m := oneFile(ended("a b"))
	m.protected["a.txt"] = true
	chat := search("a", "x") + search("x", "y") + search("b", "z")
	p := planned(t, chat, m, Options{})
	assert.Equal(t, "validated validated validated", outcomes(p))
	assert.Equal(t, 0, p.Outcomes[1].DependsOn)
	assert.Empty(t, p.Files)
	confirmed := planned(t, chat, m, Options{Confirmed: true})
	assert.Equal(t, outcomes(p), outcomes(confirmed), "what is said is what --yes does")
	assert.Equal(t, ended("y z"), afterA(confirmed))
}

func TestOnlySomeBlocksTakePart(t *testing.T) {
	chat := search("a", "x") + search("x", "y") + search("b", "z")
	p := planned(t, chat, oneFile(ended("a b")), Options{Only: map[int]bool{2: true}})
	assert.Equal(t, "validated failed:old-lines-not-found validated", outcomes(p), "the others are located each alone")
	assert.Equal(t, ended("a z"), afterA(p))
	p = planned(t, chat, oneFile(ended("a b")), Options{Only: map[int]bool{0: true, 1: true}})
	assert.Equal(t, ended("y b"), afterA(p))
	p = planned(t, chat, oneFile(ended("a b")), Options{Only: map[int]bool{}})
	assert.Empty(t, p.Files)
}

func TestContextBoundsChangesButNotCreations(t *testing.T) {
	inside := Context([]string{" src/**/*.go", "./b.txt", "", `win\*.txt`, "[bad"})
	for name, want := range map[string]bool{"src/x.go": true, "src/a/b/x.go": true, "src/x.py": false, "b.txt": true, "win/a.txt": true, "[bad": true, "a.txt": false} {
		assert.Equal(t, want, inside(name), name)
	}
	assert.Nil(t, Context(nil))
	assert.Nil(t, Context([]string{" ", ""}), "declares nothing")

	m := files(map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	p := planned(t, search("a", "x")+strings.ReplaceAll(search("b", "y"), "a.txt", "b.txt")+create("new.txt", "n")+search("zz", "q"), m, Options{InContext: inside})
	assert.Equal(t, "not-in-context validated validated not-in-context", outcomes(p))
	assert.Equal(t, map[string]string{"b.txt": "y\n", "new.txt": "n\n"}, after(p))
}

func TestRefusedTargetsHoldUpNothing(t *testing.T) {
	m := oneFile("a\n")
	m.refused["bin"] = codes.BinaryFile
	m.refused["two.txt"] = codes.AmbiguousRoot
	p := planned(t, strings.ReplaceAll(search("a", "b"), "a.txt", "two.txt")+search("a", "x")+create("bin", "n"), m, Options{})
	assert.Equal(t, "failed:ambiguous-root validated skipped:binary-file", outcomes(p))
	assert.Equal(t, map[string]string{"a.txt": "x\n"}, after(p))
	e, _, err := p.Single(context.Background(), 0, text.None)
	require.NoError(t, err)
	assert.Nil(t, e)
}

func TestBlocksOfEarlierTurnsAreLocatedAlone(t *testing.T) {
	chat := "# User\nhi\n# Assistant\n" + search("a", "x") + search("q", "r") + "\n# User\nmore\n# Assistant\n" + search("a", "y")
	p := planned(t, chat, oneFile(ended("a")), Options{})
	assert.Equal(t, "validated stale:old-lines-not-found validated", outcomes(p))
	assert.Equal(t, Failed, p.Outcomes[1].Failure)
	assert.Equal(t, []bool{false, false, true}, []bool{p.Outcomes[0].Live, p.Outcomes[1].Live, p.Outcomes[2].Live})
	assert.Equal(t, ended("y"), afterA(p))
	p = planned(t, chat, oneFile(ended("a")), Options{Scope: parse.ScopeAll})
	assert.Equal(t, "validated failed:old-lines-not-found skipped:previous-edit-failed", outcomes(p))
}

func TestAMissSaysHowFarTheNeedleAgrees(t *testing.T) {
	p := planned(t, search("a b", "a . b")+anchored("l", "b c q", "x", "t"), oneFile(ended("a b l c l b c d t")), Options{})
	o := p.Outcomes[1]
	assert.Equal(t, codes.OldLinesMismatch, o.Reason)
	require.NotNil(t, o.Miss)
	assert.Equal(t, 3, o.Miss.Agreed, "the occurrence of the anchor that agrees longest")
	assert.Equal(t, lines("l b c"), o.Miss.File.Text().Lines(text.Line(o.Miss.At), text.Line(o.Miss.At+3)))
	assert.Equal(t, text.Line(7), o.Estimated, "a line of the present text")
}

func TestADoneContextEndsThePlan(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, err := New(ctx, parsed(t, search("a", "b")), oneFile("a\n"), Options{}, nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, p)
}
