# Every target makes .venv and installs what it needs by itself; the second run is quick and quiet.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play pages test lint bench playthroughs compare screenshots clean

play: .venv/ready pages
	@$(BIN)/tafelrunde serve

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

# In two runs: Playwright and asyncio both want the event loop of a process.
test: lint pages
	@cd web && $(NPM_HERE) run --silent check && $(NPM_HERE) test --silent
	@sh tests/install_services.sh
	@$(BIN)/python -m tafelrunde.bots.warm_up dog biesti-boys & \
	 $(BIN)/python -m tafelrunde.bots.warm_up biberbande beam-me-up denkste && wait
	@$(BIN)/python -m pytest -n 2 --dist worksteal --ignore tests/web
	@$(BIN)/python -m pytest -n 2 --dist worksteal tests/web

lint: .venv/ready-test web/node_modules/.ready
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --config pyproject.toml > .venv/imports.txt || { cat .venv/imports.txt; false; }
	@cd web && $(NPM_HERE) run --silent lint

bench: .venv/ready-bench
	@$(BIN)/tafelrunde bench

# Whether this tree behaves like another commit: make compare COMMIT=…
compare: .venv/ready-test
	@$(BIN)/python -m tests.compare $(COMMIT)

playthroughs: .venv/ready-test
	@$(BIN)/python -m tests.playthroughs

screenshots: .venv/ready-test pages
	@$(BIN)/python -m tests.web.screenshots

clean:
	rm -rf .venv web/node_modules src/tafelrunde/server/pages

.venv/ready: pyproject.toml constraints.txt
	@echo "Preparing .venv (once) …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/ready-%: .venv/ready
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt -e ".[$*]"
	@touch $@
