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
	"path/filepath"
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
	in, err := server.StdinPipe()
	if err != nil {
		return 0, err
	}
	out, err := server.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := server.Start(); err != nil {
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

func (l *log) server(message []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.Write(recording.Line{Server: message})
}

func (l *log) client(message []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	changed, err := l.changed()
	if err != nil {
		return err
	}
	if len(changed) > 0 {
		if err := l.to.Write(recording.Line{Disk: changed}); err != nil {
			return err
		}
	}
	return l.to.Write(recording.Line{Client: message})
}

// changed returns the files that changed since the last call.
func (l *log) changed() (map[string]*string, error) {
	now := map[string]*string{}
	err := filepath.WalkDir(l.root, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted meanwhile
		}
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(l.root, path)
		text := string(data)
		now[filepath.ToSlash(name)] = &text
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
