package workspace

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

// InCurrent is the end of [Target.Why] for names in [Origin.Current].
const InCurrent = "in the current directory"

// base is where a relative name is looked up: a root, or a folder in one.
type base struct {
	walker *walker
	// dir is slash-separated and relative to the root, empty for the root.
	dir string
	// other marks workspace folders that don't hold the chat. A name found in several of these is
	// ambiguous.
	other bool
	why   string
}

// spot is where a name leads from a base, and what was there when the view looked.
type spot struct {
	destination
	// dir is the base's folder.
	dir     string
	why     string
	open    *overlay
	refusal *Refusal
}

// taken reports whether anything is there, usable or not.
func (s *spot) taken() bool { return s.refusal != nil || s.exists() || s.open != nil }

// implied returns the roots if no folder is declared (see the package documentation).
func (w *Workspace) implied(from Origin) []string {
	var dirs []string
	add := func(dir string) {
		if dir == "" || !filepath.IsAbs(dir) || isTop(dir) {
			return
		}
		for _, d := range dirs {
			if _, ok := cutDir(slashDir(filepath.Clean(dir)), slashDir(d)); ok {
				return
			}
		}
		dirs = append(dirs, filepath.Clean(dir))
	}
	chat := ""
	if from.Path != "" {
		chat = filepath.Dir(from.Path)
		for dir := chat; !isTop(dir) && !isHome(dir); dir = filepath.Dir(dir) {
			if _, err := w.disk.stat(filepath.Join(dir, ".git")); err == nil {
				add(dir)
				break
			}
		}
	}
	add(from.RootDir)
	if !isHome(from.WorkDir) {
		add(from.WorkDir)
	}
	add(chat)
	return dirs
}

func isTop(dir string) bool {
	dir = filepath.Clean(dir)
	return filepath.Dir(dir) == dir
}

// isHome reports whether dir is the user's home, which holds far more than a project.
func isHome(dir string) bool {
	home, err := os.UserHomeDir()
	return err == nil && filepath.Clean(dir) == filepath.Clean(home)
}

func (v *View) init() {
	if len(v.walkers) == 0 {
		return
	}
	chat, _ := v.holder(v.from.Path)
	v.home = base{walker: chat, why: "in the chat's workspace folder"}
	if chat == nil {
		client, _ := v.holder(v.from.RootDir)
		server, _ := v.holder(v.from.WorkDir)
		v.home = base{walker: cmp.Or(client, server, v.walkers[0]), why: "in the workspace folder"}
	}
	if !v.declared {
		v.home.why = "in " + v.home.walker.shownName() + ", as no workspace folder is open"
	}
	if v.declared && chat != nil {
		v.bases = append(v.bases, base{walker: chat, why: "in the chat's workspace folder"})
	}
	if w, rest := v.holder(v.from.Current); w != nil && rest != "." && rest != "" {
		current := base{walker: w, dir: rest, other: true, why: InCurrent}
		v.bases = append(v.bases[:0], base{walker: w, other: true, why: "in the workspace folder"}, current)
		if v.from.NewInCurrent {
			v.home = current
		}
		v.addInner()
		return
	}
	for _, w := range v.walkers {
		name := w.shownName()
		switch {
		case !v.declared:
			v.bases = append(v.bases, base{walker: w, why: "in " + name + ", as no workspace folder is open"})
		case w != chat:
			v.bases = append(v.bases, base{walker: w, other: true, why: "in the workspace folder " + name})
		}
	}
	v.addInner()
}

// shownName returns the name of the root's folder, for display.
func (w *walker) shownName() string { return text.Escape(path.Base(w.slash + "/")) }

// holder returns the innermost root that contains an absolute path, and the relative path, or nil.
func (v *View) holder(abs string) (*walker, string) {
	return v.innermost(slashDir(filepath.Clean(abs)))
}

