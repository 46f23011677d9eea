"""The view model of the map: what is shown in each hex, as plain values that can be compared and cached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.view import HexView, StopView, View
from engine.words import Words
from render.geometry import Hexagon
from render.layout import STOP, Shape
from render.themes import Color, Theme, company_colors

KINDS = ("city", "town", "offboard")
BLOCKED, BLOCK = "×", (70, 70, 74)
"""How a neutral marker, which only blocks, is drawn."""


@dataclass(frozen=True)
class MarkerModel:
    """A station marker, or a reserved space. Slot -1 is beside the city."""

    symbol: str
    color: Color | None
    """None for an unknown company."""
    slot: int
    fresh: bool = False
    rim: Color | None = None
    """The colour of the company's president, if it is shown."""


@dataclass(frozen=True)
class StopModel:
    """A stop and everything on it."""

    kind: str
    name: str
    slots: int
    value: int
    values: tuple[tuple[str, str, bool], ...]
    """Where it pays by phase: amount, tile colour of the phase, whether it is the current one."""
    markers: tuple[MarkerModel, ...]
    reserved: tuple[MarkerModel, ...]
    pays: str = ""
    """What is printed instead of a number."""


@dataclass(frozen=True)
class SeamModel:
    """A marker space on the side where a place continues in the next hex."""

    side: int
    markers: tuple[MarkerModel, ...]
    reserved: tuple[MarkerModel, ...]


@dataclass(frozen=True)
class SignModel:
    """A token that lies in a hex."""

    caption: str
    port: bool


@dataclass(frozen=True)
class BadgeModel:
    """The number of a place to choose."""

    text: str
    stop: int
    """Which stop of the hex it stands for; -1 for the hex."""
    size: float
    """How large its letters are, in sides of a hex."""


@dataclass(frozen=True)
class HexModel:
    """A hex as it is to be drawn."""

    shape: Shape
    color: str
    name: str
    label: str
    tile: str
    terrain: tuple[str, ...]
    cost: str
    barriers: tuple[tuple[int, str], ...]
    """Sides, with the kind of barrier on each."""
    river: tuple[int, ...]
    """The corners at which a river enters, if one runs through."""
    stops: tuple[StopModel, ...]
    signs: tuple[SignModel, ...]
    port: bool
    blocked_by: str
    fee: str = ""
    """What every tile costs in addition."""
    goals: tuple[MarkerModel, ...] = ()
    """Companies whose destination this is."""
    mark: str = ""
    """Empty, `changed` or `last`."""
    routes: tuple[tuple[int, int, int], ...] = ()
    """Pieces that trains run over: number of the train, and the two ends."""
    line: tuple[int, ...] = ()
    """The sides joined by the printed line that track must follow."""
    joined: tuple[int, ...] = ()
    """Sides beyond which the same place continues."""
    seam: SeamModel | None = None
    badges: tuple[BadgeModel, ...] = ()
    """Its numbers, where it is one of those to choose from."""
    unknown: str = ""
    """What cannot be drawn here."""


def colors_of(view: View, theme: Theme) -> dict[str, Color]:
    """The colour of everything that has markers."""
    found = [(company.symbol, company.color) for company in view.companies]
    builders = [(builder.symbol, builder.color or "#888888") for builder in view.builders]
    return company_colors(theme, found + builders + list(view.neutral.items()))


def offboard_eras(view: View) -> dict[str, str]:
    """The tile colour for each name of an off-board value: the highest available when it begins."""
    eras: dict[str, str] = {}
    for phase in view.phases:
        if phase.offboard not in eras and phase.tiles:
            eras[phase.offboard] = phase.tiles[-1]
    return eras


