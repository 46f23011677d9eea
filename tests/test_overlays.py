"""Titles as 18xx.games plays them: one choice for new games, and the single readings that older games may have."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine import Act, Game, Unreadable, decode_game, new
from engine.exchange import own_file
from engine.overlay import READINGS, RULEBOOK, SITE
from engine.play import next_to_act, random_act
from engine.record import Record, new_record
from engine.titles import overlay_of, title_for, title_named, titles, titles_on_site
from engine.upcast import options_now

OLDER = Path(__file__).parent / "store" / "golden" / "0.1"
PEOPLE = ("Ann", "Bob", "Cem")


def readings(title: str) -> dict[str, tuple[str, str]]:
    """Each reading with the rulebook's value and the site's."""
    overlay = overlay_of(title)
    assert overlay is not None
    return {one.name: (one.values[0], one.values[1]) for one in overlay.readings}


OF_OLD = [title for title in titles_on_site() if readings(title)]
"""Titles of which there were games before the overlays: each reading was an option of its own then."""


def by_rulebook(title: str) -> dict[str, str]:
    """All readings as older games have them by default."""
    return {name: values[0] for name, values in readings(title).items()}


def by_site(title: str) -> dict[str, str]:
    return {name: values[1] for name, values in readings(title).items()}


def mixes() -> list[tuple[str, tuple[str, ...]]]:
    """Every single reading of each title, and fifty mixes."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for title in OF_OLD:
        names, stream = list(readings(title)), random.Random(18)
        found += [(title, (name,)) for name in names]
        found += [(title, tuple(stream.sample(names, stream.randint(2, len(names) - 1)))) for _ in range(25)]
    return found


def older_state(title: str, switched: tuple[str, ...], number: int) -> dict[str, Any]:
    """A position that was stored by an older version, with these readings on."""
    paths = sorted(path for path in OLDER.glob(f"{title}-*.json"))
    plain = json.loads(paths[number % len(paths)].read_text(encoding="utf-8"))
    on = {name: values[1] for name, values in readings(title).items() if name in switched}
    plain["options"] |= by_rulebook(title) | on
    return plain


def play_on(game: Game, moves: int = 8) -> Game:
    stream = random.Random(1870)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
        game.audit()
    return game


def test_there_are_fifty_mixes():
    assert sum(len(switched) > 1 for _, switched in mixes()) >= 50


@pytest.mark.parametrize(("number", "title", "switched"), [(n, *mix) for n, mix in enumerate(mixes())])
def test_a_stored_game_with_some_readings_plays_on(number: int, title: str, switched: tuple[str, ...]):
    game = decode_game(json.dumps(older_state(title, switched, number)).encode())
    overlay = overlay_of(title)
    assert overlay is not None and game.title is overlay.title
    assert game.state.title == title and game.state.options["rules"] == SITE
    optional = {one.name for one in overlay.title.options}
    assert set(game.state.options[READINGS].split()) == set(switched) - optional
    after = play_on(game)
    again = decode_game(after.encode())
    assert again == after and again.title is overlay.title


@pytest.mark.parametrize("title", OF_OLD)
def test_a_stored_game_with_all_defaults_is_the_rulebooks(title: str):
    game = decode_game(json.dumps(older_state(title, (), 0)).encode())
    assert game.title is title_named(title) is title_for(title, game.state.options)
    assert game.state.options["rules"] == RULEBOOK
    assert set(game.state.options) == {one.name for one in title_named(title).options}


@pytest.mark.parametrize("title", OF_OLD)
def test_a_stored_game_with_just_the_sites_readings_is_the_sites(title: str):
    game = decode_game(json.dumps(older_state(title, tuple(readings(title)), 0)).encode())
    assert game.title is title_for(title, {"rules": SITE}) is not title_named(title)
    assert set(game.state.options) == {one.name for one in game.title.options}


@pytest.mark.parametrize("title", titles_on_site())
def test_both_titles_share_what_they_remember_their_words_and_their_sections(title: str):
    native, site = title_named(title), title_for(title, {"rules": SITE})
    assert site is title_for(title, {"rules": SITE})
    assert (site.id, site.own, site.words, site.sections) == (native.id, native.own, native.words, native.sections)


