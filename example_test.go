package editlsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	editlsp "github.com/edit-lsp/edit-lsp"
)

// A model's answer with two edits. The second one misremembers a line.
const chat = `Tax was left out:

cart.py
<<<<<<< SEARCH
    return subtotal
=======
    return subtotal * 1.2
>>>>>>> REPLACE

and the name is wrong:

cart.py
<<<<<<< SEARCH
def sum_up(items):
=======
def total(items):
>>>>>>> REPLACE
`

// shop creates a folder with the file cart.py.
func shop() (dir string) {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		log.Fatal(err)
	}
	content := "def sum_up(all_items):\n    subtotal = sum(all_items)\n    return subtotal\n"
	if err := os.WriteFile(filepath.Join(dir, "cart.py"), []byte(content), 0o666); err != nil {
		log.Fatal(err)
	}
	return dir
}

// Check a chat, look at the report, and apply it.
func Example() {
	dir := shop()
	defer os.RemoveAll(dir)
	ws, err := editlsp.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer ws.Close()

	ctx := context.Background()
	report, err := ws.Check(ctx, "chat.md", chat, editlsp.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range report.Blocks {
		fmt.Printf("line %d, %s: %s %q\n", b.Line, b.Path, b.Status, b.Message)
	}

	if err := report.Apply(ctx); err != nil {
		log.Fatal(err)
	}
	cart, err := os.ReadFile(filepath.Join(dir, "cart.py"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("\n%s", cart)

	// Output:
	// line 4, cart.py: validated ""
	// line 13, cart.py: failed "Old lines not found in file; 1 line differs"
	//
	// def sum_up(all_items):
	//     subtotal = sum(all_items)
	//     return subtotal * 1.2
}

// A failing block reports the cause and the closest lines.
func ExampleBlock() {
	dir := shop()
	defer os.RemoveAll(dir)
	ws, err := editlsp.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer ws.Close()

	report, err := ws.Check(context.Background(), "chat.md", chat, editlsp.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, b := range report.Blocks {
		if b.Status != editlsp.Failed {
			continue
		}
		fmt.Println(b.Code, b.Cause)
		if b.Nearest != nil {
			fmt.Println("closest: line", b.Nearest.Line)
		}
		for _, line := range b.Details {
			fmt.Println(line)
		}
	}

	// Output:
	// old-lines-not-found near
	// closest: line 1
	// closest match: cart.py:1, 93% similar
	// - def sum_up(items):
	// + def sum_up(all_items):
}

// Apply only some of the blocks.
func ExampleOptions() {
	dir := shop()
	defer os.RemoveAll(dir)
	ws, err := editlsp.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer ws.Close()

	report, err := ws.Check(context.Background(), "chat.md", chat, editlsp.Options{Only: []int{1}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(report.Files), "files to change")

	// Output:
	// 0 files to change
}

// Encode a report as `edit-lsp check --format json` does.
func ExampleNewResults() {
	dir := shop()
	defer os.RemoveAll(dir)
	ws, err := editlsp.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer ws.Close()

	report, err := ws.Check(context.Background(), "chat.md", chat, editlsp.Options{})
	if err != nil {
		log.Fatal(err)
	}
	results := editlsp.NewResults(report)
	encoded, err := json.Marshal(results.Documents[0].Files)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", encoded)
	fmt.Println(results.Summary.Validated, "of", results.Summary.Blocks)

	// Output:
	// [{"path":"cart.py","operation":"modify","blocks":[0]}]
	// 1 of 2
}
