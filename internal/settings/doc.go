// Package settings holds the table of settings. Command line flags, the configuration file
// edit-lsp.toml, client settings and the documentation's table are derived from it.
//
// Later sources override earlier ones: defaults, the user's file, the workspace's file, the client, the
// flags. The source of every value is recorded.
//
// Invariant: a workspace's file can only tighten the policy. Values that would loosen it are ignored
// and reported.
package settings
