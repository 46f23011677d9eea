"""No label covers another: every hex as it is printed, and with every tile that can come to lie on it."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

import pytest
from msgspec import structs

from engine import new
from engine.board.tiles import Track, carried_over
from engine.core.position import Position
from engine.play import next_to_act, random_act
from engine.titles import titles
from engine.view import HexView, MarkerView, View, hex_with_tile, view
from engine.words import Words
from render import THEMES
from render.draw import Text
from render.model import HexModel, hex_models
from render.numbered import with_numbers
from render.themes import LIGHT, Theme, theme_named
from tests.long_runs import SKIPPED
from tests.render.overlaps import covered, drawn

Looks = list[tuple[HexModel, str]]

TITLES = [name for name in titles() if name[0].isdigit()]


def lying(p: Position, found: View, hex_id: str) -> Iterator[HexView]:
    """A hex as it is printed, then with every tile in every turn that it can come to have."""
    place, printed = p.d.map.hexes[hex_id], next(one for one in found.hexes if one.id == hex_id)
    yield printed
    waiting: list[tuple[HexView, Track]] = [(printed, place.printed)]
    seen: set[tuple[str, int]] = set()
    while waiting:
        under, track = waiting.pop(0)
        names = p.d.tiles[under.tile].upgrades_to if under.tile else p.d.first_tiles.get(hex_id, ())
        for name in names:
            if hex_id not in p.d.places[name]:
                continue
            for turn, new_track in enumerate(p.d.tiles[name].rotations):
                fits = all(side in place.open for side in new_track.exits) and not (p.d.tiles[name].upright and turn)
                kept = not track.pieces or carried_over(track, new_track) is not None
                if (name, turn) in seen or not fits or not kept:
                    continue
                if any(side not in new_track.exits for side in place.stubs):
                    continue
                seen.add((name, turn))
                laid = hex_with_tile(structs.replace(found, hexes=[under]), hex_id, (name, turn))
                assert laid is not None
                yield laid
                waiting.append((laid, new_track))


def peopled(found: View, place: HexView, beside: bool) -> Iterator[HexView]:
    """A hex as it lies, with a marker in every space, and with one beside its city where that happens."""
    yield place
    symbols = sorted((company.symbol for company in found.companies), key=len, reverse=True)
    full = [
        structs.replace(
            stop,
            reserved={},
            markers=[MarkerView(symbols[n % len(symbols)], n, False) for n in range(stop.slots)],
        )
        if stop.kind != "town"
        else stop
        for stop in place.stops
    ]
    if any(stop.slots for stop in place.stops if stop.kind != "town"):
        yield structs.replace(place, stops=full)
    if beside and len(full) == 1 and full[0].kind == "city":
        more = structs.replace(full[0], markers=[*full[0].markers, MarkerView(symbols[-1], -1, True)])
        yield structs.replace(place, stops=[more])
    if place.port:
        for sign in Words(found).words.signs:
            yield structs.replace(place, signs=[sign])


def looks_of(
    title: str, hexes: Collection[str] = (), *, numbers: bool = False, flat: bool = False, letters: float = 0.3
) -> Looks:
    """Every look that hexes of a title can have, all of them if none is named, and where it is seen.

    `flat`: as if the hexes of its map were flat on top, with the same stops, track and words in them.
    """
    game = new(title, ["Ann", "Bob", "Cem"], {}, 1)
    p, found = game.position(), structs.replace(view(game), flat=flat)
    goals = {company.destination for company in found.companies}
    looks: dict[HexModel, str] = {}
    for place in found.hexes:
        beside = place.id in goals or any(stop.reserved for stop in place.stops)
        for laid in lying(p, found, place.id) if not hexes or place.id in hexes else [place]:
            for one in peopled(found, laid, beside):
                model = modelled(found, one, numbers=numbers, letters=letters)
                looks.setdefault(model, f"{one.id} {one.tile}/{one.rotation}" + " full" * (one.stops != laid.stops))
    return list(looks.items())


def modelled(found: View, place: HexView, *, numbers: bool = False, letters: float = 0.3) -> HexModel:
    """A hex as it is drawn; with a number for each of its cities, or for itself."""
    small = structs.replace(found, hexes=[place])
    models, problems = hex_models(small, LIGHT, {}, {})
    assert not problems
    if numbers:
        cities = [stop.id for stop in place.stops if stop.kind == "city"]
        keys = cities if len(cities) > 1 else [place.id]
        models, _ = with_numbers(small, models, {key: f"1{n}" for n, key in enumerate(keys)}, letters)
    return models[0]


def wrong(looks: Looks, scale: float, theme: str = "light") -> list[str]:
    """All that covers something else, and all that must be written and is not."""
    colors = theme_named(theme)
    return [
        f"{where}: {said}"
        for model, where in looks
        for said in (*covered(model, colors, scale), *left_out(model, colors, scale))
    ]


def left_out(model: HexModel, theme: Theme, scale: float) -> Iterator[str]:
    """What must be written in a hex and is not."""
    shown = " ".join(item.text for item in drawn(model, theme, scale) if isinstance(item, Text)).replace("- ", "-")
    crowded = bool(model.label) and sum(stop.kind == "city" for stop in model.stops) > 2
    named = [stop.name for stop in model.stops if stop.name and not crowded]
    for text in (*named, model.label, model.cost, model.fee, model.blocked_by):
        yield from (f"{word} is left out" for word in text.split() if word not in shown)


SCALES = (27.0, 48.0, 95.0)
"""Sides of a hex in pixels: where words begin to be written, a large map, a close look."""


@pytest.mark.parametrize("title", TITLES)
def test_no_label_covers_another_on_a_printed_map_or_some_of_the_tiles(title: str):
    found = view(new(title, ["Ann", "Bob", "Cem"], {}, 1))
    stream = random.Random(title)
    several = [place.id for place in found.hexes if len(place.stops) > 1]
    named = stream.sample(several, min(2, len(several)))
    looks = looks_of(title, [*named, stream.choice([place.id for place in found.hexes if len(place.stops) == 1])])
    printed = [pair for pair in looks if not pair[0].tile]
    built = [pair for pair in looks if pair[0].tile]
    assert wrong([*printed, *stream.sample(built, min(30, len(built)))], 48.0) == []


@pytest.mark.parametrize("theme", THEMES)
def test_no_label_covers_another_in_any_theme(theme: str):
    assert wrong([pair for pair in looks_of("1843", ["C18"]) if pair[1].startswith("C18")][:25], 48.0, theme) == []


@pytest.mark.soak
@SKIPPED
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("title", TITLES)
def test_no_label_covers_another_on_any_hex_with_any_tile(title: str, scale: float):
    assert wrong(looks_of(title), scale) == []


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_no_label_covers_another_where_several_cities_or_towns_are(title: str):
    several = [place.id for place in view(new(title, ["Ann", "Bob", "Cem"], {}, 1)).hexes if len(place.stops) > 1]
    assert wrong(looks_of(title, several), 48.0) == []
    numbered = looks_of(title, several, numbers=True)
    assert [f"{where}: {said}" for model, where in numbered for said in covered(model, LIGHT, 48.0)] == []


@pytest.mark.soak
@SKIPPED
@pytest.mark.parametrize("title", TITLES)
def test_the_numbers_of_places_to_choose_from_cover_nothing(title: str):
    looks = looks_of(title, numbers=True)
    assert [said for model, where in looks for said in covered(model, LIGHT, 48.0)] == []


@pytest.mark.soak
@SKIPPED
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_label_covers_another_in_a_whole_game(title: str, seed: int):
    stream, seen = random.Random(seed), dict[HexModel, str]()
    game = new(title, ["Ann", "Bob", "Cem"], {}, seed)
    for number in range(2_000):
        who = next_to_act(game, stream)
        act = random_act(game, who.seat, stream) if who is not None else None
        if who is None or act is None:
            break
        game, _ = game.apply(who.seat, act)
        if number % 40 == 0:
            found = view(game)
            for place in found.hexes:
                seen.setdefault(modelled(found, place), f"move {number}, {place.id}")
    assert wrong(list(seen.items()), 48.0) == []


def test_a_small_name_is_no_wider_than_its_room():
    """Zutphen and Doetinchem with tile 632, and with the numbers of places, on a map of 27 pixels a side."""
    looks = [*looks_of("1839", ["H17"]), *looks_of("1839", ["H17"], numbers=True)]
    shown = [pair for pair in looks if pair[1] in ("H17 632/3", "H17 3/0", "H17 56/0")]
    assert len(shown) > 3
    assert [f"{where}: {said}" for model, where in shown for said in covered(model, LIGHT, SCALES[0])] == []
