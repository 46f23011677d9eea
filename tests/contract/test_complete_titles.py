"""A title is checked whole when it is registered: a sentence for whatever is missing, unknown or never read."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine import IncompleteTitle, new
from engine.check import faults
from engine.core.sections import Sections
from engine.core.sheets import Sheet
from engine.play import next_to_act, random_act
from engine.title import Title
from engine.titles import overlay_of, register, title_named, titles
from engine.view import view
from engine.words import Words
from engine.words.catalogue import SHOWN
from tests.contract.breaking import without
from tests.toy.title import TITLE

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-title.md").read_text(encoding="utf-8")


def sections(*without_these: str, **more: str) -> Title:
    return replace(TITLE, sections={**without(TITLE.sections, *without_these), **more})  # type: ignore[typeddict-item]


def test_a_broken_title_is_refused_with_all_its_mistakes_at_once():
    before = titles()
    with pytest.raises(IncompleteTitle) as error:
        register(sections("edge", "reach"))
    assert error.value.sentences == ['Section "edge" is missing.', 'Section "reach" is missing.']
    assert str(error.value) == ('The title toy is not complete. Section "edge" is missing. Section "reach" is missing.')
    with pytest.raises(IncompleteTitle, match="There is a title '1870' already"):
        register(replace(TITLE, id="1870"))
    assert titles() == before and title_named("toy") is TITLE


@pytest.mark.parametrize("name", titles())
def test_our_titles_and_their_overlays_are_complete_whatever_is_chosen(name: str):
    overlay = overlay_of(name)
    assert faults(title_named(name), *([overlay.title] if overlay else [])) == []


def test_titles_are_found_by_their_folders_and_imported_when_asked_for():
    code = (
        "import sys; from engine.titles import titles, titles_on_site\n"
        "names, there = titles(), sorted(titles_on_site())\n"
        "loaded = [name for name in sys.modules if name.startswith('engine.titles.') or name == 'engine.check']\n"
        "print(names, there, loaded)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    folders = sorted((path.name[1:] for path in Path("engine/titles").glob("t*") if path.is_dir()), reverse=True)
    on_site = sorted(path.parent.name[1:] for path in Path("engine/titles").glob("t*/site"))
    assert done.stdout.strip() == f"{folders} {on_site} []"


def test_a_frame_offers_no_verb_but_those_it_declares():
    stream, game = random.Random(5), new("toy", ["Ann", "Bob", "Cem"], seed=5)
    asked: set[str] = set()
    for _ in range(250):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        declared = TITLE.frames[decision.rule].verbs
        if declared:
            asked.add(decision.rule)
            assert set(decision.verbs) <= set(declared)
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
    assert {"sealed", "train_money"} & asked


def test_the_kinds_of_value_that_words_may_name_are_those_that_can_be_shown():
    speaker = Words(view(new("toy", ["Ann", "Bob"])))
    assert {*speaker.shown, "text", "choices"} == set(SHOWN)


def test_every_section_is_cited_somewhere():
    engine = Path(__file__).parents[2] / "engine"
    cited = {
        name
        for path in engine.rglob("*.py")
        for name in re.findall(r"sections\[\"([^\"]+)\"\]", path.read_text(encoding="utf-8"))
    }
    assert cited == set(Sections.__annotations__)


def test_every_field_of_a_sheet_is_read_by_code():
    root = Path(__file__).parents[2]
    code = "".join(
        path.read_text(encoding="utf-8") for room in ("engine", "render") for path in (root / room).rglob("*.py")
    )
    title_named("1870")  # whose sheets have more than the family's
    todo, fields = [Sheet], set[str]()
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        fields |= set(kind.__struct_fields__)
    assert len(fields) > 60
    assert [name for name in sorted(fields) if not re.search(rf"\.{name}\b", code)] == []


def test_the_page_lists_every_section():
    for name in Sections.__annotations__:
        assert f"| `{name}` |" in PAGE, name
