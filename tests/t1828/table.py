"""A table of 1828 for tests: positions set up in the game's words. Players are called by name, companies by symbol."""

from __future__ import annotations

from typing import Any, Self

from engine.board import markers
from engine.core.state import Marker, Run, Used
from engine.finance import prices, shares
from engine.titles.t1828.cobourg import COBOURG
from engine.titles.t1828.site.hopes import STRICT
from tests.positions.table import PLAYERS, Table

BIG = ("CPR", "GT", "IC", "MC", "MP", "NKP", "NW", "OS&H")


class Table1828(Table):
    """A game of 1828 that tests can arrange and play on; the first of the $250 private companies are in play."""

    title = "1828"

    def __init__(
        self, players: tuple[str, ...] = PLAYERS, privates: tuple[str, ...] | None = None, **options: str
    ) -> None:
        in_play = list(privates or BIG[: len(players) + 1])
        super().__init__(players, setup={"privates": in_play}, **options)

    def with_company(self, company: str, president: str, *, par: int = 67, **more: Any) -> Self:
        """Start a company; `holders`, treasury, box and so on as at every table."""
        return super().with_company(company, president, par=par, **more)

    def with_system(
        self,
        stays: str,
        goes: str,
        director: str,
        *,
        box: str = "",
        par: int = 67,
        treasury: int = 1000,
        homes: bool = True,
        **holders: int,
    ) -> Self:
        """A system as if two companies had merged: both homes, all markers, a share in its treasury."""
        self.with_company(goes, director, par=par, treasury=0, home=homes)
        self.with_company(
            stays, director, par=par, treasury=treasury, box=box, home=homes, treasury_shares=1, **holders
        )
        with self.arrange() as p:
            joint, gone = p.s.companies[stays], p.s.companies[goes]
            joint.charters = [stays, goes]
            joint.markers = sorted([*joint.markers, *gone.markers])
            gone.charters, gone.markers, gone.closed, gone.into = [], [], True, stays
            for marker in p.s.board.markers:
                if marker.company == goes:
                    marker.company = stays
            prices.lift(p, goes)
            shares.move(p, list(p.d.certs_of[goes]), shares.GONE)
        return self

    def with_coal(self, company: str) -> Self:
        """Give a company one of the coal markers of the coalfields."""
        with self.arrange() as p:
            p.s.board.signs["K11"].remove("coal")
            p.s.own.coal.append(company)
        return self

    def with_block(self, stop: str, slot: int = 0) -> Self:
        """A blocking marker in a city."""
        with self.arrange() as p:
            p.s.board.markers.append(Marker(markers.BLOCK, stop, slot))
        return self

    def cobourg_turn(self, owner: str, step: str = "survey") -> Self:
        """The agenda: the operating round's first turn, that of the Cobourg & Peterborough for its owner."""
        return self.with_private(COBOURG, owner).operating_turn(COBOURG, step)

    def floated_now(self, *companies: str) -> Self:
        """Note that these companies have floated in the stock round now going on."""
        with self.arrange() as p:
            frame = next(frame for frame in p.s.agenda if isinstance(frame, Run) and frame.rule == "stock_round")
            frame.used.extend(Used("floated", company) for company in companies)
        return self

    def sold_now(self, who: str, *companies: str) -> Self:
        """Note that a player has sold shares of these companies in the current stock round."""
        with self.arrange() as p:
            frame = next(frame for frame in p.s.agenda if isinstance(frame, Run) and frame.rule == "stock_round")
            frame.used.extend(Used("sold", company, self.seat(who)) for company in companies)
        return self

    def auction(self, turn: str = "Ann") -> Self:
        """The agenda: the private auction with this player on turn."""
        with self.arrange() as p:
            p.s.agenda = [frame for frame in p.s.agenda if frame.rule == "game"]
            p.push(Run(rule="auction", subject=self.seat(turn)))
        return self

    def strict(self) -> Self:
        """By the rules of a game begun today: nothing is asked or offered that 18xx.games would not ask or offer."""
        with self.arrange() as p:
            game = p.s.agenda[0]
            assert isinstance(game, Run)
            game.used.append(Used(STRICT))
        return self

    def coal_of(self) -> list[str]:
        """Companies with a coal marker."""
        return list(self.s.own.coal)

    def coal_at(self, hex_id: str) -> int:
        """Coal markers lying in a hex."""
        return len(self.s.board.signs.get(hex_id, []))

    def markers_in(self, hex_id: str) -> list[tuple[str, str]]:
        """(company, stop) of the markers in a hex."""
        return [(m.company, m.stop) for m in self.s.board.markers if m.stop.startswith(f"{hex_id}/")]

    def worth(self, who: str) -> int:
        """What a player was worth when the game ended."""
        return self.s.end.worth[self.seat(who)]

    def merge(self, who: str, stays: str, goes: str, *others: str) -> Self:
        """Propose a merger; the other directors named agree."""
        self.agree(who, "merge", *others, stays=stays, goes=goes)
        return self

    def answers(self, *pairs: tuple[str, str]) -> Self:
        """Answer the questions of a procedure in turn: (player, answer)."""
        for who, answer in pairs:
            self.do(who, "answer", answer=answer)
        return self

    def question(self) -> str:
        """The open question of the procedure on top of the agenda, or nothing."""
        top = self.s.agenda[-1] if self.s.agenda else None
        return getattr(top, "question", "")
