package wire

import (
	"context"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// waitingProcess in the environment makes the test binary wait for the end of input.
const waitingProcess = "WIRE_TEST_WAITS_ON_STDIN"

func TestMain(m *testing.M) {
	if os.Getenv(waitingProcess) != "" {
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// watchful is an initialize handler that watches the client's process, like the session's.
func watchful(server **Server) Route {
	type params struct {
		ProcessID *int `json:"processId"`
	}
	return Request("initialize", func(_ context.Context, p params) (func(context.Context) (string, error), error) {
		if p.ProcessID != nil {
			(*server).WatchParent(*p.ProcessID)
		}
		return func(context.Context) (string, error) { return "ready", nil }, nil
	})
}

func theDeathOfTheParentEndsTheSession(t *testing.T) {
	var server *Server
	var dead atomic.Bool
	looked := make(chan int, 1000)
	c := dial(t, func(s *Server) { s.parentPoll = time.Millisecond }, watchful(&server))
	server = c.server
	server.alive = func(pid int) bool { looked <- pid; return !dead.Load() }
	c.send(`{"id":"init","method":"initialize","params":{"processId":4711}}`)
	c.succeeded(`"init"`, `"ready"`)
	assert.Equal(t, 4711, receive(t, looked))
	assert.Equal(t, 4711, receive(t, looked), "it goes on looking")
	dead.Store(true)
	c.ends(1, ErrParentDied)
}

func theDeathOfTheParentAfterShutdownIsNoFailure(t *testing.T) {
	var server *Server
	var dead atomic.Bool
	c := dial(t, func(s *Server) { s.parentPoll = time.Millisecond }, watchful(&server))
	server = c.server
	server.alive = func(int) bool { return !dead.Load() }
	c.send(`{"id":"init","method":"initialize","params":{"processId":4711}}`, sayShutdown)
	c.succeeded(`"init"`, `"ready"`)
	c.succeeded(`"shut"`, `null`)
	dead.Store(true)
	c.ends(0, ErrParentDied)
}

func idsThatCannotBeAreNotWatched(t *testing.T) {
	var server *Server
	c := dial(t, func(s *Server) { s.parentPoll = time.Millisecond }, watchful(&server), echo)
	server = c.server
	server.alive = func(int) bool { return false }
	c.send(`{"id":"init","method":"initialize","params":{"processId":null}}`)
	c.succeeded(`"init"`, `"ready"`)
	server.WatchParent(0)
	server.WatchParent(-1)
	c.bye()
}

func aRealProcess(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), waitingProcess+"=1")
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	pid := cmd.Process.Pid
	assert.True(t, processAlive(pid))
	require.NoError(t, stdin.Close())
	require.NoError(t, cmd.Wait())
	assert.False(t, processAlive(pid))
	assert.True(t, processAlive(os.Getpid()))
	assert.True(t, processAlive(os.Getppid()))
}
