package lsp

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/prompt"
)

// usualDialect is the one that models know best.
const usualDialect = "search-replace"

// formatPrompt answers commandFormatPrompt. It isn't about a chat.
func (s *session) formatPrompt(p protocol.ExecuteCommandParams) (wire.Answer[any], error) {
	a := struct {
		Dialect string `json:"dialect"`
	}{usualDialect}
	if configured := s.dialects(); !slices.Contains(configured, usualDialect) && len(configured) > 0 {
		a.Dialect = configured[0]
	}
	if len(p.Arguments) > 0 {
		if err := json.Unmarshal(p.Arguments[0], &a); err != nil {
			return nil, wire.Errorf(wire.InvalidParams, "%s takes an object with the dialect", p.Command)
		}
	}
	format, err := prompt.Lookup(a.Dialect)
	if err != nil {
		return nil, wire.Errorf(wire.InvalidParams, "%s: %s", p.Command, err)
	}
	return func(context.Context) (any, error) {
		return map[string]string{"prompt": prompt.Instructions(format)}, nil
	}, nil
}

func (s *session) dialects() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	// There are no instructions for tool calls.
	return slices.DeleteFunc(slices.Clone(s.config.Dialects), func(name string) bool {
		_, err := prompt.Lookup(name)
		return err != nil
	})
}
