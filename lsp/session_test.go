package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest"
	"github.com/edit-lsp/edit-lsp/lsp/protocol"
	"github.com/edit-lsp/edit-lsp/lsp/wire"
)

// The tests of this package are sessions of the server and the fake editor over a pipe. Nothing
// sleeps. After [under.settled], the server has sent everything.

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds the waiting for something that must happen. No test waits for it to pass.
const patience = time.Minute

// never is an idle time that doesn't pass during a test.
const never = time.Hour

type under struct {
	*lsptest.Editor
	t   *testing.T
	ctx context.Context
	// dir is the workspace folder or, if none is open, the folder of the documents.
	dir    string
	client net.Conn
	// session is the server's side, for what clients can't see.
	session *session
	log     *logBuffer
	ended   chan ending
	// over means that the test has checked the end of the session.
	over bool
}

type ending struct {
	code int
	err  error
}

// files maps slash-separated paths to contents.
type files map[string]string

// lay writes files to a new folder, whose path has no links.
func lay(t *testing.T, all files) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	write(t, dir, all)
	return dir
}

func write(t *testing.T, dir string, all files) {
	t.Helper()
	for name, content := range all {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
	}
}

// begin starts a session with the files in its only workspace folder.
func begin(t *testing.T, all files) *under {
	return beginWith(t, all, Options{}, lsptest.Options{})
}

// beginWith starts a session. By default the idle time never passes, and the files' folder is the
// workspace.
func beginWith(t *testing.T, all files, o Options, f lsptest.Options) *under {
	t.Helper()
	u := launch(t, lay(t, all), o)
	if f.Folders == nil {
		f.Folders = []string{u.dir}
	}
	u.connect(f)
	return u
}

