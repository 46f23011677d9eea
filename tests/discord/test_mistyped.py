"""What is typed into a form and refused leaves the panel where it is, with the reason above it."""

from __future__ import annotations

import pytest

from sandbox.people import Answer
from sandbox.refusing.modals import fields
from tests.discord.conftest import Hall, labels, starting
from tests.discord.test_explore import hidden
from tests.discord.test_laying import laid_out
from tests.discord.test_route_building import position


async def typed(club: Hall, panel: Answer, button: str, text: str) -> Answer:
    """Fill the form of a button in."""
    return await club.submit(club.ann, await club.press(club.ann, panel.message, button), text)


async def shows(club: Hall, panel: Answer, button: str) -> str:
    """What the form of a button shows before anything is typed."""
    (line,) = fields((await club.press(club.ann, panel.message, button)).modal)
    return line.get("value", "")


@pytest.mark.parametrize(("step", "right"), [("track", "b5"), ("token", "springfield, il"), ("token", "1")])
@pytest.mark.parametrize("mode", ["", "What if…"])
async def test_a_refused_place_can_be_typed_again_on_the_same_map(club: Hall, step: str, right: str, mode: str):
    number, panel = await laid_out(club, step)
    if mode:
        await club.press(club.ann, panel.message, mode)
    before = [one.filename for one in panel.message.attachments]
    for wrong in ("Z99", "0", "99"):
        await typed(club, panel, "Type a hex…", wrong)
        assert f"You can't choose “{wrong}” here" in panel.text
        assert [one.filename for one in panel.message.attachments] == before == ["map.png"]
        assert starting(panel.message, "1 · ") and (await club.table.present(number)).row.last == 0
        assert await shows(club, panel, "Type a hex…") == wrong, "it need not be typed again"
    await typed(club, panel, "Type a hex…", right)
    assert "can't choose" not in panel.text and "Type a hex…" not in labels(panel.message)


async def test_a_place_can_be_typed_by_its_number_on_the_map(club: Hall):
    _, panel = await laid_out(club, "track")
    first, second = (label.partition(" · ")[2] for label in labels(panel.message) if label[:3] in ("1 ·", "2 ·"))
    await typed(club, panel, "Type a hex…", "2")
    assert f"in {second}**" in panel.text and f"in {first}**" not in panel.text


async def test_a_refused_amount_can_be_typed_again(club: Hall):
    number = await club.game()
    panel = await club.ann.slash("/turn", club.room)
    await club.press(club.ann, panel.message, "Bid another amount…")
    await club.press(club.ann, panel.message, "Bid on MKT…")
    offered = labels(panel.message)
    for wrong, why in (("much", "“much”"), ("3", "A bid on"), ("99999", "do not have that much to bid")):
        await typed(club, panel, "Another amount…", wrong)
        assert why in panel.text and labels(panel.message) == offered
        assert (await club.table.present(number)).row.last == 0
    await typed(club, panel, "Another amount…", "171")
    assert "You bid $171" in panel.text


@pytest.mark.parametrize("mode", ["", "What if…"])
async def test_refused_routes_can_be_typed_again_where_they_are_built(club: Hall, mode: str):
    number = await club.game()
    await club.lay_out(number, position().game)
    panel = await club.ann.slash("/turn", club.room)
    if mode:
        await club.press(club.ann, panel.message, mode)
    await club.press(club.ann, panel.message, "Choose routes…")
    await club.press(club.ann, panel.message, starting(panel.message, "Topeka"))
    offered = labels(panel.message)
    for wrong in ("nonsense", "2: Z99 B9"):
        await typed(club, panel, "Type it…", wrong)
        assert labels(panel.message) == offered, "the route that was begun is still there"
        assert (await club.table.present(number)).row.last == 0
    await typed(club, panel, "Type it…", "2: B9 B11")
    assert (await club.table.present(number)).row.last == (0 if mode else 1), panel.text
    assert ("What if:" in panel.text) == bool(mode)


async def test_refused_days_guesses_names_and_notes_can_be_typed_again(club: Hall):
    number = await hidden(club)
    wishes = await club.ann.slash("/preferences", club.room)
    (refused,) = (await typed(club, wishes, "I am away…", "0")).followups
    assert refused.text == "**For how many days?** · “0” is not a whole number from 1 to 365."
    assert "I am away…" in labels(wishes.message), "the panel is still there"
    assert "away until" in (await typed(club, wishes, "I am away…", "5")).text
    asked = await club.ann.slash("/explore", club.room, game=str(number))
    await typed(club, asked, "Enter my guesses…", "SP lots")
    assert "SP lots" in asked.text and await shows(club, asked, "Enter my guesses…") == "SP lots"
    assert "Your copy of game" in (await typed(club, asked, "Enter my guesses…", "SP 200")).text
    await club.ann.slash("/note", club.room, text="x" * 3990, game=str(number))
    page = await club.ann.slash("/note", club.room, game=str(number))
    await typed(club, page, "Add a note…", "y" * 100)
    assert "can have up to 4000 characters" in page.text and await shows(club, page, "Add a note…") == "y" * 100
