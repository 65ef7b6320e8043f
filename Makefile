# Every target makes .venv and installs what it needs by itself; the second run is quick and quiet.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint bench playthroughs clean

play: .venv/ready
	@$(BIN)/tafelrunde serve

test: lint
	@sh tests/install_services.sh
	@$(BIN)/python -m tafelrunde.bots.warming
	@$(BIN)/python -m pytest -n 2 --dist worksteal

lint: .venv/ready-test
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --config pyproject.toml > .venv/imports.txt || { cat .venv/imports.txt; false; }

bench: .venv/ready-bench
	@$(BIN)/tafelrunde bench

playthroughs: .venv/ready-test
	@$(BIN)/python -m tests.playthroughs

clean:
	rm -rf .venv

.venv/ready: pyproject.toml constraints.txt
	@echo "Preparing .venv (once) …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/ready-%: .venv/ready
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt -e ".[$*]"
	@touch $@
