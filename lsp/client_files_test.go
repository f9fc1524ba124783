package lsp

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
)

const filesFolder = "/nowhere/shop"

type browser struct {
	mu    sync.Mutex
	files map[string]string
	asked map[string]int
}

func (b *browser) answers() map[string]func(json.RawMessage) (any, error) {
	answer := func(method string, of func(path string) any) func(json.RawMessage) (any, error) {
		return func(params json.RawMessage) (any, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			var p fileParams
			if err := json.Unmarshal(params, &p); err != nil {
				return nil, err
			}
			b.asked[method]++
			path, _ := protocol.Path(p.URI)
			return of(path), nil
		}
	}
	return map[string]func(json.RawMessage) (any, error){
		statFile:   answer(statFile, b.stat),
		readFile:   answer(readFile, b.read),
		listFolder: answer(listFolder, b.list),
	}
}

func (b *browser) stat(path string) any {
	content, isFile := b.files[path]
	if isFile {
		return fileStat{Size: int64(len(content)), ModTime: 1}
	}
	if strings.HasPrefix(path, filesFolder+"/dist/") {
		return fileStat{Unread: "dist was not read yet"}
	}
	for name := range b.files {
		if strings.HasPrefix(name, path+"/") || path == filesFolder+"/dist" {
			return fileStat{Folder: true}
		}
	}
	return nil
}

func (b *browser) read(path string) any {
	content, isFile := b.files[path]
	switch {
	case !isFile:
		return nil
	case strings.Contains(content, "\xFF"):
		return map[string]string{"base64": base64.StdEncoding.EncodeToString([]byte(content))}
	}
	return map[string]string{"text": content}
}

func (b *browser) list(path string) any {
	all := []fileStat{}
	for name := range b.files {
		if rest, below := strings.CutPrefix(name, path+"/"); below {
			all = append(all, fileStat{Path: rest})
		}
	}
	return all
}

func capabilitiesWithFiles(t *testing.T) json.RawMessage { return capabilitiesWith(t, "files") }

// capabilitiesWith returns all capabilities and an experimental one of ours.
func capabilitiesWith(t *testing.T, own string) json.RawMessage {
	var capabilities map[string]any
	require.NoError(t, json.Unmarshal([]byte(lsptest.FullCapabilities), &capabilities))
	capabilities["experimental"] = map[string]any{"editLsp": map[string]any{own: true}}
	full, err := json.Marshal(capabilities)
	require.NoError(t, err)
	return full
}

// A chat is checked against files that only the editor has, like in VS Code for the Web.
func TestTheEditorGivesTheFiles(t *testing.T) {
	b := &browser{asked: map[string]int{}, files: map[string]string{
		filesFolder + "/src/a.py":  "one\ntwo\n",
		filesFolder + "/src/b.bin": "\xFF\xFE",
	}}
	u := launch(t, t.TempDir(), Options{})
	u.connect(lsptest.Options{Folders: []string{filesFolder}, Capabilities: capabilitiesWithFiles(t), Answers: b.answers()})

	chat := protocol.FileURI(filesFolder + "/chat.md")
	require.NoError(t, u.OpenText(u.ctx, chat, "markdown", block("src/a.py", "two\n", "three\n")+block("src/b.bin", "x\n", "y\n")+block("src/A.PY", "x\n", "y\n")+block("../b.py", "x\n", "y\n")))
	assert.Equal(t, []string{"7 unsupported-encoding", "13 file-not-found", "19 path-escape"}, u.codes(chat))

	asked := b.asked[statFile]
	require.NoError(t, u.Append(u.ctx, chat, "more prose\n"))
	u.settled()
	assert.Equal(t, asked, b.asked[statFile], "a keystroke asks for no file again")

	b.mu.Lock()
	b.files[filesFolder+"/src/a.py"] = "one\nthree\n"
	b.mu.Unlock()
	require.NoError(t, u.Notify(u.ctx, "workspace/didChangeWatchedFiles", map[string]any{
		"changes": []any{map[string]any{"uri": protocol.FileURI(filesFolder + "/src/a.py"), "type": 2}},
	}))
	assert.Contains(t, u.codes(chat), "2 already-applied")
}

// What the editor hasn't read isn't missing: no file is created there.
func TestTheEditorHasNotReadAFolder(t *testing.T) {
	b := &browser{asked: map[string]int{}, files: map[string]string{filesFolder + "/a.py": "one\n"}}
	u := launch(t, t.TempDir(), Options{})
	u.connect(lsptest.Options{Folders: []string{filesFolder}, Capabilities: capabilitiesWithFiles(t), Answers: b.answers()})

	chat := protocol.FileURI(filesFolder + "/chat.md")
	require.NoError(t, u.OpenText(u.ctx, chat, "markdown", block("dist/new.py", "", "made\n")+block("dist/old.py", "x\n", "y\n")+block("new.py", "", "made\n")))
	assert.Equal(t, []string{"1 path-denied", "6 path-denied"}, u.codes(chat))
	assert.Contains(t, u.shown(chat)[0], "it can't be read: dist was not read yet")
}

// Names from an archive pass the path policy before they are files.
func TestTheEditorAsksAboutNames(t *testing.T) {
	u := launch(t, t.TempDir(), Options{})
	u.connect(lsptest.Options{Folders: []string{filesFolder}, Capabilities: capabilitiesWithFiles(t)})
	names := []string{"src/a.py", `src\./b.py`, "../a.py", "/etc/passwd", "C:/a.py", "a.py:b", "src/NUL.txt", ".git/config", "src/", ""}
	var answer pathsParams
	u.do(u.Call(u.ctx, cleanPaths, pathsParams{names}, &answer))
	assert.Equal(t, []string{"src/a.py", "src/b.py", "", "", "", "", "", "", "", ""}, answer.Paths)
}
