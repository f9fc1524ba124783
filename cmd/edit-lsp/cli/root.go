// Package cli is the command line of edit-lsp, with a file per subcommand and output format. It is
// separate from main so that the documentation tools can list its commands.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const (
	exitFine     = 0
	exitFindings = 1
	exitTrouble  = 2
)

// status is the error of a run that has already printed everything and only sets the exit status.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Main runs the command line and returns the exit status. args excludes the program's name.
func Main(args []string) int {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, ends...)
	defer signal.Stop(signals)
	go func() { cancel(interruptedBy{<-signals}) }()
	root := Root()
	root.SetArgs(args)
	root.SetOut(&stdout{file: os.Stdout, ctx: ctx})
	if width := widthOf(os.Stdout); width > 0 {
		fitHelp(root, width)
	}
	return run(ctx, root)
}

// fitHelp wraps the flags of help pages at a width.
func fitHelp(root *cobra.Command, width int) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		cmd.InitDefaultHelpFlag()
		flags := cmd.LocalFlags()
		usage := strings.Replace(cmd.UsageString(), strings.TrimSpace(flags.FlagUsages()), strings.TrimSpace(flags.FlagUsagesWrapped(width)), 1)
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", cmp.Or(cmd.Long, cmd.Short), usage)
	})
}

// stdout is standard output, where a write ends with the context, also while it waits for a reader.
type stdout struct {
	file *os.File
	ctx  context.Context
	// bytes are those of a write that may go on after its caller has used its own again.
	bytes []byte
}

// Fd makes it a terminal if the file is.
func (s *stdout) Fd() uintptr { return s.file.Fd() }

func (s *stdout) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	type wrote struct {
		n   int
		err error
	}
	done := make(chan wrote, 1)
	s.bytes = append(s.bytes[:0], b...)
	go func() {
		n, err := s.file.Write(s.bytes)
		done <- wrote{n, err}
	}()
	select {
	case w := <-done:
		return w.n, w.err
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}

// run runs a command and returns its exit status.
func run(ctx context.Context, root *cobra.Command) int {
	err := root.ExecuteContext(ctx)
	var s status
	var by interruptedBy
	switch {
	case err == nil:
		return exitFine
	case errors.As(context.Cause(ctx), &by):
		if !errors.As(err, &s) {
			warn(root.ErrOrStderr(), "%v", by)
		}
		return by.status()
	case errors.As(err, &s):
		return int(s)
	}
	warn(root.ErrOrStderr(), "%v", err)
	return exitTrouble
}

// interruptedBy is the cause of a run's end by a signal.
type interruptedBy struct{ signal os.Signal }

func (interruptedBy) Error() string { return "interrupted" }

// status returns what shells return for a program that the signal ends.
func (i interruptedBy) status() int {
	if s, ok := i.signal.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return exitTrouble
}

var subcommands = []func() *cobra.Command{
	newCheck,
	newDiff,
	newApply,
	newUndo,
	newList,
	newShow,
	newPrompt,
	newFix,
	newRetry,
	newExplain,
	newDoctor,
	newVersion,
}

// Root returns the root command with all subcommands.
func Root() *cobra.Command {
	root := newRoot()
	var serve serveFlags
	serve.register(root)
	// With the template of cobra's flag, the linker would keep all exported methods, which takes longer to start.
	asked := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *asked {
			return printVersion(cmd)
		}
		return serve.run(cmd.Context())
	}
	for _, newCommand := range subcommands {
		root.AddCommand(newCommand())
	}
	refuseUnknown(root)
	return root
}

// refuseUnknown makes cobra's own commands refuse unknown shells and commands. They would print their
// help and exit with 0.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "completion":
			cmd.Args, cmd.RunE = cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
				if len(args) == 0 {
					return cmd.Help()
				}
				return fmt.Errorf("unknown shell %q; see edit-lsp completion --help", args[0])
			}
		case "help":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				_, unknown, _ := root.Find(args)
				return noSubcommand(root, unknown)
			}
		}
	}
}

// completeFlag completes a flag to these values.
func completeFlag(cmd *cobra.Command, name string, values ...string) {
	// The only errors are an unknown flag and a second registration.
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "edit-lsp",
		Short: "Check and apply the code edits that AI models write in chat",
		Long: "edit-lsp finds the edit blocks in an AI chat, checks where each one applies or why it doesn't, and applies\n" +
			"them. Without a command, it is a language server on standard input and output.",
		Args:          noSubcommand,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if near := nearestFlag(cmd, err); near != "" {
			return fmt.Errorf("%w; did you mean --%s?", err, near)
		}
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	})
	return root
}

// nearestFlag returns the flag that an unknown one is closest to, if it is close.
func nearestFlag(cmd *cobra.Command, err error) (near string) {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return ""
	}
	least := 3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := text.Distance(unknown.GetSpecifiedName(), f.Name); d < min(least, len(f.Name)) {
			near, least = f.Name, d
		}
	})
	return near
}

func noSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "see edit-lsp --help"
	if _, err := os.Stat(args[0]); err == nil {
		hint = "to check a chat document: edit-lsp check " + args[0]
	} else if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + near[0] + "?"
	}
	return fmt.Errorf("unknown command %q; %s", args[0], hint)
}
