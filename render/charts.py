"""Charts of a game's history. matplotlib is slow to load: it is imported only when a chart is drawn."""

# matplotlib's own types are incomplete.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from engine.view import View
from engine.words import Words
from render.model import colors_of
from render.picture import Picture
from render.themes import Color, Theme, theme_named

Series = dict[str, list[float | None]]
DASHES = ("-", "--", "-.", ":")
LETTER, SPACE = 0.017, 0.015
"""How wide a letter below the chart is, and the space between two names, as parts of the width."""


@dataclass(frozen=True)
class History:
    """A history's values, one per moment."""

    moments: list[str]
    """The name of a round where it begins, otherwise empty."""
    worth: Series
    prices: Series
    revenue: Series
    """One value per operating round, independent of the moments."""
    rounds: list[str]
    """The operating rounds of the revenue."""


def history_of(views: Sequence[View]) -> History:
    """The history of one game from its views in order, one per move or per round."""
    moments: list[str] = []
    worth: Series = {}
    prices: Series = {}
    revenue: Series = {}
    rounds: list[str] = []
    turns: dict[str, int] = {}
    before, operating = "", False
    for at, view in enumerate(views):
        now = _round_name(view)
        moments.append(now if now != before else "")
        # A turn counts when it is over, which may already be in the next round.
        ran_in = before if operating else now
        before, operating = now, view.clock.of > 0
        for seat in view.seats:
            worth.setdefault(seat.name, [None] * at).append(seat.worth)
        for company in view.companies:
            prices.setdefault(company.symbol, [None] * at).append(company.price or None)
            ran = company.turns > turns.get(company.symbol, 0) and company.last_run >= 0
            turns[company.symbol] = company.turns
            if ran:
                if not rounds or rounds[-1] != ran_in:
                    rounds.append(ran_in)
                line = revenue.setdefault(company.symbol, [])
                line.extend([None] * (len(rounds) - len(line)))
                line[-1] = company.last_run
    for line in revenue.values():
        line.extend([None] * (len(rounds) - len(line)))
    return History(moments, worth, prices, revenue, rounds)


def _round_name(view: View) -> str:
    clock = view.clock
    if view.end is not None:
        return Words(view).text("chart_end")
    return f"{clock.turn}.{clock.number}" if clock.of else Words(view).short_round


def draw_worth(views: Sequence[View], *, theme: str = "light", wide: int = 1400) -> Picture:
    """Net worth of every player over time."""
    view, history, colors = views[-1], history_of(views), theme_named(theme)
    shades = [colors.routes[n % len(colors.routes)] for n in range(len(history.worth))]
    words = Words(view)
    last = [f"{name} {words.money(int(line[-1]))}" for name, line in history.worth.items() if line[-1] is not None]
    name = "chart_worth_alt" if last else "chart_worth_hidden"
    alt = words.text(name, game=view.name, round=words.round(), values=last)
    return _chart(words.text("chart_worth"), history.worth, history.moments, shades, colors, wide, view, alt)


def draw_prices(views: Sequence[View], *, theme: str = "light", wide: int = 1400) -> Picture:
    """Share prices over time."""
    view, history, colors = views[-1], history_of(views), theme_named(theme)
    lines = {name: line for name, line in history.prices.items() if any(line)}
    found = colors_of(view, colors)
    words = Words(view)
    now = [f"{name} {words.money(int(line[-1]))}" for name, line in lines.items() if line[-1] is not None]
    name = "chart_prices_alt" if lines else "chart_prices_none"
    alt = words.text(name, game=view.name, round=words.round(), values=now)
    shades = [found[name] for name in lines]
    return _chart(words.text("chart_prices"), lines, history.moments, shades, colors, wide, view, alt)


def draw_revenue(views: Sequence[View], *, theme: str = "light", wide: int = 1400) -> Picture:
    """Revenue of every company, one point per operating round."""
    view, history, colors = views[-1], history_of(views), theme_named(theme)
    found = colors_of(view, colors)
    shades = [found[name] for name in history.revenue]
    words = Words(view)
    best = ((max(v or 0 for v in line), name) for name, line in history.revenue.items())
    most, company = max(best, default=(0.0, ""))
    fields = {"amount": words.money(int(most)), "company": company} if most else {}
    name = "chart_revenue_alt" if most else "chart_revenue_none"
    alt = words.text(name, game=view.name, round=words.round(), **fields)
    return _chart(
        words.text("chart_revenue"), history.revenue, history.rounds, shades, colors, wide, view, alt, points=True
    )


