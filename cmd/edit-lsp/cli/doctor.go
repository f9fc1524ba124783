package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

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
	d := diagnosis{out: cmd.OutOrStdout()}
	d.section("Program")
	d.program()

	d.section("Folders")
	for _, root := range ws.Roots() {
		d.row("root", root)
		d.row("git", gitAbove(root))
	}

	d.section("Configuration files")
	d.row("user", settings.UserFile(), presence(settings.UserFile()))
	for _, root := range ws.Roots() {
		for _, name := range settings.FileNames {
			path := filepath.Join(root, name)
			d.row("workspace", path, presence(path))
		}
	}

	d.section("Settings")
	for _, s := range settings.Table {
		d.row(s.Name, c.Text(s), "from "+c.From[s.Name])
	}

	d.section("Policy")
	d.policy(c)
	for i, path := range ws.AllLeftovers(cmd.Context()) {
		if i == 0 {
			d.section("Temporary files of killed runs, safe to delete")
		}
		d.row(path)
	}
	return d.write()
}

// diagnosis is what doctor prints: tables with titles.
type diagnosis struct {
	out    io.Writer
	titles []string
	tables []*table
}

func (d *diagnosis) section(title string) {
	d.titles, d.tables = append(d.titles, title), append(d.tables, &table{})
}

func (d *diagnosis) row(name string, values ...string) {
	texts := []string{"  " + show(name)}
	for _, v := range values {
		texts = append(texts, show(v))
	}
	d.tables[len(d.tables)-1].texts(texts...)
}

func (d *diagnosis) write() error {
	c := coloursFor(d.out)
	for i, t := range d.tables {
		if i > 0 {
			fmt.Fprintln(d.out)
		}
		fmt.Fprintln(d.out, c.in(c.bold, d.titles[i]))
		if err := t.write(d.out, widthOf(d.out)); err != nil {
			return err
		}
	}
	return nil
}

func (d *diagnosis) program() {
	v := buildVersion()
	d.row("version", v.Version)
	d.row("built with", v.Go, v.OS+"/"+v.Arch)
	if v.Commit != "" {
		d.row("commit", v.Commit)
	}
	if path, err := os.Executable(); err == nil {
		d.row("executable", path)
	}
	d.row("processors", fmt.Sprint(runtime.NumCPU()))
	title := "dialects"
	for _, name := range parse.DialectNames() {
		d.row(title, name)
		title = ""
	}
}

func (d *diagnosis) policy(c *settings.Config) {
	d.row("outside the workspace", "never read or written, even through symlinks")
	d.row("version control", "refused: .git, .hg, .jj and .svn in any spelling, and the directory that .git points to")
	d.row("larger than", workspace.FormatSize(c.MaxFileSize), "not read")
	d.row("shell commands", "shown, never run")
	d.row("protected files", "never part of \"apply all\"; apply writes them with --yes")
	for _, g := range workspace.ProtectedGroups() {
		d.section("Protected files: " + g.Name)
		for _, p := range g.Files {
			d.row(p.Pattern, p.Reason)
		}
	}
	d.section("Protected files: bare repositories")
	d.row("HEAD, objects, config", "together in a folder; "+workspace.RepositoryReason)
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
