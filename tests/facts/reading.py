"""How figures that ledgers state are read: off the sheets where they are printed, off play where something follows.

A reading gives all figures of a thing, under every name that ledgers have for them; a statement is compared with those
that it states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import Unreadable

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus", "Hal")
Figures = Mapping[str, Any]


@dataclass(frozen=True)
class Scene:
    """How a title's table is laid: its own class, a company that buys trains and another one that has some."""

    table: Callable[..., Any]
    buyer: str
    other: str
    started: Figures = field(default_factory=dict[str, Any])
    """What `with_company` needs beside a president."""
    players: tuple[str, ...] = NAMES[:3]
    """Players with whom everything in the box is used."""

    def laid(self) -> Any:
        """The table with all that is in the box."""
        return self.table(self.players)

    def buying(self, kind: str, *, phase: str = "", owned: tuple[str, ...] = ()) -> Any:
        """Ann's company is about to buy trains with more than enough money; the bank has come to this kind."""
        table = self.laid().with_company(self.buyer, "Ann", **{"Ann": 6, "treasury": 9000, **self.started})
        table.with_train(self.buyer, *owned).with_phase(phase or self.phase_before(kind)).with_supply_from(kind)
        return table.operating_turn(self.buyer, "train")

    def phase_before(self, kind: str) -> str:
        """The phase in which the first train of a kind is bought."""
        d = self.laid().p.d
        kinds, phase = list(d.trains), next(iter(d.phases))
        for sheet in d.phases.values():
            if sheet.on and kinds.index(sheet.on) < kinds.index(kind):
                phase = sheet.name
        return phase


Reading = Callable[[Scene], Figures]


# --- players and money


def players(scene: Scene) -> Figures:
    """How many can play: all others are turned away."""
    seated: list[int] = []
    for count in range(1, len(NAMES) + 1):
        try:
            seated.append(len(scene.table(NAMES[:count]).s.players))
        except Unreadable:
            continue
    return {"fewest": seated[0], "most": seated[-1], "max_players": seated[-1]}


def money(*counts: int) -> Reading:
    """What each begins with and may hold: figures for one number of players, or by number for several."""

    def read(scene: Scene) -> Figures:
        several = [at_the_start(scene, count) for count in counts]
        if len(several) == 1:
            return several[0]
        assert len({figures["bank"] for figures in several}) == 1
        by_number = {what: {figures["players"]: figures[what] for figures in several} for what in several[0]}
        return {**by_number, "bank": several[0]["bank"]}

    return read


def at_the_start(scene: Scene, count: int) -> Figures:
    """What so many players begin with."""
    table = scene.table(NAMES[:count])
    [capital] = {table.cash(name) for name in NAMES[:count]}
    return {
        "players": count,
        "capital": capital,
        "total": capital * count,
        "bank": table.cash("bank") + capital * count,
        **dict.fromkeys(("certificate_limit", "limit"), table.p.title.holding.limit(table.p)),
    }


def limits(companies: int) -> Reading:
    """The certificate limits that are printed for so many companies, by number of players."""
    return lambda scene: {
        "companies": companies,
        **{str(count): most for count, most in scene.laid().p.d.limits[companies].items()},
    }


# --- what is in the box


def box(scene: Scene) -> Figures:
    """How much there is of what has a number only."""
    table = scene.laid()
    d = table.p.d
    [units] = {tuple(d.certs[cert].units for cert in certs) for certs in d.certs_of.values()}
    [chiefs] = {tuple(d.certs[cert].president for cert in certs) for certs in d.certs_of.values()}
    assert chiefs == (True, *[False] * (len(units) - 1))
    [ordinary] = set(units[1:])
    reserve = table.s.cash.get("reserve", 0)
    counts = sorted({len(sheet.markers) for sheet in d.companies.values()})
    return {
        "bank": sum(table.s.cash.values()) - reserve,
        "reserve": reserve,
        "companies": len(d.companies),
        "privates": len(d.privates),
        "certificates": len(units),
        **dict.fromkeys(("president", "president_percent", "directors_percent"), units[0] * 10),
        **dict.fromkeys(("others", "ordinary", "ordinary_count"), len(units) - 1),
        "ordinary_percent": ordinary * 10,
        # Station markers of a company.
        "counts": counts,
        "min": counts[0],
        "max": counts[-1],
        "unlimited_tiles": [name for name, tile in d.tiles.items() if tile.count < 0],
        "total": sum(tile.count for tile in d.tiles.values()),
    }


def tiles(color: str) -> Reading:
    """How many there are of each tile of a colour."""

    def read(scene: Scene) -> Figures:
        counts = {name: tile.count for name, tile in scene.laid().p.d.tiles.items() if tile.color == color}
        return {**counts, "total": sum(counts.values())}

    return read


