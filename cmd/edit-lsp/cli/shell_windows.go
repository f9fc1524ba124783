package cli

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"syscall"
)

// shellCommand returns a command of the system's shell. It gets the command as it is: with /s, it removes the outer
// quotes and leaves all others alone.
func shellCommand(ctx context.Context, command string) *exec.Cmd {
	shell := cmp.Or(os.Getenv("ComSpec"), "cmd.exe")
	c := exec.CommandContext(ctx, shell)
	c.SysProcAttr = &syscall.SysProcAttr{CmdLine: `"` + shell + `" /d /s /c "` + command + `"`}
	return c
}
