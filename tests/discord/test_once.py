"""What an interaction asks for is done exactly once: after a lost or failed acknowledgement, and if it comes again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlmodel import SQLModel, select

from bot.discord.kit.once import ANSWERABLE, Taken
from bot.store.rows import InteractionRow
from bot.table.housekeeping import Housekeeping
from sandbox.happening.interactions import COMMAND, THINKING, Interaction
from sandbox.happening.posting import Draft
from sandbox.people import SENT, Answer
from sandbox.world.permissions import Perm
from sandbox.world.world import EPHEMERAL
from tests.discord.conftest import Hall, labels, starting
from tests.discord.test_equal_presses import trading

CALLBACK = r"POST /interactions/.*"
ASIDE = {"interaction", "outbox", "parked", "lease", "awake", "sqlite_sequence"}
"""Tables without changes of the game; announcements are counted."""

Step = Callable[[], Awaitable[Answer]]
Act = Callable[[Hall], Awaitable[Step]]
"""Does what must be done before, and returns the step that counts."""
Kind = tuple[str, Act, dict[str, int]]
"""Its name, how it is done, and the rows, announcements and messages that it adds; none: it changes one."""


async def stored(club: Hall) -> dict[str, list[Any]]:
    """Everything that people have changed, and how much was announced and posted."""
    await club.settled()
    found: dict[str, list[Any]] = {"posted": [len(club.room.public), *(one.text for one in club.room.public)]}
    async with club.table.db.read() as session:
        connection = await session.connection()
        for name, table in SQLModel.metadata.tables.items():
            rows = sorted(map(repr, await connection.execute(select(table))))
            found[name] = [len(rows)] if name == "outbox" else [] if name in ASIDE else rows
    return found


def sizes(found: dict[str, list[Any]]) -> Counter[str]:
    """How many rows, announcements and messages there are."""
    return Counter({name: rows[0] if name in ("outbox", "posted") else len(rows) for name, rows in found.items()})


def deliver(club: Hall, one: Interaction) -> None:
    """Discord delivers it once more."""
    club.sandbox.tell("INTERACTION_CREATE", club.sandbox.interactions._payload(one), 0, one.channel.guild)


async def delivered(club: Hall, one: Interaction) -> None:
    """Deliver it once more, and wait until the bot has done what it does about that."""
    before = len(list(club.sandbox.records.refused))
    deliver(club, one)
    await club.sandbox.until(lambda: len(list(club.sandbox.records.refused)) > before, "the refused acknowledgement")
    await club.quiet()


def typed(who: str, text: str, /, **options: Any) -> Act:
    """A command."""

    async def act(club: Hall) -> Step:
        return partial(getattr(club, who).slash, text, club.room, **options)

    return act


def confirmed(who: str, text: str, /, **options: Any) -> Act:
    """A command that must be confirmed; the button counts."""

    async def act(club: Hall) -> Step:
        asked = await getattr(club, who).slash(text, club.room, **options)
        return partial(club.sure, getattr(club, who), asked)

    return act


async def a_start(club: Hall) -> Step:
    return partial(club.ann.slash, "/game start", club.room, player1=club.ann, player2=club.bob)


async def a_form(club: Hall) -> Step:
    page = await club.ann.slash("/note", club.room)
    club.sandbox.faults.broken_after(CALLBACK)
    form = await club.ann.press(page.message, "Add a note…")
    await club.quiet()
    assert page.followups == [] and form.followups == [], "the form is open, and nothing says that it failed"
    return partial(club.submit, club.ann, form, "written")


async def no_note(club: Hall) -> Step:
    page = await club.ann.slash("/note", club.room)
    asked = await club.press(club.ann, page.message, "Delete all notes…")
    return partial(club.sure, club.ann, asked)


async def a_picture(club: Hall) -> Step:
    shown = await club.ann.slash("/show", club.room, what="map")
    return partial(club.press, club.ann, shown.message, "Show it to everybody")


async def an_offer(club: Hall) -> Step:
    number = await trading(club)
    shown = await club.ann.slash("/buy-private", club.room, private="GRSC", game=str(number))
    return partial(club.press, club.ann, shown.message, starting(shown.message, "Offer"))


async def an_undo(club: Hall) -> Step:
    asked = await club.ann.slash("/undo", club.room)
    return partial(club.press, club.ann, asked.message, labels(asked.message)[0])


async def an_agreement(club: Hall) -> Step:
    asked = next(one for one in club.room.public if club.button(one, "settle"))
    sure = await club.press(club.bob, asked, club.button(asked, "settle"))
    return partial(club.sure, club.bob, sure)


GATHERING = {"title": "1870", "place": "here", "options": "runs=free"}
GAME = ("a game", typed("ann", "/game new", seats=4, **GATHERING), {"game": 1, "seat": 1, "outbox": 1, "posted": 2})
SEAT = ("a seat", typed("bob", "/game join"), {"seat": 1, "outbox": 1, "posted": 1})
START = ("a start", a_start, {"action": 1, "position": 1, "turn": 1, "outbox": 1, "posted": 1})
NOTE = ("a note", typed("ann", "/note", text="mine"), {"note": 1})
ORDER = ("an order", typed("bob", "/order bid", private="MKT", limit=170), {"standing_order": 1})
# What pings nobody may be added to the newest message, whose text is compared, too.
MOVED = {"action": 2, "position": 2, "events": 2, "outbox": 1}
MOVE = ("a move and the order's", typed("ann", "/bid", private="MKT", amount="165"), MOVED)
OFFERED = {"action": 1, "position": 1, "events": 1, "turn": 1, "outbox": 1}
FEW = (GAME, SEAT, START, NOTE, ORDER, MOVE)
ALL = (
    GAME,
    SEAT,
    ("another seat", typed("cem", "/game join"), {"seat": 1, "outbox": 1, "posted": 1}),
    ("no seat", confirmed("cem", "/game leave"), {"seat": -1, "outbox": 1}),
    START,
    NOTE,
    ("a form", a_form, {}),
    ("no note", no_note, {}),
    ("a preference", typed("bob", "/preferences", zone="Europe/Berlin"), {}),
    ("a setting", typed("ann", "/game settings", reminders=30), {}),
    ("a server's setting", typed("ann", "/game server", reminders=40), {}),
    ORDER,
    MOVE,
    ("no order", typed("bob", "/order cancel", order="1"), {}),
    ("an undo", an_undo, {"action": 1, "outbox": 1}),
    ("a redo", typed("ann", "/redo"), {"action": 1, "outbox": 1}),
    ("a picture", a_picture, {"posted": 1}),
    (
        "a copy",
        typed("ann", "/explore"),
        {"game": 1, "seat": 2, "action": 1, "position": 1, "turn": 1, "outbox": 1},
    ),
    ("an offer", an_offer, OFFERED | {"outbox": 3}),
    ("an answer", typed("bob", "/offer", answer="decline", game="3"), OFFERED | {"turn": -1}),
    ("a result", confirmed("ann", "/game end", result="stands", game="3"), {"outbox": 1}),
    ("an agreement", an_agreement, {}),
    ("an end", confirmed("ann", "/game end", game="1"), {"action": 1, "turn": -1, "outbox": 1}),
    ("an invitation", typed("ann", "/game new", seats=4, invited_only=True, **GATHERING), dict(GAME[2])),
    ("a robot", typed("ann", "/game robot", game="4"), {"seat": 1}),
    ("a list", typed("ann", "/game board"), {"posted": 1}),
    ("no list", typed("ann", "/game board", on=False), {}),
    ("a league", typed("ann", "/league new", name="S", titles="1870", seats=2, rounds=1), {"league": 1, "posted": 1}),
    ("a member", typed("bob", "/league join"), {"league_member": 1}),
    ("another member", typed("cem", "/league join"), {"league_member": 1}),
    ("a draw", typed("ann", "/league start"), {"game": 1, "seat": 2, "league_round": 1, "league_table": 1}),
)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("kinds", [FEW, pytest.param(ALL, marks=pytest.mark.soak)], ids=["few", "all"])
async def test_what_discord_accepts_with_a_server_error_is_done_once(hall: Hall, kinds: Sequence[Kind]):
    hall.sandbox.role(hall.guild, "Managers", Perm.MANAGE_GUILD, hall.ann)
    done: list[Interaction] = []
    async with hall.open():
        for name, act, more in kinds:
            step = await act(hall)
            before = await stored(hall)
            hall.sandbox.faults.broken_after(CALLBACK)
            one = (await step()).interaction
            await hall.quiet()
            assert hall.sandbox.faults.waiting.pop().times == 0, "Discord answered with a server error"
            after = await stored(hall)
            grown = sizes(after)
            grown.subtract(sizes(before))
            assert after != before, name
            assert {table: grown[table] for table in more} == more, name
            await delivered(hall, one)
            assert await stored(hall) == after, f"{name}, delivered again"
            done.append(one)
    async with hall.open():
        after = await stored(hall)
        for one in done:
            await delivered(hall, one)
        assert await stored(hall) == after, "delivered again after a restart"


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("times", [1, 3])
async def test_what_is_shown_to_everybody_stays_once_although_discord_answers_with_server_errors(
    club: Hall, times: int
):
    await club.game()
    await club.posted()
    other = await (await a_picture(club))()
    kept = [one.id for one in club.room.public]
    step = await a_picture(club)
    club.sandbox.faults.broken_after(r"POST /webhooks/.*", times=times)
    answer = await step()
    await club.quiet()
    assert not any(one.times for one in club.sandbox.faults.waiting), "Discord answered with server errors"
    shown = [one for one in club.room.public if one.id not in kept]
    assert other.interaction is not answer.interaction and len(shown) == 1 and "Ann shows the map" in shown[0].content
    assert [one.id for one in club.room.public if one.id in kept] == kept, "nothing else goes"


async def noted(club: Hall) -> str:
    """Ann's notes."""
    return (await club.ann.slash("/note", club.room)).text


