// Package codes is the one table of what the program says about edits: each code with
// its severity, its words, and an example. A new code is a constant and a row here, and
// a file in examples.
package codes

import (
	"slices"
	"strings"
)

// Code is the stable name of a finding, in kebab case. Programs compare it and people
// search for it.
type Code string

// The codes, in the order of the table.
const (
	LeadingAnchorNotFound  Code = "leading-anchor-not-found"
	OldLinesMismatch       Code = "old-lines-mismatch"
	OldLinesNotFound       Code = "old-lines-not-found"
	TrailingAnchorNotFound Code = "trailing-anchor-not-found"
	AmbiguousMatch         Code = "ambiguous-match"
	FileNotFound           Code = "file-not-found"
	FileExists             Code = "file-exists"
	BinaryFile             Code = "binary-file"
	UnsupportedEncoding    Code = "unsupported-encoding"
	FileTooLarge           Code = "file-too-large"
	NotARegularFile        Code = "not-a-regular-file"
	PathEscape             Code = "path-escape"
	PathInvalid            Code = "path-invalid"
	PathDenied             Code = "path-denied"
	ProtectedPath          Code = "protected-path"
	PreviousEditFailed     Code = "previous-edit-failed"
	EmptyFind              Code = "empty-find"
	NoTarget               Code = "no-target"
	AmbiguousRoot          Code = "ambiguous-root"
	NotInContext           Code = "not-in-context"
	AlreadyApplied         Code = "already-applied"
	StaleEdit              Code = "stale-edit"
	NoChange               Code = "no-change"
	UnclosedBlock          Code = "unclosed-block"
	MalformedBlock         Code = "malformed-block"
	MissingPath            Code = "missing-path"
	LooksLikeEdit          Code = "looks-like-edit"
	HiddenUnicode          Code = "hidden-unicode"
	MarkerInContent        Code = "marker-in-content"
	Placeholder            Code = "placeholder"
	MergeSuggested         Code = "merge-suggested"
	ShellSuggestion        Code = "shell-suggestion"
)

// All returns the rows of the table: of equally severe findings of a block, the one
// whose row comes first names it. The caller must not change them.
func All() []Entry { return table }

// index is that of the code's row, or -1.
func (c Code) index() int {
	return slices.IndexFunc(table, func(e Entry) bool { return e.Code == c })
}

// Lookup returns the row of a code.
func Lookup(c Code) (Entry, bool) {
	if i := c.index(); i >= 0 {
		return table[i], true
	}
	return Entry{}, false
}

// Compare orders codes as their rows are ordered.
func Compare(a, b Code) int { return a.index() - b.index() }

// Severity returns the usual severity of findings with the code.
func (c Code) Severity() Severity {
	e, _ := Lookup(c)
	return e.Severity
}

// Headline returns how a message of the code begins. Names and values alternate: each
// {name} in the headline becomes its value.
func (c Code) Headline(values ...string) string {
	e, _ := Lookup(c)
	headline := e.Headline
	if !strings.Contains(headline, "{") {
		return headline
	}
	filled := make([]string, len(values))
	for i, v := range values {
		if filled[i] = v; i%2 == 0 {
			filled[i] = "{" + v + "}"
		}
	}
	return strings.NewReplacer(filled...).Replace(headline)
}

// Page returns the address of the page that explains the code.
func (c Code) Page() string {
	return "https://github.com/edit-lsp/edit-lsp/blob/main/docs/codes/" + string(c) + ".md"
}

// Severity ranks findings; the lower, the more severe. The numbers are those of LSP.
type Severity int

// The severities. None is that of a block with nothing to report.
const (
	None Severity = iota
	Error
	Warning
	Information
	Hint
)

// String returns the severity's name in JSON; empty for None.
func (s Severity) String() string {
	return [...]string{"", "error", "warning", "information", "hint"}[s]
}
