package main

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
)

// A command that is made alone says what it says among all others.
func TestCommandAlone(t *testing.T) {
	run := func(root *cobra.Command, args []string) (out string, err error) {
		var b bytes.Buffer
		root.SetOut(&b)
		root.SetErr(&b)
		root.SetArgs(args)
		err = root.Execute()
		return b.String(), err
	}
	for _, s := range subcommands {
		assert.Equal(t, s.name, s.new().Name())
		for _, args := range [][]string{
			{s.name, "--help"}, {s.name, "-h"}, {s.name, "--no-such-flag"}, {s.name, "--root"}, {s.name, "--stdio", "x"},
			{s.name, "--version"}, {s.name, "no", "such", "arguments", "for", "it"},
		} {
			alone, all := rootFor(args), newRoot()
			addAll(all)
			wantOut, wantErr := run(all, args)
			gotOut, gotErr := run(alone, args)
			assert.Equal(t, wantOut, gotOut, args)
			if wantErr == nil {
				assert.NoError(t, gotErr, args)
				continue
			}
			assert.EqualError(t, gotErr, wantErr.Error(), args)
		}
	}
}

// What looks at the other commands has all of them.
func TestCommandsThatSee(t *testing.T) {
	for _, args := range [][]string{nil, {"help", "check"}, {"man", "x"}, {"completion", "bash"}, {"__complete", "check", ""}, {"--stdio"}, {"chek"}} {
		assert.Len(t, rootFor(args).Commands(), len(subcommands), args)
	}
	assert.Len(t, rootFor([]string{"check", "x"}).Commands(), 1)
}
