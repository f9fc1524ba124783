package workspace

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// someNames are names of files, of nothing, and such as the policy refuses.
func someNames(files map[string]string) []string {
	names := []string{"none", "../up", "src/none", ".git/config", "a/src/d1/f1", "src"}
	for i := range 60 {
		name := fmt.Sprintf("src/d%d/f%d", i%7, i)
		files[name] = fmt.Sprintf("file %d\n", i)
		names = append(names, name)
	}
	return names
}

func atLeastTwo(t *testing.T) {
	if was := runtime.GOMAXPROCS(0); was < 2 {
		runtime.GOMAXPROCS(2)
		t.Cleanup(func() { runtime.GOMAXPROCS(was) })
	}
}

// What is read ahead is what is read.
func TestAheadFindsTheSame(t *testing.T) {
	atLeastTwo(t)
	files := map[string]string{}
	names := someNames(files)
	dir := tree(t, files)
	_, plain := view(t, dir)
	_, v := view(t, dir)
	stop := v.Ahead(t.Context(), names)
	defer stop()
	for _, name := range names {
		want, got := plain.Target(t.Context(), name), v.Target(t.Context(), name)
		assert.Equal(t, want.Refusal, got.Refusal, name)
		assert.Equal(t, want.Key, got.Key, name)
		assert.Equal(t, want.Exists, got.Exists, name)
		if want.File != nil {
			assert.Equal(t, want.File.Text.String(), got.File.Text.String(), name)
		}
	}
}

// Once it is stopped nothing is asked of the disk any more, and what was begun and is
// cancelled does not count.
func TestAheadStops(t *testing.T) {
	atLeastTwo(t)
	files := map[string]string{}
	names := someNames(files)
	d := &countingDisk{disk: osDisk{}}
	w := newWorkspace(Options{}, d)
	defer w.Release()
	require.NoError(t, w.SetRoots([]string{tree(t, files)}))
	v := w.View(t.Context(), Origin{})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	before := d.count()
	v.Ahead(cancelled, names)()
	assert.Equal(t, before, d.count())
	v.Ahead(t.Context(), names)()
	after := d.count()
	runtime.Gosched()
	assert.Equal(t, after, d.count())
	for _, name := range names[6:] {
		assert.NotNil(t, v.Target(t.Context(), name).File, name)
	}
}
