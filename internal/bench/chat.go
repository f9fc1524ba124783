package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// blockEvery is how many bytes of a chat come to one block, as in a real history.
const blockEvery = 6 << 10

// words are what prose is made of.
var words = strings.Fields(`the a this file line change which test server value that for when it
	we now return error handle case model before after because every block first last name path
	should could must write read parse check apply keep move rename index cache request`)

// prose is a line of prose, now and then with what markdown has.
func prose(rnd *rand.Rand) string {
	var b strings.Builder
	switch rnd.IntN(12) {
	case 0:
		return ""
	case 1:
		b.WriteString("- ")
	case 2:
		b.WriteString("1. ")
	case 3:
		b.WriteString("    ")
	}
	for range 6 + rnd.IntN(12) {
		w := words[rnd.IntN(len(words))]
		if rnd.IntN(15) == 0 {
			w = "`" + w + "`"
		}
		b.WriteString(w)
		b.WriteByte(' ')
	}
	return strings.TrimRight(b.String(), " ") + "."
}

// talk writes prose and fenced code until b has grown to size bytes.
func talk(b *strings.Builder, rnd *rand.Rand, size int) {
	for b.Len() < size {
		if rnd.IntN(20) > 0 {
			b.WriteString(prose(rnd) + "\n")
			continue
		}
		b.WriteString("```go\n" + content(sourceLines(rnd, 3+rnd.IntN(15))) + "```\n")
	}
}

// block writes one block of the k-th dialect, in turn.
func block(b *strings.Builder, k int, path string, old, new []string) {
	o, n := content(old), content(new)
	switch k % 5 {
	case 0:
		fmt.Fprintf(b, "\n%s\n```go\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n```\n\n", path, o, n)
	case 1:
		fmt.Fprintf(b, "\n%s\n««« EDIT\n───────\n%s═══════\n%s───────\n»»»\n\n", path, o, n)
	case 2:
		fmt.Fprintf(b, "\n%s\n««« EDIT\n%s═══════ REPL\n%s»»» EDIT END\n\n", path, o, n)
	case 3:
		fmt.Fprintf(b, "\nFILE: %s\nFIND:\n%sREPLACE:\n%sEND\n\n", path, o, n)
	default:
		fmt.Fprintf(b, "\n```\n%s\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n```\n\n", path, o, n)
	}
}

// conversation is a chat of at least size bytes with blocks of every dialect, and how
// many they are. It has no turns, and its targets need not be there.
func conversation(seed uint64, size int) (chat string, blocks int) {
	rnd := rand.New(rand.NewPCG(seed, 2))
	var b strings.Builder
	b.Grow(size + 2*blockEvery)
	for ; b.Len() < size; blocks++ {
		talk(&b, rnd, min(size, b.Len()+blockEvery))
		lines := sourceLines(rnd, 12)
		block(&b, blocks, fmt.Sprintf("src/file%d.go", blocks%50), lines[:6], lines[3:])
	}
	return b.String(), blocks
}

// talkAbout is a chat of about size bytes, in which the changes of files come as
// blocks of every dialect.
func talkAbout(seed uint64, size int, files []*editedFile) string {
	rnd := rand.New(rand.NewPCG(seed, 4))
	var b strings.Builder
	blocks, k := 0, 0
	for _, f := range files {
		blocks += len(f.hunks)
	}
	for _, f := range files {
		for _, h := range f.hunks {
			k++
			talk(&b, rnd, k*size/blocks-600)
			old := slices.Concat(h.leading, h.old, h.trailing)
			block(&b, k, f.path, old, slices.Concat(h.leading, h.new, h.trailing))
		}
	}
	return b.String()
}

// history is a long chat in turns, with its targets.
type history struct {
	chat   string
	files  []*editedFile
	blocks int
}

// missEvery: of so many blocks of a history one does not apply any more.
const missEvery = 5

// longHistory makes a chat in the layout of an aider history, of about size bytes,
// with so many blocks for so many targets of 500 lines. A turn has three blocks; a
// fifth of all have lines that have changed since.
func longHistory(seed uint64, size, blocks, targets int) *history {
	rnd := rand.New(rand.NewPCG(seed, 3))
	h := &history{files: edits(seed, targets, 500, 0), blocks: blocks}
	var b strings.Builder
	b.WriteString("# aider chat started at 2026-01-01 10:00:00\n\n")
	for k := range blocks {
		if k%3 == 0 {
			b.WriteString("#### please change what we talked about  \n\n")
		}
		talk(&b, rnd, (k+1)*size/blocks-400)
		f := h.files[k%targets]
		at := rnd.IntN(len(f.before) - 8)
		old := append([]string{}, f.before[at:at+7]...)
		if k%missEvery == 0 {
			for i := range old {
				old[i] = strings.Replace(old[i], "compute", "calculate", 1)
			}
		}
		block(&b, 0, f.path, old, append(append([]string{}, old[:5]...), fmt.Sprintf("\tadded%d()", k)))
	}
	h.chat = b.String()
	return h
}
