"""1828 of 18xx.games: shares of two merging companies are traded certificate by certificate (7.5.2.1).

How that differs from trading by tenths:
a director's certificate is never split into two singles while its holder trades, so on its own it is exchanged for
the system's or given to somebody who has two shares for it; each player sets odd shares aside in their turn; every
share given out may change the system's director; a player who lends a share and has an odd number pays or gets the
difference; and while nobody has the director's certificate it is on top, so the first pair of one's own brings it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.trial import Asker, Failed
from engine.finance import money, shares
from engine.titles.t1828.trading import SELL, TRADE, Trading

PAIR = 2
DISCARDS = "discards"


class CertificateTrading(Trading):
    """Who has what; `open`, `aside` and `discards` count single certificates only."""

    def __init__(self, p: Position, ask: Asker, stays: str, goes: str, price: int) -> None:
        super().__init__(p, ask, stays, goes, price)
        self.chief = {company: shares.president(p, company) for company in (stays, goes)}
        """Where the two directors' certificates lie face up; nowhere once they have been traded."""
        for company, player in self.chief.items():
            self.open[player][company] -= self._units(company)
        self.offered = self.open[shares.IPO][goes]
        """IPO shares of the company that goes: they take part only when everything else has been traded."""
        self.open[shares.IPO][goes] = 0
        self.open[DISCARDS] = self.discards
        self.row = list(p.d.certs_of[stays])
        """The system's certificates that nobody has yet, the director's on top."""
        self.hands: dict[str, list[str]] = {place: [] for place in self.done}
        self.director = ""
        self.trading_up = False
        """Has somebody chosen to trade up and found no share? Then the next player is not asked."""
        self.trades = 0
        """How often the holder has traded with others."""

    def trade(self, by: str, sold: Callable[[str], bool]) -> None:
        """Steps 4 to 6: everybody's pairs, then everybody's odd shares, then the pool and the offering."""
        others = self.p.from_left_of(by)
        for player in (by, *others):
            self.trades = 0
            self._set_aside(player)
            self._trade_pairs(player)
            company = self.aside.pop(player, "")
            if company:
                self.open[player][company] += 1
        order = (*others, by)
        for at, player in enumerate(order):
            self._trade_odd_of(player, order[at + 1 :], sold=sold(player) or player in self.sellers)
        for place in (shares.POOL, shares.IPO):
            if place == shares.IPO:
                self.open[place][self.goes] += self.offered
            self._trade_pairs(place)
            if sum(self.open[place].values()):
                self._trade_one(place, ())

    # --- who has what

    def _units(self, company: str) -> int:
        return self.p.d.certs[self.p.d.certs_of[company][0]].units

    def _total(self, place: str) -> int:
        chiefs = sum(self._units(company) for company, holder in self.chief.items() if holder == place)
        return sum(self.open[place].values()) + chiefs

    def _discard(self, holder: str, company: str) -> None:
        self.open[holder][company] -= 1
        self.discards[company] += 1

    def _discard_rest(self, holder: str) -> None:
        """When nobody has a share to trade for, what is left of the other company is lost."""
        if self.chief[self.goes] == holder:
            self.chief[self.goes] = ""
        while self.open[holder][self.goes]:
            self._discard(holder, self.goes)

    # --- pairs

    def _set_aside(self, player: str) -> None:
        """One of an odd number of shares, when its owner trades."""
        if self._total(player) % 2 == 0:
            return
        held = self.open[player]
        singles = [company for company in held if held[company]]
        company = self.ask("aside", player, singles, player) if len(singles) > 1 else singles[0]
        held[company] -= 1
        self.aside[player] = company

    def _trade_pairs(self, holder: str) -> None:
        """Directors' certificates first, then a share of each company, two of the one that stays, two of the other."""
        others = self.p.from_left_of(holder) if holder in self.p.seats else ()
        while self._total(holder) >= PAIR:
            count = PAIR if holder in self.chief.values() else 1
            source = self._source(holder, count, others)
            if not source:
                self._discard_rest(holder)
                return
            if source == holder:
                self._trade_own(holder, count)
            else:
                self._trade_with(holder, source, count)

    def _source(self, holder: str, count: int, players: Sequence[str]) -> str:
        """Who has the shares that a certificate is traded for: the holder, discards, players, offering, pool."""
        mine = self.open[holder][self.stays] + (PAIR if self.chief[self.stays] == holder else 0)
        if mine >= count:
            return holder
        able = [
            place
            for place in (DISCARDS, *players, shares.IPO, shares.POOL)
            if self.open[place][self.stays] and sum(self.open[place].values()) >= count
        ]
        lenders = [place for place in able if place in players]
        if len(lenders) > 1 and able[0] == lenders[0]:
            return self.ask("from", holder, lenders, holder, self.trades + 1)
        return able[0] if able else ""

    def _trade_own(self, holder: str, count: int) -> None:
        """Own shares: of the company that stays first, then of the other, each a director's certificate if possible."""
        held = self.open[holder]
        if self.chief[self.stays] == holder:
            self.chief[self.stays] = ""
        else:
            held[self.stays] -= min(count, held[self.stays])
        if self.chief[self.goes] == holder:
            self.chief[self.goes] = ""
        else:
            for _ in range(min(count, sum(held.values()))):
                self._discard(holder, self.goes if held[self.goes] else self.stays)
        whole = count == PAIR and self.row[:1] == [self._system_chief()]
        self._hand(holder, self.row[: 1 if whole else count])

    def _trade_with(self, holder: str, source: str, count: int) -> None:
        """A certificate of the company that goes for as many shares as it needs, of which one pair is traded."""
        self.trades += 1
        held, theirs = self.open[holder], self.open[source]
        if count == PAIR:
            self.chief[self.goes] = source if source != DISCARDS else ""
        else:
            held[self.goes] -= 1
            theirs[self.goes] += 1
        mixed = count == PAIR and theirs[self.goes]
        received = (self.stays,) if count == 1 else (self.stays, self.goes if mixed else self.stays)
        for company in received:
            theirs[company] -= 1
            held[company] += 1
        if count == 1:
            self._square(source)
        held[self.stays] -= 1
        self._discard(holder, self.goes if held[self.goes] else self.stays)
        self._hand(holder, [cert for cert in self.row if cert != self._system_chief()][:1])

    def _square(self, lender: str) -> None:
        """A lender with an odd number pays or gets the difference, or must give up what they got."""
        if lender not in self.p.seats or self._total(lender) % 2 == 0:
            return
        if not self._pays_difference(lender):
            self._discard(lender, self.goes)
            self._give_up(lender, self.goes)

    # --- odd shares

    def _trade_odd_of(self, player: str, later: Sequence[str], *, sold: bool) -> None:
        """It is sold, or traded up for the difference in price."""
        held = self.open[player]
        company = next((company for company in (self.stays, self.goes) if held[company]), "")
        if not company:
            return
        cost = max(0, self.price - self.worth[company])
        possible = not sold and self.p.s.cash[player] >= cost and bool(self.row)
        if possible and not self.trading_up:
            about = (player, company, cost, self.worth[company])
            self.trading_up = self.ask("single", player, [TRADE, SELL], *about) == TRADE
        if not possible or not self.trading_up:
            self.trading_up = False
            self._discard(player, company)
            self._give_up(player, company)
        elif self._trade_one(player, later):
            self.trading_up = False
            money.pay(self.p, player, money.BANK, cost)
            self.p.emit("traded_up", player=player, company=self.stays, cost=cost)

    def _trade_one(self, holder: str, later: Sequence[str]) -> bool:
        """One share for one of the system, if a share of the company that stays is to be had."""
        self.trades = 98
        source = self._source(holder, 1, later)
        if not source:
            self._discard_rest(holder)
            return False
        held = self.open[holder]
        if source != holder:
            held[self.goes] -= 1
            self.open[source][self.goes] += 1
            self.open[source][self.stays] -= 1
            held[self.stays] += 1
            self._square(source)
        held[self.stays] -= 1
        self._hand(holder, self.row[:1])
        return True

    # --- what is given out

    def _system_chief(self) -> str:
        return self.p.d.certs_of[self.stays][0]

    def _hand(self, holder: str, certs: list[str]) -> None:
        """What the IPO gets need not be given out."""
        if holder == shares.IPO:
            return
        if not certs:
            raise Failed(Refusal(because("there are not enough shares of {stays}", stays=self.stays), "7.5.2.2"))
        self.row = [cert for cert in self.row if cert not in certs]
        self.hands[holder] += certs
        self.done[holder] += sum(self.p.d.certs[cert].units for cert in certs)
        self.p.emit(
            "received",
            player=holder,
            shares=sum(self.p.d.certs[cert].units for cert in certs),
            company=self.stays,
            certs=" ".join(certs),
        )
        self._settle_director(holder)

    def _settle_director(self, holder: str) -> None:
        """The first player with two, or more than the director, gets the director's certificate for two singles."""
        enough = max(PAIR, self.done[self.director] + 1 if self.director else 0)
        if holder not in self.p.seats or holder == self.director or self.done[holder] < enough:
            return
        chief, hand = self._system_chief(), self.hands[holder]
        if chief not in hand:
            lies = self.hands[self.director] if self.director else self.row
            lies.remove(chief)
            lies += hand[:PAIR]
            self.hands[holder] = [*hand[PAIR:], chief]
            self.p.emit("president", company=self.stays, player=holder, old=self.director)
        self.director = holder

    # --- step 10

    def hand_out(self, by: str) -> str:
        """As it was given out; discards that are left go to the pool, everything else to the IPO."""
        p = self.p
        if not self.director:
            raise Failed(Refusal(because("nobody would hold two shares of {stays}", stays=self.stays), "7.5.2.2"))
        if self.done[self.director] <= PAIR:
            raise Failed(Refusal("the director would have no 10% certificate to give to the system", "7.5.2.2"))
        if self.discards[self.stays]:
            self._hand(shares.POOL, self.row[: self.discards[self.stays]])
        for place, certs in self.hands.items():
            shares.move(p, certs, place)
        shares.move(p, self.row, shares.IPO)
        return self.director
