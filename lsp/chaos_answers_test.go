package lsp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// answers is a random session about answers whose result is known: their blocks build on one another, are
// repeated, match several places or may not be applied with the rest. The files have equal lines, CRLF or lone
// carriage returns, and are in one or two folders. The editor counts lines as the protocol or as Neovim does,
// and answers late, twice, or that it applied what it didn't.
type answers struct {
	*under
	random *rand.Rand
	client lsptest.Options
	names  []string
	// linked means that link.py leads to a.py.
	linked bool
	// serial numbers names, so that each is new.
	serial int
	chats  int
	// held is what the editor's next answer waits for, unless it is nil.
	held atomic.Pointer[chan struct{}]
	log  []string
}

// answer is a chat about one file, and what that is meant to become.
type answer struct {
	// path is what its blocks call the file.
	file, path string
	before     []string
	now        []string
	chat       strings.Builder
	// blocks is how many it has, and waiting are the indexes of those that aren't applied with the rest.
	blocks  int
	waiting []int
	// hidden means that each block adds hidden text.
	hidden bool
}

// first returns the first block that is applied with the rest, or else one that isn't there.
func (w *answer) first() int {
	for i := range w.blocks {
		if !slices.Contains(w.waiting, i) {
			return i
		}
	}
	return w.blocks
}

// seeds returns how many sessions are played. EDIT_LSP_SEEDS overrides it.
func seeds(t *testing.T) uint64 {
	var n uint64
	if s := os.Getenv("EDIT_LSP_SEEDS"); s != "" {
		_, err := fmt.Sscan(s, &n)
		assert.NoError(t, err)
		return n
	}
	return uint64(size(24, 3))
}

func answersAtRandom(t *testing.T) {
	for seed := range seeds(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			a := beginAnswers(t, seed)
			for range 8 {
				if a.step(); t.Failed() {
					t.Fatalf("seed %d:\n%s", seed, strings.Join(a.log, "\n"))
				}
			}
			if seed%4 == 0 {
				a.unanswered()
			}
		})
	}
}

func beginAnswers(t *testing.T, seed uint64) *answers {
	a := &answers{random: rand.New(rand.NewPCG(seed, 2))}
	all := files{"one/.git/config": "[core]\n\thooksPath = ci/hooks\n", "one/.git/HEAD": "ref: refs/heads/main\n"}
	for i, name := range []string{"one/a.py", "one/lib/b.py", "two/c.py"} {
		var lines []string
		for range 3 + a.random.IntN(3) {
			lines = append(lines, a.function()...)
		}
		content := strings.Join(lines, "\n") + "\n"
		switch a.random.IntN(4) {
		case 0:
			content = strings.ReplaceAll(content, "\n", "\r\n")
		case 1:
			content = strings.Replace(content, "    pass", "    odd\rodd", 1)
		}
		all[name], a.names = content, append(a.names, []string{"a.py", "lib/b.py", "c.py"}[i])
	}
	a.client = lsptest.Options{Attached: a.random.IntN(2) == 0, AnswersTwice: a.random.IntN(4) == 0, Answering: func(method string) {
		if held := a.held.Load(); method == "workspace/applyEdit" && held != nil {
			<-*held
		}
	}}
	if a.random.IntN(3) == 0 {
		a.client.Params = map[string]any{"clientInfo": map[string]any{"name": "Neovim"}}
		a.client.Behaviour.EndsLinesAtLF = true
	}
	dir := lay(t, all)
	a.linked = os.Symlink("a.py", filepath.Join(dir, "one", "link.py")) == nil
	a.client.Folders = []string{dir + "/one", dir + "/two"}
	a.under = launch(t, dir, Options{})
	a.connect(a.client)
	return a
}

// function returns a function with a new name. Its other lines are those of other functions, too.
func (a *answers) function() []string {
	a.serial++
	return []string{fmt.Sprintf("def f%d():", a.serial), []string{"    x = 1", "    x = 2"}[a.random.IntN(2)], "    pass", ""}
}

func (a *answers) note(format string, args ...any) {
	a.log = append(a.log, fmt.Sprintf(format, args...))
}

// where returns a file's name below the session's folder.
func (a *answers) where(name string) string {
	if name == "c.py" {
		return "two/" + name
	}
	return "one/" + name
}

