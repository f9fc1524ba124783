package workspace

import (
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// protectedNames are the files that are never part of "apply all" (trust, "Path
// policy, lexical first"): what runs, or tells a tool or a model what to do. A
// row matches parts of a path that follow each other, at any depth, in any letter
// case, and all that lies below. A star stands only in a row of one part.
var protectedNames = [...]string{
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
}

// isListed tells whether a row of protectedNames matches parts of a folded path.
func isListed(folded string) bool {
	for at := 0; ; {
		for _, row := range protectedNames {
			if matchesRow(folded[at:], row) {
				return true
			}
		}
		next := strings.IndexByte(folded[at:], '/')
		if next < 0 {
			return false
		}
		at += next + 1
	}
}

// matchesRow tells whether a path begins with the parts of a row.
func matchesRow(rest, row string) bool {
	if row[0] != '*' && (rest == "" || row[0] != rest[0]) {
		return false // most are told apart by this
	}
	if begin, end, starred := strings.Cut(row, "*"); starred {
		part, _, _ := strings.Cut(rest, "/")
		return len(part) >= len(begin)+len(end) && strings.HasPrefix(part, begin) && strings.HasSuffix(part, end)
	}
	return strings.HasPrefix(rest, row) && (len(rest) == len(row) || rest[len(row)] == '/')
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
	if isListed(folded) {
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
func ProtectedCount() int { return len(protectedNames) }
