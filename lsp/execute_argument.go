package lsp

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
	"github.com/edit-lsp/edit-lsp/parse"
)

// argumentOf returns a command's argument. Users who choose a command from a list give none: it is then about
// the chat that they mean, and they see what it answers.
func (s *session) argumentOf(p protocol.ExecuteCommandParams) (commandArgument, error) {
	var a commandArgument
	var err error
	switch len(p.Arguments) {
	case 0:
		a.URI, err = s.meant(p.Command)
		a.Show = true
		return a, err
	case 1:
		err = json.Unmarshal(p.Arguments[0], &a)
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		member := wrong.Field[strings.LastIndex(wrong.Field, ".")+1:]
		return a, wire.Errorf(wire.InvalidParams, "%s: unexpected %s for %q", p.Command, wrong.Value, member)
	}
	if err != nil || a.URI == "" {
		return a, wire.Errorf(wire.InvalidParams, "%s takes one argument, an object with the uri of a chat", p.Command)
	}
	return a, nil
}

// askedAbout notes that the user is in a document, if it is a chat.
func (s *session) askedAbout(uri protocol.DocumentUri) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.open[uri]; o != nil && o.isChat(s.config) {
		s.asked = uri
	}
}

// meant returns the only open chat with edits, or the one that was asked about last.
func (s *session) meant(command string) (protocol.DocumentUri, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	chats := s.chatsThat(func(o *openDocument) bool {
		return o.seen != nil && hasEdits(o.seen)
	})
	isAsked := func(n *snapshot) bool { return n.document.uri == s.asked }
	switch {
	case len(chats) == 1:
		return chats[0].document.uri, nil
	case len(chats) == 0:
		none := "no open chat has edits"
		if s.config.CodeBlocks == string(diagnostics.CodeBlocksOffer) && len(s.chatsThat(hasExamples)) > 0 {
			none += "; code blocks of a file count if it says " + parse.SwitchOn
		}
		s.warn(none)
		return "", wire.Errorf(wire.InvalidParams, "%s: %s", command, none)
	case !slices.ContainsFunc(chats, isAsked):
		s.warn("several chats are open: list the code actions in the one that you mean, then run this again")
		return "", wire.Errorf(wire.InvalidParams, "%s: %d chats are open", command, len(chats))
	}
	return s.asked, nil
}

// hasExamples reports whether a chat has code blocks that aren't offered.
func hasExamples(o *openDocument) bool {
	return o.seen != nil && len(o.seen.Proposals) == 0 && len(o.seen.Plan.Document.Proposals) > 0
}
