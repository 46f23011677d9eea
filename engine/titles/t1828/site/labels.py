"""The site's certificates of systems, numbered anew in the order in which they are handed out in a merger."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Unreadable
from engine.events import Event
from engine.exchange.site_labels import Labels
from engine.family.running import trains_of
from engine.finance import shares
from engine.position import Position
from engine.titles.t1828.site.names import ours


class Labels1828(Labels):
    """Named certificates; a company's names are those of its system once it has one."""

    def __init__(self, p: Position) -> None:
        super().__init__(p)
        for cert, place in p.s.certs.items():
            if place.startswith("with:"):
                company, _, number = cert.rpartition(".")
                self.move([f"{company}_{number}"], place)

    def card(self, company: str, name: str) -> str:
        """Our train card of a company for a name of the site."""
        row = self.trains.get(company, [])
        if name not in row:
            raise Unreadable(f"{company} has no train {name!r}.")
        kind = name.rpartition("-")[0]
        alike = [other for other in row if other.rpartition("-")[0] == kind]
        mine = [card for card in trains_of(self.p, company) if self.p.s.trains[card].kind == ours(kind)]
        return mine[alike.index(name)]

    def follow_merger(self, events: Sequence[Event], stays: str, goes: str, director_before: str) -> None:
        """Numbers go to players as they trade, then to the pool, the rest to the offering; one to the treasury."""
        row = [f"{stays}_{number}" for number in range(1, 9)]
        hands: dict[str, list[str]] = {}
        chief, holder = f"{stays}_0", ""

        def units(player: str) -> int:
            return len(hands.get(player, ())) + (2 if player == holder else 0)

        def take(player: str, count: int) -> None:
            nonlocal holder
            mine = hands.setdefault(player, [])
            if count >= 2 and not holder and player == director_before:
                holder, count = player, count - 2
            for _ in range(count):
                mine.append(row.pop(0))
                if player in self.p.seats and player != holder:
                    become_director(player, mine)

        def become_director(player: str, mine: list[str]) -> None:
            nonlocal holder
            if not holder and len(mine) >= 2:
                row.extend(mine[:2])
            elif holder and units(player) > units(holder):
                hands[holder] += mine[:2]
            else:
                return
            del mine[:2]
            holder = player

        for event in events:
            player = str(event.data.get("player", ""))
            if event.kind == "traded" and player != shares.IPO:
                take(player, int(event.data["shares"]))
            elif event.kind == "traded_up" and player != shares.IPO:
                take(player, 1)
        pool = shares.units_at(self.p, shares.POOL, stays) - len(hands.get(shares.POOL, ()))
        hands.setdefault(shares.POOL, []).extend(row.pop(0) for _ in range(max(pool, 0)))
        director = next((str(e.data["player"]) for e in events if e.kind == "donated"), "")
        self.move([name for name in self.where if name.rpartition("_")[0] == goes], "gone")
        if director and hands.get(director):
            self.move([hands[director].pop(0)], stays)
        for player, names in hands.items():
            self.move(names, player)
        self.move(row, shares.IPO)
        self.move([chief], holder or director)
