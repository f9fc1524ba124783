package apply

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// manyBlocks returns a file of size lines, n blocks for it, and the result. Like new functions, every
// block adds an empty line and a brace.
func manyBlocks(size, n int) (content, chat, want string) {
	old := make([]string, size)
	for i := range old {
		switch i % 5 {
		case 3:
			old[i] = "}"
		case 4:
			old[i] = ""
		default:
			old[i] = fmt.Sprintf("line %d", i)
		}
	}
	new := make([]string, 0, size+4*n)
	var b strings.Builder
	step := size / n / 5 * 5
	for i := 0; i < size; i++ {
		if i%step != 0 || i/step >= n {
			new = append(new, old[i])
			continue
		}
		added := []string{"", fmt.Sprintf("added %d", i), "}"}
		b.WriteString(anchoredBlock("a.txt", sections{leading: old[i : i+4], new: added, trailing: old[i+4 : min(i+6, size)]}))
		new = append(append(append(new, old[i:i+4]...), added...), old[i+4])
		i += 4
	}
	return chatLines(old), b.String(), chatLines(new)
}

// BenchmarkLocate locates n blocks in one file of 100,000 lines; ns/block should not grow with n.
func BenchmarkLocate(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			content, chat, want := manyBlocks(100_000, n)
			m := oneFile(content)
			m.files["a.txt"].Text.Index()
			doc := parsed(b, chat)
			if p := planned(b, chat, m, Options{}); len(p.Outcomes) != n || afterA(p) != want {
				b.Fatal("wrong output")
			}
			for b.Loop() {
				if _, err := New(context.Background(), doc, m, Options{}, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/block")
		})
	}
}

// BenchmarkIdentical uses a file of nearly identical lines. The needle has a rare line, is absent, or
// has only identical lines, which counts every place.
func BenchmarkIdentical(b *testing.B) {
	const size = 200_000
	old := make([]string, size)
	for i := range old {
		old[i] = "same"
		if i%1000 == 500 {
			old[i] = fmt.Sprintf("rare %d", i)
		}
	}
	content := chatLines(old)
	kinds := map[string]func(i int) (chat string){
		"rare": func(i int) string {
			at := i*1000 + 500
			return searchReplaceBlock("a.txt", sections{old: old[at-3 : at+3], new: append([]string{fmt.Sprint(i)}, old[at-2:at+3]...)})
		},
		"absent":    func(i int) string { return search("same same nowhere same", fmt.Sprint(i)) },
		"identical": func(i int) string { return search("same same same same", fmt.Sprint(i)) },
	}
	for _, kind := range []string{"rare", "absent", "identical"} {
		for _, n := range []int{1, 100} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				var docs strings.Builder
				for i := range n {
					docs.WriteString(kinds[kind](i))
				}
				doc, err := parse.Document(context.Background(), text.New(docs.String()), parse.Options{}, nil)
				if err != nil || len(doc.Blocks) != n {
					b.Fatal(len(doc.Blocks), err)
				}
				p, err := New(context.Background(), doc, oneFile(content), Options{}, nil)
				if err != nil || kind != "absent" && outcomes(p) != strings.TrimSpace(strings.Repeat("validated ", n)) {
					b.Fatal("wrong output")
				}
				for b.Loop() {
					if _, err := New(context.Background(), doc, oneFile(content), Options{}, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkLocateAlone searches for 100 runs of ten lines in each of 100 indexed files, compared with
// [strings.Contains].
func BenchmarkLocateAlone(b *testing.B) {
	rnd := rand.New(rand.NewPCG(3, 1))
	type place struct {
		d       *Draft
		content string
		needle  []string
		joined  string
	}
	var all []place
	for range 100 {
		lines := numbered(2000, "\tx.count = total(%d)")
		for i := range lines {
			if rnd.IntN(3) > 0 {
				lines[i] = fmt.Sprintf("\tvalue := %d", rnd.IntN(300))
			}
		}
		file := &workspace.File{Text: text.New(chatLines(lines))}
		file.Text.Index()
		d := newDraft(file.Text)
		for range 100 {
			at := rnd.IntN(len(lines) - 10)
			needle := lines[at : at+10]
			all = append(all, place{d, file.Text.String(), needle, chatLines(needle)})
		}
	}
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			for _, p := range all {
				if found := p.d.find(b.Context(), p.needle); len(found) != 1 {
					b.Fatal(len(found))
				}
			}
		}
	})
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			for _, p := range all {
				if !strings.Contains(p.content, p.joined) {
					b.Fatal("not found")
				}
			}
		}
	})
}
