package workspace

import (
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/edit-lsp/edit-lsp/internal/codes"
)

// protectedNames are names of protected files, grouped.
var protectedNames = map[string]string{
	"editors": `
		.vscode/settings.json .vscode/tasks.json app.code-workspace .idea/workspace.xml
		.idea/runConfigurations/a.xml .vs/launch.vs.json .zed/tasks.json .fleet/run.json .theia/tasks.json
		a.sublime-project .nvim.lua .exrc .vimrc .nvimrc .lvimrc .local.vim .dir-locals.el
		.helix/config.toml .helix/languages.toml .emacs .emacs.d/init.el .config/nvim/init.lua
		_vimrc _exrc .gvimrc .vim/plugin/a.vim .vimspector.json coc-settings.json .ycm_extra_conf.py .dir-locals-2.el
		.emacs.el .config/emacs/init.el .lite_project.lua .nova/Tasks/a.json .run/a.run.xml .idx/dev.nix .replit .gitpod.yml devfile.yaml`,
	"agents": `
		.cursorrules .cursorignore .cursor/rules/x.mdc .claude/settings.json .gemini/settings.json
		.codex/config.toml .trae/rules/a.md .agent/rules/a.md .agents/skills/a.md .mcp.json mcp.json
		.mcp/servers.json .aiderignore .aider.conf.yml AGENTS.md packages/a/AGENTS.md AGENTS.override.md
		AGENT.md CLAUDE.md CLAUDE.local.md GEMINI.md QWEN.md WARP.md CRUSH.md .windsurf/rules/a.md
		.windsurfrules .clinerules .clinerules/a.md .roo/rules/a.md .roorules .roomodes .kiro/hooks/a.json
		.junie/guidelines.md .continue/config.yaml .amazonq/rules/a.md .goosehints .augment/rules/a.md
		.augment-guidelines .opencode/agent/a.md .rules .github/copilot-instructions.md
		.github/instructions/a.md .github/prompts/a.md .github/chatmodes/a.md .github/agents/a.md
		.github/hooks/a.json .github/skills/a/x.md .github/copilot-setup-steps.yml .copilot/mcp-config.json
		.openhands/setup.sh .kilocode/rules/a.md .qwen/settings.json crush.json .crush.json opencode.json opencode.jsonc .opencode.json
		.factory/droids/a.md .zencoder/rules/a.md .qoder/rules/a.md .lingma/rules/a.md .codebuddy/rules/a.md .amp/settings.json
		.claude.json .claude-plugin/plugin.json .continuerc.json .goose/recipes/a.yaml SKILL.md replit.md JULES.md .aiexclude
		.geminiignore .clineignore .rooignore .codeiumignore`,
	"build services": `
		.github/workflows/ci.yml .github/actions/a/action.yml .github/dependabot.yml .github/CODEOWNERS
		.gitlab-ci.yml .gitlab/CODEOWNERS .gitlab/ci/a.yml .circleci/config.yml .travis.yml .drone.yml
		.woodpecker.yml .woodpecker/a.yml .buildkite/pipeline.yml bitbucket-pipelines.yml Jenkinsfile azure-pipelines.yml azure-pipelines.release.yml
		.github/dependabot.yaml CODEOWNERS docs/CODEOWNERS .gitea/workflows/a.yml .forgejo/workflows/a.yml .gitlab-ci.yaml`,
	"hooks": `
		.husky/pre-commit .githooks/pre-commit .pre-commit-config.yaml lefthook.yml .lefthook.yml
		.overcommit.yml .gitattributes sub/.gitattributes .gitmodules .gitconfig .config/git/config
		lefthook.yaml lefthook.toml lefthook.json lefthook-local.yml .lefthook-local.yml .lefthook.yaml .lefthook.toml .lefthook.json
		.lefthook/pre-commit/a.sh .pre-commit-config.yml prek.toml .simple-git-hooks.json .simple-git-hooks.cjs .huskyrc .huskyrc.js
		.lintstagedrc .lintstagedrc.json .lfsconfig`,
	"environments": `
		.env .env.local .envrc sub/.envrc .npmrc web/.npmrc .yarnrc .yarnrc.yml .yarn/releases/yarn.cjs
		.yarn/plugins/a.cjs .pnpmfile.cjs .pnp.cjs bunfig.toml .pypirc pip.conf .condarc .gemrc
		.cargo/config .cargo/config.toml mise.toml .mise.toml .mvn/jvm.config .mvn/extensions.xml .bazelrc
		.devcontainer/devcontainer.json .devcontainer.json
		.autoenv .autoenv.zsh .tool-versions .mise/config.toml mise.local.toml .mise.local.toml .config/mise/config.toml .rtx.toml
		.pnpmfile.mjs .bundle/config .pip/pip.conf pip.ini uv.toml NuGet.Config .gradle/gradle.properties
		gradle/wrapper/gradle-wrapper.properties .sbtopts`,
	"start-up files": `
		home/.bashrc .profile .bash_profile .bash_login .bash_logout .bash_aliases .zshrc .zshenv .zprofile
		.zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout .inputrc .xprofile .xinitrc .xsession
		.xsessionrc .config/fish/config.fish .config/fish/conf.d/a.fish profile.ps1
		Microsoft.PowerShell_profile.ps1 Microsoft.VSCode_profile.ps1 .gdbinit .lldbinit .Rprofile .irbrc
		.pdbrc sitecustomize.py lib/a.pth .tmux.conf .netrc .ssh/config .ssh/authorized_keys
		usercustomize.py .gdbearlyinit .config/gdb/gdbinit libx.so-gdb.py .pryrc .Renviron .ghci .ocamlinit .psqlrc .sqliterc
		.curlrc .wgetrc .aws/config .kube/config .docker/config.json .gnupg/gpg-agent.conf .config/systemd/user/a.service
		.config/autostart/a.desktop tools/a.desktop Library/LaunchAgents/a.plist desktop.ini a.lnk a.url autorun.inf`,
	"this program": `
		edit-lsp.toml .edit-lsp.toml sub/edit-lsp.toml`,
	"other spellings": `
		.VSCode/tasks.json .proﬁle .conﬁg/nvim/init.lua usercuﬆomize.py .xseßion .vſcode/settings.json .Env agents.MD a/b/.idea/x .vscode JENKINSFILE`,
}

