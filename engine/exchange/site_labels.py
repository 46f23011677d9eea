"""The site's names for certificates, trains and tiles, moved about as the site moves them.

Certificates of one company are alike to us; the site's files name each one, and which of several goes where follows
from the order in which they came to a place. So the names are kept in rows of their own beside our state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.errors import Unreadable
from engine.core.position import Position
from engine.core.sentences import because
from engine.exchange.site_log import MOST_DIGITS, MOST_NAMED
from engine.family.running import trains_of


class Labels:
    """Where each named certificate, train and tile is."""

    def __init__(self, p: Position, printed: Mapping[str, str]) -> None:
        self.p = p
        self.printed = printed
        """Printed cities that the site does not call by their hex and 0, because it numbers those that are alike."""
        self.shares: dict[tuple[str, str], list[str]] = {}
        self.where: dict[str, str] = {}
        self.with_private: dict[str, str] = {}
        """Private company -> the single certificate that comes with it."""
        self.owed: tuple[str, int] = ("", 0)
        """Seller of part of a president's certificate, and how many single ones they get back."""
        for cert in p.d.certs.values():
            name = f"{cert.company}_{cert.id.rpartition('.')[2]}"
            self.shares.setdefault(("ipo", cert.company), []).append(name)
            self.where[name] = "ipo"
            private = p.s.certs[cert.id].partition("with:")[2]
            if private and not name.endswith("_0"):
                self.with_private[private] = name
        self.trains: dict[str, list[str]] = {}
        self.sold: set[str] = set()
        """Trains that have left the supply."""
        self.has_run: set[str] = set()
        self.tiles: dict[str, str] = {}

    # --- certificates

    def place(self, name: str) -> str:
        """Where a certificate is."""
        if name not in self.where:
            raise Unreadable(because("there is no share {name!r}.", name=name))
        return self.where[name]

    def check_together(self, names: list[str]) -> str:
        """The place of certificates of one company that are together, each named once."""
        place, company = self.place(names[0]), names[0].rpartition("_")[0]
        for name in names:
            if self.place(name) != place or name.rpartition("_")[0] != company or names.count(name) > 1:
                raise Unreadable(because("{share!r} does not lie with {other!r}.", share=name, other=names[0]))
        return place

    def units(self, names: list[str]) -> int:
        """How many tenths certificates are."""
        return sum(self.worth(name) for name in names)

    def worth(self, name: str) -> int:
        """How many tenths a certificate is."""
        company, _, number = name.rpartition("_")
        return self.p.d.certs[f"{company}.{number}"].units

    def numbers(self, place: str, company: str) -> list[int]:
        """Numbers of a company's certificates at a place."""
        return sorted(int(name.rpartition("_")[2]) for name in self.shares.get((place, company), ()))

    def singles(self, place: str, company: str) -> list[str]:
        """A company's certificates at a place but for the president's, in the order in which they came there."""
        return [name for name in self.shares.get((place, company), ()) if not name.endswith("_0")]

    def move(self, names: list[str], place: str) -> None:
        """Put certificates at the end of a place's row."""
        for name in names:
            company = name.rpartition("_")[0]
            self.shares[(self.place(name), company)].remove(name)
            self.shares.setdefault((place, company), []).append(name)
            self.where[name] = place

    def sell(self, names: list[str], seller: str, units: int) -> None:
        """All named go to the market; of a president's certificate sold in part the rest comes back in single ones."""
        worth = self.units(names)
        self.move(names, "pool")
        self.owed = (seller, worth - units)

    def new_president(self, company: str, new: str) -> None:
        """The president's certificate against the first single ones of the new president."""
        chief = f"{company}_0"
        place = self.place(chief)
        singles = self.singles(new, company)[: self.worth(chief)]
        self.move(singles, place)
        self.move([chief], new)
        seller, count = self.owed
        if count:
            self.move([name for name in self.shares[("pool", company)] if name != chief][:count], seller)
            self.owed = ("", 0)

    def withdraw(self, company: str) -> None:
        """A closed company's certificates are gone."""
        self.move([name for name in self.where if name.rpartition("_")[0] == company], "gone")

    # --- trains

    def card(self, company: str, name: str) -> str:
        """Our train card of a company for a name of the site."""
        self.check_train(company, name)
        row = self.trains[company]
        kind = name.rpartition("-")[0]
        alike = [other for other in row if other.rpartition("-")[0] == kind]
        ours = [card for card in trains_of(self.p, company) if self.p.s.trains[card].kind == self.our_kind(kind)]
        return ours[alike.index(name)]

    def our_kind(self, kind: str) -> str:
        """Our name of a kind of train."""
        return kind

    def train_place(self, name: str) -> str:
        """Whose the train is; `supply` if it has never been sold."""
        for place, row in self.trains.items():
            if name in row:
                return place
        kind, _, number = name[:MOST_NAMED].rpartition("-")
        if name in self.sold or not number.isdecimal() or int(number) not in self.copies(self.our_kind(kind)):
            raise Unreadable(because("there is no train {train!r} to be had.", train=name[:MOST_NAMED]))
        return "supply"

    def copies(self, kind: str) -> range:
        """The numbers of the trains of a kind."""
        count = self.p.d.train_counts.get(kind, 0)
        return range(count if count >= 0 else 10**MOST_DIGITS)

    def check_train(self, company: str, name: str) -> None:
        """The company has this train."""
        if name not in self.trains.get(company, ()):
            raise Unreadable(because("{company} has no train {name!r}.", company=company, name=name[:MOST_NAMED]))

    def move_train(self, name: str, place: str) -> None:
        """Put a train at the end of a row."""
        for row in self.trains.values():
            if name in row:
                row.remove(name)
        self.trains.setdefault(place, []).append(name)
        self.sold.add(name)

    def rust(self, kind: str) -> None:
        """All trains of a kind are gone."""
        for place, row in self.trains.items():
            self.trains[place] = [name for name in row if name.rpartition("-")[0] != kind]

    def mark_run(self, company: str) -> None:
        """The trains of a company have run."""
        self.has_run |= set(self.trains.get(company, ()))

    def unmark(self, company: str) -> None:
        """They may run once more."""
        self.has_run -= set(self.trains.get(company, ()))

    # --- tiles

    def check_free_tile(self, tile: str, copies: Iterable[str]) -> None:
        """One of the copies of a tile, and not on the map."""
        if tile in self.tiles.values() or tile not in copies:
            raise Unreadable(because("there is no tile {tile!r} to be had.", tile=tile[:MOST_NAMED]))

    def tile_at(self, hex_id: str) -> str:
        """The tile that lies in a hex, or is printed there."""
        return self.tiles.get(hex_id) or self.printed.get(hex_id, f"{hex_id}-0")

    def hex_of(self, tile: str) -> str:
        """Where a tile lies; a preprinted one mostly carries its hex in its name."""
        for hex_id, name in (*self.tiles.items(), *self.printed.items()):
            if name == tile and self.tile_at(hex_id) == tile:
                return hex_id
        hex_id = tile.rpartition("-")[0]
        if hex_id not in self.p.d.map.hexes or hex_id in self.tiles:
            raise Unreadable(because("there is no tile {tile!r} on the map.", tile=tile[:MOST_NAMED]))
        return hex_id
