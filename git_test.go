package editlsp_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	editlsp "github.com/edit-lsp/edit-lsp"
)

// edit-lsp applies git's diffs with the same result. GIT_HISTORIES sets the number of random pairs
// of trees.
func TestDiffsOfGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git isn't installed")
	}
	histories := 60
	if n, err := strconv.Atoi(os.Getenv("GIT_HISTORIES")); err == nil {
		histories = n
	}
	repo := newRepository(t)
	pairs := make([]pair, histories)
	for seed := range pairs {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		before := randomTree(r)
		pairs[seed] = pair{r, before, before.changed(r)}
	}
	repo.commit(pairs)
	for seed, p := range pairs {
		diff := repo.diff(seed, p.r)
		if diff == "" {
			continue
		}
		chat := diff
		if p.r.IntN(2) == 0 {
			chat = "Apply this:\n\n~~~~~~~diff\n" + diff + "~~~~~~~\n\nDone.\n"
		}
		got, why := applied(t, p.before, chat)
		require.Empty(t, differences(p.after, got), "seed %d, %s:\n%s", seed, why, chat)
	}
}

type pair struct {
	r             *rand.Rand
	before, after tree
}

type tree map[string]string

// File names. Git quotes some of them.
var gitNames = []string{"a.txt", "b b.txt", "src/c.go", "src/a/b.go", "b/a.txt", `d"e.txt`, "é.txt", "Makefile", "x y/z é.md", "w/i.py"}

// There are few lines, so many places look similar. Some look like parts of a diff.
var gitLines = []string{
	"a", "b", "c", "d", "", "}", "    return", "\tx := 1", "a", "b", "", "}",
	"-- x", "++ y", "--- a/x", "+++ b/x", "@@ -1 +1 @@", "-- ", `\ No newline at end of file`, "diff --git a/x b/x",
	"*** End Patch", "```", "# User", "# Assistant", "rename to x", " ", "<<<<<<< SEARCH", "a.py",
}

func randomLine(r *rand.Rand) string {
	if r.IntN(4) > 0 {
		return gitLines[r.IntN(12)]
	}
	if r.IntN(2) == 0 {
		return fmt.Sprint("line ", r.IntN(1000))
	}
	return gitLines[r.IntN(len(gitLines))]
}

func randomTree(r *rand.Rand) tree {
	t := tree{}
	for range 1 + r.IntN(3) {
		t[gitNames[r.IntN(len(gitNames))]] = randomContent(r)
	}
	return t
}

func randomContent(r *rand.Rand) string {
	var lines []string
	for range r.IntN(40) {
		lines = append(lines, randomLine(r))
	}
	return fileOf(r, lines, [...]string{"\n", "\n", "\r\n"}[r.IntN(3)])
}

// fileOf joins lines. Some files have no final newline.
func fileOf(r *rand.Rand, lines []string, eol string) string {
	s := strings.Join(lines, eol)
	if len(lines) > 0 && r.IntN(4) > 0 {
		s += eol
	}
	return s
}

// changed returns the next version of a tree, with edited, added, deleted and renamed files.
func (t tree) changed(r *rand.Rand) tree {
	next := tree{}
	for _, name := range slices.Sorted(keys(t)) {
		was := t[name]
		switch r.IntN(8) {
		case 0: // deleted
		case 1:
			next[t.free(r, name)] = edited(r, was, 2)
		case 2:
			next[name] = was
		default:
			next[name] = edited(r, was, 1+r.IntN(5))
		}
	}
	if r.IntN(3) == 0 {
		if name := t.free(r, ""); name != "" {
			next[name] = randomContent(r)
		}
	}
	return next
}

// free returns a random name, or other if that is taken. All lines of a file must end the same way,
// before and after.
func (t tree) free(r *rand.Rand, other string) string {
	name := gitNames[r.IntN(len(gitNames))]
	if _, taken := t[name]; taken {
		return other
	}
	return name
}

func keys(t tree) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range t {
			if !yield(k) {
				return
			}
		}
	}
}

func edited(r *rand.Rand, was string, times int) string {
	eol := "\n"
	if strings.Contains(was, "\r\n") {
		eol = "\r\n"
	}
	if r.IntN(8) == 0 {
		return converted(was)
	}
	lines := strings.Split(strings.TrimSuffix(was, eol), eol)
	if was == "" {
		lines = nil
	}
	for range times {
		at := r.IntN(len(lines) + 1)
		end := min(len(lines), at+r.IntN(3))
		var new []string
		for range r.IntN(3) {
			new = append(new, randomLine(r))
		}
		lines = slices.Replace(slices.Clone(lines), at, end, new...)
	}
	if strings.HasSuffix(was, eol) && r.IntN(4) > 0 && len(lines) > 0 {
		return strings.Join(lines, eol) + eol
	}
	return fileOf(r, lines, eol)
}

