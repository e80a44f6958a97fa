# Whatever is done with Parlour, in one word each. `make help` lists them.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.txt

.DEFAULT_GOAL := help
PYTEST := $(BIN)/python -m pytest
RANDOM_GAMES := tests/domain/test_every_game.py

.PHONY: help serve test check fix contract contract-check bench requirements

help: ## List these targets.
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 22

serve: .venv/service ## Run the service at http://127.0.0.1:8000, with its data in ./parlour-data.
	@exec $(BIN)/parlour serve

test: .venv/tools ## Run all tests. They bring up their own servers. The rules are covered by the tests that name them.
	$(PYTEST) --numprocesses auto tests/domain --ignore=$(RANDOM_GAMES) --cov
	$(PYTEST) --numprocesses auto $(RANDOM_GAMES)
	$(PYTEST) --numprocesses 3 --dist loadfile --ignore=tests/domain  # half of their time they wait

check: .venv/tools ## See whether code is in order: rules, form, types.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

fix: .venv/tools ## Put code in order, as far as a program can.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

contract: .venv/tools ## Make the files of the contract anew: its examples, then its document.
	$(BIN)/python -m openapi.record
	$(BIN)/parlour openapi --output openapi/openapi.json

contract-check: .venv/tools ## See whether the contract breaks clients, is well-formed, and is kept.
	$(BIN)/python -m openapi.breaking
	openapi/lint.sh
	$(BIN)/python -m openapi.fuzz --seconds 30

bench: .venv/tools ## Measure how fast things are, on this machine and now; with PART=moves, say, only that.
	$(BIN)/python -m tests.benchmarks $(PART)

requirements: .venv/tools ## Choose the newest versions of all packages anew.
	$(INSTALL) uv
	$(BIN)/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --upgrade \
		--no-annotate --no-header --quiet --output-file requirements.txt

# What the service needs; then what its developers need besides.

.venv/service: pyproject.toml requirements.txt
	$(if $(PYTHON),,$(error Parlour needs Python 3.11 or newer, and none of python3, python3.11 to python3.14 is one))
	$(PYTHON) -m venv .venv
	$(INSTALL) --editable '.[embedded]'
	@touch $@

.venv/tools: .venv/service
	$(INSTALL) --editable '.[dev]'
	@touch $@
