package settings

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// Values are the values of all settings.
type Values struct {
	// Scope is "auto" or "all".
	Scope string
	// AfterFailure is "skip" or "independent".
	AfterFailure string
	Dialects     []string
	// dialects are the names of all dialects.
	dialects []string
	// ContextFiles are globs; without any, no context is declared.
	ContextFiles []string
	// DefaultTarget is a path relative to the root, or empty.
	DefaultTarget string
	// MaxFileSize is in bytes.
	MaxFileSize int64
	// ProtectedFiles add to the built-in patterns.
	ProtectedFiles []string
	// UnprotectedFiles take files off the built-in patterns.
	UnprotectedFiles []string
	// Languages are further language ids of chats.
	Languages                 []string
	UserTurns, AssistantTurns []*regexp.Regexp
	// CodeBlocks is "offer", "apply" or "off".
	CodeBlocks string
	// Idle is how long a finished chat must be unchanged.
	Idle time.Duration
	// MaxDiagnostics limits a document's diagnostics.
	MaxDiagnostics int
	// TargetLenses shows the blocks of open chats in their targets.
	TargetLenses bool
	// Journal keeps what was applied.
	Journal bool
}

// Setting is one row of the table.
type Setting struct {
	// Name is the key in files and client settings; dots nest.
	Name string
	// Flag is the flag's name, or empty.
	Flag string
	// Type describes the values, Default is as written, Doc says what the setting does.
	Type, Default, Doc string
	Placeholder        string
	// Bare is the value of a flag without an argument, Usage its help.
	Bare, Usage string
	// Policy: a workspace's file may only tighten it.
	Policy bool
	// text formats the value.
	text func(v *Values) string
	// set accepts TOML and JSON values; with tighten it may only tighten.
	set func(v *Values, value any, tighten bool) error
}

var choices = text.Expression("^`[^`]+`((, | or )`[^`]+`)+$")

// Choices returns the values of a setting that has a closed set of them, else nil.
func (s Setting) Choices() (values []string) {
	if choices().MatchString(s.Type) {
		for i, word := range strings.Split(s.Type, "`") {
			if i%2 == 1 {
				values = append(values, word)
			}
		}
	}
	return values
}

