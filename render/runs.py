"""Runs of trains: each in its own colour on the map, with what its stops pay and each choice of dividend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from engine.view import CompanyView, HexGrid, HexView, PayoutView, TrainRun, View
from engine.words import Words
from engine.words.buttons import capital
from render.board import map_pieces
from render.changes import Changes
from render.draw import Box, Item, Piece, Text
from render.fonts import fitted, width
from render.hearing import within
from render.numbered import part_around
from render.picture import Picture, finish
from render.themes import BLACK, Theme, ink_on, theme_named


@dataclass(frozen=True)
class Run:
    """One train's run, read from its route."""

    train: str
    stops: tuple[str, ...]
    pieces: tuple[tuple[str, int, int], ...]
    """Hex and the two ends of each piece of track."""
    noted: TrainRun | None = None
    """What it earned, and which stops counted; nothing if that is not known."""


def read_run(view: View, noted: TrainRun) -> tuple[Run, list[str]]:
    """A run with what it earned, and the parts that could not be followed."""
    run, problems = read_route(view, noted.route)
    return replace(run, noted=noted if noted.earned >= 0 else None), problems


def read_route(view: View, text: str) -> tuple[Run, list[str]]:
    """A route as the engine writes it, `train=stop,side,...,stop`, and the parts that could not be followed."""
    train, _, way = text.partition("=")
    by_id = {place.id: place for place in view.hexes}
    by_place = {(place.row, place.column): place.id for place in view.hexes}
    nodes = [node for node in way.split(",") if node]
    ends_of = [_ends(view.grid, node, by_id, by_place) for node in nodes]
    problems = [f"route {train}: {node} is unknown" for node, ends in zip(nodes, ends_of, strict=True) if not ends]
    pieces: list[tuple[str, int, int]] = []
    for n in range(len(ends_of) - 1):
        shared = [hex_id for hex_id in ends_of[n] if hex_id in ends_of[n + 1]]
        pieces.extend((hex_id, ends_of[n][hex_id], ends_of[n + 1][hex_id]) for hex_id in shared[:1])
        if ends_of[n] and ends_of[n + 1] and not shared:
            problems.append(f"route {train}: {nodes[n]} and {nodes[n + 1]} are not in one hex")
    stops = tuple(node for node in nodes if "/" in node)
    return Run(_kind(view, train), stops, tuple(pieces)), problems


def _kind(view: View, train: str) -> str:
    """What runs: a card as it is used now, which may have another kind than when it was bought."""
    card = train.partition("/")[0]
    owned = {one.id: one for company in (*view.companies, *view.builders) for one in company.trains}
    if card in owned:
        face = owned[card].face.split("+")
        # Of a card that is two equal trains, each runs by itself.
        return face[0] if face[0] and len(set(face)) == 1 else owned[card].face or owned[card].kind
    return card.rpartition("-")[0] or card


def _ends(grid: HexGrid, node: str, by_id: dict[str, HexView], by_place: dict[tuple[int, int], str]) -> dict[str, int]:
    """The hexes that a stop or side belongs to, with its number in each."""
    if "/" in node:
        place = by_id.get(node.split("/")[0])
        stop = next((stop for stop in place.stops if stop.id == node), None) if place is not None else None
        return {place.id: stop.end} if place is not None and stop is not None else {}
    hex_id, _, name = node.partition(".")
    place = by_id.get(hex_id)
    if place is None or name not in grid.edge:
        return {}
    side = grid.edge[name]
    down, right = grid.steps[side]
    other = by_place.get((place.row + down, place.column + right))
    return {hex_id: side} if other is None else {hex_id: side, other: (side + 3) % 6}


def running_company(view: View) -> CompanyView | None:
    """The company now operating, or the one that ran last."""
    subjects = [frame.subject for frame in view.agenda]
    ran = [company for company in (*view.companies, *view.builders) if company.last_routes]
    return next((c for c in ran if c.symbol in subjects), max(ran, key=lambda c: c.last_run, default=None))


