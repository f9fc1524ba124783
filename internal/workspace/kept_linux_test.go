package workspace

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func init() { onlyHere["F"] = append(onlyHere["F"], kept, privileged) }

const (
	accessList  = "system.posix_acl_access"
	defaultList = "system.posix_acl_default"
)

// accessListFor lets user 1234 read, which the folder's group can't.
func accessListFor(t *testing.T, at, name string) []byte {
	t.Helper()
	list := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range []struct {
		tag, perm uint16
		id        uint32
	}{{0x01, 6, ^uint32(0)}, {0x02, 4, 1234}, {0x04, 0, ^uint32(0)}, {0x10, 4, ^uint32(0)}, {0x20, 4, ^uint32(0)}} {
		list = binary.LittleEndian.AppendUint16(list, e.tag)
		list = binary.LittleEndian.AppendUint16(list, e.perm)
		list = binary.LittleEndian.AppendUint32(list, e.id)
	}
	setAttribute(t, at, name, list)
	return list
}

func setAttribute(t *testing.T, at, name string, value []byte) {
	t.Helper()
	if err := unix.Setxattr(at, name, value, 0); err != nil {
		t.Skip("not on this file system, or not for this user: ", err)
	}
}

func attributeOf(at, name string) []byte {
	value := make([]byte, 1000)
	n, err := unix.Getxattr(at, name, value)
	if err != nil {
		return nil
	}
	return value[:n]
}

func own(t *testing.T, at string, uid, gid int, mode os.FileMode) {
	t.Helper()
	if err := os.Chown(at, uid, gid); err != nil {
		t.Skip("only root can give a file away")
	}
	require.NoError(t, os.Chmod(at, mode))
}

// asNobody runs f with the file permissions of an unprivileged user.
func asNobody(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked, so the thread ends with the function
		_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSGID, nobody, 0, 0)
		_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0)
		f()
	}()
	<-done
}

const nobody = 65534

// F: programs that can do more than whoever runs them ask first.
func privileged(*testing.T) []trustCase {
	// The second version of the attribute, with one permitted capability.
	capability := make([]byte, 20)
	binary.LittleEndian.PutUint32(capability, 0x0200_0000)
	binary.LittleEndian.PutUint32(capability[4:], 1)
	var cases []trustCase
	for _, c := range []struct {
		what      string
		mode      os.FileMode
		attribute []byte
		protected bool
	}{
		{"a set-user-id bit", 0o755 | os.ModeSetuid, nil, true},
		{"a set-group-id bit", 0o755 | os.ModeSetgid, nil, true},
		{"a capability", 0o755, capability, true},
		{"a capability of a file that can't be run", 0o644, capability, false},
		{"an ordinary program", 0o755, nil, false},
	} {
		cases = append(cases, trustCase{"privileged: " + c.what, func(t *testing.T) {
			dir := tree(t, map[string]string{"tool": "#!/bin/sh\n"})
			at := filepath.Join(dir, "tool")
			require.NoError(t, os.Chmod(at, c.mode))
			if c.attribute != nil {
				setAttribute(t, at, "security.capability", c.attribute)
			}
			_, v := view(t, dir)
			target := v.Target(t.Context(), "tool")
			assert.Equal(t, c.protected, target.Protected)
			if c.protected {
				assert.Equal(t, "it runs with more rights than its user has", target.ProtectedReason)
			}
		}})
	}
	return cases
}

