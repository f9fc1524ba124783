package main

import (
	"context"
	"fmt"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

// memory is a workspace in memory: files by path.
type memory map[string]*workspace.File

// Target gives a file, or one that does not exist.
func (m memory) Target(_ context.Context, name string) workspace.Target {
	f := m[name]
	return workspace.Target{Name: name, Path: name, Key: name, Exists: f != nil, File: f}
}

// inMemory makes the workspace of files as they are before their changes.
func inMemory(files []*editedFile) memory {
	m := memory{}
	for _, f := range files {
		m[f.path] = workspace.NewFile(text.New(content(f.before)))
	}
	return m
}

// warm makes the indexes and the folded lines of all files.
func (m memory) warm() memory {
	for _, f := range m {
		f.Index()
		f.Text.Folded()
	}
	return m
}

// parsed reads a chat, which must have so many blocks.
func parsed(chat string, blocks int) (*parse.Result, error) {
	doc, err := parse.Document(ctx, text.New(chat), parse.Options{}, nil)
	if err != nil {
		return nil, err
	}
	if len(doc.Blocks) != blocks || len(doc.Problems) > 0 {
		return nil, fmt.Errorf("%d blocks and %d problems, not %d blocks", len(doc.Blocks), len(doc.Problems), blocks)
	}
	return doc, nil
}

// planned judges the blocks of a document.
func planned(doc *parse.Result, m memory) (*apply.Plan, error) {
	return apply.New(ctx, doc, m, apply.Options{})
}

// leaves checks that a plan changes the files as it should.
func leaves(p *apply.Plan, files []*editedFile) error {
	after := map[string]string{}
	for _, e := range p.Files {
		after[e.Target.Path] = e.After().String()
	}
	for _, f := range files {
		got, changed := after[f.path]
		if !changed {
			got = content(f.before)
		}
		if got != content(f.after()) {
			return fmt.Errorf("%s is not as the edits should leave it", f.path)
		}
	}
	return nil
}
