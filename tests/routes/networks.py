"""Small random problems that bend every rule of routes."""

from random import Random

from engine.routes import Bonus, Mirror, Piece, Problem, Row, Stop, Train

KINDS = ("D", "2", "3", "R4", "2+1", "3+1", "PR3+1", "2+", "PR2+", "3+D", "2/4", "2/*", "2E")
ODD_ROWS = (
    (Row(("city",), 2, 2), Row(("town", "offboard"), 1, 1)),
    (Row(("city", "town", "offboard"), 4, 3), Row(("town",), 1, 0)),
    (Row(("city", "offboard"), 2, 1), Row(("city", "town"), 2, 2)),
)


def random_problem(seed: int) -> Problem:
    """A problem with 3 to 6 stops, up to 11 pieces of track and 1 to 3 trains (or two certificates)."""
    dice = Random(seed)
    trains = _trains(dice)
    names = [f"S{i}" for i in range(dice.randint(3, 6))]
    shared = dice.random() < 0.25
    even = dice.random() < 0.7
    stops = tuple(_stop(dice, name, len(trains), shared, even) for name in names)
    if not any(stop.own for stop in stops):
        stops = (_owned(stops[0]), *stops[1:])
    pieces = _pieces(dice, names)
    bonuses = tuple(
        Bonus(
            tuple(dice.sample(names, 2)),
            dice.choice((10, 20, 50)),
            dice.choice((1, 2)),
            dice.random() < 0.4,
            (trains[0].id,) if dice.random() < 0.3 else (),
        )
        for _ in range(dice.choice((0, 0, 0, 1, 2)))
    )
    edges = sorted({n for p in pieces for n in (p.a, p.b) if n.startswith("edge:")})
    return Problem(
        stops,
        pieces,
        trains,
        bonuses,
        required=(names[0], names[1]) if dice.random() < 0.2 else None,
        centers=("city", "town") if dice.random() < 0.2 else ("city", "town", "offboard"),
        train_limit=dice.choice((None, None, None, 1, 2)),
        barriers=(dice.choice(edges),) if edges and dice.random() < 0.1 else (),
    )


def _owned(stop: Stop) -> Stop:
    return Stop(stop.id, stop.kind, stop.values, True, stop.passable, True, stop.may_end, stop.group, stop.once)


def _trains(dice: Random) -> tuple[Train, ...]:
    if dice.random() < 0.15:
        faces = [("2", "x2"), ("2", "x2"), ("3+1", "single")]
        return tuple(Train(f"{kind}-{i}", kind, certificate="A", face=face) for i, (kind, face) in enumerate(faces)) + (
            (Train("last", dice.choice(KINDS)),) if dice.random() < 0.5 else ()
        )
    trains: list[Train] = []
    kinds = [dice.choice(KINDS) for _ in range(dice.choice((1, 2, 2, 3)))]
    if dice.random() < 0.3:
        kinds = [kinds[0]] * len(kinds)
    for i, kind in enumerate(kinds):
        if dice.random() < 0.1:
            trains.append(Train(f"t{i}", "odd", dice.choice(ODD_ROWS)))
        else:
            trains.append(Train(f"t{i}", kind, free_offboards=dice.random() < 0.2))
    return tuple(trains)


def _stop(dice: Random, name: str, trains: int, shared: bool, even: bool) -> Stop:
    kind = dice.choices(("city", "town", "offboard"), (5, 3, 2))[0]
    value = dice.choice((10, 20, 30, 40, 60))
    values = tuple(value if even else value * dice.choice((1, 1, 2)) for _ in range(trains))
    return Stop(
        id=name,
        kind=kind,
        values=values,
        own=dice.random() < 0.4,
        passable=kind != "offboard" and dice.random() < 0.85,
        usable=dice.random() < 0.95,
        may_end=dice.random() < 0.95,
        group=dice.choice(("", "", "", "", "red")),
        once=shared and kind != "offboard",
        end_bonus=tuple(value for _ in range(trains)) if dice.random() < 0.1 else (),
        mirror=Mirror() if kind == "offboard" and dice.random() < 0.4 else None,
    )


