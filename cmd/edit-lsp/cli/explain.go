package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/edit-lsp/edit-lsp/internal/codes"
	"github.com/edit-lsp/edit-lsp/internal/text"
)

func newExplain() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a code: what it means, an example, and what to do",
		Long: "Explain a code: what it means, an example, and what to do.\n" +
			"Without a code, list all of them.",
		Example: `  edit-lsp explain old-lines-not-found`,
		Args:    arguments(0, 1, "explain takes one code"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var list []string
			for _, e := range codes.All() {
				list = append(list, string(e.Code)+"\t"+e.Title())
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return fmt.Errorf("invalid --format %q: want text or json", format)
			}
			if len(args) == 0 {
				return listCodes(cmd.OutOrStdout(), format)
			}
			e, ok := codes.Lookup(codes.Code(args[0]))
			if !ok {
				return unknownCode(args[0])
			}
			return explain(cmd.OutOrStdout(), e, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "the `format` of the explanation: text or json")
	completeFlag(cmd, "format", "text", "json")
	return cmd
}

// explanation is the output of `explain --format json`. All keys are always present.
type explanation struct {
	Code     codes.Code `json:"code"`
	Severity string     `json:"severity"`
	Status   string     `json:"status"`
	Message  string     `json:"message"`
	Varies   string     `json:"varies"`
	Means    string     `json:"means"`
	Do       string     `json:"do"`
	Page     string     `json:"page"`
	Example  struct {
		Given   string            `json:"given"`
		Files   map[string]string `json:"files"`
		Chat    string            `json:"chat"`
		Line    int               `json:"line"`
		Message string            `json:"message"`
	} `json:"example"`
}

func explanationOf(e codes.Entry) (explanation, error) {
	x := explanation{
		Code: e.Code, Severity: e.Severity.String(), Status: e.Status, Message: e.Headline, Varies: e.Varies,
		Means: e.Means, Do: e.Do, Page: e.Code.Page(),
	}
	example, err := e.Code.Example()
	x.Example.Given, x.Example.Files, x.Example.Chat = example.Given, example.Files, example.Chat
	x.Example.Line, x.Example.Message = example.Line, example.Message
	return x, err
}

func listCodes(out io.Writer, format string) error {
	if format == "json" {
		all := []explanation{}
		for _, e := range codes.All() {
			x, err := explanationOf(e)
			if err != nil {
				return err
			}
			all = append(all, x)
		}
		return writeIndented(out, all)
	}
	t := table{colours: coloursFor(out)}
	for _, e := range codes.All() {
		t.row(cell{text: string(e.Code)}, cell{e.Severity.String(), t.of(e.Severity)}, cell{text: e.Title()})
	}
	return t.write(out, widthOf(out))
}

func explain(out io.Writer, e codes.Entry, format string) error {
	if format == "json" {
		x, err := explanationOf(e)
		if err != nil {
			return err
		}
		return writeIndented(out, x)
	}
	example, err := e.Code.Example()
	if err != nil {
		return err
	}
	c, textWidth := coloursFor(out), maxTextWidth
	if n := widthOf(out); n > 0 {
		textWidth = min(textWidth, max(n-4, minLast))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s%s (%s%s%s)\n", c.bold, e.Code, c.off, c.of(e.Severity), e.Severity, c.off)
	fmt.Fprintf(&b, "%s\n", strings.TrimSpace(e.Headline))
	paragraph := func(title, s string) {
		fmt.Fprintf(&b, "\n%s%s%s\n%s", c.bold, title, c.off, indent(wrap(s, textWidth)))
	}
	paragraph("What it means", e.Means)
	if e.Varies != "" {
		b.WriteString(indent(wrap(e.Varies, textWidth)))
	}
	fmt.Fprintf(&b, "\n%sExample%s\n", c.bold, c.off)
	for _, name := range slices.Sorted(maps.Keys(example.Files)) {
		fmt.Fprintf(&b, "  The file %s:\n\n%s\n", name, indent(indent(visibleLines(example.Files[name]))))
	}
	if example.Given != "" {
		fmt.Fprintf(&b, "%s\n", indent(wrap(example.Given, textWidth)))
	}
	fmt.Fprintf(&b, "  The chat:\n\n%s\n", indent(indent(visibleLines(example.Chat))))
	fmt.Fprintf(&b, "  Reported for line %d:\n\n", example.Line)
	for line := range strings.SplitSeq(example.Message, "\n") {
		b.WriteString(indent(indent(wrap(line, textWidth-2))))
	}
	for i, cause := range e.Causes {
		if i == 0 {
			fmt.Fprintf(&b, "\n%sCauses%s\n", c.bold, c.off)
		}
		b.WriteString(indent(wrap(cause.Name+": "+cause.Means, textWidth)))
	}
	paragraph("What to do", e.Do)
	fmt.Fprintf(&b, "\n%sMore%s\n  %s\n", c.bold, c.off, e.Code.Page())
	_, err = io.WriteString(out, b.String())
	return err
}

// maxTextWidth is the width of text in columns, without indentation.
const maxTextWidth = 76

func wrap(s string, width int) string { return strings.Join(wrapped(s, width), "\n") + "\n" }

func indent(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if line != "\n" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// visibleLines escapes invisible characters and invalid bytes in a sample. It ends with a newline.
func visibleLines(s string) string {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, l := range lines {
		lines[i] = text.Escape(strings.ReplaceAll(l, "\t", "    "))
	}
	return strings.Join(lines, "\n") + "\n"
}

func unknownCode(code string) error {
	near := nearestCodes(code)
	if len(near) == 0 {
		return fmt.Errorf("unknown code %q; edit-lsp explain lists all codes", code)
	}
	return fmt.Errorf("unknown code %q; did you mean %s?", code, text.OneOf(near))
}

// nearestCodes returns the codes most similar to name, by common words and differing letters.
func nearestCodes(name string) []string {
	const (
		maxCodes = 3
		// maxFarther is how much less similar than the first one the others may be.
		maxFarther = 4
	)
	name = strings.ToLower(strings.NewReplacer("_", "-", " ", "-").Replace(strings.TrimSpace(name)))
	distance := func(code string) int {
		d := text.Distance(name, code)
		for word := range strings.SplitSeq(name, "-") {
			if len(word) >= 3 && slices.Contains(strings.Split(code, "-"), word) {
				d -= len(word)
			}
		}
		return d
	}
	var list []string
	for _, e := range codes.All() {
		list = append(list, string(e.Code))
	}
	slices.SortStableFunc(list, func(x, y string) int { return distance(x) - distance(y) })
	limit := min(len(name)/2, distance(list[0])+maxFarther) // up to half of the letters may be wrong
	return slices.DeleteFunc(list[:maxCodes], func(code string) bool { return distance(code) > limit })
}
