package parse

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

// strReplace is the calls of an agent's editing tools, in JSON (call_json.go) or in tags (call_xml.go). A call
// names its file and gives one block for each pair of texts:
//
//	{"path": "src/a.py", "old_str": "x = 1", "new_str": "x = 2"}
var strReplace = &Dialect{
	Name:        "str-replace",
	InsideLines: true,
	Exact:       true,
	Quiet:       true,
	Called:      true,
	marker:      callMarker,
	Forms:       []*Form{{Name: "str-replace", spellings: 1, write: writeCall, fits: fitsSearchReplace}},
	begins:      "{[<",
	mayStart:    (*here).mayCall,
	read:        readCall,
}

// The kinds of start tokens.
const (
	jsonCall = iota
	tagCall
)

func callMarker(_, trimmed string) (token, bool) {
	t := token{role: possibleStart, kind: jsonCall}
	switch trimmed[0] {
	case '<':
		t.kind = tagCall
		_, ok := openCall(trimmed)
		return t, ok
	case '{', '[':
		rest := strings.TrimLeft(trimmed[1:], "{[ \t")
		return t, rest == "" || rest[0] == '"'
	}
	return t, false
}

// mayCall is a quick check: many texts have lines that begin with a brace.
func (h *here) mayCall(start token) bool {
	return start.kind == tagCall || h.fenceOfCall(start.line) != text.None || h.namesTool(start.line)
}

func readCall(h here, start token) reading {
	r := begun(start)
	r.plain("")
	if start.kind == tagCall {
		h.readTags(&r)
	} else {
		h.readJSON(&r)
	}
	return r
}

// argument is what an argument of a call is for.
type argument uint8

const (
	noArgument argument = iota
	callPath
	callOld
	callNew
	callEdits
	callFile
	callContent
	callPart
	callLine
	callBefore
	callCommand
	callEvery
	callTool
	callInput
)

// arguments are the names that tools use, in lower case and without underscores.
var arguments = map[string]argument{
	"path": callPath, "filepath": callPath, "targetfile": callPath, "filename": callPath,
	"oldstr": callOld, "oldstring": callOld, "oldtext": callOld, "search": callOld, "original": callOld,
	"newstr": callNew, "newstring": callNew, "newtext": callNew, "replace": callNew, "updated": callNew, "inserttext": callNew,
	"targetcontent": callOld, "replacementcontent": callNew, "replacementchunks": callEdits,
	"codecontent": callContent, "codeedit": callPart, "changes": callPart, "code": callPart,
	"edits": callEdits, "replacements": callEdits, "filetext": callFile, "content": callContent, "contents": callContent, "insertline": callLine, "line": callBefore, "command": callCommand, "replaceall": callEvery,
	"name": callTool, "tool": callTool, "toolname": callTool,
	"input": callInput, "arguments": callInput, "args": callInput, "parameters": callInput, "params": callInput,
}

var withoutUnderscores = strings.NewReplacer("_", "", "-", "")

func argumentNamed(name string) argument {
	return arguments[strings.ToLower(withoutUnderscores.Replace(name))]
}

// value is an argument's value: its place in the chat, and its text.
type value struct {
	Section
	text string
}

// call is a call, or one of the edits that it lists. Its lines are those of the JSON object or the element.
type call struct {
	first, last text.Line
	values      map[argument]value
	edits       []*call
	input       *call
}

func (c *call) set(a argument, v value) {
	if c.values == nil {
		c.values = map[argument]value{}
	}
	c.values[a] = v
}

func (c *call) has(arguments ...argument) bool {
	return !slices.ContainsFunc(arguments, func(a argument) bool { _, ok := c.values[a]; return !ok })
}

// creates reports whether the call is for a tool or a command that writes whole files.
func (c *call) creates() bool {
	name := strings.ToLower(c.values[callTool].text + " " + c.values[callCommand].text)
	return strings.Contains(name, "write") || strings.Contains(name, "create")
}

// isOf reports whether the call is of one of these tools. Other JSON has a name, a path and code, too
// (str-replace/not-a-call-of-a-part).
func (c *call) isOf(tools ...string) bool {
	return slices.Contains(tools, strings.ToLower(strings.TrimSpace(c.values[callTool].text)))
}

// keepCall adds the blocks of a call to a reading, in the order of their lines.
func (r *reading) keepCall(c *call) {
	edits := c.edits
	if len(edits) == 0 {
		edits = []*call{c}
	}
	for _, e := range edits {
		path := e.values[callPath]
		if path.text == "" {
			path = c.values[callPath]
		}
		names, fallback := accept(path.text)
		b, ok := e.block(c)
		if !ok || len(names) == 0 {
			continue
		}
		b.Path = Path{Readings: names, Fallback: fallback, Line: path.First}
		b.Start, b.End = e.first, e.last
		r.keep(b)
	}
}

