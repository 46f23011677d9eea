"""Actions of 18xx.games that state one thing wrongly; what is changed is never a choice, but a fact."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

from engine.exchange.site_following import Follower
from engine.exchange.site_log import Action, Step, is_silent
from engine.titles.t1870.connection import connected_by_track

Change = Callable[[Action, Follower[Any], random.Random], Action | None]
"""An action with one wrong value, or nothing if it does not state this."""

TYPES = ("player", "corporation", "company", "minor", "system")


def snapshot(follower: Follower[Any]) -> Follower[Any]:
    """A follower of its own, to try one action on."""
    kept = (follower.title, follower.p.d, follower.steps, follower.record.players)
    return copy.deepcopy(follower, {id(one): one for one in kept})


def _with(action: Action, **changed: Any) -> Action:
    return {**copy.deepcopy(action), **changed}


def _other(values: Any, now: Any, stream: random.Random) -> Any:
    found = sorted({value for value in values if value != now}, key=str)
    return stream.choice(found) if found else None


def entity(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] == "end_game":
        return None
    if action["entity_type"] == "player":
        known: Any = [int(one) if one.isdigit() else one for one in f.seats]
    elif action["entity_type"] == "company":
        known = [f.moves.view.kind_name(one) for one in f.p.d.privates]
    else:
        known = [f.moves.view.name(one) for one in f.p.d.companies]
    found = _other(known, action["entity"], stream)
    return None if found is None else _with(action, entity=found)


def nobody(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, entity="XYZ")


def entity_type(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, entity_type=_other(TYPES, action["entity_type"], stream))


def price(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    match action["type"]:
        case "bid" if f.p.top_rule == "auction" and f.moves.takeable() == f.moves.our_name(action["company"]):
            pass
        case "buy_train" if f.moves.labels.train_place(action["train"]) in ("supply", "pool"):
            pass
        case _:
            return None
    return _with(action, price=int(action["price"]) + stream.choice((-5, 5)))


def sold_company(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    """A private company that cannot be had."""
    if action["type"] not in ("bid", "buy_company"):
        return None
    gone = ("closed",) if action["type"] == "buy_company" else (*f.p.seats, "closed")
    found = [one for one, owner in f.p.s.privates.items() if owner in gone]
    return _with(action, company=f.moves.view.kind_name(stream.choice(found))) if found else None


def _cell(at: int) -> Change:
    def changed(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
        if action["type"] != "par":
            return None
        parts = [int(part) for part in action["share_price"].split(",")]
        parts[at] += stream.choice((-1, 1))
        return _with(action, share_price=",".join(map(str, parts)))

    return changed


def first_par_company(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] != "par" or f.p.top_rule != "first_par":
        return None
    return _with(action, corporation=_other(map(f.moves.view.name, f.p.d.companies), action["corporation"], stream))


def percent(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] not in ("buy_shares", "sell_shares") or action.get("percent") is None:
        return None
    whole = sum(20 if name.endswith("_0") else 10 for name in action["shares"])
    if action["type"] == "sell_shares" and whole > len(action["shares"]) * 10:
        return _with(action, percent=_other((5, whole + 10, 0), action["percent"], stream))
    return _with(action, percent=_other((5, 10, 20, 30, whole - 10, 0), action["percent"], stream))


def other_share(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    """A certificate that somebody has, or, if it is sold, somebody else."""
    return _share(action, f, stream)


def other_company_share(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    """One among several is of another company, or the president's."""
    if action["type"] not in ("buy_shares", "sell_shares") or len(action["shares"]) < 2:
        return None
    last = action["shares"][-1]
    known = [name for name in f.moves.labels.where if name.rpartition("_")[0] != last.rpartition("_")[0]]
    return _with(action, shares=[*action["shares"][:-1], stream.choice(sorted(known))])


def no_share(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] not in ("buy_shares", "sell_shares"):
        return None
    return _with(action, shares=[*action["shares"][:-1], action["shares"][-1].rpartition("_")[0] + "_17"])


def share_twice(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] not in ("buy_shares", "sell_shares") or len(action["shares"]) < 2:
        return None
    return _with(action, shares=[*action["shares"][:-1], action["shares"][0]])


