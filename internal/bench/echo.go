package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// echoer is the first argument that makes this command answer every request with
// nothing: what a request to it takes is the share of the machine and of the client.
const echoer = "-echo"

// echo serves on standard input and output, on one goroutine, until it is told to exit.
func echo() error {
	in := bufio.NewReaderSize(os.Stdin, 64<<10)
	for {
		m, err := receive(in)
		if errors.Is(err, io.EOF) || m.Method == "exit" {
			return nil
		}
		if err != nil {
			return err
		}
		if m.ID == nil {
			continue
		}
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID)
		if _, err := fmt.Fprintf(os.Stdout, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
			return err
		}
	}
}