def acknowledged(hall: Hall, one: Interaction) -> None:
    """Another process has acknowledged it."""
    hall.sandbox.interactions.answer(one.id, one.token, {"type": THINKING}, Draft({"flags": EPHEMERAL}))


async def test_what_a_killed_bot_had_only_acknowledged_is_done_once(hall: Hall):
    async with hall.open():
        await hall.game()
        # Discord remembers what a killed bot was told.
        sent = await hall.ann.slash("/turn", hall.room)
    data = sent.interaction.data | hall.sandbox.commands.find("/note", hall.guild, hall.ann.user).data(
        [{"name": "text", "type": 3, "value": "mine"}], {}
    )
    one = hall.sandbox.interactions.open(COMMAND, hall.ann.user, hall.room, data, name="note")
    acknowledged(hall, one)
    async with hall.open():
        await delivered(hall, one)
        assert "Your note is saved" in Answer(hall.sandbox, one).text
        await delivered(hall, one)
        assert (await noted(hall)).count("mine") == 1


@pytest.mark.usefixtures("hurried")
async def test_only_server_errors_leave_no_doubt(club: Hall):
    await club.game()
    club.sandbox.faults.broken_after(CALLBACK)
    club.sandbox.faults.broken(CALLBACK, times=4)
    written = await club.ann.slash("/note", club.room, text="accepted")
    assert "Your note is saved" in written.text
    club.sandbox.faults.broken(CALLBACK, times=5)
    lost = await club.ann.slash("/note", club.room, text="refused", wait=SENT)
    await club.sandbox.until(lambda: not any(one.times for one in club.sandbox.faults.waiting))
    await club.quiet()
    assert lost.interaction.answer is None
    assert "accepted" in await noted(club) and "refused" not in await noted(club)


