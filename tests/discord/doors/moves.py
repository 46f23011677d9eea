"""Every move of every game, each in a position in which it is possible."""

from __future__ import annotations

from collections.abc import Iterable

from bot.discord.kit.custom_ids import encode_id
from engine import Game, Span
from engine.core.verbs import Text, Value
from engine.prospects import builder_of
from engine.words import commands, special_commands
from sandbox import Channel
from sandbox.people import Person
from tests.discord.doors.entering import Entering
from tests.discord.doors.found import slots
from tests.t1870.lines import row_b
from tests.t1870.test_routes import loop_of_two_cities


class Moves(Entering):
    """What the commands and panels of moves offer."""

    async def moves(self, positions: Iterable[Game]) -> None:
        """Every move, in a position in which it is possible."""
        hall = self.hall
        room = hall.sandbox.channel(hall.guild, "moves")
        numbers: dict[str, int] = {}
        for position in positions:
            title = position.title.id
            if title not in numbers:
                numbers[title] = await hall.game(where=room, title=title, options="", pictures="request")
                await hall.posted()
            await hall.lay_out(numbers[title], position)
            await self._possible(position, room, str(numbers[title]))
        await self._on_the_map(numbers["1870"])

    async def _on_the_map(self, number: int) -> None:
        """A hex that is typed, and one of two ways to a stop."""
        ann = self.hall.ann
        await self.hall.lay_out(number, row_b(step="track").game)
        address = await self._address(number, "lay")
        for mode in ("if", "go"):
            await self.opened("place", ann, custom_id=encode_id("b", "place", (mode, *address)))
            await self.opened("at", ann, "B5", custom_id=encode_id("s", "at", (mode, *address)))
        loop = loop_of_two_cities().with_train("ATSF", "2").operating_turn("ATSF", "run").game
        await self.hall.lay_out(number, loop)
        builder = builder_of(loop, "run")
        assert builder is not None
        begin, end = (next(n for n in builder.starts() if builder.name(n) == stop) for stop in ("B9/c0", "B11/c0"))
        state = (*await self._address(number, "run"), f"0.{begin}w{end}")
        for mode in ("if", "go"):
            await self.opened("tapping", ann, custom_id=encode_id("b", "tapping", (mode, *state)))
            await self.opened("tap_form", ann, custom_id=encode_id("b", "tap_form", (mode, *state)))
            await self.opened("tapped", ann, "none", custom_id=encode_id("s", "tapped", (mode, *state)))

    async def _address(self, number: int, verb: str) -> tuple[object, ...]:
        now = await self.hall.table.present(number)
        return (now.row.id, now.row.last, now.decision, "p1", verb)

    async def _possible(self, position: Game, room: Channel, number: str) -> None:
        now = await self.hall.table.present(int(number))
        people = {one.id: one for one in (self.hall.ann, self.hall.bob, self.hall.cem)}
        known = slots(*self.titles)
        for seat in now.seats:
            usable = position.verbs(seat.seat)
            for name, words in commands(position.title).items():
                verb = next((one for one in words.verbs if one in usable), "")
                doors = {f"/{name}", *(f"/{name} {slot}?" for slot in known.get(name, ()))}
                if verb and name in known and doors - self.visits.entered:
                    await self._tried(position, people[seat.user_id], room, number, seat.seat, name, verb)
            for name, words in special_commands(position.title).items():
                if name not in self.tried and set(usable).intersection(words.verbs):
                    await self._special(people[seat.user_id], room, number, name)
        if any(one.last_routes for one in position.state.companies.values()):
            await self.types("/show about?", self.hall.ann, room, what="runs", game=number)

    async def _special(self, person: Person, room: Channel, number: str, name: str) -> None:
        """A move that only some games have, by its name alone."""
        self.tried.add(name)
        await self.types("/special move?", person, room, game=number)
        await self.types("/special with?", person, room, move=name, game=number)
        await self.visits.command(person, "special", room, move=name, preview=True, game=number)

    async def _tapped(self, person: Person, game: int, seat: str, verb: str) -> None:
        """The first train, to be put on the map stop by stop."""
        now = await self.hall.table.present(game)
        address = (now.row.id, now.row.last, now.decision, seat, verb)
        for mode in ("if", "go"):
            await self.opened("tapping", person, custom_id=encode_id("b", "tapping", (mode, *address, "0")))
            await self.opened("tapping", person, "0", custom_id=encode_id("s", "tapping", (mode, *address)))

    async def _tried(
        self, position: Game, person: Person, room: Channel, number: str, seat: str, name: str, verb: str
    ) -> None:
        """Its choices one after the other, and the panel that asks for the first of them."""
        got: dict[str, Value] = {}
        by = commands(position.title)[name].by
        where = {"game": number, **({by: verb} if by else {})}
        while (found := position.values(seat, verb, got)) is not None:
            slot, values = found
            before = {key: str(value) for key, value in got.items()}
            if slot == "tile":
                await self.visits.command(person, name, room, **before, **where)
            await self.types(f"/{name} {slot}?", person, room, **before, **where)
            if isinstance(values, Text):
                await self._tapped(person, int(number), seat, verb)
                break
            got[slot] = values.low if isinstance(values, Span) else next(iter(values))
        for slot in slots(*self.titles)[name] - set(got):
            if f"/{name} {slot}?" not in self.visits.entered:
                before = {key: str(value) for key, value in got.items()}
                await self.types(f"/{name} {slot}?", person, room, **before, **where)
        await self.visits.command(person, name, room, preview=True, **where)