def boxes(section: str) -> Reading:
    """The boxes of one colour in the stock market."""

    def read(scene: Scene) -> Figures:
        prices = [spot.price for spot in scene.laid().p.d.market.boxes.values() if spot.section == section]
        return {"boxes": len(prices), "lowest": min(prices), "highest": max(prices)}

    return read


def row(market: str) -> Reading:
    """One of several stock markets."""

    def read(scene: Scene) -> Figures:
        prices = [spot.price for spot in scene.laid().p.d.market.boxes.values() if spot.market == market]
        return {"min": min(prices), "max": max(prices)}

    return read


def pars(scene: Scene) -> Figures:
    """The prices at which a company can be started."""
    table = scene.laid().with_cash("Ann", 3000).stock_round("Ann")
    return {"pars": sorted({move["price"] for move in table.legal("Ann", "par", company=scene.buyer)})}


# --- private companies and companies


def private(name: str) -> Reading:
    """A private company: its price, the hexes it blocks, and what it pays its owner at the start of a round."""

    def read(scene: Scene) -> Figures:
        sheet, hexes = scene.laid().p.d.privates[name], scene.laid().p.d.map.hexes
        return {
            **dict.fromkeys(("cost", "face"), sheet.cost),
            "revenue": pays(scene, name, "Cem"),
            "company_revenue": pays(scene, name, scene.buyer),
            **dict.fromkeys(
                ("blocks", "hexes"), sorted(at for at, there in hexes.items() if there.sheet.blocked_by == name)
            ),
        }

    return read


def privates(scene: Scene) -> Figures:
    """All private companies."""
    several = {name: private(name)(scene) for name in scene.laid().p.d.privates}
    return {what: {name: figures[what] for name, figures in several.items()} for what in ("cost", "revenue")}


def pays(scene: Scene, name: str, owner: str) -> int:
    """What a private company pays an owner."""
    table = scene.laid().with_company(scene.buyer, "Ann", **{"Ann": 6, **scene.started}).with_private(name, owner)
    before = table.cash(owner)
    return table.operating_round().cash(owner) - before


def company(symbol: str) -> Reading:
    """A company's home, where it places its first marker before anything else, its markers and its destination."""

    def read(scene: Scene) -> Figures:
        table = scene.laid()
        sheet, hexes = table.p.d.companies[symbol], table.p.d.map.hexes
        if symbol in table.p.d.privates:
            table.with_private(symbol, "closed")
        before = len(table.s.board.markers)
        table.with_company(symbol, "Ann", **{"Ann": 6, **scene.started}, home=False, turns=0).operating_round()
        [home] = [marker for marker in table.s.board.markers[before:] if marker.company == symbol]
        left = table.s.companies[symbol].markers
        assert list(sheet.markers[1:]) == left
        far = hexes[sheet.destination].stops[0].name if sheet.destination else ""
        place, number = home.stop.split("/")[0], 1 + len(left)
        return {"name": sheet.name, "home": place, "destination": far, **dict.fromkeys(NUMBER, number)}

    return read


NUMBER = ("markers", "tokens", "stations")
"""What ledgers call the number of a company's markers."""


def in_city(symbol: str) -> Reading:
    """The same with the name of its home."""

    def read(scene: Scene) -> Figures:
        figures = company(symbol)(scene)
        return {**figures, "home": scene.laid().p.d.map.hexes[figures["home"]].stops[0].name}

    return read


def on_its_sheet(symbol: str) -> Reading:
    """A company's home and markers where the home cannot be placed at once."""

    def read(scene: Scene) -> Figures:
        sheet = scene.laid().p.d.companies[symbol]
        return {"home": sheet.home, **dict.fromkeys(NUMBER, len(sheet.markers))}

    return read


def markers(scene: Scene) -> Figures:
    """What each marker costs, by company."""
    return {symbol: sheet.markers for symbol, sheet in scene.laid().p.d.companies.items()}


def markers_of(symbol: str) -> Reading:
    """What each of a company's markers costs."""
    return lambda scene: {"markers": markers(scene)[symbol]}


# --- trains


def train(kind: str, back: str = "") -> Reading:
    """A kind of train: how many there are, what a company pays for the next one, and in which phase they rust."""

    def read(scene: Scene) -> Figures:
        table = scene.buying(kind)
        d = table.p.d
        count = d.train_counts[kind]
        cards = [card.kind for card in table.s.trains.values()].count(kind)
        assert cards == (1 if count < 0 else count)
        rust = {phase.on: phase.name for phase in d.phases.values()}
        figures = {
            "type": kind,
            "single": kind,
            "count": "unlimited" if count < 0 else count,
            "rusted_by": rust.get(d.trains[kind].rusted_by, ""),
            **dict.fromkeys(("cost", "price", "single_price"), paid(scene, kind)),
        }
        return figures | ({"double": back, "double_price": paid(scene, back, kind)} if back else {})

    return read


