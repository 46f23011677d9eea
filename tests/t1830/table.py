"""A table of 1830: the table of all titles, the auction, and the few lines of track that several files start from."""

from __future__ import annotations

from typing import Self

from engine.core.state import Run
from tests.positions import table
from tests.positions.lines import lay

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")


class Table(table.Table):
    """Players are called by name. The game begins in the private auction."""

    title = "1830"

    def auction(self, turn: str = "Ann") -> Self:
        """The agenda: the auction with this player on turn."""
        with self.arrange() as p:
            p.s.agenda = [frame for frame in p.s.agenda if frame.rule == "game"]
            p.push(Run(rule="auction", subject=self.seat(turn)))
        return self

    def owner(self, private: str) -> str:
        """Who has a private company: a player's name, a company, `sale` or `closed`."""
        place = self.s.privates[private]
        return self.name(place) if place in self.p.seats else place

    def operating(self) -> str:
        """The company on turn, if there is one."""
        top = self.s.agenda[-1] if self.s.agenda else None
        return top.subject if top and top.rule == "operating_turn" else ""

    def step(self) -> str:
        """The step of the current turn."""
        return self.s.agenda[-1].step

    def end_turn(self) -> Self:
        """Finish the current turn: run, withhold everything, and lay, place and buy nothing."""
        company, number = self.operating(), self.s.clock.number
        while company and self.operating() == company and self.s.clock.number == number:
            who = self.deciders()[0]
            verbs = self.verbs(who)
            if "run" in verbs:
                self.run_best(who)
            elif "dividend" in verbs:
                self.do(who, "dividend", kind="withhold")
            else:
                self.do(who, "skip")
        return self

    def buy_train(self, who: str, kind: str, source: str = "bank", **more: str | int) -> Self:
        """Buy a train from the bank, the market or a company."""
        return self.do(who, "buy_train", **{"from": source}, kind=kind, **more)

    def may_not_buy_train(self, who: str, kind: str, source: str = "bank", section: str = "", **more: str | int) -> str:
        """Assert that a train cannot be bought."""
        return self.refused(who, "buy_train", section, **{"from": source}, kind=kind, **more)

    def trains_in_market(self) -> list[str]:
        """Kinds of train in the market."""
        return [card.kind for card in self.s.trains.values() if card.at == "pool"]

    def markers_in(self, hex_id: str) -> list[tuple[str, str]]:
        """(company, stop) of the markers in a hex."""
        return [(m.company, m.stop) for m in self.s.board.markers if m.stop.startswith(f"{hex_id}/")]


def boston(step: str = "train", *, treasury: int = 1000, phase: str = "2", **holders: int) -> Table:
    """Ann's B&M, which has a run from Boston to Mansfield without a tile on the map."""
    table = Table().with_company("B&M", "Ann", treasury=treasury, **{"Ann": 6, **holders}).with_phase(phase)
    return table.operating_turn("B&M", step)


def altoona(step: str = "track", *, phase: str = "2", treasury: int = 1000, **options: str) -> Table:
    """Ann's PRR in Altoona (10), with a straight to the east and Lancaster (20) behind it."""
    table = Table(**options).with_company("PRR", "Ann", treasury=treasury, Ann=6).with_phase(phase)
    lay(lay(table, "H14", "9", "E W"), "H16", "57", "E W")
    return table.operating_turn("PRR", step)


def bare(company: str, *, phase: str = "2", treasury: int = 1000) -> Table:
    """Ann's company about to build on the printed map."""
    table = Table().with_company(company, "Ann", treasury=treasury, Ann=6).with_phase(phase)
    return table.operating_turn(company)
