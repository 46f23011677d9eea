"""Every example in the pages for players and organisers is typed, and accepted where the page says that it works."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import bot.discord.kit.request
from bot.discord.kit.reply import Reply
from engine import Game, decode_game
from sandbox import Channel
from sandbox.people import Person
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall
from tests.discord.examples import Example, examples, typed
from tests.discord.scenes import Scenes

MOVES = "Moves as commands"
STORED = Path(__file__).parents[1] / "store" / "examples"
"""Positions of games in which the examples of moves can be made, each called after its title and its move."""
AT: dict[str, tuple[str, ...]] = {
    "/bid private:MKT amount:165": ("1870-bid",),
    "/take": ("1870-take",),
    "/par company:IC price:100": ("1870-par",),
    "/buy company:IC from:ipo": ("1870-buy",),
    "/sell company:SP shares:2": ("1870-sell",),
    "/pass": ("1870-sell", "1870-lay"),
    "/lay hex:N17": ("1870-lay",),
    "/lay hex:N17 tile:15 rotation:0": ("1870-lay",),
    "/token city:New Orleans (N17)": ("1870-token",),
    "/special move:home with:Buffalo (E11)": ("1830-home",),
    "/run": ("1870-run",),
    "/run routes:2: M2 N1": ("1870-run",),
    "/dividend kind:half": ("1870-dividend",),
    "/buy-train from:bank kind:3": ("1870-train",),
    "/buy-train from:SP kind:2 price:50": ("1870-train-of",),
    "/special move:discard with:3": ("1870-discard",),
    "/buy-private private:GRSC price:20 lasts:48": ("1870-private",),
    "/offer answer:accept offer:17": ("1870-offer",),
    "/offer answer:decline offer:17": ("1870-offer",),
    "/offer answer:withdraw offer:17": ("1870-offer",),
    "/special move:hold": ("1839-hold",),
    "/special move:go-on": ("1839-go-on",),
    "/special move:answer": ("1828-answer",),
    "/special move:bankrupt": ("1870-bankrupt",),
    "/special move:stop-here": ("1870-stop-here",),
    "/special move:exchange with:NKP, ipo": ("1828-exchange",),
    "/special move:exchange with:ipo": ("1830-exchange",),
    "/special move:exchange with:PO": ("1843-exchange",),
    "/take private:KR": ("1839-take",),
    "/special move:redeem": ("1839-redeem",),
    "/special move:redeem with:SP, pool": ("1870-redeem",),
    "/special move:protect": ("1870-protect",),
    "/special move:reissue with:SP": ("1870-reissue",),
    "/special move:destination with:place": ("1870-destination",),
    "/special move:port with:N7, open": ("1870-port",),
    "/special move:close-port": ("1870-close-port",),
    "/special move:cattle with:M6": ("1870-cattle",),
    "/special move:bridge with:H17, 57, 1": ("1870-bridge",),
    "/special move:connections": ("1870-connections",),
    "/special move:merge": ("1828-merge",),
    "/special move:merge with:GT, NKP": ("1828-merge",),
    "/special move:extra-track with:E&K, H4, 7, 3": ("1828-extra-track",),
    "/special move:burlington with:4, 1": ("1828-burlington",),
    "/special move:burlington with:58, 0": ("1830-burlington",),
    "/special move:scranton with:57, 1": ("1828-scranton", "1830-scranton"),
    "/special move:scranton-station": ("1828-scranton-station", "1830-scranton-station"),
    "/special move:port with:B11, 437, 2": ("1889-port",),
    "/special move:ohzu with:14, 1": ("1889-ohzu",),
    "/special move:decline-ohzu": ("1889-ohzu",),
    "/special move:columbia-tiles with:H2, 9, 2": ("18Chesapeake-columbia-tiles",),
    "/special move:baltimore-tiles with:F4, 9, 2": ("18Chesapeake-baltimore-tiles",),
    "/special move:canal-tile with:57, 1": ("18Chesapeake-canal-tile",),
    "/special move:canal-station": ("18Chesapeake-canal-station",),
    "/special move:decline-canal": ("18Chesapeake-canal-station",),
    "/special move:coal": ("1828-coal",),
    "/special move:shells with:GT, 2, nothing": ("1828-shells",),
    "/special move:winner with:Bob": ("1828-winner",),
    "/special move:discount with:CO": ("1839-discount",),
    "/special move:take-local with:L2, B17, D19": ("1839-take-local",),
    "/special move:let-fall": ("1839-let-fall",),
    "/special move:swap": ("1839-swap",),
    "/special move:give-back": ("1839-give-back",),
    "/special move:move-station": ("1839-move-station",),
    "/special move:laantje with:H13, 5, 0": ("1839-laantje",),
    "/special move:roosendaal with:K16, 57, 0, yes": ("1839-roosendaal",),
    "/special move:give-train with:MSS": ("1839-give-train",),
    "/special move:nationalise": ("1839-nationalise",),
    "/special move:keep": ("1839-nationalise",),
    "/special move:concede": ("1839-concede",),
    "/special move:extra-tile with:F11, 7, 3": ("1843-extra-tile",),
    "/special move:saint-germain with:1, 0": ("1843-saint-germain",),
    "/special move:havre with:57, 0": ("1843-havre",),
    "/special move:boulogne with:10, 1": ("1843-boulogne",),
    "/special move:claim-port with:C14": ("1843-claim-port",),
    "/special move:buy-port with:C14": ("1843-buy-port",),
    "/special move:move-token": ("1843-move-token",),
    "/special move:engineers with:2+1": ("1843-engineers",),
    "/special move:cash-private with:BA": ("1843-cash-private",),
}
"""Where the examples of moves can be made."""


@dataclass
class Taken:
    """Whether the bot accepted or refused commands."""

    faults: list[str] = field(default_factory=list)

    @classmethod
    def listening(cls, patch: pytest.MonkeyPatch) -> Taken:
        """Record every command from now on."""
        taken, inner = cls(), bot.discord.kit.request.reply_or_error

        async def reply_or_error(what: str, work: Callable[[], Awaitable[Reply | None]]) -> Reply | None:
            async def worked() -> Reply | None:
                try:
                    return await work()
                except Exception as fault:
                    taken.faults.append(f"{what}: {fault}")
                    raise

            return await inner(what, worked)

        patch.setattr(bot.discord.kit.request, "reply_or_error", reply_or_error)
        return taken


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Taken:
    return Taken.listening(monkeypatch)


def test_every_move_in_the_docs_has_a_stored_position():
    moves = [one.text for one in examples() if one.section == MOVES]
    assert sorted(moves) == sorted(AT)
    assert {path.stem for path in STORED.iterdir()} == {name for names in AT.values() for name in names}


@pytest.mark.soak
@pytest.mark.parametrize("title", ["1828", "1830", "1839", "1843", "1870", "1889", "18Chesapeake"])
async def test_moves_are_accepted_where_they_can_be_made(club: Hall, taken: Taken, title: str):
    """Typed by the player who may make them; the moves are only previewed, not made."""
    rooms: dict[int, tuple[int, Channel, list[Person]]] = {}
    for example in examples():
        for name in AT.get(example.text, ()) if example.section == MOVES else ():
            if name.startswith(title):
                position = decode_game((STORED / f"{name}.json").read_bytes())
                count = len(position.state.players)
                if count not in rooms:
                    rooms[count] = await seated(club, title, count)
                game, room, people = rooms[count]
                await club.lay_out(game, position)
                await accepted(example, people, room, game, position, taken)


async def seated(club: Hall, title: str, count: int) -> tuple[int, Channel, list[Person]]:
    """A game for this many players, in a room of its own."""
    room = club.sandbox.channel(club.guild, f"for-{count}")
    more = [club.sandbox.person(name, club.guild) for name in ("Dan", "Eve", "Fay", "Gus")]
    people = [club.ann, club.bob, club.cem, *more][:count]
    opened = await club.ann.slash("/game new", room, title=title, seats=count, place="here", pictures="request")
    game = int(opened.text.split()[1])
    for person in people[1:]:
        await person.slash("/game join", room, game=str(game))
    await club.posted()
    return game, room, people


async def accepted(
    example: Example, people: list[Person], room: Channel, game: int, position: Game, taken: Taken
) -> None:
    """One of them can do it."""
    offers = [one.id for one in position.state.offers]
    stands_for = {"game": str(game), "offer": str(offers[-1]) if offers else ""}
    if any(one.name == "preview" for one in example.command.options):
        stands_for["preview"] = True
    taken.faults.clear()
    for person in people:
        before = len(taken.faults)
        given = await typed(person, room, example, stands_for)
        await person.slash(f"/{example.command.name}", room, **given)
        if len(taken.faults) == before:
            return
    raise AssertionError(f"{example}: {taken.faults}")


OTHERS = [one.text for one in examples() if one.section != MOVES]


@pytest.mark.soak
@pytest.mark.parametrize("some", range(8))
async def test_all_other_examples_are_accepted_where_the_page_says(club: Hall, taken: Taken, some: int):
    host = club.sandbox.person("host", club.guild)
    host.user = club.sandbox.host
    # What the page says that one needs.
    club.guild.everyone.permissions |= int(Perm.CREATE_EVENTS)
    scenes, faults = Scenes(club, host), list[str]()
    chosen = [one for one in examples() if one.text in OTHERS[some::8]]
    # What is set for a server holds for all that follows.
    for example in sorted(chosen, key=lambda one: "/game server" in one.text):
        place = await scenes.for_(example)
        taken.faults.clear()
        given = await typed(place.person, place.room, example, place.stands_for)
        await place.person.slash(f"/{example.command.name}", place.room, **given)
        await club.quiet()
        faults += [f"{example}: {fault}" for fault in taken.faults]
    assert not faults, "\n".join(faults)
