// Package settings holds the one table of settings. The flags of the command line,
// the configuration file edit-lsp.toml, the client's settings and the table in the
// documentation are all made from it.
//
// Values come from several sources, one after another; the later wins: defaults, the
// user's own file, the workspace's file, the client, the flags. Of every value it is
// known where it came from.
//
// Invariant: a workspace's own file can only tighten the policy. What it
// says to loosen it is ignored, and said.
package settings
