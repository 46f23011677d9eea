"""Where the money came from: what each player is worth, split by its sources to the last dollar.

What a player is worth is cash, shares at market value and private companies at cost. Each move's change is split by
what the move's events tell of payments. What no event tells of is for the shares or the private company that changed
hands. Of what shares lost, the part of sales is kept apart: a player's own, and others'.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.events import Event
from engine.core.position import Position
from engine.family.auction import set_aside
from engine.finance import prices, shares

START = "start"
"""What a player began with."""
DIVIDENDS = "dividends"
"""Dividends of a company."""
GROWTH = "growth"
"""What the shares of a company gained while they were held, sales' effects apart."""
OWN_SALES = "own_sales"
"""What shares still held lost because their holder sold others of the company."""
OTHERS_SALES = "others_sales"
"""What shares held lost because others sold."""
PRIVATES = "privates"
"""A private company: its income, and what it brought or cost beyond its face value."""
DEBTS = "debts"
"""What a player put into companies, for trains above all."""
LEFT = "left"
"""What was lost on leaving the game."""
OTHER = "other"
"""Payments that belong to none of these."""
UNRECORDED = "unrecorded"
"""Changes in moves whose events were never stored."""
ENDING = "ending"
"""What the rules of the end add or take."""
SOURCES = (
    START,
    DIVIDENDS,
    PRIVATES,
    GROWTH,
    OWN_SALES,
    OTHERS_SALES,
    DEBTS,
    LEFT,
    OTHER,
    UNRECORDED,
    ENDING,
)
"""In the order in which they are shown."""
SALE = "sale"
"""The reason of a price that falls by a sale."""

Source = tuple[str, str]
"""One of SOURCES, and the company or private company it is of."""

SHARES = (DIVIDENDS, GROWTH, OWN_SALES, OTHERS_SALES)
"""What shares bring."""


@dataclass(frozen=True)
class Holdings:
    """What a player has at one moment."""

    cash: int
    """With what is set aside for bids."""
    units: dict[str, int]
    privates: frozenset[str]

    def worth(self, p: Position) -> int:
        """Cash, shares at market value, private companies at cost."""
        shares_worth = sum(units * prices.price(p, company) for company, units in self.units.items())
        return self.cash + shares_worth + sum(p.d.privates[private].cost for private in self.privates)


def holdings(p: Position, player: str) -> Holdings:
    """What a player has now."""
    units = {company: held for company in p.d.companies if (held := shares.units_at(p, player, company))}
    owned = frozenset(private for private, owner in p.s.privates.items() if owner == player)
    return Holdings(p.s.cash[player] + set_aside(p, player), units, owned)


@dataclass
class Books:
    """Each player's sources, kept up to date move by move."""

    entries: dict[str, dict[Source, int]] = field(default_factory=dict[str, dict[Source, int]])
    costs: Mapping[str, int] = field(default_factory=dict[str, int])
    """The private companies' face values."""

    def begin(self, p: Position, players: Sequence[str]) -> None:
        """Open the books for these players."""
        self.costs = {private: sheet.cost for private, sheet in p.d.privates.items()}
        self.entries = {player: {(START, ""): holdings(p, player).worth(p)} for player in players}

    def follow(self, before: Position, after: Position, events: Sequence[Event] | None) -> dict[str, dict[Source, int]]:
        """Book a move; returns what was booked. `events`: None if they were never stored."""
        move: dict[str, dict[Source, int]] = {}
        for player, entries in self.entries.items():
            had, has = holdings(before, player), holdings(after, player)
            if events is None:
                booked = [(UNRECORDED, "", has.worth(after) - had.worth(before))]
            else:
                booked = list(_Move(before, after, events, player, had, has).booked())
            move[player] = {}
            for kind, about, amount in booked:
                for book in (entries, move[player]) if amount else ():
                    book[kind, about] = book.get((kind, about), 0) + amount
        return move

    def close(self, p: Position, worth: Mapping[str, int]) -> None:
        """Book what the rules of the end make of it: `worth` is what counts."""
        for player, entries in self.entries.items():
            if correction := worth[player] - holdings(p, player).worth(p):
                entries[ENDING, ""] = entries.get((ENDING, ""), 0) + correction


