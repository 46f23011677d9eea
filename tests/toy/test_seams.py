"""The seams stay few, and the page about them stays true."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

import engine.title
from engine.core.seams import FAMILY
from engine.family import defaults
from engine.title import Title
from engine.titles import title_named
from tests.toy.title import TITLE

CAP = 104
"""Fields of all records. Another needs two titles that answer it differently, and a line in the page."""

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-title.md").read_text(encoding="utf-8")


def fields() -> list[str]:
    """Every field of the records that make a title."""
    records = [found for name, found in vars(engine.title).items() if name.endswith("Rules")]
    return [f"{record.__name__}.{field.name}" for record in (*records, Title) for field in dataclasses.fields(record)]


def test_the_seams_are_capped():
    assert len(fields()) <= CAP
    assert f"There are {len(fields())} fields" in PAGE


def test_the_page_names_every_seam_and_no_other():
    rows = re.findall(r"^\| `(\w+\.\w+)` \|(.*)\|$", PAGE, re.MULTILINE)
    assert [name for name in fields() if name not in dict(rows)] == []
    assert [name for name, _ in rows if name not in fields()] == []
    for name, cells in rows:
        answers = [cell.strip() for cell in cells.split("|")]
        assert len(answers) == 5 and all(answers), f"{name} is not answered for the family and each game"


@pytest.mark.parametrize(("title", "column"), [("1830", 2), ("1889", 3)])
def test_a_dash_says_that_a_title_relies_on_the_family(title: str, column: int):
    whole = title_named(title)
    answers = {"Title": (whole, {field.name: field.default for field in dataclasses.fields(Title)})}
    for part in (getattr(whole, field.name) for field in dataclasses.fields(Title)):
        answers[type(part).__name__] = (part, vars(type(part)()) if type(part).__name__.endswith("Rules") else {})
    for record, name, cells in re.findall(r"^\| `(\w+)\.(\w+)` \|(.*)\|$", PAGE, re.MULTILINE):
        theirs, families = answers[record]
        relies = getattr(theirs, name) == families[name]
        assert cells.split("|")[column].strip().startswith("-") == relies, f"{record}.{name} of {title}"


def test_every_rule_a_title_need_not_answer_has_a_family_answer():
    needed = {"id", "name", "players", "define", "own", "begin", "frames", "verbs", "sections"}
    assert {f.name for f in dataclasses.fields(Title) if f.default is dataclasses.MISSING} == needed
    for name, record in vars(engine.title).items():
        if name.endswith("Rules"):
            assert record() == record()
            assert [f.name for f in dataclasses.fields(record) if f.default is FAMILY] == []
    assert [f.name for f in dataclasses.fields(Title) if f.default is FAMILY] == []


def test_the_toy_relies_on_the_family_for_the_rest():
    assert TITLE.holding.limit is engine.title.HoldingRules().limit
    assert TITLE.operating.private_price is defaults.half_to_double
    assert TITLE.operating.order is not engine.title.OperatingRules().order


def test_the_files_and_modules_the_page_speaks_of_exist():
    root = Path(__file__).parents[2]
    for path in set(re.findall(r"`((?:engine|tests)/[\w/]+\.py)`", PAGE)):
        assert (root / path).exists(), path
