"""In a contest for a private company, somebody who can only drop out reads what to beat, who bids what, and why."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import Game, new
from engine.careful import careful_act
from engine.core.verbs import Shown
from engine.play import next_to_act
from tests.discord.test_phone import panel
from tests.long_runs import one_of

WITH_CONTESTS = ["1830", "1828", "1843", "1870", "1889", "18Chesapeake"]


def hopeless(title: str) -> Iterator[tuple[Game, str]]:
    """Contests in which somebody can only drop out."""
    for seed in range(1, 12):
        game, stream = new(title, ["Ann", "Bob", "Cem"], {}, seed), random.Random(seed)
        for _ in range(60):
            decision = next_to_act(game, stream)
            if decision is None:
                break
            shown = [game.shown(decision.seat, verb) for verb in game.verbs(decision.seat)]
            if decision.rule == "contest" and Shown.LIST not in shown:
                yield game, decision.seat
            game, _ = game.apply(decision.seat, careful_act(game, decision.seat, stream))


@pytest.mark.parametrize("title", one_of(WITH_CONTESTS))
def test_who_can_only_drop_out_reads_the_bids_and_why(title: str):
    found = list(hopeless(title))
    assert found
    for game, seat in found:
        p, text = game.position(), panel(game, seat).text
        private = p.s.agenda[-1].subject  # type: ignore[union-attr]
        bids = {one.id: p.s.cash.get(f"bid:{one.id}:{private}", 0) for one in p.s.players}
        highest = max(bids.values())
        assert p.d.privates[private].name in text
        assert all(str(bid) in text for bid in bids.values() if bid), (bids, text)
        assert "must raise the bid" not in text, "what one must and cannot do is not asked"
        assert "You can only drop out: " in text and str(highest + 5) in text, text
        assert str(p.s.cash[seat] + bids[seat]) in text.partition("You can only drop out: ")[2], text
