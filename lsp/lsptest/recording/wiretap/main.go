// Command wiretap records a session between an editor and a language server:
//
//	wiretap LOG ROOT PROGRAM [ARGUMENT…]
//
// LOG has the format of package recording. ROOT is the workspace; its files are read before each
// message of the client. A message is recorded before it is passed on, so its answer is always
// below it.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/textproto"
	"os"
	"os/exec"
	"strconv"
	"sync"

	"github.com/edit-lsp/edit-lsp/lsp/lsptest/recording"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: wiretap LOG ROOT PROGRAM [ARGUMENT…]")
		os.Exit(2)
	}
	code, err := tap(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "wiretap:", err)
		code = 2
	}
	os.Exit(code)
}

func tap(name, root string, command []string) (int, error) {
	file, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	l := &log{to: recording.NewWriter(file, root), root: root, disk: map[string]*string{}}
	server := exec.Command(command[0], command[1:]...)
	server.Stderr = os.Stderr
	in, inErr := server.StdinPipe()
	out, outErr := server.StdoutPipe()
	if err := errors.Join(inErr, outErr, server.Start()); err != nil {
		return 0, err
	}
	go func() {
		// A closed or broken client connection ends the session.
		defer in.Close()
		if err := pass(os.Stdin, in, l.client); err != nil {
			fmt.Fprintln(os.Stderr, "wiretap: from the client:", err)
		}
	}()
	passed := pass(out, os.Stdout, l.server)
	err = server.Wait()
	if status := new(exec.ExitError); errors.As(err, &status) {
		err = nil
	}
	return server.ProcessState.ExitCode(), errors.Join(passed, err)
}

// pass records and forwards messages until the end of input.
func pass(from io.Reader, to io.Writer, write func([]byte) error) error {
	for r := textproto.NewReader(bufio.NewReader(from)); ; {
		header, err := r.ReadMIMEHeader()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		length, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return err
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r.R, body); err != nil {
			return err
		}
		if err := write(body); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(to, "Content-Length: %d\r\n\r\n%s", length, body); err != nil {
			return err
		}
	}
}

type log struct {
	mu   sync.Mutex
	to   *recording.Writer
	root string
	disk map[string]*string
}

func (l *log) write(lines ...recording.Line) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range lines {
		err = errors.Join(err, l.to.Write(line))
	}
	return err
}

func (l *log) server(message []byte) error { return l.write(recording.Line{Server: message}) }

func (l *log) client(message []byte) error {
	changed, err := l.changed()
	if err != nil || len(changed) == 0 {
		return errors.Join(err, l.write(recording.Line{Client: message}))
	}
	return l.write(recording.Line{Disk: changed}, recording.Line{Client: message})
}

// changed returns the files that changed since the last call.
func (l *log) changed() (map[string]*string, error) {
	now := map[string]*string{}
	workspace := os.DirFS(l.root)
	err := fs.WalkDir(workspace, ".", func(name string, entry fs.DirEntry, err error) error {
		var data []byte
		if err == nil && !entry.IsDir() {
			data, err = fs.ReadFile(workspace, name)
			now[name] = new(string(data))
		}
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile
			delete(now, name)
			return nil
		}
		return err
	})
	changed := map[string]*string{}
	for name, text := range now {
		if was := l.disk[name]; was == nil || *was != *text {
			changed[name] = text
		}
	}
	for name := range l.disk {
		if now[name] == nil {
			changed[name] = nil
		}
	}
	l.disk = now
	return changed, err
}
