package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// Folders with the same last name are told apart in titles.
func TestFoldersWithTheSameName(t *testing.T) {
	for name, c := range map[string]struct {
		folders, names, want []string
	}{
		"last names that differ":         {[]string{"x/one", "x/two"}, []string{"First", "Second"}, []string{"one", "two"}},
		"the editor's names":             {[]string{"x/app", "y/app"}, []string{"Frontend", "Backend"}, []string{"Frontend", "Backend"}},
		"the ends of paths":              {[]string{"x/app", "y/app"}, []string{"app", "app"}, []string{"x/app", "y/app"}},
		"no names":                       {[]string{"x/app", "y/app"}, []string{"", ""}, []string{"x/app", "y/app"}},
		"ends that are longer":           {[]string{"x/src/app", "y/src/app", "v/z/app"}, []string{"app", "app", "app"}, []string{"x/src/app", "y/src/app", "v/z/app"}},
		"one that is the end of another": {[]string{"x/app", "y/app", "z/x"}, []string{"x", "y", "z"}, []string{"x", "y", "z"}},
		"some with an editor's name":     {[]string{"x/app", "y/app", "z/lib"}, []string{"lib", "", "z"}, []string{"x/app", "y/app", "z/lib"}},
	} {
		t.Run(name, func(t *testing.T) {
			all := files{}
			for _, f := range c.folders {
				all[f+"/a.txt"] = "one\n"
			}
			u := launch(t, lay(t, all), Options{})
			var folders []protocol.WorkspaceFolder
			for i, f := range c.folders {
				folders = append(folders, protocol.WorkspaceFolder{URI: u.uri(f), Name: c.names[i]})
			}
			u.connect(lsptest.Options{Params: map[string]any{"workspaceFolders": folders}})
			const chat = "untitled:chat"
			u.do(u.OpenText(u.ctx, chat, "markdown", block("a.txt", "one\n", "uno\n")))
			list, err := u.CodeActions(u.ctx, chat, 1)
			u.do(err)
			var titles []string
			for _, a := range list[:len(c.want)] {
				titles = append(titles, a.Title)
			}
			var want []string
			for _, name := range c.want {
				want = append(want, "Use the file in "+name)
			}
			assert.Equal(t, want, titles)
		})
	}
}
