//go:build !windows

package cli

import (
	"context"
	"os/exec"
)

// shellCommand returns a command of the system's shell.
func shellCommand(ctx context.Context, command string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", command)
}
