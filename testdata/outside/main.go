// Command outside is a program of another module. It applies the edits of a chat to a
// folder: the folder is its first argument, the chat's file the second.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	editlsp "github.com/edit-lsp/edit-lsp"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, dir, name string) error {
	chat, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	ws, err := editlsp.Open(dir)
	if err != nil {
		return err
	}
	defer ws.Close()
	report, err := ws.Check(ctx, name, string(chat), editlsp.Options{})
	if err != nil {
		return err
	}
	for _, b := range report.Blocks {
		fmt.Println(b.Line, b.Status, b.Path, b.Message)
	}
	if err := report.Apply(ctx); err != nil {
		return err
	}
	for _, f := range report.Files {
		fmt.Println("wrote", f.Path)
	}
	return nil
}
