package vscode_test

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/parse"
)

// manifest is the part of package.json that the tests read.
type manifest struct {
	Contributes struct {
		Commands []struct {
			Command string `json:"command"`
		} `json:"commands"`
		Configuration struct {
			Properties map[string]property `json:"properties"`
		} `json:"configuration"`
	} `json:"contributes"`
}

type property struct {
	Default     any    `json:"default"`
	Scope       string `json:"scope"`
	Description string `json:"markdownDescription"`
}

func manifestOf(t *testing.T) (m manifest) {
	t.Helper()
	data, err := os.ReadFile("package.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &m))
	return m
}

func commandsOf(t *testing.T) (ids []string) {
	t.Helper()
	for _, c := range manifestOf(t).Contributes.Commands {
		ids = append(ids, c.Command)
	}
	return ids
}

// package.json has every setting of the table with its text and default. Its other settings are
// those that src/configuration.ts doesn't send to the server.
func TestTheSettingsAreThoseOfTheTable(t *testing.T) {
	properties := manifestOf(t).Contributes.Configuration.Properties
	assert.LessOrEqual(t, len(properties), 20)
	c := settings.New(parse.DialectNames())
	for _, s := range settings.Table {
		p, ok := properties["editLsp."+s.Name]
		if !assert.True(t, ok, "package.json lacks editLsp.%s", s.Name) {
			continue
		}
		delete(properties, "editLsp."+s.Name)
		assert.Equal(t, s.Doc, p.Description, s.Name)
		require.NoError(t, c.Set(settings.FromClient, "", s.Name, p.Default), s.Name)
		assert.Equal(t, s.Default, c.Text(s), "the default of %s", s.Name)
		// A workspace may be untrusted, so it can't set what protects the user.
		assert.Equal(t, s.Policy, p.Scope == "application", "the scope of %s", s.Name)
	}
	source, err := os.ReadFile("src/configuration.ts")
	require.NoError(t, err)
	list := regexp.MustCompile(`const own = \[(.*)\]`).FindSubmatch(source)
	require.NotNil(t, list)
	var own []string
	for _, m := range regexp.MustCompile(`'([^']+)'`).FindAllSubmatch(list[1], -1) {
		own = append(own, "editLsp."+string(m[1]))
	}
	for name := range properties {
		assert.Contains(t, own, name)
	}
	assert.Len(t, properties, len(own))
}
