"""Trading shares of two merging companies for shares of the system, tenth by tenth (7.5.2 steps 4 to 6, 7.5.2.1).

A director's certificate counts as the two singles for which it can be traded. Shares of the company that stays are the
system's shares; once received they lie face down and are out of the trading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.trial import Asker, Failed
from engine.finance import money, prices, shares

TRADE, SELL = "trade up", "sell"


class Trading:
    """Who has what while shares are traded."""

    def __init__(self, p: Position, ask: Asker, stays: str, goes: str, price: int) -> None:
        self.p = p
        self.ask = ask
        self.stays = stays
        self.goes = goes
        self.price = price
        """Price of the system's shares."""
        self.worth = {company: prices.price(p, company) for company in (stays, goes)}
        places = [*p.living, shares.POOL, shares.IPO]
        self.open = {
            place: {company: shares.units_at(p, place, company) for company in (stays, goes)} for place in places
        }
        """Shares that lie face up and have not been traded."""
        self.aside: dict[str, str] = {}
        """Players' odd shares, by company."""
        self.done = dict.fromkeys(places, 0)
        """The system's shares that lie face down."""
        self.discards = {stays: 0, goes: 0}
        self.sellers: list[str] = []
        """Players who did not trade up their odd share, which counts as a sale of the system (7.5.2.1)."""

    def trade(self, by: str, sold: Callable[[str], bool]) -> None:
        """Steps 4 to 6, beginning with the player who merges; `sold`: did a player sell either company this round?"""
        others = self.p.from_left_of(by)
        self._trade_all_pairs((by, *others))
        for player in (*others, by):
            self._trade_single(player, sold=sold(player))
        for place in (shares.POOL, shares.IPO):
            self._trade_pairs(place)
            self._trade_odd(place)

    # --- step 4

    def _trade_all_pairs(self, players: Sequence[str]) -> None:
        """All odd shares are set aside before any pair is traded."""
        for player in players:
            self._set_aside(player)
        for player in players:
            self._trade_pairs(player)

    def _set_aside(self, player: str) -> None:
        """Set aside one of an odd number of shares, of whichever company the player chooses."""
        held = self.open[player]
        if sum(held.values()) % 2 == 0 or player in self.aside:
            return
        company = self.ask("aside", player, [name for name in held if held[name]], player)
        held[company] -= 1
        self.aside[player] = company

    # --- step 5 (a), and the pairs of step 6

    def _trade_pairs(self, holder: str) -> None:
        """Trade each pair for one share of the system, the player's own shares first."""
        held = self.open[holder]
        pairs = sum(held.values()) // 2
        from_own = min(held[self.stays], pairs)
        odd = sum(held.values()) % 2  # Only the pool and the IPO still have one.
        kept = self.stays if odd and (held[self.stays] > from_own or not held[self.goes]) else self.goes
        traded = dict(held)
        if odd:
            traded[kept] -= 1
        self.open[holder] = {self.stays: 0, self.goes: 0} | ({kept: 1} if odd else {})
        self.done[holder] += from_own
        self.discards[self.stays] += traded[self.stays] - from_own
        self.discards[self.goes] += traded[self.goes]
        for number in range(from_own, pairs):
            if self._is_left(holder):  # The pool and the IPO come last and may find nothing left.
                self._fetch(holder, number)
                self._receive(holder)
        if self.done[holder]:
            self.p.emit("traded", player=holder, shares=self.done[holder], company=self.stays)

    def _receive(self, holder: str) -> None:
        """A share of the system, face down."""
        self.done[holder] += 1

    # --- step 5 (b)

    def _trade_single(self, player: str, *, sold: bool) -> None:
        """Trade the odd share up for the difference in price, or give it up for its price."""
        company = self.aside.get(player)
        if company is None:
            return
        cost = max(0, self.price - self.worth[company])
        possible = not sold and self.p.s.cash[player] >= cost and (company == self.stays or self._is_left(player))
        choice = (
            self.ask("single", player, [TRADE, SELL], player, company, cost, self.worth[company]) if possible else SELL
        )
        del self.aside[player]
        if choice == SELL:
            self.discards[company] += 1
            self._give_up(player, company)
            return
        money.pay(self.p, player, money.BANK, cost)
        self.p.emit("traded_up", player=player, company=self.stays, cost=cost)
        if company == self.goes:
            self.discards[self.goes] += 1
            self._fetch(player, 99)
        self._receive(player)

    def _trade_odd(self, place: str) -> None:
        """Trade up what is left in the pool or IPO for free, or discard it (7.5.2 step 6)."""
        held = self.open[place]
        if held[self.stays]:
            held[self.stays] -= 1
            self._receive(place)
        elif held[self.goes]:
            held[self.goes] -= 1
            self.discards[self.goes] += 1
            if self._is_left(place):
                self._fetch(place, 99)
                self._receive(place)

    # --- where a share of the system comes from (7.5.2.1)

    def _is_left(self, holder: str) -> bool:
        return bool(
            self.discards[self.stays]
            or self._lenders(holder)
            or any(self.open[place][self.stays] for place in (shares.IPO, shares.POOL) if place != holder)
        )

    def _lenders(self, holder: str) -> list[str]:
        """Players with an untraded share of the company that stays."""
        return [
            player
            for player in self.p.living
            if player != holder and (self.open[player][self.stays] or self.aside.get(player) == self.stays)
        ]

    def _fetch(self, holder: str, number: int) -> None:
        """One share of the system: from the discards, another player, the IPO, the pool, in this order."""
        if self.discards[self.stays]:
            self.discards[self.stays] -= 1
            return
        self.discards[self.goes] -= 1  # It replaces the share that is taken.
        lenders = self._lenders(holder)
        if lenders:
            lender = self.ask("from", holder, lenders, holder, number) if len(lenders) > 1 else lenders[0]
            self._swap(lender)
            return
        place = next(place for place in (shares.IPO, shares.POOL) if self.open[place][self.stays])
        self.open[place][self.stays] -= 1
        self.open[place][self.goes] += 1

    def _swap(self, lender: str) -> None:
        """A player gets a share of the company that goes; for one set aside they pay or get the difference."""
        held = self.open[lender]
        if held[self.stays]:
            held[self.stays] -= 1
            held[self.goes] += 1
            return
        if not self._pays_difference(lender):
            del self.aside[lender]
            self.discards[self.goes] += 1
            self._give_up(lender, self.stays)
            return
        self.aside[lender] = self.goes

    def _pays_difference(self, lender: str) -> bool:
        """Pay or get the difference in price of the two companies, if there is money for it."""
        difference = self.worth[self.goes] - self.worth[self.stays]
        if self.p.s.cash[lender] < difference:
            return False
        way = "pays" if difference > 0 else "gets" if difference < 0 else "even"
        told = {"player": lender, "company": self.stays, "other": self.goes, "amount": abs(difference), "way": way}
        self.p.emit("swapped", **told)
        if difference > 0:
            money.pay(self.p, lender, money.BANK, difference)
        else:
            money.pay(self.p, money.BANK, lender, -difference)
        return True

    def _give_up(self, player: str, company: str) -> None:
        """A share is discarded for its price: a sale of the system."""
        money.pay(self.p, money.BANK, player, self.worth[company])
        self.sellers.append(player)
        self.p.emit("gave_up", player=player, company=company, price=self.worth[company])

    # --- step 10

    def hand_out(self, by: str) -> str:
        """The system's certificates go to their holders, discards that are left to the pool; then who directs it."""
        p = self.p
        director = self._director(by)
        chief, *singles = p.d.certs_of[self.stays]
        shares.move(p, [chief], director)
        self.done[director] -= p.d.certs[chief].units
        self.done[shares.POOL] += self.discards[self.stays]
        for place, units in self.done.items():
            shares.move(p, singles[:units], place)
            del singles[:units]
        assert not singles, "a share of the system is nowhere"
        return director

    def _director(self, by: str) -> str:
        """The player who merges, unless somebody has more; the director needs a 20% and a 10% certificate."""
        row = [by, *self.p.from_left_of(by)]
        most = max(self.done[player] for player in row)
        director = next(player for player in row if self.done[player] == most)
        if most < 2:
            raise Failed(Refusal(because("nobody would hold two shares of {stays}", stays=self.stays), "7.5.2.2"))
        if most < 3:
            fact = because("{name} would hold {most}", name=self.p.seat(director).name, most=most)
            raise Failed(Refusal("the director would have no 10% certificate to give to the system", "7.5.2.2", fact))
        return director