// editableNames look like protected files, or belong to ordinary work.
const editableNames = `
	package.json Makefile build.rs setup.py conftest.py pyproject.toml Cargo.toml go.mod CMakeLists.txt
	Dockerfile README.md src/environment.ts env.ts .gitignore .editorconfig .github/ISSUE_TEMPLATE.md
	.github/FUNDING.yml github/workflows/x workflows/ci.yml actions/a.yml dependabot.yml
	docs/CODEOWNERS.md Jenkinsfile.md my-azure-pipelines.yml vscode/x vscode/settings.json idea/x
	.vscodeignore src/.vs.txt zed/tasks.json sublime-project.md vimrc nvim/init.lua docs/vimrc.md
	.config/other.toml emacs.d/x helix/config.toml agents/main.go src/agent.ts AGENTS.txt
	claude/settings.json CLAUDE.md.bak gemini.ts mcp.ts mcp.json.md cursor.ts aiderignore rules/a.md
	husky/x githooks/pre-commit lefthook.yml.md gitconfig gitattributes.md npmrc yarn.lock .yarn-integrity pnpm-lock.yaml bun.lock src/pip.conf.ts cargo/config.toml .cargo/audit.toml mise/x mvn/x
	WORKSPACE.bazel devcontainer.json bashrc profile.ts login.ts conf.d/a.conf fish/config.toml
	tox.ini Rakefile CMakePresets.json gradle.properties flake.nix eslint.config.js justfile compile_commands.json
	Vagrantfile rust-toolchain.toml node_modules/a/index.js src/lefthook.ts vim/x vimrc.md run/a.xml skill.md.txt
	docs/CODEOWNERS.txt tool-versions uv.lock nuget.config.md gradle/libs.versions.toml desktop.ts a.url.ts src/url.ts
	gdb.py my_gdb.py docker/config.json kube/config crush.txt replit.nix opencode.ts .config/systemd.md
	Rprofile.md customize.py pth.py a.pth.md tmux.conf netrc ssh/config.ts edit-lsp.md`

