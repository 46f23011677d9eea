"""A player who may buy a private company is told what it does, in one line."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.titles import titles
from tests.discord.conftest import Hall

TEXT, PICTURES = 10, 12
"""Kinds of components."""


@pytest.mark.parametrize("title", [name for name in titles() if name != "toy"])
async def test_the_auction_and_the_sheet_say_what_private_companies_do(club: Hall, title: str):
    await club.game(title=title, options="", pictures="request")
    panel = await club.ann.slash("/turn", club.room)
    lines = panel.text.splitlines()
    said = [line for above, line in pairwise(lines) if line.startswith("-# ") and above.startswith("**")]
    assert len(said) >= 1 and all(20 < len(line) < 140 for line in said), panel.text
    sheet = await club.bob.slash("/show", club.room, what="sheet")
    told = [line for line in sheet.text.splitlines() if line.startswith("-# ")]
    assert set(said) <= set(told) and len(told) >= 6, sheet.text
    kinds = [one["type"] for one in sheet.message.components]
    assert kinds.index(PICTURES) < len(kinds) - 1 - kinds[::-1].index(TEXT), "the picture comes before long texts"


async def test_the_line_stands_below_its_private_company(club: Hall):
    await club.game()
    lines = (await club.ann.slash("/turn", club.room)).text.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("**GRSC**"))
    assert lines[place + 1] == "-# No special power, only its income."