// Table holds all settings.
var Table = []Setting{
	{
		Name: "scope", Flag: "scope", Type: "`auto` or `all`", Default: "auto", Placeholder: "turns",
		Doc:    "Which turns of a chat are live: only the last answer (auto), or all except the user's (all).",
		Policy: true,
		text:   func(v *Values) string { return v.Scope },
		set: func(v *Values, value any, tighten bool) error {
			if tighten && value == "all" && v.Scope != "all" {
				return errors.New("a workspace's file can only set it to auto")
			}
			return setChoice(&v.Scope, value, "auto", "all")
		},
	},
	{
		Name: "afterFailure", Flag: "after-failure", Type: "`skip` or `independent`", Default: "skip", Placeholder: "rule",
		Doc:    "What happens to blocks after a failed one for the same file: they are skipped, or checked as if it weren't there.",
		Policy: true,
		text:   func(v *Values) string { return v.AfterFailure },
		set: func(v *Values, value any, tighten bool) error {
			if tighten && value == "independent" {
				return errors.New("a workspace's file can only set it to skip")
			}
			return setChoice(&v.AfterFailure, value, "skip", "independent")
		},
	},
	{
		Name: "dialects", Flag: "dialects", Type: "list of dialects", Default: "all", Placeholder: "name",
		Doc:    "Dialects whose blocks are read.",
		Policy: true,
		text: func(v *Values) string {
			if len(v.Dialects) == len(v.dialects) {
				return "all"
			}
			return list(v.Dialects)
		},
		set: func(v *Values, value any, tighten bool) error {
			var names []string
			if err := setList(&names, value, v.checkDialect); err != nil {
				return err
			}
			if len(names) == 0 { // nil would mean all
				return errors.New("name at least one dialect, or leave the setting out")
			}
			if tighten {
				names = slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(v.Dialects, n) })
			}
			v.Dialects = names
			return nil
		},
	},
	{
		Name: "context.files", Flag: "context", Type: "list of globs", Default: "none", Placeholder: "glob",
		Doc:    "Files that the model has seen; blocks for other files are not attempted. A document's front matter can add to them.",
		Policy: true,
		text:   func(v *Values) string { return list(v.ContextFiles) },
		set: func(v *Values, value any, tighten bool) error {
			was := v.ContextFiles
			if err := setList(&v.ContextFiles, value, workspace.CheckPattern); err != nil {
				return err
			}
			// Without globs, no context is declared.
			if tighten && len(was) > 0 && (len(v.ContextFiles) == 0 || !isSubset(v.ContextFiles, was)) {
				return fmt.Errorf("a workspace's file can only remove globs, from %s", list(was))
			}
			return nil
		},
	},
	{
		Name: "defaultTarget", Flag: "default-target", Type: "path", Default: "none", Placeholder: "path",
		Doc:  "File that find-replace blocks without a FILE line change, unless the document's front matter names one.",
		text: func(v *Values) string { return orNone(v.DefaultTarget) },
		set:  func(v *Values, value any, _ bool) error { return setString(&v.DefaultTarget, value) },
	},
	{
		Name: "codeBlocks", Flag: "code-blocks", Bare: "apply", Usage: "also read fences that name a file and hold it or a part of it", Type: "`offer`, `apply` or `off`", Default: "offer",
		Doc:    "What to do with code blocks, fences that name a file and hold it or a part of it: offer each on its own (offer), make them part of \"apply all\" (apply), or ignore them (off).",
		Policy: true,
		text:   func(v *Values) string { return v.CodeBlocks },
		set: func(v *Values, value any, tighten bool) error {
			was := v.CodeBlocks
			if err := setChoice(&v.CodeBlocks, value, codeBlocks...); err != nil {
				return err
			}
			if tighten && slices.Index(codeBlocks, v.CodeBlocks) < slices.Index(codeBlocks, was) {
				return fmt.Errorf("a workspace's file can't change it from %s to %s", was, v.CodeBlocks)
			}
			return nil
		},
	},
	{
		Name: "maxFileSize", Flag: "max-file-size", Type: "size, such as `512 KiB` or `64 MiB`, or a number of bytes", Default: "64 MiB", Placeholder: "size",
		Doc:    "Target files larger than this are not read.",
		Policy: true,
		text:   func(v *Values) string { return workspace.FormatSize(v.MaxFileSize) },
		set: func(v *Values, value any, tighten bool) error {
			size, err := asSize(value)
			if err != nil {
				return err
			}
			if tighten && size > v.MaxFileSize {
				return fmt.Errorf("a workspace's file can only lower it, from %s", workspace.FormatSize(v.MaxFileSize))
			}
			v.MaxFileSize = size
			return nil
		},
	},
	{
		Name: "protectedFiles", Flag: "protect", Type: "list of globs", Default: "none", Placeholder: "glob",
		Doc:    "Files that are never part of \"apply all\", in addition to the built-in list.",
		Policy: true,
		text:   func(v *Values) string { return list(v.ProtectedFiles) },
		set: func(v *Values, value any, tighten bool) error {
			var list []string
			if err := setList(&list, value, workspace.CheckPattern); err != nil {
				return err
			}
			if tighten {
				list = append(slices.Clone(v.ProtectedFiles), list...)
			}
			v.ProtectedFiles = list
			return nil
		},
	},
	{
		Name: "unprotectedFiles", Flag: "unprotect", Type: "list of globs", Default: "none", Placeholder: "glob",
		Doc:    "Files to take off the built-in list of protected files.",
		Policy: true,
		text:   func(v *Values) string { return list(v.UnprotectedFiles) },
		set: func(v *Values, value any, tighten bool) error {
			if tighten {
				return errors.New("a workspace's file can't set it, since it decides what \"apply all\" changes")
			}
			return setList(&v.UnprotectedFiles, value, workspace.CheckPattern)
		},
	},
	{
		Name: "turns.user", Flag: "user-turn", Type: "list of regular expressions", Default: "none", Placeholder: "regexp",
		Doc:    "Lines that begin a user's turn, in addition to the built-in layouts.",
		Policy: true,
		text:   func(v *Values) string { return list(sources(v.UserTurns)) },
		set:    func(v *Values, value any, tighten bool) error { return setTurns(&v.UserTurns, value, tighten) },
	},
	{
		Name: "turns.assistant", Flag: "assistant-turn", Type: "list of regular expressions", Default: "none", Placeholder: "regexp",
		Doc:    "Lines that begin an assistant's turn, in addition to the built-in layouts.",
		Policy: true,
		text:   func(v *Values) string { return list(sources(v.AssistantTurns)) },
		set:    func(v *Values, value any, tighten bool) error { return setTurns(&v.AssistantTurns, value, tighten) },
	},
	{
		Name: "languages", Type: "list of language ids", Default: "none",
		Doc:  "Language ids of documents to scan, in addition to markdown, mdx, plaintext, org, codecompanion, Avante, quarto and chat.",
		text: func(v *Values) string { return list(v.Languages) },
		set: func(v *Values, value any, _ bool) error {
			return setList(&v.Languages, value, func(string) error { return nil })
		},
	},
	{
		Name: "idleTime", Type: "milliseconds, 10 to 60000", Default: "1000",
		Doc:  "How long a document must be unchanged before its last block counts as complete.",
		text: func(v *Values) string { return fmt.Sprint(v.Idle.Milliseconds()) },
		set: func(v *Values, value any, _ bool) error {
			var ms int64
			if err := setNumber(&ms, value, 10, 60000); err != nil {
				return err
			}
			v.Idle = time.Duration(ms) * time.Millisecond
			return nil
		},
	},
	{
		Name: "maxDiagnostics", Type: "number, 1 to 100000", Default: "1000",
		Doc:  "Maximum number of diagnostics for one document; the most severe are shown.",
		text: func(v *Values) string { return fmt.Sprint(v.MaxDiagnostics) },
		set: func(v *Values, value any, _ bool) error {
			n := int64(v.MaxDiagnostics)
			err := setNumber(&n, value, 1, 100000)
			v.MaxDiagnostics = int(n)
			return err
		},
	},
	{
		Name: "targetLenses", Type: "`true` or `false`", Default: "true",
		Doc:  "Show the edits of open chats in the files that they change, as code lenses and code actions.",
		text: func(v *Values) string { return fmt.Sprint(v.TargetLenses) },
		set:  func(v *Values, value any, _ bool) error { return setBool(&v.TargetLenses, value) },
	},
	{
		Name: "journal", Type: "`true` or `false`", Default: "true",
		Doc:    "Keep what was applied in a file of your state folder, so that it is known after a restart and to the other programs. `EDIT_LSP_JOURNAL=off` in the environment turns it off, too.",
		Policy: true,
		text:   func(v *Values) string { return fmt.Sprint(v.Journal) },
		set: func(v *Values, value any, tighten bool) error {
			if tighten && value == true && !v.Journal {
				return errors.New("a workspace's file can only set it to false")
			}
			return setBool(&v.Journal, value)
		},
	},
}

