package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/apply"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/prompt"
)

func newRetry() *cobra.Command {
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "retry FILE",
		Short: "Print a prompt that asks the model again for the edits that failed",
		Long: "Print a prompt that asks the model again for the edits that failed, with what is wrong and the current\n" +
			"lines of the files, and for edit blocks in place of code whose place isn't clear. Prints nothing if no edit\n" +
			"failed. The exit status is 1 if there is no edit block and no code block.",
		Example: `  edit-lsp retry chat.md | llm -c | edit-lsp apply -`,
		Args:    arguments(1, 1, "retry takes one chat document, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ws, o, err := flags.open(cmd)
			if err != nil {
				return err
			}
			defer ws.Release()
			o.IsAnswer = true
			if o.CodeBlocks == diagnostics.CodeBlocksOffer {
				o.CodeBlocks = diagnostics.CodeBlocksApply // the prompt asks for those that aren't read
			}
			r, err := flags.check(cmd, ws, o, args, nil)
			if err != nil {
				return err
			}
			if !r.ok {
				return status(exitTrouble)
			}
			return printRetry(cmd, r.docs[0])
		},
	}
	flags.register(cmd)
	return cmd
}

func printRetry(cmd *cobra.Command, d document) error {
	failures := prompt.Failures(d.report)
	switch {
	case len(failures) > 0:
	case len(d.report.Blocks)+len(d.report.Proposals) == 0:
		warn(cmd.ErrOrStderr(), "%s", noBlocks(&d))
		return status(exitFindings)
	default:
		warn(cmd.ErrOrStderr(), "nothing to retry in %s", nameOf(d.name))
		return nil
	}
	s, err := prompt.Retry(cmd.Context(), d.report.Plan.Document.Text, d.options.Parse, failures)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), showLines(s)); err != nil {
		return err
	}
	// Applying other edits changes the lines that the prompt shows.
	pending := func(f *apply.FileEdit) bool {
		return slices.ContainsFunc(failures, func(x prompt.Failure) bool { return x.Path == f.Target.Path })
	}
	if slices.ContainsFunc(d.report.Plan.Files, pending) {
		warn(cmd.ErrOrStderr(), "other edits of these files apply but aren't written yet; run edit-lsp apply first, and the prompt shows the files with them")
	}
	return nil
}
