package snippet

import (
	"slices"
	"strings"
)

var (
	// local is Lua's [local-function].
	modifiers = words("export default async public private protected static abstract final override pub unsafe virtual inline declare readonly suspend open internal sealed partial extern data local")
	// definers begin definitions; the value is the kind.
	definers = map[string]string{
		"def": "func", "func": "func", "function": "func", "fn": "func", "fun": "func", "sub": "func", "proc": "func",
		"class": "type", "struct": "type", "interface": "type", "enum": "type", "trait": "type", "type": "type", "record": "type", "object": "type", "protocol": "type", "union": "type",
		"impl": "impl", "extension": "impl", "module": "type", "namespace": "type", "macro_rules": "func",
	}
	// control words look like calls of a function but define none.
	control = words("if for while switch catch with return function func fn else do new raise throw await yield elif except super typeof in of match when until unless foreach lock using synchronized")
	holders = words("const let var")
)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// definition returns kind and name of what an item defines, or "".
func (s *source) definition(it *item) string {
	r := it.row
	if s.css {
		if head, opens := ruleHead(r.text); opens {
			selectors := strings.Split(head, "\n")
			return "rule " + strings.TrimSpace(selectors[len(selectors)-1])
		}
		return ""
	}
	t := r.text
	if rest := belowDecorators(t); rest != "" {
		t = rest
	}
	c := t[0]
	if !isLetter(c) && c != '#' && c != '*' && c != '~' || r.last == ';' && len(it.clauses) < 2 && !strings.HasSuffix(t, "};") {
		return "" // but for a function of one line [function-of-one-line]
	}
	for {
		w := firstWord(t)
		if !modifiers[w] || len(w) == len(t) || t[len(w)] == '(' && w != "pub" {
			break // a method may be called so [method-called-open]
		}
		t = strings.TrimLeft(t[len(w):], " ")
	}
	w := firstWord(t)
	rest := strings.TrimLeft(t[len(w):], " *!")
	if kind := definers[w]; kind != "" && len(w) < len(t) && (t[len(w)] == ' ' || t[len(w)] == '*' || t[len(w)] == '!') {
		return s.named(kind, rest, r, it)
	}
	if holders[w] {
		return held(rest)
	}
	if function := held(t); s.interpolates && function != "" { // [function-of-a-prototype]
		return function
	}
	if s.python || !it.opensBody() || control[w] {
		return ""
	}
	return method(t)
}

// ruleHead returns the selectors of a rule, which may be all on one line [rule-of-one-line].
func ruleHead(t string) (head string, opens bool) {
	t = strings.TrimSpace(t)
	if head, opens = strings.CutSuffix(t, "{"); !opens && strings.HasSuffix(t, "}") {
		head, _, opens = strings.Cut(t, " {")
	}
	return strings.TrimSpace(head), opens
}

// isOther reports whether a row at the margin declares a function of C, and another row one of another name
// [prototype-of-another-name].
func (s *source) isOther(a, b *row) bool {
	named := func(r *row) string {
		head, _, calls := strings.Cut(r.text, "(")
		if !calls || r.width > 0 || r.last != ';' && r.last != ',' || strings.ContainsAny(head, "=.\"'#") {
			return ""
		}
		return head[strings.LastIndexAny(strings.TrimRight(head, " "), " *")+1:]
	}
	return s.language == braces && a.text != b.text && named(a) != "" && named(b) != "" && named(a) != named(b)
}

// isGroup reports whether a line begins a group of Go's declarations, which has no name.
func isGroup(t string) bool { return t == "const (" || t == "var (" || t == "type (" }

// declares reports whether a group declares something that another declaration does.
func (it *item) declares(f *item) bool {
	names := map[string]bool{}
	for _, w := range []string{"const ", "var ", "type "} {
		if rest, is := strings.CutPrefix(f.row.text, w); is {
			names[firstWord(rest)] = true
		}
	}
	for _, b := range f.clauses[0].body.items {
		names[firstWord(b.row.text)] = true
	}
	delete(names, "")
	delete(names, "_") // [another-group-without-names]
	return slices.ContainsFunc(it.clauses[0].body.items, func(b item) bool { return names[firstWord(b.row.text)] })
}

// opensBody reports whether a brace ends the head of an item, or is alone below it.
func (it *item) opensBody() bool {
	return it.row.last == '{' || len(it.clauses) > 1 && it.clauses[1].text == "{"
}

// named returns a definition by the name that follows its keyword.
func (s *source) named(kind, rest string, r *row, it *item) string {
	opens := r.last == '{' || r.last == ':' || len(it.clauses[0].body.items) > 0 || len(it.clauses) > 1 || it.clauses[0].body.sparse()
	if !opens && !strings.Contains(rest, "{") && !strings.Contains(rest, "...") && !(s.python && strings.Contains(rest, "):")) {
		return "" // a declaration; several may have one name
	}
	if kind == "impl" {
		return kind + " " + strings.TrimRight(rest, " {")
	}
	receiver := ""
	if strings.HasPrefix(rest, "(") { // Go's methods
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return ""
		}
		receiver = receiverType(rest[1:end]) + "."
		rest = strings.TrimLeft(rest[end+1:], " ")
	}
	name := firstWord(rest)
	if name == "" {
		return ""
	}
	for tail := rest[len(name):]; strings.HasPrefix(tail, "."); { // Ruby's def self.x
		next := firstWord(tail[1:])
		if next == "" {
			break
		}
		name, tail = name+"."+next, tail[1+len(next):]
	}
	return kind + " " + receiver + name
}

