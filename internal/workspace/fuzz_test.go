package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// FuzzPolicy checks that the policy accepts only a subset of what os.Root does: an accepted name
// never leaves its folder, the file opened for it is inside, and a clean name stays the same.
func FuzzPolicy(f *testing.F) {
	for _, name := range []string{
		"", ".", "a/../b", "../x", `a\..\..\x`, "/etc/passwd", `C:\x`, `\\?\x`, "~/x", "$HOME/x", "file:///x", ".git/config",
		"in/secret.txt", "out/secret.txt", "a.txt", "link/a.txt", "nul", "a.txt:x", "a\u202Eb", "⚙️.md", "a\xFF",
	} {
		f.Add(name)
	}
	base, err := os.MkdirTemp("", "policy")
	if err != nil {
		f.Fatal(err)
	}
	if base, err = filepath.EvalSymlinks(base); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { os.RemoveAll(base) })
	dir := filepath.Join(base, "ws")
	put(f, base, "secret.txt", "secret")
	put(f, dir, "a.txt", "a")
	put(f, dir, "in/b.txt", "b")
	_ = os.Symlink("in", filepath.Join(dir, "link"))
	_ = os.Symlink("..", filepath.Join(dir, "out"))
	_ = os.Symlink(base, filepath.Join(dir, "abs"))
	root, err := os.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { root.Close() })
	w := New()
	f.Cleanup(w.Release)
	if err := w.SetRoots([]string{dir}); err != nil {
		f.Fatal(err)
	}

	f.Fuzz(func(t *testing.T, name string) {
		clean, refusal := CheckName(name)
		target := w.View(t.Context(), Origin{}).Target(t.Context(), name)
		if target.File != nil && target.File.Text.String() == "secret" {
			t.Fatalf("%q reads outside the workspace", name)
		}
		if refusal != nil {
			if text.Escape(refusal.Path) != refusal.Path || !utf8.ValidString(refusal.Error()) {
				t.Fatalf("the refusal of %q cannot be shown: %q", name, refusal.Error())
			}
			return
		}
		if !filepath.IsLocal(filepath.FromSlash(clean)) || strings.ContainsAny(clean, "\\\x00") {
			t.Fatalf("%q is accepted as %q, which is not local", name, clean)
		}
		if again, refusal := CheckName(clean); refusal != nil || again != clean {
			t.Fatalf("%q is accepted as %q, but that is %q, %v", name, clean, again, refusal)
		}
		if isDenied(clean) {
			t.Fatalf("%q is accepted as %q in .git", name, clean)
		}
		first, _, _ := strings.Cut(clean, "/")
		viaLink := fold(first) == "out" || fold(first) == "abs"
		if _, err := root.Lstat(clean); err != nil && strings.Contains(err.Error(), "escapes") && !viaLink {
			t.Fatalf("os.Root refuses %q: %v", clean, err)
		}
		opened, err := root.Open(clean)
		if err != nil {
			return
		}
		defer opened.Close()
		info, err := opened.Stat()
		if err != nil {
			t.Fatal(err)
		}
		real, err := filepath.EvalSymlinks(filepath.Join(dir, clean))
		if err != nil || real != dir && !strings.HasPrefix(real, dir+string(filepath.Separator)) {
			t.Fatalf("%q opens %q, %v", clean, real, err)
		}
		if info.Mode().IsRegular() != (target.Refusal == nil && target.Exists) {
			t.Fatalf("%q: os.Root opens %v, the view says %v", clean, info.Mode(), target.Refusal)
		}
	})
}
