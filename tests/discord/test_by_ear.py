"""A company's turn and a stock round by ear: nothing is known but the texts and alt texts of the bot's messages.

Questions of fact, with answers by the rules, must find their answers there, in the sentence that is about them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.discord.games.presses.moves import TurnPage
from bot.discord.kit.custom_ids import decode_id
from engine import Game
from engine.board.lay import tiles_left
from engine.board.network import reach_of
from engine.careful import careful_act
from engine.core.position import Position
from engine.core.roles import chief
from engine.family import trains
from engine.finance import prices, shares
from engine.play import next_to_act
from engine.prospects import acting_company
from engine.view import view
from engine.words import Words
from render import PARTS
from sandbox import Channel, Message
from sandbox.people import Person
from tests.discord.conftest import Hall
from tests.render.test_hearing import TITLES, middle
from tests.sandbox.thumbs import LOOKS

LEAST = 50
"""Questions about each title."""
SENTENCE = re.compile(r"(?<=[.:]) ")
TURN, STEPS = 12, 10
"""The most moves of a company's turn or of a stock round that are played, and the most presses of a move."""


@dataclass
class Ear:
    """Somebody who hears what the bot's messages say, and nothing else."""

    club: Hall
    room: Channel
    person: Person
    game: str
    lines: list[str] = field(default_factory=list)

    def hear(self, message: Message) -> Message:
        """Take in texts, labels and alt texts."""
        texts = [message.text, *(one.description or "" for one in message.attachments)]
        texts += [str(one.get("content", "")) for one in _parts(message.components)]
        texts += [str(one.get("description", "")) for one in _parts(message.components)]
        # The marks of a list are not read out.
        for line in (line.removeprefix("- ") for text in texts for line in text.split("\n") if line):
            self.lines += [line, *SENTENCE.split(line)]
        return message

    async def describe(self) -> None:
        """Listen to everything that can be described, page by page."""
        for what in PARTS:
            answer = await self.person.slash("/show", self.room, what="description", about=what, game=self.game)
            message = self.hear(answer.message)
            while any(one["label"] == "Next ▶" and not one.get("disabled") for one in message.buttons):
                answer = await self.club.press(self.person, message, "Next ▶")
                message = self.hear(answer.message)

    async def look(self) -> None:
        """Listen to the alt texts of the pictures."""
        for what in ("map", "market", "sheet", "phases"):
            self.hear((await self.person.slash("/show", self.room, what=what, game=self.game)).message)

    def says(self, subject: str, *facts: str) -> bool:
        """Is there a sentence about this that says all these things?"""
        about = re.compile(subject)
        return any(about.match(line) and all(re.search(fact, line) for fact in facts) for line in self.lines)


def _parts(components: object) -> Iterator[dict[str, object]]:
    for one in components if isinstance(components, list) else []:
        yield one
        for inner in ("components", "items"):
            yield from _parts(one.get(inner, []))


# --- questions of fact


@dataclass(frozen=True)
class Question:
    """What is asked; the sentence in which the answer stands, and the answer."""

    asked: str
    subject: str
    facts: tuple[str, ...]


def questions(game: Game, seat: str) -> Iterator[Question]:
    """What somebody in this seat would want to know, answered by the rules."""
    p, words = game.position(), Words(view(game, seat))
    yield from _of_players(p, words)
    yield from _of_companies(p, words)
    yield from _of_prices(p, words)
    yield from _of_trains(p, words)
    yield from _of_map(p, words)


def _ask(asked: str, subject: str, *facts: str) -> Question:
    return Question(asked, subject, facts)


def _of_players(p: Position, words: Words) -> Iterator[Question]:
    for seat, name in words.people.items():
        line = rf"{name}: worth "
        yield _ask(f"How much money has {name}?", line, rf"cash {re.escape(words.money(p.s.cash[seat]))}, ")
        for company in p.d.companies:
            if percent := shares.units_at(p, seat, company) * 10:
                led = shares.president(p, company) == seat
                end = f" as {words.president}" if led else r"(?! as)"
                yield _ask(f"What has {name} of {company}?", line, rf"\b{re.escape(company)} {percent}%{end}")
    yield _ask("What has the bank?", "The bank ", rf"{re.escape(words.money(abs(p.s.cash['bank'])))}\.")
    (first, *_) = words.view.decisions
    own = Words(words.view, reader=words.view.seat)
    yield _ask("Whose turn is it?", ".*", re.escape(own.decision(first)))
    priority = next((one.name for one in words.view.seats if one.priority), "")
    if priority:
        yield _ask("Who has the priority deal?", rf"{priority}: worth ", "the priority deal")


