"""Whoever may act in a seat now is asked what has to be decided in it: its player, or the stand-in while they are away,
who is told for whom. A stand-in does not answer their own question for somebody else.
"""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import NotYours
from bot.store.rows import OutboxRow
from bot.table.seats.settling import NOTHING, WINNER, proposal_of
from tests.table.club import ANN, BOB, CEM, DAN, EVE, Club, club
from tests.table.leagues import Season

BOT = Path(__file__).parents[2] / "bot"
OTHERS = {
    # Decided for oneself, whoever stands in: to be a stand-in, to take a seat or a place, to come to a game.
    ("standing_in.py", "_post"),
    ("inviting.py", "question"),
    ("asks.py", "_ask"),
    ("guests.py", "invite"),
    ("seeking.py", "_opened"),
    # No stand-in may agree that others see a player's secrets.
    ("consenting.py", "ask"),
    # Decided by an organiser, or told to one.
    ("consenting.py", "_tell"),
    ("extras.py", "_ask"),
    ("extras.py", "mirrored"),
    ("forgetting.py", "_store"),
    ("forgetting.py", "_vacate"),
    ("inviting.py", "decline"),
    ("rounds.py", "_closed"),
    ("rounds.py", "_unread"),
    ("asks.py", "_lead"),
    ("inviting.py", "ask"),
    ("inviting.py", "answer"),
    ("inviting.py", "_hand_over"),
    ("seating.py", "join"),
    ("losses.py", "_instead"),
    # Told to everybody at the table, or to whose time is up, whoever stands in for them, and the organiser.
    ("idle.py", "_tell"),
    ("late.py", "_up"),
    # For those who want one message a day: that a game begins, what waits for them, and that it cannot reach them.
    ("seating.py", "_begin"),
    ("reminding.py", "_tell_daily"),
    ("reminding.py", "no_longer_daily"),
    # Asks nothing: what has become of somebody, or of what they asked.
    ("seeking.py", "_given_back"),
    ("guests.py", "kick"),
    ("extras.py", "_show"),
    ("keeping.py", "announce_end"),
    ("asks.py", "answer"),
    ("asks.py", "_give"),
    ("leagues.py", "_store_draw"),
    ("replacing.py", "_give"),
    ("replacing.py", "_keep"),
    ("settling.py", "answer"),
    ("settling.py", "_stop"),
    ("telling.py", "rules_changed"),
    # Only people are pinged, whoever they are.
    ("telling.py", "row"),
    ("telling.py", "to_league"),
    # A stand-in whose player goes away in the middle of their turn; a reminder, with the organiser.
    ("preferences.py", "_told_of_stand_in"),
    ("reminding.py", "_reminder"),
}
"""Where pings are written that do not ask for a decision in a seat, or not by `telling.calling`, and why."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Club]:
    async with club(tmp_path / "club.db") as found:
        yield found


async def goes_away(table: Club, person: int, stand_in: int) -> None:
    """Somebody is away from now on, and somebody stands in for them."""
    until = table.clock() + timedelta(days=9)
    await table.table.preferences.set_person(person, away_until=until, stand_in=stand_in)


def called(row: OutboxRow, *people: int, why: str = "") -> bool:
    """Does an announcement ping these people, and say for whom somebody stands in?"""
    told = "\n".join([*row.payload["text"], *row.payload.get("why", [])])
    return row.payload["ping"] == list(people) and (not why or f"you stand in for {why}" in told)


async def propose(table: Club, game: int, by: int, kind: str = NOTHING, winner: str = "") -> int:
    """Propose to stop; returns the proposal's number."""
    assert not await table.table.seating.settling.propose(game, by, kind, winner)
    known = proposal_of((await table.table.present(game)).row)
    assert known is not None
    return known.number


async def undo(table: Club, game: int, by: int, target: int) -> None:
    """Ask to take moves of others back."""
    now = await table.table.present(game)
    assert await table.table.takeback.undo(game, by, now.epoch, target) is None


async def test_who_stands_in_is_asked_whether_moves_are_taken_back(table: Club):
    game = await table.game()
    await table.act(game, ANN, "pass_auction")
    await table.act(game, BOB, "pass_auction")
    await goes_away(table, BOB, EVE)
    await undo(table, game, ANN, 0)
    [asked] = await table.outbox(game, "undo_ask")
    assert called(asked, EVE, why="Bob")
    epoch = (await table.table.present(game)).epoch
    assert await table.table.takeback.answer(game, EVE, epoch, True)
    assert (await table.table.present(game)).row.position == 0


async def test_who_asks_is_not_asked_for_somebody_they_stand_in_for(table: Club):
    game = await table.game()
    await table.act(game, ANN, "pass_auction")
    await table.act(game, BOB, "pass_auction")
    await goes_away(table, ANN, CEM)
    await goes_away(table, BOB, CEM)
    await table.act(game, CEM, "pass_auction")
    # Cem stands in for Ann and for Bob, so nobody else's consent is needed; without the secret there is nothing to ask.
    now = await table.table.present(game)
    assert await table.table.takeback.undo(game, CEM, now.epoch, 0) is not None
    number = await propose(table, game, CEM, WINNER, "p3")
    [asked] = await table.outbox(game, "end_ask")
    assert called(asked, ANN, BOB), "whoever proposes is not asked for others"
    assert not await table.table.seating.settling.answer(game, CEM, number, yes=True)
    assert (await table.table.present(game)).row.status == "running"
    for person in (ANN, BOB):
        await table.table.seating.settling.answer(game, person, number, yes=True)
    assert (await table.table.present(game)).row.status == "stopped"


