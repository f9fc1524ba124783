package editlsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// Workspace is a folder whose files chats may edit. It is safe for concurrent use, except that
// Protect must be called before all other methods and Close after them.
type Workspace struct {
	files *workspace.Workspace
	// protected holds all patterns passed to Protect.
	protected []string
	closed    bool
}

// ErrClosed is returned for a closed workspace.
var ErrClosed = errors.New("the workspace is closed")

// ErrChanged is returned by [Report.Apply] for a file that has changed since the check. Check the
// chat again.
var ErrChanged = workspace.ErrStale

// Open opens a folder. The caller must close it. Settings files such as edit-lsp.toml aren't read.
func Open(dir string) (*Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	w := &Workspace{files: workspace.New()}
	if err := w.files.SetRoots([]string{abs}); err != nil {
		return nil, err
	}
	return w, nil
}

// Close releases the folder. Existing reports can be read, but not applied.
func (w *Workspace) Close() error {
	w.closed = true
	w.files.Release()
	return nil
}

// Protect adds patterns of files that a chat may change only if [Options.Confirmed] is set.
// docs/trust.md in the repository lists the files that are always protected because they can make
// programs run. A pattern is a path that may contain *, ** and ?. It matches at any depth, and
// everything below a matching folder.
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

// Scope selects the turns of a chat to check.
type Scope string

const (
	// ScopeAuto checks only the last answer. Failed blocks of earlier ones are [Stale].
	ScopeAuto Scope = "auto"
	// ScopeAll checks all turns except the user's.
	ScopeAll Scope = "all"
)

// AfterFailure selects how to check the blocks after a failed one in the same file.
type AfterFailure string

const (
	// AfterFailureSkip reports them as [Skipped], with the place where they fit.
	AfterFailureSkip AfterFailure = "skip"
	// AfterFailureIndependent checks them as if the failed block weren't there.
	AfterFailureIndependent AfterFailure = "independent"
)

// Options configures a check. The zero value is edit-lsp's default.
type Options struct {
	// Scope defaults to ScopeAuto.
	Scope Scope
	// AfterFailure defaults to AfterFailureSkip.
	AfterFailure AfterFailure
	// Context holds patterns of the files that the model has seen. If there are any here or in the
	// chat's front matter, edits of other files are [NotInContext].
	Context []string
	// DefaultTarget is the file for blocks that may omit their path.
	DefaultTarget string
	// Dialects are the names of the formats to read, as in [Block].Dialect. The default, nil, is all.
	Dialects []string
	// UserTurns and AssistantTurns match the first line of a turn, for chat layouts that edit-lsp
	// doesn't know.
	UserTurns, AssistantTurns []*regexp.Regexp
	// CodeBlocks also reads fences that name a file and hold it or a part of it. One that changes a file is
	// written only if Confirmed is set.
	CodeBlocks bool
	// Only lists the indexes of the blocks and code blocks to apply. Indexes of code blocks
	// continue those of the blocks. The default, nil, is all.
	Only []int
	// Confirmed includes what needs confirmation: protected files, deletes and renames of files,
	// blocks that write a marker of an edit block, and code blocks that change existing files.
	Confirmed bool
}

// Check reads a chat and reports whether and where each of its edit blocks applies, or why not. It
// changes nothing. A block that doesn't apply is no error.
//
// The name is the path of the chat's file, absolute or relative to the current directory, or empty.
// The file need not exist.
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
	if !o.CodeBlocks {
		found.Proposals = nil
	}
	r := NewReport(filepath.ToSlash(name), found)
	r.workspace = w
	return r, nil
}

// diagnostics converts the options.
func (o Options) diagnostics(name string) (diagnostics.Options, error) {
	d := diagnostics.Options{
		Options: apply.Options{Scope: parse.ScopeAuto, Confirmed: o.Confirmed},
		Context: o.Context, CodeBlocks: diagnostics.CodeBlocksOffer,
		Parse: parse.Options{FileName: name, Dialects: o.Dialects, DefaultTarget: o.DefaultTarget, UserTurns: o.UserTurns, AssistantTurns: o.AssistantTurns},
	}
	if o.CodeBlocks {
		d.CodeBlocks = diagnostics.CodeBlocksApply
	}
	switch o.Scope {
	case "", ScopeAuto:
	case ScopeAll:
		d.Scope = parse.ScopeAll
	default:
		return d, fmt.Errorf("unknown scope %q", o.Scope)
	}
	switch o.AfterFailure {
	case "", AfterFailureSkip:
	case AfterFailureIndependent:
		d.Independent = true
	default:
		return d, fmt.Errorf("unknown rule %q for blocks after a failed one", o.AfterFailure)
	}
	for _, name := range o.Dialects {
		if known := parse.DialectNames(); !slices.Contains(known, name) {
			return d, fmt.Errorf("unknown dialect %q; want %s", name, text.OneOf(known))
		}
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

// Apply writes the files listed in the report, each on its own: if one can't be written, it stays
// unchanged and the others are still written. The errors are joined. Files that have changed since
// the check aren't written (see [ErrChanged]).
//
// Afterwards, the written blocks are [Applied] and Files lists the written files. A report can be
// applied only once, and not concurrently with other uses.
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
