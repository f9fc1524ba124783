// Command mutants lists the conditions that no test holds. It switches them off one by one, runs the package's tests and
// the conformance cases, and prints those whose loss nothing noticed. Run it from the top of the repository:
//
//	go run ./tools/mutants ./parse fence.go walk_block.go
//
// The condition of an if, a case and an operand of || become false, an operand of && becomes true.
// All of them are compiled once, with the tests, into a copy that asks the environment which one is off.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const variable, patience, conformance = "EDIT_LSP_MUTANT", 2 * time.Minute, "./cmd/edit-lsp/cli"

// asks is the rest of a Go file with the question of each condition.
const asks = "\n\nimport \"os\"\n\nvar mutant = os.Getenv(\"" + variable + "\")\n\nfunc on(n string) bool { return mutant != n }\n"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(args []string) (err error) {
	if len(args) < 2 {
		return errors.New("name a package, such as ./parse, and its files to try, such as fence.go")
	}
	scratch, err := os.MkdirTemp("", "edit-lsp-mutants-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	c := copied{dir: args[0], scratch: scratch, overlay: map[string]string{}}
	for _, name := range args[1:] {
		err = errors.Join(err, c.file(name))
	}
	flag, other := c.write("mutant.go", "package "+filepath.Base(c.dir)+asks)
	if err = errors.Join(err, other); err != nil {
		return err
	}
	out, err := exec.Command("go", "test", "-c", "-vet=off", flag, "-o", scratch+"/", c.dir, conformance).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	if !c.pass("none") {
		return errors.New("the tests fail with every condition as it is")
	}
	for i, condition := range c.mutants {
		if c.pass(strconv.Itoa(i)) {
			fmt.Println(condition)
		}
	}
	_, err = fmt.Fprintln(os.Stderr, len(c.mutants), "conditions tried")
	return err
}

// copied is a package whose conditions can be switched off.
type copied struct {
	dir, scratch string
	// overlay maps the package's files to their copies, as the go command's -overlay does.
	overlay map[string]string
	mutants []string
}

// write puts a copy of a file into the overlay and returns the go command's flag for it.
func (c *copied) write(name, text string) (flag string, err error) {
	file, err := filepath.Abs(filepath.Join(c.dir, name))
	c.overlay[file] = filepath.Join(c.scratch, name)
	list, other := json.Marshal(map[string]any{"Replace": c.overlay})
	all := filepath.Join(c.scratch, "overlay.json")
	return "-overlay=" + all, errors.Join(err, other, os.WriteFile(c.overlay[file], []byte(text), 0o600), os.WriteFile(all, list, 0o600))
}

// file copies a file with every condition wrapped in a question.
func (c *copied) file(name string) error {
	src, err := os.ReadFile(filepath.Join(c.dir, name))
	set := token.NewFileSet()
	tree, other := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
	if err = errors.Join(err, other); err != nil {
		return err
	}
	before, after := map[int]string{}, map[int]string{}
	offset := func(p token.Pos) int { return set.Position(p).Offset }
	wrap := func(n ast.Node, open, end string) {
		from, to := offset(n.Pos()), offset(n.End())
		question := fmt.Sprintf("on(%q)", strconv.Itoa(len(c.mutants)))
		before[from] += strings.ReplaceAll(open, "?", question)
		after[to] = end + after[to]
		c.mutants = append(c.mutants, fmt.Sprintf("%s/%s:%d: %s", c.dir, name, set.Position(n.Pos()).Line, src[from:to]))
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			wrap(n.Cond, "(? && (", "))")
		case *ast.SwitchStmt:
			equals := ""
			if n.Tag != nil { // the tag becomes true, and each value the comparison
				tag := string(src[offset(n.Tag.Pos()):offset(n.Tag.End())])
				after[offset(n.Tag.End())], equals = " == "+tag, tag+" == "
			}
			for _, clause := range n.Body.List {
				for _, value := range clause.(*ast.CaseClause).List {
					wrap(value, "(? && ("+equals, "))")
				}
			}
		case *ast.BinaryExpr:
			if open, ok := map[token.Token]string{token.LOR: "(? && (", token.LAND: "(!? || ("}[n.Op]; ok {
				wrap(n.X, open, "))")
				wrap(n.Y, open, "))")
			}
		}
		return true
	})
	var b strings.Builder
	for i := range src {
		b.WriteString(after[i] + before[i] + string(src[i:i+1])) // a character may have several bytes
	}
	_, err = c.write(name, b.String())
	return err
}

// pass reports whether the package's tests and the conformance cases pass with mutant n. Both run at once, until one fails.
func (c *copied) pass(n string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ended := make(chan error, 2)
	for _, s := range [][2]string{{c.dir, "."}, {conformance, "^TestConformance$"}} {
		cmd := exec.CommandContext(ctx, filepath.Join(c.scratch, filepath.Base(s[0])+".test"), "-test.failfast", "-test.run", s[1])
		cmd.Dir, cmd.Env = s[0], append(os.Environ(), variable+"="+n)
		go func() { ended <- cmd.Run() }()
	}
	first := <-ended
	return first == nil && <-ended == nil
}