def _of_companies(p: Position, words: Words) -> Iterator[Question]:
    stops = {stop.id: stop for place in words.view.hexes for stop in place.stops}
    for company in p.d.companies:
        if company not in p.s.companies or p.company(company).closed or not prices.price(p, company):
            continue
        leader = chief(p, company)
        name = words.holder(leader) if leader else "nobody"
        line = rf"{re.escape(company)} \({words.president}: {name}\): "
        yield _ask(f"Who leads {company}?", line)
        yield _ask(
            f"What has {company}'s treasury?", line, rf"treasury {re.escape(words.money(p.s.cash[company]))}[;.]"
        )
        kinds = ", ".join(re.escape(p.s.trains[one].kind) for one in trains.trains_of(p, company)) or "none"
        yield _ask(f"Which trains has {company}?", line, rf"trains: {kinds}(;|\.| \()")
        if p.company(company).last_run >= 0:
            ran = re.escape(words.money(p.company(company).last_run))
            yield _ask(f"What did {company} run last?", line, rf"last run {ran}[;.]")
        own = {one.stop for one in p.board.markers if one.company == company}
        for stop in sorted(own):
            yield _ask(f"Has {company} a station in {stop}?", line, rf"stations in [^;]*\b{stop.split('/')[0]}\b")
        if not own:
            continue
        reach = reach_of(p, company)
        reached = {one for one in reach.entries if reach.comes_to(one) and one in stops} - own - reach.barred
        if not reached:
            yield _ask(f"Where can {company} run?", line, "can run nowhere yet")
        for stop in sorted(reached, key=lambda one: -stops[one].revenue)[:4]:
            hex_id, pays = stop.split("/")[0], stops[stop].revenue
            yield _ask(f"Can {company} run to {stop}, and for how much?", line, rf"can run to [^;]*\b{hex_id} {pays}\b")
        for stop in sorted(reached & reach.blocked)[:3]:
            yield _ask(f"Who blocks {company} in {stop}?", line, rf"cannot go through [^;]*\b{stop.split('/')[0]} \(")


def _of_prices(p: Position, words: Words) -> Iterator[Question]:
    order = prices.price_order(p)
    for before, company in zip([None, *order], order, strict=False):
        price = prices.price(p, company)
        line = rf"{re.escape(company)} {re.escape(words.money(price))}\b"
        yield _ask(f"What does a share of {company} cost?", line)
        if before is not None:
            gap = prices.price(p, before) - price
            how = f"{re.escape(words.money(gap))} lower" if gap else "level but behind"
            yield _ask(f"How far is {company} behind {before}?", line, how)


def _of_trains(p: Position, words: Words) -> Iterator[Question]:
    for kind in trains.on_sale(p)[:2]:
        price, left = words.money(p.d.trains[kind].price), trains.left(p)[kind]
        line = rf"Next: {re.escape(kind)} train, "
        yield _ask(f"What does a {kind} train cost?", line, rf"{re.escape(price)}, ")
        yield _ask(f"How many {kind} trains are left?", line, rf" {left} left" if left >= 0 else "any number left")
    phases = list(p.d.phases)
    yield _ask("Which phase is it?", ".*", rf"{words.phase(p.s.phase)}, ")
    for name in phases[phases.index(p.s.phase) + 1 :][:1]:
        begins = rf"begins with the first {re.escape(p.d.phases[name].on)} train"
        yield _ask("Which train begins the next phase?", rf"(?i){words.phase(name)}: ", begins)


def _of_map(p: Position, words: Words) -> Iterator[Question]:
    for tile in list(p.d.tiles)[::5]:
        left = tiles_left(p, tile)
        line = rf"{re.escape(words.value_of('tile', tile))}: "
        yield _ask(f"How many of tile {tile} are left?", line, rf": {left if left >= 0 else '∞'} \(")
    for hex_id, laid in list(p.board.tiles.items())[-6:]:
        line, color = rf"{re.escape(words.hex(hex_id))}: ", p.d.tiles[laid.tile].color
        yield _ask(f"Which tile lies in {hex_id}?", line, rf": {color} tile {re.escape(laid.tile)}[;.]")
        for side in p.d.tiles[laid.tile].rotations[laid.rotation].exits[:2]:
            yield _ask(f"Does track of {hex_id} lead {side}?", line, rf"\b{p.d.map.grid.edges[side]}\b")


