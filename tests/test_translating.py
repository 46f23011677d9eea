"""A translator is told what is missing and what is outdated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from babel import Locale

from bot.__main__ import main
from bot.host.languages import places
from engine.core.phrases import ENGLISH, PSEUDO, accented
from engine.words import languages
from engine.words.missing import compared
from engine.words.texts import own_texts, texts
from tests.learned import learned


def test_the_command_lists_every_text_that_a_language_lacks(capsys: pytest.CaptureFixture[str]):
    assert main(["words", "fr"]) == 0
    out = capsys.readouterr().out
    assert "engine/words/fr.toml: " in out and "bot/discord/words/fr.toml: " in out
    assert "  missing  events.accepted = '{player} accepts.'" in out
    assert "  missing  refusals.{company} has no train = " in out
    assert "  missing  said.fault = " in out
    assert "bot/host/words/fr.toml: " in out and "  missing  commands.backup = 'back up the database" in out
    assert "  missing  refusals.DISCORD_TOKEN begins with the word Bot" in out
    assert "  missing  rules.1870-5.9-01 = " in out
    assert "  missing  refusals.The bot is on no server yet; open the link below. = " in out
    assert main(["words", "de"]) == 0
    assert "statements of the rulebook are quoted in English" in capsys.readouterr().out
    assert main(["words", "en"]) == 0
    assert "outdated " not in capsys.readouterr().out.replace("0 outdated", "")


def test_the_command_line_speaks_the_language_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BACKUP_HOURS", "often")
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for given in ([f"--language={PSEUDO}", "--help"], ["--help"]):
        with pytest.raises(SystemExit):
            main(given)
    strange, _, english = capsys.readouterr().out.rpartition("usage: ")
    assert accented("run the bot") in strange and "run the bot" not in strange and "run the bot" in english
    assert main([f"--language={PSEUDO}", "verify"]) == 2
    wrong = capsys.readouterr().err
    assert accented("cannot be") in wrong and "cannot" not in wrong


def test_translated_rules_are_not_missing_and_removed_ones_are_outdated():
    french = {"rules": {"1870-5.9-01": "Ceci d'abord.", "1870-0-99": "Jamais."}}
    with learned("fr", {"engine.titles.t1870": french}):
        place = next(one for one in places("fr") if one.package == "engine.titles.t1870")
    assert "rules.1870-5.9-01" not in place.missing and "rules.1870-5.9-02" in place.missing
    assert "rules.1870-0-99" in place.outdated


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_a_language_that_is_spoken_lacks_nothing_but_the_rulebooks(language: str):
    """Whoever adds a text in English adds it to the other languages; the list names the keys."""
    found = [place for place in places(language) if not place.package.startswith("tests.")]
    assert {place.package: list(place.missing) for place in found if place.missing} == {}
    assert {place.package: place.outdated for place in found if place.outdated} == {}


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_a_language_that_is_spoken_has_every_plural_form(language: str):
    """Where English has a singular and a plural, each form that the language counts with is there."""
    lacking = [
        f"{place.package}: {key}"
        for place in places(language)
        for key, forms in _counted(own_texts(place.package, language) or {})
        if not {*Locale.parse(language, sep="-").plural_form.tags, "other"} <= set(forms)
    ]
    assert lacking == []


def _counted(node: dict[str, Any], above: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for name, value in node.items():
        if isinstance(value, dict):
            table = cast("dict[str, Any]", value)
            if "one" in table and "other" in table:
                yield f"{above}{name}", table
            else:
                yield from _counted(table, f"{above}{name}.")


@pytest.mark.parametrize("language", languages())
def test_no_language_has_a_field_that_nobody_fills(language: str):
    assert [key for place in places(language) for key in place.unknown] == []


def test_missing_texts_are_found_by_key_and_existing_ones_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "words_of_a_test" / "words"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "en.toml").write_text('[said]\na = "A"\nb = {on = "n", one = "B", other = "Bs"}\n', encoding="utf-8")
    polish = '[said]\nb = {on = "n", one = "Be", few = "Bee", other = "Bees"}\nc = "C"\n[refusals]\n"no" = "nie"\n'
    (folder / "pl.toml").write_text(polish, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = compared("words_of_a_test", "pl", ("not now",))
    assert found.missing == {"said.a": "A", "refusals.not now": "not now"}
    assert found.outdated == ["said.c", "refusals.no"]
    (folder / "de.toml").write_text('[said]\na = "A {who}"\n', encoding="utf-8")
    assert compared("words_of_a_test", "de").unknown == ["said.a"]
    assert texts("words_of_a_test", "pl")["said"]["a"] == "A"
    assert own_texts("words_of_a_test", ENGLISH) == texts("words_of_a_test", ENGLISH)
