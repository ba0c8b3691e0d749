# Needs only python3 (3.11 or newer) with venv, and make; everything else is installed here, pinned.

PYTHON ?= python3
GAME ?= st-croix
ARGS ?=
BIN := .venv/bin
SOURCES := setup.py pyproject.toml $(shell find src -name '*.py')
TESTS ?= tests
JOBS ?= 2

.PHONY: play test lint bench docs golden soak blind format clean pins

play: .venv/built
	@$(BIN)/parlour play $(GAME) $(ARGS)

test: .venv/dev .venv/built
	@echo "== tests, with the rules as built ($$($(BIN)/parlour --version))"
	$(BIN)/pytest -n $(JOBS) $(TESTS)
	@echo "== the same tests, with the rules as plain Python"
	PARLOUR_PURE=1 $(BIN)/pytest -n $(JOBS) $(TESTS)

lint: .venv/dev .venv/built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/dev .venv/built
	$(BIN)/python benchmarks/run.py $(ARGS)

golden: .venv/dev .venv/built
	PARLOUR_GOLDEN=write $(BIN)/pytest tests/test_golden.py

soak: .venv/dev .venv/built
	$(BIN)/python tests/soak.py $(ARGS)

blind: .venv/dev .venv/built
	PARLOUR_BLIND_GAMES=1000 $(BIN)/pytest -n $(JOBS) tests/terminal/test_blind_client.py -k finishes

docs: .venv/built
	@echo "The documentation is Markdown: README.md, ARCHITECTURE.md, CONTRIBUTING.md and docs/."

clean:
	rm -rf .venv .bench build src/parlour.egg-info
	find src -name '*.so' -delete

# Write the pinned versions anew from pyproject.toml.
pins: .venv/uv
	for set in play dev; do \
	  $(BIN)/uv pip compile -q --no-emit-index-url --no-header --no-annotate --universal --python-version 3.11 \
	    $$([ $$set = dev ] && echo --extra dev) pyproject.toml requirements/build.in -o requirements/$$set.txt; done

.venv/uv: requirements/uv.txt
	@echo "== making a private Python environment in .venv"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Parlour needs Python 3.11 or newer; try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/uv.txt
	@touch $@

.venv/play: .venv/uv requirements/play.txt
	@echo "== installing what playing needs"
	$(BIN)/uv pip install --quiet --python $(BIN)/python -r requirements/play.txt
	@touch $@

.venv/dev: .venv/uv requirements/dev.txt
	@echo "== installing what testing needs"
	$(BIN)/uv pip install --quiet --python $(BIN)/python -r requirements/dev.txt
	@touch $@ .venv/play

.venv/built: .venv/play $(SOURCES)
	@echo "== building Parlour (the rules are compiled if there is a C compiler; this takes a few minutes)"
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-build-isolation --no-deps -e .
	@touch $@
