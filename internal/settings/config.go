package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// Source is where a value comes from.
type Source string

// The sources; later ones override earlier ones.
const (
	FromDefault   Source = "default"
	FromUser      Source = "user file"
	FromWorkspace Source = "workspace file"
	FromClient    Source = "editor settings"
	FromFlag      Source = "flag"
)

// FileNames are the configuration files of a workspace folder.
var FileNames = []string{"edit-lsp.toml", ".edit-lsp.toml"}

// LargestFile limits a configuration file, in bytes.
const LargestFile = 64 << 10

// Config holds the settings with each value's source. It is immutable once set up.
type Config struct {
	Values
	// From maps a setting to its source and, for a file, its path.
	From map[string]string
}

// New returns the default configuration: all these dialects are read.
func New(dialects []string) *Config {
	c := &Config{Values: defaults(dialects), From: map[string]string{}}
	for _, s := range Table {
		c.From[s.Name] = string(FromDefault)
	}
	return c
}

// Text returns a setting's value as it would be written.
func (c *Config) Text(s Setting) string { return s.text(&c.Values) }

// Set sets one setting.
func (c *Config) Set(source Source, where, name string, value any) error {
	for _, s := range Table {
		if s.Name != name {
			continue
		}
		// A copy, so that a partly valid value changes nothing.
		v := c.Values
		if err := s.set(&v, value, s.Policy && source == FromWorkspace); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		c.Values = v
		c.From[name] = strings.TrimSpace(string(source) + " " + where)
		return nil
	}
	return fmt.Errorf("unknown setting %s%s", text.Escape(name), nearestName(name))
}

// Apply sets a nested map's values, and returns an error for each invalid one.
func (c *Config) Apply(source Source, where string, values map[string]any) []error {
	var errs []error
	flat := map[string]any{}
	flatten(flat, "", values)
	for _, n := range slices.Sorted(maps.Keys(flat)) {
		if err := c.Set(source, where, n, flat[n]); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", strings.TrimSpace(string(source)+" "+where), err))
		}
	}
	return errs
}

// ApplyFile applies a configuration file's content.
func (c *Config) ApplyFile(source Source, where, content string) []error {
	if len(content) > LargestFile {
		return []error{fmt.Errorf("%s %s: larger than %s; it is ignored", source, where, workspace.FormatSize(LargestFile))}
	}
	var values map[string]any
	if _, err := toml.Decode(content, &values); err != nil {
		return []error{fmt.Errorf("%s %s: %s; it is ignored", source, where, text.Escape(err.Error()))}
	}
	return c.Apply(source, where, values)
}

func flatten(to map[string]any, prefix string, values map[string]any) {
	for k, v := range values {
		name := prefix + k
		if table, ok := v.(map[string]any); ok {
			flatten(to, name+".", table)
			continue
		}
		to[name] = v
	}
}

// nearestName suggests a similarly spelled setting.
func nearestName(name string) string {
	fold := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(s))
	}
	want := fold(name)
	i := slices.IndexFunc(Table, func(s Setting) bool {
		have := fold(s.Name)
		return have == want || strings.HasPrefix(have, want) || strings.HasPrefix(want, have)
	})
	if i < 0 || want == "" {
		return ""
	}
	return "; did you mean " + Table[i].Name + "?"
}