@dataclass
class _Move:
    """One move, as it changed what one player is worth."""

    before: Position
    after: Position
    events: Sequence[Event]
    player: str
    had: Holdings
    has: Holdings

    def booked(self) -> Iterator[tuple[str, str, int]]:
        """The parts of the change."""
        paid = list(self._payments())
        traded: dict[str, int] = {}
        for kind, about, amount in paid:
            if kind == GROWTH:
                traded[about] = traded.get(about, 0) + amount
            else:
                yield kind, about, amount
        rest = self.has.cash - self.had.cash - sum(amount for _, _, amount in paid)
        if rest:
            kind, about = self._source_of_rest(traded, abs(rest))
            if kind == GROWTH:
                traded[about] = traded.get(about, 0) + rest
            else:
                yield kind, about, rest
        for company in {**self.had.units, **self.has.units, **traded}:
            yield from self._share(company, traded.get(company, 0))
        for private in self.had.privates ^ self.has.privates:
            cost = self.before.d.privates[private].cost
            yield PRIVATES, private, cost if private in self.has.privates else -cost

    def _payments(self) -> Iterator[tuple[str, str, int]]:
        """What the events say was paid, into or out of the player's cash."""
        for event in self.events:
            data, mine = event.data, event.data.get("player") == self.player
            match event.kind:
                case "dividend":
                    company = str(data["company"])
                    yield DIVIDENDS, company, int(data["each"]) * self.had.units.get(company, 0)
                case "private_pays" if data["owner"] == self.player:
                    yield PRIVATES, str(data["private"]), int(data["amount"])
                case "auction_sold" if mine:
                    yield PRIVATES, str(data["private"]), -int(data["price"])
                case "bought_private" if self.player in (data["buyer"], data["seller"]):
                    price = int(event.secret.get("price", data.get("price", 0)))
                    yield PRIVATES, str(data["private"]), -price if data["buyer"] == self.player else price
                case "sold" if mine:
                    yield GROWTH, str(data["company"]), int(data["amount"])
                case "bought" if mine:
                    yield GROWTH, str(data["company"]), -int(data["amount"])
                case "protected" if mine:
                    yield GROWTH, str(data["company"]), -int(data["price"]) * int(data["shares"])
                case "contributes" | "contribution_lost" if mine:
                    yield DEBTS, "", -int(data["amount"])
                case _:
                    pass

    def _source_of_rest(self, traded: Mapping[str, int], amount: int) -> Source:
        """What a payment was for that no known event tells: shares that changed hands, or for which just so
        much was paid, a private company, or a company that the events name.
        """
        if self.after.seat(self.player).out and not self.before.seat(self.player).out:
            return LEFT, ""
        units = {*self.had.units, *self.has.units} - set(traded)
        moved = sorted(one for one in units if self.had.units.get(one, 0) != self.has.units.get(one, 0))
        if moved:
            bought = [one for one in moved if self.has.units.get(one, 0) > self.had.units.get(one, 0)]
            return GROWTH, self._root((bought or moved)[0])
        theirs = [event.data for event in self.events if event.data.get("player") == self.player]
        about = [data for data in theirs if "company" in data]
        if exact := [data for data in about if amount in data.values()]:
            return GROWTH, self._root(str(exact[0]["company"]))
        named = [str(event.data["private"]) for event in self.events if "private" in event.data]
        mine = [one for one in named if one in self.had.privates or one in self.has.privates]
        if named:
            return PRIVATES, (mine or named)[0]
        # Several payments for the shares of one company, as in a merger.
        return (GROWTH, self._root(str(about[0]["company"]))) if about else (OTHER, "")

    def _share(self, company: str, paid: int) -> Iterator[tuple[str, str, int]]:
        """What the shares of a company did to the player's worth, and the sales among its reasons."""
        old, new = prices.price(self.before, company), prices.price(self.after, company)
        had, has = self.had.units.get(company, 0), self.has.units.get(company, 0)
        change, fall = has * new - had * old + paid, 0
        if has and (sellers := self._sellers(company)):
            moves = [event.data for event in self.events if event.kind == "price" and event.data["company"] == company]
            fall = has * sum(int(one["new"]) - int(one["old"]) for one in moves if one["why"] == SALE)
            yield OWN_SALES if sellers == {self.player} else OTHERS_SALES, self._root(company), fall
        yield GROWTH, self._root(company), change - fall

    def _sellers(self, company: str) -> set[str]:
        """Whose sales of a company are settled in this move."""
        now = [str(e.data["player"]) for e in self.events if e.kind == "sold" and e.data["company"] == company]
        return {*now, *(lot.seller for lot in self.before.s.lots if lot.company == company)}

    def _root(self, company: str) -> str:
        """The company that a company has become part of, in the end."""
        while into := self.after.company(company).into:
            company = into
        return company


def sum_about(entries: Mapping[Source, int], companies: Collection[str]) -> int:
    """What the shares of these companies brought."""
    return sum(amount for (kind, about), amount in entries.items() if kind in SHARES and about in companies)
