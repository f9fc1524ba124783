package workspace

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type countingDisk struct {
	disk
	calls atomic.Int64
}

func (d *countingDisk) count() int64 { return d.calls.Load() }

func (d *countingDisk) openFolder(dir string) (folder, error) {
	d.calls.Add(1)
	f, err := d.disk.openFolder(dir)
	return countingFolder{f, d}, err
}

func (d *countingDisk) stat(path string) (fs.FileInfo, error) {
	d.calls.Add(1)
	return d.disk.stat(path)
}

func (d *countingDisk) real(path string) (string, error) {
	d.calls.Add(1)
	return d.disk.real(path)
}

type countingFolder struct {
	folder
	disk *countingDisk
}

func (f countingFolder) Lstat(name string) (fs.FileInfo, error) {
	f.disk.calls.Add(1)
	return f.folder.Lstat(name)
}

func (f countingFolder) Readlink(name string) (string, error) {
	f.disk.calls.Add(1)
	return f.folder.Readlink(name)
}

func (f countingFolder) list(name string, limit int) ([]fs.DirEntry, error) {
	f.disk.calls.Add(1)
	return f.folder.list(name, limit)
}

func (f countingFolder) open(name string) (fs.File, error) {
	f.disk.calls.Add(1)
	return f.folder.open(name)
}

func (f countingFolder) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	f.disk.calls.Add(1)
	return f.folder.OpenFile(name, flag, perm)
}

// Only disk.go and source.go access files, so the counters see every call.
func TestOnlyDiskReachesTheFileSystem(t *testing.T) {
	harmless := map[string][]string{
		"os":       {"File", "LinkError", "UserHomeDir", "Getenv", "O_RDONLY", "O_WRONLY", "O_RDWR", "O_APPEND", "O_CREATE", "O_EXCL"},
		"filepath": {"FromSlash", "ToSlash", "Clean", "IsAbs", "Dir", "Split", "VolumeName", "Join"},
		"syscall":  {"ENAMETOOLONG", "ELOOP"},
	}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "disk") || strings.HasPrefix(name, "ctime_") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, i := range parsed.Imports {
			assert.NotContains(t, []string{`"os/exec"`, `"net"`, `"net/http"`, `"io/ioutil"`, `"plugin"`}, i.Path.Value, name)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := s.X.(*ast.Ident); ok && harmless[pkg.Name] != nil {
					assert.True(t, slices.Contains(harmless[pkg.Name], s.Sel.Name), "%s: %s.%s belongs in disk.go", name, pkg.Name, s.Sel.Name)
				}
			}
			return true
		})
	}
}