def draw_runs(
    view: View,
    company: str = "",
    *,
    theme: str = "light",
    wide: int = 1080,
    around: Sequence[str] = (),
    asked: bool = True,
    earlier: View | None = None,
) -> Picture:
    """The last runs of a company, or of the one now operating, with its choices of dividend unless nobody is `asked` by
    this picture, which then does not say who acts; `around`: hexes that are shown in any case. `earlier`: before a run
    of an earlier round.
    """
    colors = theme_named(theme)
    runner = next((c for c in (*view.companies, *view.builders) if c.symbol == company), None) or running_company(view)
    problems: list[str] = []
    runs: list[Run] = []
    for noted in runner.last_routes if runner is not None else []:
        if "=" not in noted.route:
            continue  # The company runs nothing, which the engine writes as `none`.
        run, wrong = read_run(view, noted)
        runs.append(run)
        problems.extend(wrong)
    pieces_of: dict[str, list[tuple[int, int, int]]] = {}
    for number, run in enumerate(runs):
        for hex_id, a, b in run.pieces:
            pieces_of.setdefault(hex_id, []).append((number, a, b))
    part = structs.replace(view, hexes=part_around(view, {*pieces_of, *around}))
    if not asked:
        part = structs.replace(part, decisions=[], end=None)
    if earlier is not None:
        part = structs.replace(part, clock=earlier.clock, phase=earlier.phase)
    subject = Words(view).text("runs_of", company=runner.symbol) if runner is not None else Words(view).text("runs")
    size, pieces, wrong = map_pieces(part, colors, wide, Changes(), pieces_of, subject)
    problems.extend(wrong)
    top = size[1]
    for piece in _list(view, runner, runs, colors, wide, top, asked=asked):
        pieces.append(piece)
        top += piece.size[1]
    return finish(view, colors, (wide, top), pieces, runs_alt(view, runner, runs, asked=asked), problems)


def _list(
    view: View, company: CompanyView | None, runs: Sequence[Run], theme: Theme, wide: int, top: int, *, asked: bool
) -> list[Piece]:
    """One row per train, the total, and, where they are `asked` for, the choices of dividend."""
    u = wide * 0.03
    words = Words(view)
    pieces: list[Piece] = []

    def row(items: list[Item], high: float, n: int) -> None:
        nonlocal top
        ground = theme.band if n % 2 else theme.panel
        pieces.append(Piece((0, top), (wide, round(high)), ground, tuple(items)))
        top += round(high)

    for n, run in enumerate(runs):
        earned = words.money(run.noted.earned) if run.noted is not None else ""
        color = theme.routes[n % len(theme.routes)]
        items: list[Item] = [
            Box((u * 0.5, u * 0.35), (u * 3.3, u * 1.85), color, BLACK, u * 0.05, u * 0.3),
            Text((u * 1.9, u * 1.1), *fitted(run.train, u, u * 2.5, bold=True), ink_on(color), True),
        ]
        items.append(Text((wide - u * 0.6, u * 1.1), earned, u * 1.05, theme.ink, True, "rm"))
        room = wide - u * 4.6 - width(earned, u * 1.05, bold=True)
        lines = _wrapped(_stops(words, run), u * 0.82, room)
        for line, text in enumerate(lines):
            items.append(Text((u * 3.7, u * (1.1 + line * 1.15)), text, u * 0.82, theme.ink, False, "lm"))
        row(items, u * (1.15 * len(lines) + 1.05), n)
    if company is not None and company.last_run >= 0:
        name = "earns_not_all" if not_all_count(runs) else "earns"
        said = words.text(name, company=company.symbol, amount=words.money(company.last_run))
        text, size = fitted(said, u * 1.1, wide - u, bold=True)
        row([Text((u * 0.5, u * 1.1), text, size, theme.ink, True, "lm")], u * 2.2, len(runs))
    if not runs:
        row([Text((u * 0.5, u * 1.1), words.text("no_run_yet"), u, theme.faint, False, "lm")], u * 2.2, 0)
    price = company.price if company is not None else 0
    for n, choice in enumerate(_asked_of(view, company) if asked else []):
        arrow = "→" if choice.price == price else "↗" if choice.price > price else "↘"
        left = _payout(words, choice)
        color = theme.good if choice.price > price else theme.par if choice.price < price else theme.ink
        right = f"{words.money(price)} {arrow} {words.money(choice.price)}"
        room = wide - u * 1.4 - width(right, u, bold=True)
        text, size = fitted(left, u * 0.95, room)
        items = [
            Text((u * 0.5, u), text, size, theme.ink, False, "lm"),
            Text((wide - u * 0.6, u), right, u, color, True, "rm"),
        ]
        row(items, u * 2, n)
    return pieces


