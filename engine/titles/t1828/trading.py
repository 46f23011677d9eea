"""Trading shares of two merging companies for shares of the system, tenth by tenth (7.5.2 steps 4 to 6, 7.5.2.1).

A director's certificate counts as the two singles for which it can be traded. Shares of the company that stays are the
system's shares; once received they lie face down and are out of the trading.
"""

from __future__ import annotations

from engine.finance import money, prices, shares
from engine.position import Position
from engine.trial import Asker

TRADE, SELL = "trade up", "sell"


class Trading:
    """What lies where while shares are traded."""

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
        """Players whose odd share was not traded up: that is a sale of the system (7.5.2.1)."""

    # --- step 4

    def may_choose(self, player: str) -> bool:
        """Has the player shares of both companies?"""
        return all(self.open[player].values())

    def set_aside(self, player: str) -> None:
        """One of an odd number of shares is put aside, of whichever company the player likes."""
        held = self.open[player]
        if sum(held.values()) % 2 == 0 or player in self.aside:
            return
        company = self.ask(f"aside:{player}", player, [name for name in held if held[name]])
        held[company] -= 1
        self.aside[player] = company

    # --- step 5 (a), and the pairs of step 6

    def trade_pairs(self, holder: str) -> None:
        """Every pair is given for one share of the system, own ones first."""
        held = self.open[holder]
        pairs = max(sum(held.values()) // 2, self._whole(holder))
        from_own = min(held[self.stays], pairs)
        odd = sum(held.values()) % 2  # Only pool and offering still have one.
        kept = self.stays if odd and (held[self.stays] > from_own or not held[self.goes]) else self.goes
        given = dict(held)
        if odd:
            given[kept] -= 1
        self.open[holder] = {self.stays: 0, self.goes: 0} | ({kept: 1} if odd else {})
        self.done[holder] += from_own
        self.discards[self.stays] += given[self.stays] - from_own
        self.discards[self.goes] += given[self.goes]
        for number in range(from_own, pairs):
            if self._is_left(holder):  # Pool and offering, which come last, may find nothing left.
                self._fetch(holder, number)
        if self.done[holder]:
            self.p.emit("traded", player=holder, shares=self.done[holder], company=self.stays)

    def _whole(self, holder: str) -> int:
        """By a declared reading the director's certificate of the company that stays is exchanged for the system's."""
        p = self.p
        alone = p.s.options["lone_director"] == "whole" and shares.president(p, self.stays) == holder
        return 2 if alone and self.open[holder][self.stays] >= 2 else 0

    # --- step 5 (b)

    def trade_single(self, player: str, *, sold: bool) -> None:
        """The odd share is traded up for the difference in price, or given up for its price."""
        company = self.aside.get(player)
        if company is None:
            return
        cost = max(0, self.price - self.worth[company])
        possible = not sold and self.p.s.cash[player] >= cost and (company == self.stays or self._is_left(player))
        choice = self.ask(f"single:{player}", player, [TRADE, SELL]) if possible else SELL
        del self.aside[player]
        if choice == SELL:
            self.discards[company] += 1
            self._give_up(player, company)
            return
        money.pay(self.p, player, money.BANK, cost)
        self.p.emit("traded_up", player=player, company=self.stays, cost=cost)
        if company == self.stays:
            self.done[player] += 1
        else:
            self.discards[self.goes] += 1
            self._fetch(player, 99)

    def trade_odd(self, place: str) -> None:
        """What is left over in pool or offering is traded up for nothing, or discarded (7.5.2 step 6)."""
        held = self.open[place]
        if held[self.stays]:
            held[self.stays] -= 1
            self.done[place] += 1
        elif held[self.goes]:
            held[self.goes] -= 1
            self.discards[self.goes] += 1
            if self._is_left(place):
                self._fetch(place, 99)

    # --- where a share of the system comes from (7.5.2.1)

    def _is_left(self, holder: str) -> bool:
        return bool(
            self.discards[self.stays]
            or self._lenders(holder)
            or any(self.open[place][self.stays] for place in (shares.IPO, shares.POOL) if place != holder)
        )

    def _lenders(self, holder: str) -> list[str]:
        """Players with a share of the company that stays which has not been traded yet."""
        return [
            player
            for player in self.p.living
            if player != holder and (self._lendable(player) or self.aside.get(player) == self.stays)
        ]

    def _lendable(self, player: str) -> int:
        """Face-up shares of the company that stays; by the reading above a director's certificate is not broken."""
        return self.open[player][self.stays] - self._whole(player)

    def _fetch(self, holder: str, number: int) -> None:
        """One share of the system: from the discards, another player, the offering, the pool, in this order."""
        self.done[holder] += 1
        if self.discards[self.stays]:
            self.discards[self.stays] -= 1
            return
        self.discards[self.goes] -= 1  # It takes the place of the share that is fetched.
        lenders = self._lenders(holder)
        if lenders:
            lender = self.ask(f"from:{holder}:{number}", holder, lenders) if len(lenders) > 1 else lenders[0]
            self._swap(lender)
            return
        place = next(place for place in (shares.IPO, shares.POOL) if self.open[place][self.stays])
        self.open[place][self.stays] -= 1
        self.open[place][self.goes] += 1

    def _swap(self, lender: str) -> None:
        """A player gets a share of the company that goes; for one that was set aside he squares the difference."""
        held = self.open[lender]
        if self._lendable(lender):
            held[self.stays] -= 1
            held[self.goes] += 1
            return
        difference = self.worth[self.goes] - self.worth[self.stays]
        if self.p.s.cash[lender] < difference:
            del self.aside[lender]
            self.discards[self.goes] += 1
            self._give_up(lender, self.stays)
            return
        self.aside[lender] = self.goes
        if difference > 0:
            money.pay(self.p, lender, money.BANK, difference)
        else:
            money.pay(self.p, money.BANK, lender, -difference)

    def _give_up(self, player: str, company: str) -> None:
        """A share is discarded for its price: a sale of the system."""
        money.pay(self.p, money.BANK, player, self.worth[company])
        self.sellers.append(player)
        self.p.emit("gave_up", player=player, company=company, price=self.worth[company])
