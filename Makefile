# `make run` starts the table and `make test` checks everything; see CONTRIBUTING.md.  A virtual environment is made on first use and kept until pyproject.toml changes.
VENV ?= .venv
BIN := $(VENV)/bin
# On a Raspberry Pi the camera stack comes from apt, and the environment must see it.
SITE := $(shell sh constraints/on-pi && echo --system-site-packages)
CONSTRAINTS := $(shell sh constraints/choose)

.PHONY: run test test-all checks fuzz torture bench test-arm test-pins test-picamera clean
run: $(BIN)/.installed
	@$(BIN)/owleye run $(ARGS)

# Three workers: on two cores one of them usually waits for a browser.  Each module stays on one worker, so that what it taught once
# serves all its tests.  Slow modules come first (tests/conftest.py).
PYTEST := $(BIN)/pytest -q -n 3 --dist loadscope --no-loadscope-reorder

test: checks
	$(PYTEST) -m "not slow"

test-all: checks
	@$(MAKE) -s $(AXE) || echo "axe-core could not be fetched: its tests are skipped."
	$(PYTEST)

# What the browser tests ask about accessibility; a script of its own, not a package for Python.
AXE_VERSION := 4.14.1
AXE := .axe/package/axe.min.js
$(AXE):
	@command -v npm >/dev/null && mkdir -p .axe && cd .axe && npm pack --silent axe-core@$(AXE_VERSION) >/dev/null && tar xzf axe-core-$(AXE_VERSION).tgz

checks: $(BIN)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy -n 2
	PYTHONPATH=. $(BIN)/lint-imports

fuzz: $(BIN)/.installed-dev
	@nice -n 10 $(BIN)/python -m tests.rules.fuzz $(ARGS)

# The long forms of tests/torture: kills, flipped bits, hostile requests, damaged files, soak; hours on a Raspberry Pi.
torture: $(BIN)/.installed-dev
	@nice -n 15 $(BIN)/python -m tests.torture $(ARGS)

bench: $(BIN)/.installed-dev
	@$(BIN)/owleye bench speed
	@$(BIN)/owleye bench memory

# pip is the last that venv writes: without it, the environment was cut off half-way, and venv completes it.
$(BIN)/pip:
	@sh constraints/prepare
	@echo "Making a virtual environment in $(VENV) (once) ..."
	@python3 -m venv $(SITE) $(VENV)

# A virtual environment with what the pages need, or also with what the tests need.
$(BIN)/.installed: WITH := -e .
$(BIN)/.installed-dev: WITH := -e ".[dev]"
$(BIN)/.installed $(BIN)/.installed-dev: pyproject.toml $(CONSTRAINTS) | $(BIN)/pip
	@echo "Installing what Owleye needs (once, a minute or two) ..."
	@$(BIN)/pip install -q --disable-pip-version-check -c $(CONSTRAINTS) $(WITH)
	@sync # so that a loss of power never leaves this mark without the files that it stands for
	@touch $(BIN)/.installed $@

# These need more than the tests do, and say why where they are skipped; CONTRIBUTING.md describes them.
test-arm: $(BIN)/.installed-dev
	@sh tests/tools/arm.sh $(ARGS)

test-pins: $(BIN)/.installed-dev
	@sh tests/tools/pins.sh

test-picamera: $(BIN)/.installed-dev
	@PYTHONPATH=. $(BIN)/python -m tests.tools.real_picamera

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
