package settings

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
)

// userFile is below the system's configuration directory.
var userFile = filepath.Join("edit-lsp", "edit-lsp.toml")

// Load reads the user's and the workspace folders' files, and returns an error for each invalid value.
func Load(ctx context.Context, ws *workspace.Workspace, dialects []string) (*Config, []error) {
	c := New(dialects)
	errs := c.loadUser()
	view := ws.View(ctx, workspace.Origin{})
	for _, root := range ws.Roots() {
		for _, name := range FileNames {
			where := filepath.Join(root, name)
			t := view.Target(ctx, where)
			switch {
			case t.Refusal != nil:
				errs = append(errs, fmt.Errorf("%s %s: %w", FromWorkspace, where, t.Refusal))
			case t.File != nil:
				errs = append(errs, c.ApplyFile(FromWorkspace, where, t.File.Text.String())...)
			}
		}
	}
	return c, errs
}

// UserFile returns the user's file, or "" if the system has no place for it.
func UserFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, userFile)
}

func (c *Config) loadUser() []error {
	path := UserFile()
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return []error{fmt.Errorf("%s: %w", FromUser, err)}
	case !info.Mode().IsRegular():
		return []error{fmt.Errorf("%s %s: not a regular file; it is ignored", FromUser, path)}
	}
	f, err := os.Open(path)
	if err != nil {
		return []error{fmt.Errorf("%s: %w", FromUser, err)}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, LargestFile+1))
	if err != nil {
		return []error{fmt.Errorf("%s: %w", FromUser, err)}
	}
	return c.ApplyFile(FromUser, path, string(data))
}

// Workspace returns the workspace's options.
func (c *Config) Workspace() workspace.Options {
	return workspace.Options{MaxFileSize: c.MaxFileSize, Protected: c.ProtectedFiles, Unprotected: c.UnprotectedFiles}
}
