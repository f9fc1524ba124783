package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/golden"
	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

// TestCases runs testdata/cases, described in its README.md, except for the cases of TestTrust.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("testdata/cases/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		short := strings.TrimSuffix(filepath.Base(name), ".txtar")
		if slices.Contains(orderScenes, short) || slices.Contains(policyScenes, short) {
			continue
		}
		t.Run(short, func(t *testing.T) {
			t.Parallel()
			play(t, name)
		})
	}
}

type scene struct {
	clients  []string
	folders  []string
	attached bool
	files    files
	when     string
}

// play runs a case for each of its clients and compares the transcripts.
func play(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	require.NoError(t, err)
	s, want := readScene(t, archive)
	got := map[string]string{}
	for _, client := range s.clients {
		t.Run(client, func(t *testing.T) {
			got[client] = s.transcript(t, client)
			if !golden.Update {
				golden.Equal(t, want[client], got[client])
			}
		})
	}
	if golden.Update && !t.Failed() {
		writeThen(t, name, archive, s.clients, got)
	}
}

// readScene parses a case, and each client's expected transcript.
func readScene(t *testing.T, archive *txtar.Archive) (scene, map[string]string) {
	s := scene{files: files{}, folders: []string{"."}, clients: []string{"full"}}
	want := map[string]string{}
	var change []func()
	for _, f := range archive.Files {
		path, isFile := strings.CutPrefix(f.Name, "files/")
		who, isThen := strings.CutPrefix(f.Name, thenEntry)
		switch {
		case isFile:
			s.files[path] = string(f.Data)
		case isThen:
			for client := range strings.FieldsSeq(who) {
				want[client] = string(f.Data)
			}
			if who == "" {
				for _, client := range s.clients {
					want[client] = string(f.Data)
				}
			}
		case f.Name == "given":
			for line := range strings.Lines(string(f.Data)) {
				change = append(change, s.given(t, strings.Fields(line)))
			}
		case f.Name == "when":
			s.when = string(f.Data)
		default:
			require.Fail(t, "unknown entry", "%s", f.Name)
		}
	}
	for _, c := range change {
		c()
	}
	return s, want
}

// thenEntry is the prefix of entries with transcripts.
const thenEntry = "then"

// given parses one line of the setup. The returned function runs once all files are known.
func (s *scene) given(t *testing.T, words []string) func() {
	require.NotEmpty(t, words)
	args := words[1:]
	each := func(change func(string) string) func() {
		return func() {
			for _, name := range args {
				require.Contains(t, s.files, name)
				s.files[name] = change(s.files[name])
			}
		}
	}
	switch words[0] {
	case "clients":
		if s.clients = args; slices.Equal(args, []string{"all"}) {
			s.clients = append([]string{"full"}, recordedClients(t)...)
		}
	case "folders":
		if s.folders = args; slices.Equal(args, []string{"none"}) {
			s.folders = []string{}
		}
	case "attached":
		s.attached = true
	case "crlf":
		return each(func(c string) string { return strings.ReplaceAll(c, "\n", "\r\n") })
	case "chop":
		return each(func(c string) string { return strings.TrimSuffix(strings.TrimSuffix(c, "\n"), "\r") })
	case "bom":
		return each(func(c string) string { return "\uFEFF" + c })
	default:
		require.Fail(t, "unknown word", "%v", words)
	}
	return func() {}
}

// writeThen replaces the transcripts of a case. Clients with equal ones share an entry.
func writeThen(t *testing.T, name string, archive *txtar.Archive, clients []string, got map[string]string) {
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, thenEntry) })
	var groups [][]string
	for _, c := range clients {
		i := slices.IndexFunc(groups, func(g []string) bool { return got[g[0]] == got[c] })
		if i < 0 {
			groups = append(groups, []string{c})
		} else {
			groups[i] = append(groups[i], c)
		}
	}
	for _, g := range groups {
		entry := thenEntry
		if len(groups) > 1 {
			entry += " " + strings.Join(g, " ")
		}
		archive.Files = append(archive.Files, txtar.File{Name: entry, Data: []byte(got[g[0]])})
	}
	require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
}

type recorded struct {
	ClientInfo   any               `json:"clientInfo"`
	Sends        []string          `json:"sends"`
	Behaviour    lsptest.Behaviour `json:"behaviour"`
	Capabilities json.RawMessage   `json:"capabilities"`
}

func recordedClients(t *testing.T) []string {
	names, err := filepath.Glob("testdata/clients/*.json")
	require.NoError(t, err)
	for i, name := range names {
		names[i] = strings.TrimSuffix(filepath.Base(name), ".json")
	}
	return names
}

// optionsOf returns the fake editor's options for a client.
func optionsOf(t *testing.T, client string, folders []string) lsptest.Options {
	o := lsptest.Options{Folders: folders}
	if client == "full" {
		return o
	}
	data, err := os.ReadFile(filepath.Join("testdata", "clients", client+".json"))
	require.NoError(t, err)
	var r recorded
	require.NoError(t, json.Unmarshal(data, &r))
	o.Capabilities, o.Behaviour = r.Capabilities, r.Behaviour
	o.Params = map[string]any{"clientInfo": r.ClientInfo}
	for _, member := range []string{"rootUri", "workspaceFolders"} {
		if !slices.Contains(r.Sends, member) {
			o.Params[member] = nil
		}
	}
	if slices.Contains(r.Sends, "rootPath") && len(folders) > 0 {
		o.Params["rootPath"] = folders[0]
	}
	return o
}

// transcript runs the case for one client.
func (s *scene) transcript(t *testing.T, client string) string {
	// The folder's path is known only now.
	dir := lay(t, nil)
	before := files{}
	for name, content := range s.files {
		before[name] = strings.ReplaceAll(content, "$DIR", dir)
	}
	write(t, dir, before)
	folders := []string{}
	for _, f := range s.folders {
		folders = append(folders, filepath.Join(dir, f))
	}
	u := launch(t, dir, Options{})
	f := optionsOf(t, client, folders)
	f.Attached = s.attached
	u.connect(f)
	p := &player{under: u, uris: map[string]protocol.DocumentUri{}}
	for line := range strings.Lines(s.when) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		p.echo = line
		p.step(line)
	}
	p.step("save")
	p.files(before)
	return golden.Codes(strings.ReplaceAll(p.out.String(), dir, "$DIR"))
}
