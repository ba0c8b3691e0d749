# Needs only python3 (3.11 or newer, with venv) and make. Everything else is installed into .venv, pinned.

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
# The browser client: its sources, and where to find node (the machine's own, or the one in .venv).
CLIENT := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/tests/*' -not -name sprite.svg)
NODE_OK := command -v npm >/dev/null 2>&1 && node -e 'process.exit(parseInt(process.versions.node) < 20)' >/dev/null 2>&1
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm
TESTS ?= tests
QUICK ?= tests/core tests/games tests/test_rule_ids.py tests/test_golden.py tests/server/test_app.py tests/server/test_projection.py
PLAIN := tests/core tests/games $(addprefix tests/bots/test_,players.py search.py expert.py match_me_known_cards.py) $(addprefix tests/test_, \
  conformance.py doctests.py endings.py golden.py hostile_files.py moves.py outside_game.py records_v1.py)
# One more than two cores have: many tests wait for a socket, a disk or a timeout.
JOBS ?= 3
PIN := $(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-header --no-annotate --universal --python-version 3.11
# If this were set, every process that a test starts would compile all its imports again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play native client types test quick test-plain lint bench docs golden golden-browser screenshots picture soak simulate-faults mutants blind studies format clean pins release site wheel

# Opens the table in your browser. In the terminal: .venv/bin/parlour play GAME
# Python packages and the client are installed at the same time; the rules are compiled while you play.
play:
	@$(MAKE) --no-print-directory -s -j2 .venv/built .venv/web
	@$(BIN)/python scripts/native.py --background
	@$(BIN)/parlour serve $(if $(findstring browser,$(ARGS)),,--open-browser) $(ARGS)

# Compiles the rules if there is a C compiler and they have changed; waits if `make play` is just doing it.
native: .venv/built
	@$(BIN)/python scripts/native.py

client: .venv/web

# Generates the messages as TypeScript, after a change in src/parlour/server/protocol/.
types: .venv/built
	$(BIN)/python -m parlour.server.protocol.typescript > .venv/wire.ts
	mv .venv/wire.ts web/src/lib/wire.ts

test: .venv/dev .venv/built .venv/node-dev .venv/web .venv/site .venv/services native
	@echo "== tests of the browser client"
	$(NPM) test --silent
	@echo "== tests, with the rules as built ($$($(BIN)/parlour --version))"
	$(BIN)/pytest -n $(JOBS) --dist loadgroup $(TESTS)
	@if $(BIN)/parlour --version | grep -q compiled; then $(MAKE) --no-print-directory test-plain; fi

# The edit loop, under a minute: engine, rules, whole games as text, and the heart of the server. Compiles nothing.
quick: .venv/dev .venv/built
	$(BIN)/pytest -n $(JOBS) --dist loadgroup $(QUICK)

# The rules, the engine and the bots as plain Python. Without a C compiler, `make test` has already run all tests so.
test-plain:
	@echo "== the rules, the engine and the bots again, as plain Python"
	PARLOUR_PURE=1 $(BIN)/pytest -n $(JOBS) --dist loadgroup -m "not once" $(PLAIN)

lint: .venv/dev .venv/built .venv/node-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check

format: .venv/dev .venv/node-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run --silent format

bench: .venv/dev native
	$(BIN)/python benchmarks/run.py $(ARGS)

golden: .venv/dev .venv/built
	PARLOUR_GOLDEN=write $(BIN)/pytest tests/test_golden.py

# Rewrites what a screen reader says; `make screenshots` the pictures in docs/. Look at what changed.
golden-browser: .venv/dev .venv/built .venv/web .venv/services
	PARLOUR_GOLDEN=write $(BIN)/pytest tests/browser/test_access.py -k reader

screenshots: .venv/dev .venv/built .venv/node-dev .venv/web .venv/services
	$(BIN)/python tests/browser/screenshots.py
	$(BIN)/python tests/browser/card_pictures.py

# The moving picture of the README.
picture: .venv/dev .venv/built .venv/web .venv/services
	$(BIN)/python tests/browser/moving_picture.py

soak: .venv/dev native
	$(BIN)/python tests/soak.py $(ARGS)

# Plays simulated hours with faults of network, processes and database, and checks the whole history.
simulate-faults: .venv/dev native
	$(BIN)/python tests/simulation/run.py $(ARGS)

# Changes places of a game's rules one by one and lists the changes that no quick test notices: docs/mutants.md.
mutants: .venv/dev .venv/built
	$(BIN)/python scripts/mutants.py $(ARGS)

blind: .venv/dev native
	PARLOUR_BLIND_GAMES=1000 $(BIN)/pytest -n $(JOBS) --dist loadgroup tests/terminal/test_blind_client.py -k finishes

# Hostile values in every field of every request and in every kind of file; `make test` does the same with fewer.
.PHONY: hostile
hostile: .venv/dev .venv/built
	PARLOUR_HOSTILE=200000 PARLOUR_HOSTILE_FILES=20000 $(BIN)/pytest -n $(JOBS) tests/server/test_hostile.py tests/test_hostile_files.py tests/test_hostile_commands.py

# The study of all six games in docs/studies/: plays the games and writes the pages. Resumes if it was stopped.
studies: .venv/dev native
	$(BIN)/python docs/studies/make.py $(ARGS)

# Checks every page: links, anchors, named files, `parlour` and `make` commands, line width. `make test` does it too.
docs: .venv/built
	$(BIN)/python tests/check_docs.py

# The documentation in site/, and the page that plays without a server in site/play: plain files for any host.
site: .venv/dev .venv/site
	$(BIN)/python scripts/docs_site.py

# A wheel with compiled rules for the Python at hand, one without for any Python, and an sdist, in dist/. All carry the
# browser client. Then each is installed into an environment of its own and played. ARGS="--python 3.13" adds a Python.
wheel: .venv/dev .venv/built .venv/web
	$(BIN)/python scripts/packages.py $(ARGS)

# Checks, builds the client, an sdist and a wheel into dist/, and tags. DRY=1 only says what it would do; SKIP_TESTS=1
# leaves out `make lint` and `make test`.
release: .venv/uv
	$(BIN)/python scripts/release.py $(if $(filter 1,$(DRY)),--dry) $(if $(filter 1,$(SKIP_TESTS)),--skip-tests)

clean:
	rm -rf .venv .bench build dist site src/parlour.egg-info src/parlour/web/dist web/node_modules
	find src -name '*.so' -delete

# Recomputes the pinned versions, with their hashes, from pyproject.toml and requirements/*.in.
pins: .venv/uv
	for set in play dev; do \
	  $(PIN) $$([ $$set = dev ] && echo --extra dev) pyproject.toml requirements/build.in -o requirements/$$set.txt; done
	$(PIN) -c requirements/play.txt pyproject.toml -o requirements/run.txt
	for set in uv node package; do \
	  $(PIN) requirements/$$set.in -o requirements/$$set.txt; done

.venv/uv: requirements/uv.txt
	@echo "== making a private Python environment in .venv"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Parlour needs Python 3.11 or newer; try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

.venv/play: .venv/uv requirements/play.txt
	@echo "== installing what playing needs"
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements/play.txt
	@touch $@

.venv/dev: .venv/play requirements/dev.txt
	@echo "== installing what testing needs"
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.txt
	@touch $@

# Uses Node 20 or newer if the machine has it; otherwise a private one comes as a Python package.
.venv/nodejs: requirements/node.txt $(if $(shell $(NODE_OK) && echo found),,.venv/uv)
	@mkdir -p .venv
	@{ $(NODE_OK); } || $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements/node.txt
	@touch $@

.venv/node: .venv/nodejs web/package.json web/package-lock.json
	@echo "== installing what building the browser client needs"
	$(NPM) ci --silent --omit=dev
	@touch $@

# The same and the tools that check the client. The client is not built again because of them.
.venv/node-dev: .venv/nodejs web/package.json web/package-lock.json
	@echo "== installing what testing the browser client needs"
	$(NPM) ci --silent
	@touch $@
	@[ .venv/node -nt web/package.json ] && [ .venv/node -nt web/package-lock.json ] || touch .venv/node

.venv/web: .venv/node $(CLIENT)
	@echo "== building the browser client"
	$(NPM) run --silent build
	@touch $@

.venv/site: .venv/node-dev .venv/built scripts/site.py scripts/precompile.py scripts/precompile.mjs requirements/site.txt $(CLIENT) $(shell find src -name '*.py' -o -name '*.toml' -o -name '*.md')
	@echo "== building the page that plays without a server"
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python scripts/site.py
	@touch $@

# Chromium and PostgreSQL, which only tests need.
.venv/services: tests/browser/services.sh .venv/uv
	@tests/browser/services.sh
	@touch $@

# Older versions compiled into src/; such modules would hide newer sources.
.venv/built: .venv/play setup.py pyproject.toml
	@echo "== installing Parlour"
	@find src -name '*.so' -delete
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-build-isolation --no-deps -e .
	@touch $@
