"""/game list by state, title and player, results of games that are over, and /title before any game."""

from __future__ import annotations

import pytest

from bot.discord.domains.looking.titles import PARTS
from engine.titles import titles
from tests.discord.conftest import Hall
from tests.discord.test_grave import question, starting


async def ended(club: Hall) -> int:
    """A game of Ann, Bob and Cem that ends at once."""
    game = await club.game()
    asked = await club.bob.slash("/special", club.room, move="stop-here")
    await club.press(club.bob, asked.message, question(asked))
    for person in (club.ann, club.cem):
        panel = await person.slash("/turn", club.room)
        agreed = await club.press(person, panel.message, starting(panel.message, "Accept: end the game here"))
        await club.press(person, agreed.message, "Yes: accept")
    return game


async def test_games_are_listed_by_state_title_and_player(club: Hall):
    one = await club.game(club.ann, club.bob, title="1870")
    other = club.sandbox.channel(club.guild, "other")
    two = await club.game(club.bob, club.cem, where=other, title="1830", options="")

    async def numbers(person, **given: object) -> set[int]:  # type: ignore[no-untyped-def]
        answer = await person.slash("/game list", club.room, **given)
        return {number for number in (one, two) if f"Game {number}**" in answer.text}

    assert await numbers(club.ann) == {one, two}
    assert await numbers(club.ann, title="1830") == {two}
    assert await numbers(club.ann, player=club.cem) == {two}
    assert await numbers(club.ann, show="gathering") == set()
    now = (await club.table.present(one)).game.decisions()[0].seat
    assert now == "p1" and await numbers(club.ann, show="turn") == {one}
    assert await numbers(club.ann, show="turn", player=club.bob) == {two}
    assert "waiting for Bob" in (await club.ann.slash("/game list", club.room)).text


@pytest.mark.soak
async def test_results_show_the_winner_and_everybodys_worth(club: Hall):
    assert "No such game has been finished" in (await club.ann.slash("/game list", club.room, show="ended")).text
    game = await ended(club)
    told = (await club.ann.slash("/game list", club.room, show="ended")).text
    assert f"Game {game}**" in told and "Bob" in told and "$" in told
    own = (await club.ann.slash("/game list", club.room, show="ended", player=club.ann)).text
    assert f"<@{club.ann.id}>: 1 game," in own
    assert "No such game" in (await club.ann.slash("/game list", club.room, show="ended", title="1828")).text


@pytest.mark.parametrize("title", titles()[:2])
async def test_a_title_is_shown_before_anybody_plays_it(club: Hall, title: str):
    answer = await club.ann.slash("/title", club.room, title=title)
    assert "players, with" in answer.text and [one.filename for one in answer.message.attachments] == ["map.png"]
    labels = [one["label"] for one in answer.message.buttons]
    assert len(labels) >= len(PARTS)
    for label in ("Market", "Companies and trains", "Phases", "Tiles", "Next ▶"):
        answer = await club.press(club.ann, answer.message, label)
        (picture,) = answer.message.attachments
        assert picture.description and "Ann" not in picture.description
