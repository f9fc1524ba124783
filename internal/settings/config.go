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

// The sources, the later ones winning over the earlier.
const (
	FromDefault   Source = "default"
	FromUser      Source = "user file"
	FromWorkspace Source = "workspace file"
	FromClient    Source = "client"
	FromFlag      Source = "flag"
)

// FileNames are the names of the configuration file, in a workspace folder.
var FileNames = []string{"edit-lsp.toml", ".edit-lsp.toml"}

// LargestFile is how large a configuration file may be, in bytes.
const LargestFile = 64 << 10

// Config is the settings and where each value comes from. It is changed only while it
// is made.
type Config struct {
	Values
	// From holds the source of each setting by name; file sources are followed by the
	// file's path.
	From map[string]string
}

// New is the configuration of the defaults.
func New() *Config {
	c := &Config{Values: defaults(), From: map[string]string{}}
	for _, s := range Table {
		c.From[s.Name] = string(FromDefault)
	}
	return c
}

// Text is the value of a setting as it would be written.
func (c *Config) Text(s Setting) string { return s.text(&c.Values) }

// Set sets one setting.
func (c *Config) Set(source Source, where, name string, value any) error {
	for _, s := range Table {
		if s.Name != name {
			continue
		}
		// A copy is set, so that a value that is half right changes nothing.
		v := c.Values
		if err := s.set(&v, value, s.Policy && source == FromWorkspace); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		c.Values = v
		c.From[name] = strings.TrimSpace(string(source) + " " + where)
		return nil
	}
	return fmt.Errorf("there is no setting %s%s", text.Escape(name), nearestName(name))
}

// Apply sets what a nested map of settings holds. What is wrong is left out and given
// back, a line each; the rest counts.
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

// ApplyFile sets what a configuration file says.
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

// flatten turns nested tables into dotted names.
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

// nearestName suggests a name that is written almost like this one.
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
