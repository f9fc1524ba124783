package workspace

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/edit-lsp/edit-lsp/internal/text"
)

const (
	includedReason = "git's configuration includes it, and git runs commands from there"
	hooksReason    = "git runs its hooks from there"
	// maxConfigs bounds the configuration files that are read for one root.
	maxConfigs = 16
	// maxConfigSize limits one of them, in bytes.
	maxConfigSize = 256 << 10
)

// protectConfigured protects what the root's git configuration makes git run.
func (t *Target) protectConfigured(ctx context.Context) {
	at := fold(t.at.path)
	for named, reason := range t.at.walker.configured(ctx) {
		if at == named || strings.HasPrefix(at, named+"/") {
			t.protect(reason)
		}
	}
}

// configured returns what the root's git configuration names inside the root (`include.path`,
// `includeIf.*.path`, `core.hooksPath`, also in the files that it includes) as folded paths, with reasons.
func (w *walker) configured(ctx context.Context) map[string]string {
	return w.config.get(ctx, "", func() map[string]string {
		found := map[string]string{}
		add := func(at, reason string) {
			found[fold(at)] = reason
			if p, refusal := w.walk(ctx, at); refusal == nil {
				found[fold(p.path)] = reason // its folders may be links
			}
		}
		queue := []string{".git/config", ".git/config.worktree"}
		for _, dir := range w.gitFolders(ctx) {
			queue = append(queue, path.Join(dir, "config"), path.Join(dir, "config.worktree"))
		}
		for i := 0; i < len(queue) && i < maxConfigs && ctx.Err() == nil; i++ {
			dir := path.Dir(queue[i])
			w.readConfig(ctx, queue[i], func(section, key, value string) {
				switch {
				case strings.HasPrefix(section, "include") && key == "path": // also includeIf
					if at := w.pointed(dir, value); at != "" {
						add(at, includedReason)
						queue = append(queue, at)
					}
				case section == "core" && key == "hookspath":
					if at := w.pointed(".", value); at != "" && at != "." {
						add(at, hooksReason)
					}
				}
			})
		}
		return found
	})
}

var (
	configSection = text.Expression(`^\s*\[\s*([\w-]+)[^\]"]*(?:"(?:\\.|[^"\\])*")?\s*\]`)
	configValue   = text.Expression(`(?i)^\s*(path|hookspath)\s*=\s*(.*)`)
)

// readConfig passes on the values of `path` and `hooksPath` in a file, with lower-case names. What git
// can't parse is skipped: a value too many only protects a file.
func (w *walker) readConfig(ctx context.Context, name string, each func(section, key, value string)) {
	p, refusal := w.walk(ctx, name)
	if refusal != nil || !p.exists() || !p.info.Mode().IsRegular() {
		return
	}
	content, refusal := readFile(ctx, w.folder, p.path, p.info, maxConfigSize)
	if refusal != nil {
		return
	}
	content = strings.NewReplacer("\uFEFF", "", "\r\n", "\n", "\\\r\n", "", "\\\n", "").Replace(content)
	section := ""
	for line := range strings.SplitSeq(content, "\n") {
		if m := configSection().FindStringSubmatch(line); m != nil {
			section, line = strings.ToLower(m[1]), line[len(m[0]):]
		}
		if m := configValue().FindStringSubmatch(line); m != nil {
			value := configText(m[2])
			if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(value, "~/") {
				value = filepath.Join(home, value[2:])
			}
			each(section, strings.ToLower(m[1]), value)
		}
	}
}

// configText returns a value without its comment, quotes and escapes.
func configText(s string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == '"':
			quoted = !quoted
		case !quoted && (s[i] == ';' || s[i] == '#'):
			return strings.TrimSpace(b.String())
		default:
			b.WriteByte(s[i])
		}
	}
	return strings.TrimSpace(b.String())
}
