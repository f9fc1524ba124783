package trust

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Forbidden calls are recognized.
func TestForbidden(t *testing.T) {
	for _, call := range []string{
		`openat(AT_FDCWD</x>, "a", O_RDWR|O_CLOEXEC) = 3`, `openat(AT_FDCWD, "a", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3`,
		`mkdirat(5</x>, "a", 0777) = 0`, `execve("/bin/true", ["true"], 0x0) = 0`, `socket(AF_INET, SOCK_STREAM, 0) = 3`,
		`clone(child_stack=NULL, flags=CLONE_VM|CLONE_VFORK|SIGCHLD) = 7`, `write(3</x/a>, "x", 1) = 1`, `write(2<pipe:[1]>, "x", 1) = 1`,
	} {
		assert.NotEmpty(t, Forbidden(call), call)
	}
	for _, call := range []string{
		`openat(3</x>, "a", O_RDONLY|O_NOFOLLOW|O_CLOEXEC) = 4`, `clone(flags=CLONE_VM|CLONE_FS|CLONE_THREAD|CLONE_SYSVSEM) = 7`,
		`write(5<anon_inode:[eventfd]>, "\1\0", 8) = 8`, `newfstatat(3, "a", {}, 0) = 0`,
	} {
		assert.Empty(t, Forbidden(call), call)
	}
}
