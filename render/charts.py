"""Charts of a game's history. matplotlib is slow to load: it is imported only when a chart is drawn."""

# matplotlib's own types are incomplete.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from engine.view import View
from engine.words import Words
from render.hearing import ranked
from render.model import colors_of
from render.picture import Picture
from render.themes import Color, Theme, contrast, mixed, theme_named

Series = dict[str, list[float | None]]
DASHES = ("-", "--", "-.", ":")
PALE = 1.7
"""Lines with less contrast to the paper have a dark edge."""


@dataclass(frozen=True)
class Layout:
    """The sizes of a chart and of its letters."""

    high: float
    """How high the picture is, as a part of its width."""
    area: tuple[float, float, float, float]
    """The left and lower edge, width and height of the chart, as parts of the picture."""
    letters: int
    """How many points of text are as wide as the picture."""
    letter: float
    """How wide a letter is, as a part of the chart, like the next ones."""
    space: float
    """The space between two names below the chart."""
    line: float
    """How high a line of text is."""
    beside: float
    """How wide a name beside the chart can be."""
    stacked: bool = False
    """Does an amount stand below its name?"""

    @property
    def named(self) -> float:
        """How high a name beside the chart is."""
        return self.line * (2 if self.stacked else 1)

    def name(self, name: str, amount: str) -> str:
        """A name beside the chart."""
        return f"{name}\n{amount}" if self.stacked else f"{name} {amount}"


WIDE = Layout(0.62, (0.12, 0.11, 0.68, 0.79), 62, 0.017, 0.015, 0.064, 0.2)
"""For many lines."""
PHONE = Layout(0.94, (0.155, 0.08, 0.62, 0.85), 46, 0.026, 0.025, 0.055, 0.34, stacked=True)
"""For the few lines of players: letters of 11 pixels on a phone that is 375 wide."""


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
    last = ranked(words, {name: int(line[-1]) for name, line in history.worth.items() if line[-1] is not None})
    name = "chart_worth_alt" if last else "chart_worth_hidden"
    alt = words.text(name, game=view.name, round=words.round(), values=last)
    title = words.text("chart_worth")
    return _chart(title, history.worth, history.moments, shades, colors, wide, view, alt, layout=PHONE)


def draw_story(
    view: View,
    worth: Sequence[Sequence[int]],
    names: Sequence[str],
    moments: Sequence[str],
    marks: Sequence[int],
    *,
    theme: str = "light",
    wide: int = 1400,
) -> Picture:
    """Net worth with numbered turning points. `marks`: their places among the moments."""
    colors, words = theme_named(theme), Words(view)
    lines: Series = {name: list(map(float, line)) for name, line in zip(names, worth, strict=True)}
    shades = [colors.routes[n % len(colors.routes)] for n in range(len(lines))]
    last = ranked(words, {name: line[-1] for name, line in zip(names, worth, strict=True)})
    alt = words.text("chart_worth_alt", game=view.name, round=words.round(), values=last)
    return _chart(words.text("chart_worth"), lines, moments, shades, colors, wide, view, alt, marks=marks, layout=PHONE)


def draw_prices(views: Sequence[View], *, theme: str = "light", wide: int = 1400) -> Picture:
    """Share prices over time."""
    view, history, colors = views[-1], history_of(views), theme_named(theme)
    lines = {name: line for name, line in history.prices.items() if any(line)}
    company_colors = colors_of(view, colors)
    words = Words(view)
    now = ranked(words, {name: int(line[-1]) for name, line in lines.items() if line[-1] is not None})
    name = "chart_prices_alt" if lines else "chart_prices_none"
    alt = words.text(name, game=view.name, round=words.round(), values=now)
    shades = [company_colors[name] for name in lines]
    return _chart(words.text("chart_prices"), lines, history.moments, shades, colors, wide, view, alt)


