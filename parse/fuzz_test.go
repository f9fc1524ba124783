package parse

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// conformanceDir holds the cases whose chats serve as samples.
const conformanceDir = "../testdata/conformance"

// sampleChats are the chats of the conformance cases, by name.
func sampleChats(t testing.TB) map[string]string {
	t.Helper()
	chats := map[string]string{}
	files, err := filepath.Glob(filepath.Join(conformanceDir, "*", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			if f.Name == "chat.md" {
				short, _ := filepath.Rel(conformanceDir, name)
				chats[strings.TrimSuffix(filepath.ToSlash(short), ".txtar")] = string(f.Data)
			}
		}
	}
	if len(chats) == 0 {
		t.Fatalf("no conformance cases in %s", conformanceDir)
	}
	return chats
}

// FuzzDocument: no text makes the parser fail, and what it finds is sound (see the
// invariants in the package's documentation).
func FuzzDocument(f *testing.F) {
	for _, chat := range sampleChats(f) {
		f.Add(chat, false)
	}
	for _, chat := range ownSamples {
		f.Add(chat, true)
	}
	f.Fuzz(func(t *testing.T, chat string, growing bool) {
		o := Options{Growing: growing, DefaultTarget: "default.txt"}
		source := text.Decode([]byte(chat))
		r, err := Document(t.Context(), source, o)
		if err != nil {
			t.Fatal(err)
		}
		if fault := unsound(r, o); fault != "" {
			t.Fatal(fault)
		}
		again, _ := Document(t.Context(), source, o)
		if !reflect.DeepEqual(r, again) {
			t.Fatal("two readings differ")
		}
		if growing {
			whole, _ := Document(t.Context(), source, Options{DefaultTarget: "default.txt"})
			for _, b := range r.Blocks {
				if !b.Incomplete && !covers(whole, b) {
					t.Fatalf("the block at line %d is whole only while the document grows", b.Start.Number())
				}
			}
		}
		if !strings.Contains(chat, "\r") {
			windows, _ := Document(t.Context(), text.Decode([]byte(strings.ReplaceAll(chat, "\n", "\r\n"))), o)
			if len(windows.Blocks) != len(r.Blocks) || len(windows.Problems) != len(r.Problems) {
				t.Fatal("line endings matter")
			}
			for i, b := range windows.Blocks {
				if !reflect.DeepEqual(b, r.Blocks[i]) {
					t.Fatal("line endings matter to a block")
				}
			}
		}
	})
}

// covers tells whether a result has a block with the same lines, or one that b is
// part of: `find:` without FILE: is plain text until its end is there.
func covers(r *Result, b *Block) bool {
	for _, o := range r.Blocks {
		if o.Start <= b.Start && o.End >= b.End {
			return true
		}
	}
	return false
}
