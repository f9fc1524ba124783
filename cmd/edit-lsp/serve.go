package main

import (
	"context"
	"errors"

	"github.com/spf13/pflag"
)

// serveFlags are the flags of the language server.
type serveFlags struct {
	stdio bool
}

func (f *serveFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.stdio, "stdio", false, "serve on standard input and output (the default)")
}

func (f *serveFlags) run(ctx context.Context) error { return errors.New("todo") }
