"""1828 of 18xx.games: shares of two merging companies are traded certificate by certificate (7.5.2.1).

Where that parts from trading by tenths:
a director's certificate is never two singles while its holder trades, so that alone it is exchanged for the system's,
or given to somebody who has two shares for it; odd shares are set aside by each player in his turn; who directs the
system is settled with every share that is handed out; and a player who would be its first director by a second pair
gets the director's certificate for that pair alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.trial import Asker, Failed
from engine.finance import shares
from engine.titles.t1828.trading import Trading

PAIR = 2


class CertificateTrading(Trading):
    """What lies where; `open`, `aside` and `discards` count single certificates alone."""

    def __init__(self, p: Position, ask: Asker, stays: str, goes: str, price: int) -> None:
        super().__init__(p, ask, stays, goes, price)
        self.chief = {company: shares.president(p, company) for company in (stays, goes)}
        """Where the two directors' certificates lie face up; nowhere once they have been traded."""
        for company, player in self.chief.items():
            self.open[player][company] -= p.d.certs[p.d.certs_of[company][0]].units
        self.row = list(p.d.certs_of[stays][1:])
        """The system's single certificates that nobody has yet."""
        self.hands: dict[str, list[str]] = {place: [] for place in self.done}
        self.director = ""
        self.in_a_row = 0
        """Pairs that the holder has traded one after the other, without fetching a share in between."""
        self.asked = 0

    # --- odd shares

    def _trade_all_pairs(self, players: Sequence[str]) -> None:
        """Whoever has a choice makes it only when they trade."""
        for player in players:
            if not all(self.open[player].values()):
                self._set_aside(player)
        for player in players:
            self._set_aside(player)
            self._trade_pairs(player)

    # --- pairs

    def _trade_pairs(self, holder: str) -> None:
        """Directors' certificates first, then a share of each company, two of the one that stays, two of the other."""
        self.asked = 0
        while self._trade_next(holder):
            pass
        self.in_a_row = 0

    def _trade_next(self, holder: str) -> bool:
        held = self.open[holder]
        if self.chief[self.stays] == holder:
            self._trade_own_chief(holder)
        elif self.chief[self.goes] == holder:
            self._trade_other_chief(holder)
        elif held[self.stays] and sum(held.values()) >= PAIR:
            held[self.stays] -= 1
            self._discard(holder, self.goes if held[self.goes] else self.stays, 1)
            self._receive(holder)
            self.in_a_row += 1
        elif held[self.goes] >= PAIR:
            return self._fetch_single(holder)
        else:
            return False
        return True

    def _discard(self, holder: str, company: str, count: int) -> None:
        self.open[holder][company] -= count
        self.discards[company] += count

    def _trade_own_chief(self, holder: str) -> None:
        """The director's certificate of the company that stays, with another pair if there is one, for two shares."""
        held = self.open[holder]
        self.chief[self.stays] = ""
        if self.chief[self.goes] == holder:
            self.chief[self.goes] = ""
        elif held[self.goes] >= PAIR:
            self._discard(holder, self.goes, PAIR)
        elif held[self.goes] and held[self.stays]:
            self._discard(holder, self.goes, 1)
            self._discard(holder, self.stays, 1)
        elif held[self.stays] >= PAIR:
            self._discard(holder, self.stays, PAIR)
        self._receive_two(holder)

    def _trade_other_chief(self, holder: str) -> None:
        """That of the other company goes with two shares of the one that stays, or is traded for two shares."""
        held = self.open[holder]
        if held[self.stays] >= PAIR:
            self.chief[self.goes] = ""
            held[self.stays] -= PAIR
            self._receive_two(holder)
            return
        self.in_a_row = 0
        if self._from_discards(holder):
            return
        lenders = [player for player in self._around(holder) if self._has_two(player)]
        if lenders:
            self._take_two(holder, self._choice(holder, lenders))
        elif holder != shares.IPO and self.open[shares.IPO][self.stays] >= PAIR:
            self._take_two(holder, shares.IPO)
        elif holder not in (shares.IPO, shares.POOL) and self._has_two(shares.POOL):
            self._take_two(holder, shares.POOL)
        elif holder in self.p.seats:
            raise Failed(
                Refusal(
                    because("nobody has two shares for the director's certificate of {goes}", goes=self.goes), "7.5.2.2"
                )
            )
        else:
            self.chief[self.goes] = ""

    def _from_discards(self, holder: str) -> bool:
        """One share of each company, or two of the one that stays."""
        if not self.discards[self.stays] or sum(self.discards.values()) < PAIR:
            return False
        other = self.goes if self.discards[self.goes] else self.stays
        if other == self.stays and self.discards[self.stays] < PAIR:
            return False
        for company in (self.stays, other):
            self.discards[company] -= 1
            self.open[holder][company] += 1
        self.chief[self.goes] = ""
        return True

    def _has_two(self, place: str) -> bool:
        """A share of each company, or two of the one that stays."""
        held = self.open[place]
        return bool(held[self.stays]) and sum(held.values()) >= PAIR

    def _take_two(self, holder: str, place: str) -> None:
        """Two shares for the other company's director's certificate, which lies there from now on."""
        held = self.open[place]
        # The offering's shares of the two companies lie apart; elsewhere one of each is given if possible.
        both = held[self.goes] and place != shares.IPO
        for company in (self.stays, self.goes if both else self.stays):
            held[company] -= 1
            self.open[holder][company] += 1
        self.chief[self.goes] = place

    def _fetch_single(self, holder: str) -> bool:
        """A share of the other company is traded for one of the company that stays."""
        if not self._is_left(holder):
            if holder in self.p.seats:
                raise Failed(
                    Refusal(because("there is no share of {stays} left to trade for", stays=self.stays), "7.5.2.2")
                )
            # Pool and offering, which come last, discard what is left.
            self._discard(holder, self.goes, self.open[holder][self.goes])
            return False
        self.in_a_row, number = 0, self._next()
        lenders = [] if self.discards[self.stays] else self._lenders(holder)
        if len(lenders) > 1:
            self.ask(f"from:{holder}:{number}", holder, lenders)  # Nothing is discarded before that is answered.
        self._discard(holder, self.goes, 1)
        self._fetch(holder, number)
        self.open[holder][self.stays] += 1
        return True

    # --- who is asked

    def _around(self, holder: str) -> list[str]:
        return self.p.from_left_of(holder) if holder in self.p.seats else []

    def _lenders(self, holder: str) -> list[str]:
        """From the left of whoever needs a share."""
        able = super()._lenders(holder)
        return [player for player in self._around(holder) if player in able]

    def _next(self) -> int:
        self.asked += 1
        return self.asked

    def _choice(self, holder: str, lenders: list[str]) -> str:
        return self.ask(f"from:{holder}:{self._next()}", holder, lenders) if len(lenders) > 1 else lenders[0]

    # --- what is handed out

    def _receive(self, holder: str) -> None:
        """One share; to whom it makes the first director after another pair, the director's certificate."""
        first = not self.director and holder in self.p.seats
        if first and self.in_a_row and self.done[holder] == 1:
            self._hand(holder, [self._system_chief()])
            self.director = holder
        else:
            self._hand(holder, self._singles(holder, 1))
            self._settle_director(holder)

    def _receive_two(self, holder: str) -> None:
        """Two shares: the director's certificate, if nobody has it yet."""
        if not self.director and holder in self.p.seats:
            self._hand(holder, [self._system_chief()])
            self.director = holder
        else:
            self._hand(holder, self._singles(holder, 2))
            self._settle_director(holder)

    def _system_chief(self) -> str:
        return self.p.d.certs_of[self.stays][0]

    def _singles(self, holder: str, count: int) -> list[str]:
        """From the row; what the offering gets need not be handed out."""
        if holder == shares.IPO:
            return []
        if len(self.row) < count:
            raise Failed(Refusal(because("there are not enough shares of {stays}", stays=self.stays), "7.5.2.2"))
        taken, self.row = self.row[:count], self.row[count:]
        return taken

    def _hand(self, holder: str, certs: list[str]) -> None:
        if not certs:
            return
        self.hands[holder] += certs
        units = sum(self.p.d.certs[cert].units for cert in certs)
        self.done[holder] += units
        self.p.emit("received", player=holder, shares=units, company=self.stays, certs=" ".join(certs))

    def _settle_director(self, holder: str) -> None:
        """Whoever has two as the first, or more than the director, gets his certificate for two single ones."""
        enough = max(PAIR, self.done[self.director] + 1 if self.director else 0)
        if holder not in self.p.seats or holder == self.director or self.done[holder] < enough:
            return
        chief, hand = self._system_chief(), self.hands[holder]
        if self.director:
            self.hands[self.director].remove(chief)
            self.hands[self.director] += hand[:PAIR]
        else:
            self.row += hand[:PAIR]
        self.hands[holder] = [*hand[PAIR:], chief]
        self.p.emit("president", company=self.stays, player=holder, old=self.director)
        self.director = holder

    # --- step 10

    def hand_out(self, by: str) -> str:
        """As it has been handed out; what is left of the discards goes to the pool, the rest to the offering."""
        p = self.p
        if not self.director:
            raise Failed(Refusal(because("nobody would hold two shares of {stays}", stays=self.stays), "7.5.2.2"))
        if self.done[self.director] <= PAIR:
            raise Failed(Refusal("the director would have no 10% certificate to donate", "7.5.2.2"))
        self._hand(shares.POOL, self._singles(shares.POOL, min(self.discards[self.stays], len(self.row))))
        for place, certs in self.hands.items():
            shares.move(p, certs, place)
        shares.move(p, self.row, shares.IPO)
        return self.director
