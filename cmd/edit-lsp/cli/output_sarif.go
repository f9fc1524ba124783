package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// The used parts of SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format", sections 3.13
// to 3.49).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                `json:"tool"`
		Invocations []sarifInvocation        `json:"invocations"`
		BaseIDs     map[string]sarifArtifact `json:"originalUriBaseIds"`
		Artifacts   []sarifDocument          `json:"artifacts"`
		Results     []sarifResult            `json:"results"`
		ColumnKind  string                   `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string       `json:"id"`
		Name             string       `json:"name"`
		ShortDescription sarifMessage `json:"shortDescription"`
		FullDescription  sarifMessage `json:"fullDescription"`
		Help             sarifMessage `json:"help"`
		HelpURI          string       `json:"helpUri"`
		Default          sarifDefault `json:"defaultConfiguration"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		Successful       bool          `json:"executionSuccessful"`
		WorkingDirectory sarifArtifact `json:"workingDirectory"`
	}
	sarifDocument struct {
		Location sarifArtifact `json:"location"`
		Roles    []string      `json:"roles"`
	}
	sarifArtifact struct {
		URI         string        `json:"uri"`
		BaseID      string        `json:"uriBaseId,omitempty"`
		Index       *int          `json:"index,omitempty"`
		Description *sarifMessage `json:"description,omitempty"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Kind         string            `json:"kind"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   *sarifProperties  `json:"properties,omitempty"`
	}
	sarifProperties struct {
		Cause  string `json:"cause,omitempty"`
		Status string `json:"status"`
		Target string `json:"target"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Message  *sarifMessage `json:"message,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	// sarifRegion is a range of whole lines, 1-based and inclusive.
	sarifRegion struct {
		Start int `json:"startLine"`
		End   int `json:"endLine,omitempty"`
	}
)

const (
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifVersion = "2.1.0"
	// sarifBase is the name that code hosts use for the base folder of relative URIs.
	sarifBase = "%SRCROOT%"
	// sarifPrint says how the fingerprint is computed. Change it when that changes.
	sarifPrint = "editLsp/v1"
	homePage   = "https://github.com/edit-lsp/edit-lsp"
)

// sarifLevel returns a severity's level and kind. Any level but none means a fault.
func sarifLevel(s codes.Severity) (level, kind string) {
	switch s {
	case codes.Error:
		return "error", "fail"
	case codes.Warning:
		return "warning", "fail"
	case codes.Information:
		return "note", "fail"
	default:
		return "none", "informational"
	}
}

func writeSARIF(out io.Writer, r results) error {
	s, err := newSARIF()
	if err != nil {
		return err
	}
	failed := slices.ContainsFunc(r.written, func(w apply.Written) bool { return w.Err != nil })
	s.run.Invocations = []sarifInvocation{{Successful: r.ok && !failed, WorkingDirectory: sarifArtifact{URI: folderURI(s.dirs[0])}}}
	for _, d := range r.docs {
		s.run.Artifacts = append(s.run.Artifacts, sarifDocument{Location: s.chat(d.name), Roles: []string{"analysisTarget"}})
	}
	for i, d := range r.docs {
		s.results(d, i)
	}
	return writeIndented(out, &sarifLog{sarifSchema, sarifVersion, []sarifRun{s.run}})
}

type sarif struct {
	run   sarifRun
	rules map[codes.Code]int
	// dirs are the names of the working directory, for relative paths.
	dirs []string
	// seen counts equal fingerprints.
	seen map[fingerprint]int
}

type fingerprint struct{ chat, sum string }

