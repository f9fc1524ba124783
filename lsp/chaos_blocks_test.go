package lsp

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/stretchr/testify/assert"
)

// propose adds blocks to an answer.
func (a *answers) propose(w *answer) {
	shapes := []func(*answer){a.build, a.build, a.repeat, a.drop, a.improve, a.several, a.guarded, a.privileged, a.hide}
	shapes[a.random.IntN(len(shapes))](w)
}

// put adds a block. A block that waits leaves the file as it is.
func (a *answers) put(w *answer, old, new []string, waits bool) {
	forms := []func(path string, old, new []string) string{editForm, searchForm, findForm, hunkForm}
	if waits { // these take the first of several matches
		forms = forms[1:3]
	}
	w.chat.WriteString(forms[a.random.IntN(len(forms))](w.path, old, new) + "\n")
	if w.blocks++; waits {
		w.waiting = append(w.waiting, w.blocks-1)
		return
	}
	w.now = strings.Split(strings.Replace("\n"+strings.Join(w.now, "\n")+"\n", "\n"+strings.Join(old, "\n")+"\n", "\n"+strings.Join(new, "\n")+"\n", 1), "\n")
	w.now = w.now[1 : len(w.now)-1]
}

func editForm(path string, old, new []string) string {
	return block(path, strings.Join(old, "\n")+"\n", strings.Join(new, "\n")+"\n")
}

func searchForm(path string, old, new []string) string {
	return fmt.Sprintf("%s\n```\n<<<<<<< SEARCH\n%s\n=======\n%s\n>>>>>>> REPLACE\n```\n", path, strings.Join(old, "\n"), strings.Join(new, "\n"))
}

func findForm(path string, old, new []string) string {
	return fmt.Sprintf("FILE: %s\nFIND:\n%s\nREPLACE:\n%s\nEND\n", path, strings.Join(old, "\n"), strings.Join(new, "\n"))
}

func hunkForm(path string, old, new []string) string {
	return fmt.Sprintf("```diff\n--- a/%s\n+++ b/%[1]s\n@@ @@\n-%s\n+%s\n```\n", path, strings.Join(old, "\n-"), strings.Join(new, "\n+"))
}

// head returns the first line of a random function, which is there once.
func (a *answers) head(w *answer) string {
	var heads []string
	for _, l := range w.now {
		if strings.HasPrefix(l, "def ") {
			heads = append(heads, l)
		}
	}
	return heads[a.random.IntN(len(heads))]
}

// build adds a function and then improves it.
func (a *answers) build(w *answer) {
	head, added := a.head(w), a.function()
	a.put(w, []string{head}, append(slices.Clone(added), head), false)
	a.put(w, added[:1], []string{added[0] + "  # new", "    log()"}, false)
	if a.random.IntN(2) == 0 {
		a.put(w, []string{added[0] + "  # new", "    log()"}, []string{added[0] + "  # newer"}, false)
	}
}

// repeat gives the same block several times.
func (a *answers) repeat(w *answer) {
	a.serial++
	head := a.head(w)
	now := w.now
	written := w.chat.Len()
	a.put(w, []string{head}, [][]string{{head, fmt.Sprintf("    step%d()", a.serial)}, {fmt.Sprintf("def g%d():", a.serial)}}[a.random.IntN(2)], false)
	once, copies := w.chat.String()[written:], 1+a.random.IntN(2)
	w.chat.WriteString(strings.Repeat(once, copies))
	w.blocks += copies
	assert.NotEqual(a.t, now, w.now)
}

// drop deletes a line, twice. Deleting what the answer itself adds is no change that can be seen.
func (a *answers) drop(w *answer) {
	head := a.head(w)
	if !slices.Contains(w.before, head) {
		return
	}
	at := slices.Index(w.now, head)
	if w.now = slices.Delete(slices.Clone(w.now), at, at+1); !slices.ContainsFunc(w.now, func(l string) bool { return strings.HasPrefix(l, "def ") }) {
		w.now = slices.Insert(w.now, at, head)
		return
	}
	w.chat.WriteString(strings.Repeat(block(w.path, head+"\n", "")+"\n", 2))
	w.blocks += 2
}

// improve changes what the block above it wrote.
func (a *answers) improve(w *answer) {
	a.serial++
	head := a.head(w)
	first, second := fmt.Sprintf("def g%d():", a.serial), fmt.Sprintf("def g%d(x):", a.serial)
	a.put(w, []string{head}, []string{first}, false)
	a.put(w, []string{first}, []string{second, fmt.Sprintf("    y = %d", a.serial)}, false)
}

// several is for lines that are there more than once, or not at all: nobody chose the first.
func (a *answers) several(w *answer) {
	old := []string{"    pass", "    x = 1", "    x = 2"}[a.random.IntN(3)]
	count := 0
	for _, l := range w.now {
		if l == old {
			count++
		}
	}
	if count > 1 {
		a.put(w, []string{old}, []string{[]string{"    x = 2", "    done()"}[a.random.IntN(2)]}, true)
	}
}

var guardedNames = []string{
	".pro\uFB01le", ".BASHRC", "lefthook.yaml", ".tool-versions", "SKILL.md", "ci/hooks/pre-commit", "usercustomize.py", "NuGet.Config", ".autoenv",
}

// guarded creates a file that only a user may ask for.
func (a *answers) guarded(w *answer) {
	name := guardedNames[a.random.IntN(len(guardedNames))]
	w.chat.WriteString(block(name, "", "run\n") + "\n")
	w.blocks++
	w.waiting = append(w.waiting, w.blocks-1)
}

// privileged changes a program that runs with more rights than its user has.
func (a *answers) privileged(w *answer) {
	a.serial++
	name := fmt.Sprintf("tool%d.sh", a.serial)
	write(a.t, a.dir, files{"one/" + name: "run\n"})
	a.do(os.Chmod(a.path("one/"+name), 0o755|fs.ModeSetuid))
	w.chat.WriteString(block(name, "run\n", "walk\n") + "\n")
	w.blocks++
	w.waiting = append(w.waiting, w.blocks-1)
}

// hide adds a line with hidden text.
func (a *answers) hide(w *answer) {
	if w.blocks > 0 {
		return
	}
	a.serial++
	hidden := []string{"\f", "\u00A0", "\u2003", "\u3000", "\u2800", "\u3164", "\u034F"}
	head := a.head(w)
	a.put(w, []string{head}, []string{head, fmt.Sprintf("    a%s = b%d", hidden[a.random.IntN(len(hidden))], a.serial)}, false)
	w.hidden = true
}