// converted returns a file with its line endings changed to the other kind.
func converted(was string) string {
	if strings.Contains(was, "\r\n") {
		return strings.ReplaceAll(was, "\r\n", "\n")
	}
	return strings.ReplaceAll(was, "\n", "\r\n")
}

type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) repository {
	r := repository{t, t.TempDir()}
	r.git("", "init", "-q")
	return r
}

func (r repository) git(in string, args ...string) string {
	cmd := exec.CommandContext(r.t.Context(), "git", args...)
	cmd.Dir = r.dir
	cmd.Stdin = strings.NewReader(in)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.autocrlf", "GIT_CONFIG_VALUE_0=false")
	out, err := cmd.Output()
	require.NoError(r.t, err, "git %s", args)
	return string(out)
}

// commit stores the trees as branches, all with one process, since git would need four for each pair.
func (r repository) commit(pairs []pair) {
	var in strings.Builder
	for seed, p := range pairs {
		for branch, t := range map[string]tree{before(seed): p.before, after(seed): p.after} {
			fmt.Fprintf(&in, "commit refs/heads/%s\ncommitter a <a@b> 0 +0000\ndata 0\n", branch)
			for name, content := range t {
				mode := 0o100644
				if branch == after(seed) && p.r.IntN(5) == 0 { // edit-lsp ignores modes
					mode = 0o100755
				}
				fmt.Fprintf(&in, "M %o inline %q\ndata %d\n%s\n", mode, name, len(content), content)
			}
		}
	}
	r.git(in.String(), "fast-import", "--quiet")
}

func before(seed int) string { return fmt.Sprint("before", seed) }

func after(seed int) string { return fmt.Sprint("after", seed) }

// diff returns git's diff of a pair of trees, with random options.
func (r repository) diff(seed int, random *rand.Rand) string {
	var options []string
	add := func(chance int, option string) {
		if random.IntN(chance) == 0 {
			options = append(options, option)
		}
	}
	options = append(options, fmt.Sprintf("-U%d", random.IntN(11)))
	add(3, "--no-prefix")
	add(3, fmt.Sprintf("--inter-hunk-context=%d", random.IntN(6)))
	add(2, "-M")
	add(4, "--no-renames")
	add(4, "--no-indent-heuristic")
	add(4, "--patience")
	if random.IntN(4) == 0 {
		r.git("", "read-tree", after(seed))
		return r.git("", slices.Concat([]string{"-c", "diff.mnemonicPrefix=true", "diff", "--cached"}, options, []string{before(seed)})...)
	}
	return r.git("", slices.Concat([]string{"diff"}, options, []string{before(seed), after(seed)})...)
}

func (t tree) lay(tb testing.TB, dir string) {
	for name, content := range t {
		at := filepath.Join(dir, name)
		require.NoError(tb, os.MkdirAll(filepath.Dir(at), 0o777))
		require.NoError(tb, os.WriteFile(at, []byte(content), 0o666))
	}
}

// applied returns the result of applying a chat to a tree.
func applied(t *testing.T, before tree, chat string) (tree, string) {
	dir := t.TempDir()
	before.lay(t, dir)
	ws, err := editlsp.Open(dir)
	require.NoError(t, err)
	defer ws.Close()
	report, err := ws.Check(t.Context(), "", chat, editlsp.Options{Confirmed: true})
	require.NoError(t, err)
	why := ""
	for _, b := range report.Blocks {
		why += fmt.Sprintf("line %d: %s %s; ", b.Line, b.Status, b.Message)
	}
	for _, p := range report.Problems {
		why += fmt.Sprintf("line %d: %s; ", p.Line, p.Message)
	}
	require.NoError(t, report.Apply(t.Context()))
	after := tree{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		at, _ := filepath.Rel(dir, name)
		after[filepath.ToSlash(at)] = string(data)
		return err
	}))
	return after, why
}

func differences(want, got tree) []string {
	var list []string
	for name, content := range want {
		if have, ok := got[name]; !ok || have != content {
			list = append(list, fmt.Sprintf("%s: %q, not %q", name, have, content))
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			list = append(list, name+" is there")
		}
	}
	return list
}
