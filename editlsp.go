package editlsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Workspace is a folder whose files chats may edit. Several goroutines may use it at the
// same time, but Protect comes before everything else, and Close after it.
type Workspace struct {
	files *workspace.Workspace
	// protected are all patterns of Protect.
	protected []string
	closed    bool
}

// ErrClosed is the error of a workspace that has been closed.
var ErrClosed = errors.New("the workspace is closed")

// ErrChanged is the error of [Report.Apply] for a file that has changed since the check.
// Check the chat again.
var ErrChanged = workspace.ErrStale

// Open opens a folder. Close it after use. Settings files, such as edit-lsp.toml, aren't read.
func Open(dir string) (*Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	w := &Workspace{files: workspace.New(workspace.Options{})}
	if err := w.files.SetRoots([]string{abs}); err != nil {
		return nil, err
	}
	return w, nil
}

// Close gives back what the workspace holds. Its reports can still be read, but not be
// applied.
func (w *Workspace) Close() error {
	w.closed = true
	w.files.Release()
	return nil
}

// Protect adds to the files that a chat may only change if [Options.Confirmed] is set.
// Files that can make programs run are among them from the start: docs/trust.md in the
// repository lists them. A pattern is a path that may hold *, ** and ?; it matches at any
// depth, and everything below a folder that it matches.
func (w *Workspace) Protect(patterns ...string) error {
	for _, p := range patterns {
		if err := workspace.CheckPattern(p); err != nil {
			return err
		}
	}
	w.protected = append(w.protected, patterns...)
	w.files.Configure(workspace.Options{Protected: w.protected})
	return nil
}

// Scope says which turns of a chat count.
type Scope string

// The scopes.
const (
	// ScopeAuto: only the last answer counts. What failed in earlier ones is [Stale].
	ScopeAuto Scope = "auto"
	// ScopeAll: every turn counts, except the user's.
	ScopeAll Scope = "all"
)

// AfterFailure says what becomes of the blocks after a failed one of the same file.
type AfterFailure string

// The rules.
const (
	// AfterFailureSkip: they are [Skipped], and say where they fit.
	AfterFailureSkip AfterFailure = "skip"
	// AfterFailureIndependent: they are checked as if the failed one weren't there.
	AfterFailureIndependent AfterFailure = "independent"
)

// Options say how a chat is checked. The zero Options do what edit-lsp does by default.
type Options struct {
	// Scope is ScopeAuto by default.
	Scope Scope
	// AfterFailure is AfterFailureSkip by default.
	AfterFailure AfterFailure
	// Context are patterns of the files that the model has seen. If there are any, or the
	// chat's front matter has some, edits of other files are [NotInContext].
	Context []string
	// DefaultTarget is the file for blocks that may leave their path out.
	DefaultTarget string
	// Dialects are the formats that are read, by the names that [Block].Dialect has. By
	// default all are.
	Dialects []string
	// UserTurns and AssistantTurns match lines that begin a turn, in chats whose layout
	// edit-lsp doesn't know.
	UserTurns, AssistantTurns []*regexp.Regexp
	// WholeFiles also takes whole files that fences of the chat hold and name. One that
	// replaces a file is written only if Confirmed is set.
	WholeFiles bool
	// Only are the indexes of the blocks to apply, and of the proposals of whole files,
	// which count on. By default all are that can be.
	Only []int
	// Confirmed includes what is otherwise never applied unasked: blocks for protected
	// files, blocks that delete or rename a file, blocks that would write a marker of an edit
	// block, and whole files instead of others.
	Confirmed bool
}

// Check reads a chat and finds out, for each of its edit blocks, whether and where it
// applies, or why not. It changes nothing. A block that doesn't apply is no error.
//
// The name is the path of the chat's file, absolute or relative to the current directory,
// or empty if the chat is in no file. Nothing needs to be there.
func (w *Workspace) Check(ctx context.Context, name, chat string, o Options) (*Report, error) {
	if w.closed {
		return nil, ErrClosed
	}
	options, err := o.diagnostics(name)
	if err != nil {
		return nil, err
	}
	var origin workspace.Origin
	if name != "" {
		if origin.Path, err = filepath.Abs(name); err != nil {
			return nil, err
		}
	}
	found, err := diagnostics.Check(ctx, text.Decode(chat), w.files.View(ctx, origin), options, nil)
	if err != nil {
		return nil, err
	}
	for _, i := range o.Only {
		if n := len(found.Blocks) + len(found.Proposals); i < 0 || i >= n {
			return nil, fmt.Errorf("there is no block %d; the chat has %d, counted from 0", i, n)
		}
	}
	r := NewReport(filepath.ToSlash(name), found)
	r.workspace = w
	return r, nil
}

// diagnostics returns the options in the words of the package that checks.
func (o Options) diagnostics(name string) (diagnostics.Options, error) {
	d := diagnostics.Options{
		Scope: parse.ScopeAuto, Context: o.Context, WholeFiles: o.WholeFiles, Confirmed: o.Confirmed,
		Parse: parse.Options{FileName: name, Dialects: o.Dialects, DefaultTarget: o.DefaultTarget, UserTurns: o.UserTurns, AssistantTurns: o.AssistantTurns},
	}
	switch o.Scope {
	case "", ScopeAuto:
	case ScopeAll:
		d.Scope = parse.ScopeAll
	default:
		return d, fmt.Errorf("there is no scope %q", o.Scope)
	}
	switch o.AfterFailure {
	case "", AfterFailureSkip:
	case AfterFailureIndependent:
		d.Independent = true
	default:
		return d, fmt.Errorf("there is no rule %q for blocks after a failed one", o.AfterFailure)
	}
	for _, p := range o.Context {
		if err := workspace.CheckPattern(p); err != nil {
			return d, err
		}
	}
	if o.Only != nil {
		d.Only = map[int]bool{}
		for _, i := range o.Only {
			d.Only[i] = true
		}
	}
	return d, nil
}

// Apply writes the files that the report lists, each by itself: one that can't be written
// stays as it is, and the others are written all the same. The error joins what went wrong.
// A file that has changed since the check isn't written (see [ErrChanged]).
//
// Afterwards the blocks that were written are [Applied], and Files are the files that were
// written. A report can be applied only once, and nothing else may use it meanwhile.
func (r *Report) Apply(ctx context.Context) error {
	switch {
	case r.workspace == nil:
		return errors.New("the report can't be applied: it was applied before, or isn't from Workspace.Check")
	case r.workspace.closed:
		return ErrClosed
	}
	written := r.found.Plan.Write(ctx, r.workspace.files)
	r.workspace, r.Files = nil, []File{}
	var errs []error
	for _, w := range written {
		if w.Err != nil {
			errs = append(errs, w.Err)
			continue
		}
		for _, i := range w.File.Blocks {
			r.Blocks[i].Status = Applied
		}
		f := newFile(w.File)
		f.Written, f.NotKept = true, w.Changed
		r.Files = append(r.Files, f)
	}
	return errors.Join(errs...)
}