def _share(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] not in ("buy_shares", "sell_shares"):
        return None
    company, labels = action["shares"][-1].rpartition("_")[0], f.moves.labels
    if action["shares"][-1] not in labels.where:
        return None
    if action["type"] == "buy_shares" and action["entity_type"] == "corporation":
        return None  # Whose share is redeemed is a choice.
    here, free = labels.where[action["shares"][-1]], ("ipo", "pool") if action["type"] == "buy_shares" else ()
    known = [one for one, at in labels.where.items() if one.rpartition("_")[0] == company and at not in (here, *free)]
    found = [one for one in known if one not in action["shares"] and not one.endswith("_0")]
    return _with(action, shares=[*action["shares"][:-1], stream.choice(sorted(found))]) if found else None


def share_price(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] != "sell_shares" or action.get("share_price") is None:
        return None
    return _with(action, share_price=int(action["share_price"]) + stream.choice((-2, 2)))


def tile_copy(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    """A copy that lies on another hex, or that there is not."""
    if action["type"] != "lay_tile":
        return None
    name = action["tile"].rpartition("-")[0]
    lying = [one for one in f.moves.labels.tiles.values() if one.rpartition("-")[0] == name and one != action["tile"]]
    return _with(action, tile=stream.choice([*lying, f"{name}-99"]))


def city_tile(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    """A copy that lies nowhere, or a tile that has been replaced."""
    if action["type"] not in ("place_token", "remove_token"):
        return None
    tile, _, part = action["city"].rpartition("-")
    if tile not in f.moves.labels.tiles.values():
        return None
    lying = f.moves.labels.hex_of(tile)
    return _with(action, city=stream.choice([f"{tile.rpartition('-')[0]}-77-{part}", f"{lying}-0-{part}"]))


def city_part(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] not in ("place_token", "remove_token"):
        return None
    return _with(action, city=f"{action['city'].rpartition('-')[0]}-{stream.choice((5, 'x'))}")


def tokener(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] != "place_token" or not action.get("tokener"):
        return None
    return _with(action, tokener=_other(map(f.moves.view.name, f.p.d.companies), action["tokener"], stream))


def _of_route(change: Callable[[dict[str, Any], random.Random, Follower[Any]], bool]) -> Change:
    def changed(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
        if action["type"] != "run_routes" or not action["routes"]:
            return None
        found = copy.deepcopy(action)
        return found if change(stream.choice(found["routes"]), stream, f) else None

    return changed


def _revenue(route: dict[str, Any], stream: random.Random, f: Follower[Any]) -> bool:
    route["revenue"] += stream.choice((-10, 10, 1))
    return True


def _train(route: dict[str, Any], stream: random.Random, f: Follower[Any]) -> bool:
    route["train"] = route["train"].rpartition("-")[0] + "-88"
    return True


def _another(hex_id: str, stream: random.Random, f: Follower[Any]) -> str:
    return str(_other(f.p.d.map.hexes, hex_id, stream))


def _hexes(route: dict[str, Any], stream: random.Random, f: Follower[Any]) -> bool:
    if not route.get("hexes"):
        return False
    at = stream.randrange(len(route["hexes"]))
    route["hexes"][at] = _another(route["hexes"][at], stream, f)
    return True


def _fewer_hexes(route: dict[str, Any], stream: random.Random, f: Follower[Any]) -> bool:
    if not route.get("hexes"):
        return False
    route["hexes"].pop()
    return True


def _nodes(route: dict[str, Any], stream: random.Random, f: Follower[Any]) -> bool:
    if not route.get("nodes"):
        return False
    at = stream.randrange(len(route["nodes"]))
    hex_id, _, part = route["nodes"][at].rpartition("-")
    route["nodes"][at] = stream.choice([f"{hex_id}-{int(part) + 3}", f"{_another(hex_id, stream, f)}-{part}"])
    return True


def _fewer_nodes(route: dict[str, Any], stream: random.Random, f: Follower[Any]) -> bool:
    if not route.get("nodes"):
        return False
    route["nodes"].pop()
    return True


def _connections(route: dict[str, Any], stream: random.Random, f: Follower[Any]) -> bool:
    if not route.get("connections"):
        return False
    chain = stream.choice(route["connections"])
    at = stream.randrange(len(chain))
    chain[at] = _another(chain[at], stream, f)
    return True


def _extra(name: str) -> Change:
    def changed(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
        return _with(action, **{name: stream.choice((10, -10, 20))}) if action.get(name) is not None else None

    return changed


def no_train(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    """A train that there is not, or that somebody else has."""
    if action["type"] not in ("buy_train", "discard_train", "swap_train"):
        return None
    kind = action["train"].rpartition("-")[0]
    if action["type"] == "buy_train" and f.p.d.train_counts.get(f.moves.our_name(kind), 1) < 0:
        return _with(action, train=f"{kind}x-0")
    owners = f.moves.labels.trains
    company = f.moves.company(action)
    taken = [name for owner, row in owners.items() for name in row if owner == company or action["type"] != "buy_train"]
    found = [name for name in taken if (name in owners.get(company, ())) == (action["type"] == "buy_train")]
    return _with(action, train=stream.choice([*sorted(found), f"{kind}-99"]))


def variant(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] != "buy_train" or not action.get("variant"):
        return None
    return _with(action, variant=_other(map(f.moves.view.kind_name, f.p.d.trains), action["variant"], stream))


def exchange(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] != "buy_train" or not action.get("exchange"):
        return None
    return _with(action, exchange=f"{action['exchange'].rpartition('-')[0]}-{stream.choice((66, 67))}")


def shell(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] != "buy_train" or not action.get("shell"):
        return None
    parts = action["entity"].split("-")
    return _with(action, shell=_other(set(map(f.moves.view.name, f.p.d.companies)) - set(parts), None, stream))


def target(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, target="ZZ9") if action["type"] == "assign" else None


def closed_port(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] != "assign" or action["entity"] != "GSC" or not f.p.s.own.port_owner:
        return None
    return _with(action, target=_another(action["target"], stream, f))


def target_type(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, target_type="city") if action["type"] == "assign" else None


def choice(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, choice="Perhaps") if action["type"] == "choose" else None


def choice_amount(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    if action["type"] != "choose" or "($" not in action["choice"]:
        return None
    text, _, amount = action["choice"].partition("($")
    return _with(action, choice=f"{text}(${int(amount.rstrip(')')) + 7})")


def merged(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, corporation="XYZ") if action["type"] == "merge" else None


def failed(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, corporations=["XYZ", action["corporations"][1]]) if action["type"] == "failed_merge" else None


def description(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, description="Mine") if action["type"] == "special_buy" else None


def cost(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    return _with(action, cost=100) if action["type"] == "special_buy" else None


def connected(action: Action, f: Follower[Any], stream: random.Random) -> Action | None:
    """Who announces what track has reached is a choice; what it has reached is none."""
    if action["type"] != "destination_connection":
        return None
    far = [one for one in sorted(f.p.d.companies) if not connected_by_track(f.p, one)]
    return _with(action, corporations=[stream.choice(far)]) if far else None


KINDS: dict[str, Change] = {
    "entity": entity,
    "nobody": nobody,
    "entity_type": entity_type,
    "price": price,
    "company": sold_company,
    "par price": _cell(0),
    "par row": _cell(1),
    "par column": _cell(2),
    "first par's company": first_par_company,
    "percent": percent,
    "share elsewhere": other_share,
    "share of another company": other_company_share,
    "no such share": no_share,
    "share twice": share_twice,
    "share price": share_price,
    "tile's copy": tile_copy,
    "city's tile": city_tile,
    "city's part": city_part,
    "tokener": tokener,
    "revenue": _of_route(_revenue),
    "route's train": _of_route(_train),
    "hexes": _of_route(_hexes),
    "fewer hexes": _of_route(_fewer_hexes),
    "nodes": _of_route(_nodes),
    "fewer nodes": _of_route(_fewer_nodes),
    "connections": _of_route(_connections),
    "extra revenue": _extra("extra_revenue"),
    "subsidy": _extra("subsidy"),
    "train": no_train,
    "variant": variant,
    "exchange": exchange,
    "shell": shell,
    "target": target,
    "closed port": closed_port,
    "target's type": target_type,
    "choice": choice,
    "amount of a choice": choice_amount,
    "merged company": merged,
    "failed merger": failed,
    "description": description,
    "cost": cost,
    "connected": connected,
}


def changes(step: Step, f: Follower[Any], stream: random.Random) -> Iterator[tuple[str, Action]]:
    """Every wrong statement that an action can carry."""
    if is_silent(step.action):
        return
    for name, change in KINDS.items():
        found = change(step.action, f, stream)
        if found is not None:
            yield name, found
