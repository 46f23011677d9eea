"""Every function of the table with nonsense of the right type for each argument: a sentence comes back."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, get_type_hints

import msgspec
import pytest

from bot.errors import Refused, Trouble
from bot.table.play.orders.kinds import order_of
from bot.table.upkeep.verify import verify
from tests.table.club import ANN, BOB, Club

ODD: list[Any] = [None, True, -1, 0, 2**70, 1.5, float("nan"), "", "\0", "p1", "x" * 5000, [], [[]], {}, b"", object()]
ODD += [timedelta(1), datetime.max, datetime.max.replace(tzinfo=UTC)]


def _is_of_type(odd: Any, kind: Any) -> bool:
    try:
        return type(msgspec.convert(odd, kind)) is type(odd)
    except msgspec.ValidationError:
        return False


def arguments(ask: Callable[..., Any]) -> dict[str, Any]:
    """The types of what a function is asked with, by name: those that the type checker lets nobody ignore."""
    return {name: kind for name, kind in get_type_hints(ask).items() if name != "return"}


Ask = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class Asker:
    """All questions of the table; of one that is sound, each thing in turn is put in another's place."""

    def __init__(self, table: Club, game: int, raw: bytes) -> None:
        self.table, self.game, self.raw = table.table, game, raw

    def sound(self) -> Iterator[Ask]:
        table, game, who = self.table, self.game, {"Ann": 1, "Bob": 2, "Cem": 3}
        yield table.present, (game,), {"at": 0}
        yield table.actions, (game,), {"after": 0, "most": 5}
        yield table.games_of, (ANN,), {}
        yield table.act, (game, ANN, "p1", "take", {}, 1, 0), {"lasts": None}
        yield table.seating.create, (1, 2, 3, "1870", {}, 4, 5), {}
        yield table.seating.replace, (game, ANN, "p2", 99, "Zoe"), {}
        yield table.seating.handing_over.hand_over, (game, ANN, ANN), {}
        yield table.seating.stop, (99, ANN), {}
        yield table.seating.move, (game, ANN, 5, 6), {}
        for name in ("interval", "urgent", "stop", "organiser_acts", "channel_id", "most_games", "pictures", "nothing"):
            yield table.preferences.set_game, (game, ANN), {name: ANN}
            yield table.preferences.set_server, (1,), {name: ANN}
        for name in ("interval", "zone", "quiet_from", "quiet_to", "away_until", "stand_in", "theme", "nothing"):
            yield table.preferences.set_person, (BOB,), {name: None}
        yield table.takeback.reach, (game, ANN, 0), {}
        yield table.takeback.undo, (game, ANN, 77, 0), {}
        yield table.takeback.answer, (game, ANN, 0, True), {}
        yield table.takeback.redo, (game, ANN, 77), {}
        yield table.takeback.repair, (game, ANN), {}
        yield table.orders.mine, (game, BOB, "p2"), {}
        yield table.orders.seen_by, (game, BOB, "p2"), {}
        yield table.orders.take_back, (game, BOB, 1), {}
        yield table.reminders.mute, (game, ANN, "p1"), {}
        yield table.transfer.export, (game,), {}
        yield table.transfer.bring, (self.raw, 1, 2, 3, who), {}
        for kind, terms in TERMS.items():
            give = (game, BOB, "p2", kind)
            yield self.give, (*give, terms), {"public": False, "most": 1, "until": None}
            for name in terms:
                yield self.give, (*give, OneWrong(terms, name)), {}

    async def give(
        self,
        game: int,
        clicker: int,
        seat: str,
        kind: str,
        terms: dict[str, Any],
        public: bool = False,
        most: int | None = None,
        until: datetime | None = None,
    ) -> int:
        """Give an order in the form in which it is stored."""
        order = order_of(kind, terms)
        return await self.table.orders.give(game, clicker, seat, order, public=public, most=most, until=until)

    def wrong(self, odd: Any) -> Iterator[Ask]:
        for ask, given, named in self.sound():
            if given and isinstance(given[-1], OneWrong):
                yield ask, (*given[:-1], given[-1].made(odd)), named
                continue
            types = arguments(ask)
            for place, kind in enumerate(list(types.values())[: len(given)]):
                if _is_of_type(odd, kind):
                    yield ask, (*given[:place], odd, *given[place + 1 :]), named
            for name in named:
                if _is_of_type(odd, types.get(name, Any)):
                    yield ask, given, {**named, name: odd}


class OneWrong:
    """The terms of an order, one of which is to be spoilt."""

    def __init__(self, terms: dict[str, Any], name: str) -> None:
        self.terms, self.name = terms, name

    def made(self, odd: Any) -> dict[str, Any]:
        return {**self.terms, self.name: odd}


TERMS: dict[str, dict[str, Any]] = {
    "pass": {"until": "round", "rule": "stock_turn"},
    "buy": {"company": "SP", "from": "ipo", "until": "floated", "shares": 2, "most": 100},
    "bid": {"private": "GRSC", "limit": 5},
    "answer": {"rule": "x", "verb": "x", "subject": "x", "step": "x", "args": {}},
    "consent": {"verb": "x", "match": {}, "least": {}, "most": {}},
}


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: repr(odd)[:12].replace("\0", ""))
async def test_any_input_gets_a_sentence(table: Club, odd: Any, caplog: pytest.LogCaptureFixture):
    game = await table.game()
    for ask, given, named in Asker(table, game, await table.table.transfer.export(game)).wrong(odd):
        what = (ask.__name__, given, named)
        try:
            await ask(*given, **named)
        except Refused as e:
            assert not isinstance(e, Trouble), (what, str(e))
            assert str(e).endswith(".") and len(str(e)) < 400, (what, str(e))
    assert "the door failed" not in caplog.text
    await table.table.reminders.tick()
    async for report in verify(table.db):
        assert not report.faults


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: repr(odd)[:12].replace("\0", ""))
async def test_any_input_in_a_lobby_gets_a_sentence(table: Club, odd: Any):
    seating = table.table.seating
    game = await seating.create(1, 2, ANN, "1870", places=3)
    await seating.join(game, ANN, "Ann")
    await seating.join(game, BOB, "Bob")
    numbers, texts = [odd] * isinstance(odd, int), [odd] * isinstance(odd, str)
    asked = [
        *(seating.join(number, 5, "Eve") for number in numbers),
        *(seating.choose(number, ANN, {"runs": "free"}) for number in numbers),
        *(seating.choose(game, number, {"runs": "free"}) for number in numbers),
        *(seating.choose(game, ANN, {text: "free"}) for text in texts),
        *(seating.choose(game, ANN, {"runs": text}) for text in texts),
        *(seating.join(game, number, "Eve") for number in numbers),
        *(seating.join(game, 5, text) for text in texts),
        *(seating.leave(number, ANN) for number in numbers),
        *(seating.leave(game, number) for number in numbers),
        *(seating.start(number, ANN) for number in numbers),
        *(seating.start(game, number, [BOB, ANN]) for number in numbers),
        *(seating.start(game, ANN, [number, ANN, BOB]) for number in numbers),
        seating.start(game, ANN, []),
    ]
    for call in asked:
        try:
            await call
        except Refused as e:
            assert not isinstance(e, Trouble), str(e)
    row = (await table.table.games_of(ANN))[0][0]
    assert row.status in ("gathering", "running")
