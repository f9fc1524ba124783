package trust

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// untraced are the calls with which Go's runtime waits and manages memory: no file, program or socket is in them, and
// stopping the program at each makes it take several times as long.
const untraced = "futex,nanosleep,clock_nanosleep,sched_yield,epoll_pwait,madvise,rt_sigreturn,rt_sigprocmask," +
	"sigaltstack,tgkill,getpid,gettid"

// Traced returns a command that runs a program under strace, and a function that returns its system
// calls afterwards, without reads of standard input and writes to standard output. It skips the test if
// strace can't run; `make needs` installs it.
func Traced(ctx context.Context, t *testing.T, program string, args ...string) (cmd *exec.Cmd, calls func() []string) {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("!! NOT TESTED: that nothing is written; strace is not installed")
	}
	if err := exec.Command(strace, "-o", os.DevNull, "true").Run(); err != nil {
		t.Skipf("!! NOT TESTED: that nothing is written; strace cannot trace here: %v", err)
	}
	name := filepath.Join(t.TempDir(), "trace")
	flags := []string{"-f", "--seccomp-bpf", "-e", "trace=!" + untraced, "-s", "4096", "-y", "-o", name, program}
	cmd = exec.CommandContext(ctx, strace, append(flags, args...)...)
	return cmd, func() []string { return readTrace(t, name) }
}

// traced matches a thread number and a call. An interrupted call takes two lines: `CALL <unfinished
// ...>` and later `<... NAME resumed>REST`.
var (
	traced  = regexp.MustCompile(`^(\d+) +(.*)$`)
	resumed = regexp.MustCompile(`^<\.\.\. \w+ resumed>(.*)$`)
)

func readTrace(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	var calls []string
	begun := map[string]string{} // by thread
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		m := traced.FindStringSubmatch(lines.Text())
		require.NotNil(t, m, lines.Text())
		thread, line := m[1], m[2]
		if call, ok := strings.CutSuffix(line, "<unfinished ...>"); ok {
			begun[thread] = call
			continue
		}
		if rest := resumed.FindStringSubmatch(line); rest != nil {
			line = begun[thread] + rest[1]
			delete(begun, thread)
		}
		if strings.HasPrefix(line, "+++") || strings.HasPrefix(line, "---") {
			continue
		}
		// Data on the wire isn't a file name.
		if !strings.HasPrefix(line, "read(0<") && !strings.HasPrefix(line, "write(1<") {
			calls = append(calls, line)
		}
	}
	require.NoError(t, lines.Err())
	for _, call := range begun { // the program ended in it
		calls = append(calls, call)
	}
	require.NotEmpty(t, calls)
	return calls[1:] // the first call is strace starting the program
}

// changing matches the calls that change files, start programs or open sockets.
var changing = regexp.MustCompile(`^(creat|rename|renameat|renameat2|link|linkat|symlink|symlinkat|unlink|unlinkat|rmdir|mkdir|mkdirat|mknod|mknodat|` +
	`truncate|ftruncate|fallocate|chmod|fchmod|fchmodat|fchmodat2|chown|fchown|lchown|fchownat|utime|utimes|utimensat|futimesat|` +
	`setxattr|lsetxattr|fsetxattr|removexattr|lremovexattr|fremovexattr|copy_file_range|sendfile|splice|mount|umount2|` +
	`execve|execveat|fork|vfork|socket|socketpair|connect|bind|listen|accept|accept4|sendto|sendmsg|sendmmsg|io_uring_setup|ptrace|memfd_create)\(`)

// opening matches opening a file for writing.
var opening = regexp.MustCompile(`^(open|openat|openat2)\(.*\b(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE)\b`)

// Forbidden returns what is wrong with a system call of a program that only reads and answers, or
// "".
func Forbidden(call string) string {
	name, _, _ := strings.Cut(call, "(")
	switch {
	case changing.MatchString(call):
		return fmt.Sprintf("%s: it changes something", name)
	case opening.MatchString(call):
		return fmt.Sprintf("%s: it opens something for writing", name)
	case (name == "clone" || name == "clone3") && !strings.Contains(call, "CLONE_THREAD"):
		return fmt.Sprintf("%s: a process that is no thread", name)
	case (name == "write" || name == "pwrite64" || name == "writev") && !wakes.MatchString(call) && !strings.HasPrefix(call, name+"(0</dev/null>"):
		return fmt.Sprintf("%s: to something that is not standard output", name)
	}
	return ""
}

// wakes matches how Go's runtime wakes the thread that waits for input.
var wakes = regexp.MustCompile(`^write\(\d+<(anon_inode:)?\[eventfd`)

// descriptor and name match the files of a call.
var (
	descriptor = regexp.MustCompile(`<(/[^>]*)>`)
	name       = regexp.MustCompile(`"(/[^"]*)"`)
)

// IsIn reports whether a call is about files in a folder: those with absolute names, or those of descriptors.
func IsIn(dir, call string) bool {
	args, _, _ := strings.Cut(call, " = ")
	if strings.HasPrefix(args, "write(") || strings.HasPrefix(args, "pwrite") {
		args, _, _ = strings.Cut(args, ",") // the rest is content
	}
	found := name.FindAllStringSubmatch(args, -1)
	if len(found) == 0 {
		found = descriptor.FindAllStringSubmatch(args, -1)
	}
	for _, m := range found {
		if m[1] != dir && !strings.HasPrefix(m[1], dir+"/") {
			return false
		}
	}
	return len(found) > 0
}
