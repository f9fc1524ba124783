package main

import (
	_ "embed"
	"fmt"
	"os"
	"runtime"
	"strings"
	"text/template"
	"time"
)

// columns is the format of the table.
const columns = "%-4s  %-80s  %-25s  %-13s  %-24s  %-23s %s\n"

// String returns the row of the table.
func (r row) String() string {
	ours, other := r.ours[r.of], r.other[r.of]
	limit := fmt.Sprintf("%g ×", r.times)
	if r.plus > 0 {
		limit += " + " + amount(r.of, r.plus)
	}
	if ours > r.times*other+r.plus {
		limit += ": NOT MET"
	}
	measured := fmt.Sprintf("%.3g × %s", ours/other, [...]string{"wall", "cpu", "memory"}[r.of])
	return fmt.Sprintf(columns, r.goal, r.work, r.name, measured, limit, r.ours.format(r.of), r.other.format(r.of))
}

// format shows a figure, and the wall time with CPU time.
func (s sample) format(of figure) string {
	if of == cpu {
		return fmt.Sprintf("%s (cpu %s)", amount(wall, s[wall]), amount(cpu, s[cpu]))
	}
	return amount(of, s[of])
}

func amount(of figure, n float64) string {
	return fmt.Sprintf("%.3g %s", n/1e6, [...]string{"ms", "ms", "MB"}[of])
}

//go:embed page.tmpl
var pageText string

func (b *bench) page() string {
	var page strings.Builder
	functions := template.FuncMap{"rows": b.pageRows, "firstLine": firstLine, "machine": machine}
	t := template.Must(template.New("").Funcs(functions).Parse(pageText))
	must(t.Execute(&page, map[string]string{
		"Flags": strings.Join(os.Args[1:], " "), "Date": time.Now().Format(time.DateOnly),
	}))
	return page.String()
}

// pageRows returns the table of goals; the rivals in one piece of work share a row. A limit without a
// rival isn't public.
func (b *bench) pageRows(goals string) string {
	table, last := "\n| work | edit-lsp | compared with |\n|---|---|---|\n", ""
	for _, r := range b.rows {
		if r.name == "the limit" || !strings.Contains(goals, r.goal) {
			continue
		}
		if work := fmt.Sprintf("| %s | %s | ", r.work, r.ours.format(r.of)); work == last {
			table = strings.TrimSuffix(table, " |\n") + "<br>"
		} else {
			table += work
			last = work
		}
		table += r.name + ": " + r.other.format(r.of) + " |\n"
	}
	return table
}

func machine() string {
	processor := runtime.GOARCH
	data, _ := os.ReadFile("/proc/cpuinfo")
	if _, rest, ok := strings.Cut(string(data), "model name\t: "); ok {
		processor, _, _ = strings.Cut(rest, "\n")
	}
	return fmt.Sprintf("%s, %d processors, %s, %s", processor, runtime.NumCPU(), runtime.GOOS, runtime.Version())
}

// firstLine returns the first line that a program prints.
func firstLine(args ...string) string {
	line, _, _ := strings.Cut(output(".", args...), "\n")
	return line
}
