"""Private copies hold only what their owner may know: games that differ in the rest give the same, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import structs
from sqlmodel import SQLModel, col, select

import bot.table.past.exploring
from bot.store.rows import ActionRow, EventsRow, GameRow, LineRow, NoteRow, OrderRow, OutboxRow, PositionRow, SeatRow
from bot.table.play.extras import Extras
from engine import Game
from engine.core.state import Gather, Hold
from engine.play import next_to_act, random_act
from engine.titles import titles
from tests.long_runs import one_of
from tests.positions.table import Table
from tests.table.club import ANN, BOB, CEM, CHANNEL, DAN, Club, put
from tests.toy.table import ToyTable

OF_A_COPY: tuple[type[SQLModel], ...] = (
    SeatRow,
    ActionRow,
    PositionRow,
    EventsRow,
    LineRow,
    NoteRow,
    OrderRow,
    OutboxRow,
)
"""All that is stored of a game besides its own row."""


def twins(game: Game) -> tuple[Game, Game]:
    """The position twice, with other chance to come and other wishes of Bob's and Cem's to be stopped."""
    found: list[Game] = []
    for rng, seat, moment in ((11, "p2", "before the first"), (22, "p3", "before the last")):
        found.append(Game(game.title, structs.replace(game.state, rng=rng, holds=[Hold(seat, "a power", moment)])))
    return found[0], found[1]


async def secretive(club: Club, game: int, limit: int, note: str) -> None:
    """What others keep beside the game: an order of Bob's, and notes of Bob's and Cem's."""
    async with club.db.write() as session:
        terms = {"private": "MKT", "limit": limit}
        session.add(OrderRow(game_id=game, seat="p2", kind="bid", terms=terms, made_at=club.clock()))
    for person in (BOB, CEM):
        await Extras(club.table.services).add_note(game, person, note)


async def copied(club: Club, game: int, user: int, guesses: dict[str, int]) -> list[str]:
    """All that is stored of somebody's copy, without its number and that of its game."""
    exploring = club.table.exploring
    shown = await club.table.present(game)
    seat = next((one.seat for one in shown.seats if one.user_id == user), "")
    opening = await exploring.prepared(shown, seat, guesses)
    number = await exploring.open(shown, opening, shown.row.position, user, CHANNEL + 1)
    async with club.db.read() as session:
        row = await session.get(GameRow, number)
        assert row is not None and row.copy_of == game
        found: list[Any] = [row.model_dump(exclude={"id", "copy_of"})]
        for table in OF_A_COPY:
            rows = (await session.exec(select(table).where(col(table.game_id) == number))).all()  # type: ignore[attr-defined]
            found += [one.model_dump(exclude={"id", "game_id", "target", "nonce"}) for one in rows]
    found.append((await club.table.present(number)).game.encode())
    await exploring.discard(number, user)
    return [str(one).replace(f"game {game}", "GAME").replace(f"game {number}", "COPY") for one in found]


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each copy normally gets its own random seed; here all get the same one."""
    monkeypatch.setattr(bot.table.past.exploring, "_seed", lambda: 5)


async def same(
    club: Club, title: str, positions: Sequence[Game], guesses: dict[str, int], **options: str
) -> list[bytes]:
    """Ann and a spectator see the same in both games; return the copies of Bob, who has secrets of his own."""
    games = [await club.game(title=title, **options) for _ in positions]
    own: list[list[str]] = []
    ways: list[list[list[str]]] = []
    for n, (game, position) in enumerate(zip(games, positions, strict=True)):
        await put(club, game, position)
        await secretive(club, game, limit=200 + n, note=f"note {n}")
        ways.append([await copied(club, game, user, guesses) for user in (ANN, DAN)])
        own.append(await copied(club, game, BOB, {}))
    assert ways[0] == ways[1]
    told = str(ways)
    assert "note 0" not in told and "note 1" not in told and "'limit': 20" not in told
    return own


@pytest.mark.parametrize("title", one_of(titles()))
async def test_what_others_keep_to_themselves_leaves_no_trace_in_a_copy(table: Club, title: str):
    """In every title: their orders, notes and wishes to be stopped, and the chance to come."""
    game, stream = (await table.table.present(await table.game(title=title, seed=4))).game, random.Random(3)
    for _ in range(12):
        decision = next_to_act(game, stream)
        act = random_act(game, decision.seat, stream) if decision else None
        game = game.apply(decision.seat, act)[0] if decision and act else game
    one, other = twins(game)
    assert one.encode() != other.encode()
    own = await same(table, title, (one, other), {})
    assert own[0] != own[1], "Bob's own wish to be stopped is in his copy"


@pytest.mark.parametrize("same_bank", [True, False])
async def test_hidden_money_and_offers_leave_no_trace_in_a_copy(table: Club, same_bank: bool):
    """Treasuries that Ann does not know, with the bank's sum as it follows from them, and an offer of Bob to Cem."""
    found: list[Game] = []
    for sp, mp, price in ((900, 100, 40), (7, 993 if same_bank else 55, 77)):
        at = Table(title="1870", secrets="hidden").with_company("FW", "Ann", Ann=3, treasury=300)
        at.with_company("SP", "Bob", Bob=3, treasury=sp).with_company("MP", "Cem", Cem=3, treasury=mp)
        at.with_train("MP", "2", "2").operating_turn("SP", "train")
        at.do("Bob", "buy_train", **{"from": "MP", "kind": "2", "price": 1 if sp < 40 else price})
        assert [one.needs for one in at.s.offers] == [["p3"]]
        found.append(at.game)
    banks = {one.state.cash["bank"] for one in found}
    assert len(banks) == (1 if same_bank else 2) and found[0].state.offers != found[1].state.offers
    own = await same(table, "1870", found, {"SP": 250, "MP": 40}, secrets="hidden")
    assert own[0] != own[1], "Bob knows what the SP has, and what he has offered"
    assert "250" in str(await copied(table, 1, ANN, {"SP": 250, "MP": 40}))


async def test_sealed_answers_leave_no_trace_in_a_copy(table: Club):
    found: list[Game] = []
    for bid in ("20", "60"):
        at = ToyTable().privates()
        at.do("Bob", "answer", answer=bid)
        assert any(isinstance(frame, Gather) and frame.got for frame in at.s.agenda)
        found.append(at.game)
    own = await same(table, "toy", found, {})
    assert own[0] != own[1], "Bob knows his own bid"