// Strictest last.
var codeBlocks = []string{"apply", "offer", "off"}

func defaults(dialects []string) Values {
	return Values{
		Scope: "auto", AfterFailure: "skip", CodeBlocks: "offer", dialects: dialects, Dialects: dialects,
		MaxFileSize: workspace.DefaultMaxFileSize, Idle: time.Second, MaxDiagnostics: 1000, TargetLenses: true, Journal: true,
	}
}

// setTurns sets the lines that begin turns. Any change can make another answer the last one, or the
// user's own text an answer, so a workspace's file can't make one.
func setTurns(to *[]*regexp.Regexp, value any, tighten bool) error {
	was := sources(*to)
	if err := setPatterns(to, value); err != nil {
		return err
	}
	if tighten && !slices.Equal(sources(*to), was) {
		return errors.New("a workspace's file can't set it, since it decides which answer counts")
	}
	return nil
}

func isSubset(part, all []string) bool {
	return !slices.ContainsFunc(part, func(s string) bool { return !slices.Contains(all, s) })
}

func (v *Values) checkDialect(name string) error {
	if !slices.Contains(v.dialects, name) {
		return fmt.Errorf("unknown dialect %q; want %s", name, strings.Join(v.dialects, ", "))
	}
	return nil
}

func sources(patterns []*regexp.Regexp) []string {
	var s []string
	for _, p := range patterns {
		s = append(s, p.String())
	}
	return s
}

func list(items []string) string { return orNone(strings.Join(items, ", ")) }

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