// launch starts a server for files in dir; [under.connect] starts the editor.
func launch(t *testing.T, dir string, o Options) *under {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	u := &under{t: t, ctx: ctx, dir: dir, log: &logBuffer{}, ended: make(chan ending, 1)}
	o.Logger = slog.New(slog.NewTextHandler(u.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if o.idle == 0 {
		o.idle = never
	}
	t.Cleanup(cancel)
	u.serve(o)
	return u
}

func (u *under) serve(o Options) {
	var s *session
	o.routes = append(o.routes, settledRoute(&s), idleRoute(&s))
	s = newSession(context.Background(), o, "")
	u.session = s
	serverEnd, clientEnd := net.Pipe()
	go func() {
		code, err := s.wire.Serve(context.Background(), serverEnd)
		s.close()
		u.ended <- ending{code, err}
	}()
	u.t.Cleanup(func() { clientEnd.Close() })
	u.client = clientEnd
}

// connect starts the editor. The session ends with the test.
func (u *under) connect(f lsptest.Options) {
	u.t.Helper()
	e, err := lsptest.Start(u.ctx, u.client, f)
	require.NoError(u.t, err)
	u.Editor = e
	u.t.Cleanup(func() {
		if u.over {
			return
		}
		u.stop()
	})
}

// stop ends the session and checks that the editor has no complaints.
func (u *under) stop() {
	u.t.Helper()
	u.over = true
	assert.NoError(u.t, u.Editor.Stop(u.ctx))
	u.ends(0)
	assert.Empty(u.t, u.Complaints())
	assert.NotContains(u.t, u.log.String(), "panic")
}

func (u *under) ends(code int) ending {
	u.t.Helper()
	u.over = true
	select {
	case e := <-u.ended:
		assert.Equal(u.t, code, e.code, "exit status; %v", e.err)
		return e
	case <-u.ctx.Done():
		require.Fail(u.t, "the server did not end")
		panic("unreachable")
	}
}

// settledRoute answers when all earlier messages have been checked and published.
func settledRoute(s **session) wire.Route {
	return wire.Request("test/settled", func(context.Context, *struct{}) (func(context.Context) (bool, error), error) {
		return func(ctx context.Context) (bool, error) {
			for {
				ended := (*s).unsettled()
				if ended == nil {
					return true, nil
				}
				select {
				case <-ended:
				case <-ctx.Done():
					return false, ctx.Err()
				}
			}
		}, nil
	})
}

// unsettled returns a channel that is closed at the end of a running analysis or refresh, or nil.
func (s *session) unsettled() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asking.done != nil {
		return s.asking.done
	}
	for _, o := range s.open {
		if o.analysis == nil {
			continue
		}
		select {
		case <-o.analysis.done:
		default:
			return o.analysis.done
		}
	}
	return nil
}

// idleRoute lets the idle time of all growing documents pass.
func idleRoute(s **session) wire.Route {
	return wire.Notification("test/idle", func(context.Context, *struct{}) error {
		(*s).mu.Lock()
		defer (*s).mu.Unlock()
		for _, o := range (*s).open {
			if o.still != nil && o.still.Stop() {
				(*s).settle(o)
			}
		}
		return nil
	})
}

// settled waits until the server has checked everything and an editor that pulls has the results.
func (u *under) settled() {
	u.t.Helper()
	// An answer may cause a new check, and that a new pull.
	for before := 0; ; {
		u.do(u.Call(u.ctx, "test/settled", nil, nil))
		questions, err := u.Pulled(u.ctx)
		u.do(err)
		if questions == before {
			return
		}
		before = questions
	}
}

// idle lets the idle time pass.
func (u *under) idle() {
	u.t.Helper()
	u.do(u.Notify(u.ctx, "test/idle", nil))
	u.settled()
}

func (u *under) do(err error) {
	u.t.Helper()
	require.NoError(u.t, err)
}

func (u *under) path(name string) string { return filepath.Join(u.dir, filepath.FromSlash(name)) }

func (u *under) uri(name string) protocol.DocumentUri { return protocol.FileURI(u.path(name)) }

// open opens a file, as a chat if its name says so.
func (u *under) open(name string) protocol.DocumentUri {
	u.t.Helper()
	uri, err := u.Open(u.ctx, u.path(name), languageOf(name))
	u.do(err)
	return uri
}

func languageOf(name string) string {
	if ext := filepath.Ext(name); ext == ".md" {
		return "markdown"
	} else if ext != "" {
		return ext[1:]
	}
	return ""
}

// shown returns the diagnostics of a document once the server has settled, one line each: 1-based
// line, code and message.
func (u *under) shown(uri protocol.DocumentUri) []string {
	u.t.Helper()
	u.settled()
	return wordsOf(u.Shown(uri))
}

func wordsOf(list []protocol.Diagnostic) []string {
	words := []string{}
	for _, d := range list {
		words = append(words, fmt.Sprintf("%d %s: %s", d.Range.Start.Line+1, d.Code, d.Message))
	}
	return words
}

// codes is [under.shown] without messages.
func (u *under) codes(uri protocol.DocumentUri) []string {
	u.t.Helper()
	words := u.shown(uri)
	for i, w := range words {
		words[i], _, _ = strings.Cut(w, ":")
	}
	return words
}

// titles returns the titles of applying actions at a 1-based line.
func (u *under) titles(uri protocol.DocumentUri, line int) []string {
	u.t.Helper()
	list, err := u.CodeActions(u.ctx, uri, line-1)
	u.do(err)
	titles := []string{}
	for _, a := range list {
		if strings.HasPrefix(a.Title, "Apply ") {
			titles = append(titles, a.Title)
		}
	}
	return titles
}

// choose applies the action with a title at a 1-based line.
func (u *under) choose(uri protocol.DocumentUri, line int, title string) {
	u.t.Helper()
	u.do(u.Choose(u.ctx, uri, line-1, title))
}

// edit returns the edit of an action as JSON.
func (u *under) edit(uri protocol.DocumentUri, line int, title string) string {
	u.t.Helper()
	a, err := u.CodeAction(u.ctx, uri, line-1, title)
	u.do(err)
	return asJSON(u.t, a.Edit)
}

func (u *under) save() {
	u.t.Helper()
	u.do(u.SaveAll(u.ctx))
}

func (u *under) content(name string) string {
	u.t.Helper()
	data, err := os.ReadFile(u.path(name))
	require.NoError(u.t, err)
	return string(data)
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

var _ io.Writer = (*logBuffer)(nil)

func block(path, edit, repl string) string {
	return path + "\n««« EDIT\n" + edit + "═══════ REPL\n" + repl + "»»» EDIT END\n"
}