// innermost is holder for a path with slashes, which it doesn't clean.
func (v *View) innermost(slashed string) (best *walker, rest string) {
	for _, w := range v.walkers {
		if below, ok := w.below(slashed); ok && (best == nil || len(below) < len(rest)) {
			best, rest = w, below
		}
	}
	return best, rest
}

// addInner adds the bases inside the roots, in the order of the package documentation.
func (v *View) addInner() {
	if w, rest := v.holder(v.from.Path); w != nil {
		at := path.Dir(rest)
		for at != "." && w.look(path.Join(at, ".git")).err != nil {
			at = path.Dir(at)
		}
		v.addBase(w, at, "in the nearest folder with a .git above the chat")
	}
	v.addDir(v.from.RootDir, "in the client's root folder")
	v.addDir(v.from.WorkDir, "in the server's working directory")
	v.addDir(filepath.Dir(v.from.Path), "beside the chat")
}

func (v *View) addDir(dir, why string) {
	if w, rest := v.holder(dir); w != nil {
		v.addBase(w, rest, why)
	}
}

func (v *View) addBase(w *walker, dir, why string) {
	if _, refusal := CheckName(dir); refusal != nil {
		return
	}
	for _, known := range v.bases {
		if known.walker == w && known.dir == dir {
			return
		}
	}
	v.bases = append(v.bases, base{walker: w, dir: dir, why: why})
}

// resolve finds a name. Names refused by their text cause no file-system call.
func (v *View) resolve(ctx context.Context, name string) Target {
	if w, rest := v.absolute(name); w != nil {
		clean, refusal := CheckName(rest)
		if refusal != nil {
			refusal.Path = shown(name)
			return refused(name, refusal)
		}
		return v.target(ctx, name, v.look(ctx, base{walker: w, why: "an absolute path in a workspace folder"}, clean))
	}
	clean, refusal := CheckName(name)
	if refusal != nil {
		return refused(name, refusal)
	}
	if len(v.walkers) == 0 {
		return refused(name, refuse(codes.PathEscape, name, "no workspace folder is open"))
	}
	if t, ok := v.find(ctx, name, clean); ok {
		return t
	}
	if w, rest := v.named(clean); w != nil {
		return v.target(ctx, name, v.look(ctx, base{walker: w, why: "in the workspace folder " + w.shownName()}, rest))
	}
	if v.unplaced[name] {
		var all []*spot
		for _, w := range v.walkers {
			all = append(all, &spot{dir: w.dir})
		}
		return ambiguous(name, clean, all)
	}
	return v.target(ctx, name, v.look(ctx, v.home, clean))
}

// find looks for a relative name in all bases.
func (v *View) find(ctx context.Context, name, clean string) (Target, bool) {
	if t, ok := v.search(ctx, name, clean, ""); ok {
		return t, true
	}
	// Try without the prefixes of a git diff, unless the name begins with "./".
	if begin, rest, found := strings.Cut(clean, "/"); found && (begin == "a" || begin == "b") && !strings.HasPrefix(name, "./") {
		if bare, refusal := CheckName(rest); refusal == nil {
			return v.search(ctx, name, bare, begin+"/ prefix dropped, ")
		}
	}
	return Target{}, false
}

// named returns the one of several workspace folders whose last name a name begins with, and the rest of it, or nil.
func (v *View) named(clean string) (found *walker, rest string) {
	begin, rest, _ := strings.Cut(clean, "/")
	if !v.severalFolders() || rest == "" {
		return nil, ""
	}
	for _, w := range v.walkers {
		if path.Base(w.slash) != begin {
			continue
		}
		if found != nil {
			return nil, ""
		}
		found = w
	}
	if _, refusal := CheckName(rest); refusal != nil {
		return nil, ""
	}
	return found, rest
}

func (v *View) severalFolders() bool { return v.declared && len(v.walkers) > 1 }

