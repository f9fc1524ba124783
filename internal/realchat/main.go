// Command realchat measures the program on a real chat: a long history as models
// and people wrote it, and the files that it speaks of, as they were then. It is a
// tool of the tests; the chat is not part of the repository.
//
//	go run ./internal/realchat -binary PATH DIR
//
// DIR holds
//
//   - chat-history-slice.md: the history, in the layout that aider writes: a line
//     that begins with "#### " is the user's, one that begins with "> " the tool's,
//     and all others are the model's. The blocks are of the dialect search-replace.
//   - chat-history-slice.json: an object whose "blocks" has a row for each block that
//     must be found. "line" is its start marker's line in the history, counted from
//     1, "path" its target, "search_lines" how many lines it looks for. "expect"
//     says where, in the version of the target named by "blob": with "line" and
//     "matches", at that line of it, and that often; with "nearest", nowhere, but
//     "nearest" names the version and the line of the lines most like it, and which
//     share of its lines that are not blank stand there but for blanks at their ends.
//   - blobs: those versions, each in a file named by its hash; a nearest one may be
//     missing.
//
// It checks that every listed block is found with its path, that it matches where it
// should, and that nothing is found in what the user or the tool said. It measures,
// and does not judge, how often the place of a block that matches nowhere is found,
// against what looking for its first line would find, and how much there is to say of
// the whole history.
//
// It prints a short report that ends with the numbers of passed and failed checks,
// and exits with status 1 if a check has failed.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	binary := flag.String("binary", "edit-lsp", "the program to measure")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: realchat -binary PATH DIR")
		os.Exit(2)
	}
	m, err := open(*binary, flag.Arg(0))
	if err == nil {
		err = m.measure(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "realchat:", err)
		os.Exit(2)
	}
	if m.failed > 0 {
		os.Exit(1)
	}
}

// row is one block that must be found.
type row struct {
	Line        int    `json:"line"`
	Path        string `json:"path"`
	SearchLines int    `json:"search_lines"`
	Blob        string `json:"blob"`
	Expect      struct {
		Line    int `json:"line"`
		Matches int `json:"matches"`
		Nearest struct {
			Blob  string  `json:"blob"`
			Line  int     `json:"line"`
			Share float64 `json:"share_of_nonblank_lines_equal_after_trim"`
		} `json:"nearest"`
	} `json:"expect"`
}

// version is the version of the target that a row is judged against: the nearest one
// where it is there, else the row's own; empty where none is known.
func (m *measurement) version(r *row) string {
	if m.hasNearest(r) {
		return r.Expect.Nearest.Blob
	}
	return r.Blob
}

// hasNearest tells whether the version is there that holds the nearest place.
func (m *measurement) hasNearest(r *row) bool {
	if r.Expect.Nearest.Blob == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(m.blobs, filepath.Base(r.Expect.Nearest.Blob)))
	return err == nil
}

// block is what the program says of a block.
type block struct {
	Line          int      `json:"line"`
	EndLine       int      `json:"end_line"`
	Path          string   `json:"path"`
	Status        string   `json:"status"`
	Code          string   `json:"code"`
	Cause         string   `json:"cause"`
	Severity      string   `json:"severity"`
	EstimatedLine *int     `json:"estimated_line"`
	Matches       []int    `json:"matches"`
	MatchCount    int      `json:"match_count"`
	Similarity    *float64 `json:"similarity"`
	Warnings      []struct {
		Code string `json:"code"`
		Line int    `json:"line"`
	} `json:"warnings"`
}

// document is what the program says of the history.
type document struct {
	Blocks   []block `json:"blocks"`
	Problems []struct {
		Code     string `json:"code"`
		Line     int    `json:"line"`
		Severity string `json:"severity"`
	} `json:"problems"`
	Shell []struct {
		Line int `json:"line"`
	} `json:"shell_suggestions"`
}

// measurement is a run of this command.
type measurement struct {
	binary, chat, blobs string
	lines               []string
	rows                []*row
	out                 io.Writer
	passed, failed      int
}

func open(binary, dir string) (*measurement, error) {
	m := &measurement{chat: filepath.Join(dir, "chat-history-slice.md"), blobs: filepath.Join(dir, "blobs")}
	var err error
	if m.binary, err = exec.LookPath(binary); err != nil {
		return nil, err
	}
	chat, err := os.ReadFile(m.chat)
	if err != nil {
		return nil, err
	}
	m.lines = strings.Split(string(chat), "\n")
	data, err := os.ReadFile(strings.TrimSuffix(m.chat, ".md") + ".json")
	if err != nil {
		return nil, err
	}
	var listed struct {
		Blocks []*row `json:"blocks"`
	}
	if err := json.Unmarshal(data, &listed); err != nil {
		return nil, err
	}
	if len(listed.Blocks) == 0 {
		return nil, errors.New("no block is listed")
	}
	m.rows = listed.Blocks
	return m, nil
}

