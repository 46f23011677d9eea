"""Lines of track with trains to run on them."""

from __future__ import annotations

from tests.t1843.table import Table, lay_track


def line(*trains: str, phase: str = "brown", marker: str = "", **options: str) -> Table:
    """Nantes, Orléans, Versailles, a town, Nancy, Sarrebruck: 20, 20, 20, 10, 50, 70. The PO is in Orléans."""
    table = Table(**options).with_phase(phase)
    table.with_company("PO", "Ann", par=79, treasury=0, Ann=4, Bob=2).with_train("PO", *trains)
    lay_track(table, "E8", "57", "SW NE")
    for hex_id, tile in {"F9": "9", "F11": "9", "F13": "57", "F15": "57", "F17": "9", "F19": "9"}.items():
        lay_track(table, hex_id, tile, "W E")
    table.with_tile("F21", "55", 1).with_tile("F23", "66", 1)
    return table.with_marker("PO", marker) if marker else table


def income(table: Table) -> int:
    """What the best run earns."""
    table.operating_turn("PO", "run").run_best("Ann")
    return sum(int(ran["amount"]) for ran in table.happened("ran"))


def rouen(*trains: str, phase: str = "yellow", **options: str) -> Table:
    """OU in Rennes D9 (20), a line to Rouen D15 (20), on to a town D17.. in the east; trains to run it with."""
    table = Table(runs="free", **options).with_company("OU", "Ann", par=73, Ann=6, treasury=1000)
    table.with_company("EST", "Bob", par=67, Bob=6)
    for private in ("TB", "C", "PStG", "LH", "VdL", "BA"):
        table.with_private(private, "closed")
    table.with_train("OU", *trains)
    for hex_id, tile, sides in (
        ("D9", "57", "W E"),
        ("D11", "9", "W E"),
        ("D13", "9", "W E"),
        ("D15", "57", "W E"),
        ("D17", "8", "W SE"),
        ("E18", "8", "NW E"),
        ("E20", "57", "W E"),
    ):
        lay_track(table, hex_id, tile, sides)
    return table.with_phase(phase)


def to_town(*trains: str, phase: str = "yellow") -> Table:
    """OU in Rennes, south-east to the town E10 and on over F11 to Orléans F13 and Versailles F15."""
    table = Table(runs="free").with_company("OU", "Ann", par=73, Ann=6, treasury=1000)
    table.with_company("EST", "Bob", par=67, Bob=6).with_train("OU", *trains)
    for hex_id, tile, sides in (
        ("D9", "57", "NW SE"),
        ("E10", "4", "NW SE"),
        ("F11", "8", "NW E"),
        ("F13", "57", "W E"),
        ("F15", "57", "W E"),
    ):
        lay_track(table, hex_id, tile, sides)
    return table.with_phase(phase)


def go(table: Table) -> Table:
    return table.operating_turn("OU", step="run")


def train(table: Table, part: str = "") -> str:
    """What a route calls the company's train; of a pair, or a certificate of several faces, the part named."""
    return next(name for name, card in table.s.trains.items() if card.at == "OU") + part


def train_of(table: Table, company: str) -> str:
    return next(name for name, card in table.s.trains.items() if card.at == company)


TO_ROUEN = ("D9", "D11", "D13", "D15")


TO_REIMS = (*TO_ROUEN, "D17", "E18", "E20")


SOUTH = ("D9", "E10", "F11", "F13")
