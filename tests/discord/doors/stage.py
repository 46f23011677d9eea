"""Games that hold every kind of secret, and who may know what of them."""

from __future__ import annotations

from dataclasses import dataclass

import tests.toy.title  # noqa: F401  (registers the toy)
from sandbox import Channel
from sandbox.people import Person
from sandbox.world.permissions import EVERYONE, Perm
from tests.discord.conftest import Hall
from tests.discord.doors.ear import Canary, amount
from tests.positions.table import Table
from tests.toy.privates import FIRST, LAST, MAIL
from tests.toy.table import ToyTable


@dataclass(frozen=True, repr=False)
class Secrets:
    """What only some people know in a game. Two games may differ in nothing else."""

    sp: int = 2250
    fw: int = 858
    mp: int = 1499
    """Treasuries at the start. Their sum is open, since the bank is."""
    sold: int = 1013
    """For so much the FW sells a train to the SP."""
    taken_back: int = 1021
    offered: int = 1019
    """Prices that the SP offers for another one."""
    limit: int = 7411
    least: int = 7417
    """What Bob would bid, and Ann would accept."""
    note: str = "quagga"
    bid: str = "60"
    moment: str = LAST
    """In the toy: what Bob bids, and where Cem wants to be stopped."""


OTHERS = Secrets(2000, 1006, 1601, 811, 823, 821, 6427, 6421, "thylacine", "20", FIRST)


@dataclass(frozen=True, repr=False)
class Cast:
    """Everybody there is, in the hall and elsewhere."""

    hall: Hall
    olga: Person
    """Has no seat; in the toy she organises the game."""
    eve: Person
    """Her seat is a robot's."""
    gus: Person
    """Manages the server, and has put the robot there."""
    dan: Person
    """Watches on another server."""
    stands: Channel
    fay: Person
    """Has nothing to do with the game, on a server of her own that has the bot too."""
    abroad: Channel

    @classmethod
    def come(cls, hall: Hall) -> Cast:
        """Make everybody join their servers."""
        sandbox = hall.sandbox
        fans, strangers = sandbox.guild("Rail Fans"), sandbox.guild("Strangers")
        people = {name: sandbox.person(name.capitalize(), hall.guild) for name in ("olga", "eve", "gus")}
        dan, fay = sandbox.person("Dan", fans), sandbox.person("Fay", strangers)
        sandbox.role(hall.guild, "Managers", EVERYONE | Perm.MANAGE_GUILD, people["gus"])
        sandbox.role(fans, "Wardens", EVERYONE | Perm.MANAGE_MESSAGES, dan)
        stands, abroad = sandbox.channel(fans, "stands"), sandbox.channel(strangers, "abroad")
        return cls(hall, **people, dan=dan, stands=stands, fay=fay, abroad=abroad)

    def home(self, person: Person) -> Channel:
        """Where somebody writes."""
        return {self.dan.id: self.stands, self.fay.id: self.abroad}.get(person.id, self.hall.room)


def hidden(secrets: Secrets) -> Table:
    """A position of 1870 with hidden treasuries: Ann's SP may buy trains, Bob's FW has some, Eve leads the MP."""
    table = Table(("Ann", "Bob", "Cem", "Eve"), title="1870", secrets="hidden")
    table.with_company("SP", "Ann", Ann=3, Bob=2, pool=1, treasury=secrets.sp)
    table.with_company("FW", "Bob", par=76, Bob=4, Cem=1, treasury=secrets.fw)
    table.with_company("MP", "Eve", par=68, Eve=4, Cem=1, treasury=secrets.mp)
    table.with_train("SP", "2").with_train("FW", "2", "2").with_train("MP", "2")
    return table.with_private("GRSC", "Bob").operating_turn("SP", step="train")


@dataclass(frozen=True, repr=False)
class Stage:
    """A game with its secrets."""

    cast: Cast
    number: int
    room: Channel
    canaries: tuple[Canary, ...]
    offer: int = 0
    """The offer that is open."""

    def canary(self, name: str) -> Canary:
        """One of the secrets."""
        return next(one for one in self.canaries if one.name == name)


