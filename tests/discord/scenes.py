"""Where the examples of the docs are typed: by whom, in which channel, and what their placeholders stand for."""

from __future__ import annotations

import itertools
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmodel import col, select

from bot.store.rows import GameRow, OrderRow, PositionRow
from engine import Game
from sandbox import Channel, Role
from sandbox.happening.posting import File
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.discord.examples import Example
from tests.t1870.lines import row_b
from tests.t1870.table import Table
from tests.table.club import Club
from tests.table.leagues import Season


@dataclass(frozen=True)
class Place:
    """Who types it, where, and what stands for names and numbers there."""

    person: Person
    room: Channel
    stands_for: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass
class Scenes:
    """Each scene is set up anew, in a channel of its own."""

    hall: Hall
    host: Person
    _count: itertools.count[int] = field(default_factory=itertools.count)

    async def for_(self, example: Example) -> Place:
        """The scene that fits an example."""
        found = [scene for pattern, scene in SCENES if re.match(pattern, example.text)]
        place = await (found[0] if found else Scenes.running)(self)
        people = {f"@{one.name}": one for one in (self.hall.ann, self.hall.bob, self.hall.cem)}
        return Place(place.person, place.room, people | place.stands_for)

    def room(self) -> Channel:
        """A channel in which nothing is yet."""
        return self.hall.sandbox.channel(self.hall.guild, f"room-{next(self._count)}")

    # --- games

    async def nothing(self) -> Place:
        """An empty channel of a server that has a forum."""
        forum = self.hall.sandbox.channel(self.hall.guild, f"forum-{next(self._count)}", kind=15)
        return Place(self.hall.ann, self.room(), {"#games-forum": forum})

    async def somebody(self) -> Place:
        """Somebody who does nothing else here."""
        return Place(self.hall.sandbox.person("Dee", self.hall.guild), self.room())

    async def opened(self, person: Person | None = None, *joined: Person) -> Place:
        """A game of Ann's that gathers players."""
        room = self.room()
        answer = await self.hall.ann.slash("/game new", room, title="1870", seats=4, place="here")
        number = answer.text.split()[1]
        for one in joined:
            await one.slash("/game join", room, game=number)
        await self.hall.posted()
        terms = {"name": "Friday night", "least": 3, "most": 5}
        return Place(person or self.hall.ann, room, {"game": number, **terms})

    async def bob_came(self) -> Place:
        """The same, which Bob has joined."""
        return await self.opened(None, self.hall.bob)

    async def bob_goes(self) -> Place:
        """The same for Bob."""
        return await self.opened(self.hall.bob, self.hall.bob)

    async def cem_comes(self) -> Place:
        """The same for Cem, who has not."""
        return await self.opened(self.hall.cem)

    async def laid_out(self, position: Game | None = None, **options: Any) -> Place:
        """A game of 1870 that Ann has begun with Bob and Cem, at its beginning or in another position."""
        room = self.room()
        number = await self.hall.game(where=room, pictures="request", **options)
        await self.hall.posted()
        if position is not None:
            await self.hall.lay_out(number, position)
        return Place(self.hall.ann, room, {"game": str(number)})

    async def running(self) -> Place:
        """The ATSF of Ann has run in it, and there is the SP."""
        table = row_b().with_train("ATSF", "2").with_private("GSC", "Bob").with_company("SP", "Bob", Bob=3)
        table.operating_turn("ATSF", "run").run_best("Ann")
        return await self.laid_out(table.game)

    async def played(self) -> Place:
        """A game with many moves, the last of them Ann's."""
        place = await self.laid_out()
        number = int(place.stands_for["game"])
        await self.hall.play_until(number, "buy_train", at_table=True)
        return Place(place.person, place.room, place.stands_for | {"about:57": "5", "move:24": "5"})

    async def moved(self) -> Place:
        """Ann has just made a move of her own."""
        place = await self.auction()
        made = await self.hall.ann.slash("/pass", place.room)
        assert "✓" in made.text, made.text
        last = (await self.hall.table.present(int(place.stands_for["game"]))).row.last
        return Place(place.person, place.room, place.stands_for | {"to:41": str(last - 1)})

    async def taken_back(self) -> Place:
        """And has taken it back."""
        place = await self.moved()
        asked = await self.hall.ann.slash("/undo", place.room)
        await self.hall.press(self.hall.ann, asked.message, self.hall.button(asked.message, "undo_do"))
        return place

    async def damaged(self) -> Place:
        """Its present position cannot be read."""
        place = await self.moved()
        await self.hall.settled()
        async with self.hall.table.db.write() as session:
            row = await session.get(GameRow, int(place.stands_for["game"]))
            assert row is not None
            position = await session.get(PositionRow, (row.id, row.position))
            assert position is not None
            position.data = b"?"
        self.hall.table.services.cool()
        return place

    async def finished(self) -> Place:
        """A game has been played to its end."""
        place = await self.laid_out()
        club = Club(self.hall.table, self.hall.table.services.clock)  # type: ignore[arg-type]
        await Season(club, 0).agree(int(place.stands_for["game"]))
        await self.hall.posted()
        return place

    async def as_the_site(self) -> Place:
        """It is played as 18xx.games plays it."""
        return await self.laid_out(options="rules=18xx.games")

    async def kept(self) -> Place:
        """A game is there as a file."""
        place = await self.played()
        file = await self.hall.ann.slash("/game export", place.room, game=place.stands_for["game"])
        raw = file.message.attachments[0].data
        return Place(self.hall.ann, self.room(), {"file": File("game.json", raw)})

    async def elsewhere(self) -> Place:
        """The organiser of a game is in another channel."""
        place = await self.running()
        return Place(place.person, self.room(), place.stands_for)

    # --- orders and copies

    async def stock_round(self) -> Place:
        """A stock round with the SP, at 82 dollars; it is Bob's turn."""
        return await self.laid_out(stock().stock_round("Bob").game)

    async def auction(self) -> Place:
        """The auction of the private companies at its beginning, where nobody has bid."""
        return await self.laid_out()

    async def owned(self) -> Place:
        """The MKT is Ann's private company."""
        return await self.laid_out(stock().with_private("MKT", "Ann").stock_round("Bob").game)

    async def ordered(self) -> Place:
        """Bob has an order."""
        place = await self.auction()
        given = await self.hall.bob.slash("/order bid", place.room, private="MKT", limit=200)
        assert "is in force" in given.text, given.text
        async with self.hall.table.db.read() as session:
            orders = await session.exec(select(OrderRow).where(col(OrderRow.active)))
            order = str(max(one.id or 0 for one in orders))
            return Place(self.hall.bob, place.room, place.stands_for | {"order": order})

    async def copied(self) -> Place:
        """Ann has a copy with two lines."""
        place = await self.laid_out(stock().stock_round("Ann").game)
        await self.hall.ann.slash("/explore", place.room)
        copy = (await self.hall.table.exploring.mine(self.hall.ann.id))[-1]
        room = self.hall.sandbox.world.channels[copy.channel_id]
        for line in ("hold", "sell first"):
            await self.hall.ann.slash("/pass", room)
            await self.hall.table.exploring.keep(copy.id or 0, self.hall.ann.id, line)
        return Place(self.hall.ann, room)

    # --- leagues

    async def league(self, *, joined: int = 4, begun: bool = False, over: bool = False) -> Place:
        """A league of Ann's on its way."""
        room, people = self.room(), (self.hall.ann, self.hall.bob, self.hall.cem, self.host)
        new = {"name": f"League {next(self._count)}", "titles": "1870", "seats": 2, "rounds": 3}
        await self.hall.ann.slash("/league new", room, **new)
        number = str(max(one.id or 0 for one in await self.hall.table.leagues.on(self.hall.guild.id)))
        for person in people[:joined]:
            await person.slash("/league join", room, league=number)
        if begun:
            await self.hall.ann.slash("/league start", room, league=number)
            await self.hall.posted()
        if over:
            season = Season(Club(self.hall.table, self.hall.table.services.clock), int(number))  # type: ignore[arg-type]
            book = await season.book()
            for table in book.tables_of(book.row.round):
                assert table.game_id is not None
                await season.agree(table.game_id)
            await self.hall.table.leagues.rounds.tick()
            await self.hall.posted()
        dan = self.hall.sandbox.person("Dan", self.hall.guild)
        return Place(self.hall.ann, room, {"league": number, "@Cem": dan, "reason": "a penalty"})

    async def league_gathers(self) -> Place:
        """It gathers people."""
        return await self.league()

    async def league_joinable(self) -> Place:
        """Bob has not joined yet."""
        place = await self.league(joined=0)
        return Place(self.hall.bob, place.room, place.stands_for)

    async def league_left(self) -> Place:
        """Bob has joined."""
        return replace(await self.league(), person=self.hall.bob)

    async def league_runs(self) -> Place:
        """Its first round is being played."""
        return await self.league(begun=True)

    async def league_waits(self) -> Place:
        """Its first round is over."""
        return await self.league(begun=True, over=True)

    # --- watching

    async def watched(self) -> Place:
        """Those who manage the server look on in a channel of their own, in which everybody else can see the game."""
        game = await self.running()
        return Place(self.host, self.room(), {f"game:{number}": game.stands_for["game"] for number in (5, 12)})

    async def shown(self) -> Place:
        """A game is shown in the channel."""
        place = await self.watched()
        game = place.stands_for["game:5"]
        await self.host.slash("/spectate start", place.room, game=game)
        await self.hall.posted()
        return Place(self.host, place.room, place.stands_for)

    async def spectators(self) -> Place:
        """The server has a role for those who watch."""
        role = self.role()
        await self.host.slash("/spectate role", self.room(), role=role)
        return Place(self.hall.cem, self.room())

    async def among_spectators(self) -> Place:
        """Cem is one of them."""
        place = await self.spectators()
        await self.hall.cem.slash("/spectate join", place.room)
        return place

    async def opened_to_all(self) -> Place:
        """A channel that they may see."""
        place = await self.manager_of_spectators()
        await self.host.slash("/spectate open", place.room)
        return place

    async def manager_of_spectators(self) -> Place:
        """Somebody who manages the server, in a channel."""
        return replace(await self.spectators(), person=self.host)

    async def manager(self) -> Place:
        """The same where there is no such role yet."""
        return Place(self.host, self.room(), {"@Spectators": self.role()})

    async def board(self) -> Place:
        """There is a board."""
        room = self.room()
        await self.host.slash("/game board", room)
        return Place(self.host, room)

    def role(self) -> Role:
        """A role without rights."""
        return self.hall.sandbox.role(self.hall.guild, f"Spectators {next(self._count)}")