@pytest.mark.parametrize("title", titles_on_site())
def test_a_new_game_chooses_all_readings_or_none(title: str):
    game = new(title, PEOPLE, {"rules": SITE})
    assert game.title is title_for(title, {"rules": SITE}) and game.state.options["runs"] == "free"
    assert new(title, PEOPLE).title is title_named(title)
    for name in set(readings(title)) - {one.name for one in game.title.options}:
        for rules in (RULEBOOK, SITE):
            with pytest.raises(Unreadable, match=f"has no option '{name}'"):
                new(title, PEOPLE, {"rules": rules, name: by_site(title)[name]})
    with pytest.raises(Unreadable, match="has no option 'readings'"):
        new(title, PEOPLE, {"rules": SITE, READINGS: ""})
    with pytest.raises(Unreadable, match=r"Option rules of .* not 'mine'"):
        new(title, PEOPLE, {"rules": "mine"})


def test_the_sites_own_optional_rules_are_chosen_only_with_its_rules():
    assert new("1870", PEOPLE, {"rules": SITE, "protection_after_selling": "allowed"})
    with pytest.raises(Unreadable, match="no option 'protection_after_selling'"):
        new("1870", PEOPLE, {"protection_after_selling": "allowed"})
    with pytest.raises(Unreadable, match="connection_tokens"):
        new("1870", PEOPLE, {"connection_tokens": "spare_space"})


def test_a_title_that_is_not_on_the_site_has_no_choice_of_rules():
    for title in set(titles()) - set(titles_on_site()):
        assert overlay_of(title) is None
        with pytest.raises(Unreadable, match="has no option 'rules'"):
            new(title, PEOPLE, {"rules": RULEBOOK})


@pytest.mark.parametrize("title", OF_OLD)
def test_options_of_today_are_left_as_they_are(title: str):
    single = next(name for name in readings(title))
    for older in ({}, by_site(title), {single: by_site(title)[single]}):
        stored = options_now(title, older)
        assert options_now(title, stored) == stored


def test_unknown_options_are_refused():
    for wrong in ({"contest_order": "drawn"}, {"colour": "red"}, {"rules": SITE, READINGS: "contest_order colour"}):
        with pytest.raises(Unreadable):
            options_now("1870", wrong)


@pytest.mark.parametrize("older", [{"contest_order": "by_bids"}, {}, by_site("1870")])
def test_a_file_with_older_options_is_played_again_and_written_in_todays_form(older: dict[str, str]):
    record = Record(title="1870", players=list(PEOPLE), options={"runs": "free", **older}, seed=4)
    game = record.begin()
    for seat in ("p1", "p2", "p3"):
        game, _ = record.play(game, seat, Act("pass_auction"))
    raw = own_file.write(record, game)
    single = json.loads(raw)
    single["options"] = {"runs": "free", **by_rulebook("1870"), **older}
    for file in (raw, json.dumps(single).encode()):
        read, after = own_file.read(file)
        assert after == game and own_file.write(read, after) == raw


def test_a_mix_cannot_be_written_for_the_site():
    from engine.exchange.site import write_site_game

    record = Record(title="1870", players=list(PEOPLE), options=by_site("1870") | {"contest_order": "clockwise"})
    with pytest.raises(Unreadable, match="cannot replay this game: it does not play"):
        write_site_game(record)
    record, _ = new_record("1870", PEOPLE, {"rules": SITE}, setup={"order": list(PEOPLE)})
    assert json.loads(write_site_game(record))["title"] == "1870"


@pytest.mark.parametrize("name", titles_on_site())
def test_a_title_as_on_the_site_is_defined_without_reading_the_same_sheets_again(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    overlay = overlay_of(name)
    assert overlay is not None
    overlay.native.define(overlay.native.chosen({}))
    read: list[str] = []
    parse = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: read.append(text) or parse(text))
    overlay.title.define(overlay.title.chosen({}))
    assert read == []
