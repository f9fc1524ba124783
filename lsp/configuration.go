package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/parse"
)

// section is the name of our settings among the client's.
const section = "editLsp"

// configuration is what the session was told of its settings.
type configuration struct {
	*settings.Config
	// initial and client are what the client gave, at the start and later.
	initial, client map[string]any
	// asked counts how often the client was asked, or told us by itself: only the last
	// answer counts, and answers are worked on apart.
	asked int
	// warned are the faults that have been said: each is said once.
	warned map[string]bool
}

// didChangeConfiguration takes the client's settings, without a restart. Clients that
// send none want to be asked.
func (s *session) didChangeConfiguration(_ context.Context, p protocol.DidChangeConfigurationParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if values := ownSection(p.Settings); values != nil {
		s.config.client = values
		s.config.asked++ // an answer that is still to come is older
		s.configure()
		return nil
	}
	s.pullConfiguration()
	return nil
}

// pullConfiguration asks the client for its settings, in the background. mu must be
// held.
func (s *session) pullConfiguration() {
	if !s.client.configuration() {
		s.configure()
		return
	}
	s.config.asked++
	asked := s.config.asked
	s.start(func() {
		var answers []json.RawMessage
		params := protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: ptr(section)}}}
		if err := s.wire.Call(s.base, "workspace/configuration", params, &answers); err != nil {
			s.log.Warn("the client gave no settings", "error", err)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if asked != s.config.asked {
			return // it was asked again since, and that answer may be there already
		}
		s.config.client = nil
		if len(answers) > 0 {
			s.config.client = ownSection(answers[0])
		}
		s.configure()
	})
}

// ownSection reads settings that may or may not be wrapped in our section; nil for
// none.
func ownSection(raw json.RawMessage) map[string]any {
	var values map[string]any
	if json.Unmarshal(raw, &values) != nil {
		return nil
	}
	if own, ok := values[section]; ok {
		values, _ = own.(map[string]any)
	}
	// What concerns the client alone is in the same section in VS Code.
	for _, k := range clientSettings {
		delete(values, k)
	}
	return values
}

// clientSettings are keys of our section that clients keep for themselves.
var clientSettings = []string{"server", "trace"}

// configure reads all sources again and checks all chats by what they say. mu must be held.
func (s *session) configure() {
	c, wrong := settings.Load(s.base, s.targets)
	wrong = append(wrong, c.Apply(settings.FromClient, "", s.config.initial)...)
	wrong = append(wrong, c.Apply(settings.FromClient, "", s.config.client)...)
	for _, err := range wrong {
		s.warnOnce(err.Error())
	}
	s.config.Config = c
	s.targets.Configure(c.Workspace())
	s.analyzeAll()
}

// lookAgain checks all chats again after files were changed, by other settings if these
// are among the files. mu must be held.
func (s *session) lookAgain(paths ...string) {
	for _, path := range paths {
		if slices.Contains(settings.FileNames, filepath.Base(path)) {
			s.configure()
			return
		}
	}
	s.analyzeAll()
}

// warnOnce shows a message, the first time that there is reason for it.
func (s *session) warnOnce(message string) {
	if s.config.warned[message] {
		return
	}
	s.config.warned[message] = true
	s.showMessage(message)
}

// showMessage shows a warning to the person at the editor.
func (s *session) showMessage(message string) {
	s.tell(protocol.MessageTypeWarning, "edit-lsp: "+message)
}

func (s *session) tell(kind protocol.MessageType, message string) {
	p := protocol.ShowMessageParams{Type: kind, Message: message}
	if err := s.wire.Notify(s.base, "window/showMessage", p); err != nil {
		s.log.Debug("a message was not sent", "error", err)
	}
}

// checkOptions returns the options that chats are checked with.
func (c configuration) checkOptions() diagnostics.Options {
	return diagnostics.Options{
		Scope:       parse.Scope(c.Scope),
		Context:     c.ContextFiles,
		Independent: c.AfterFailure == "independent",
		WholeFiles:  c.WholeFiles == "apply",
		Parse: parse.Options{
			Dialects: c.Dialects, DefaultTarget: c.DefaultTarget, UserTurns: c.UserTurns, AssistantTurns: c.AssistantTurns,
		},
	}
}

// scans reports whether documents of a language are chats.
func (c configuration) scans(language string) bool {
	return chatLanguages[language] || slices.Contains(c.Languages, language)
}

func ptr[T any](v T) *T { return &v }
