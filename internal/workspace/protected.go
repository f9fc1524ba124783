package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// protectedNames are the files that are never part of "apply all" (trust, "Path
// policy, lexical first"): what runs, or tells a tool or a model what to do. A
// row matches parts of a path that follow each other, at any depth, in any letter
// case, and all that lies below. A star stands only in a row of one part.
var protectedNames = splitRows(
	// Editors.
	".vscode", "*.code-workspace", ".idea", ".nvim.lua", ".exrc", ".dir-locals.el", ".helix",
	// Agents and their instructions.
	".cursor*", ".claude", ".gemini", ".codex", ".mcp.json",
	"agents.md", "agents.override.md", "agent.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "warp.md", "crush.md",
	".windsurf", ".windsurfrules", ".clinerules", ".roo", ".roorules", ".roomodes", ".kiro", ".junie", ".continue", ".amazonq",
	".goosehints", ".augment", ".augment-guidelines", ".agents", ".opencode", ".aider.conf.yml", ".rules",
	".github/copilot-instructions.md", ".github/instructions", ".github/prompts", ".github/chatmodes", ".github/agents",
	// Builds and hooks.
	".github/workflows", ".gitlab-ci.yml", ".circleci", "jenkinsfile", "azure-pipelines*", ".husky", ".pre-commit-config.yaml",
	".devcontainer", ".gitattributes", ".gitmodules",
	// Secrets and registries.
	".env*", ".npmrc", ".yarnrc*", ".pypirc", ".ssh",
	// Shell start-up files (.envrc is among .env*).
	".profile", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases",
	".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".mkshrc", ".cshrc", ".tcshrc", ".login", ".logout",
	".inputrc", ".xprofile", ".xinitrc", ".xsession", ".xsessionrc", "config.fish", "fish/conf.d",
	"profile.ps1", "microsoft.powershell_profile.ps1", "microsoft.vscode_profile.ps1",
	// This tool's own configuration.
	"edit-lsp.toml", ".edit-lsp.toml",
)

// rows are the names in the form in which they are looked up: by their first
// part, and apart from these the few that have a star in it.
type rows struct {
	byFirst map[string][][]string
	starred [][]string
}

func splitRows(names ...string) rows {
	r := rows{byFirst: map[string][][]string{}}
	for _, n := range names {
		parts := strings.Split(n, "/")
		if strings.Contains(parts[0], "*") {
			r.starred = append(r.starred, parts)
		} else {
			r.byFirst[parts[0]] = append(r.byFirst[parts[0]], parts)
		}
	}
	return r
}

// match tells whether a row matches parts of a path that follow each other.
func (r rows) match(segments []string) bool {
	for i, s := range segments {
		for _, row := range r.byFirst[s] {
			if len(row) <= len(segments)-i && slices.Equal(row, segments[i:i+len(row)]) {
				return true
			}
		}
		for _, row := range r.starred {
			// The patterns are constants; a bad one would show in the tests.
			if ok, _ := path.Match(row[0], s); ok {
				return true
			}
		}
	}
	return false
}

// CheckPattern tells whether a pattern for [Options.Protected] is well formed.
func CheckPattern(pattern string) error {
	if strings.Trim(pattern, "/") == "" || !doublestar.ValidatePattern(pattern) {
		return fmt.Errorf("not a pattern for file names: %q", pattern)
	}
	return nil
}

// IsProtected tells whether a clean path is on the built-in list of protected
// files or matches one of the further patterns (see [Options.Protected]).
func IsProtected(clean string, further []string) bool {
	folded := fold(clean)
	if protectedNames.match(strings.Split(folded, "/")) {
		return true
	}
	for _, p := range further {
		p = strings.Trim(fold(toSlash(p)), "/")
		if p == "" {
			continue
		}
		if ok, _ := doublestar.Match("**/"+p+"/**", folded); ok {
			return true
		}
	}
	return false
}

// ProtectedCount is the number of built-in patterns of protected files.
func ProtectedCount() int {
	n := len(protectedNames.starred)
	for _, patterns := range protectedNames.byFirst {
		n += len(patterns)
	}
	return n
}