async def test_who_stands_in_is_asked_whether_the_game_ends(table: Club):
    game = await table.game()
    await goes_away(table, BOB, EVE)
    number = await propose(table, game, ANN)
    [asked] = await table.outbox(game, "end_ask")
    assert called(asked, EVE, CEM, why="Bob")
    settling = table.table.seating.settling
    with pytest.raises(NotYours):
        await settling.answer(game, DAN, number, yes=True)
    assert not await settling.answer(game, EVE, number, yes=True)
    assert await settling.answer(game, CEM, number, yes=True)
    assert (await table.table.actions(game))[-1].clicker == CEM


async def test_a_stand_in_declines_in_the_players_name(table: Club):
    game = await table.game()
    await goes_away(table, BOB, CEM)
    number = await propose(table, game, ANN)
    [asked] = await table.outbox(game, "end_ask")
    assert called(asked, CEM, why="Bob")
    assert not await table.table.seating.settling.answer(game, CEM, number, yes=False)
    [declined] = await table.outbox(game, "end_declined")
    assert "Cem does not agree" in declined.payload["text"][0], "somebody who plays speaks for themselves first"
    await goes_away(table, BOB, EVE)
    number = await propose(table, game, ANN)
    await table.table.seating.settling.answer(game, EVE, number, yes=False)
    assert "Bob does not agree" in (await table.outbox(game, "end_declined"))[-1].payload["text"][0]


async def test_a_stand_in_answers_only_while_the_player_is_away(table: Club):
    game = await table.game()
    await table.table.preferences.set_person(BOB, stand_in=EVE)
    number = await propose(table, game, ANN)
    [asked] = await table.outbox(game, "end_ask")
    assert called(asked, BOB, CEM)
    with pytest.raises(NotYours):
        await table.table.seating.settling.answer(game, EVE, number, yes=True)


async def test_who_stands_in_is_warned_that_a_round_ends_soon(table: Club):
    season = await Season.opened(table, people=3)
    [drawn] = await season.drawn(first=True)
    now = await table.table.present(drawn.game_id or 0)
    [turn] = [one.seat for one in now.game.decisions()]
    player = next(seat for seat in now.seats if seat.seat == turn)
    await goes_away(table, player.user_id, EVE)
    table.clock.pass_by(days=5, hours=12)
    await season.ticked()
    [warning] = [
        row for row in await table.outbox(kind="league") if "Still being played" in "".join(row.payload["text"])
    ]
    assert called(warning, EVE, why=player.name)


async def test_who_takes_a_seat_while_away_has_their_stand_in_called(table: Club):
    game = await table.game()
    async with table.db.write() as session:
        seat = (await table.table.services.seats(session, game))[0]
        seat.user_id, seat.robot = -5, ""
    await goes_away(table, DAN, EVE)
    await table.table.seating.inviting.ask(game, ANN, "p1", DAN)
    [offered] = await table.outbox(game, "seat_offer")
    assert called(offered, DAN), "nobody takes a seat for somebody else"
    await table.table.seating.inviting.take(game, DAN, "p1", "Dan")
    [taken] = await table.outbox(game, "replace")
    assert called(taken, EVE, why="Dan")


@pytest.mark.parametrize(
    ("language", "turn"),
    [
        ("en", "It is {name}'s turn in the private auction."),
        ("de", "{name} ist in der Auktion der Privatbahnen dran."),
    ],
)
async def test_who_takes_a_seat_on_turn_is_named_once_in_the_ping(
    table: Club, monkeypatch: pytest.MonkeyPatch, language: str, turn: str
):
    monkeypatch.setattr(table.table.services, "language_of", lambda server: language)
    game = await table.game()
    async with table.db.write() as session:
        seat = (await table.table.services.seats(session, game))[0]
        seat.user_id, seat.robot = -5, ""
    await table.table.seating.inviting.ask(game, ANN, "p1", DAN)
    await table.table.seating.inviting.take(game, DAN, "p1", "Dan")
    [taken] = await table.outbox(game, "replace")
    assert taken.payload["waits"] == [turn.format(name="Dan")]
    assert taken.payload["calls"] == [turn.format(name=f"<@{DAN}>")]


def _pings(node: ast.AST, inside: str = "") -> Iterator[str]:
    """The functions in which pings are written, not by `telling.calling`."""
    if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef):
        inside = node.name
    keys = node.keys if isinstance(node, ast.Dict) else ()
    if any(isinstance(key, ast.Constant) and key.value == "ping" for key in keys):
        yield inside
    if isinstance(node, ast.Call) and any(one.arg == "ping" for one in node.keywords):
        yield inside
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and ast.unparse(node.slice) == "'ping'":
        yield inside
    for child in ast.iter_child_nodes(node):
        yield from _pings(child, inside)


def test_every_ping_asks_whoever_may_act_or_says_why_not():
    written = (path for part in ("table", "discord", "robots") for path in (BOT / part).rglob("*.py"))
    found = {(path.name, inside) for path in written for inside in _pings(ast.parse(path.read_text()))}
    assert found - {("telling.py", "calling")} == OTHERS
