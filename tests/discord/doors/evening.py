"""An evening on which those who may come in go through every door, and others try each button before them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from sqlmodel import col, select, update

from bot.discord.press import encode_id
from bot.discord.route_building import handler_name
from bot.sandbox import Channel
from bot.sandbox.people import Answer, Person
from bot.sandbox.posting import File
from bot.store.rows import GameRow, OrderRow, PositionRow, TurnRow
from engine import Game, Span
from engine.core.verbs import Text, Value
from engine.play import next_to_act, random_act
from engine.prospects import builder_of
from engine.words import commands, special_commands
from tests.discord.conftest import Hall
from tests.discord.doors.found import slots, typing
from tests.discord.doors.stage import Cast
from tests.discord.doors.visiting import Visits
from tests.t1870.lines import row_b
from tests.t1870.test_routes import loop_of_two_cities

LONG_AGO = timedelta(days=1)


@dataclass(repr=False)
class Evening:
    """What is done in the game of the visits, and in small games of its own."""

    visits: Visits
    visitors: Sequence[Sequence[Person]]
    """Who tries a button before whoever may press it: these people, those the next time, and so on."""
    titles: tuple[str, ...]
    hall: Hall = field(init=False)
    cast: Cast = field(init=False)
    game: str = field(init=False)
    tried: set[str] = field(default_factory=set)
    """Moves that only some games have, as far as they were possible."""

    def __post_init__(self) -> None:
        self._turns = itertools.cycle(self.visitors)
        self.cast = self.visits.stage.cast
        self.hall, self.game = self.cast.hall, str(self.visits.stage.number)

    # --- buttons

    async def opened(self, does: str, person: Person, *values: str, custom_id: str = "") -> Answer:
        """A button, list or form as somebody was shown it: the others press it first, then they do."""
        found = custom_id or self.visits.ear.ids()[does]
        tries = next(self._turns)
        for visitor in tries:
            if visitor is not person:
                await self.visits.presses(visitor, found, *values)
        answer = await self.visits.presses(person, found, *values)
        await self.hall.posted()
        return answer

    async def at_moment(self, does: str, person: Person, *choices: object, head: tuple[object, ...] = ()) -> Answer:
        """A button of Ann's panel, as it would be shown now."""
        now = await self.hall.table.present(int(self.game))
        args = (*head, now.row.id, now.row.last, now.decision, "p1", *choices)
        return await self.opened(does, person, custom_id=encode_id("b", does, args))

    async def listed(self, does: str, person: Person, value: str) -> Answer:
        """A list of Ann's panel, as it would be shown now."""
        now = await self.hall.table.present(int(self.game))
        address = (now.row.id, now.row.last, now.decision, "p1")
        return await self.opened(does, person, value, custom_id=encode_id("s", does, address))

    async def command(self, person: Person, name: str, where: Channel | None = None, /, **given: Any) -> Answer:
        """A command in the game of the evening."""
        return await self.visits.command(person, name, where, **{"game": self.game, **given})

    # --- the evening

    async def all(self, positions: Iterable[Game]) -> None:
        """From the first look to the last move."""
        for part in (self.panels, self.exploring, self.grave, self.ahead, self.watching, self.lobbies, self.leagues):
            await part()
        await self.moves(positions)
        await self.seats()

    async def panels(self) -> None:
        """Ann looks at what she can do, tries it and writes it down, and takes it back."""
        ann, bob = self.hall.ann, self.hall.bob
        await self.command(ann, "turn")
        for does in ("turn", "look", "front"):
            await self.opened(does, ann)
        await self.at_moment("if", ann, "buy_train")
        await self.at_moment("go", ann, "buy_train")
        for does in ("verb_go", "verb_if"):
            await self.listed(does, ann, "stop")
        for does in ("page_go", "page_if"):
            await self.at_moment(does, ann, "buy_train", head=(0,))
        await self.at_moment("pass_round", ann)
        await self.command(ann, "ahead list")
        await self.opened("ahead_cancel", ann, str(await self._last_order()))
        for does in ("amount_if", "amount_go", "write_if", "write_go"):
            await self.at_moment(does, ann, "buy_train", "FW", "2")
        await self.opened("go", ann, "1")
        await self.opened("undo", ann)
        await self.opened("undo_do", ann)
        await self.command(ann, "redo")
        await self.at_moment("do", ann, "withdraw", (await self._offers())[-1])
        last = (await self.hall.table.past.line(int(self.game)))[-2].number
        for does in ("undo_no", "undo_yes"):
            await self.command(bob, "undo", to=str(last))
            await self.opened("undo_do", bob)
            await self.opened(does, ann)
        await self.command(ann, "history")
        await self.opened("history", ann)
        await self.opened("tiles", ann, custom_id=encode_id("b", "tiles", (self.game, 0)))
        await self.opened("tiles_of", ann, custom_id=encode_id("b", "tiles_of", (self.game, "B9", 0)))
        await self.opened("since", ann, custom_id=encode_id("b", "since", (self.game,)))
        await self.opened("log", ann, custom_id=encode_id("b", "log", (self.game, 0)))
        await self.opened("rule", ann, custom_id=encode_id("b", "rule", ("1870", "stock", 0)))
        for kind in ("worth", "prices", "revenue"):
            await self.command(ann, "chart", kind=kind)
        for kind in ("prices", "animation"):
            await self.opened("course", ann, custom_id=encode_id("b", "course", (self.game, kind)))
        for name in ("SP", "private GSC"):
            await self.command(ann, "card", name=name)
        await self.command(ann, "tables")
        await self.command(ann, "log", file=True)
        room = self.visits.stage.room
        for what, about in (
            ("map", ""),
            ("sheet", ""),
            ("table", "worth"),
            ("company", "SP"),
            ("stood", "1"),
            ("since", "1"),
            ("ever", "B9.0"),
        ):
            await self.visits.presses(ann, encode_id("b", "share", (self.game, what, about)), where=room)
        await self.opened("title", ann, custom_id=encode_id("b", "title", ("1870", "tiles", 1)))
        await self.visits.presses(ann, encode_id("b", "title_share", ("1870", "map", 0)), where=room)

    async def _offers(self) -> list[int]:
        return [one.id for one in (await self.hall.table.present(int(self.game))).game.state.offers]

    async def exploring(self) -> None:
        """Ann thinks ahead on a copy of her own, and throws it away."""
        ann, at = self.hall.ann, (await self.hall.table.present(int(self.game))).row.position
        await self.opened("explore", ann, custom_id=encode_id("b", "explore", (self.game, at)))
        await self.opened("explore_guess", ann)
        await self.opened("explore_guessed", ann, "MP 100")
        await self.opened("explore_now", ann, custom_id=encode_id("b", "explore_now", (self.game,)))
        await self.opened("explore_nothing", ann)
        copy = str((await self.hall.table.exploring.mine(ann.id))[-1].id)
        await self.visits.command(ann, "turn", game=copy)
        await self.opened("explore_keep", ann)
        await self.opened("explore_kept", ann, "a line")
        await self.opened("explore_back", ann)
        await self._moved(int(copy))
        await self.visits.command(ann, "explore compare", game=copy, line="a line")
        await self.opened("explore_lines", ann)
        await self.opened("explore_compare", ann, "a line")
        await self.visits.command(ann, "undo", game=copy)
        await self.opened("redo", ann)
        await self.opened("undo_now", ann)
        await self.opened("explore_go", ann, "a line")
        await self.opened("explore_again", ann, custom_id=encode_id("b", "explore_again", (copy,)))
        await self.opened("explore_again_yes", ann)
        await self.opened("explore_nothing", ann)
        copy = str((await self.hall.table.exploring.mine(ann.id))[-1].id)
        for name in ("keep", "go", "end"):
            line = {"name": "a line"} if name == "keep" else {} if name == "end" else {"line": "a line"}
            await self.visits.command(ann, f"explore {name}", game=copy, **line)
        await self._types("/explore go line?", ann, game=copy)
        await self._types("/explore keep game?", ann)
        await self.opened("explore_end", ann)
        await self.opened("explore_end_yes", ann)

    async def _moved(self, copy: int) -> None:
        """Any move on a copy; an offer that is already open there does not count."""
        stream = Random(1)
        while (now := await self.hall.table.present(copy)).row.last == 0:
            decision = next_to_act(now.game, stream)
            act = random_act(now.game, decision.seat, stream) if decision is not None else None
            assert decision is not None and act is not None
            given = (decision.seat, act.verb, dict(act.args), now.decision, now.epoch)
            await self.hall.table.act(copy, self.hall.ann.id, *given)

    async def grave(self) -> None:
        """What needs a confirmation: ending the game, an order to end it, redoing an end."""
        ann = self.hall.ann
        await self.command(ann, "stop-here")
        await self.opened("move_yes", ann)
        await self.command(ann, "undo")
        await self.opened("undo_do", ann)
        await self.command(ann, "redo")
        await self.opened("rather_not", ann)
        await self.opened("redo_yes", ann)
        await self.command(ann, "undo")
        await self.opened("undo_do", ann)
        await self.command(ann, "ahead answer", question="stock_turn", move="stop")
        await self.opened("order_yes", ann)

    async def ahead(self) -> None:
        """Orders, those in force and those that lapse, and notes."""
        ann, bob = self.hall.ann, self.hall.bob
        await self.command(ann, "ahead agree", to="redeem", public=True)
        await self.opened("ahead_cancel", ann, str(await self._last_order()))
        for name in ("turn", "sheet", "ahead list", "log"):
            await self.command(bob, name)
        await self.command(bob, "ahead buy", company="SP", hours=1)
        await self.command(bob, "ahead operate", company="FW", hours=1)
        await self._types("/ahead operate company?", bob, game=self.game)
        async with self.hall.table.db.write() as session:
            now = self.hall.table.clock()
            await session.exec(update(OrderRow).where(col(OrderRow.until).is_not(None)).values(until=now - LONG_AGO))
            await session.exec(update(TurnRow).values(due_at=now - LONG_AGO))
        await self.hall.table.reminders.tick()
        await self.hall.posted()
        await self.opened("mute", ann, custom_id=encode_id("b", "mute", (self.game, "p1")))
        await self.opened("away", ann)
        await self.opened("away_for", ann, "3")
        await self.visits.command(bob, "preferences", calls="both")
        await self.visits.command(ann, "preferences")
        await self.opened("back_again", ann)
        await self.forgetting()
        await self.command(ann, "note read")
        await self.opened("note_write", ann)
        await self.opened("note_written", ann, "And a lamp.")
        await self.opened("note", ann, custom_id=encode_id("b", "note", (self.game, 0)))
        for does in ("note_clear", "note_clear_yes"):
            await self.opened(does, ann)
        await self._types("/ahead answer choice?", ann, move="buy_train", question="operating_turn", game=self.game)
        await self.command(ann, "ahead cancel", order=str(await self._last_order()))

    async def forgetting(self) -> None:
        """Somebody who is in no game asks to be forgotten; when others press their buttons, nobody is forgotten."""
        await self.visits.command(self.cast.fay, "preferences")
        await self.opened("forget", self.cast.fay)
        await self.opened("forget_yes", self.cast.fay)

    async def _last_order(self) -> int:
        """The latest of Ann's orders in force."""
        async with self.hall.table.db.read() as session:
            found = await session.exec(select(OrderRow).where(OrderRow.seat == "p1", col(OrderRow.active)))
            return max(one.id or 0 for one in found)

    async def _types(self, door: str, person: Person, where: Channel | None = None, /, **given: str) -> None:
        found = next(one for one in typing(*self.titles) if one.door == door)
        # Routes are written, not chosen: something must stand there.
        await self.visits.types(person, found, "x" if "routes" in door else "", where=where, **given)

    async def watching(self) -> None:
        """Another channel of another server asks to watch; the server has a role for those who do."""
        cast, sandbox, room = self.cast, self.hall.sandbox, self.visits.stage.room
        box = sandbox.channel(cast.stands.guild, "box")
        for does in ("mirror_no", "mirror_yes"):
            await self.command(cast.dan, "spectate start", box)
            await self.hall.posted()
            await self.opened(does, cast.olga)
        await self.command(cast.dan, "spectate stop", box)
        host = sandbox.person("host", self.hall.guild)
        host.user = sandbox.host
        role = sandbox.role(self.hall.guild, "Spectators")
        await self.visits.command(host, "spectate role", room, role=role)
        await self.visits.command(host, "game board", room)
        for name in ("spectate join", "spectate leave"):
            await self.visits.command(self.hall.cem, name)
        for name in ("spectate open", "spectate close"):
            await self.visits.command(host, name, room)
        await self.opened("server", host, custom_id=encode_id("b", "server", ()))
        await self.opened("server_setting", host, "urgent", custom_id=encode_id("s", "server_setting", ()))
        await self.opened("server_set", host, "6", custom_id=encode_id("s", "server_set", ("urgent",)))
        await self.command(cast.olga, "game organiser", to=cast.olga)
        aside = sandbox.channel(self.hall.guild, "aside")
        for channel in (aside, room):
            await self.command(cast.olga, "game here", channel)
        await self.hall.posted()

    async def seats(self) -> None:
        """Ann is asked for her seat, keeps it, and gives it up; Bob's goes to a robot of Gus's."""
        cast, ann = self.cast, self.hall.ann
        for does in ("seat_keep", "seat_give"):
            await self.command(cast.gus, "game replace", player="Ann", by=cast.eve)
            await self.opened("replace_yes", cast.gus)
            await self.opened(does, ann)
        await self.opened("seat_give_yes", ann)
        await self.command(cast.gus, "game robot", player="Cem")
        await self.opened("robot_yes", cast.gus)

    async def lobbies(self) -> None:
        """Games that gather players: one is called off, one is played to its end, kept as a file, and mended."""
        ann, bob = self.hall.ann, self.hall.bob
        room = self.hall.sandbox.channel(self.hall.guild, "lobby")
        new = {"title": "1870", "seats": 7, "place": "here"}
        off = await self._number(await self.visits.command(ann, "game new", room, **new))
        await self.hall.posted()
        await self.opened("join", bob)
        await self.opened("settings", ann, custom_id=encode_id("b", "settings", (off,)))
        await self.opened("option", ann, "edition")
        await self.opened("option_set", ann, "mayfair")
        await self.hall.posted()
        await self.opened("leave", bob)
        await self.opened("leave_yes", bob)
        _, seats = await self.hall.bot.extras.game(int(off))
        await self.opened("robot", ann, custom_id=encode_id("b", "robot", (off, len(seats))))
        await self.opened("setting", ann, "interval")
        await self.opened("setting_set", ann, "240")
        await self.opened("wishes", ann, custom_id=encode_id("b", "wishes", ()))
        await self.opened("wish", ann, "theme")
        await self.opened("wish_set", ann, "dark")
        await self.visits.command(ann, "game invite", room, game=off, player=self.cast.eve)
        await self.visits.command(ann, "game kick", room, game=off, player=str(ann.id))
        await self.hall.posted()
        await self.visits.command(ann, "game end", room, game=off)
        await self.opened("end_yes", ann)
        game = await self._number(await self.visits.command(ann, "game new", room, **new | {"join": False}))
        for person in (ann, bob):
            await self.visits.command(person, "game join", room, game=game)
        await self.visits.command(bob, "game leave", room, game=game)
        await self.hall.posted()
        await self.visits.presses(ann, self.visits.ear.ids()["start"])
        await self.visits.command(bob, "ahead take", room, private="GRSC", price=1, game=game)
        await self.visits.command(bob, "ahead bid", room, private="MKT", limit=1, game=game)
        await self._ended(room, game, ann, bob)
        settled = await self._number(await self.visits.command(ann, "game new", room, **new | {"seats": 2}))
        await self.visits.command(bob, "game join", room, game=settled)
        for does in ("settle_no", "settle"):
            await self.visits.command(ann, "game end", room, game=settled, result="winner", winner="Bob")
            await self.opened("propose_yes", ann)
            await self.hall.posted()
            await self.opened(does, bob)
        await self.opened("settle_yes", bob)
        await self.hall.posted()
        await self.visits.command(ann, "standings", room)
        await self.visits.command(ann, "game list", room, show="ended", player=bob)
        await self.opened("games", ann, custom_id=encode_id("b", "games", ("ended", "", ann.id, 0)))
        await self.opened("standings", ann, custom_id=encode_id("b", "standings", ("", 0)))
        await self.opened("ratings", ann, custom_id=encode_id("b", "ratings", ("", 0)))
        kept = await self.visits.command(ann, "game export", room, game=game)
        file = File("game.json", kept.message.attachments[0].data)
        for does, answer in (("import_no", ""), ("import_yes", "seat_refuse"), ("import_yes", "seat_take")):
            await self.visits.command(ann, "game import", room, file=file, place="here", player1=ann, player2=bob)
            await self.opened(does, ann)
            await self.hall.posted()
            if answer:
                await self.opened(answer, bob)
        await self.opened("import_stop", ann, custom_id=encode_id("b", "import_stop", ()))
        await self.hall.posted()
        await self._damaged(int(game))
        await self.visits.command(ann, "game repair", room, game=game)

    async def leagues(self) -> None:
        """A league is opened, joined, drawn, played to its end and called off."""
        ann, bob = self.hall.ann, self.hall.bob
        room = self.hall.sandbox.channel(self.hall.guild, "league")
        await self.visits.command(ann, "league new", room, name="Autumn", titles="1870", seats=2, rounds=2)
        league = str((await self.hall.table.leagues.on(self.hall.guild.id))[0].id)
        for person in (ann, bob):
            await self.opened("league_join", person, custom_id=encode_id("b", "league_join", (league,)))
        await self.opened("league_leave", bob, custom_id=encode_id("b", "league_leave", (league,)))
        await self.visits.command(bob, "league join", room, league=league)
        await self.visits.command(ann, "league start", room, league=league)
        await self.hall.posted()
        # Others may have joined when they tried the button.
        known = (*vars(self.cast).values(), ann, bob, self.hall.cem)
        people = {one.id: one for one in known if isinstance(one, Person)}
        book = await self.hall.table.leagues.book(int(league))
        for table in book.tables_of(1):
            seated = [people[book.member(one).user_id] for one in table.members]
            await self._ended(room, str(table.game_id), *seated)
        await self.hall.table.leagues.rounds.tick()
        await self.hall.posted()
        await self.opened("league_standings", ann, custom_id=encode_id("b", "league_standings", (league,)))
        member = str(bob.id)
        await self.visits.command(ann, "league correct", room, member=member, points=1, reason="why", league=league)
        await self.opened("league_correct_yes", ann)
        await self._types("/league leave member?", ann, room, league=league)
        await self.visits.command(ann, "league round", room, draw=True, league=league)
        await self.visits.command(ann, "league round", room, extra_days=1, league=league)
        await self.opened("league_extend_yes", ann)
        await self.visits.command(ann, "league replace", room, member=member, by=self.hall.cem, league=league)
        await self.hall.posted()
        await self.opened("league_yes", self.hall.cem)
        await self.visits.command(ann, "league organiser", room, to=self.hall.cem, league=league)
        await self.hall.posted()
        await self.opened("league_no", self.hall.cem)
        await self.visits.command(ann, "league channel", room, league=league)
        await self.visits.command(ann, "league end", room, league=league)
        await self.opened("league_end_yes", ann)

    async def _number(self, answer: Answer) -> str:
        return answer.text.split()[1]

    async def _ended(self, room: Channel, game: str, *people: Person) -> None:
        """All agree that it ends."""
        asked = await people[0].slash("/stop-here", room, game=game)
        await self.hall.sure(people[0], asked)
        for person in people[1:]:
            offer = (await self.hall.table.present(int(game))).game.state.offers[-1].id
            await self.hall.sure(person, await person.slash("/accept", room, offer=str(offer), game=game))
        await self.hall.posted()

    async def _damaged(self, game: int) -> None:
        await self.hall.settled()
        async with self.hall.table.db.write() as session:
            row = await session.get(GameRow, game)
            position = await session.get(PositionRow, (game, row.position))
            position.data = b"?"
        self.hall.table.services.cool()

    # --- moves

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
            await self.opened(f"place_{mode}", ann, custom_id=encode_id("b", f"place_{mode}", address))
            await self.opened(f"at_{mode}", ann, "B5", custom_id=encode_id("s", f"at_{mode}", address))
        loop = loop_of_two_cities().with_train("ATSF", "2").operating_turn("ATSF", "run").game
        await self.hall.lay_out(number, loop)
        builder = builder_of(loop, "run")
        assert builder is not None
        begin, end = (next(n for n in builder.starts() if builder.name(n) == stop) for stop in ("B9/c0", "B11/c0"))
        state = (*await self._address(number, "run"), f"0.{begin}w{end}")
        for mode in ("if", "go"):
            await self.opened(handler_name(mode), ann, custom_id=encode_id("b", handler_name(mode), state))
            await self.opened(f"tap_form_{mode}", ann, custom_id=encode_id("b", f"tap_form_{mode}", state))
            await self.opened(f"tapped_{mode}", ann, "none", custom_id=encode_id("s", f"tapped_{mode}", state))

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
            await self._types("/runs company?", self.hall.ann, room, game=number)

    async def _special(self, person: Person, room: Channel, number: str, name: str) -> None:
        """A move that only some games have, by its name alone."""
        self.tried.add(name)
        await self._types("/special move?", person, room, game=number)
        await self._types("/special with?", person, room, move=name, game=number)
        await self.visits.command(person, "special", room, move=name, preview=True, game=number)

    async def _tapped(self, person: Person, game: int, seat: str, verb: str) -> None:
        """The first train, to be put on the map stop by stop."""
        now = await self.hall.table.present(game)
        address = (now.row.id, now.row.last, now.decision, seat, verb)
        for does in map(handler_name, ("if", "go")):
            await self.opened(does, person, custom_id=encode_id("b", does, (*address, "0")))
            await self.opened(f"{does}_list", person, "0", custom_id=encode_id("s", f"{does}_list", address))

    async def _tried(
        self, position: Game, person: Person, room: Channel, number: str, seat: str, name: str, verb: str
    ) -> None:
        """Its choices one after the other, and the panel that asks for the first of them."""
        got: dict[str, Value] = {}
        where = {"game": number}
        while (found := position.values(seat, verb, got)) is not None:
            slot, values = found
            before = {key: str(value) for key, value in got.items()}
            if slot == "tile":
                await self.visits.command(person, name, room, **before, **where)
            await self._types(f"/{name} {slot}?", person, room, **before, **where)
            if isinstance(values, Text):
                await self._tapped(person, int(number), seat, verb)
                break
            got[slot] = values.low if isinstance(values, Span) else next(iter(values))
        for slot in slots(*self.titles)[name] - set(got):
            if f"/{name} {slot}?" not in self.visits.entered:
                before = {key: str(value) for key, value in got.items()}
                await self._types(f"/{name} {slot}?", person, room, **before, **where)
        await self.visits.command(person, name, room, preview=True, **where)
