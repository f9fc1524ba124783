package parse

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const frontMatterRule = "---"

// FrontMatter is what the document's YAML header declares.
type FrontMatter struct {
	// DefaultTarget is output_dir joined with output_file, or empty.
	DefaultTarget string
	// ContextFiles are globs.
	ContextFiles []string
	// End is the line after the header, or 0 without one.
	End text.Line
}

// Limits in lines and bytes: a rule at the top of a long document isn't front matter.
const (
	longestFrontMatter = 200
	biggestFrontMatter = 16 << 10
)

// readFrontMatter ignores a header that isn't a YAML mapping.
func readFrontMatter(t *text.Text) FrontMatter {
	if t.LineCount() == 0 || strings.TrimRight(t.Line(0), " \t") != frontMatterRule {
		return FrontMatter{}
	}
	for l := text.Line(1); int(l) < t.LineCount() && l < longestFrontMatter; l++ {
		if strings.TrimRight(t.Line(l), " \t") != frontMatterRule {
			continue
		}
		if t.Start(l) > biggestFrontMatter {
			break
		}
		header, err := readHeader(strings.Join(t.Lines(1, l), "\n"))
		if err != nil {
			break
		}
		f := FrontMatter{ContextFiles: header["context_files"], End: l + 1}
		if file := cmp.Or(header["output_file"]...); file != "" {
			f.DefaultTarget = file
			if dir := cmp.Or(header["output_dir"]...); dir != "" {
				f.DefaultTarget = path.Join(dir, file)
			}
		}
		return f
	}
	return FrontMatter{}
}

// readHeader returns the plain values of a header's keys, always as lists. It only walks the syntax
// tree, because decoding expands aliases, which a hostile header nests.
func readHeader(source string) (map[string][]string, error) {
	file, err := parser.ParseBytes([]byte(source), 0)
	if err != nil {
		return nil, err
	}
	header := map[string][]string{}
	for _, doc := range file.Docs {
		switch body := doc.Body.(type) {
		case nil, *ast.CommentGroupNode:
		case ast.MapNode:
			for pairs := body.MapRange(); pairs.Next(); {
				if key, ok := pairs.Key().(ast.ScalarNode); ok {
					header[fmt.Sprint(key.GetValue())] = plainValues(pairs.Value())
				}
			}
		default:
			return nil, fmt.Errorf("front matter must be a mapping, not %s", body.Type())
		}
	}
	return header, nil
}

func plainValues(n ast.Node) []string {
	switch n := n.(type) {
	case *ast.AnchorNode:
		return plainValues(n.Value)
	case *ast.AliasNode:
		return []string{n.String()} // an unquoted glob: `*.py`
	case *ast.SequenceNode:
		var values []string
		for _, v := range n.Values {
			if _, nested := v.(*ast.SequenceNode); !nested {
				values = append(values, plainValues(v)...)
			}
		}
		return values
	case *ast.LiteralNode:
		return []string{n.Value.Value}
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return []string{n.GetToken().Value}
	default:
		return nil
	}
}