// placeNew decides where new files go, with several workspace folders.
func (v *View) placeNew(ctx context.Context) {
	if !v.severalFolders() || v.from.Names == nil {
		return
	}
	var used []*walker
	created := map[string]bool{}
	for _, n := range v.from.Names(ctx) {
		if w := v.rootOf(ctx, n.Text); w == nil {
			created[n.Text] = created[n.Text] || n.Create // it may be changed below
		} else if !slices.Contains(used, w) {
			used = append(used, w)
		}
	}
	chat, _ := v.holder(v.from.Path)
	switch {
	case len(used) == 1:
		v.home = base{walker: used[0], why: "in the workspace folder of the chat's other files"}
	case chat == nil:
		v.unplaced = created
	}
}

// rootOf returns the root in which a name is found, or nil.
func (v *View) rootOf(ctx context.Context, name string) *walker {
	if w, rest := v.absolute(name); w != nil {
		clean, refusal := CheckName(rest)
		if refusal != nil || !v.look(ctx, base{walker: w}, clean).taken() {
			return nil
		}
		return w
	}
	clean, refusal := CheckName(name)
	if refusal != nil {
		return nil
	}
	if t, ok := v.find(ctx, name, clean); ok && t.Root != "" {
		w, _ := v.holder(t.Root)
		return w
	}
	if w, rest := v.named(clean); w != nil && v.look(ctx, base{walker: w}, rest).taken() {
		return w
	}
	return nil
}

// search tries the bases in order. It returns false if none has the name.
func (v *View) search(ctx context.Context, name, clean, note string) (Target, bool) {
	for i := 0; i < len(v.bases) && ctx.Err() == nil; i++ {
		b := v.bases[i]
		f := v.look(ctx, b, clean)
		if !f.taken() {
			continue
		}
		found := []*spot{f}
		for b.other && i+1 < len(v.bases) && v.bases[i+1].other {
			i++
			if g := v.look(ctx, v.bases[i], clean); g.taken() && !sameTarget(f, g) {
				found = append(found, g)
			}
		}
		if len(found) > 1 {
			return ambiguous(name, clean, found), true
		}
		f.why = note + f.why
		return v.target(ctx, name, f), true
	}
	return Target{}, false
}

// sameTarget reports whether two spots are the same file, seen through nested folders.
func sameTarget(f, g *spot) bool {
	return f.refusal == nil && g.refusal == nil && f.key() == g.key()
}

func ambiguous(name, clean string, found []*spot) Target {
	t := Target{Name: name, Path: clean, Why: "in several workspace folders"}
	var names []string
	for _, f := range found {
		t.Candidates = append(t.Candidates, f.dir)
		names = append(names, text.Escape(f.dir))
	}
	t.Refusal = refuse(codes.AmbiguousRoot, clean, strings.Join(names, ", ")).advise("choose one")
	return t
}

func (v *View) look(ctx context.Context, b base, clean string) *spot {
	p, refusal := b.walker.walk(ctx, path.Join(b.dir, clean))
	s := &spot{destination: p, dir: filepath.Join(b.walker.dir, filepath.FromSlash(b.dir)), why: b.why, refusal: refusal}
	if refusal == nil {
		s.open = v.open()[p.key()]
	}
	return s
}

// absolute strips the innermost matching root from an absolute name, comparing only text. The root
// is nil if none matches.
func (v *View) absolute(name string) (*walker, string) {
	slashed := toSlash(name)
	if !strings.HasPrefix(slashed, "/") && !hasDrive(slashed) {
		return nil, ""
	}
	// Try it unchanged first, since a name that goes through .git and out again is refused.
	forms := []string{slashed}
	if !strings.HasPrefix(slashed, "//") {
		forms = append(forms, path.Clean(slashed))
	}
	for _, form := range forms {
		if w, rest := v.innermost(form); w != nil {
			return w, cmp.Or(rest, ".")
		}
	}
	return nil, ""
}
