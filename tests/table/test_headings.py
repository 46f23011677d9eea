"""Whether a post's heading names the round of what it asks at its end."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest

from bot.discord.channel.texts import heading, text_of
from bot.store.rows import MOVE, GameRow, OutboxRow
from bot.table.play import telling
from bot.table.play.playing import current_decision, play
from engine import new
from engine.careful import careful_act
from engine.play import next_to_act
from engine.titles import title_named, titles
from engine.view import view
from engine.words import Words, using_language
from tests.long_runs import one_short_all_long

NOW = datetime(2026, 11, 29, tzinfo=UTC)
SOME, MOST, IN_ONE = 150, 3_000, (1, 2, 7, 60)
"""The most moves of a game; how many a post tells."""


def announcements(title: str, seed: int, most: int) -> Iterator[tuple[OutboxRow, str, list[str], str]]:
    """A careful game as it is announced, with the round before each move, those that it begins, and that of the next
    question.
    """
    options = {"runs": "free"} if any(option.name == "runs" for option in title_named(title).options) else {}
    stream, game = random.Random(seed), new(title, ["Ann", "Bob", "Cem"], options, seed)
    row = GameRow(id=1, title=title)
    for number in range(1, most):
        decision = next_to_act(game, stream)
        act = careful_act(game, decision.seat, stream) if decision is not None else None
        if decision is None or act is None:
            return
        played = play(game, decision.seat, act, current_decision(game), [])
        shown = view(played.game)
        waits = [text for _, text in telling.decisions(shown).values()]
        more = {"moves": telling.announced(played, shown), "waits": waits, "asks": waits}
        more |= telling.headed(row, game, played, shown)
        post = telling.row("channel:1", MOVE, "", NOW, 1, number, **more)
        events = [event.data for step in played.steps for event in step.events if event.kind == "round"]
        begun = [f"OR {data['called']}" if "called" in data else f"SR {data['number']}" for data in events]
        begun = [name for name, data in zip(begun, events, strict=True) if data["round"] in ("operating", "stock")]
        yield post, Words(view(game)).short_round, begun, Words(shown).short_round
        game = played.game


def headed(told: Sequence[tuple[OutboxRow, str, list[str], str]]) -> str:
    """The heading of a post that tells these moves."""
    rows = [row for row, *_ in told]
    head = text_of(rows, "1").splitlines()[0]
    assert head == heading(rows, "1")
    return head


@pytest.mark.parametrize(("title", "most"), one_short_all_long(titles(), SOME, MOST))
def test_the_heading_of_every_post_names_the_rounds_from_its_first_line_to_its_call(title: str, most: int):
    game = list(announcements(title, 3, most))
    rounds = {one for _, before, begun, after in game for one in (before, *begun, after)}
    of_two = of_more = 0
    for told in (game[at : at + many] for many in IN_ONE for at in range(0, len(game), many)):
        (_, before, *_), (*_, asked) = told[0], told[-1]
        head = headed(told)
        named = {one for one in rounds if f" {one} " in f"{head} ".replace(",", " ")}
        later = {one for _, _, begun, after in told for one in (*begun, after)}
        # A round that begins with the first line is its own.
        assert asked in named and later <= named <= {before, *later}, head
        of_two += len(named) > 1
        of_more += len(named) > 2
    assert of_two and (of_more or most == SOME)


def test_a_round_in_the_middle_of_a_post_is_named_and_one_that_is_taken_back_is_not():
    def post(*rounds: str) -> str:
        payload = {"place": "1843 · OR 1.1", "rounds": list(rounds)}
        return heading([OutboxRow(id=1, game_id=1, kind=MOVE, number=1, target="channel:1", payload=payload)], "1")

    assert post("OR 1.1", "SR 2", "OR 2.1") == "-# Game 1 · 1843 · OR 1.1, then SR 2 and OR 2.1"
    assert post("OR 1.1", "OR 1.1", "SR 2", "SR 2") == "-# Game 1 · 1843 · OR 1.1, then SR 2"
    assert post("OR 1.1", "SR 2", "OR 1.1") == post("OR 1.1", "OR 1.1") == "-# Game 1 · 1843 · OR 1.1"
    with using_language("de"):
        assert post("BR 1.1", "AR 2", "BR 2.1").endswith("OR 1.1, dann AR 2 und BR 2.1")
