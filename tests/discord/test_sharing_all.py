"""Every picture that can be shown to everybody is, and nothing on it tells what one person alone knows."""

from __future__ import annotations

from bot.discord.domains.shared.pictures import SHARED
from tests.discord.conftest import Hall, labels
from tests.positions.table import Table

TREASURY = "$777"
DOORS: dict[str, tuple[str, dict[str, str]]] = {
    "map": ("/show", {"what": "map"}),
    "market": ("/show", {"what": "market"}),
    "sheet": ("/show", {"what": "sheet"}),
    "phases": ("/show", {"what": "phases"}),
    "tiles": ("/show", {"what": "tiles"}),
    "runs": ("/show", {"what": "runs", "about": "SP"}),
    "private": ("/show", {"what": "card", "about": "private GRSC"}),
    "company": ("/show", {"what": "card", "about": "SP"}),
    "table": ("/show", {"what": "table_worth"}),
    "worth": ("/show", {"what": "chart_worth"}),
    "prices": ("/show", {"what": "chart_prices"}),
    "revenue": ("/show", {"what": "chart_revenue"}),
    "animation": ("/show", {"what": "replay"}),
    "stood": ("/show", {"what": "history"}),
    "since": ("What's new", {}),
    "ever": ("/show", {"what": "tiles", "about": "B9"}),
}
"""Where each of them is looked at: a command, or a button on a call."""


def test_every_picture_that_can_be_shown_is_tried():
    assert set(DOORS) == set(SHARED)


async def test_no_shared_picture_reveals_a_hidden_treasury(club: Hall):
    game = await club.game(options="runs=free secrets=hidden")
    await club.called(club.ann)
    table = Table(title="1870", runs="free", secrets="hidden").with_company("SP", "Ann", Ann=6, treasury=777)
    await club.lay_out(game, table.game)
    for person in (club.ann, club.bob, club.cem):
        assert "You pass" in (await person.slash("/pass", club.room)).text
    new = DOORS["since"][0]
    call = await club.sandbox.until(lambda: next((one for one in club.ann.pings if new in labels(one)), None), new)
    for what, (door, given) in DOORS.items():
        if door.startswith("/"):
            alone = await club.ann.slash(door, club.room, **given)
        else:
            alone = await club.press(club.ann, call, door)
        await club.worked_out()
        await club.posted()
        before = len(club.room.public)
        answered = await club.press(club.ann, alone.message, "Show it to everybody")
        await club.worked_out()
        shown = [one for one in club.room.public[before:] if " shows " in one.content]
        assert len(shown) == 1, (what, answered.text)
        assert shown[0].attachments, what
        for picture in shown[0].attachments:
            assert picture.description and TREASURY not in picture.description, what
        assert TREASURY not in shown[0].text, what
