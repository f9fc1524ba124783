// Package settings holds the table of settings: of flags, the configuration file edit-lsp.toml, client
// settings and the documentation.
//
// Later sources override earlier ones: defaults, the user's file, the workspace's file, the client,
// flags.
//
// Invariant: a workspace's file can only tighten the policy. Looser values are ignored and reported.
package settings
