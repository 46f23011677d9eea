"""An evening on which those who may come in go through every door, and others try each button before them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from random import Random

from sqlmodel import col, select, update

from bot.discord.kit.custom_ids import encode_id
from bot.store.rows import BankRow, OrderRow, TurnRow
from engine import Game
from engine.play import next_to_act, random_act
from tests.discord.doors.lobbies import Lobbies
from tests.discord.doors.moves import Moves

LONG_AGO = timedelta(days=1)


class Evening(Lobbies, Moves):
    """What is done in the game of the visits, and in small games of its own."""

    async def all(self, positions: Iterable[Game]) -> None:
        """From the first look to the last move."""
        for part in (
            self.panels,
            self.asking,
            self.exploring,
            self.grave,
            self.ahead,
            self.watching,
            self.lobbies,
            self.leagues,
        ):
            await part()
        await self.moves(positions)
        await self.seats()

    async def panels(self) -> None:
        """Ann looks at what she can do, tries it and writes it down, and takes it back."""
        ann, bob = self.hall.ann, self.hall.bob
        await self.command(ann, "turn")
        for does in ("turn", "look", "front"):
            await self.opened(does, ann)
        for mode in ("if", "go"):
            await self.at_moment("move", ann, "buy_train", head=(mode,))
            await self.listed("verb", ann, "stop", head=(mode,))
            await self.at_moment("page", ann, "buy_train", head=(mode, 0))
        await self.at_moment("pass_round", ann)
        await self.command(ann, "order list")
        await self.opened("ahead_cancel", ann, str(await self._last_order()))
        for does in ("amount", "write"):
            for mode in ("if", "go"):
                await self.at_moment(does, ann, "buy_train", "FW", "2", head=(mode,))
        await self.opened("move", ann, "1")
        await self.opened("undo", ann)
        await self.opened("undo_do", ann)
        await self.command(ann, "redo")
        await self.at_moment("do", ann, "withdraw", (await self._offers())[-1])
        last = (await self.hall.table.past.line(int(self.game)))[-2].number
        for does in ("undo_no", "undo_yes"):
            await self.command(bob, "undo", to=str(last))
            await self.opened("undo_do", bob)
            await self.opened(does, ann)
        await self.command(ann, "show", what="history")
        await self.opened("history", ann)
        await self.opened("tiles", ann, custom_id=encode_id("b", "tiles", (self.game, 0)))
        await self.opened("tiles_of", ann, custom_id=encode_id("b", "tiles_of", (self.game, "B9", 0)))
        await self.opened("since", ann, custom_id=encode_id("b", "since", (self.game,)))
        await self.opened("log", ann, custom_id=encode_id("b", "log", (self.game, 0)))
        await self.opened("rule", ann, custom_id=encode_id("b", "rule", ("1870", "stock", 0)))
        for kind in ("worth", "prices", "revenue"):
            await self.command(ann, "show", what=f"chart_{kind}")
        for kind in ("prices", "animation"):
            await self.opened("course", ann, custom_id=encode_id("b", "course", (self.game, kind)))
        for name in ("SP", "private GSC"):
            await self.command(ann, "show", what="card", about=name)
        await self.command(ann, "show", what="review")
        await self.command(ann, "review")
        await self.opened("review_own", ann, custom_id=encode_id("b", "review_own", (0,)))
        for part in ("story", "money"):
            await self.opened("review", ann, custom_id=encode_id("b", "review", (self.game, part)))
        await self.opened("describe", ann, custom_id=encode_id("b", "describe", (self.game, "sheet", "", 0)))
        await self.command(ann, "show", what="table_worth")
        await self.command(ann, "show", what="log_file")
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

    async def asking(self) -> None:
        """Cem, who organises the game, asks to act for the others; Ann agrees, and then does not."""
        await self.command(self.hall.cem, "game settings", organiser_acts=True)
        await self.opened("acts_yes", self.hall.ann)
        await self.opened("acts_no", self.hall.ann)
        for does, person in (("stand_in_no", self.hall.bob), ("stand_in_yes", self.hall.cem)):
            await self.visits.command(self.hall.ann, "preferences", stand_in=person)
            await self.opened(does, person)

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
        await self.visits.command(ann, "explore", game=copy)
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
        await self.visits.command(ann, "explore", game=copy)
        await self.types("/explore game?", ann)
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
        await self.command(ann, "special", move="stop-here")
        await self.opened("move_yes", ann)
        await self.command(ann, "undo")
        await self.opened("undo_do", ann)
        await self.command(ann, "redo")
        await self.opened("rather_not", ann)
        await self.opened("redo_yes", ann)
        await self.command(ann, "undo")
        await self.opened("undo_do", ann)
        await self.command(ann, "order answer", question="stock_turn", move="stop")
        await self.opened("order_yes", ann)
        await self.command(ann, "order agree", to="stop")
        await self.opened("order_agree_yes", ann)

    async def ahead(self) -> None:
        """Orders, those in force and those that lapse, and notes."""
        ann, bob = self.hall.ann, self.hall.bob
        await self.command(ann, "order agree", to="redeem", public=True)
        await self.opened("ahead_cancel", ann, str(await self._last_order()))
        for name in ("turn", "order list"):
            await self.command(bob, name)
        for what in ("sheet", "log"):
            await self.command(bob, "show", what=what)
        await self.command(bob, "order buy", company="SP", hours=1)
        await self.command(bob, "order operate", company="FW", hours=1)
        await self.types("/order operate company?", bob, game=self.game)
        async with self.hall.table.db.write() as session:
            now = self.hall.table.clock()
            await session.exec(update(OrderRow).where(col(OrderRow.until).is_not(None)).values(until=now - LONG_AGO))
            await session.exec(update(TurnRow).values(due_at=now - LONG_AGO))
        await self.hall.table.reminders.tick()
        await self.visits.command(ann, "preferences", calls="daily")
        async with self.hall.table.db.write() as session:
            await session.exec(update(TurnRow).values(due_at=now - LONG_AGO))
        await self.hall.table.reminders.tick()
        await self.hall.posted()
        await self.visits.command(ann, "preferences", calls="channel")
        await self.clocks()
        await self.opened("mute", ann, custom_id=encode_id("b", "mute", (self.game, "p1")))
        await self.opened("away", ann)
        await self.opened("away_for", ann, "3", "")
        await self.visits.command(bob, "preferences", calls="both")
        await self.visits.command(ann, "preferences")
        await self.opened("back_again", ann)
        await self.forgetting()
        await self.command(ann, "note")
        await self.opened("note_write", ann)
        await self.opened("note_written", ann, "And a lamp.")
        await self.opened("note", ann, custom_id=encode_id("b", "note", (self.game, 0)))
        for does in ("note_clear", "note_clear_yes"):
            await self.opened(does, ann)
        await self.types("/order answer choice?", ann, move="buy_train", question="operating_turn", game=self.game)
        await self.command(ann, "order cancel", order=str(await self._last_order()))

    async def clocks(self) -> None:
        """Somebody's time runs low, the game has stood still, and Ann asks what the robot and the coach would say."""
        ann, cem, table = self.hall.ann, self.hall.cem, self.hall.table
        await self.command(cem, "game settings", clock="postal", hints=True)
        now = table.clock()
        async with table.db.write() as session:
            await session.exec(update(BankRow).values(left=60.0, due_at=now))
            await session.exec(update(TurnRow).values(since=now - 40 * LONG_AGO))
        await table.clocks.tick()
        await table.idle.tick()
        await self.hall.posted()
        await self.at_moment("advice", ann)
        await self.opened("coach_off", ann, custom_id=encode_id("b", "coach_off", ()))
        await self.command(cem, "game settings", clock="off", hints=False)

    async def forgetting(self) -> None:
        """Somebody who is in no game asks to be forgotten; when others press their buttons, nobody is forgotten."""
        await self.visits.command(self.cast.fay, "preferences")
        for does in ("habits_forget", "habits_forget_yes"):
            await self.opened(
                does, self.cast.fay, custom_id=encode_id("b", does, ()) if does == "habits_forget" else ""
            )
        await self.opened("forget", self.cast.fay)
        await self.opened("forget_yes", self.cast.fay)

    async def _last_order(self) -> int:
        """The latest of Ann's orders in force."""
        async with self.hall.table.db.read() as session:
            found = await session.exec(select(OrderRow).where(OrderRow.seat == "p1", col(OrderRow.active)))
            return max(one.id or 0 for one in found)

    async def watching(self) -> None:
        """Another channel of another server asks to watch; the server has a role for those who do."""
        cast, sandbox, room = self.cast, self.hall.sandbox, self.visits.stage.room
        box = sandbox.channel(cast.stands.guild, "box")
        for does in ("mirror_yes", "mirror_no"):
            await self.command(cast.dan, "spectate start", box)
            await self.hall.posted()
            await self.opened(does, self.hall.cem)
            if does == "mirror_yes":
                await self.command(cast.dan, "spectate start", box, on=False)
        host = sandbox.person("host", self.hall.guild)
        host.user = sandbox.host
        role = sandbox.role(self.hall.guild, "Spectators")
        await self.visits.command(host, "spectate role", room, role=role)
        await self.visits.command(host, "game board", room)
        await self.visits.command(self.hall.ann, "game seek", room, titles="1889", players=6)
        (wish,) = await self.hall.table.seeking.listed(self.hall.guild.id)
        await self.opened("seek_join", self.hall.bob, custom_id=encode_id("b", "seek_join", (wish.id,)))
        await self.visits.command(self.hall.ann, "game seek", room, on=False)
        for on in (True, False):
            await self.visits.command(self.hall.cem, "spectate join", on=on)
            await self.visits.command(host, "spectate open", room, on=on)
        await self.opened("server", host, custom_id=encode_id("b", "server", ()))
        await self.opened("server_form", host)
        await self.opened("server_filled", host, "10", "3", "")
        for asked, does in ((cast.dan, "organise_no"), (cast.dan, "organise")):
            await self.command(self.hall.cem, "game organiser", to=asked)
            await self.hall.posted()
            await self.opened(does, asked)
        await self.command(cast.dan, "game organiser", to=self.hall.cem)
        await self.hall.posted()
        await self.opened("organise", self.hall.cem)
        aside = sandbox.channel(self.hall.guild, "aside")
        for channel in (aside, room):
            await self.command(self.hall.cem, "game here", channel)
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
        await self.command(cast.gus, "game settings", clock="postal", late="offer")
        table = self.hall.table
        async with table.db.write() as session:
            await session.exec(update(BankRow).values(left=0.0, told=2, due_at=table.clock()))
        await table.clocks.tick()
        await self.hall.posted()
        for does in ("seat_late", "seat_late_yes"):
            await self.opened(does, ann)
