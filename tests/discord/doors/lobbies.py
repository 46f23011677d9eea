"""Games that gather players, leagues, and how both end."""

from __future__ import annotations

from bot.discord.kit.custom_ids import encode_id
from bot.store.rows import GameRow, PositionRow
from sandbox import Channel
from sandbox.happening.posting import File
from sandbox.people import Answer, Person
from tests.discord.doors.entering import Entering


class Lobbies(Entering):
    """Games and leagues from the first invitation to the last result."""

    async def lobbies(self) -> None:
        """Games that gather players: one is called off, one is played to its end, kept as a file, and mended."""
        ann, bob = self.hall.ann, self.hall.bob
        room = self.hall.sandbox.channel(self.hall.guild, "lobby")
        new = {"title": "1870", "seats": 7, "place": "here"}
        off = await self._number(await self.visits.command(ann, "game new", room, **new))
        await self.hall.posted()
        # Not the last one that was shown: this game's own message may still be waiting to be posted.
        await self.opened("join", bob, custom_id=encode_id("b", "join", (off,)))
        await self.opened("settings", ann, custom_id=encode_id("b", "settings", (off,)))
        await self.opened("options_form", ann, custom_id=encode_id("b", "options_form", (off, 0)))
        await self.opened("options_filled", ann, "mayfair", "best", "rulebook")
        await self.hall.posted()
        await self.opened("leave", bob, custom_id=encode_id("b", "leave", (off,)))
        await self.opened("leave_yes", bob)
        _, seats = await self.hall.bot.extras.game(int(off))
        await self.opened("robot", ann, custom_id=encode_id("b", "robot", (off, len(seats))))
        await self.opened("settings_form", ann, custom_id=encode_id("b", "settings_form", (off, "pace")))
        await self.opened("settings_filled", ann, "240", "2", "4", "")
        await self.opened("wishes", ann, custom_id=encode_id("b", "wishes", ()))
        await self.opened("wishes_form", ann)
        await self.opened("wishes_filled", ann, "private", "public", "private")
        await self.visits.command(ann, "game invite", room, game=off, player=self.cast.eve)
        await self.visits.command(ann, "game kick", room, game=off, player=str(ann.id))
        await self.visits.menu(ann, "invite", bob, room)
        await self.opened("invite_to", ann, custom_id=encode_id("b", "invite_to", (off, bob.id)))
        await self.hall.posted()
        await self.visits.command(ann, "game end", room, game=off)
        await self.opened("end_yes", ann)
        await self.visits.command(ann, "learn", room)
        for does in ("lesson", "learn", "first_game"):
            await self.opened(does, ann)
        await self.hall.posted()
        game = await self._number(await self.visits.command(ann, "game new", room, **new | {"join": False}))
        for person in (ann, bob):
            await self.visits.command(person, "game join", room, game=game)
        await self.visits.command(bob, "game leave", room, game=game)
        await self.hall.posted()
        # Not the last button that was shown: the game's own message may still be waiting to be posted.
        await self.visits.presses(ann, encode_id("b", "start", (game,)))
        await self.visits.command(bob, "order take", room, private="GRSC", price=1, game=game)
        await self.visits.command(bob, "order bid", room, private="MKT", limit=1, game=game)
        await self.opened("order_form", bob, custom_id=encode_id("b", "order_form", (game, "bid")))
        await self.opened("order_filled", bob, "SCC", "1", "")
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
        await self.visits.command(ann, "show", room, what="review", game=game)
        await self.hall.settled()
        await self.visits.presses(ann, encode_id("b", "review_share", (game, "story")), where=room)
        kept = await self.visits.command(ann, "game export", room, game=game)
        file = File("game.json", kept.message.attachments[0].data)
        await self.opened("open_import", ann, custom_id=encode_id("b", "open_import", ()))
        await self.opened("import_file", ann, "0", "")
        for does, answer in (("import_no", ""), ("import_yes", "seat_refuse"), ("import_yes", "seat_take")):
            await self.visits.command(ann, "game import", room, file=file, place="here", player1=ann, player2=bob)
            if not answer:
                await self.opened("import_seats", ann)
                await self.opened("import_seated", ann, "", "")
            await self.opened(does, ann)
            await self.hall.posted()
            if answer:
                await self.opened(answer, bob)
        await self.opened("import_stop", ann, custom_id=encode_id("b", "import_stop", ()))
        await self.hall.posted()
        await self.opened("open_game", ann, custom_id=encode_id("b", "open_game", ()))
        opened = await self.opened("new_game", ann, "1870", "4", "", "usual", "")
        assert "is open" in opened.text, opened.text
        await self.opened("open_league", ann, custom_id=encode_id("b", "open_league", ()))
        await self.opened("new_league", ann, "Cup", "1889", "4", "1", "9")
        await self._welcomed()
        for person in (self.hall.cem, self.cast.dan, self.cast.eve):
            await self._positions(person)
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
        await self.types("/league correct member?", ann, room, league=league)
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
        await self.visits.command(ann, "league round", room, league=league, calendar=False)
        await self.visits.command(ann, "league end", room, league=league)
        await self.opened("league_end_yes", ann)

    async def _positions(self, person: Person) -> None:
        """Somebody looks at what several messages tell."""
        told = [one for one in self.visits.stage.room.public if one.author is self.hall.sandbox.world.bot]
        for message in told[:: max(len(told) // 5, 1)]:
            await self.visits.menu(person, "position", message, self.visits.stage.cast.home(person))

    async def _welcomed(self) -> None:
        """The bot comes to another server."""
        guild = self.hall.sandbox.guild("Next door", with_bot=False)
        room = self.hall.sandbox.channel(guild, "lounge")
        host = self.hall.sandbox.person("Hal", guild)
        self.hall.sandbox.invite(guild)
        await host.sees_text("I run 18xx games", room)
        await self.hall.posted()

    async def _number(self, answer: Answer) -> str:
        return answer.text.split()[1]

    async def _ended(self, room: Channel, game: str, *people: Person) -> None:
        """All agree that it ends."""
        asked = await people[0].slash("/special", room, move="stop-here", game=game)
        await self.hall.sure(people[0], asked)
        for person in people[1:]:
            offer = (await self.hall.table.present(int(game))).game.state.offers[-1].id
            await self.hall.sure(
                person, await person.slash("/offer", room, answer="accept", offer=str(offer), game=game)
            )
        await self.hall.posted()

    async def _damaged(self, game: int) -> None:
        await self.hall.settled()
        async with self.hall.table.db.write() as session:
            row = await session.get(GameRow, game)
            position = await session.get(PositionRow, (game, row.position))
            position.data = b"?"
        self.hall.table.services.cool()
