package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
)

func newDoctor() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Print versions, folders, where each setting comes from, and the path policy",
		Args:  arguments(0, 0, "doctor takes no arguments"),
		RunE:  func(cmd *cobra.Command, _ []string) error { return f.doctor(cmd) },
	}
	f.register(cmd)
	return cmd
}

func (f *checkFlags) doctor(cmd *cobra.Command) error {
	// This prints errors in configuration files to standard error.
	ws, c, err := f.configure(cmd)
	if err != nil {
		return err
	}
	defer ws.Release()
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	row := func(name string, values ...string) {
		fmt.Fprint(w, "  ", name)
		for _, v := range values {
			fmt.Fprint(w, "\t", show(v))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "Program")
	printProgram(row)

	fmt.Fprintln(w, "\nFolders")
	for _, root := range ws.Roots() {
		row("root", root)
		row("git", gitAbove(root))
	}

	fmt.Fprintln(w, "\nConfiguration files")
	row("user", settings.UserFile(), presence(settings.UserFile()))
	for _, root := range ws.Roots() {
		for _, name := range settings.FileNames {
			path := filepath.Join(root, name)
			row("workspace", path, presence(path))
		}
	}

	fmt.Fprintln(w, "\nSettings")
	for _, s := range settings.Table {
		row(s.Name, c.Text(s), "from "+c.From[s.Name])
	}

	fmt.Fprintln(w, "\nPolicy")
	printPolicy(w, row, c)
	for i, path := range ws.AllLeftovers(cmd.Context()) {
		if i == 0 {
			fmt.Fprintln(w, "\nTemporary files of killed runs, safe to delete")
		}
		row(path)
	}
	return w.Flush()
}

func printProgram(row func(name string, values ...string)) {
	v := buildVersion()
	row("version", v.Version)
	row("built with", v.Go, v.OS+"/"+v.Arch)
	if v.Commit != "" {
		row("commit", v.Commit)
	}
	if path, err := os.Executable(); err == nil {
		row("executable", path)
	}
	row("processors", fmt.Sprint(runtime.NumCPU()))
	title := "dialects"
	for _, name := range parse.DialectNames() {
		row(title, name)
		title = ""
	}
}

func printPolicy(w io.Writer, row func(name string, values ...string), c *settings.Config) {
	row("outside the workspace", "never read or written, even through symlinks")
	row("version control", "refused: .git, .hg, .jj and .svn in any spelling, and the directory that .git points to")
	row("larger than", workspace.FormatSize(c.MaxFileSize), "not read")
	row("shell commands", "shown, never run")
	row("protected files", "never part of \"apply all\"; apply writes them with --yes")
	for _, g := range workspace.ProtectedGroups() {
		fmt.Fprintf(w, "\nProtected files: %s\n", g.Name)
		for _, p := range g.Files {
			row(p.Pattern, p.Reason)
		}
	}
	fmt.Fprintln(w, "\nProtected files: bare repositories")
	row("HEAD, objects, config", "together in a folder; "+workspace.RepositoryReason)
}

func presence(path string) string {
	if path == "" {
		return "no such location on this system"
	}
	if _, err := os.Stat(path); err != nil {
		return "not found"
	}
	return "read"
}

func gitAbove(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "none"
		}
		dir = parent
	}
}
