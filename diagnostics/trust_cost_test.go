package diagnostics

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// costs are chats that are large in one way, and their targets. make builds one of n parts; full is the
// size named in list D of docs/trust.md. A check of that size may allocate perByte bytes per byte of
// chat and targets.
var costs = []struct {
	name    string
	full    int
	perByte uint64
	make    func(n int) (chat string, files held)
}{
	{"one line of 12 MB, 300 edits inside it", 300, 1, func(n int) (string, held) {
		var line, chat strings.Builder
		for i := range n {
			fmt.Fprintf(&line, "%s[%d]", strings.Repeat("x", 40_000), i)
			fmt.Fprintf(&chat, "FILE: a.js\nFIND:\n[%d]\nREPLACE:\n(%d)\nEND\n", i, i)
		}
		return chat.String(), held{"a.js": line.String() + "\n"}
	}},
	{"4 MB, 707 blocks", 707, 1, func(n int) (string, held) {
		chat, files := ownLines(n, 50)
		return strings.Repeat("Some prose that goes on for a while and says nothing at all.\n", n*100) + chat, files
	}},
	{"10,000 blocks", 10_000, 60, func(n int) (string, held) { return ownLines(n, 100) }},
	{"10,000 blocks of one file", 10_000, 60, func(n int) (string, held) { return ownLines(n, 1) }},
	{"1,000 blocks that fail", 1_000, 60, func(n int) (string, held) {
		chat, files := ownLines(n, 1)
		return strings.ReplaceAll(chat, "SEARCH\nline", "SEARCH\nlinen"), files
	}},
	{"2,000 bare diffs and conflicts of one file", 2_000, 160, func(n int) (string, held) {
		var chat, file strings.Builder
		for i := range n {
			fmt.Fprintf(&file, "line %d\n\n\n\nother %d\n\nthird %d\n", i, i, i)
			fmt.Fprintf(&chat, "`a.txt`\n```diff\n-line %d\n+new %d\n\n-other %d\n+more %d\n```\n", i, i, i, i)
			fmt.Fprintf(&chat, "`a.txt`\n```\n<<<<<<< old\nthird %d\n=======\nLINE %d\n>>>>>>> new\n```\n", i, i)
		}
		return chat.String(), held{"a.txt": file.String()}
	}},
	{"50,000 nested starts", 50_000, 20, func(n int) (string, held) {
		return "a.txt\n" + strings.Repeat("<<<<<<< SEARCH\n", n), held{"a.txt": "x\n"}
	}},
	{"20,000 equal lines, an anchor of 500", 20_000, 12, func(n int) (string, held) {
		same := strings.Repeat("same\n", n/40)
		return "a.txt\n<<<<<<< SEARCH\n" + same + "=======\n" + same + "new\n>>>>>>> REPLACE\n", held{"a.txt": strings.Repeat("same\n", n)}
	}},
	{"20,000 equal lines, an anchor of 500 that nearly fits", 20_000, 64, func(n int) (string, held) {
		same := strings.Repeat("same\n", n/40)
		return "a.txt\n<<<<<<< SEARCH\n" + same + "other\n=======\n" + same + "new\n>>>>>>> REPLACE\n", held{"a.txt": strings.Repeat("same\n", n)}
	}},
	{"a million marker lines", 1_000_000, 20, func(n int) (string, held) {
		return strings.Repeat("=======\n>>>>>>> REPLACE\n───────\n»»»\nEND\nREPLACE:\n```\n", n/7), nil
	}},
	{"data in JSON that is nested 31 deep", 1_000_000, 120, func(n int) (string, held) {
		deep := strings.Repeat("{\n\"name\": \"x\", \"input\":\n", 31) + "1" + strings.Repeat("}", 31) + "\n"
		return "Data:\n\n" + strings.Repeat(deep, n/len(deep)), nil
	}},
	{"10,000 lines of a block with hidden characters", 10_000, 60, func(n int) (string, held) {
		return "a.txt\n<<<<<<< SEARCH\n=======\n" + strings.Repeat("a\u200bb\u202e\n", n) + ">>>>>>> REPLACE\n", nil
	}},
}

// ownLines returns a chat of n blocks for unique lines, spread over the targets.
func ownLines(n, targets int) (string, held) {
	files := held{}
	content := make([]strings.Builder, targets)
	var chat strings.Builder
	for i := range n {
		name := fmt.Sprintf("f%d.txt", i%targets)
		fmt.Fprintf(&chat, "%s\n<<<<<<< SEARCH\nline %d\n=======\nLINE %d\n>>>>>>> REPLACE\n\n", name, i, i)
		fmt.Fprintf(&content[i%targets], "line %d\n\n\n\n\n\n", i)
	}
	for i := range content {
		files[fmt.Sprintf("f%d.txt", i)] = content[i].String()
	}
	return chat.String(), files
}

// costCases check each chat at its full size, a half and a quarter: the cost must be linear. And a
// check must stop whenever it is cancelled.
func costCases() []trust.Case {
	var cases []trust.Case
	for _, c := range costs {
		cases = append(cases, trust.Case{Name: c.name, Run: func(t *testing.T) {
			quarter, few, _ := costOf(t, c.make, c.full/4)
			half, more, _ := costOf(t, c.make, c.full/2)
			twice := 5 * quarter / 2
			if trust.RaceDetector { // it empties pools at random
				twice = 3 * quarter
			}
			assert.Less(t, half, twice+256<<10, "bytes that are allocated")
			assert.LessOrEqual(t, more, 5*few/2+64, "steps")
			full, steps, size := costOf(t, c.make, c.full)
			limit := c.perByte * uint64(size)
			if trust.RaceDetector {
				limit *= 4
			}
			assert.Less(t, full, limit, "bytes that are allocated")
			stops(t, c.make, c.full/4, few)
			t.Logf("%d bytes: %.1f bytes allocated for each, %d steps", size, float64(full)/float64(size), steps)
		}})
	}
	return cases
}

func costOf(t *testing.T, build func(int) (string, held), n int) (bytes uint64, steps, size int) {
	chat, files := build(n)
	source, ctx := text.New(chat), trust.NewSteps(t.Context(), -1)
	for _, content := range files {
		size += len(content)
	}
	bytes = trust.Allocated(func() {
		_, err := Check(ctx, source, files, Options{}, nil)
		require.NoError(t, err)
	})
	return bytes, ctx.Asked(), size + len(chat)
}

// stops cancels a check after some of its steps: at most a look at each block may remain.
func stops(t *testing.T, build func(int) (string, held), n, steps int) {
	chat, files := build(n)
	for _, part := range []int{0, 1, 4, 8, 12, 15} {
		ctx := trust.NewSteps(t.Context(), steps*part/16)
		_, err := Check(ctx, text.New(chat), files, Options{}, nil)
		require.ErrorIs(t, err, context.Canceled)
		assert.LessOrEqual(t, ctx.Asked(), steps*part/16+strings.Count(chat, ">>>>>>>")+strings.Count(chat, "\nEND\n")+strings.Count(chat, "\n+")+64)
	}
}
