"""Long lines to destinations, for tests of connection runs."""

from __future__ import annotations

from tests.positions.lines import lay
from tests.t1870.table import Table


def gulf(*, gap: str = "", **options: str) -> Table:
    """Southwest to New Orleans by Galveston (SP, three stops), and from Dallas by Austin (T&P, five stops)."""
    table = Table(**options)
    for hex_id in ("N5", "N9", "N11", "N13", "N15"):
        if hex_id != gap:
            lay(table, hex_id, "9", "E W")
    lay(table, "N7", "57", "E W")
    lay(table, "N17", "6", "W NE")
    lay(table, "N3", "23", "E W NW")
    lay(table, "M2", "6", "NE SE")
    lay(table, "L3", "9", "NE SW")
    lay(table, "K4", "4", "NE SW")
    return lay(table, "J5", "57", "NE SW")


def texas(**options: str) -> Table:
    """St. Louis to Dallas (MP, five stops), and Memphis to Fort Worth through Dallas (SSW, four stops)."""
    table = Table(**options)
    for hex_id, tile in {"C18": "57", "D17": "4", "E16": "9", "F15": "9", "G14": "9", "H13": "57", "I12": "9"}.items():
        lay(table, hex_id, tile, "SW NE")
    for hex_id, tile in {"J13": "9", "J9": "4", "J7": "9", "J5": "57", "J3": "57"}.items():
        lay(table, hex_id, tile, "E W")
    lay(table, "J11", "24", "W E NE")
    lay(table, "J15", "8", "NE W")
    lay(table, "I16", "9", "NE SW")
    lay(table, "H17", "57", "NE SW")
    table.with_company("MP", "Ann", Ann=6).with_train("MP", "5")
    return table.with_company("SSW", "Bob", par=90, Bob=6).with_train("SSW", "4")


def prairie(**options: str) -> Table:
    """Fort Worth to Denver (FW&D, two stops), and Denver to the town in A10."""
    table = Table(**options)
    for hex_id, sides in {"H1": "SE NE", "G2": "SW NW", "F1": "SE NE", "E2": "SW NW", "D1": "SE NE"}.items():
        lay(table, hex_id, "8", sides)
    lay(table, "B3", "8", "SW NW")
    lay(table, "C2", "9", "SW NE")
    lay(table, "I2", "9", "SE NW")
    lay(table, "J3", "57", "NW SE")
    for hex_id in ("A4", "A6", "A8"):
        lay(table, hex_id, "9", "E W")
    lay(table, "A10", "4", "E W")
    return table.with_company("FW", "Ann", Ann=6).with_train("FW", "2")


def connecting(table: Table) -> str:
    """The company that is making its connection run, if any."""
    top = table.s.agenda[-1]
    return top.subject if top.rule == "connection" else ""


def operating(table: Table) -> str:
    """The company that is operating, if any."""
    top = table.s.agenda[-1]
    return top.subject if top.rule == "operating_turn" else ""


def end_turn(table: Table) -> Table:
    """Finish the current turn without laying, placing or buying anything, paying half the income."""
    company = operating(table)
    assert company
    while operating(table) == company:
        who = table.deciders()[0]
        verbs = table.verbs(who)
        if "run" in verbs:
            table.run_best(who)
        elif "dividend" in verbs:
            table.do(who, "dividend", kind="half")
        else:
            table.do(who, "skip")
    return table


def connect(table: Table, who: str, token: str = "place", kind: str = "full") -> int:
    """Carry a connection run through; its income."""
    table.do(who, "connect", token=token)
    table.do(who, "run_connection", routes=table.legal(who, "run_connection")[0]["routes"])
    table.do(who, "connection_dividend", kind=kind)
    return int(table.happened("dividend")[-1]["income"])