@pytest.mark.parametrize("times", [1, 3])
async def test_lost_connections_leave_no_doubt(club: Hall, times: int):
    await club.game()
    club.sandbox.faults.cut_after(CALLBACK, times=times)
    assert "Your note is saved" in (await club.ann.slash("/note", club.room, text="mine")).text
    assert (await noted(club)).count("mine") == 1


@pytest.mark.usefixtures("hurried")
async def test_two_deliveries_of_one_shaken_interaction_are_one_change(club: Hall):
    await club.game()
    club.sandbox.faults.broken_after(CALLBACK)
    written = await club.ann.slash("/note", club.room, text="mine", wait=SENT)
    deliver(club, written.interaction)
    deliver(club, written.interaction)
    await written.settled()
    await club.quiet()
    assert "Your note is saved" in written.text and (await noted(club)).count("mine") == 1


async def test_what_was_refused_is_not_done_when_it_comes_again(hall: Hall):
    async with hall.open():
        number = await hall.game()
        refused = await hall.bob.slash("/bid", hall.room, private="MKT", amount="165")
        assert "waiting for Ann" in refused.text
        await hall.ann.slash("/bid", hall.room, private="MKT", amount="165")
    async with hall.open():
        await delivered(hall, refused.interaction)
        assert len(await hall.table.actions(number)) == 1 and "waiting for Ann" in refused.text


async def test_what_is_told_to_be_tried_again_is_not_done_by_another_process(hall: Hall):
    async with hall.open():
        await hall.game()
        hall.bot.closing_down = True
        told = await hall.ann.slash("/note", hall.room, text="mine")
        assert "again" in told.text
        hall.bot.closing_down = False
        async with hall.table.db.read() as session:
            assert await session.get(InteractionRow, told.interaction.id) is not None
        assert "mine" not in await noted(hall)


async def test_interactions_that_cannot_come_again_are_forgotten(club: Hall):
    await club.game()
    await club.ann.slash("/note", club.room, text="mine")
    housekeeping = Housekeeping(club.table, club.settings)

    async def known() -> int:
        async with club.table.db.read() as session:
            return len(list(await session.exec(select(InteractionRow))))

    many = await known()
    await housekeeping.tick()
    assert many and await known() == many
    now = club.table.clock()
    club.table.clock = lambda: now + timedelta(days=2)
    await housekeeping.tick()
    assert await known() == 0


def test_a_process_remembers_what_it_took_on_for_a_quarter_of_an_hour():
    now = [0.0]
    taken = Taken(lambda: now[0])
    assert taken.first(1) and not taken.first(1) and taken.first(2)
    now[0] = ANSWERABLE + 1
    assert taken.first(3) and taken.first(1)
