"""A table of 1889: the table of all titles, and track named by the sides of flat hexes."""

from __future__ import annotations

from typing import Self

from tests.positions import table

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")


class Table(table.Table):
    """Players are called by name. The game begins in the private auction."""

    title = "1889"

    def track(self, hex_id: str, tile: str, sides: str) -> Self:
        """Lay a tile so that its track leads to exactly these sides ("N SE")."""
        return self.with_tile(hex_id, tile, self.turn(tile, sides))

    def turn(self, tile: str, sides: str) -> int:
        """The rotation in which a tile leads to exactly these sides."""
        wanted = sorted(self.p.d.map.grid.edge[side] for side in sides.split())
        turned = self.p.d.tiles[tile].rotations
        return next(rotation for rotation in range(6) if sorted(turned[rotation].exits) == wanted)

    def lay(self, who: str, hex_id: str, tile: str, sides: str) -> Self:
        """Lay it by the rules."""
        return self.do(who, "lay", hex=hex_id, tile=tile, rotation=self.turn(tile, sides))

    def may_not_lay(self, who: str, hex_id: str, tile: str, sides: str, section: str = "") -> str:
        """Assert that it cannot be laid."""
        return self.refused(who, "lay", section, hex=hex_id, tile=tile, rotation=self.turn(tile, sides))

    def owner(self, private: str) -> str:
        """Who has a private company: a player's name, a company, `sale` or `closed`."""
        place = self.s.privates[private]
        return self.name(place) if place in self.p.seats else place