def _stops(words: Words, run: Run) -> list[str]:
    """The stops with what each paid, in brackets those that did not count, and the bonuses."""
    names = {stop: words.place_of(stop) for stop in run.stops}
    if run.noted is None:
        return list(names.values())
    paid, bonus = run.noted.paid, run.noted.earned - sum(run.noted.paid.values())
    listed = [
        words.text("stop_paid" if stop in paid else "stop_not_paid", stop=name, amount=str(paid.get(stop, "")))
        for stop, name in names.items()
    ]
    return [*listed[:-1], words.text("stop_with_bonus", stop=listed[-1], amount=str(bonus))] if bonus else listed


def _wrapped(parts: Sequence[str], size: float, room: float) -> list[str]:
    """Stops joined by dashes, in as many lines as they need."""
    lines = [""]
    for n, part in enumerate(parts):
        tail = " –" if n < len(parts) - 1 else ""
        joined = f"{lines[-1]} {part}{tail}".strip()
        if width(joined, size) <= room or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(f"{part}{tail}")
    return lines


def runs_alt(view: View, company: CompanyView | None, runs: Sequence[Run], *, asked: bool) -> str:
    """The runs in words."""
    words = Words(view)
    if company is None or not runs:
        return words.text("no_runs_alt", game=view.name)
    amount = words.money(max(company.last_run, 0))
    first = words.text("runs_alt", company=company.symbol, game=view.name, amount=amount)
    said = [run_in_words(words, run) for run in runs]
    said += [words.text("runs_not_all")] if not_all_count(runs) else []
    return within(words, first, [*said, *(payouts_in_words(view, words, company) if asked else [])])


def not_all_count(runs: Sequence[Run]) -> bool:
    """Do some trains pass stops that pay nothing?"""
    return any(run.noted is not None and set(run.stops) - set(run.noted.paid) for run in runs)


def paying_company(view: View) -> str:
    """The company whose dividend must be decided."""
    return view.agenda[-1].subject if view.payouts else ""


def _asked_of(view: View, company: CompanyView | None) -> list[PayoutView]:
    """The choices of dividend, if it is this company that must choose."""
    return view.payouts if company is not None and company.symbol == paying_company(view) else []


def payouts_in_words(view: View, words: Words, company: CompanyView) -> list[str]:
    """What each dividend would pay, and where the price would go."""
    return [
        words.text(
            "payout_alt",
            choice=capital(_payout(words, one)),
            price=f"{words.money(company.price)} → {words.money(one.price)}",
        )
        for one in _asked_of(view, company)
    ]


def _payout(words: Words, payout: PayoutView) -> str:
    """A choice of dividend: what a share gets, and what the company keeps."""
    said = "payout" if not payout.kept else "payout_kept" if payout.each else "payout_nothing"
    name = words.value("dividend", "kind", payout.kind)
    return words.text(said, choice=name, each=words.money(payout.each), kept=words.money(payout.kept))


def run_in_words(words: Words, run: Run) -> str:
    """A train's run, stop by stop, and what it earned."""
    stops = " – ".join(_stops(words, run))
    if run.noted is None:
        return words.text("run_alt", kind=words.card(run.train), stops=stops)
    return words.text("run_earned_alt", kind=words.card(run.train), stops=stops, amount=words.money(run.noted.earned))