// accessor returns the definition of an item, told apart from the property of the same name:
// `@total.setter`.
func accessor(it item) string {
	for _, a := range it.above {
		for _, kind := range []string{".setter", ".getter", ".deleter"} {
			if it.definition != "" && a.row.role == decorator && strings.HasSuffix(a.row.text, kind) {
				return it.definition + kind
			}
		}
	}
	return it.definition
}

func receiverType(receiver string) string {
	if i := strings.IndexByte(receiver, '['); i >= 0 {
		receiver = receiver[:i]
	}
	return strings.TrimLeft(receiver[strings.LastIndexByte(receiver, ' ')+1:], "*")
}

// held returns the definition of `const NAME = (…) => {` and the like.
func held(rest string) string {
	name := rest[:len(rest)-len(strings.TrimLeftFunc(rest, func(r rune) bool { return r == '.' || !isNoWord(r) }))]
	i := strings.IndexByte(rest, '=')
	if strings.HasPrefix(rest[len(name):], ": function") {
		i = len(name)
	}
	if name == "" || i < 0 {
		return ""
	}
	value := strings.TrimLeft(rest[i+1:], " ")
	value = strings.TrimPrefix(value, "async ")
	switch {
	case strings.HasPrefix(value, "function"), strings.HasPrefix(value, "async("), strings.Contains(value, "=>") && (value[0] == '(' || strings.HasPrefix(value[len(firstWord(value)):], " =>")):
		return "func " + name
	case strings.HasPrefix(value, "class"):
		return "type " + name
	}
	return ""
}

// method returns the definition of `name(…) {`, as in classes and C, but not of `name().other({` [call-of-a-result].
func method(t string) string {
	open := strings.IndexByte(t, '(')
	if open <= 0 {
		return ""
	}
	depth, end := 0, -1
	for i := open; i < len(t) && end < 0; i++ {
		switch t[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				end = i
			}
		}
	}
	if end < 0 || strings.HasPrefix(t[end:], ").") || strings.ContainsAny(t[end:], "=;") || strings.ContainsAny(t[:open], "=;,\"'`") {
		return ""
	}
	head := strings.TrimRight(t[:open], " ")
	start := len(head)
	for start > 0 && (isWord(head[start-1]) || strings.IndexByte("#~:", head[start-1]) >= 0) {
		start--
	}
	name, before := head[start:], strings.TrimSpace(head[:start])
	if name == "" || control[name] || control[firstWord(before)] || strings.HasSuffix(before, ".") {
		return ""
	}
	if before == "get" || before == "set" {
		name = before + " " + name
	}
	return "func " + name
}

// assigned returns what a statement gives a value to, or the word that says what it does: `total` for
// `total = 1` and `total: 1`, `return` for `return x`.
func assigned(t string) string {
	if macro, is := strings.CutPrefix(t, "#define "); is { // [another-value-of-a-macro]
		return firstWord(strings.TrimLeft(macro, " \t"))
	}
	declared := strings.HasPrefix(t, "var ") || strings.HasPrefix(t, "let ")
	for _, w := range []string{"export ", "const ", "let ", "var ", "local ", "- "} {
		t = strings.TrimPrefix(t, w)
	}
	if name := firstWord(t); declared && len(name) < len(t) && strings.IndexByte(t, '=') < 0 && t[len(name)] != ',' {
		return name // var total int
	}
	if w := firstWord(t); w == "return" || w == "raise" || w == "throw" || w == "yield" {
		return w
	}
	for i := 0; i < len(t); i++ {
		switch t[i] {
		case '=':
			if i > 0 && i+1 < len(t) && t[i+1] != '=' && t[i+1] != '>' && strings.IndexByte("!<>=", t[i-1]) < 0 {
				return strings.TrimRight(t[:i], " :+-*/|&.?")
			}
			return ""
		case ':':
			if i > 0 && i+1 < len(t) && (t[i+1] == ' ' || t[i+1] == '=') {
				return strings.Trim(t[:i], "\"'? ")
			}
		case '(', '{', ';':
			return ""
		}
	}
	return ""
}

// isImport reports whether an item brings names into the file, perhaps by its last row [require-of-several-lines].
func (it *item) isImport() bool {
	return it.row.role == code && (isImport(it.row.text) || strings.HasPrefix(it.clauses[len(it.clauses)-1].text, "} = require("))
}

// isImport reports whether a row brings names into the file.
func isImport(t string) bool {
	return kindOfImport(t) != "" || strings.Contains(t, " = require(") || strings.Contains(t, " from '") || strings.Contains(t, " from \"")
}

func nameOf(definition string) string {
	_, name, _ := strings.Cut(definition, " ")
	return name
}
