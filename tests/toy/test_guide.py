"""The page about adding a title is enough: its example is a whole title, and plays."""

from __future__ import annotations

import random
import re
import shutil
import sys
from importlib import import_module
from pathlib import Path

import pytest

from engine.check import check
from engine.cli import main
from engine.core.errors import IncompleteTitle
from engine.game import begin
from engine.play import next_to_act, random_act
from engine.title import Title

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "adding-a-title.md").read_text(encoding="utf-8")
WORDS = '[privates]\nMAIL = "Keeps builders out of A5."\nFERRY = "Pays its owner."\n'


def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, sections: str) -> Title:
    """The title of the page in a folder of its own, with the toy's sheets."""
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[:1]
    folder = tmp_path / "t18xx"
    shutil.copytree(HERE / "sheets", folder / "sheets")
    (folder / "words").mkdir()
    (folder / "words" / "en.toml").write_text(WORDS, encoding="utf-8")
    (folder / "sheets" / "sections.toml").write_text(sections, encoding="utf-8")
    a_map = folder / "sheets" / "map.toml"
    a_map.write_text(a_map.read_text(encoding="utf-8").replace(', home = ["FERRY"]', ""), encoding="utf-8")
    first = re.search(r"__init__.py +(from .*)", PAGE)
    assert first is not None
    (folder / "__init__.py").write_text(first[1], encoding="utf-8")
    (folder / "title.py").write_text(code, encoding="utf-8")
    titles = sys.modules["engine.titles"]  # The package: `engine.titles` as an attribute is a function.
    monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(tmp_path)])
    for name in ("engine.titles.t18xx", "engine.titles.t18xx.title"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module("engine.titles.t18xx.title").TITLE


def all_sections() -> str:
    """A line for each row of the page's table."""
    table = PAGE.partition("## What refusals cite")[2].partition("\n## ")[0]
    return "".join(f'"{name}" = "1"\n' for name in re.findall(r"^\| `([a-z ]+)` \|", table, re.MULTILINE))


def test_the_example_of_the_page_is_complete_and_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    title = example(tmp_path, monkeypatch, sections=all_sections())
    check(title)
    game, stream, played = begin(title, ["Ann", "Bob", "Cem"], {}, seed=1, setup={}), random.Random(1), set[str]()
    for _ in range(120):
        if game.state.end is not None:
            break
        asked = next_to_act(game, stream)
        act = random_act(game, asked.seat, stream) if asked is not None else None
        assert asked is not None and act is not None
        game, _events = game.apply(asked.seat, act)
        played.add(act.verb)
    game.audit()
    assert {"take", "par", "buy", "lay"} <= played


def test_all_missing_sections_are_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    title = example(tmp_path, monkeypatch, sections='"auction" = "1"\n')
    with pytest.raises(IncompleteTitle) as told:
        check(title)
    assert 'Section "turn" is missing.' in told.value.sentences
    assert 'Section "private" is missing.' in told.value.sentences


def test_the_command_line_lists_what_a_title_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """It ended with a traceback: to word the refusal it read the words of all titles, the incomplete one's too."""
    example(tmp_path, monkeypatch, sections='"auction" = "1"\n')
    folders = sys.modules["engine.titles"]._folders
    folders.cache_clear()
    try:
        assert main(["titles"]) == 1
    finally:
        folders.cache_clear()
    heading, *lacking = capsys.readouterr().err.splitlines()
    assert heading == "18xx is not complete:"
    assert {'- Section "turn" is missing.', '- Section "private" is missing.'} <= set(lacking)