func newSARIF() (*sarif, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	s := &sarif{dirs: []string{dir}, rules: map[codes.Code]int{}, seen: map[fingerprint]int{}}
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		s.dirs = append(s.dirs, real)
	}
	s.run = sarifRun{
		Tool:      sarifTool{Driver: sarifDriver{Name: "edit-lsp", Version: buildVersion().Version, InformationURI: homePage}},
		BaseIDs:   map[string]sarifArtifact{sarifBase: {URI: folderURI(dir)}},
		Artifacts: []sarifDocument{}, Results: []sarifResult{}, ColumnKind: "unicodeCodePoints",
	}
	for i, e := range codes.All() {
		s.rules[e.Code] = i
		level, _ := sarifLevel(e.Severity)
		s.run.Tool.Driver.Rules = append(s.run.Tool.Driver.Rules, sarifRule{
			ID: string(e.Code), Name: pascalCase(string(e.Code)),
			ShortDescription: sarifMessage{Text: e.Title()},
			FullDescription:  sarifMessage{Text: e.Means},
			Help:             sarifMessage{Text: e.Do, Markdown: e.Do},
			HelpURI:          e.Code.Page(),
			Default:          sarifDefault{Level: level},
		})
	}
	return s, nil
}

// results adds the findings of a document, which is artifact number index.
func (s *sarif) results(d document, index int) {
	chat := s.run.Artifacts[index].Location
	// The artifact's other members aren't repeated.
	at := sarifArtifact{URI: chat.URI, BaseID: chat.BaseID, Index: &index}
	for _, f := range findings(d.report) {
		level, kind := sarifLevel(f.Severity)
		location := sarifLocation{Physical: sarifPhysical{Artifact: at, Region: sarifRegion{Start: f.First.Number(), End: int(f.End)}}}
		r := sarifResult{
			RuleID: string(f.Code), RuleIndex: s.rules[f.Code], Kind: kind, Level: level,
			Message: sarifMessage{Text: f.words()}, Locations: []sarifLocation{location},
			Fingerprints: map[string]string{sarifPrint: s.fingerprint(d, f)},
		}
		for i, place := range f.Related {
			r.Related = append(r.Related, sarifLocation{
				ID: i + 1, Message: &sarifMessage{Text: place.Message},
				Physical: sarifPhysical{Artifact: s.file(place.Abs), Region: sarifRegion{Start: place.Line.Number()}},
			})
		}
		if f.block != nil {
			r.Properties = &sarifProperties{Cause: string(f.block.Cause), Status: string(f.block.Status), Target: f.target()}
		}
		s.run.Results = append(s.run.Results, r)
	}
}

// fingerprint identifies a finding across runs, whatever is above it. It hashes the code, the
// target and the block's text.
func (s *sarif) fingerprint(d document, f blockFinding) string {
	doc := d.report.Plan.Document.Text
	first, end := f.First, f.End
	if f.block != nil {
		first, end = f.block.Block.Start, f.block.Block.End+1
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\x00%s\x00", f.Code, f.target())
	for l := first; l < end; l++ {
		fmt.Fprintln(hash, doc.Line(l))
	}
	print := fingerprint{d.name, hex.EncodeToString(hash.Sum(nil)[:16])}
	s.seen[print]++
	return fmt.Sprintf("%s:%d", print.sum, s.seen[print])
}

func (s *sarif) chat(name string) sarifArtifact {
	if name == stdin {
		return sarifArtifact{URI: stdin, Description: &sarifMessage{Text: "standard input"}}
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return sarifArtifact{URI: relativeURI(filepath.ToSlash(name))}
	}
	return s.file(abs)
}

// file returns the location of a file, relative if it is in the working directory.
func (s *sarif) file(abs string) sarifArtifact {
	for _, dir := range s.dirs {
		if rel, ok := relativeTo(dir, abs); ok {
			return sarifArtifact{URI: relativeURI(rel), BaseID: sarifBase}
		}
	}
	return sarifArtifact{URI: protocol.FileURI(abs)}
}

// folderURI returns a folder's URI, with one slash at its end also at the top of a file system.
func folderURI(dir string) string { return strings.TrimSuffix(protocol.FileURI(dir), "/") + "/" }

// relativeTo returns a file's slash-separated path in a folder, false if it is outside.
func relativeTo(dir, abs string) (string, bool) {
	rel, err := filepath.Rel(dir, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

func relativeURI(path string) string { return (&url.URL{Path: path}).String() }

// pascalCase converts file-not-found to FileNotFound.
func pascalCase(s string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(s, "-") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
