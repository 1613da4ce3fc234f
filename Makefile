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
	$(BIN)/python -m pytest -n auto --dist worksteal $(PYTEST)

check: $(READY) ## quick: no tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

coverage: $(READY) ## every branch of the engine
	$(BIN)/python -m pytest -q tests/engine --cov=engine --cov-branch --cov-report=term-missing --cov-fail-under=100

bench: $(READY) ## each figure against its floor; JSON=FILE writes a list as well
	$(BIN)/python -m scripts.bench $(if $(JSON),--json $(JSON))

LOCK := uv pip compile --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet

lock: ## the pinned requirements again, after a change of pyproject.toml; needs uv; names, versions and hashes only
	$(LOCK) pyproject.toml --extra suggest -o requirements.lock
	$(LOCK) pyproject.toml --extra postgres --extra suggest --group dev -o requirements-dev.lock
	$(LOCK) --group build -o requirements-build.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
