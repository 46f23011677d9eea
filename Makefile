# `make` lists the tasks. `make test` needs nothing but Python 3.11 or newer, git and make.
SHELL := /bin/bash
# The first interpreter found that is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# What running needs is much less than what working on it needs; PostgreSQL takes a driver of its own.
DATABASE := $(or $(DATABASE_URL),$(shell sed -n 's/^[[:space:]]*DATABASE_URL[[:space:]]*=//p' .env 2>/dev/null))
DRIVER := $(if $(findstring postgres,$(DATABASE)),postgres.)
RUNS := $(VENV)/.$(DRIVER)runs
LOCK := --generate-hashes --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links
SHIPPED := engine render sandbox bot migrations
CODE := engine render sandbox bot tests tools benchmarks
# Two workers; one that is through takes tests from the other.
SPREAD := -n 2 --dist worksteal
# Parts of the tests that are more than one folder.
PART_bot := $(addprefix tests/,discord host orders robots rulebook sandbox store table)

# Python keeps what it has compiled, whatever the shell asks for: else every worker and every bot that a test starts
# would compile it anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: packages help run check test tests soak lint format types imports ledger mutants bench bench-table bench-discord killed verify lock clean

help:  ## list the tasks
	@grep -hE '^[a-z%-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

run: $(RUNS)  ## run the bot: on Discord with DISCORD_TOKEN in .env, else in a sandbox with a page of its own
	@echo "Starting; the first time takes longer."
	@$(BIN)/python -m bot run

test: $(READY)  ## lint, types, imports, the rule ledgers and the tests
	@$(MAKE) --no-print-directory -j2 lint imports ledger
	@$(MAKE) --no-print-directory -j2 types tests

# The types take one core: beside the tests, none is idle.
tests: $(READY)
	$(BIN)/python -m pytest $(SPREAD)

soak: $(READY)  ## the long runs: whole games, kills, fuzzing, races (longer with LONG=1)
	$(BIN)/python -m pytest $(SPREAD) -m soak

test-%: $(READY)  ## one part of the tests: test-1843, test-bot, test-render ...
	$(BIN)/python -m pytest $(SPREAD) $(or $(PART_$*),$(strip $(wildcard tests/t$* tests/$*) $(if $(wildcard tests/t$*),tests/facts)),$(error There is no part called $*))

lint: $(READY)  ## style and formatting
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

format: $(READY)  ## put the code into the house's format
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

types: $(READY)  ## static types, strict in engine and render
	$(BIN)/basedpyright

imports: $(READY)  ## who may import whom
	$(BIN)/lint-imports

ledger: $(READY)  ## statements of the rule ledgers without a test
	$(BIN)/python tools/ledger_check.py --baseline tests/rules/untested

# The rules that somebody wants to see broken: `make mutants TITLE=1839 SEED=7`, with COUNT=25 a draw, JOBS=1 one at a time.
mutants: $(READY)  ## break rules of a TITLE in a copy, and see whether their tests notice
	$(BIN)/python -m tools.mutants $(TITLE) --seed $(or $(SEED),1) $(if $(COUNT),--count $(COUNT)) --jobs $(or $(JOBS),2)

bench: $(READY)  ## speed of the engine and of robots against their targets
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.robots

bench-table: $(READY)  ## speed, size and memory of the table against their targets
	$(BIN)/python -m benchmarks.table

bench-discord: $(READY)  ## the whole bot in the sandbox, under load and with five people, against its targets
	$(BIN)/python -m benchmarks.discord
	$(BIN)/python -m benchmarks.discord.people
	$(BIN)/python -m benchmarks.discord.many
	$(BIN)/python -m benchmarks.discord.press

killed: $(READY)  ## kill the table 200 times under load and check what is left
	$(BIN)/python -m tests.table.killed --times 200

check: $(RUNS)  ## check the settings, and what the bot lacks on Discord; prints the invite link
	@$(BIN)/python -m bot check

verify: $(READY)  ## replay and audit every game of the database in DATABASE_URL
	$(BIN)/python -m bot verify

lock: $(READY)  ## renew the lock files from pyproject.toml
	$(BIN)/python -m pip install --quiet pip-tools
	echo pip | $(BIN)/pip-compile --quiet --upgrade $(LOCK) --allow-unsafe --no-annotate -o requirements/pip.lock -
	sed -i "/^#/d" requirements/pip.lock
	$(BIN)/pip-compile --quiet --upgrade $(LOCK) -o requirements/lock.txt pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade $(LOCK) --extra postgres -o requirements/postgres.lock.txt pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade $(LOCK) --extra dev --allow-unsafe -o requirements/dev.lock.txt pyproject.toml
	@for lock in lock postgres.lock dev.lock; do cat requirements/newer.lock >> requirements/$$lock.txt; done

clean:  ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .ruff_cache .import_linter_cache .hypothesis

# A pip of its own first: the one that comes with Python takes twice as long. Meanwhile our own code is compiled.
PIP := install --quiet --disable-pip-version-check --no-compile --require-hashes
define install
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name it with make PYTHON=..."; exit 1; }
	@test -x $(BIN)/python || { echo "Making the environment $(VENV) ..."; $(PYTHON) -m venv $(VENV); } \
	  || { rm -rf $(VENV); echo "Python lacks its module venv; on Debian: apt install python3-venv"; exit 1; }
	@echo "Installing $$(grep -c '==' requirements/$(1)) packages into $(VENV); without pip's cache they are downloaded first."
	@$(BIN)/python -m compileall -q $(SHIPPED) & \
	  $(BIN)/python -m pip $(PIP) -r requirements/pip.lock && $(BIN)/python -m pip $(PIP) -r requirements/$(1) && wait \
	  || { echo "The packages could not be installed; check the network of this machine."; exit 1; }
endef

$(READY): requirements/dev.lock.txt
	$(call install,dev.lock.txt)
	@touch $(READY) $(VENV)/.runs $(VENV)/.postgres.runs

# Those who work on it have everything already.
$(RUNS): requirements/$(DRIVER)lock.txt
	@$(MAKE) --no-print-directory $(if $(wildcard $(READY)),$(READY),packages)
	@touch $(RUNS)

packages:
	$(call install,$(DRIVER)lock.txt)
