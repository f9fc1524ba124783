package lsp

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// Requests for files that only the client can read. A client that answers them announces
// {"editLsp": {"files": true}} in its experimental capabilities.
const (
	statFile   = "editLsp/stat"
	readFile   = "editLsp/readFile"
	listFolder = "editLsp/listFolder"
)

// cleanPaths is a request of such a client before it takes names from elsewhere, such as an archive.
const cleanPaths = "editLsp/cleanPaths"

type pathsParams struct {
	Paths []string `json:"paths"`
}

// cleanPaths answers which names the path policy allows: each name as it would be used, or "".
func (s *session) cleanPaths(_ context.Context, p pathsParams) (wire.Answer[pathsParams], error) {
	return func(ctx context.Context) (pathsParams, error) {
		clean := make([]string, len(p.Paths))
		for i, name := range p.Paths {
			if err := ctx.Err(); err != nil {
				return pathsParams{}, err
			}
			clean[i], _ = workspace.CheckName(name)
		}
		return pathsParams{clean}, nil
	}, nil
}

type fileParams struct {
	URI   protocol.DocumentUri `json:"uri"`
	Limit int                  `json:"limit,omitempty"`
}

// fileStat answers a stat request and is an entry of a listing. It is null for a missing file.
type fileStat struct {
	// Path is relative to the listed folder, with slashes.
	Path   string `json:"path,omitempty"`
	Folder bool   `json:"folder"`
	Link   bool   `json:"link,omitempty"`
	// Size is in bytes, ModTime in milliseconds since 1970.
	Size    int64 `json:"size"`
	ModTime int64 `json:"mtime"`
	// Unread is why the client doesn't know what is there, for users; "" if it knows.
	Unread string `json:"unread,omitempty"`
}

func (s *fileStat) entry() workspace.SourceEntry {
	return workspace.SourceEntry{Path: s.Path, Folder: s.Folder, Link: s.Link, Size: s.Size, ModTime: time.UnixMilli(s.ModTime)}
}

type clientFiles struct{ session *session }

func (c client) hasFiles() bool { return c.experimental().Files }

// ask sends a request about a path. It ends with ctx or with the session. A null answer is
// fs.ErrNotExist.
func ask[T any](ctx context.Context, c clientFiles, method, path string, limit int) (*T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.session.base, cancel)()
	var answer *T
	params := fileParams{URI: protocol.FileURI(filepath.FromSlash(path)), Limit: limit}
	if err := c.session.wire.Call(ctx, method, params, &answer); err != nil {
		return nil, err
	}
	if answer == nil {
		return nil, fs.ErrNotExist
	}
	return answer, nil
}

func (c clientFiles) Stat(ctx context.Context, path string) (workspace.SourceEntry, error) {
	answer, err := ask[fileStat](ctx, c, statFile, path, 0)
	if err != nil {
		return workspace.SourceEntry{}, err
	}
	if answer.Unread != "" {
		return workspace.SourceEntry{}, errors.New(answer.Unread)
	}
	return answer.entry(), nil
}

func (c clientFiles) List(ctx context.Context, path string, limit int) ([]workspace.SourceEntry, error) {
	answer, err := ask[[]fileStat](ctx, c, listFolder, path, limit)
	if err != nil {
		return nil, err
	}
	entries := make([]workspace.SourceEntry, len(*answer))
	for i := range entries {
		entries[i] = (*answer)[i].entry()
	}
	return entries, nil
}

// Read implements [workspace.Source]. Clients send bytes that aren't UTF-8 as base64.
func (c clientFiles) Read(ctx context.Context, path string) ([]byte, error) {
	answer, err := ask[struct {
		Text   *string `json:"text"`
		Base64 string  `json:"base64"`
	}](ctx, c, readFile, path, 0)
	if err != nil {
		return nil, err
	}
	if answer.Text != nil {
		return []byte(*answer.Text), nil
	}
	data, err := base64.StdEncoding.DecodeString(answer.Base64)
	if err != nil {
		return nil, fmt.Errorf("decoding the editor's answer: %w", err)
	}
	return data, nil
}
