// Package packaging_test checks that `go install` works, and that catalogue entries and the install page
// name a release's files.
package packaging_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// releaseFiles are the files that .goreleaser.yaml makes, but the extensions of VS Code.
func releaseFiles(t *testing.T) []string {
	var config struct {
		Builds   []struct{ Targets []string }
		Archives []struct {
			Name      string `yaml:"name_template"`
			Formats   []string
			Overrides []struct {
				Goos    string
				Formats []string
			} `yaml:"format_overrides"`
		}
		Nfpms []struct {
			Name    string `yaml:"file_name_template"`
			Formats []string
		}
	}
	data, err := os.ReadFile("../.goreleaser.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(data, &config))
	require.Len(t, config.Archives, 1)
	require.Len(t, config.Nfpms, 1)

	var names []string
	for _, build := range config.Builds {
		for _, target := range build.Targets {
			goos, arch, _ := strings.Cut(strings.Replace(target, "arm_", "armv", 1), "_")
			add := func(template string, formats []string) {
				name := strings.NewReplacer(
					"{{ .ProjectName }}", "edit-lsp", "{{ .Os }}", goos, "{{ .Arch }}{{ with .Arm }}v{{ . }}{{ end }}", arch,
				).Replace(template)
				require.NotContains(t, name, "{{")
				for _, format := range formats {
					names = append(names, name+"."+format)
				}
			}
			archive := config.Archives[0]
			formats := archive.Formats
			for _, o := range archive.Overrides {
				if o.Goos == goos {
					formats = o.Formats
				}
			}
			add(archive.Name, formats)
			if goos == "linux" {
				add(config.Nfpms[0].Name, config.Nfpms[0].Formats)
			}
		}
	}
	require.NotEmpty(t, names)
	return names
}

// named are the files of a release that a text names.
func named(t *testing.T, name string) []string {
	t.Helper()
	found := regexp.MustCompile(`edit-lsp_[a-z]+_[a-z0-9]+\.(tar\.gz|[a-z]+)`).FindAllString(readFile(t, name), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestNames(t *testing.T) {
	all := releaseFiles(t)
	only := func(kept func(name string) bool) (names []string) {
		for _, name := range all {
			if kept(name) {
				names = append(names, name)
			}
		}
		return names
	}
	archive := func(name string) bool { return strings.HasSuffix(name, ".tar.gz") || strings.HasSuffix(name, ".zip") }
	linux := func(name string) bool { return archive(name) && strings.Contains(name, "_linux_") }
	windows := func(name string) bool { return strings.Contains(name, "_windows_") }
	// Most catalogues have hardly any users on other processors.
	common := func(name string) bool {
		return regexp.MustCompile("_(amd|arm)64").MatchString(name) && !strings.Contains(name, "_freebsd_")
	}

	assert.ElementsMatch(t, only(func(n string) bool { return common(n) || strings.Contains(n, "_freebsd_") }), named(t, "../docs/install.md"))
	for _, name := range all {
		base, _, _ := strings.Cut(name, ".")
		assert.Contains(t, readFile(t, "../docs/install.md"), base, "a file of the release that the page does not name")
	}
	assert.ElementsMatch(t, only(func(n string) bool { return archive(n) && common(n) }), named(t, "mason/package.yaml"))
	assert.ElementsMatch(t, only(func(n string) bool { return archive(n) && common(n) && !windows(n) }), named(t, "homebrew/edit-lsp.rb"))
	assert.ElementsMatch(t, only(windows), named(t, "scoop/edit-lsp.json"))
	assert.ElementsMatch(t, only(windows), named(t, "winget/edit-lsp.edit-lsp.installer.yaml"))
	assert.ElementsMatch(t, only(linux), named(t, "aur/PKGBUILD"))
	assert.ElementsMatch(t, only(func(n string) bool { return archive(n) && common(n) && !windows(n) }), named(t, "nix/package.nix"))
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

// Each file that is downloaded is followed by its own checksum.
func TestChecksums(t *testing.T) {
	for _, entry := range []string{"homebrew/edit-lsp.rb", "scoop/edit-lsp.json", "winget/edit-lsp.edit-lsp.installer.yaml", "nix/package.nix"} {
		var files, sums []string
		for _, m := range regexp.MustCompile(`download/v@VERSION@/([^"\n]+)"?|@SHA256 (.+)@`).FindAllStringSubmatch(readFile(t, entry), -1) {
			if m[1] != "" {
				files = append(files, m[1])
			} else {
				sums = append(sums, m[2])
				assert.Len(t, sums, len(files), "%s: the checksum of %s is not behind its file", entry, m[2])
			}
		}
		require.NotEmpty(t, files)
		assert.Equal(t, files, sums)
	}
}
