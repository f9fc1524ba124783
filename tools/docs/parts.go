package main

import (
	"bytes"
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/edit-lsp/edit-lsp/cmd/edit-lsp/cli"
	"github.com/edit-lsp/edit-lsp/diagnostics"
	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/settings"
	"github.com/edit-lsp/edit-lsp/internal/text"
	"github.com/edit-lsp/edit-lsp/internal/workspace"
	"github.com/edit-lsp/edit-lsp/parse"
	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// sources returns what the parts tell.
func sources(top string) map[string]any {
	root := cli.Root()
	return map[string]any{
		"Codes": codes.All(), "Protected": workspace.ProtectedGroups(), "Settings": settings.Table, "Words": diagnostics.Words,
		"Commands": root.Commands(), "Flags": flagsOf(append(slices.Clone(root.Commands()), root)...),
		"Environment": cli.Environment, "ExitStatuses": cli.ExitStatuses,
		"Promises": trust.Promises, "Lists": trust.Lists, "Tests": trustTests(top),
		"Sample": get(codes.OldLinesMismatch.Example()), // for the output formats
	}
}

//go:embed parts.tmpl
var partsText string

var parts = template.Must(template.New("").Option("missingkey=error").Funcs(template.FuncMap{
	"trim": strings.TrimSpace, "trimEnd": strings.TrimSuffix, "join": strings.Join, "replace": strings.ReplaceAll,
	"upper": strings.ToUpper, "contains": slices.Contains[[]string, string], "lastAnd": lastAnd, "fence": fenced, "checked": checked,
}).Parse(partsText))

// made returns a part of parts.tmpl.
func made(name string, from any) string {
	var b strings.Builder
	must(parts.ExecuteTemplate(&b, name, from))
	return b.String()
}

// lastAnd replaces the last comma of a list by "and".
func lastAnd(list string) string {
	if i := strings.LastIndex(list, ", "); i >= 0 {
		return list[:i] + " and " + list[i+2:]
	}
	return list
}

// fenced fences content safely and escapes invisible characters.
func fenced(tag, content string) string {
	lines := strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	fence := parse.FenceFor(3, lines)
	for i, l := range lines {
		parts := strings.Split(l, "\t")
		for j, p := range parts {
			parts[j] = text.Escape(p)
		}
		lines[i] = strings.Join(parts, "\t")
	}
	return fence + tag + "\n" + strings.Join(lines, "\n") + "\n" + fence + "\n"
}

// flagRow is a flag of one or more commands.
type flagRow struct {
	Flag, Usage string
	Commands    []string
}

// flagsOf returns the flags of commands that aren't settings.
func flagsOf(commands ...*cobra.Command) (rows []flagRow) {
	for _, c := range commands {
		if c.HasParent() && !c.IsAvailableCommand() {
			continue
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			isSetting := slices.ContainsFunc(settings.Table, func(s settings.Setting) bool { return s.Flag == f.Name })
			if isSetting || f.Name == "help" || f.Hidden {
				return
			}
			name, usage := pflag.UnquoteUsage(f)
			flag := strings.TrimSpace("--" + f.Name + " " + name)
			i := slices.IndexFunc(rows, func(r flagRow) bool { return r.Flag == flag && r.Usage == usage })
			if i < 0 {
				i = len(rows)
				rows = append(rows, flagRow{Flag: flag, Usage: usage})
			}
			rows[i].Commands = append(rows[i].Commands, c.Name())
		})
	}
	return rows
}

// checked returns what a check of a sample prints.
func checked(sample codes.Example, format string) string {
	dir := get(os.MkdirTemp("", "edit-lsp-docs-"))
	defer os.RemoveAll(dir)
	must(os.WriteFile(filepath.Join(dir, "chat.md"), []byte(sample.Chat), 0o666))
	for name, content := range sample.Files {
		must(os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666))
	}
	// The output names the chat as it is given, relative to the working directory.
	back := get(os.Getwd())
	must(os.Setenv("GITHUB_WORKSPACE", ""))
	must(os.Chdir(dir))
	defer func() { must(os.Chdir(back)) }()
	var out bytes.Buffer
	check := cli.Root()
	check.SetArgs([]string{"check", "--format", format, "chat.md"})
	check.SetOut(&out)
	if err := check.Execute(); out.Len() == 0 { // findings are an error too
		must(err)
	}
	return out.String()
}
