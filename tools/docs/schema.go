package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/parse"
)

// The JSON Schemas with which editors complete and check the settings. They use draft 7, which VS Code
// and TOML language servers read.
const (
	fileSchema   = "docs/schema/edit-lsp.json"
	vscodeSchema = "docs/schema/vscode-settings.json"
	schemaURL    = "https://raw.githubusercontent.com/edit-lsp/edit-lsp/main/"
	// dialectSchema is where the first one lists the dialects, so that a new one is named once.
	dialectSchema = "/definitions/dialect"
)

// schema is a JSON Schema, or a part of one.
type schema map[string]any

// configurationSchema returns the schema of edit-lsp.toml, where a dot in a setting's name is a table.
func configurationSchema() string {
	object := func() schema { return schema{"type": "object", "additionalProperties": false, "properties": schema{}} }
	top := object()
	for _, s := range settings.Table {
		p := propertyOf(s)
		value := withoutEditor(get(json.Marshal(p)), "#"+dialectSchema)
		if item, isList := value["items"]; isList { // the file may have one text for a list of one
			delete(value, "items")
			delete(value, "type")
			value["anyOf"] = []any{schema{"type": "array", "items": item, "minItems": p.MinItems}, item}
		}
		properties, names := top["properties"].(schema), strings.Split(s.Name, ".")
		for _, group := range names[:len(names)-1] {
			if properties[group] == nil {
				properties[group] = object()
			}
			properties = properties[group].(schema)["properties"].(schema)
		}
		properties[names[len(names)-1]] = value
	}
	top["definitions"] = schema{"dialect": schema{"enum": parse.DialectNames()}}
	return writeSchema(fileSchema, "Settings of edit-lsp in edit-lsp.toml", top)
}

// settingsSchema returns the schema of VS Code's settings.json, which also has other programs' settings.
func settingsSchema(manifest string) string {
	var m struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]json.RawMessage
			}
		}
	}
	must(json.Unmarshal([]byte(manifest), &m))
	properties := schema{}
	for name, data := range m.Contributes.Configuration.Properties {
		properties[name] = withoutEditor(data, schemaURL+fileSchema+"#"+dialectSchema)
	}
	return writeSchema(vscodeSchema, "Settings of edit-lsp in VS Code's settings.json", schema{
		"type":       "object",
		"properties": properties,
		"propertyNames": schema{"anyOf": []any{
			schema{"not": schema{"pattern": `^editLsp\.`}},
			schema{"enum": slices.Sorted(maps.Keys(properties))},
		}},
	})
}

// withoutEditor returns a property of the manifest without what only VS Code reads, and with a reference to the list of
// all dialects for a list of them.
func withoutEditor(data []byte, dialects string) (value schema) {
	must(json.Unmarshal(data, &value))
	if item, _ := value["items"].(map[string]any); fmt.Sprint(item["enum"]) == fmt.Sprint(parse.DialectNames()) {
		value["items"] = schema{"$ref": dialects}
		delete(value, "default") // all, or none
	}
	doc, _ := value["markdownDescription"].(string)
	if value["scope"] != nil {
		doc += " It protects you, so an editor or a workspace may not be able to change it; see docs/settings.md."
	}
	value["description"] = doc
	for _, key := range []string{"markdownDescription", "scope", "order"} {
		delete(value, key)
	}
	return value
}

func writeSchema(name, title string, s schema) string {
	s["$schema"], s["$id"], s["title"] = "http://json-schema.org/draft-07/schema#", schemaURL+name, title
	return indented("", s) + "\n"
}
