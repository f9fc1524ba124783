package codes

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// Example is a small document with a finding, and everything that the finding depends
// on. A test checks each.
type Example struct {
	// Chat is the document, Files are its targets by path.
	Chat  string
	Files map[string]string
	// Folders are the workspace folders, relative to the place of the files; the chat is
	// beside them. Without any, the place of the files is the one folder.
	Folders []string
	// MaxFileSize is the setting of that name, in bytes; 0 means its default.
	MaxFileSize int64
	// Given is a sentence about what can't be seen in chat and files, or empty.
	Given string
	// Line is the line of the chat where the finding begins, counted from 1.
	Line int
	// Message is the finding's whole message. Folders are below [ExamplePlace].
	Message string
}

// ExamplePlace is the folder that holds the files of an example.
const ExamplePlace = "/home/ann/shop"

//go:embed examples/*.txtar
var examples embed.FS

// Example returns the example of the code.
func (c Code) Example() (Example, error) {
	name := "examples/" + string(c) + ".txtar"
	data, err := examples.ReadFile(name)
	if err != nil {
		return Example{}, fmt.Errorf("%s has no example: %w", c, err)
	}
	e, err := parseExample(txtar.Parse(data))
	if err != nil {
		return Example{}, fmt.Errorf("%s: %w", name, err)
	}
	return e, nil
}

// parseExample reads an archive: lines of "key: value", then the file chat.md, the
// targets below files/, and the message. What the key "escaped" names is written with
// the escapes of a Go string, so that every example is a plain text file.
func parseExample(a *txtar.Archive) (Example, error) {
	e := Example{Files: map[string]string{}}
	escaped, err := e.parseHeader(string(a.Comment))
	if err != nil {
		return Example{}, err
	}
	for _, f := range a.Files {
		content := string(f.Data)
		if f.Name == escaped {
			if content, err = unescape(content); err != nil {
				return Example{}, fmt.Errorf("%s: %w", f.Name, err)
			}
		}
		target, isTarget := strings.CutPrefix(f.Name, "files/")
		switch {
		case isTarget:
			e.Files[target] = content
		case f.Name == "chat.md":
			e.Chat = content
		case f.Name == "message":
			e.Message = strings.TrimSuffix(content, "\n")
		default:
			return Example{}, fmt.Errorf("unexpected file %q", f.Name)
		}
	}
	return e, nil
}

// parseHeader reads the lines above the files, and returns which file is escaped.
func (e *Example) parseHeader(header string) (escaped string, err error) {
	for line := range strings.Lines(header) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "":
		case "line":
			e.Line, err = strconv.Atoi(value)
		case "given":
			e.Given = value
		case "folders":
			e.Folders = strings.Fields(value)
		case "max-file-size":
			e.MaxFileSize, err = strconv.ParseInt(value, 10, 64)
		case "escaped":
			escaped = value
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return "", err
		}
	}
	return escaped, nil
}

// unescape replaces the escapes of a Go string by what they stand for.
func unescape(s string) (string, error) {
	return strconv.Unquote(`"` + strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(s) + `"`)
}