func (a *answers) step() {
	file := a.names[a.random.IntN(len(a.names))]
	w := &answer{file: file, before: a.lines(a.where(file))}
	w.now = slices.Clone(w.before)
	if w.path = file; a.linked && file == "a.py" && a.random.IntN(3) == 0 {
		w.path = "link.py"
	}
	if a.random.IntN(2) == 0 && a.Buffer(a.uri(a.where(file))).URI == "" {
		a.open(a.where(file))
	}
	for range 1 + a.random.IntN(3) {
		a.propose(w)
	}
	a.chats++
	name := fmt.Sprintf("one/chat%d.md", a.chats)
	write(a.t, a.dir, files{name: w.chat.String()})
	chat := a.open(name)
	a.idle()
	a.note("%s of %q:\n%s", name, strings.Join(w.before, "\n"), w.chat.String())
	a.said(w, chat)
	[]func(*answer, protocol.DocumentUri){a.all, a.all, a.oneByOne, a.pretended, a.late}[a.random.IntN(5)](w, chat)
	a.mirrored()
	if a.random.IntN(2) == 0 {
		a.do(a.Close(a.ctx, chat))
	}
	a.save()
	a.elsewhere(file)
}

// lines returns the lines of a file in the editor or else on disk.
func (a *answers) lines(name string) []string {
	text := a.Buffer(a.uri(name)).Text
	if text == "" {
		data, err := os.ReadFile(a.path(name))
		a.do(err)
		text = string(data)
	}
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

// said checks that hidden text is named.
func (a *answers) said(w *answer, chat protocol.DocumentUri) {
	if w.hidden {
		assert.Contains(a.t, strings.Join(a.codes(chat), "\n"), "hidden-unicode")
	}
}

// ends checks that the file is what the answer was meant to make of it, or as before where the client may
// refuse its edits, and that no other file has changed.
func (a *answers) ends(w *answer, mayRefuse bool) {
	now := a.lines(a.where(w.file))
	if mayRefuse = mayRefuse || a.isOdd(w); mayRefuse && slices.Equal(now, w.before) {
		return
	}
	assert.Equal(a.t, strings.Join(w.now, "\n"), strings.Join(now, "\n"))
}

// isOdd reports whether the editor counts other lines in the file than the server.
func (a *answers) isOdd(w *answer) bool {
	return !a.client.Behaviour.EndsLinesAtLF && slices.ContainsFunc(w.before, func(l string) bool { return strings.Contains(l, "\r") })
}

// untouched checks that nothing was written that has to be asked for.
func (a *answers) untouched() {
	for _, name := range guardedNames {
		assert.NoFileExists(a.t, a.path("one/"+name))
	}
	for i := range a.serial + 1 {
		if data, err := os.ReadFile(a.path(fmt.Sprintf("one/tool%d.sh", i))); err == nil {
			assert.Equal(a.t, "run\n", string(data))
		}
	}
}

func (a *answers) all(w *answer, chat protocol.DocumentUri) {
	a.note("apply all")
	_, err := a.execute("editLsp.applyAll", map[string]any{"uri": chat})
	a.do(err)
	a.settled()
	a.ends(w, false)
	a.untouched()
	a.again(w, chat)
}

func (a *answers) oneByOne(w *answer, chat protocol.DocumentUri) {
	odd := a.isOdd(w)
	for i := range w.blocks {
		if slices.Contains(w.waiting, i) {
			continue
		}
		a.note("apply %d", i)
		_, err := a.execute("editLsp.apply", map[string]any{"uri": chat, "block": i})
		a.do(err)
		a.settled()
		a.mirrored()
		if a.client.Attached {
			continue
		}
		a.save() // or the next edit waits for it
	}
	if !odd {
		a.ends(w, false)
		a.again(w, chat)
	}
	a.untouched()
}

// again checks that all is done, for this server and for one that has seen nothing.
func (a *answers) again(w *answer, chat protocol.DocumentUri) {
	if a.isOdd(w) {
		return
	}
	a.save()
	before := a.lines(a.where(w.file))
	answer, err := a.execute("editLsp.applyAll", map[string]any{"uri": chat})
	a.do(err)
	assert.Equal(a.t, before, a.lines(a.where(w.file)), "applied again: %v", answer)
	other := launch(a.t, a.dir, Options{})
	other.connect(lsptest.Options{Folders: a.client.Folders, Attached: true, Params: a.client.Params, Behaviour: a.client.Behaviour})
	path, _ := protocol.Path(chat)
	same, err := other.Open(other.ctx, path, "markdown")
	other.do(err)
	other.idle()
	_, err = other.execute("editLsp.applyAll", map[string]any{"uri": same})
	other.do(err)
	if b := other.Buffer(other.uri(a.where(w.file))); b.URI != "" {
		assert.Equal(a.t, strings.Join(before, "\n"), strings.ReplaceAll(b.Text, "\r\n", "\n"), "applied again by another server")
	}
	other.stop()
	*other = under{over: true} // free the server, since the test's cleanup keeps a reference
}

// pretended has an editor that says it applied the edit.
func (a *answers) pretended(w *answer, chat protocol.DocumentUri) {
	a.note("pretend")
	if !a.Buffer(a.uri(a.where(w.file))).Open { // the server sees only open documents
		a.open(a.where(w.file))
	}
	a.Reconfigure(func(o *lsptest.Options) { o.Applied = map[string]any{"applied": true} })
	_, err := a.execute("editLsp.applyAll", map[string]any{"uri": chat})
	a.do(err)
	a.settled()
	a.Reconfigure(func(o *lsptest.Options) { o.Applied = nil })
	assert.Equal(a.t, w.before, a.lines(a.where(w.file)))
	a.note("and then")
	a.all(w, chat)
}

// late has an editor that answers after its user has gone on, in the chat and with the same command.
func (a *answers) late(w *answer, chat protocol.DocumentUri) {
	a.note("late")
	answer := a.hold()
	first := a.sendCommand(a.ctx, "editLsp.applyAll", map[string]any{"uri": chat})
	second := a.sendCommand(a.ctx, "editLsp.applyAll", map[string]any{"uri": chat})
	other := a.sendCommand(a.ctx, "editLsp.apply", map[string]any{"uri": chat, "block": w.first()})
	a.do(a.Append(a.ctx, chat, "\nThat is all.\n"))
	answer()
	for _, wait := range []func(any) error{first, second, other} {
		_ = wait(nil) // the chat has changed
	}
	a.settled()
	if !a.isOdd(w) { // one edit may be applied where all aren't
		a.ends(w, true)
	}
	a.untouched()
}

// unanswered ends the session of an editor that never answers.
func (a *answers) unanswered() {
	write(a.t, a.dir, files{"one/last.md": block("a.py", a.head(&answer{now: a.lines("one/a.py")})+"\n", "def last():\n")})
	chat := a.open("one/last.md")
	a.idle()
	answer := a.hold()
	_ = a.sendCommand(a.ctx, "editLsp.applyAll", map[string]any{"uri": chat})
	a.settled()
	a.stop()
	answer()
}

// hold makes the editor's answers wait until answer is called.
func (a *answers) hold() (answer func()) {
	held := make(chan struct{})
	a.held.Store(&held)
	return func() {
		a.held.Store(nil)
		close(held)
	}
}

// mirrored checks that the server has the editor's texts.
func (a *answers) mirrored() {
	a.settled()
	a.session.mu.Lock()
	defer a.session.mu.Unlock()
	for uri, b := range a.Buffers() {
		if o := a.session.open[uri]; b.Open && assert.NotNil(a.t, o, uri) {
			assert.Equal(a.t, b.Text, o.text.String(), "the server's text of %s", uri)
		}
	}
}

// elsewhere is what happens to a file between answers.
func (a *answers) elsewhere(file string) {
	name := a.where(file)
	switch a.random.IntN(5) {
	case 0:
		if a.Buffer(a.uri(name)).URI == "" {
			break
		}
		count := strings.Count(a.Text(a.uri(name)), "\n")
		line := a.random.IntN(count)
		a.note("type in %s at %d", name, line)
		a.do(a.Change(a.ctx, a.uri(name), from(at(line, 0), at(line, 0)), "# by hand\n"))
		a.mirrored()
		a.save()
	case 1:
		if a.Buffer(a.uri(name)).URI != "" {
			a.note("close %s", name)
			a.do(a.Close(a.ctx, a.uri(name)))
		}
	case 2:
		a.sameTimeAndSize(name)
	case 3:
		a.note("settings")
		a.do(a.Notify(a.ctx, "workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{
			"editLsp": map[string]any{"afterFailure": []string{"skip", "independent"}[a.random.IntN(2)]},
		}}))
	case 4:
		a.note("folders")
		second := []any{map[string]any{"uri": protocol.FileURI(a.path("two")), "name": "two"}}
		for _, event := range []map[string]any{{"added": []any{}, "removed": second}, {"added": second, "removed": []any{}}} {
			a.do(a.Notify(a.ctx, "workspace/didChangeWorkspaceFolders", map[string]any{"event": event}))
		}
	}
	a.settled()
}

// sameTimeAndSize changes a file on disk so that neither its time nor its size tells.
func (a *answers) sameTimeAndSize(name string) {
	if a.Buffer(a.uri(name)).URI != "" {
		return
	}
	info, err := os.Stat(a.path(name))
	a.do(err)
	data, err := os.ReadFile(a.path(name))
	a.do(err)
	a.note("%s changes with the same time and size", name)
	a.do(os.WriteFile(a.path(name), []byte(strings.Replace(string(data), "x = 1", "x = 7", 1)), 0o644))
	a.do(os.Chtimes(a.path(name), time.Time{}, info.ModTime()))
}
