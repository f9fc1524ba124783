package lsp

import (
	"context"
	"encoding/json"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

const section = "editLsp"

type configuration struct {
	*settings.Config
	// initial holds the initialization options, client the settings sent later.
	initial, client map[string]any
	// asked counts requests to the client and changes it sent. Answers arrive in the background,
	// and only the latest one counts.
	asked  int
	warned map[string]bool
}

// didChangeConfiguration asks the client for its settings, since some that can be asked send none or
// empty ones here. The settings sent count for other clients, and if the answer has none.
func (s *session) didChangeConfiguration(_ context.Context, p protocol.DidChangeConfigurationParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	values := ownSection(p.Settings)
	if s.client.Workspace.Configuration {
		s.pullConfiguration(values)
		return nil
	}
	if values != nil {
		s.config.client = values
	}
	s.configure()
	return nil
}

// pullConfiguration asks the client for its settings, in the background. It uses the given ones, which
// may be nil, if the client has none. mu must be held.
func (s *session) pullConfiguration(otherwise map[string]any) {
	s.config.asked++
	asked := s.config.asked
	s.start(func() {
		var answers []json.RawMessage
		params := protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: ptr(section)}}}
		if err := s.wire.Call(s.base, "workspace/configuration", params, &answers); err != nil {
			s.log.Warn("the client gave no settings", "error", err)
			if otherwise == nil {
				return
			}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if asked != s.config.asked {
			return // it was asked again since
		}
		s.config.client = otherwise
		if len(answers) > 0 {
			if values := ownSection(answers[0]); len(values) > 0 {
				s.config.client = values
			}
		}
		s.configure()
	})
}

// ownSection parses settings, with or without our section around them. It returns nil if there are
// none.
func ownSection(raw json.RawMessage) map[string]any {
	var values map[string]any
	if json.Unmarshal(raw, &values) != nil {
		return nil
	}
	if own, ok := values[section]; ok {
		values, _ = own.(map[string]any)
	}
	// In VS Code, the extension's own settings are in the same section.
	for _, k := range clientSettings {
		delete(values, k)
	}
	return values
}

// clientSettings are the keys of our section that belong to the client.
var clientSettings = []string{"server", "trace"}

// configure loads all settings again and rechecks all chats. mu must be held.
func (s *session) configure() {
	c, wrong := settings.Load(s.base, s.targets, parse.DialectNames())
	wrong = append(wrong, c.Apply(settings.FromClient, "", s.config.initial)...)
	wrong = append(wrong, c.Apply(settings.FromClient, "", s.config.client)...)
	for _, err := range wrong {
		s.warnOnce(err.Error())
	}
	s.config.Config = c
	s.targets.Configure(c.Workspace())
	s.client.journals.configure(c.Journal)
	s.analyzeAll()
}

func (s *session) warnOnce(message string) {
	if s.config.warned[message] {
		return
	}
	s.config.warned[message] = true
	s.warn(message)
}

func (s *session) warn(message string) {
	s.showMessage(protocol.MessageTypeWarning, "edit-lsp: "+message)
}

func (s *session) showMessage(kind protocol.MessageType, message string) {
	p := protocol.ShowMessageParams{Type: kind, Message: message}
	if err := s.wire.Notify(s.base, "window/showMessage", p); err != nil {
		s.log.Debug("a message was not sent", "error", err)
	}
}

// CheckOptions returns what the settings say of a check.
func CheckOptions(c *settings.Config) diagnostics.Options {
	return diagnostics.Options{
		Options:    apply.Options{Scope: parse.Scope(c.Scope), Independent: c.AfterFailure == "independent"},
		Context:    c.ContextFiles,
		CodeBlocks: diagnostics.CodeBlocks(c.CodeBlocks),
		Parse: parse.Options{
			Dialects: c.Dialects, DefaultTarget: c.DefaultTarget, UserTurns: c.UserTurns, AssistantTurns: c.AssistantTurns,
		},
	}
}

func ptr[T any](v T) *T { return &v }