def _chart(
    title: str,
    lines: Series,
    moments: Sequence[str],
    shades: Sequence[Color],
    theme: Theme,
    wide: int,
    view: View,
    alt: str,
    *,
    points: bool = False,
) -> Picture:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    high = round(wide * 0.62)
    figure = Figure(figsize=(wide / 100, high / 100), dpi=100, facecolor=_part(theme.panel))
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0.12, 0.11, 0.68, 0.79), facecolor=_part(theme.panel))
    # Letters have the size of those in tables, so that they can be read on a phone.
    size = wide / 62
    for n, (name, line) in enumerate(lines.items()):
        values = [float("nan") if value is None else value for value in line]
        axes.plot(
            range(len(values)),
            values,
            color=_part(shades[n]),
            linewidth=size * 0.13,
            linestyle=DASHES[(n // 6) % len(DASHES)],
            marker="o" if points else "",
            markersize=size * 0.25,
            label=name,
            drawstyle="default" if points else "steps-post",
        )
    _name_lines(axes, lines, shades, theme, size, Words(view))
    marks = _labelled(moments)
    axes.set_xticks([n for n, _ in marks], [name for _, name in marks])
    axes.tick_params(colors=_part(theme.ink), labelsize=size * 0.95)
    axes.grid(visible=True, color=_part(theme.line), linewidth=0.8)
    axes.set_title(f"{title} · {view.name}", color=_part(theme.ink), fontsize=size * 1.1, loc="left", weight="bold")
    axes.yaxis.set_major_formatter(lambda value, _: Words(view).money(int(value)))
    for side in axes.spines.values():
        side.set_color(_part(theme.faint))
    axes.margins(x=0.01)
    if not lines:
        nothing, color = Words(view).text("table_empty"), _part(theme.faint)
        axes.text(0.5, 0.5, nothing, color=color, fontsize=size, ha="center", va="center", transform=axes.transAxes)
    out = BytesIO()
    canvas.print_png(out)
    return Picture(out.getvalue(), alt, (wide, high))


def _labelled(moments: Sequence[str]) -> list[tuple[int, str]]:
    """The rounds that have room for their names below the chart."""
    found: list[tuple[int, str]] = []
    for n, name in enumerate(moments):
        before = found[-1] if found else (-len(moments), "")
        if name and n - before[0] >= (LETTER * (len(name) + len(before[1])) / 2 + SPACE) * len(moments):
            found.append((n, name))
    return found


def _name_lines(axes: object, lines: Series, shades: Sequence[Color], theme: Theme, size: float, words: Words) -> None:
    """Names at the right end of their lines, moved apart where they would overlap; of lines that end before, there."""
    ends = [
        (line[-1] if line and line[-1] is not None else None, n, name) for n, (name, line) in enumerate(lines.items())
    ]
    low, high = axes.get_ylim()  # type: ignore[attr-defined]
    gap = (high - low) * 0.064
    at = low - gap
    for value, n, name in sorted(ends, key=lambda end: (end[0] is None, end[0] or 0)):
        if value is None:
            continue
        at = max(at + gap, value)
        axes.text(  # type: ignore[attr-defined]
            1.012,
            at,
            f"{name} {words.money(int(value))}",
            transform=axes.get_yaxis_transform(),  # type: ignore[attr-defined]
            color=_part(theme.ink),
            fontsize=size,
            va="center",
            weight="bold",
            bbox={"facecolor": "none", "edgecolor": _part(shades[n]), "boxstyle": "round,pad=0.2", "linewidth": 2},
        )
    ended: dict[tuple[int, float], list[str]] = {}
    for name, line in lines.items():
        known = [(n, value) for n, value in enumerate(line) if value is not None]
        if known and line[-1] is None:
            ended.setdefault(known[-1], []).append(name)
    wide, before, lift = len(next(iter(lines.values()), ())), (-1.0, low), 0
    for last, names in sorted(ended.items()):
        name, right = words.listed(names), last[0] > wide * 0.94
        # A name that would lie on the one before stands above it.
        lift = lift + 1 if last[0] < before[0] and abs(last[1] - before[1]) < gap else 0
        before = (last[0] + LETTER * (len(name) + 1) * wide, last[1])
        beside = {"xytext": (size * (-0.4 if right else 0.4), size * (0.4 + lift)), "textcoords": "offset points"}
        look = {"color": _part(theme.ink), "fontsize": size * 0.8, "ha": "right" if right else "left"}
        axes.annotate(name, last, **beside, **look)  # type: ignore[attr-defined]


def _part(color: Color) -> tuple[float, float, float]:
    return color[0] / 255, color[1] / 255, color[2] / 255
