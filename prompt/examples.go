package prompt

import (
	"slices"

	"github.com/edit-lsp/edit-lsp/parse"
)

// example is a change that shows how to write a format.
type example struct {
	title, say string
	// before are the files that it starts from.
	before []File
	edits  []parse.Edit
}

func (x example) creates() bool { return slices.ContainsFunc(x.edits, parse.Edit.Creates) }

func (x example) ofFiles() bool {
	return slices.ContainsFunc(x.edits, func(e parse.Edit) bool { return e.Operation != parse.Modify })
}

// examples are for all formats. The files are invented.
var examples = []example{
	{
		title: "Change a line",
		say:   "The tax is removed by dividing:",
		before: []File{{"price/net.go", `package price

// Net takes the tax off a price.
func Net(gross float64) float64 {
	return gross * 0.81
}
`}},
		edits: []parse.Edit{{
			Path:     "price/net.go",
			Leading:  []string{"func Net(gross float64) float64 {"},
			Old:      []string{"\treturn gross * 0.81"},
			New:      []string{"\treturn gross / 1.19"},
			Trailing: []string{"}"},
		}},
	},
	{
		title: "Insert lines",
		say:   "The rows are sorted before they are counted:",
		before: []File{{"tools/report.py", `import csv
import sys


def main():
    rows = list(csv.reader(sys.stdin))
    print(len(rows))
`}},
		edits: []parse.Edit{{
			Path:     "tools/report.py",
			Leading:  []string{"    rows = list(csv.reader(sys.stdin))"},
			New:      []string{"    # The header goes first.", "    rows[1:] = sorted(rows[1:])"},
			Trailing: []string{"    print(len(rows))"},
		}},
	},
	{
		title: "Delete lines",
		say:   "The trace is no longer needed:",
		before: []File{{"web/menu.js", `export function open(menu) {
  menu.hidden = false;
  // TODO: remove
  console.log("open", menu.id);
  menu.focus();
}
`}},
		edits: []parse.Edit{{
			Path:     "web/menu.js",
			Leading:  []string{"  menu.hidden = false;"},
			Old:      []string{"  // TODO: remove", `  console.log("open", menu.id);`},
			Trailing: []string{"  menu.focus();"},
		}},
	},
	{
		title: "Make a file",
		say:   "The query moves to its own file:",
		edits: []parse.Edit{{
			Path: "db/queries/active_users.sql",
			New:  []string{"SELECT id, name", "FROM users", "WHERE active", "ORDER BY name;"},
		}},
	},
	{
		title: "Two edits in one file",
		say:   "The basket stores a discount, and the total subtracts it:",
		before: []File{{"lib/basket.rb", `class Basket
  def initialize
    @items = []
  end

  def add(item)
    @items << item
  end

  def total
    @items.sum(&:price)
  end
end
`}},
		edits: []parse.Edit{
			{
				Path:     "lib/basket.rb",
				Leading:  []string{"  def initialize"},
				New:      []string{"    @discount = 0"},
				Trailing: []string{"    @items = []"},
			},
			{
				Path:     "lib/basket.rb",
				Leading:  []string{"  def total"},
				Old:      []string{"    @items.sum(&:price)"},
				New:      []string{"    @items.sum(&:price) - @discount"},
				Trailing: []string{"  end"},
			},
		},
	},
	{
		title: "Move code",
		say:   "The helper moves above the functions that use it:",
		before: []File{{"src/store.ts", `import { readFileSync, writeFileSync } from "node:fs";

export function load(path: string): string[] {
  return clean(readFileSync(path, "utf8"));
}

export function save(path: string, names: string[]): void {
  writeFileSync(path, names.join("\n"));
}

function clean(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
`}},
		edits: []parse.Edit{
			{
				Path:    "src/store.ts",
				Leading: []string{`  writeFileSync(path, names.join("\n"));`, "}"},
				Old: []string{
					"",
					"function clean(text: string): string[] {",
					`  return text.split("\n").filter((line) => line !== "");`,
					"}",
				},
			},
			{
				Path:    "src/store.ts",
				Leading: []string{`import { readFileSync, writeFileSync } from "node:fs";`, ""},
				New: []string{
					"function clean(text: string): string[] {",
					`  return text.split("\n").filter((line) => line !== "");`,
					"}",
					"",
				},
				Trailing: []string{"export function load(path: string): string[] {"},
			},
		},
	},
	{
		title: "Delete and rename files",
		say:   "The old module is deleted, and the notes get a better name:",
		before: []File{
			{"app/legacy.py", "from app.core import *\n"},
			{"docs/notes.md", "# Notes\n"},
		},
		edits: []parse.Edit{
			{Path: "app/legacy.py", Operation: parse.Delete, Old: []string{"from app.core import *"}},
			{Path: "docs/notes.md", Operation: parse.Rename, NewPath: "docs/design.md"},
		},
	},
}
