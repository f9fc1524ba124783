package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// held is how many bytes of heap are kept by what build makes.
func held[T any](build func() T) int64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first only found to be garbage is swept by the second
	runtime.ReadMemStats(&before)
	kept := build()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

// kept is something whose memory is measured against its text.
type kept struct {
	work string
	// goal is the greatest part of the text; 0 where it only informs.
	goal float64
	text string
	make func(text string) any
}

// keeps is P12: how much memory a chat and the index of a target keep, as a part of
// their text.
func (b *bench) keeps() {
	size := b.scale.parse[len(b.scale.parse)-1]
	chat, blocks := conversation(12, size)
	code := content(codeLines(rand.New(rand.NewPCG(12, 1)), b.scale.nearest))
	short := content(edits(12, 1, b.scale.nearest, 0)[0].before)
	b.title("P12  memory that is kept, as a part of the text")
	for _, k := range []kept{
		{"store of a chat of " + bytesOf(int64(len(chat))), 1.5, chat, func(s string) any { return text.NewOpen(s) }},
		{"the same with what its parse finds, " + count(blocks) + " blocks", 0, chat, func(s string) any {
			doc, _ := parsed(s, blocks) // the context is never cancelled
			return doc
		}},
		indexed("index", 1, code, func(f *workspace.File) { f.Index() }),
		indexed("index", 0, short, func(f *workspace.File) { f.Index() }),
		indexed("index for failed blocks", 1, code, func(f *workspace.File) { f.Text.Folded() }),
		indexed("index for failed blocks", 0, short, func(f *workspace.File) { f.Text.Folded() }),
	} {
		bytes := held(func() any { return k.make(strings.Clone(k.text)) })
		if strings.HasPrefix(k.work, "index") {
			bytes -= held(func() any { return workspace.NewFile(text.New(strings.Clone(k.text))) })
		}
		part := float64(bytes) / float64(len(k.text))
		fmt.Fprintf(b.out, "%7.2f ×  %s (%s for %s)\n", part, k.work, bytesOf(bytes), bytesOf(int64(len(k.text))))
		if k.goal > 0 {
			b.results = append(b.results, result{"P12", k.work, fmt.Sprintf("≤ %.4g × its text", k.goal), fmt.Sprintf("%.2f ×", part), verdict(part <= k.goal)})
		}
	}
}

// indexed is a target with an index, which counts beyond the target itself.
func indexed(what string, goal float64, content string, index func(*workspace.File)) kept {
	lines := strings.Count(content, "\n")
	return kept{fmt.Sprintf("%s of a target with lines of %d bytes", what, len(content)/lines), goal, content, func(s string) any {
		f := workspace.NewFile(text.New(s))
		index(f)
		return f
	}}
}
