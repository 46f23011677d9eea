"""A verb that the toy has never had is shown as it says, without a line about it in the bot."""

from __future__ import annotations

import pytest

from bot.menu import Menu, menu
from bot.menu.move.moves import Moves
from bot.menu.move.typed_line import Line
from bot.menu.move.usual import usual_moves
from engine import Game
from engine.core.verbs import Shown
from engine.view import view
from engine.words import Words
from tests.menu.wave import waving


def shown_to(game: Game, seat: str) -> Menu:
    """What a seat is shown."""
    return menu(game, seat, Words(view(game, seat)))


@pytest.mark.parametrize("shown", [Shown.BUTTON, Shown.LIST, Shown.DONE])
def test_each_move_has_a_choice_of_its_own(shown: Shown):
    found = shown_to(*waving(shown))
    waves = [one for one in found.listed if one.verb == "wave"]
    assert [(one.shown, one.whole, dict(one.got)) for one in waves] == [
        (shown, True, {"company": "RED"}),
        (shown, True, {"company": "BLU"}),
    ]
    assert len({one.label for one in waves}) == 2, "they can be told apart"
    # Only in a list does a line say what there is to know of the company.
    assert [bool(one.line) for one in waves] == [shown is Shown.LIST] * 2
    assert found.usual[0] == "wave" and not any(one.verb == "wave" for one in found.rare)


def test_what_is_aside_takes_one_choice_however_many_moves_it_has():
    [wave] = [one for one in shown_to(*waving(Shown.ASIDE)).listed if one.verb == "wave"]
    assert (wave.shown, wave.whole, dict(wave.got)) == (Shown.ASIDE, False, {})
    [only] = [one for one in shown_to(*waving(Shown.ASIDE, ("BLU",))).listed if one.verb == "wave"]
    assert (only.whole, dict(only.got)) == (True, {"company": "BLU"})


def test_what_is_chosen_on_the_map_comes_with_the_map():
    found = shown_to(*waving(Shown.MAP))
    assert found.chart is not None and [one.what for one in found.pictures][:1] == ["map"]
    assert [(one.verb, one.shown, one.got["hex"]) for one in found.chart.choices] == [
        ("wave", Shown.MAP, "B2"),
        ("wave", Shown.MAP, "B6"),
    ]
    assert not any(one.verb == "wave" for one in found.listed)


def test_what_is_rare_is_only_named():
    found = shown_to(*waving(Shown.RARE))
    assert [(one.verb, one.shown, one.whole, one.label) for one in found.rare if one.verb == "wave"] == [
        ("wave", Shown.RARE, False, "Wave")
    ]
    assert "wave" not in found.usual and not any(one.verb == "wave" for one in found.listed)


@pytest.mark.parametrize("shown", [Shown.BUTTON, Shown.LIST, Shown.ASIDE, Shown.DONE, Shown.RARE])
def test_a_ping_offers_it_unless_it_is_rare_and_what_ends_the_step_comes_last(shown: Shown):
    verbs = [one.verb for one in usual_moves(*waving(shown))]
    assert verbs.count("wave") == (0 if shown is Shown.RARE else 2)
    if shown is Shown.DONE:
        assert verbs[-3:] == ["wave", "wave", "skip"]


def test_it_can_be_typed():
    game, seat = waving(Shown.BUTTON)
    line = Line(Moves(game, seat, Words(view(game, seat))), "blu")
    made = line.walk("wave")
    assert (made.slot, made.act.args, line.left) == ("", {"company": "BLU"}, "")
    _, events = game.apply(seat, made.act)
    assert events[0].data["goes"] == "BLU"
