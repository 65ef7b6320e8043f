# Every target makes .venv and installs what it needs by itself; the second run is quick and quiet.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play pages local site docs wheel npm check quick test thorough lint lint-python lint-web test-web services bench playthroughs compare screenshots lock pin sbom clean

# While one plays, what browsers need when the server is away is built, as far as nothing else wants the cores.
play: .venv/ready pages
	@mkdir -p build; nice -n 19 $(MAKE) --no-print-directory local > build/local.txt 2>&1 & later=$$!; \
	trap "kill $$later 2> /dev/null" EXIT; trap exit INT TERM; $(BIN)/tafelrunde serve

# The browser client. Node comes from PyPI where the machine has none that is recent enough.
NODE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && echo own)
NPM_HERE := $(if $(NODE),npm,PATH=$(CURDIR)/$(BIN):$$PATH npm)
PAGES := src/tafelrunde/server/pages/index.html
WEB := $(shell find web -path web/node_modules -prune -o -type f -print)

pages: $(PAGES)

$(PAGES): web/node_modules/.ready $(WEB)
	@echo "Building the pages …"
	@cd web && $(NPM_HERE) run --silent build -- --logLevel warn

web/node_modules/.ready: web/package-lock.json $(if $(NODE),,.venv/ready-node)
	@echo "Preparing the browser client (once) …"
	@cd web && $(NPM_HERE) ci --silent --no-fund --no-audit
	@touch $@

# What browsers need to play without a server: Python, the rules and bots as WebAssembly. The server offers it if it is there.
LOCAL := src/tafelrunde/server/local

local: .venv/ready-wasm web/node_modules/.ready
	@$(BIN)/python -m tools.local $(LOCAL)

# The pages without a server, for any web host: docs/site.md.
site: .venv/ready-wasm web/node_modules/.ready
	@cd web && $(NPM_HERE) run --silent build -- --mode site --logLevel warn
	@$(BIN)/python -m tools.local $(QUICKLY) $(LOCAL) build/site
	@echo "The site is in build/site."

# The documents as pages, with the reference from the docstrings. Nothing is fetched, neither now nor by who reads them.
docs: .venv/ready-docs
	@$(BIN)/python -m tools.docs build/docs

# The package with everything in it, built and tried: installed where nothing else is, played with a server and without.
wheel: .venv/ready-test pages local
	@$(BIN)/python -m tools.wheel build/wheel
	@$(BIN)/python -m pytest -m thorough tests/web/installed/test_wheel.py

# The package for JavaScript: npm install ./build/npm
npm: .venv/ready-wasm web/node_modules/.ready
	@$(if $(NODE),,PATH="$(CURDIR)/$(BIN):$$PATH") $(BIN)/python -m tools.npm build/npm

# Before a commit: format, lint, types and the quick tests, on two cores.
check: .venv/ready-test web/node_modules/.ready
	@$(MAKE) --no-print-directory --jobs=2 quick lint-web lint-python test-web

QUICK := tests/kernel tests/rules tests/table tests/golden tests/playthroughs tests/test_house.py tests/test_generic.py

quick: .venv/ready-test
	@$(BIN)/python -m pytest $(QUICK)

GAMES := $(subst _,-,$(patsubst src/tafelrunde/games/%/rules.py,%,$(wildcard src/tafelrunde/games/*/rules.py)))
COMPILED := $(GAMES:%=compile-%)

# Everything. First what keeps one core or the network busy, then the tests: in two runs, as Playwright and asyncio both
# want the event loop of a process. Both wait for servers and browsers, so they have more workers than there are cores.
# What others wait for comes first: rules are compiled while pip still installs what tests need.
PREPARE := services lint-python $(COMPILED) site lint-web test-web pages

test:
	@$(MAKE) --no-print-directory --jobs=3 QUICKLY=--quickly $(PREPARE)
	@$(PYTEST) $(HANGS) -n 3 --ignore tests/web
	@$(PYTEST) $(HANGS) -n 3 tests/web

# What takes too long for every change, too.
thorough: test
	@$(PYTEST) -n 2 -m thorough
	@$(BIN)/python -m benchmarks.kill --kills 1000
	@$(BIN)/python -m benchmarks.soak --tables 10000
	@$(BIN)/python -m benchmarks.soak --tables 2000 --database postgresql

# A test that hangs says where, and fails alone.
PYTEST := $(BIN)/python -m pytest --dist worksteal --durations 10
HANGS := -o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true
.PHONY: $(COMPILED)

$(COMPILED): compile-%: .venv/ready
	@$(BIN)/python -m tests.compile $*

services:
	@sh tests/services/install.sh

lint: lint-python lint-web

lint-python: .venv/ready-test
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --config pyproject.toml > .venv/imports.txt || { cat .venv/imports.txt; false; }

lint-web: web/node_modules/.ready
	@cd web && $(NPM_HERE) run --silent lint && $(NPM_HERE) run --silent check

test-web: web/node_modules/.ready
	@cd web && $(NPM_HERE) test --silent

bench: .venv/ready-bench
	@$(BIN)/tafelrunde bench

# Whether this tree behaves like another commit: make compare COMMIT=…
compare: .venv/ready-test
	@$(BIN)/python -m tests.compare $(COMMIT)

playthroughs: .venv/ready-test
	@$(BIN)/python -m tests.playthroughs

screenshots: .venv/ready-test pages
	@$(BIN)/python -m tests.web.pictures.pages
	@$(BIN)/python -m tests.web.pictures.turns

# What the image installs, with hashes; after a change of constraints.txt.
lock: .venv/ready-test
	@$(BIN)/python -m tools.lock

# Which images exactly compose.yaml and the Dockerfile mean, as their registry says; to be committed with what was tested.
pin: .venv/ready-test
	@$(BIN)/python -m tools.pin

# What the image and the pages are made of, as CycloneDX.
sbom: .venv/ready-test
	@$(BIN)/python -m tools.sbom

clean:
	rm -rf .venv build web/node_modules src/tafelrunde/server/pages $(LOCAL)

.venv/ready: pyproject.toml constraints.txt
	@echo "Preparing .venv (once) …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/ready-%: .venv/ready
	@$(BIN)/python -m tools.extras $*
	@touch $@