def _pieces(dice: Random, names: list[str]) -> tuple[Piece, ...]:
    place = {f"stop:{name}": f"H{i if dice.random() < 0.8 else 0}" for i, name in enumerate(names)}
    place |= {f"junction:j{i}": f"H{dice.randint(0, 3)}" for i in range(dice.choice((0, 0, 1, 2)))}
    edges = [f"edge:e{i}" for i in range(dice.randint(1, 4))]
    nodes = list(place) * 2 + edges
    pieces: list[Piece] = []
    for i in range(dice.randint(4, 11)):
        a, b = dice.sample(nodes, 2)
        if a == b:
            continue
        pieces.append(
            Piece(
                f"p{i}",
                a,
                b,
                uses=(f"x{dice.randint(0, 1)}",) if dice.random() < 0.15 else (),
                terminal=(a in place or b in place) and "stop" in a + b and dice.random() < 0.08,
                hex=place.get(a) or place.get(b) or f"H{dice.randint(4, 6)}",
            )
        )
    return _with_lane(dice, pieces)


def _with_lane(dice: Random, pieces: list[Piece]) -> tuple[Piece, ...]:
    """Now and then an edge gets a lane of its own, joined by name."""
    if dice.random() > 0.2:
        return tuple(pieces)
    at_edges = [(i, n) for i, p in enumerate(pieces) for n in (p.a, p.b) if n.startswith("edge:")]
    if len(at_edges) < 2:
        return tuple(pieces)
    (i, m), (j, n) = dice.sample(at_edges, 2)
    if i == j:
        return tuple(pieces)
    for k, node, lane, other in ((i, m, "edge:left", j), (j, n, "edge:right", i)):
        p = pieces[k]
        a, b = (lane if p.a == node else p.a), (lane if p.b == node else p.b)
        pieces[k] = Piece(p.id, a, b, p.uses, p.terminal, p.hex, ((lane, pieces[other].id),))
    return tuple(pieces)


def grid_problem(seed: int) -> Problem:
    """A dense network of 6 to 10 stops and several trains that are in each other's way."""
    dice = Random(seed)
    wide, high = dice.choice(((3, 2), (3, 3), (4, 2), (5, 2)))
    kinds = [dice.choice(("2", "3", "4", "D", "2/4", "3+", "2E", "2+1", "R3")) for _ in range(dice.choice((1, 2, 2)))]
    trains = [Train(f"{kind}-{i}", kind) for i, kind in enumerate(kinds * dice.choice((1, 2)))]
    shared = dice.random() < 0.3
    names = {(x, y): f"{x}{y}" for x in range(wide) for y in range(high)}
    stops: list[Stop] = []
    for name in names.values():
        value = dice.choice((10, 20, 30, 40, 50, 70))
        stops.append(
            Stop(
                id=name,
                kind="town" if dice.random() < 0.25 else "city",
                values=(value,) * len(trains),
                own=dice.random() < 0.4,
                passable=dice.random() < 0.85,
                once=shared,
                end_bonus=(value,) * len(trains) if dice.random() < 0.05 else (),
            )
        )
    pieces: list[Piece] = []
    for (x, y), name in names.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1)):
            other = names.get((x + dx, y + dy))
            for track in range(dice.choice((0, 1, 1, 1, 2))):
                if other is not None:
                    way = f"{name}-{other}"
                    uses = (f"switch {name}",) if dice.random() < 0.15 else ()
                    pieces.append(Piece(f"{way}/{track}", f"stop:{name}", f"stop:{other}", uses))
    names_ = [stop.id for stop in stops]
    required = tuple(dice.sample(names_, 2)) if dice.random() < 0.15 else None
    return Problem(
        tuple(stops), tuple(pieces), tuple(trains), required=(required[0], required[1]) if required else None
    )