# --- playing


def _moves(button: dict[str, Any]) -> bool:
    """Does it make a move, or a part of one?"""
    turns = decode_id(str(button.get("custom_id")))[0] == TurnPage.name
    return button.get("label") not in LOOKS and not button.get("disabled") and not turns


def carry_on(game: Game, until: Callable[[Game], bool]) -> Game:
    """Careful moves up to an occasion."""
    stream = random.Random(2)
    for _ in range(200):
        if until(game):
            return game
        decision = next_to_act(game, stream)
        assert decision is not None
        act = careful_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
    raise AssertionError("the occasion does not come")


def in_operating_turn(game: Game) -> bool:
    """Can a company that has a train lay track?"""
    company = acting_company(game)
    lays = any("lay" in game.verbs(one.seat) for one in game.decisions())
    return bool(company) and lays and bool(trains.kinds_at(game.position(), company))


def in_stock_round(game: Game) -> bool:
    """Is it somebody's turn in a stock round?"""
    return game.position().s.clock.round == "stock" and any("pass" in game.verbs(one.seat) for one in game.decisions())


@dataclass
class Evening:
    """A game at the club, of which people only hear."""

    club: Hall
    room: Channel
    number: int
    asked: set[Question] = field(default_factory=set)

    async def now(self) -> Game:
        """The position."""
        return (await self.club.table.present(self.number)).game

    async def ear(self) -> Ear:
        """Whoever is on turn listens."""
        person = self.club.on_turn(await self.club.table.present(self.number))
        return Ear(self.club, self.room, person, str(self.number))

    async def quiz(self) -> list[str]:
        """Whoever is on turn listens to what there is to hear; which questions that leaves open."""
        ear, game = await self.ear(), await self.now()
        ear.hear((await ear.person.slash("/turn", self.room, game=ear.game)).message)
        await ear.look()
        await ear.describe()
        found = list(questions(game, game.decisions()[0].seat))
        self.asked.update(found)
        return [f"{one.asked} {one.facts}" for one in found if not ear.says(one.subject, *one.facts)]

    async def play(self, goes_on: Callable[[Game], bool]) -> int:
        """Move as the panels say, by what is heard; how many moves that were."""
        for made in range(TURN):
            if not goes_on(await self.now()):
                return made
            await self.move(await self.ear())
        return TURN

    async def move(self, ear: Ear) -> None:
        """Press what comes first, as somebody would who has heard the panel, until a move has been made."""
        before = (await self.club.table.present(self.number)).row.position
        answer = await ear.person.slash("/turn", self.room, game=ear.game)
        for _ in range(STEPS):
            message = ear.hear(answer.followups[-1] if answer.followups else answer.message)
            buttons = [one for one in message.buttons if _moves(one)]
            lists = [one for one in message.selects if one.get("placeholder") not in LOOKS]
            assert buttons or lists, f"nothing can be pressed: {message.text}"
            if buttons:
                assert all(str(one.get("label", "")).strip() for one in buttons), "a button without a name"
                answer = await self.club.press(ear.person, message, str(buttons[0]["custom_id"]))
            else:
                first = lists[0]["options"][0]
                answer = await self.club.choose(ear.person, message, first["label"], lists[0]["custom_id"])
            if (await self.club.table.present(self.number)).row.position != before:
                return
        raise AssertionError(f"no move came of: {message.text}")


@pytest.mark.parametrize("title", TITLES)
async def test_fifty_questions_are_answered_by_texts_alone_in_a_companys_turn_and_a_stock_round(club: Hall, title: str):
    game, _ = middle(title)
    asked = set[Question]()
    for occasion in (in_operating_turn, in_stock_round):
        start = carry_on(game, occasion)
        room = club.sandbox.channel(club.guild, occasion.__name__)
        evening = Evening(club, room, await club.game(title=title, where=room), asked)
        await club.lay_out(evening.number, start)
        assert await evening.quiz() == [], occasion
        company = acting_company(start)
        made = await evening.play(lambda now: occasion(now) if not company else acting_company(now) == company)  # noqa: B023
        assert made, occasion
        if (await evening.now()).decisions():
            assert await evening.quiz() == [], occasion
    assert len({one.asked for one in asked}) >= LEAST
