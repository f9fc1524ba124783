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
// Schemas for what the entries contain. They are no looser there than the catalogues' own:
//
//   - schemas/JSON/manifests/v1.6.0 in microsoft/winget-cli at 0ed068f7d9a9
//   - schema.json in ScoopInstaller/Scoop at 918ba4ec4d89
//   - schemas in mason-org/registry-schema at e22c5f2766ea, and CONTRIBUTING.md in
//     mason-org/mason-registry at 1e1d7c3e4205 for the categories
var catalogues = map[string]string{
	"winget/edit-lsp.edit-lsp.yaml": `{
		"required": ["PackageIdentifier", "PackageVersion", "DefaultLocale", "ManifestType", "ManifestVersion"],
		"additionalProperties": false,
		"properties": {
			"PackageIdentifier": {"pattern": "^[^\\.\\s\\\\/:\\*\\?\"<>\\|\\x01-\\x1f]{1,32}(\\.[^\\.\\s\\\\/:\\*\\?\"<>\\|\\x01-\\x1f]{1,32}){1,7}$"},
			"PackageVersion": {"type": "string", "pattern": "^[^\\\\/:\\*\\?\"<>\\|\\x01-\\x1f]+$", "maxLength": 128}, "DefaultLocale": {"const": "en-US"},
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
		"additionalProperties": false,
		"properties": {
			"PackageIdentifier": {"const": "edit-lsp.edit-lsp"}, "PackageVersion": {"type": "string"}, "PackageLocale": {"const": "en-US"},
			"Publisher": {"type": "string", "minLength": 2, "maxLength": 256}, "PackageName": {"type": "string", "minLength": 2, "maxLength": 256},
			"License": {"type": "string", "minLength": 3, "maxLength": 512},
			"PublisherUrl": {"pattern": "^https://", "maxLength": 2048}, "PackageUrl": {"pattern": "^https://", "maxLength": 2048},
			"LicenseUrl": {"pattern": "^https://", "maxLength": 2048}, "ReleaseNotesUrl": {"pattern": "^https://", "maxLength": 2048},
			"ShortDescription": {"type": "string", "minLength": 3, "maxLength": 256}, "Moniker": {"type": "string", "minLength": 1, "maxLength": 40},
			"Tags": {"type": "array", "maxItems": 16, "uniqueItems": true, "items": {"type": "string", "minLength": 1, "maxLength": 40}},
			"ManifestType": {"const": "defaultLocale"}, "ManifestVersion": {"const": "1.6.0"}
		}
	}`,
	"scoop/edit-lsp.json": `{
		"required": ["version", "homepage", "license", "architecture"],
		"additionalProperties": false,
		"properties": {
			"version": {"type": "string", "pattern": "^[\\w\\.\\-+_]+$"}, "description": {"type": "string"},
			"homepage": {"type": "string", "format": "uri"}, "license": {"const": "Apache-2.0"},
			"architecture": {
				"additionalProperties": false, "required": ["64bit", "arm64"],
				"patternProperties": {"^(64bit|arm64)$": {
					"required": ["url", "hash"], "additionalProperties": false,
					"properties": {
						"url": {"type": "string", "format": "uri", "not": {"pattern": "\\$"}},
						"hash": {"type": "string", "pattern": "^[a-fA-F0-9]{64}$"}
					}
				}}
			},
			"bin": {"type": "string"}, "checkver": {"const": "github"},
			"autoupdate": {
				"required": ["architecture", "hash"], "additionalProperties": false,
				"properties": {
					"architecture": {
						"additionalProperties": false, "required": ["64bit", "arm64"],
						"patternProperties": {"^(64bit|arm64)$": {
							"required": ["url"], "additionalProperties": false,
							"properties": {"url": {"type": "string", "format": "uri", "pattern": "\\$version"}}
						}}
					},
					"hash": {
						"required": ["url"], "additionalProperties": false,
						"properties": {"url": {"type": "string", "pattern": "^\\$baseurl/"}}
					}
				}
			}
		}
	}`,
	"mason/package.yaml": `{
		"required": ["name", "description", "homepage", "licenses", "languages", "categories", "source", "bin"],
		"additionalProperties": false,
		"properties": {
			"name": {"type": "string"}, "description": {"type": "string"},
			"homepage": {"type": "string", "format": "uri", "pattern": "^https?://"},
			"licenses": {"const": ["Apache-2.0"]}, "languages": {"type": "array", "items": {"type": "string"}},
			"categories": {"type": "array", "minItems": 1, "items": {"enum": ["Compiler", "DAP", "Formatter", "LSP", "Linter", "Runtime"]}},
			"source": {
				"required": ["id", "asset"], "additionalProperties": false,
				"properties": {
					"id": {"type": "string", "pattern": "^pkg:github/[^/]+/[^@]+@v.+$"},
					"asset": {"type": "array", "minItems": 1, "items": {
						"required": ["target", "file", "bin"], "additionalProperties": false,
						"properties": {
							"target": {"type": "string", "pattern": "^(darwin|linux|win)_(x64|arm64)$"},
							"file": {"type": "string"}, "bin": {"type": "string"}
						}
					}}
				}
			},
			"bin": {"additionalProperties": {"type": "string"}},
			"neovim": {"properties": {"lspconfig": {"type": "string"}}, "additionalProperties": false}
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
		c.AssertFormat()
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