def hex_models(
    view: View,
    theme: Theme,
    marks: Mapping[str, str],
    routes: Mapping[str, Sequence[tuple[int, int, int]]],
    fresh: frozenset[tuple[str, str]] = frozenset(),
) -> tuple[list[HexModel], list[str]]:
    """A model of every hex in map order, and what could not be understood."""
    colors, words = colors_of(view, theme), Words(view)
    eras = offboard_eras(view)
    names = [phase.name for phase in view.phases]
    come = [phase.offboard for phase in view.phases[: names.index(view.phase) + 1]] if view.phase in names else []
    tiles = {tile.name for tile in view.tiles}
    goals: dict[str, list[MarkerModel]] = {}
    for company in view.companies:
        if company.destination and not company.closed and all(mark.what != "connected" for mark in company.marks):
            goals.setdefault(company.destination, []).append(
                MarkerModel(company.symbol, colors.get(company.symbol), len(goals))
            )
    models: list[HexModel] = []
    problems: list[str] = []
    for place in view.hexes:
        unknown = _unknown(words, place, tiles, theme)
        if unknown:
            problems.append(f"{place.id}: {unknown}")
        for stop in place.stops:
            problems.extend(
                f"{stop.id}: company {marker.company} is unknown"
                for marker in stop.markers
                if marker.company and marker.company not in colors
            )
        models.append(
            HexModel(
                shape=_shape(place, Hexagon(view.flat)),
                color=place.color or (place.kind if place.kind in theme.tiles else ""),
                name=place.name,
                label=place.label,
                tile=place.tile,
                terrain=tuple(dict.fromkeys(terrain.kind for terrain in place.terrain)) if place.cost else (),
                cost=words.money(place.cost) if place.cost else "",
                barriers=tuple((barrier.edge, barrier.kind) for barrier in place.barriers),
                river=_corners(place),
                stops=tuple(_stop(stop, colors, eras, come, fresh) for stop in place.stops),
                signs=tuple(SignModel(words.sign(sign), "port" in sign.split()) for sign in place.signs),
                port=place.port,
                blocked_by=place.blocked_by,
                fee=words.money(place.fee) if place.fee else "",
                goals=tuple(MarkerModel(goal.symbol, goal.color, n) for n, goal in enumerate(goals.get(place.id, ()))),
                mark=marks.get(place.id, ""),
                routes=tuple(routes.get(place.id, ())),
                line=tuple(place.line),
                unknown=unknown,
            )
        )
    return models, problems


def _unknown(words: Words, place: HexView, tiles: set[str], theme: Theme) -> str:
    if place.tile and place.tile not in tiles:
        return words.text("tile_unknown", tile=place.tile)
    if place.color and place.color not in theme.tiles:
        return words.text("color_unknown", color=place.color)
    for stop in place.stops:
        if stop.kind not in KINDS:
            return words.text("stop_unknown", kind=stop.kind)
    ends = {end for piece in place.track for end in piece}
    if any(not (0 <= end <= 5 or STOP <= end < STOP + len(place.stops)) for end in ends):
        return words.text("track_unknown")
    return ""


def _shape(found: HexView, hexagon: Hexagon) -> Shape:
    stops = tuple((stop.kind, stop.slots, _written(stop)) for stop in found.stops)
    return Shape(stops, tuple((a, b) for a, b in found.track), tuple(found.stubs), hexagon)


def _written(stop: StopView) -> int:
    """How many revenues are written at a stop."""
    if stop.kind == "offboard":
        return 0
    return len(stop.revenues) or int(stop.revenue > 0)


def _stop(
    stop: StopView,
    colors: Mapping[str, Color],
    eras: Mapping[str, str],
    come: Sequence[str],
    fresh: frozenset[tuple[str, str]],
) -> StopModel:
    ordered = [name for name in eras if name in stop.revenues]
    ordered += [name for name in stop.revenues if name not in eras]
    now = next((name for name in reversed(come) if name in stop.revenues), "")
    taken = {marker.slot for marker in stop.markers}
    return StopModel(
        kind=stop.kind,
        name=stop.name,
        slots=stop.slots,
        value=stop.revenue,
        values=tuple((str(stop.revenues[name]), eras.get(name, ""), name == now) for name in ordered),
        markers=tuple(
            MarkerModel(
                marker.company or BLOCKED,
                colors.get(marker.company) if marker.company else BLOCK,
                -1 if marker.beside else marker.slot,
                (stop.id, marker.company) in fresh,
            )
            for marker in stop.markers
        ),
        reserved=tuple(
            MarkerModel(company, colors.get(company), slot)
            for company, slot in sorted(stop.reserved.items(), key=lambda pair: (pair[1], pair[0]))
            if slot not in taken
        ),
        pays=stop.pays,
    )


def _corners(place: HexView) -> tuple[int, ...]:
    """Where a river crosses the rim: between sides on opposite banks."""
    if place.river is None:
        return ()
    west = set(place.river.west)
    return tuple(n for n in range(6) if ((n - 1) % 6 in west) != (n in west))
