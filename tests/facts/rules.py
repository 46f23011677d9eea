"""How figures of rules are read: what it takes to start a company, what may be held, what a tile becomes."""

from __future__ import annotations

from tests.facts.reading import Figures, Reading, Scene, pars

PAID = "what is paid or earned where it falls due"
BOUND = "how far one may go: what is offered, and what is refused"
PLACE = "where something lies, or may be done"
LAID = "what is laid out at the start, or set aside"
UNLIMITED = "how many the box holds of what never runs out"
"""Kinds of figures that one scene a title cannot show: the tests that bear the statement's mark play to each of them.
"""


def par(price: int) -> Reading:
    """A price at which a company can be started."""
    return lambda scene: {"par": price if price in pars(scene)["pars"] else None}


def starting(scene: Scene) -> Figures:
    """What the president's certificate costs: at every par, the same multiple."""
    several = set[int]()
    for price in pars(scene)["pars"]:
        table = scene.laid().with_cash("Ann", 3000).stock_round("Ann")
        paid = 3000 - table.do("Ann", "par", company=scene.buyer, price=price).cash("Ann")
        assert paid % price == 0
        several.add(paid // price)
    [multiple] = several
    return {"multiple_of_par": multiple}


def floating(scene: Scene) -> Figures:
    """How much of a company must have left the IPO before it operates."""
    need = scene.laid().p.d.companies[scene.buyer].floats_at
    return {"percent": need * 10, "ipo_percent_max": 100 - need * 10, "shares": need}


def pool(scene: Scene) -> Figures:
    """How much of a company the pool takes: so much can be sold, and no more."""
    most = scene.laid().p.title.holding.pool_units
    table = scene.laid().with_company(scene.buyer, "Bob", **{"Ann": 4, "Bob": 2, "pool": most - 2, **scene.started})
    table.stock_round("Ann")
    sold = {move["shares"] for move in table.legal("Ann", "sell", company=scene.buyer)}
    assert max(sold) == 2
    return dict.fromkeys(("percent", "pool_limit_percent"), most * 10)


def terrain(**shown: str) -> Reading:
    """What the first tile costs by what the map shows there; where nothing is named, wherever it costs anything."""

    def read(scene: Scene) -> Figures:
        costly = [place for place in scene.laid().p.d.map.hexes.values() if place.cost]
        figures: dict[str, int] = {}
        for name, kind in shown.items():
            [figures[name]] = {
                place.cost for place in costly if not kind or kind in {here.type for here in place.sheet.terrain}
            }
        return figures

    return read


def upgrades(tile: str) -> Reading:
    """The tiles to which a tile can be upgraded, wherever it lies."""

    return lambda scene: {tile: list(scene.laid().p.d.tiles[tile].upgrades_to)}