async def trading(cast: Cast, room: Channel, secrets: Secrets) -> Stage:
    """A game of 1870 in which trains were sold and are offered, with orders, notes and a robot. Cem, who
    plays, organises it; its settings are the default.

    Each step is posted before the next one: lines that wait together are told in one message or in two, as it happens.
    """
    hall = cast.hall
    ann, bob, cem = hall.ann, hall.bob, hall.cem
    number = await _begun(cast, room, secrets, ann, bob, cem, cast.eve)
    robot = await cast.gus.slash("/game robot", room, player="Eve", game=str(number))
    await hall.sure(cast.gus, robot)
    await cast.dan.slash("/spectate start", cast.stands, game=str(number))
    await hall.settled()
    request = next(one for one in room.public if hall.button(one, "mirror_yes"))
    await hall.press(cem, request, hall.button(request, "mirror_yes"))
    given = {"game": str(number)}
    train = {"from": "FW", "kind": "2", **given}
    await ann.slash("/buy-train", room, price=str(secrets.sold), **train)
    await hall.settled()
    await bob.slash("/offer", room, answer="accept", offer=str(await _open(hall, number)), **given)
    await hall.settled()
    await ann.slash("/buy-train", room, price=str(secrets.taken_back), **train)
    await hall.settled()
    undo = (await ann.slash("/undo", room, **given)).message
    await hall.press(ann, undo, hall.button(undo, "undo_do"))
    await hall.settled()
    await ann.slash("/buy-train", room, price=str(secrets.offered), **train)
    await bob.slash("/order buy", room, company="MP", shares=9, price=secrets.limit, **given)
    (ordered,) = await hall.table.orders.mine(number, bob.id, "p2")
    assert ordered.terms["most"] == secrets.limit
    await ann.slash("/order agree", room, to="buy_private", at_least=secrets.least, **given)
    await ann.slash("/note", room, text=f"Mind the {secrets.note}.", **given)
    await cem.slash("/note", room, text="Mind the okapi.", **given)
    await hall.settled()
    canaries = (
        amount("the SP's treasury", secrets.sp - secrets.sold, ann.id),
        amount("the FW's treasury", secrets.fw + secrets.sold, bob.id),
        amount("the robot's treasury", secrets.mp),
        amount("the price of the train sold", secrets.sold, ann.id, bob.id),
        amount("the offer taken back", secrets.taken_back, ann.id, bob.id),
        amount("the open offer", secrets.offered, ann.id, bob.id),
        amount("Bob's order", secrets.limit, bob.id),
        amount("Ann's order", secrets.least, ann.id),
        Canary("Ann's note", secrets.note, frozenset({ann.id})),
        Canary("Cem's note", "okapi", frozenset({cem.id})),
    )
    return Stage(cast, number, room, canaries, await _open(hall, number))


async def _begun(cast: Cast, room: Channel, secrets: Secrets, *people: Person) -> int:
    hall, cem = cast.hall, cast.hall.cem
    options = {"seats": len(people) + 1, "place": "here", "options": "runs=free secrets=hidden"}
    opened = await cem.slash("/game new", room, title="1870", **options)
    number = int(opened.text.split()[1])
    for person in people:
        if person is not cem:
            await person.slash("/game join", room, game=str(number))
            await hall.settled()
    seats = {f"player{place}": person for place, person in enumerate(people, 1)}
    await cem.slash("/game start", room, game=str(number), **seats)
    await hall.settled()
    await hall.lay_out(number, hidden(secrets).game)
    return number


async def _open(hall: Hall, number: int) -> int:
    return (await hall.table.present(number)).game.state.offers[-1].id


async def sealed(cast: Cast, room: Channel, secrets: Secrets) -> Stage:
    """A game of the toy in a sealed auction: Bob has bid, the others have not; Cem has asked for a stop later on.

    Each step is posted before the next one, as in `trading`.
    """
    hall, seating = cast.hall, cast.hall.table.seating
    people = (hall.ann, hall.bob, hall.cem)
    number = await seating.create(hall.guild.id, room.id, cast.olga.id, "toy", {}, places=4)
    for person in people:
        await seating.join(number, person.id, person.name)
        await cast.hall.settled()
    await seating.start(number, cast.olga.id, [person.id for person in people])
    await hall.settled()
    await hall.lay_out(number, ToyTable().with_private(MAIL, "Cem").game)
    await hall.cem.slash("/special", room, move="hold", **{"with": f"mail, {secrets.moment}"}, game=str(number))
    await hall.settled()
    await hall.bob.slash("/special", room, move="answer", **{"with": secrets.bid}, game=str(number))
    await hall.settled()
    return Stage(cast, number, room, ())


__all__ = ["OTHERS", "Cast", "Secrets", "Stage", "sealed", "trading"]