def draw_revenue(views: Sequence[View], *, theme: str = "light", wide: int = 1400) -> Picture:
    """Revenue of every company, one point per operating round."""
    view, history, colors = views[-1], history_of(views), theme_named(theme)
    found = colors_of(view, colors)
    shades = [found[name] for name in history.revenue]
    words = Words(view)
    best = ((max(v or 0 for v in line), name) for name, line in history.revenue.items())
    most, company = max(best, default=(0.0, ""))
    last = {name: int(line[-1]) for name, line in history.revenue.items() if line[-1] is not None}
    fields = {"amount": words.money(int(most)), "company": company, "values": ranked(words, last)} if most else {}
    fields |= {"last": history.rounds[-1]} if most else {}
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
    marks: Sequence[int] = (),
    layout: Layout = WIDE,
) -> Picture:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patheffects import Normal, Stroke

    high = round(wide * layout.high)
    figure = Figure(figsize=(wide / 100, high / 100), dpi=100, facecolor=_part(theme.panel))
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes(layout.area, facecolor=_part(theme.panel))
    # Letters have the size of those in tables, so that they can be read on a phone.
    size = wide / layout.letters
    for n, (name, line) in enumerate(lines.items()):
        values = [float("nan") if value is None else value for value in line]
        edge = Stroke(linewidth=size * 0.18, foreground=_part(mixed(shades[n], theme.ink, 0.5)))
        axes.plot(
            range(len(values)),
            values,
            color=_part(shades[n]),
            linewidth=size * 0.13,
            linestyle=DASHES[(n // 6) % len(DASHES)],
            marker="o" if points else "",
            markersize=size * 0.25,
            label=name,
            path_effects=[edge, Normal()] if contrast(shades[n], theme.panel) < PALE else [],
            drawstyle="default" if points else "steps-post",
        )
    _name_lines(axes, lines, shades, theme, size, Words(view), layout)
    labels = _labelled(moments, layout)
    axes.set_xticks([n for n, _ in labels], [name for _, name in labels])
    _number_marks(axes, marks, max(map(len, lines.values()), default=1), theme, size, layout)
    axes.tick_params(colors=_part(theme.ink), labelsize=size * 0.95)
    axes.grid(visible=True, color=_part(theme.line), linewidth=0.8)
    title = f"{title} · {view.name}"
    larger = min(1.1, (1 - layout.area[0]) / layout.area[2] / (layout.letter * 1.1 * len(title)))
    axes.set_title(title, color=_part(theme.ink), fontsize=size * larger, loc="left", weight="bold")
    axes.yaxis.set_major_formatter(lambda value, _: Words(view).money(int(value)))
    for side in axes.spines.values():
        side.set_color(_part(theme.faint))
    # From the first moment on, even if the first line begins later.
    last = max(1, max(map(len, lines.values()), default=0) - 1)
    axes.set_xlim(-0.01 * last, 1.01 * last)
    if not lines:
        nothing, color = Words(view).text("table_empty"), _part(theme.faint)
        axes.text(0.5, 0.5, nothing, color=color, fontsize=size, ha="center", va="center", transform=axes.transAxes)
    out = BytesIO()
    canvas.print_png(out)
    return Picture(out.getvalue(), alt, (wide, high))


def _number_marks(axes: object, marks: Sequence[int], count: int, theme: Theme, size: float, layout: Layout) -> None:
    """Lines with numbers at the lower edge; of neighbours, one stands above the other."""
    before, up = -1.0, 0.04
    for number, place in enumerate(marks, 1):
        axes.axvline(place, color=_part(theme.alarm), linewidth=size * 0.08, linestyle=":")  # type: ignore[attr-defined]
        near = before >= 0 and place - before < count * layout.space * 3
        before, up = place, up + layout.line * 1.2 if near else 0.04
        axes.text(  # type: ignore[attr-defined]
            place,
            up,
            str(number),
            transform=axes.get_xaxis_transform(),  # type: ignore[attr-defined]
            color=_part(theme.panel),
            fontsize=size,
            ha="center",
            va="center",
            weight="bold",
            bbox={"facecolor": _part(theme.alarm), "edgecolor": "none", "boxstyle": "circle,pad=0.2"},
        )


def _labelled(moments: Sequence[str], layout: Layout) -> list[tuple[int, str]]:
    """The rounds that have room for their names below the chart."""
    labels: list[tuple[int, str]] = []
    for n, name in enumerate(moments):
        before = labels[-1] if labels else (-len(moments), "")
        if name and n - before[0] >= (layout.letter * (len(name) + len(before[1])) / 2 + layout.space) * len(moments):
            labels.append((n, name))
    return labels


def _name_lines(
    axes: object,
    lines: Series,
    shades: Sequence[Color],
    theme: Theme,
    size: float,
    words: Words,
    layout: Layout,
) -> None:
    """Names at the right end of their lines; of lines that end before, there. None covers another."""
    names = list(lines)
    ends = sorted((line[-1], n) for n, line in enumerate(lines.values()) if line and line[-1] is not None)
    low, high = axes.get_ylim()  # type: ignore[attr-defined]
    named = [layout.name(names[n], words.money(int(value))) for value, n in ends]
    longest = max((len(part) for one in named for part in one.split("\n")), default=1)
    # A name of two lines ends below the title.
    top = high - (high - low) * (layout.named - layout.line) * 0.85
    places = _apart([end for end, _ in ends], low, top, layout.named)
    for at, text, (_, n) in zip(places, named, ends, strict=True):
        axes.text(  # type: ignore[attr-defined]
            1.012,
            at,
            text,
            transform=axes.get_yaxis_transform(),  # type: ignore[attr-defined]
            color=_part(theme.ink),
            fontsize=size * min(1.0, layout.beside / (layout.letter * longest)),
            va="center",
            weight="bold",
            bbox={"facecolor": "none", "edgecolor": _part(shades[n]), "boxstyle": "round,pad=0.2", "linewidth": 2},
        )
    ended: dict[tuple[int, float], list[str]] = {}
    for name, line in lines.items():
        known = [(n, value) for n, value in enumerate(line) if value is not None]
        if known and line[-1] is None:
            ended.setdefault(known[-1], []).append(name)
    from matplotlib.patheffects import Normal, Stroke

    halo = [Stroke(linewidth=size * 0.2, foreground=_part(theme.panel)), Normal()]
    moments, room = len(next(iter(lines.values()), ())), EndNames(layout)
    for (last, value), there in sorted(ended.items()):
        text = words.listed(there)
        left, up = room.place(text, last / max(1, moments - 1), (value - low) / (high - low))
        look = {"color": _part(theme.ink), "fontsize": size * 0.8, "va": "center", "path_effects": halo}
        axes.text(left, up, text, transform=axes.transAxes, **look)  # type: ignore[attr-defined]


def _apart(values: Sequence[float], low: float, high: float, line: float) -> list[float]:
    """Heights for names at the right end of their lines, from the lowest up, moved apart where they would overlap."""
    gap = (high - low) * min(line, 1 / max(1, len(values)))
    heights: list[float] = []
    for value in values:
        heights.append(max(value, heights[-1] + gap) if heights else value)
    for n in range(len(heights) - 1, -1, -1):
        heights[n] = min(heights[n], high - gap * (len(heights) - 1 - n))
    return heights


class EndNames:
    """Room for the names of lines that end before the right edge, in parts of the chart."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.boxes: list[tuple[float, float, float, float]] = []

    def place(self, text: str, x: float, y: float) -> tuple[float, float]:
        """The left end and the middle of a name: right above the end of its line, or higher, or below."""
        line, wide = self.layout.line, self.layout.letter * len(text)
        left = min(x + 0.01, 0.99 - wide)
        steps = sorted((n + 0.5 for n in range(-16, 16)), key=lambda step: (abs(step), -step))
        heights = [y + step * line for step in steps if line / 2 <= y + step * line <= 1 - line / 2]
        at = next((high for high in heights if self._free(left, left + wide, high)), y)
        self.boxes.append((left, left + wide, at - line / 2, at + line / 2))
        return left, at

    def _free(self, left: float, right: float, middle: float) -> bool:
        line = self.layout.line
        low, high = middle - line * 0.49, middle + line * 0.49
        return all(right <= a or left >= b or high <= c or low >= d for a, b, c, d in self.boxes)


def _part(color: Color) -> tuple[float, float, float]:
    return color[0] / 255, color[1] / 255, color[2] / 255