// check counts a check, and says which one has failed.
func (m *measurement) check(ok bool, format string, args ...any) {
	if ok {
		m.passed++
		return
	}
	m.failed++
	fmt.Fprintf(m.out, "FAILED: "+format+"\n", args...)
}

func (m *measurement) measure(out io.Writer) error {
	m.out = out
	empty, err := m.judge(nil)
	if err != nil {
		return err
	}
	m.found(empty)
	m.quiet(empty)
	if err := m.placed(); err != nil {
		return err
	}
	if err := m.noise(empty); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", m.passed, m.failed)
	return nil
}

// judge runs the program on the history, in a workspace with these files: the blob of
// each path.
func (m *measurement) judge(files map[string]string) (*document, error) {
	root, err := os.MkdirTemp("", "realchat-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	for path, blob := range files {
		if !filepath.IsLocal(path) {
			return nil, fmt.Errorf("%s is no path inside a workspace", path)
		}
		data, err := os.ReadFile(filepath.Join(m.blobs, filepath.Base(blob)))
		if err != nil {
			return nil, err
		}
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(m.binary, "check", "--root", root, "--format", "json", m.chat)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	data, err := cmd.Output()
	// Exit status 1 says that a block does not apply.
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return nil, fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	var result struct {
		Documents []document `json:"documents"`
	}
	if err := json.Unmarshal(data, &result); err != nil {
		return nil, err
	}
	if len(result.Documents) != 1 {
		return nil, fmt.Errorf("%d documents in the result of one", len(result.Documents))
	}
	return &result.Documents[0], nil
}

// at gives the block whose start marker is in that line, or nil.
func (d *document) at(line int) *block {
	i, ok := slices.BinarySearchFunc(d.Blocks, line, func(b block, line int) int { return b.Line - line })
	if !ok {
		return nil
	}
	return &d.Blocks[i]
}

// found checks that every listed block is there.
func (m *measurement) found(d *document) {
	before := m.failed
	for _, r := range m.rows {
		b := d.at(r.Line)
		if b == nil {
			m.check(false, "line %d: no block, expected one for %s", r.Line, r.Path)
			continue
		}
		m.check(b.Path == r.Path, "line %d: the path is %s, expected %s", r.Line, b.Path, r.Path)
	}
	fmt.Fprintf(m.out, "found: %d of %d listed blocks (%d blocks and %d problems in all)\n",
		len(m.rows)-(m.failed-before), len(m.rows), len(d.Blocks), len(d.Problems))
}

// quiet checks that nothing is found in what the user and the tool said.
func (m *measurement) quiet(d *document) {
	before := m.failed
	// Lines in the middle of a block are the block's own, whatever they look like.
	look := func(what string, lines ...int) {
		for _, l := range lines {
			m.check(!m.othersSaid(l), "line %d: a %s in what is not the model's", l, what)
		}
	}
	for i := range d.Blocks {
		look("block", d.Blocks[i].Line, d.Blocks[i].EndLine)
	}
	for _, p := range d.Problems {
		look("problem", p.Line)
	}
	for _, s := range d.Shell {
		look("shell suggestion", s.Line)
	}
	said := 0
	for i := range m.lines {
		if m.othersSaid(i + 1) {
			said++
		}
	}
	fmt.Fprintf(m.out, "quiet: %d findings in %d lines of the user and the tool\n", m.failed-before, said)
}

// othersSaid tells whether a line of the history is the user's or the tool's.
func (m *measurement) othersSaid(line int) bool {
	text := m.lines[line-1]
	return strings.HasPrefix(text, "> ") || strings.HasPrefix(text, "#### ")
}

// placed judges every row against the version of its target, in as few workspaces as
// it takes: no path has two versions in one.
func (m *measurement) placed() error {
	type space struct {
		files map[string]string
		rows  []*row
	}
	var spaces []*space
	for _, r := range m.rows {
		if m.version(r) == "" {
			continue
		}
		i := slices.IndexFunc(spaces, func(s *space) bool {
			have, taken := s.files[r.Path]
			return !taken || have == m.version(r)
		})
		if i < 0 {
			i = len(spaces)
			spaces = append(spaces, &space{files: map[string]string{}})
		}
		spaces[i].files[r.Path] = m.version(r)
		spaces[i].rows = append(spaces[i].rows, r)
	}
	before, exact := m.failed, 0
	var near []nearest
	for _, s := range spaces {
		d, err := m.judge(s.files)
		if err != nil {
			return err
		}
		for _, r := range s.rows {
			b := d.at(r.Line)
			switch {
			case b == nil:
			case r.Expect.Line > 0:
				exact++
				ok := b.MatchCount == r.Expect.Matches && len(b.Matches) > 0 && b.Matches[0] == r.Expect.Line
				m.check(ok, "line %d: %s %s, %d matches %v in %s, expected %d from line %d on",
					r.Line, b.Status, b.Code, b.MatchCount, b.Matches, r.Path, r.Expect.Matches, r.Expect.Line)
			default:
				plain, err := m.plainSearch(r)
				if err != nil {
					return err
				}
				near = append(near, nearest{r, b, plain})
			}
		}
	}
	fmt.Fprintf(m.out, "matched: %d of %d blocks as expected, in %d runs\n", exact-(m.failed-before), exact, len(spaces))
	m.reportNearest(near)
	return nil
}

// nearest is a block that matches nowhere.
type nearest struct {
	row   *row
	block *block
	// plain is the line where a plain search thinks that it belongs, or 0.
	plain int
}

// plainSearch looks for the first line of a block that is not blank, but for blanks
// at both ends, and answers the line where the block would then begin.
func (m *measurement) plainSearch(r *row) (int, error) {
	data, err := os.ReadFile(filepath.Join(m.blobs, filepath.Base(m.version(r))))
	if err != nil {
		return 0, err
	}
	for offset := range r.SearchLines {
		wanted := strings.TrimSpace(m.lines[r.Line+offset])
		if wanted == "" {
			continue
		}
		for i, l := range strings.Split(string(data), "\n") {
			if strings.TrimSpace(l) == wanted {
				return max(1, i+1-offset), nil
			}
		}
		return 0, nil
	}
	return 0, nil
}

const (
	// closeBy is how many lines off a place may be.
	closeBy = 3
	// alike is the share of equal lines from which on a place is more than a guess.
	alike = 0.6
)

func (m *measurement) reportNearest(all []nearest) {
	causes := map[string]int{}
	type score struct{ of, ours, plain int }
	var like, unlike score
	for _, n := range all {
		cause := n.block.Cause
		if cause == "" {
			cause = "none"
		}
		causes[cause]++
		want := n.row.Expect.Nearest
		if !m.hasNearest(n.row) {
			continue
		}
		s := &unlike
		if want.Share >= alike {
			s = &like
		}
		s.of++
		if n.block.EstimatedLine != nil && abs(*n.block.EstimatedLine-want.Line) <= closeBy {
			s.ours++
		}
		if n.plain > 0 && abs(n.plain-want.Line) <= closeBy {
			s.plain++
		}
	}
	fmt.Fprintf(m.out, "not matched: %d blocks; causes:", len(all))
	for _, c := range []string{"whitespace", "case", "moved", "near", "absent", "none"} {
		fmt.Fprintf(m.out, " %s %d", c, causes[c])
	}
	fmt.Fprintln(m.out)
	report := func(what string, s score) {
		fmt.Fprintf(m.out, "  %s: within %d lines of the nearest place %d of %d; a plain search %d\n", what, closeBy, s.ours, s.of, s.plain)
	}
	report(fmt.Sprintf("share %.1f and more", alike), like)
	report(fmt.Sprintf("share below %.1f", alike), unlike)
}

func abs(n int) int { return max(n, -n) }

// noise counts what there is to say of the whole history.
func (m *measurement) noise(empty *document) error {
	full := map[string]string{}
	for _, r := range m.rows {
		if _, ok := full[r.Path]; !ok && m.version(r) != "" {
			full[r.Path] = m.version(r)
		}
	}
	d, err := m.judge(full)
	if err != nil {
		return err
	}
	say := func(what string, d *document) {
		loud := map[string]int{}
		for i := range d.Blocks {
			b := &d.Blocks[i]
			if b.Severity != "" && b.Severity != "hint" {
				loud[b.Code]++
			}
			for _, w := range b.Warnings {
				loud[w.Code]++
			}
		}
		for _, p := range d.Problems {
			if p.Severity != "hint" {
				loud[p.Code]++
			}
		}
		total, list := 0, make([]string, 0, len(loud))
		for code, n := range loud {
			total += n
			list = append(list, fmt.Sprintf("%s %d", code, n))
		}
		slices.Sort(list)
		fmt.Fprintf(m.out, "above a hint, %s: %d (%s), and %d shell suggestions\n", what, total, strings.Join(list, ", "), len(d.Shell))
	}
	say("empty workspace", empty)
	say(fmt.Sprintf("workspace of %d files", len(full)), d)
	return nil
}
