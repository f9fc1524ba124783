package codes

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// Example is a small document with one finding, and all that it depends on.
type Example struct {
	// Chat is the document. Files are its targets by path.
	Chat  string
	Files map[string]string
	// Folders are the workspace folders, relative to [ExamplePlace]; empty means ExamplePlace itself.
	// The chat is beside them.
	Folders []string
	// MaxFileSize is in bytes; 0 is the default.
	MaxFileSize int64
	// Given says what chat and files don't show, or is empty.
	Given string
	// Line is the finding's first chat line, 1-based.
	Line    int
	Message string
}

// ExamplePlace is the directory of an example's files.
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

// parseExample reads an archive: lines of "key: value", then chat.md, the targets below files/, and the
// message. The file that the key "escaped" names uses Go's escapes, so that every example is plain
// text.
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

// parseHeader returns the name of the escaped file.
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

func unescape(s string) (string, error) {
	return strconv.Unquote(`"` + strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(s) + `"`)
}
