"""docs/rules.md says the truth: every clause is there, with files that exist and tests that are marked."""

from __future__ import annotations

import re

from scripts.rules_table import CLAUSES, PAGE, ROOT, code, ledger, page, shown_by


def test_the_page_is_what_the_code_and_the_tests_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python -m scripts.rules_table"


def test_every_clause_has_its_line_once() -> None:
    assert [clause.number for clause in ledger()] == [f"R-{n:03}" for n in range(1, CLAUSES + 1)]


def test_every_clause_is_carried_out_and_shown_or_has_a_reason() -> None:
    by_code, by_test = code(), shown_by()
    elsewhere = re.compile(r"(parsers|service)/")
    for clause in ledger():
        if clause.reason:
            assert len(clause.reason) > 10
            continue
        assert clause.files or clause.number in by_code, f"{clause.number} is carried out nowhere"
        shown = clause.number in by_test or all(elsewhere.match(file) for file in clause.files)
        assert shown, f"{clause.number} is shown by no test"
        for file in clause.files:
            assert (ROOT / file).is_file(), f"{clause.number} names {file}"
