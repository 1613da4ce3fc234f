# Both targets make .venv and install the pinned requirements by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test check coverage bench lock clean

$(READY): requirements-dev.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

demo: $(READY) ## the main job on the practice board, in quick time
	@$(BIN)/panguan demo $(if $(DIALECT),--dialect $(DIALECT)) $(if $(CHARSET),--charset $(CHARSET)) $(if $(KEEP),--keep)

test: $(READY) ## everything: format, lint, types, imports, tests
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto $(PYTEST)

check: $(READY) ## quick: no tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

coverage: $(READY) ## every branch of the engine
	$(BIN)/python -m pytest -q tests/engine --cov=engine --cov-branch --cov-report=term-missing --cov-fail-under=100

bench: $(READY) ## each figure against its floor; JSON=FILE writes a list as well
	$(BIN)/python -m scripts.bench $(if $(JSON),--json $(JSON))

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
