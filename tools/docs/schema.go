package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/settings"
)

// The JSON Schemas with which editors complete and check the settings. They use draft 7, which VS Code
// and TOML language servers read.
const (
	fileSchema   = "docs/schema/edit-lsp.json"
	vscodeSchema = "docs/schema/vscode-settings.json"
	schemaURL    = "https://raw.githubusercontent.com/edit-lsp/edit-lsp/main/"
)

// schema is a JSON Schema, or a part of one.
type schema map[string]any

// configurationSchema returns the schema of edit-lsp.toml, where a dot in a setting's name is a table.
func configurationSchema() (string, error) {
	top := schema{"type": "object", "additionalProperties": false, "properties": schema{}}
	for _, s := range settings.Table {
		p, err := propertyOf(s)
		if err != nil {
			return "", err
		}
		data, err := json.Marshal(p)
		if err != nil {
			return "", err
		}
		value, err := withoutEditor(data)
		if err != nil {
			return "", err
		}
		if item, isList := value["items"]; isList { // the file may have one text for a list of one
			delete(value, "items")
			delete(value, "type")
			value["anyOf"] = []any{schema{"type": "array", "items": item, "minItems": p.MinItems}, item}
		}
		table, name := top, s.Name
		for group, rest, nested := strings.Cut(name, "."); nested; group, rest, nested = strings.Cut(name, ".") {
			inner, ok := table["properties"].(schema)[group].(schema)
			if !ok {
				inner = schema{"type": "object", "additionalProperties": false, "properties": schema{}}
				table["properties"].(schema)[group] = inner
			}
			table, name = inner, rest
		}
		table["properties"].(schema)[name] = value
	}
	return writeSchema(fileSchema, "Settings of edit-lsp in edit-lsp.toml", top)
}

// settingsSchema returns the schema of VS Code's settings.json, which also has other programs' settings.
func settingsSchema(manifest string) (string, error) {
	var m struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal([]byte(manifest), &m); err != nil {
		return "", err
	}
	properties, names := schema{}, []string{}
	for name, data := range m.Contributes.Configuration.Properties {
		value, err := withoutEditor(data)
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		properties[name], names = value, append(names, name)
	}
	slices.Sort(names)
	return writeSchema(vscodeSchema, "Settings of edit-lsp in VS Code's settings.json", schema{
		"type":       "object",
		"properties": properties,
		"propertyNames": schema{"anyOf": []any{
			schema{"not": schema{"pattern": `^editLsp\.`}},
			schema{"enum": names},
		}},
	})
}

// withoutEditor returns a property of the manifest without what only VS Code reads.
func withoutEditor(data []byte) (schema, error) {
	var value schema
	if err := json.Unmarshal(data, &value); err != nil {
		return nil, err
	}
	doc, _ := value["markdownDescription"].(string)
	if value["scope"] != nil {
		doc += " It protects you, so an editor or a workspace may not be able to change it; see docs/settings.md."
	}
	value["description"] = doc
	for _, key := range []string{"markdownDescription", "scope", "order"} {
		delete(value, key)
	}
	return value, nil
}

func writeSchema(name, title string, s schema) (string, error) {
	s["$schema"], s["$id"], s["title"] = "http://json-schema.org/draft-07/schema#", schemaURL+name, title
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(s)
	return b.String(), err
}
