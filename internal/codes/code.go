// Package codes is the table of finding codes, with severity, texts and example. A new code needs a
// constant and a row here, and a file in examples.
package codes

import (
	"slices"
	"strings"
)

// Code is the stable kebab-case name of a finding.
type Code string

// The codes, in table order.
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
	Typographic            Code = "typographic"
	HiddenUnicode          Code = "hidden-unicode"
	MarkerInContent        Code = "marker-in-content"
	Placeholder            Code = "placeholder"
	MergeSuggested         Code = "merge-suggested"
	NotPlaced              Code = "not-placed"
	ShellSuggestion        Code = "shell-suggestion"
)

// All returns the rows of the table. Of a block's equally severe findings, the first row's names it.
// The caller must not change them.
func All() []Entry { return table }

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

// Compare orders codes by their rows.
func Compare(a, b Code) int { return a.index() - b.index() }

// Severity returns the usual severity of the code.
func (c Code) Severity() Severity {
	e, _ := Lookup(c)
	return e.Severity
}

// Headline returns the code's headline with each {name} replaced; values alternates names and values.
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

// Page returns the URL of the page that explains the code.
func (c Code) Page() string {
	return "https://github.com/edit-lsp/edit-lsp/blob/main/docs/codes/" + string(c) + ".md"
}

// Severity ranks findings with LSP's numbers: lower is more severe.
type Severity int

// None is for a block with nothing to report.
const (
	None Severity = iota
	Error
	Warning
	Information
	Hint
)

// String returns the severity's name in JSON, or "" for None.
func (s Severity) String() string {
	return [...]string{"", "error", "warning", "information", "hint"}[s]
}
