package main

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/parse"
)

func compileSchema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for _, one := range []string{fileSchema, vscodeSchema} {
		content, err := jsonschema.UnmarshalJSON(strings.NewReader(read(t, one)))
		require.NoError(t, err)
		require.NoError(t, c.AddResource(schemaURL+one, content))
	}
	s, err := c.Compile(schemaURL + name)
	require.NoError(t, err)
	return s
}

// validate returns the schema's opinion of a decoded document.
func validate(t *testing.T, s *jsonschema.Schema, document any) error {
	t.Helper()
	data, err := json.Marshal(document)
	require.NoError(t, err)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	require.NoError(t, err)
	return s.Validate(v)
}

func decodeTOML(t *testing.T, content string) map[string]any {
	t.Helper()
	var v map[string]any
	_, err := toml.Decode(content, &v)
	require.NoError(t, err, content)
	return v
}

// The schema and the program agree on every file.
func TestSchemaOfTheFile(t *testing.T) {
	s := compileSchema(t, fileSchema)
	for _, content := range []string{
		"scope = \"all\"", "scope = \"some\"", "scope = 1",
		"dialects = [\"anchored\"]", "dialects = \"anchored\"", "dialects = []", "dialects = [\"xml\"]",
		"maxFileSize = \"8 MiB\"", "maxFileSize = 8192", "maxFileSize = \"8 MB\"", "maxFileSize = 0", "maxFileSize = 5000000000",
		"idleTime = 500", "idleTime = 5", "idleTime = \"500\"", "maxDiagnostics = 100001",
		"journal = false", "journal = \"off\"", "defaultTarget = \"a.go\"", "languages = [\"tex\", 1]",
		"[turns]\nuser = [\"^Q: \"]", "[turns]\nuser = [\"(\"]", "[turns]\nsystem = [\"^S: \"]",
		"[context]\nfiles = \"src/**\"", "context = \"src/**\"", "colour = true",
	} {
		wrong := settings.New(parse.DialectNames()).ApplyFile(settings.FromUser, "", content)
		err := validate(t, s, decodeTOML(t, content))
		assert.Equal(t, len(wrong) == 0, err == nil, "%s\nthe program: %v\nthe schema: %v", content, wrong, err)
	}
}

func TestSchemaOfVSCodeSettings(t *testing.T) {
	s := compileSchema(t, vscodeSchema)
	for content, right := range map[string]bool{
		`{"editor.tabSize": 2, "editLsp.scope": "all", "editLsp.decorations": false}`: true,
		`{"editLsp.scope": "some"}`:               false,
		`{"editLsp.colour": true}`:                false,
		`{"editLsp.trace.server": "messages"}`:    true,
		`{"editLsp.context.files": ["src/**"]}`:   true,
		`{"editLsp.context.files": [1]}`:          false,
		`{"editLsp.idleTime": 5}`:                 false,
		`{"editLsp.maxFileSize": "512 KiB"}`:      true,
		`{"editLsp.maxFileSize": "half a MiB"}`:   false,
		`{"editLspOfSomebodyElse.scope": "some"}`: true,
	} {
		err := validate(t, s, json.RawMessage(content))
		assert.Equal(t, right, err == nil, "%s: %v", content, err)
	}
}

var fence = regexp.MustCompile("(?ms)^```(toml|json)\n(.*?)^```$")

// The settings in the documentation are valid.
func TestSchemasAcceptTheDocumentation(t *testing.T) {
	file, vscode := compileSchema(t, fileSchema), compileSchema(t, vscodeSchema)
	seen := map[string]int{}
	for name, page := range readPages(t) {
		for _, m := range fence.FindAllStringSubmatch(page, -1) {
			where := fmt.Sprintf("%s:\n%s", name, m[2])
			switch {
			case m[1] == "toml" && path.Base(name) == "settings.md":
				assert.NoError(t, validate(t, file, decodeTOML(t, m[2])), where)
			case m[1] == "json" && strings.Contains(m[2], `"editLsp.`):
				assert.NoError(t, validate(t, vscode, json.RawMessage(m[2])), where)
			default:
				continue
			}
			seen[m[1]]++
		}
	}
	assert.GreaterOrEqual(t, seen["toml"], 1)
	assert.GreaterOrEqual(t, seen["json"], 1)
}
