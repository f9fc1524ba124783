package packaging_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// catalogues are the rules of the catalogues whose own checkers need Windows or a network, as JSON
// Schemas: what winget's manifest schemas 1.6.0, Scoop's schema.json and mason's registry require.
var catalogues = map[string]string{
	"winget/edit-lsp.edit-lsp.yaml": `{
		"required": ["PackageIdentifier", "PackageVersion", "DefaultLocale", "ManifestType", "ManifestVersion"],
		"additionalProperties": false,
		"properties": {
			"PackageIdentifier": {"pattern": "^[^\\.\\s\\\\/:\\*\\?\"<>\\|]{1,32}(\\.[^\\.\\s\\\\/:\\*\\?\"<>\\|]{1,32}){1,7}$"},
			"PackageVersion": {"type": "string", "maxLength": 128}, "DefaultLocale": {"const": "en-US"},
			"ManifestType": {"const": "version"}, "ManifestVersion": {"const": "1.6.0"}
		}
	}`,
	"winget/edit-lsp.edit-lsp.installer.yaml": `{
		"required": ["PackageIdentifier", "PackageVersion", "Installers", "ManifestType", "ManifestVersion"],
		"additionalProperties": false,
		"properties": {
			"PackageIdentifier": {"const": "edit-lsp.edit-lsp"}, "PackageVersion": {"type": "string"},
			"InstallerType": {"const": "zip"}, "NestedInstallerType": {"const": "portable"},
			"NestedInstallerFiles": {"type": "array", "minItems": 1, "items": {
				"required": ["RelativeFilePath"], "additionalProperties": false,
				"properties": {"RelativeFilePath": {"type": "string"}, "PortableCommandAlias": {"type": "string", "maxLength": 40}}
			}},
			"Installers": {"type": "array", "minItems": 1, "items": {
				"required": ["Architecture", "InstallerUrl", "InstallerSha256"], "additionalProperties": false,
				"properties": {
					"Architecture": {"enum": ["x86", "x64", "arm", "arm64", "neutral"]},
					"InstallerUrl": {"pattern": "^https://"}, "InstallerSha256": {"type": "string", "pattern": "^[A-Fa-f0-9]{64}$"}
				}
			}},
			"ManifestType": {"const": "installer"}, "ManifestVersion": {"const": "1.6.0"}
		}
	}`,
	"winget/edit-lsp.edit-lsp.locale.en-US.yaml": `{
		"required": ["PackageIdentifier", "PackageVersion", "PackageLocale", "Publisher", "PackageName", "License", "ShortDescription", "ManifestType", "ManifestVersion"],
		"properties": {
			"PackageIdentifier": {"const": "edit-lsp.edit-lsp"}, "PackageVersion": {"type": "string"}, "PackageLocale": {"const": "en-US"},
			"ShortDescription": {"minLength": 3, "maxLength": 256}, "Moniker": {"pattern": "^\\S{1,40}$"},
			"Tags": {"maxItems": 16, "uniqueItems": true, "items": {"minLength": 1, "maxLength": 40}},
			"ManifestType": {"const": "defaultLocale"}, "ManifestVersion": {"const": "1.6.0"}
		}
	}`,
	"scoop/edit-lsp.json": `{
		"required": ["version", "homepage", "license"],
		"properties": {
			"version": {"pattern": "^[\\w\\.\\-+_]+$"}, "homepage": {"format": "uri"},
			"architecture": {
				"additionalProperties": false, "required": ["64bit", "arm64"],
				"patternProperties": {"^(32bit|64bit|arm64)$": {
					"required": ["url", "hash"],
					"properties": {"url": {"pattern": "^https://"}, "hash": {"pattern": "^(sha1:|sha256:|sha512:|md5:)?[a-fA-F0-9]{64}$"}}
				}}
			},
			"bin": {"type": "string"}, "checkver": {"const": "github"}, "autoupdate": {"required": ["architecture"]}
		}
	}`,
	"mason/package.yaml": `{
		"required": ["name", "description", "homepage", "licenses", "languages", "categories", "source"],
		"properties": {
			"licenses": {"type": "array", "minItems": 1}, "languages": {"type": "array"},
			"categories": {"items": {"enum": ["DAP", "Formatter", "LSP", "Linter", "Runtime", "Compiler"]}, "minItems": 1},
			"source": {
				"required": ["id", "asset"],
				"properties": {
					"id": {"pattern": "^pkg:github/[^/]+/[^@]+@v.+$"},
					"asset": {"minItems": 1, "items": {
						"required": ["target", "file", "bin"],
						"properties": {"target": {"pattern": "^(darwin|linux|win)_(x64|arm64)$"}}
					}}
				}
			}
		}
	}`,
}

// fill makes the entries of a release that has all files of a release, but empty.
func fill(t *testing.T, version string) (folder string) {
	t.Helper()
	release := t.TempDir()
	var sums strings.Builder
	for i, name := range releaseFiles(t) {
		sums.WriteString(strings.Repeat(string("0123456789abcdef"[i%16]), 64) + "  " + name + "\n")
	}
	require.NoError(t, os.WriteFile(filepath.Join(release, "checksums.txt"), []byte(sums.String()), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(release, "metadata.json"), []byte(`{"version":"`+version+`"}`), 0o666))
	folder = filepath.Join(t.TempDir(), "entries")
	out, err := exec.CommandContext(t.Context(), "bash", "entries", release, folder).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return folder
}

func TestCatalogues(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	folder := fill(t, "1.2.3")
	for name, rules := range catalogues {
		var content any
		require.NoError(t, yaml.Unmarshal([]byte(readFile(t, filepath.Join(folder, name))), &content), name)
		data, err := json.Marshal(content)
		require.NoError(t, err)
		entry, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
		require.NoError(t, err)
		schema, err := jsonschema.UnmarshalJSON(strings.NewReader(rules))
		require.NoError(t, err, name)
		c := jsonschema.NewCompiler()
		require.NoError(t, c.AddResource(name, schema))
		s, err := c.Compile(name)
		require.NoError(t, err, name)
		assert.NoError(t, s.Validate(entry), name)
		assert.Error(t, s.Validate(map[string]any{}), "%s: an entry without anything is refused", name)
	}
	pkgbuild := readFile(t, filepath.Join(fill(t, "1.2.3-rc.1"), "aur/PKGBUILD"))
	assert.Contains(t, pkgbuild, "\npkgver=1.2.3_rc.1\n", "a hyphen is not allowed")
	assert.Contains(t, pkgbuild, "/download/v1.2.3-rc.1\"\n")
}