def trains(scene: Scene) -> Figures:
    """All kinds of train."""
    several = {kind: train(kind)(scene) for kind in scene.laid().p.d.trains}
    return {what: {kind: figures[what] for kind, figures in several.items()} for what in ("count", "price")}


def colors(scene: Scene) -> Figures:
    """How many trains there are of each colour: that of the phase which their first one starts."""
    d = scene.laid().p.d
    first = next(iter(d.trains))
    counts = {phase.name: d.train_counts[phase.on or first] for phase in d.phases.values()}
    return {**counts, "total": sum(d.train_counts.values())}


def paid(scene: Scene, kind: str, supply: str = "") -> int:
    """What a company pays the bank for a train, and not a dollar less."""
    table = scene.buying(supply or kind)
    before, moves = table.cash(scene.buyer), table.legal("Ann", "buy_train", **{"from": "bank"}, kind=kind)
    table.refused("Ann", "buy_train", **moves[-1] | {"price": table.p.d.trains[kind].price - 1})
    return before - table.do("Ann", "buy_train", **moves[-1]).cash(scene.buyer)


# --- phases


def begins(*kinds: str) -> Reading:
    """What follows from the first train of a kind, and from no other: a new phase, and trains that rust."""

    def read(scene: Scene) -> Figures:
        phases: dict[str, str] = {}
        rusts: dict[str, list[str]] = {}
        for kind in kinds:
            others = [old for old in scene.laid().p.d.trains if old != kind]
            after = {old: after_first(scene, kind, old) for old in others}
            [phases[kind]] = {phase for phase, _ in after.values()}
            rusts[kind] = [old for old, (_, stays) in after.items() if not stays]
        return {"phases": phases, "rusts": rusts}

    return read


def after_first(scene: Scene, kind: str, old: str) -> tuple[str, bool]:
    """Ann's company buys the first trains of a kind: the phase then, and whether another kind's trains are left.

    Another company has one of these, and a second lies in the pool.
    """
    table = scene.buying(kind).with_company(scene.other, "Bob", **{"Bob": 6, **scene.started})
    before = table.s.phase
    with table.arrange() as p:
        cards = [card for card in p.s.trains.values() if card.kind == old and card.at in ("supply", "gone")]
        for card, place in zip(cards, (scene.other, "pool"), strict=False):
            card.at = place
    table.operating_turn(scene.buyer, "train")
    for _ in range(2):
        if moves := table.legal("Ann", "buy_train", **{"from": "bank"}, kind=kind):
            table.do("Ann", "buy_train", **moves[-1])
    assert table.s.phase != before and len(table.happened("phase")) == 1
    left, pool = table.trains(scene.other), [card.kind for card in table.s.trains.values() if card.at == "pool"]
    assert left in ([], [old]) and (not cards[1:] or pool == left), old
    return table.s.phase, bool(left)


def limit(scene: Scene) -> Figures:
    """How many trains a company may have, by phase."""
    return {"limit": {phase: limit_in(phase)(scene)["limit"] for phase in scene.laid().p.d.phases}}


def limit_in(*phases: str) -> Reading:
    """How many trains a company may have in these phases: it buys the last one, and no more."""

    def read(scene: Scene) -> Figures:
        kind = next(iter(scene.laid().p.d.trains))
        [most] = {
            sum(
                bool(
                    scene.buying(kind, phase=phase, owned=(kind,) * count).legal("Ann", "buy_train", **BANK, kind=kind)
                )
                for count in range(5)
            )
            for phase in phases
        }
        return {"limit": most}

    return read


BANK = {"from": "bank"}


def rounds(scene: Scene) -> Figures:
    """How many operating rounds a set has, by phase."""
    by_phase = {phase: played(scene, phase) for phase in scene.laid().p.d.phases}
    return {"ors": by_phase, "min_or": min(by_phase.values()), "max_or": max(by_phase.values())}


def rounds_in(*phases: str) -> Reading:
    """How many operating rounds a set has that begins in these phases: they are played to the next stock round."""

    def read(scene: Scene) -> Figures:
        [number] = {played(scene, phase) for phase in phases}
        return {"ors": number, "rounds": number}

    return read


def played(scene: Scene, phase: str) -> int:
    """How many operating rounds are played before the next stock round, when no company operates."""
    table = scene.laid().with_phase(phase).stock_round("Ann")
    for _ in table.s.players:
        # At the end of some games nobody has anything left to decide.
        if table.deciders():
            table.do(table.deciders()[0], "pass")
    numbers = [event["number"] for event in table.happened("round") if event["round"] == "operating"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert table.s.clock.round == "stock" or not table.deciders()
    return len(numbers)


def newest_tiles(scene: Scene) -> Figures:
    """The newest colour of tiles, by phase."""
    return {"newest_tiles": {name: sheet.tiles[-1] for name, sheet in scene.laid().p.d.phases.items()}}