// F: attributes that a written file keeps.
func kept(*testing.T) []trustCase {
	var cases []trustCase
	for _, c := range []struct {
		what    string
		prepare func(t *testing.T, dir, at string)
		other   bool // written by nobody
		changed []string
		fault   string
		check   func(t *testing.T, dir, at string)
	}{
		{what: "its mode", prepare: func(t *testing.T, _, at string) { require.NoError(t, os.Chmod(at, 0o750)) },
			check: func(t *testing.T, _, at string) { assertMode(t, 0o750, at) }},
		{what: "its owner, group and set-user-id bit", prepare: func(t *testing.T, _, at string) { own(t, at, 12345, 12346, 0o751|os.ModeSetuid) },
			check: func(t *testing.T, _, at string) {
				assertMode(t, 0o751|os.ModeSetuid, at)
				assertOwner(t, 12345, 12346, at)
			}},
		{what: "its access control list", prepare: func(t *testing.T, _, at string) { accessListFor(t, at, accessList) },
			check: func(t *testing.T, dir, at string) {
				put(t, dir, "like", "")
				assert.Equal(t, accessListFor(t, filepath.Join(dir, "like"), accessList), attributeOf(at, accessList))
			}},
		{what: "no list that its folder gives new files", prepare: func(t *testing.T, dir, at string) {
			require.NoError(t, os.Chmod(at, 0o640))
			accessListFor(t, dir, defaultList)
		}, check: func(t *testing.T, _, at string) {
			assert.Nil(t, attributeOf(at, accessList))
			assertMode(t, 0o640, at)
		}},
		{what: "an attribute of the user's", prepare: func(t *testing.T, _, at string) { setAttribute(t, at, "user.origin", []byte("x")) },
			check: func(t *testing.T, _, at string) { assert.Equal(t, "x", string(attributeOf(at, "user.origin"))) }},
		{what: "an empty attribute", prepare: func(t *testing.T, _, at string) { setAttribute(t, at, "user.empty", nil) },
			check: func(t *testing.T, _, at string) { assert.Equal(t, []byte{}, attributeOf(at, "user.empty")) }},
		{what: "an attribute of security", prepare: func(t *testing.T, _, at string) { setAttribute(t, at, "security.label", []byte("x")) },
			check: func(t *testing.T, _, at string) { assert.Equal(t, "x", string(attributeOf(at, "security.label"))) }},
		{what: "an owner that cannot be kept is told", other: true, prepare: func(t *testing.T, _, at string) { own(t, at, 12345, nobody, 0o666|os.ModeSetuid) },
			changed: []string{"its owner changed from 12345 to 65534", "its mode changed from urw-rw-rw- to -rw-rw-rw-"}},
		{what: "a group that cannot be kept loses its rights", other: true, prepare: func(t *testing.T, _, at string) { own(t, at, nobody, 12346, 0o664) },
			changed: []string{"its group changed from 12346 to 65534", "its mode changed from -rw-rw-r-- to -rw-r--r--"}},
		{what: "a group that was denied does not gain", other: true, prepare: func(t *testing.T, _, at string) { own(t, at, nobody, 12346, 0o604) },
			changed: []string{"its group changed from 12346 to 65534", "its mode changed from -rw----r-- to -rw-------"}},
		{what: "not written: a list for a group that cannot be kept", other: true, prepare: func(t *testing.T, _, at string) {
			accessListFor(t, at, accessList)
			own(t, at, nobody, 12346, 0o644)
		}, fault: "a.txt: its access control list cannot be kept: it is for another group"},
	} {
		cases = append(cases, trustCase{"kept: " + c.what, func(t *testing.T) {
			dir := tree(t, map[string]string{"a.txt": "a\n"})
			at := filepath.Join(dir, "a.txt")
			require.NoError(t, os.Chmod(dir, 0o777))
			require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
			w, v := view(t, dir)
			target := v.Target(t.Context(), "a.txt")
			c.prepare(t, dir, at)
			var changed []string
			var err error
			write := func() { changed, err = w.Write(t.Context(), target, []byte("b\n")) }
			if c.other {
				asNobody(write)
			} else {
				write()
			}
			assert.Empty(t, leftoversIn(t, dir))
			if c.fault != "" {
				assert.EqualError(t, err, c.fault)
				assert.Equal(t, "a\n", get(t, dir, "a.txt"))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, "b\n", get(t, dir, "a.txt"))
			assert.Equal(t, c.changed, changed)
			if c.check != nil {
				c.check(t, dir, at)
			}
		}})
	}
	return cases
}

func assertMode(t *testing.T, want os.FileMode, at string) {
	t.Helper()
	info, err := os.Stat(at)
	require.NoError(t, err)
	assert.Equal(t, want, info.Mode())
}

func assertOwner(t *testing.T, uid, gid uint32, at string) {
	t.Helper()
	info, err := os.Stat(at)
	require.NoError(t, err)
	assert.Equal(t, uid, info.Sys().(*syscall.Stat_t).Uid)
	assert.Equal(t, gid, info.Sys().(*syscall.Stat_t).Gid)
}
