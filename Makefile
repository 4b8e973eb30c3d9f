# Two commands do everything on a fresh machine: `make site` and `make test`. `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# The toolchain may stand outside PATH; its own install places are looked at too.
SWIFT ?= $(firstword $(shell command -v swift 2>/dev/null) \
	$(wildcard /opt/swift/usr/bin/swift /usr/local/swift/usr/bin/swift $(HOME)/.local/share/swiftly/bin/swift) swift)
export SWIFT

VAULT ?= Examples/homelab
BUILD := build
PREFIX ?= /usr/local
BINARY := .build/release/synapse-publish

.PHONY: help site binary test test-all lint fuzz bench golden clean install

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS=$$'\t' read -r name text; do printf 'make %-10s %s\n' "$$name" "$$text"; done

site: binary ## install what is missing, build, and make the sample vault's site, posters and gallery
	$(BINARY) build $(VAULT) --out $(BUILD)/site
	@# What is found in the vault has been told: the same is not told twice.
	$(BINARY) posters $(VAULT) --out $(BUILD)/posters --quiet
	$(BINARY) gallery $(VAULT) --out $(BUILD)/gallery --quiet
	@printf '\nOpen in a browser (no server is needed):\n'
	@printf '  site     %s\n' "$(CURDIR)/$(BUILD)/site/index.html" 
	@printf '  gallery  %s\n' "$(CURDIR)/$(BUILD)/gallery/index.html"
	@printf '  posters  %s\n' "$(CURDIR)/$(BUILD)/posters/"

binary: ## install what the build needs and build the release binary
	scripts/bootstrap
	"$(SWIFT)" build -c release --static-swift-stdlib

test: ## install what the tests need and run them all
	scripts/bootstrap --test
	scripts/test

test-all: ## the same with what takes long
	scripts/bootstrap --all
	scripts/test --all

lint: ## formatter, house rules, import arrows
	scripts/lint

fuzz: ## run libFuzzer for SECONDS (60) on each reader of a vault's text; finds become tests
	scripts/bootstrap
	scripts/fuzz $(or $(SECONDS),60)

bench: binary ## measure the graph in the browser, the build of a 10,000-page vault against the C floor, and a simulated year of the archive
	$(firstword $(wildcard .venv/bin/python) python3) bench/viewer.py --binary $(BINARY)
	python3 bench/bench.py --binary $(BINARY)
	python3 bench/archive.py --binary $(BINARY)

golden: ## record the goldens anew from what is rendered now; read the difference before committing it
	scripts/bootstrap --test
	scripts/golden

install: binary ## copy the program, its files, completions and manual page to PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/synapse-publish"
	install -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)/bin/synapse-publish"
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
		"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" "$(DESTDIR)$(PREFIX)/share/man/man1"
	$(BINARY) completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/synapse-publish"
	$(BINARY) completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_synapse-publish"
	$(BINARY) completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/synapse-publish.fish"
	$(BINARY) manual > "$(DESTDIR)$(PREFIX)/share/man/man1/synapse-publish.1"
	cp -R templates public Examples "$(DESTDIR)$(PREFIX)/share/synapse-publish/"

clean: ## remove what was built; .venv stays
	rm -rf .build $(BUILD) .pytest_cache
	find Tests scripts bench -name __pycache__ -type d -prune -exec rm -rf {} +
