"""What is true of a title with its options and players, as the answers to everyday questions say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from msgspec import Struct

from engine import new
from engine.core.phrases import fill, joined, listed
from engine.core.sheets import PhaseSheet, TrainSheet
from engine.family.auction import STEP
from engine.title import Title, definition
from engine.titles import easiest_first, title_for
from engine.view import view
from engine.words import Words, current_language

UNIT = 10
"""How many percent of a company its smallest share is."""
ENDLESS = 99
"""As many stops as a train has that may visit any number."""


class Setting(Struct, frozen=True):
    """A title as somebody asks about it: with a game's options and players, or as it is usually played."""

    title: str
    options: tuple[tuple[str, str], ...] = ()
    players: int = 0
    """0: however many can play it."""


def facts(setting: Setting) -> dict[str, Any]:
    """The numbers of the printed game by the names that the answers use, in the current language."""
    return _facts(setting, current_language())


@lru_cache(64)
def _facts(setting: Setting, language: str) -> dict[str, Any]:
    return _Facts(setting, language).all()


class _Facts:
    """Collects them; its tools word a number, a phase, an amount."""

    def __init__(self, setting: Setting, language: str) -> None:
        options = dict(setting.options)
        self.title: Title = title_for(setting.title, options)
        self.options = self.title.chosen(options)
        self.printed = definition(self.title, self.options)
        low, high = self.title.players
        self.counts = [setting.players] if setting.players else range(low, high + 1)
        game = new(setting.title, [str(number) for number in range(setting.players or high)], self.options, 1)
        self.privates = [
            self.printed.privates[name].cost for name, owner in game.state.privates.items() if owner != "closed"
        ]
        self.words = Words(view(game), language)
        self.money = self.words.money

    def all(self) -> dict[str, Any]:
        """Every fact."""
        low, high = self.title.players
        return {
            **self.options,
            "name": self.title.name,
            "low": low,
            "high": high,
            "length": self.title.suits.length,
            "difficulty": self.title.suits.difficulty,
            "easiest": easiest_first()[0].name,
            "president": self.words.president,
            "bank": self.money(self.printed.bank),
            "capital": self._by_players(self.printed.capital, self.money),
            "step": self.money(STEP),
            "ten": self.money(10),
            "private_low": self.money(min(self.privates, default=0)),
            "private_high": self.money(max(self.privates, default=0)),
            **self._of_companies(),
            **self._of_pars(),
            **self._of_phases(),
            **self._of_trains(),
            **self._of_map(),
        }

    # --- by subject

    def _of_companies(self) -> dict[str, Any]:
        """Shares, floating, holding."""
        sheets = list(self.printed.companies.values())
        shares = sheets[0].shares
        limits = self.printed.limits
        limited = limits[max(limits)] if limits else {}
        return {
            "companies": len(sheets),
            "share": UNIT * min(shares),
            "chief": UNIT * shares[0],
            "singles": len(shares) - 1,
            "floats": UNIT * max(one.floats_at for one in sheets),
            "limited": "yes" if limited else "no",
            "limits": self._by_players(limited, str),
            "pool": UNIT * self.title.holding.pool_units,
            "discards": self.title.operating.discards_to,
        }

    def _of_pars(self) -> dict[str, Any]:
        """Where companies start, by phase where the market prints that, and the highest price there is."""
        market = self.printed.market
        eras = {box: box.era or (box.section if box.section in self.printed.phases else "") for box in market.pars}
        main = sorted((box for box in market.pars if not box.market), key=lambda box: box.price)
        beside = sorted(box.price for box in market.pars if box.market)
        by_era: dict[str, list[int]] = {}
        for box in main:
            by_era.setdefault(eras[box], []).append(box.price)
        pars = {era: self._either(prices) for era, prices in by_era.items()}
        lowest = main[0].price
        return {
            "pars": pars[""] if list(pars) == [""] else self._by_phase(pars),
            "pars_beside": self._either(beside),
            "par_low": self.money(lowest),
            "par_twice": self.money(2 * lowest),
            "par_ten": self.money(10 * lowest),
            "top": self.money(max(box.price for box in market.boxes.values())),
        }

    def _of_phases(self) -> dict[str, Any]:
        """What each phase changes."""
        phases = list(self.printed.phases.values())
        begun = [
            self._part("phase", phase=self.words.phase(one.name), kind=self.words.card(one.on))
            for one in phases
            if one.on
        ]
        return {
            "phases": self._listed(begun),
            "closing": next((self.words.phase(one.name) for one in phases if one.closes_privates), ""),
            "train_limits": self._changes({one.name: str(one.train_limit) for one in phases}),
            "card_limits": self._changes({one.name: str(one.card_limit) for one in phases}),
            "rounds": self._changes({one.name: str(one.operating_rounds) for one in phases}),
            "colors": self._by_phase(self._new_colors(phases)),
        }

    def _of_trains(self) -> dict[str, Any]:
        """What is sold, what rusts, and the train without an end."""
        sold = [one for one in self.printed.trains.values() if one.count or one.back_of]
        diesel = next((one for one in sold if one.stops == ENDLESS), None)
        return {
            "trains": self._listed(
                [self._part("train", kind=self.words.card(one.name), price=self.money(one.price)) for one in sold]
            ),
            "last_train": sold[-1].name,
            "rusts": self._listed(self._rusts(sold)),
            "never": self._listed([self.words.card(one.name) for one in sold if not one.rusted_by]),
            "diesel_kind": "" if diesel is None else "trade" if diesel.trade_for else "plain",
            "diesel": self.words.train(f"{diesel.name}-1") if diesel else "",
            "diesel_price": self.money(diesel.price) if diesel else "",
            "trade_price": self.money(diesel.price - diesel.trade_in) if diesel else "",
            "trade_for": self.words.cards(diesel.trade_for) if diesel else (),
        }

    def _of_map(self) -> dict[str, Any]:
        """What markers and terrain cost."""
        stations = {cost for one in self.printed.companies.values() for cost in one.markers if cost}
        terrain = {one.cost for found in self.printed.map.hexes.values() for one in found.sheet.terrain if one.cost}
        return {"station_costs": self._either(sorted(stations)), "terrain": self._either(sorted(terrain))}

    # --- wording

    def _part(self, name: str, **fields: Any) -> str:
        return fill(self.words.words.everyday_parts[name], fields, self.words.language)

    def _listed(self, parts: Iterable[str]) -> str:
        return listed(parts, self.words.language)

    def _either(self, amounts: Sequence[int]) -> str:
        """Amounts of money of which one is meant."""
        return joined([self.money(one) for one in amounts], self.words.language, "or") if amounts else ""

    def _by_players(self, values: Mapping[int, int], shown: Callable[[int], str]) -> str:
        """A number that the number of players decides; the same for several of them is said once."""
        groups: list[tuple[list[int], int]] = []
        for count in (one for one in self.counts if one in values):
            if groups and groups[-1][1] == values[count]:
                groups[-1][0].append(count)
            else:
                groups.append(([count], values[count]))
        if len(groups) == 1:
            return shown(groups[0][1])
        parts = [self._part("with_players", value=shown(value), players=self._span(of)) for of, value in groups]
        return joined(parts, self.words.language, "or")

    def _span(self, counts: Sequence[int]) -> str:
        return str(counts[0]) if len(counts) == 1 else self._part("range", low=counts[0], high=counts[-1])

    def _by_phase(self, values: Mapping[str, str]) -> str:
        """Something that the phases add or change, each with the phase that does; the first is there from the start."""
        first = next(iter(self.printed.phases))
        parts = [
            self._part("from_start", value=value)
            if phase == first
            else self._part("from_phase", value=value, phase=self.words.phase(phase))
            for phase, value in values.items()
        ]
        return self._listed(parts)

    def _changes(self, values: Mapping[str, str]) -> str:
        """The same for a value that many phases leave as it is."""
        pairs = list(values.items())
        changed = [new for old, new in pairwise(pairs) if new[1] != old[1]]
        return self._by_phase(dict([pairs[0], *changed]))

    def _new_colors(self, phases: Sequence[PhaseSheet]) -> dict[str, str]:
        """The colours of tiles that a phase adds."""
        known: set[str] = set()
        colors: dict[str, str] = {}
        for phase in phases:
            added = [one for one in phase.tiles if one not in known]
            known.update(added)
            if added:
                colors[phase.name] = joined([self.words.color(one) for one in added], self.words.language)
        return colors

    def _rusts(self, sold: Sequence[TrainSheet]) -> list[str]:
        """Which trains rust when."""
        kinds: dict[str, list[str]] = {}
        for one in sold:
            if one.rusted_by:
                kinds.setdefault(one.rusted_by, []).append(one.name)
        begins = {phase.on: phase.name for phase in self.printed.phases.values()}
        return [
            self._part("rusts_by_color", kinds=self.words.cards(rusted), phase=self.words.phase(begins[by]))
            if begins.get(by) in self.words.words.colors
            else self._part("rusts_by_train", kinds=self.words.cards(rusted), kind=self.words.card(by))
            for by, rusted in kinds.items()
        ]
