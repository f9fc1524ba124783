package snippet

import (
	"path"
	"strings"
)

// language is how lines of a file are read: its signs of comments and its strings of several lines.
type language struct {
	// comments begin with one of these and end with the line.
	comments []string
	// block comments are between /* and */, or <!-- and -->.
	slashStar, angles bool
	// quotes delimit strings of one line, so that signs in them don't count.
	quotes string
	// triple: three quotes delimit strings of several lines; backtick: so does a backtick, in which
	// a backslash escapes and ${ interpolates if interpolates is set.
	triple, backtick, interpolates bool
	// python: a colon opens a body. labels: a word and a colon may be left of the code.
	python, labels, css bool
	// data: keys are what a definition is elsewhere, so none is dropped unless another one comes [drops-a-key].
	data bool
}

var (
	python = &language{comments: []string{"#"}, quotes: `"'`, triple: true, python: true}
	golang = &language{comments: []string{"//"}, slashStar: true, quotes: `"'`, backtick: true, labels: true}
	script = &language{comments: []string{"//"}, slashStar: true, quotes: `"'`, backtick: true, interpolates: true}
	braces = &language{comments: []string{"//"}, slashStar: true, quotes: `"`, labels: true}
	styles = &language{comments: []string{"//"}, slashStar: true, css: true}
	hashes = &language{comments: []string{"#"}}
	dashes = &language{comments: []string{"--"}}
	json   = &language{comments: []string{"//"}, slashStar: true, quotes: `"`, data: true}
	yaml   = &language{comments: []string{"#"}, data: true}
	markup = &language{angles: true}
	mixed  = &language{comments: []string{"//"}, slashStar: true, angles: true}
	other  = &language{comments: []string{"//", "#", "--", ";"}}
)

var languages = map[string]*language{}

func init() {
	for l, extensions := range map[*language]string{
		python: "py pyi pyw",
		golang: "go",
		script: "js jsx mjs cjs ts tsx mts cts",
		braces: "java c h cc cpp cxx hpp hh cs kt kts swift scala dart rs proto groovy gradle php m mm zig",
		styles: "css scss less",
		json:   "json jsonc json5",
		yaml:   "yaml yml",
		hashes: "rb sh bash zsh fish toml cfg conf pl r ex exs jl tf nix gd cmake mk dockerfile makefile",
		dashes: "sql lua hs elm",
		markup: "html htm xml svg md",
		mixed:  "vue svelte astro",
	} {
		for _, e := range strings.Fields(extensions) {
			languages[e] = l
		}
	}
}

// languageOf returns the language of a file by its name.
func languageOf(name string) *language {
	name = strings.ToLower(path.Base(name))
	if l, ok := languages[name[strings.LastIndexByte(name, '.')+1:]]; ok {
		return l
	}
	return other
}
