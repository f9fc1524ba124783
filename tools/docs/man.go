package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
)

// writeMan writes a man page for each command into a folder.
func writeMan(folder, version string) {
	must(os.MkdirAll(folder, 0o777))
	root := cli.Root()
	root.InitDefaultCompletionCmd()
	root.DisableAutoGenTag = true // packages must be reproducible
	writeManPages(root, folder, version)
}

func writeManPages(c *cobra.Command, folder, version string) {
	var page strings.Builder
	must(doc.GenMan(c, &doc.GenManHeader{Section: "1", Source: "edit-lsp " + version}, &page))
	name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
	must(os.WriteFile(filepath.Join(folder, name), []byte(withSections(c, page.String())), 0o666))
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			writeManPages(sub, folder, version)
		}
	}
}

// withSections adds the sections that cobra's pages lack, after the options, and writes those as --help does.
func withSections(c *cobra.Command, page string) string {
	var statuses []cli.Description
	for _, s := range cli.ExitStatuses {
		if s.Of(c.Name()) {
			statuses = append(statuses, cli.Description{Name: s.Status, Does: s.Means})
		}
	}
	sections := manSection("OPTIONS", options(c)) + manSection("EXIT STATUS", statuses)
	if c.Flags().Lookup("root") != nil || !c.HasParent() {
		sections += manSection("ENVIRONMENT", cli.Environment) + manSection("FILES", cli.Files)
	}
	before, rest, _ := strings.Cut(page, ".SH OPTIONS\n")
	if _, after, found := strings.Cut(rest, "\n.SH "); found {
		page = before + ".SH " + after
	} else {
		page = before
	}
	page = strings.Replace(page, ".SH EXAMPLE\n", ".SH EXAMPLES\n", 1)
	for _, next := range []string{".SH EXAMPLES\n", ".SH SEE ALSO\n"} {
		if before, after, found := strings.Cut(page, next); found {
			return before + sections + next + after
		}
	}
	return page + sections
}

// options returns a command's flags.
func options(c *cobra.Command) (list []cli.Description) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if f.NoOptDefVal != "" && f.Value.Type() == "bool" && f.NoOptDefVal != "true" {
			name += "[=" + f.NoOptDefVal + "]"
		} else if value != "" {
			name += " " + value
		}
		list = append(list, cli.Description{Name: name, Does: usage})
	})
	return list
}

func manSection(title string, list []cli.Description) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".SH %s\n", title)
	for _, d := range list {
		fmt.Fprintf(&b, ".TP\n\\fB%s\\fP\n%s\n", roff(d.Name), roff(d.Does))
	}
	return b.String()
}

// roff escapes a line, and sets what is between backticks in bold.
func roff(s string) string {
	for i, part := range strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`).Replace(s), "`") {
		switch {
		case i == 0:
			s = part
		case i%2 == 1:
			s += `\fB` + part
		default:
			s += `\fP` + part
		}
	}
	return `\&` + s // a period or an apostrophe would begin a request
}
