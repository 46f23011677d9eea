"""Charts, the replay and cards: past positions are decoded while drawing, and pictures kept for those they are for."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Hashable, Sequence
from typing import Any

import pytest

from bot.discord.domains.shared import past_positions
from bot.discord.games.drawing import Drawers, DrawingJob, PictureFile
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.test_history import played

ASKED = [
    ("/show", {"what": "replay"}),
    ("/show", {"what": "chart_worth"}),
    ("/show", {"what": "chart_prices"}),
    ("/show", {"what": "card", "about": "SP"}),
]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Hashable, Sequence[DrawingJob]]]:
    """What drawing is asked for, with the key under which it is kept."""
    found = list[tuple[Hashable, Sequence[DrawingJob]]]()

    async def draw_once(drawers: Drawers, key: Hashable, sketches: Sequence[DrawingJob]) -> list[PictureFile]:
        found.append((key, sketches))
        return []

    monkeypatch.setattr(Drawers, "draw_once", draw_once)
    return found


async def test_past_positions_are_decoded_where_pictures_are_drawn(
    club: Hall, asked: list[tuple[Hashable, Sequence[DrawingJob]]], monkeypatch: pytest.MonkeyPatch
):
    number, decoded, decode = await club.game(pictures="request"), list[int](), past_positions.decode_game
    await played(club, number, 5)

    def noted(raw: bytes) -> Any:
        decoded.append(threading.get_ident())
        return decode(raw)

    monkeypatch.setattr(past_positions, "decode_game", noted)
    for command, given in ASKED:
        await club.ann.slash(command, club.room, **given)
    assert decoded == [] and len(asked) == len(ASKED)
    for _, sketches in asked:
        late = [sketch for sketch in sketches if sketch.late is not None]
        assert late and not any(sketch.args for sketch in late)
        # It has to reach another process.
        [views] = pickle.loads(pickle.dumps(late[0].late))()
        assert len(views) > 1


async def test_a_kept_picture_is_shown_only_to_those_it_was_drawn_for(
    club: Hall, asked: list[tuple[Hashable, Sequence[DrawingJob]]]
):
    """One for each seat, position, kind and theme; the same person gets the same one again."""
    number = await club.game(pictures="request")
    await played(club, number, 5)

    async def keys(person: Person) -> list[Hashable]:
        asked.clear()
        for command, given in ASKED:
            await person.slash(command, club.room, **given)
        return [key for key, _ in asked]

    anns = await keys(club.ann)
    assert anns == await keys(club.ann)
    different = [anns, await keys(club.bob)]
    await club.ann.slash("/preferences", club.room, theme="dark")
    different.append(await keys(club.ann))
    await played(club, number, 1, seed=2)
    different.append(await keys(club.ann))
    await club.table.preferences.set_game(number, club.ann.id, interval=77)
    assert await keys(club.ann) == different[-1], "what changes nothing in the pictures"
    every = [key for found in different for key in found]
    assert len(every) == 4 * len(ASKED) == len(set(every))
