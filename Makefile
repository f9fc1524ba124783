# The project's commands; `make help` lists them.
#
# A fresh clone needs only Go, Node and, for `make race`, a C compiler. `make test` installs or lists what else
# the tests need.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := help

GO ?= go
# The duration of each fuzz target.
FUZZTIME ?= 10s
# The limit for a package's tests, with the race detector on two cores.
TIMEOUT ?= 20m

# Nothing that is run here writes the user's journals.
export XDG_STATE_HOME := $(CURDIR)/.tools/state

# Flags of the benchmarks; `go run ./tools/bench -help` lists them.
BENCHFLAGS ?=

# Linters are built from source, each version in its own folder.
LINT_VERSION := v2.15.0
TOOLS := $(CURDIR)/.tools
LINT := $(TOOLS)/golangci-lint-$(LINT_VERSION)/golangci-lint
# v3.23 needs a module that the Go proxy refuses.
VALE_VERSION := v3.22.0
VALE := $(TOOLS)/vale-$(VALE_VERSION)/vale
# v2.17 needs a module that the Go proxy refuses, v2.18 needs Go 1.27.
GORELEASER_VERSION := v2.16.0
GORELEASER := $(TOOLS)/goreleaser-$(GORELEASER_VERSION)/goreleaser

.PHONY: help
help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s%s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: build
build: ## build ./edit-lsp
	CGO_ENABLED=0 $(GO) build -o edit-lsp ./cmd/edit-lsp

.PHONY: install
install: ## install edit-lsp where `go install` puts programs
	CGO_ENABLED=0 $(GO) install ./cmd/edit-lsp

.PHONY: web
web: web/node_modules ## build the page for the browser into web/dist
	node web/build.mjs

web/node_modules: web/package-lock.json
	npm --prefix web ci --silent
	@touch $@

.PHONY: site
site: web tools/site/node_modules ## build the documentation as a site, with the page, into dist/site
	npm --prefix tools/site run --silent build
	cp -r web/dist dist/site/page
	node tools/site/check.mjs dist/site

tools/site/node_modules: tools/site/package-lock.json
	npm --prefix tools/site ci --silent
	@touch $@

# Uses Debian's browsers. Tests of missing ones are skipped with a message. As with the editors,
# failed tests run once more.
.PHONY: test-web
test-web: site ## drive the page for the browser and the site in Chromium and Firefox; installs them on Debian as root
	@bash .ci/need chromium:chromium firefox-esr:firefox-esr
	@for browser in chromium firefox; do \
	  program=$${browser/firefox/firefox-esr}; \
	  if ! command -v $$program >/dev/null; then \
	    if [ -n "$${CI:-}" ]; then echo "the page was not driven: there is no $$program" >&2; exit 1; fi; \
	    continue; \
	  fi; \
	  echo "== $$program"; BROWSER=$$browser node --test web/test && continue; \
	  echo "!! $$program failed; trying once more" >&2; \
	  BROWSER=$$browser node --test web/test; echo "FLAKY (failed, then passed): $$program" >&2; \
	done

.PHONY: demo
demo: ## check and apply the chat of testdata/demo, in a copy
	@copy=$$(mktemp -d); trap 'rm -rf "$$copy"' EXIT; cp -R testdata/demo/. "$$copy"; \
	$(GO) build -o "$$copy/edit-lsp" ./cmd/edit-lsp; cd "$$copy/workspace"; \
	for command in check diff apply; do \
	  printf '\n$$ edit-lsp %s ../chat.md\n\n' $$command; ../edit-lsp $$command ../chat.md || [ $$? = 1 ]; \
	done

# The extension's part is done long before `go test`, whose summary is at the end.
.PHONY: test
test: needs ## run the tests and check the extension's types; installs what they need, if it can
	@$(MAKE) --no-print-directory -j2 vscode go-test

# The slowest packages begin, so that none is left over for the end.
SLOWEST := ./cmd/edit-lsp/cli ./lsp .

# `make check` runs vet, and compiles packages without tests. With a larger heap, tests cost a fifth less. What is
# compiled here is also that of the program that tests build and run.
.PHONY: go-test
go-test: # the tests without the real editors
	@echo "$(GO) test -vet=off -timeout $(TIMEOUT) (the real editors: make test-editors; data races: make race; vet and packaging: make check)"; \
	GOGC=$${GOGC:-400} CGO_ENABLED=0 $(GO) test -trimpath -vet=off -timeout $(TIMEOUT) $(SLOWEST) \
	  $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./... | grep -vE '/(editors/(neovim|helix|emacs|vim|kate)|packaging)$$')

# What it watches takes four times as long, so it isn't a part of `make test`. These packages do things at the same time,
# or have locks. The command line does too, but its tests start other processes.
.PHONY: race
race: ## run the tests of what is concurrent with the race detector, which needs a C compiler
	@bash .ci/need cc:gcc
	@if [ "$$($(GO) env CGO_ENABLED)" != 1 ]; then \
	  echo '!! no C compiler: data races were NOT looked for' >&2; [ -z "$${CI:-}" ]; exit; \
	fi; \
	GOGC=$${GOGC:-400} $(GO) test -race -vet=off -timeout $(TIMEOUT) ./lsp/... ./apply ./diagnostics \
	  ./internal/ledger ./internal/parallel ./internal/workspace