// P6: each name as is, in capitals, and in a subfolder, for existing and missing files (G5).
func protectedFiles(t *testing.T) []trustCase {
	var cases []trustCase
	for group, names := range protectedNames {
		for name := range strings.FieldsSeq(names) {
			cases = append(cases, protectedCase(group+"/"+name, name, true))
		}
	}
	return append(cases,
		trustCase{"every row has a name, and every name a row", func(t *testing.T) {
			all := strings.Fields(strings.Join(slices.Collect(maps.Values(protectedNames)), " "))
			for _, g := range ProtectedGroups() {
				assert.NotEmpty(t, g.Name)
				for _, f := range g.Files {
					assert.NotEmpty(t, f.Reason, f.Pattern)
					assert.True(t, anyMatches(f, all), f.Pattern)
				}
			}
		}},
		trustCase{"a pattern of the settings", func(t *testing.T) {
			dir := tree(t, map[string]string{"deploy/x.sh": "", "src/x.go": ""})
			w := New()
			w.Configure(Options{Protected: []string{"deploy"}})
			t.Cleanup(w.Release)
			require.NoError(t, w.SetRoots([]string{dir}))
			v := w.View(t.Context(), Origin{})
			assert.True(t, v.Target(t.Context(), "deploy/x.sh").Protected)
			assert.False(t, v.Target(t.Context(), "src/x.go").Protected)
			assert.True(t, v.Target(t.Context(), ".env").Protected, "the built-in list stays")
		}},
		trustCase{"a pattern that takes files off the list", func(t *testing.T) {
			dir := tree(t, map[string]string{".env.example": "", ".env": "", ".git/config": "", "a/HEAD": "", "a/config": "", "a/objects/x": ""})
			w := New()
			w.Configure(Options{Protected: []string{"*.sample"}, Unprotected: []string{".env.*", "**/*"}})
			t.Cleanup(w.Release)
			require.NoError(t, w.SetRoots([]string{dir}))
			v := w.View(t.Context(), Origin{})
			assert.False(t, v.Target(t.Context(), ".env.example").Protected)
			assert.False(t, v.Target(t.Context(), ".vscode/tasks.json").Protected)
			assert.True(t, v.Target(t.Context(), ".env.sample").Protected, "protectedFiles names it")
			assert.True(t, v.Target(t.Context(), "a/config").Protected, "part of a repository")
			assertRefused(t, v.Target(t.Context(), ".git/config"), codes.PathDenied)
		}},
	)
}

func anyMatches(f ProtectedFile, names []string) bool {
	for _, name := range names {
		parts := strings.Split(fold(name), "/")
		for at := range parts {
			if f.begins(parts[at:]) {
				return true
			}
		}
	}
	return false
}

func editableFiles(t *testing.T) []trustCase {
	var cases []trustCase
	for name := range strings.FieldsSeq(editableNames) {
		cases = append(cases, protectedCase("editable/"+name, name, false))
	}
	return cases
}

func protectedCase(what, name string, want bool) trustCase {
	return trustCase{what, func(t *testing.T) {
		clean, refusal := CheckName(name)
		require.Nil(t, refusal)
		assert.Equal(t, want, ReasonProtected(clean, Options{}) != "")
		assert.Equal(t, want, ReasonProtected(strings.ToUpper(clean), Options{}) != "")
		assert.Equal(t, want, ReasonProtected("a/b/"+clean, Options{}) != "")
		_, here := view(t, tree(t, map[string]string{name: "x"}))
		_, there := view(t, tree(t, nil))
		assert.Equal(t, want, here.Target(t.Context(), name).Protected)
		assert.Equal(t, want, there.Target(t.Context(), name).Protected)
	}}
}

// Matching part by part gives the same result as plain patterns, for paths made of whole and broken
// parts of the rows.
func TestProtectedListAgainstPlainPatterns(t *testing.T) {
	var rows []string
	for _, g := range ProtectedGroups() {
		for _, f := range g.Files {
			rows = append(rows, strings.ToLower(f.Pattern))
		}
	}
	plain := func(clean string) bool {
		parts := strings.Split(clean, "/")
		for i := range parts {
			for _, row := range rows {
				n := strings.Count(row, "/") + 1
				if n > len(parts)-i {
					continue
				}
				if ok, err := path.Match(row, strings.Join(parts[i:i+n], "/")); err != nil || ok {
					return true
				}
			}
		}
		return false
	}
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "é", "*", ".", "x.md", ".github", "yml", ".envx"}
	for _, row := range rows {
		for part := range strings.SplitSeq(row, "/") {
			bare := strings.ReplaceAll(part, "*", "")
			words = append(words, part, bare, bare+"x", "x"+bare, bare[1:], bare[:len(bare)-1])
		}
		words = append(words, row)
	}
	listed := 0
	for range 20000 {
		parts := make([]string, 1+random.IntN(4))
		for i := range parts {
			parts[i] = words[random.IntN(len(words))]
		}
		name := strings.Join(parts, "/")
		want := plain(name)
		if want {
			listed++
		}
		require.Equal(t, want, listedReason(name) != "", name)
	}
	assert.Greater(t, listed, 1000)
}

func TestProtectedPatternsOfTheUser(t *testing.T) {
	patterns := []string{"*.pem", "deploy/**", "Secrets", "a/*/c.txt", "x["}
	for name, want := range map[string]bool{
		"key.PEM": true, "sub/key.pem": true, "deploy/x/y": true, "sub/secrets/x": true, "a/b/c.txt": true,
		"a/b/d/c.txt": false, "pem": false, "x[": false,
	} {
		assert.Equal(t, want, ReasonProtected(name, Options{Protected: patterns}) != "", name)
	}
	assert.NoError(t, CheckPattern("deploy/**"))
	assert.Error(t, CheckPattern("x["))
	assert.Error(t, CheckPattern("/"))
}
