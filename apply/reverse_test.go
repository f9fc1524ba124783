package apply

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// reverse reverts steps in a folder with these files, and returns what it left and the files then.
func reverse(t *testing.T, before map[string]string, steps ...Step) (kept []string, after map[string]string) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, content := range before {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	ws := workspace.New()
	require.NoError(t, ws.SetRoots([]string{dir}))
	defer ws.Release()
	for i := range steps {
		s := &steps[i]
		s.Path = filepath.Join(dir, s.Path)
		if s.To != "" {
			s.To = filepath.Join(dir, s.To)
		}
	}
	edits, left := Reverse(t.Context(), ws.View(t.Context(), workspace.Origin{}), steps)
	for _, k := range left {
		kept = append(kept, k.Path+": "+k.Err.Error())
	}
	for _, w := range Write(t.Context(), ws, edits) {
		require.NoError(t, w.Err)
	}
	after = map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		after[e.Name()] = string(content)
	}
	return kept, after
}

// made is one that was made from a text to another, "-" for a missing file.
func made(path, to, from, now string) Step {
	return Step{Path: path, To: to, Was: func(t *text.Text) (*text.Text, error) {
		switch {
		case (t == nil) != (now == noFile), t != nil && t.String() != now:
			return nil, ErrSince
		case from == noFile:
			return nil, nil
		}
		return text.New(from), nil
	}}
}

func TestReverse(t *testing.T) {
	type all = map[string]string
	for name, c := range map[string]struct {
		steps         []Step
		before, after all
		kept          []string
	}{
		"one after the other":      {[]Step{made("a", "", "1", "2"), made("a", "", "2", "3")}, all{"a": "3"}, all{"a": "1"}, nil},
		"only the last is known":   {[]Step{made("a", "", "1", "x"), made("a", "", "2", "3")}, all{"a": "3"}, all{"a": "3"}, []string{"a: it was changed since"}},
		"made, renamed, changed":   {[]Step{made("a", "", noFile, "1"), made("a", "b", "1", "1"), made("b", "", "1", "2")}, all{"b": "2"}, all{}, nil},
		"renamed and back":         {[]Step{made("a", "b", "1", "1"), made("b", "a", "1", "2")}, all{"a": "2"}, all{"a": "1"}, nil},
		"deleted and made again":   {[]Step{made("a", "", "1", noFile), made("a", "", noFile, "2")}, all{"a": "2"}, all{"a": "1"}, nil},
		"made and deleted":         {[]Step{made("a", "", noFile, "1"), made("a", "", "1", noFile)}, all{}, all{}, nil},
		"renamed, another changed": {[]Step{made("a", "b", "1", "1"), made("c", "", "1", "2")}, all{"b": "1", "c": "?"}, all{"a": "1", "c": "?"}, []string{"c: it was changed since"}},
		"the former name is taken": {
			[]Step{made("c", "", "1", "2"), made("a", "b", "1", "1")}, all{"a": "mine", "b": "1", "c": "2"}, all{"a": "mine", "b": "1", "c": "1"},
			[]string{"a: there is a file with its former name", "b: there is a file with its former name"},
		},
		"a name was used again": {
			[]Step{made("a", "b", "1", "1"), made("a", "", noFile, "2")}, all{"a": "2", "b": "1"}, all{"a": "1"}, nil,
		},
		"it is gone": {[]Step{made("a", "", "1", "2")}, all{}, all{}, []string{"a: it is gone"}},
	} {
		t.Run(name, func(t *testing.T) {
			kept, after := reverse(t, c.before, c.steps...)
			assert.Equal(t, c.kept, kept)
			assert.Equal(t, c.after, after)
		})
	}
}

func TestReverseOutsideOfTheRoot(t *testing.T) {
	fits := func(*text.Text) (*text.Text, error) { return text.New("evil"), nil }
	for _, path := range []string{"../outside", ".git/config", ".env"} {
		kept, after := reverse(t, map[string]string{"a": "1"}, Step{Path: path, Was: fits})
		assert.Len(t, kept, 1, path)
		assert.Equal(t, map[string]string{"a": "1"}, after)
	}
	wrong := errors.New("no text")
	kept, _ := reverse(t, map[string]string{"a": "1"}, Step{Path: "a", Was: func(*text.Text) (*text.Text, error) { return nil, wrong }})
	assert.Equal(t, []string{"a: no text"}, kept)
}