.PHONY: check
check: vet platforms format lint check-web packages ## run the linters, compile for macOS, Windows and the browser, and check that packages install

.PHONY: needs
needs: # git for the tests of diff and apply --stage, strace for the server's; shells, man and pre-commit run what is made for them
	@bash .ci/need git:git strace:strace man:man-db zsh:zsh fish:fish pre-commit:pre-commit \
	  /usr/share/bash-completion/bash_completion:bash-completion

# Each editor's tests are a package, in the folder of that name. Those in terminals mostly wait, so they run in two
# lanes. VS Code needs both processors.
EDITORS ?= neovim helix emacs vim kate vscode

# On a busy machine an editor may time out, so the tests that failed run once more. Those that then
# pass are reported as flaky at the end.
.PHONY: test-editors
test-editors: ## drive the real editors with the files that users get; installs them on Debian as root
	@bash .ci/editors $(TOOLS)/editors
	@results=$$(mktemp -d); trap 'kill $$(jobs -p) 2>/dev/null || true; rm -rf "$$results"' EXIT; \
	drive() { \
	  editor=$$1; shift; \
	  if [ $$editor = vscode ]; then bash editors/vscode/test/run -timeout $(TIMEOUT) "$$@"; \
	  else EDIT_LSP_REQUIRE_EDITORS=1 $(GO) test -count=1 -timeout $(TIMEOUT) "$$@" ./editors/$$editor/...; fi; \
	}; \
	lane() { \
	  for editor; do \
	    SECONDS=0; log=$$results/$$editor.log; \
	    if ! drive $$editor 2>&1 | tee $$log; then \
	      failed=; grep -q '^panic: ' $$log || failed=$$(sed -n 's/^--- FAIL: \([^ ]*\).*/\1/p' $$log | paste -sd '|'); \
	      echo "!! $$editor failed; trying once more: $${failed:-all}" >&2; \
	      if drive $$editor $${failed:+-run "^($$failed)$$"}; then echo $$editor "$$failed" >>$$results/flaky; else echo $$editor >>$$results/failed; fi; \
	    fi; \
	    echo "took $$SECONDS s: $$editor"; \
	  done; \
	}; \
	lane $(filter neovim helix,$(EDITORS)) & one=$$!; \
	lane $(filter-out neovim helix vscode,$(EDITORS)) & other=$$!; \
	wait $$one; wait $$other; \
	lane $(filter vscode,$(EDITORS)); \
	echo "pictures of them are in $(CURDIR)/.screens"; \
	if [ -e $$results/flaky ]; then echo "FLAKY (failed, then passed):" $$(cat $$results/flaky) >&2; fi; \
	if [ -e $$results/failed ]; then echo "failed:" $$(cat $$results/failed) >&2; exit 1; fi

# CI gets them beside the race detector, since they mostly wait for the network.
.PHONY: downloads
downloads: web/node_modules tools/site/node_modules # the browsers and editors that tests drive
	@bash .ci/need chromium:chromium firefox-esr:firefox-esr
	@bash .ci/editors $(TOOLS)/editors
	@bash .ci/code-server

.PHONY: vet
vet: ## run go vet
	$(GO) vet ./...

.PHONY: format
format: ## check that all Go files are formatted
	@bad=$$(find . -name '*.go' -not -path '*/testdata/*' -not -path '*/node_modules/*' -not -path './.tools/*' -exec gofmt -l {} +); \
	if [ -n "$$bad" ]; then echo "not formatted (run gofmt -w):" >&2; echo "$$bad" >&2; exit 1; fi; \
	echo "all Go files are formatted"

.PHONY: lint
lint: lint-code lint-prose ## run the linters

# Outside CI it is no error if a linter can't be built, which needs the network.
built = if [ ! -x $(1) ] && ! $(MAKE) --no-print-directory $(1); then \
	  if [ -n "$${CI:-}" ]; then echo '$(notdir $(1)) could not be built' >&2; exit 1; fi; \
	  echo '!! NOT LINTED: $(notdir $(1)) could not be built' >&2; exit 0; \
	fi

.PHONY: lint-code
lint-code: ## run golangci-lint
	@$(call built,$(LINT)); \
	GOLANGCI_LINT_CACHE=$(TOOLS)/lint-cache $(LINT) run ./...

# Chats in testdata aren't checked.
.PHONY: lint-prose
lint-prose: ## check the words of pages and Go comments, by styles/edit-lsp
	@$(call built,$(VALE)); \
	find . \( -path ./.tools -o -name node_modules \) -prune -o \
	  \( -path '*/testdata/*' -not -name README.md \) -o \
	  \( -name '*.go' -o -name '*.md' -o -path './editors/neovim/doc/*.txt' \) -print0 | \
	  xargs -0 $(VALE)

