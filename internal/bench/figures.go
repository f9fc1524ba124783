package main

import (
	"fmt"
	"os"
	"strings"
)

// The lines of a page between which the figures stand.
const (
	beginFigures = "<!-- figures of make bench -->\n"
	endFigures   = "<!-- end of the figures -->\n"
)

// row is one line of a table of growth.
type row struct {
	n           int
	chat, files string
	series      series
}

// growthTable is a table of growth, in Markdown.
func growthTable(what string, rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | chat | files | median | least | processor | peak rss |\n|--:|--:|--:|--:|--:|--:|--:|\n", what)
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", count(r.n), r.chat, r.files,
			short(r.series.median()), short(r.series.least()), short(r.series.cpu()), bytesOf(r.series.rss()))
	}
	return b.String()
}

// summaryTable is the table of all results, in Markdown.
func summaryTable(results []result) string {
	var b strings.Builder
	b.WriteString("| goal | work | must be | measured | |\n|---|---|---|---|---|\n")
	for _, r := range results {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.id, r.work, r.goal, r.measured, r.verdict)
	}
	return b.String()
}

// publish puts figures into a page, in place of those that stand there.
func publish(page, figures string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(data), beginFigures)
	_, after, ok2 := strings.Cut(rest, endFigures)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for figures: the lines %q and %q", page, strings.TrimSpace(beginFigures), strings.TrimSpace(endFigures))
	}
	return os.WriteFile(page, []byte(before+beginFigures+"\n"+strings.TrimSpace(figures)+"\n\n"+endFigures+after), 0o644)
}