// block returns the block of one edit, without its path and its lines. of is its call, which may be the edit itself.
func (c *call) block(of *call) (Block, bool) {
	b := newBlock(c.first)
	b.New = c.values[callNew].Section
	switch {
	case c.has(callOld, callNew):
		b.pair(c.values[callOld], c.values[callNew])
		b.Every = strings.EqualFold(strings.TrimSpace(c.values[callEvery].text), "true")
	case c.has(callLine, callNew):
		return b.inserting(c.values[callNew], c.values[callLine].line())
	case of.isOf("insert_content"): // (str-replace/call-that-inserts-before-a-line)
		at := c.values[callBefore].line()
		if at--; at == text.None {
			at = FileEnd
		}
		return b.inserting(c.values[callContent], at)
	case strings.EqualFold(c.values[callCommand].text, "append"): // (str-replace/call-that-appends)
		for _, a := range []argument{callContent, callFile} {
			if v, ok := c.values[a]; ok {
				return b.inserting(v, FileEnd)
			}
		}
		return b.inserting(c.values[callNew], FileEnd)
	case of.creates() && c.has(callFile):
		b.Operation, b.New = Create, c.values[callFile].withoutFinal()
	case of.creates() && c.has(callContent):
		b.Operation, b.New, b.replaces = Create, c.values[callContent].withoutFinal(), true
	case of.isOf("edit_file", "edit_existing_file", "insert_edit_into_file"), strings.Contains(c.values[callPart].text, "...existing code..."):
		// (str-replace/call-with-a-part-of-a-file)
		b.Operation, b.New, b.replaces, b.part = Create, c.values[callPart].withoutFinal(), true, true
		return b, b.New.Len() > 0
	default:
		return b, false
	}
	return b, true
}

// pair sets the texts. Where both end with a line ending, or the new one is empty, the old one must end a line: its
// ending is no part of the lines.
func (b *Block) pair(old, new value) {
	b.Old, b.New = old.Section, new.Section
	switch {
	case old.Len() == 0:
		b.Operation, b.New = Create, new.withoutFinal()
	case strings.TrimSpace(old.text) == "":
		b.EmptyFind = true
	case strings.HasSuffix(old.text, text.LF) && (new.Len() == 0 || strings.HasSuffix(new.text, text.LF)):
		b.LineEnd, b.Old, b.New = true, old.withoutFinal(), new.withoutFinal()
	}
}

// line reads the value as a number of lines, less than [FileEnd], or below [text.None] if it's none.
func (v value) line() text.Line {
	const bits = 31 // lines are added up
	at, err := strconv.ParseInt(strings.TrimSpace(v.text), 10, bits)
	if err != nil && !errors.Is(err, strconv.ErrRange) || at < 0 {
		return text.None - 1
	}
	return text.Line(at) // out of range it's the largest one: a check says that the file has no such line
}

// inserting returns the block with a value that goes below so many lines, and reports whether that is an insertion.
func (b Block) inserting(v value, at text.Line) (Block, bool) {
	b.NearLine, b.New = at, v.withoutFinal()
	return b, at >= 0 && b.New.Len() > 0
}

// withoutFinal returns the section without the empty line after a final line ending.
func (v value) withoutFinal() Section {
	if strings.HasSuffix(v.text, text.LF) {
		v.others++
	}
	return v.Section
}

// toolResult matches a line that begins what a tool answered.
var toolResult = text.Expression(`(?i)^(?:<(?:antml:)?(?:tool_result|function_results?|tool_response|tool_output)\b|[#*_\s\[>]*(?:tool|function)[ _-](?:result|response|output)s?\b|\[[\w-]+ for '.*'\] Result:|OBSERVATION:|The file \S+ has been (?:edited|updated|created)|File created successfully)|"tool_result"|"tool_(?:use|call)_id"|"role":\s*"tool"`)

// findRuns finds the calls with a tool's result below: an agent made these edits. So it did if a tool's turn follows.
func (r *Result) findRuns() {
	last := len(r.Blocks) - 1
	for last >= 0 && r.Blocks[last].Dialect != strReplace {
		last--
	}
	answered := text.None
	if n := len(r.Turns); n > 0 && r.Turns[n-1].Role == System {
		answered = r.Turns[n-1].First
	}
	for at, i := text.Line(r.Text.LineCount()), last; i >= 0; i-- {
		b := &r.Blocks[i]
		for l := at - 1; l > b.End; l-- {
			if line := strings.TrimSpace(r.Text.Line(l)); len(line) > 5 && strings.IndexByte(`<#*_[>tTfFoO"{`, line[0]) >= 0 && toolResult().MatchString(line) {
				answered = l
			}
		}
		at = min(at, b.Start)
		b.Ran = b.Dialect == strReplace && answered > b.End
	}
}