$(LINT):
	@echo 'building golangci-lint $(LINT_VERSION), once'
	@GOBIN=$(dir $@) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION) 2> >(grep -v '^go: downloading' >&2)

$(VALE):
	@echo 'building Vale $(VALE_VERSION), once'
	@GOBIN=$(dir $@) $(GO) install github.com/vale-cli/vale/v3/cmd/vale@$(VALE_VERSION) 2> >(grep -v '^go: downloading' >&2)

.PHONY: packages
packages: needs # `go install` as users run it, and the names of a release's files
	$(GO) test ./packaging

.PHONY: vscode
vscode: ## check the VS Code extension's types and bundle it
	@if ! command -v npm >/dev/null || ! (cd editors/vscode && npm ci --silent); then \
	  if [ -n "$${CI:-}" ]; then echo 'the packages of the VS Code extension could not be installed' >&2; exit 1; fi; \
	  echo '!! NOT CHECKED: the VS Code extension, whose packages could not be installed' >&2; exit 0; \
	fi; \
	cd editors/vscode && npm run --silent check && npm run --silent build

.PHONY: check-web
check-web: # the types of the web page
	@if ! command -v npm >/dev/null || ! $(MAKE) --no-print-directory web/node_modules; then \
	  if [ -n "$${CI:-}" ]; then echo 'the packages of the page could not be installed' >&2; exit 1; fi; \
	  echo '!! NOT CHECKED: web, whose packages could not be installed' >&2; exit 0; \
	fi; \
	npm --prefix web run --silent check

.PHONY: docs
docs: ## update the generated parts of docs
	$(GO) run ./tools/docs

.PHONY: man
man: ## write the man pages into dist/man
	$(GO) run ./tools/docs -man dist/man

# Compiling for other systems finds most differences.
.PHONY: platforms
platforms: ## check that everything compiles for macOS, Windows and the browser
	@for os in darwin windows; do \
	  echo "GOOS=$$os $(GO) vet ./..."; \
	  CGO_ENABLED=0 GOOS=$$os $(GO) vet ./...; \
	done
	GOOS=js GOARCH=wasm $(GO) vet ./cmd/edit-lsp-web

.PHONY: release-check
release-check: $(GORELEASER) ## check .goreleaser.yaml
	$(GORELEASER) check

.PHONY: release-snapshot
release-snapshot: $(GORELEASER) ## build the files of a release into dist/release; publishes nothing
	$(GORELEASER) release --snapshot --clean --skip=sign
	bash packaging/entries dist/release dist/entries
	node packaging/npm/pack.mjs dist/release dist/share/THIRD-PARTY-LICENSES dist/npm

.PHONY: release-lint
release-lint: ## check a release's packages and catalogue entries with Debian's tools
	@bash .ci/need lintian:lintian rpmlint:rpmlint makepkg:makepkg gettext:gettext-base \
	  bsdtar:libarchive-tools rubocop:rubocop nix-instantiate:nix-bin emacs:emacs-nox \
	  /usr/share/doc/elpa-package-lint:elpa-package-lint /usr/share/doc/elpa-eglot:elpa-eglot \
	  /usr/share/doc/elpa-lsp-mode:elpa-lsp-mode
	bash packaging/lint dist/release dist/entries

.PHONY: release-image
release-image: ## build the container image of a release into dist/image and run it; needs buildah
	@bash .ci/need buildah:buildah
	bash packaging/image dist/release dist/image

# docs/releasing.md describes the steps before this.
.PHONY: release
release: $(GORELEASER) # publish the tagged version as a draft
	@version=$$(git describe --exact-match --match 'v*'); mkdir -p dist; \
	bash packaging/notes "$${version#v}" >dist/notes.md
	$(GORELEASER) release --clean --release-notes dist/notes.md $(RELEASE_FLAGS)
	bash packaging/entries dist/release dist/entries
	node packaging/npm/pack.mjs dist/release dist/share/THIRD-PARTY-LICENSES dist/npm

$(GORELEASER):
	@echo 'building GoReleaser $(GORELEASER_VERSION), once; this takes minutes'
	@GOBIN=$(dir $@) $(GO) install -trimpath -ldflags='-s -w' github.com/goreleaser/goreleaser/v2@$(GORELEASER_VERSION) 2> >(grep -v '^go: downloading' >&2)

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (10s)
	@for package in $$($(GO) list ./...); do \
	  listed=$$($(GO) test -list '^Fuzz' $$package); \
	  for target in $$(grep '^Fuzz' <<<"$$listed" || true); do \
	    echo "== $$package $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 2s $$package; \
	  done; \
	done

.PHONY: bench
bench: ## compare with other programs; BENCHFLAGS=-quick takes half a minute
	$(GO) run ./tools/bench $(BENCHFLAGS)

.PHONY: clean
clean: ## remove what was built or installed in the checkout
	rm -rf edit-lsp dist .tools .screens coverage.out editors/vscode/out editors/vscode/node_modules \
	  web/dist web/node_modules tools/site/node_modules
