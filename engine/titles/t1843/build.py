"""Track: two yellow tiles for five companies, Paris, brown tiles laid directly at ports (8.4)."""

from __future__ import annotations

from engine.board import lay
from engine.core.agenda import used
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run, Used
from engine.family import defaults, homes, operating, track
from engine.family.track import L
from engine.titles.t1843.define import PORTS
from engine.titles.t1843.homes import waits_for_track

TWO_YELLOWS = ("EST", "MID", "OU", "PRO", "SO")
SECOND_COSTS = 20
BROWN_AT_ONCE = ("MID", "PRO", "SO")
SPECIAL, EXTRA = "special", "extra"
"""Notes of a turn: a private company's tile that replaces the normal track, and one laid in addition."""


def _built(frame: Run | None) -> list[str]:
    return [note.what for note in frame.used if note.what in ("yellow", "upgrade", SPECIAL, EXTRA)] if frame else []


def _upgrades(p: Position, hex_id: str, tile: str) -> bool:
    """Is this tile an upgrade? A brown one is, even at a port without a tile."""
    return p.d.tiles[tile].color != "yellow" if tile else lay.is_upgrade(p, hex_id)


def allowance(p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
    """One yellow tile, two for five companies, or one upgrade (8.4)."""
    built = _built(operating.turn(p))
    section = "8.4"
    if SPECIAL in built:
        return Refusal(
            because("{company} has used a private company's power in place of its normal track", company=company),
            section,
        )
    if "upgrade" in built:
        return Refusal("the company has already upgraded a tile this turn", section)
    if EXTRA in built[1:]:
        return Refusal("the company has already laid its track and the extra tile after it", "10.2")
    yellows = built.count("yellow")
    if _upgrades(p, hex_id, tile):
        return (
            Refusal("a company cannot lay a yellow tile and upgrade another in the same turn", section)
            if yellows
            else None
        )
    if yellows >= (2 if company in TWO_YELLOWS else 1):
        return Refusal(
            because("{company} may lay no more yellow tiles this turn", company=company),
            "8.4.1",
            "it has laid one" if yellows == 1 else because("it has laid {yellows} tiles", yellows=yellows),
        )
    return None


def cost(p: Position, company: str, hex_id: str, tile: str, rotation: int) -> int:
    """Terrain with the first tile, 40fr for every tile of Paris, 20fr for a second yellow one (8.4.1, 8.4.3)."""
    total = defaults.terrain(p, company, hex_id, tile, rotation) + p.d.map.hexes[hex_id].sheet.fee
    if not _upgrades(p, hex_id, tile) and "yellow" in _built(operating.turn(p)):
        total += SECOND_COSTS
    return total


def note_lay(p: Position, company: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
    """Count it against the allowance."""
    frame.used.append(Used("upgrade" if _upgrades(p, hex_id, tile) else "yellow", hex_id))


def _waiting(p: Position, hex_id: str) -> list[str]:
    return [c for c in p.d.companies if p.d.companies[c].home == hex_id and waits_for_track(p, c)]


def laid(p: Position, hex_id: str, first: bool) -> None:
    """A company that has waited for track in its home chooses its city; one yet to operate will do so then (8.3).

    It is asked beside the family's question, whose answer voids this one: files of older games count the numbers that
    both take.
    """
    waiting = _waiting(p, hex_id)
    for company in waiting:
        homes.ask_for_city(p, company, company, p.d.map.homes[company])
    if waiting:
        homes.laid(p, hex_id, first)


def brown_at_once(p: Position, company: str, hex_id: str, tile: str) -> bool:
    """May this company treat the port as if it had a green tile, and does this brown tile go there (8.4.3)?"""
    if company not in BROWN_AT_ONCE or hex_id not in PORTS:
        return False
    sheet = p.d.tiles[tile]
    laid_now = p.board.tiles.get(hex_id)
    if sheet.color != "brown" or (laid_now and p.d.tiles[laid_now.tile].color not in ("yellow", "green")):
        return False
    cities = len(p.d.map.hexes[hex_id].stops)
    return [stop.kind for stop in sheet.stops] == ["city"] * cities and hex_id in p.d.places[tile]


class Lay(track.Lay[L]):
    """Lay a yellow tile or upgrade a hex that the company can reach."""

    def hex_refusal(self, p: Position, company: str, hex_id: str) -> Refusal | None:
        """A company without track may build where its home marker waits."""
        if lay.may_follow(p, hex_id) and waits_for_track(p, company) and hex_id == p.d.companies[company].home:
            return None
        return super().hex_refusal(p, company, hex_id)

    def fitting(self, p: Position, company: str, hex_id: str) -> tuple[str, ...]:
        """Those of the chart, and those that go directly to brown at a port."""
        at_once = [tile for tile in p.d.tiles if brown_at_once(p, company, hex_id, tile)]
        return lay.in_order(p, [*lay.may_follow(p, hex_id), *at_once])

    def fits(self, p: Position, company: str, hex_id: str, tile: str) -> Refusal | None:
        """By the upgrade chart, or directly to brown at a port."""
        if not brown_at_once(p, company, hex_id, tile):
            return super().fits(p, company, hex_id, tile)
        if "brown" not in p.d.phases[p.s.phase].tiles:
            return Refusal(
                because("brown tiles are not available in {phase}", phase=p.s.phase), p.title.sections["phase"]
            )
        return (
            Refusal(because("no tile {tile} is left", tile=tile), p.title.sections["supply"])
            if lay.tiles_left(p, tile) == 0
            else None
        )


def use_refusal(p: Position, company: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """Reaching any track of the tile is enough (8.4.1)."""
    if waits_for_track(p, company) and hex_id == p.d.companies[company].home:
        return None
    return lay.traced_refusal(p, company, hex_id, tile, rotation)


def has_built(p: Position) -> bool:
    """Has the company laid or placed anything in this turn, except the extra tile?"""
    frame = operating.turn(p)
    return bool([what for what in _built(frame) if what != EXTRA]) or (frame is not None and used(frame, "token"))
