package apply

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

type failing struct{ written map[string]string }

func (f failing) Write(_ context.Context, t workspace.Target, content []byte) ([]string, error) {
	if t.Path == "b.txt" {
		return nil, errors.New("disk full")
	}
	f.written[t.Path] = string(content)
	return []string{"its owner"}, nil
}

func (f failing) Remove(context.Context, workspace.Target) error {
	return errors.New("is not asked for")
}

func (f failing) Rename(context.Context, workspace.Target, workspace.Target, []byte) ([]string, error) {
	return nil, errors.New("is not asked for")
}

func (f failing) Sync() { f.written["synced after"] = fmt.Sprint(len(f.written)) }

func TestAFileThatCannotBeWrittenLeavesTheOthers(t *testing.T) {
	m := files(map[string]string{"a.txt": "\uFEFFa\n", "b.txt": "b\n"})
	p := planned(t, strings.ReplaceAll(search("b", "y"), "a.txt", "b.txt")+search("a", "x")+create("c.txt", ""), m, Options{})
	w := failing{map[string]string{}}
	done := p.Write(context.Background(), w)
	require.Len(t, done, 3)
	assert.Error(t, done[0].Err)
	assert.NoError(t, done[1].Err)
	assert.Equal(t, []string{"its owner"}, done[1].Changed)
	assert.Equal(t, map[string]string{"a.txt": "\uFEFFx\n", "c.txt": "", "synced after": "2"}, w.written)
}
