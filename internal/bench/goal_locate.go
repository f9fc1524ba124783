package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// locateWarm is P3: where the needle of each block stands, in targets that have their
// index, against a search for the bytes of each; and for information the whole plan with
// its operations, against the same.
func locateWarm(s scale) ([]*comparison, error) {
	var all []*comparison
	for _, size := range s.locate {
		blocks := size[0]
		files := edits(3, size[1], 2_000, blocks)
		doc, err := parsed(anchoredChat(files), blocks)
		if err != nil {
			return nil, err
		}
		m := inMemory(files).warm()
		w := warmWork{doc: doc, files: files, memory: m, targets: map[string][]byte{}}
		present := map[string]*apply.Virtual{}
		for _, f := range files {
			w.targets[f.path] = []byte(content(f.before))
			present[f.path] = apply.Present(m[f.path])
		}
		for i := range doc.Blocks {
			b := &doc.Blocks[i]
			w.needles = append(w.needles, doc.Needle(b))
			w.bytes = append(w.bytes, []byte(content(doc.Needle(b))))
			w.present = append(w.present, present[b.Path.Readings[0]])
		}
		of := fmt.Sprintf("%s blocks over %d files of 2,000 lines", count(blocks), size[1])
		all = append(all,
			&comparison{
				id: "P3", work: "warm locating, " + of, bound: fasterBy(25), check: w.checkPlaces,
				contenders: append([]*contender{{name: "locating each block, and counting its matches", op: w.locate}}, w.searches()...),
			},
			&comparison{
				id: "P3", work: "warm, the whole plan of " + of, informs: true, check: w.checkPlan,
				contenders: append([]*contender{{name: "plan of all blocks, with its operations", op: w.plan}}, w.searches()...),
			},
		)
	}
	return all, nil
}

// warmWork is what is located in P3.
type warmWork struct {
	doc    *parse.Result
	files  []*editedFile
	memory memory
	// By block: the lines that are looked for and their bytes, and the file as it stands.
	needles [][]string
	bytes   [][]byte
	present []*apply.Virtual
	// targets are the bytes of the files, by path.
	targets map[string][]byte
}

func (w *warmWork) locate() error {
	var list [1]text.Line
	for i, v := range w.present {
		if _, count, err := v.Places(ctx, w.needles[i], list[:]); err != nil || count != 1 {
			return fmt.Errorf("block %d stands in %d places: %w", i, count, err)
		}
	}
	return nil
}

func (w *warmWork) plan() error {
	p, err := planned(w.doc, w.memory)
	if err != nil {
		return err
	}
	for _, f := range p.Files {
		if len(f.Edits()) == 0 {
			return fmt.Errorf("no operations for %s", f.Target.Path)
		}
	}
	return nil
}

// search calls found with the place of each block's bytes.
func (w *warmWork) search(found func(i, at int, target []byte) error) error {
	for i, b := range w.doc.Blocks {
		target := w.targets[b.Path.Readings[0]]
		if err := found(i, bytes.Index(target, w.bytes[i]), target); err != nil {
			return err
		}
	}
	return nil
}

// searches are what both comparisons hold ours to.
func (w *warmWork) searches() []*contender {
	return []*contender{
		{name: "bytes.Index per block", op: func() error {
			return w.search(func(_, at int, _ []byte) error { return known(at) })
		}},
		{name: "bytes.Index, and once more for a second match", op: func() error {
			return w.search(func(i, at int, target []byte) error {
				if bytes.Contains(target[at+1:], w.bytes[i]) {
					return fmt.Errorf("block %d stands twice", i)
				}
				return known(at)
			})
		}},
	}
}

// lines calls at with the line at which each block's bytes stand.
func (w *warmWork) lines(at func(i int, l text.Line) error) error {
	return w.search(func(i, offset int, target []byte) error {
		if offset < 0 {
			return known(offset)
		}
		return at(i, text.Line(bytes.Count(target[:offset], []byte("\n"))))
	})
}

func (w *warmWork) checkPlaces() error {
	return w.lines(func(i int, l text.Line) error {
		places, count, err := w.present[i].Places(ctx, w.needles[i], nil)
		if err != nil || count != 1 || places[0] != l {
			return fmt.Errorf("block %d is located at %v, but its text stands at %d: %w", i, places, l.Number(), err)
		}
		return nil
	})
}

func (w *warmWork) checkPlan() error {
	p, err := planned(w.doc, w.memory)
	if err != nil {
		return err
	}
	err = w.lines(func(i int, l text.Line) error {
		if o := p.Outcomes[i]; o.Status != apply.Validated || o.Chosen != l || o.MatchCount != 1 {
			return fmt.Errorf("block %d: %s at line %d, %d matches, but its text stands at %d", i, o.Status, o.Chosen.Number(), o.MatchCount, l.Number())
		}
		return nil
	})
	if err != nil {
		return err
	}
	return leaves(p, w.files)
}

func known(at int) error {
	if at < 0 {
		return fmt.Errorf("a block is not found")
	}
	return nil
}

