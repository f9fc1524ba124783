package parse

import (
	"path"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const frontMatterRule = "---"

// longestFrontMatter bounds the header, in lines: a rule at the top of a long
// document is not one.
const longestFrontMatter = 200

// readFrontMatter reads the header of a document (seed 003). What is no YAML, or
// says nothing for us, is left alone.
func readFrontMatter(t *text.Text) FrontMatter {
	if t.LineCount() == 0 || strings.TrimRight(t.Line(0), " \t") != frontMatterRule {
		return FrontMatter{}
	}
	for l := text.Line(1); int(l) < t.LineCount() && l < longestFrontMatter; l++ {
		if strings.TrimRight(t.Line(l), " \t") != frontMatterRule {
			continue
		}
		var header struct {
			OutputDir    string   `yaml:"output_dir"`
			OutputFile   string   `yaml:"output_file"`
			ContextFiles []string `yaml:"context_files"`
		}
		source := strings.Join(t.Lines(1, l), "\n")
		if err := yaml.Unmarshal([]byte(source), &header); err != nil {
			return FrontMatter{}
		}
		f := FrontMatter{ContextFiles: header.ContextFiles, End: l + 1}
		if header.OutputFile != "" {
			f.DefaultTarget = header.OutputFile
			if header.OutputDir != "" {
				f.DefaultTarget = path.Join(header.OutputDir, header.OutputFile)
			}
		}
		return f
	}
	return FrontMatter{}
}
