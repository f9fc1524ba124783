package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/parse"
)

// manifest is the VS Code extension's, which shows the settings in the editor.
const manifest = "editors/vscode/package.json"

// property is the JSON schema of a setting, in the order of the manifest.
type property struct {
	Type        any      `json:"type"`
	Items       *items   `json:"items,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	MinItems    int      `json:"minItems,omitempty"`
	Pattern     string   `json:"pattern,omitempty"`
	Minimum     int64    `json:"minimum,omitempty"`
	Maximum     int64    `json:"maximum,omitempty"`
	Default     any      `json:"default"`
	Scope       string   `json:"scope,omitempty"`
	Description string   `json:"markdownDescription"`
}

type items struct {
	Type   string   `json:"type"`
	Format string   `json:"format,omitempty"`
	Enum   []string `json:"enum,omitempty"`
}

// serverSettings are the server's settings in the manifest: those between the extension's own.
var serverSettings = regexp.MustCompile(`(?s)(\n        "editLsp\.decorations": \{.*?\n        \},\n).*(        "editLsp\.trace\.server": \{)`)

// withSettings returns the manifest with the settings of the table.
func withSettings(top string) string {
	var settingsOfServer strings.Builder
	for _, s := range settings.Table {
		fmt.Fprintf(&settingsOfServer, "        %q: %s,\n", "editLsp."+s.Name, indented("        ", propertyOf(s)))
	}
	page := readFile(filepath.Join(top, manifest))
	at := serverSettings.FindStringSubmatchIndex(page)
	if at == nil {
		panic(manifest + ": no editLsp.decorations and editLsp.trace.server with the settings of the server between them")
	}
	return page[:at[3]] + settingsOfServer.String() + page[at[4]:]
}

// indented returns a value as JSON, whose lines but the first begin with a prefix.
func indented(prefix string, value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	must(e.Encode(value))
	return strings.TrimSuffix(b.String(), "\n")
}

var numbers = regexp.MustCompile(`(\d+) to (\d+)$`)

// propertyOf reads the schema from the words that describe the setting's type.
func propertyOf(s settings.Setting) property {
	p := property{Type: "string", Default: s.Default, Description: s.Doc}
	// A workspace may be untrusted, so it can't set what protects the user. In a remote window, only the
	// settings of the remote machine show those of the scope "machine".
	if s.Policy {
		p.Scope = "application"
	}
	number := numbers.FindStringSubmatch(s.Type)
	switch {
	case s.Type == "`true` or `false`":
		p.Type, p.Default = "boolean", s.Default == "true"
	case s.Choices() != nil:
		p.Enum = s.Choices()
	case strings.HasPrefix(s.Type, "list of "):
		p.Type, p.Items, p.Default = "array", &items{Type: "string"}, []string{}
		switch {
		case strings.HasSuffix(s.Type, " dialects"):
			p.Items.Enum, p.Default, p.MinItems = parse.DialectNames(), parse.DialectNames(), 1
		case strings.HasSuffix(s.Type, " regular expressions"):
			p.Items.Format = "regex"
		}
	case number != nil:
		p.Type = "integer"
		p.Minimum, p.Maximum = get(strconv.ParseInt(number[1], 10, 64)), get(strconv.ParseInt(number[2], 10, 64))
		p.Default = get(strconv.Atoi(s.Default))
	case strings.HasPrefix(s.Type, "size"):
		p.Type, p.Minimum, p.Maximum = []string{"string", "integer"}, 1, 4<<30
		p.Pattern = `^\s*[0-9]{1,12}\s*(B|KiB|MiB|GiB)?\s*$`
	case s.Type != "path":
		panic(fmt.Sprintf("setting %s: no JSON schema is known for the type %q; add it to propertyOf", s.Name, s.Type))
	}
	if p.Default == "none" {
		p.Default = ""
	}
	return p
}