// locateMany is P7: many blocks against few in one large file, from its text on.
func locateMany(s scale) ([]*comparison, error) {
	files := edits(7, 1, s.bigFile, s.bigBlocks)
	few := edits(7, 1, s.bigFile, s.bigBlocks/100)
	c := &comparison{id: "P7", work: fmt.Sprintf("locating %s against %s blocks in a file of %s lines", count(s.bigBlocks), count(s.bigBlocks/100), count(s.bigFile))}
	c.bound = atMost(2)
	var checks []func() error
	for _, files := range [][]*editedFile{files, few} {
		n := len(files[0].hunks)
		doc, err := parsed(anchoredChat(files), n)
		if err != nil {
			return nil, err
		}
		before := content(files[0].before)
		plan := func() (*apply.Plan, error) {
			return planned(doc, memory{files[0].path: workspace.NewFile(text.New(before))})
		}
		c.contenders = append(c.contenders, &contender{
			name: "blocks: " + count(n), op: func() error { _, err := plan(); return err },
		})
		checks = append(checks, func() error {
			p, err := plan()
			if err != nil {
				return err
			}
			return leaves(p, files)
		})
	}
	c.check = inTurn(checks)
	return []*comparison{c}, nil
}

func inTurn(checks []func() error) func() error {
	return func() error {
		for _, check := range checks {
			if err := check(); err != nil {
				return err
			}
		}
		return nil
	}
}

// adversary is a kind of block that makes a plain search slow where all lines of a
// file but a few are equal.
type adversary struct {
	name string
	// block writes block number i; the rare lines stand at each multiple of rareEvery.
	block func(b *strings.Builder, i int)
	// status of every block.
	status apply.Status
}

const (
	hostileFile = "same.txt"
	rareEvery   = 150
	same        = "same line\n"
)

func rareLine(at int) string { return fmt.Sprintf("rare line %d\n", at) }

func searchReplace(b *strings.Builder, old, new string) {
	fmt.Fprintf(b, "%s\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n\n", hostileFile, old, new)
}

var adversaries = []adversary{
	{"needles around a rare line", func(b *strings.Builder, i int) {
		around := strings.Repeat(same, 3)
		rare := rareLine((i + 1) * rareEvery)
		searchReplace(b, around+rare+around, around+rare+fmt.Sprintf("new %d\n", i)+around)
	}, apply.Validated},
	{"needles that nearly fit everywhere", func(b *strings.Builder, i int) {
		searchReplace(b, strings.Repeat(same, 20)+fmt.Sprintf("absent %d\n", i), "new\n")
	}, apply.Failed},
	{"one needle that fits everywhere, which must be unique", func(b *strings.Builder, i int) {
		fmt.Fprintf(b, "%s\n««« EDIT\n───────\n%s═══════\nnew %d\n───────\n»»»\n\n", hostileFile, strings.Repeat(same, 4), i)
	}, apply.Failed},
	{"one needle that fits everywhere, first match wins", func(b *strings.Builder, i int) {
		searchReplace(b, strings.Repeat(same, 4), fmt.Sprintf("new %d\n", i))
	}, apply.Validated},
}

// locateHostile is P9: many blocks against one in a file of identical lines, from its
// text on.
func locateHostile(s scale) ([]*comparison, error) {
	const blocks = 100
	var file strings.Builder
	for i := range s.identical {
		if i%rareEvery == 0 && i > 0 {
			file.WriteString(rareLine(i))
		} else {
			file.WriteString(same)
		}
	}
	before := file.String()
	var all []*comparison
	for _, a := range adversaries {
		c := &comparison{id: "P9", work: fmt.Sprintf("%d blocks against 1 in %s identical lines: %s", blocks, count(s.identical), a.name)}
		c.bound = atMost(3)
		var checks []func() error
		for _, n := range []int{blocks, 1} {
			doc, err := hostileChat(a, n)
			if err != nil {
				return nil, err
			}
			plan := func() (*apply.Plan, error) {
				return apply.New(ctx, doc, memory{hostileFile: workspace.NewFile(text.New(before))}, apply.Options{Only: alone(a)})
			}
			c.contenders = append(c.contenders, &contender{
				name: "blocks: " + count(n), op: func() error { _, err := plan(); return err },
			})
			checks = append(checks, func() error {
				p, err := plan()
				if err != nil {
					return err
				}
				for i, o := range p.Outcomes {
					if o.Status != a.status {
						return fmt.Errorf("block %d is %s, not %s", i, o.Status, a.status)
					}
				}
				return nil
			})
		}
		c.check = inTurn(checks)
		all = append(all, c)
	}
	return all, nil
}

func hostileChat(a adversary, blocks int) (*parse.Result, error) {
	var b strings.Builder
	for i := range blocks {
		a.block(&b, i)
	}
	return parsed(b.String(), blocks)
}

// alone makes blocks that fail be judged each alone, since the first would hold up all
// others; none takes part in the order.
func alone(a adversary) map[int]bool {
	if a.status == apply.Failed {
		return map[int]bool{-1: true}
	}
	return nil
}