def stock() -> Table:
    """The SP is Ann's, and has shares left."""
    return Table().with_company("SP", "Ann", Ann=3, Bob=2).with_company("IC", "Bob", Bob=3)


Scene = Callable[[Scenes], Awaitable[Place]]
SCENES: tuple[tuple[str, Scene], ...] = (
    (r"/game (new|list|options)|/title", Scenes.nothing),
    (r"/standings", Scenes.finished),
    (r"/preferences", Scenes.somebody),
    (r"/game kick", Scenes.bob_came),
    (r"/game robot player", Scenes.running),
    (r"/game (robot|start)", Scenes.bob_came),
    (r"/game leave", Scenes.bob_goes),
    (r"/game join", Scenes.cem_comes),
    (r"/game (invite|settings name|status)", Scenes.opened),
    (r"/game import", Scenes.kept),
    (r"/game export format", Scenes.as_the_site),
    (r"/game export", Scenes.running),
    (r"/game repair", Scenes.damaged),
    (r"/game board on:False", Scenes.board),
    (r"/game (board|server)", Scenes.manager),
    (r"/game here", Scenes.elsewhere),
    (r"/(undo)", Scenes.moved),
    (r"/redo", Scenes.taken_back),
    (r"/show what:review|/review", Scenes.finished),
    (r"/show what:(history|log|chart|replay)|/explore move", Scenes.played),
    (r"/order (pass|buy|operate)", Scenes.stock_round),
    (r"/order (bid|take)", Scenes.auction),
    (r"/order agree", Scenes.owned),
    (r"/order cancel", Scenes.ordered),
    (r"/explore game:", Scenes.copied),
    (r"/league (start|export|standings)$", Scenes.league_gathers),
    (r"/league new", Scenes.nothing),
    (r"/league join", Scenes.league_joinable),
    (r"/league leave", Scenes.league_left),
    (r"/league round draw", Scenes.league_waits),
    (r"/league", Scenes.league_runs),
    (r"/spectate (list|start on:)", Scenes.shown),
    (r"/spectate start|/show what:history game", Scenes.watched),
    (r"/spectate role", Scenes.manager),
    (r"/spectate join on:", Scenes.among_spectators),
    (r"/spectate join", Scenes.spectators),
    (r"/spectate open on:", Scenes.opened_to_all),
    (r"/spectate open", Scenes.manager_of_spectators),
)
"""Examples that need a scene of their own."""


__all__ = ["Place", "Scenes"]
