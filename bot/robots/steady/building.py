"""Track and station markers, judged by what the company will earn with its current and future trains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from msgspec import structs

from bot.robots.foresight.goals import Way, goal_left, to_goal, way_to_goal
from bot.robots.foresight.lasting import cheapest, is_last_round, lasting, outlast, ware_of
from bot.robots.foresight.leads import Lead, Leg, leads, serves, soon, wanted
from bot.robots.foresight.worth import shortage
from bot.robots.reasons import DOUBTS, Reason, both, reason
from bot.robots.steady.duty import first_route
from bot.robots.steady.look import Look
from bot.robots.steady.rust import SPITE
from bot.robots.steady.scored import Advice, Scored
from engine import Act, Game
from engine.core.verbs import Got, complete_moves
from engine.family.trains import charter_with_room
from engine.view import CompanyView, View

NOW, LATER, SOON, THEN = 3.0, 1.0, 1.5, 0.7
"""Weights of income with today's trains, with a later train, and of what a few more lays would let either earn."""
USUAL_UNITS = 5
"""The least that a president is taken to hold of a company, where what others gain is compared with what it does."""
BUILDS = 0.3
"""The part that counts of what trains would earn for a builder that has none."""
FEWEST = 2
"""The trains a company is built for, at least."""
COST, SPARE = 0.15, 0.04
"""The least weight of its money, and that of what it has beyond two trains."""
LONGEST = 6
PACE = 2.0
"""The lays that a company may make in a round, where it wants to reach something."""
LONGER = 2
"""How many stops more a train to come may make."""
LAY = ("hex", "tile", "rotation")


def build(look: Look, verb: str) -> Advice:
    """Score every lay and marker by its effect on the company's income, less its cost."""
    company = look.company
    if company is None:
        return
    if not look.level.trial:
        yield from _at_sight(look, company, verb)
        return
    own, ahead = _trains(look.view, company)
    lengths = _lengths(look.view, own)
    around = leads(look.view, company)
    goal = way_to_goal(look.view, company) if company in look.view.companies else None
    legs = wanted(around)
    if goal is not None:
        legs |= {leg: legs.get(leg, 0.0) + goal.worth for leg in goal.legs}
    sisters = [_Sister(look, one) for one in look.view.companies if _is_sister(look, one)]
    for one in sisters:
        legs |= {leg: legs.get(leg, 0.0) + worth for leg, worth in one.legs.items()}
    use, rise = uses(look.view, legs), rises(look.view, around, lengths)
    if is_last_round(look.view):
        # No train comes after it, and no other lay.
        own, ahead, lengths = [train.kind for train in company.trains], list[str](), list[int]()
    longer = [ware_of(look.view, kind).stops for kind in ahead] * FEWEST
    earned, near = look.income(look.game, own), _nearness(around, lengths, longer)
    then = _later(look, look.game, ahead)
    before = NOW * earned + LATER * then + SOON * near
    purse = Purse(look, company)
    # What only builds, and never has a train, builds for its owner's companies above all.
    mine = 1.0 if company in look.view.companies else BUILDS
    moves = look.moves(verb)
    # What leads somewhere or pays more comes first; of the rest, not always the same corner of the map.
    look.stream.shuffle(moves)
    moves.sort(key=lambda act: -(SOON * use(act) + NOW * rise(act)))
    for act in moves[: round(look.care * look.most)]:
        game = look.after(act)
        if game is None:
            continue
        after = look.ahead(game)
        found = next(one for one in (*after.companies, *after.builders) if one.symbol == company.symbol)
        cost = (company.treasury or 0) - (found.treasury or 0)
        further = leads(after, found)
        more, later, nearer = look.income(game, own), _later(look, game, ahead), _nearness(further, lengths, longer)
        score = NOW * more + LATER * later + SOON * nearer - before
        score = mine * score + sum(one.gains(look, act, after) for one in sisters)
        score += NOW * _others_gain(look, company, act, after)
        towards = _towards(look, goal, act, after, max(lengths, default=0))
        score += towards
        gain = score - purse.loses(cost) - 0.2
        brings = _Brings(own, more - earned, ahead, later - then, *_nearest(around, further), nearer - near, cost)
        if round(-(duty := first_route(look, company, game))) > 0:
            yield Scored(min(gain, 0.0) + duty, act, reason("lay_duty", company=company.symbol, cost=-duty))
        elif towards > 1 and towards > 0.5 * score and company.goal is not None:
            left = len({leg[0] for leg in goal_left(after, company.symbol)})
            yield Scored(gain, act, reason("lay_goal", company=company.symbol, stop=company.goal.stop, left=left))
        else:
            yield Scored(gain, act, _why(look, company, act, brings))
        if look.late():
            return


def _towards(look: Look, goal: Way | None, act: Act, after: View, longest: int) -> float:
    """What a lay is worth because it brings the company's goal nearer. A longer train may come for a longer way."""
    if goal is None or look.company is None or act.args.get("hex") not in goal.hexes:
        return 0.0
    if goal.lays > PACE * (look.coming.rounds - 1):
        return 0.0
    found = next(one for one in after.companies if one.symbol == look.company.symbol)
    return SOON * (to_goal(after, found, longest + LONGER) - to_goal(look.view, look.company, longest + LONGER))


class Purse:
    """A company's money, and what it is for."""

    def __init__(self, look: Look, company: CompanyView) -> None:
        self.look, self.company, self.treasury = look, company, company.treasury or 0
        ware = cheapest(look.view)
        self.price = ware.price if ware else 0
        own, idle = [train.kind for train in company.trains], is_last_round(look.view) or self.treasury < self.price
        buys = company in look.view.companies and not lasting(look.view, company) and not outlast(look.view, own)
        self.keep = self.price if buys else 0
        """What it keeps for a train that it must buy soon."""
        self.weight = SPARE if self.treasury >= self.keep + _dearest(look.view) else max(COST, look.earned(1.0))
        self.next = 0.0
        """What the train that it can pay for in this turn would add to the income of those it has."""
        if own and ware and not idle and charter_with_room(look.game.asked, company.symbol, "", ware.kind):
            self.next = look.expected([*own, ware.kind]) - look.expected(own)

    def loses(self, cost: int) -> float:
        """What it loses by spending this."""
        left = self.treasury - cost
        short = min(max(0, self.keep - left), cost) if cost > 0 else 0
        if short:
            short = max(short, self._added(left))
        least = self.weight * cost + short
        spent = max(least, self.look.added_later(cost)) if cost > 0 else least
        return spent + (NOW * self.next if left < self.price else 0.0)

    def _added(self, left: int) -> float:
        """What it costs the president to add more for the next train if this is left: much, if they do not have it."""
        poorer = structs.replace(self.company, treasury=left)
        more = shortage(self.look.view, poorer) - shortage(self.look.view, self.company)
        return self.look.debts.cost(more=more) - self.look.debts.cost()


def _is_sister(look: Look, company: CompanyView) -> bool:
    return company.president == look.seat and company is not look.company and not company.closed


class _Sister:
    """Another company of the same president, whose way a lay may open or block."""

    def __init__(self, look: Look, company: CompanyView) -> None:
        around = leads(look.view, company)
        self.symbol = company.symbol
        self.lengths = _lengths(look.view, [train.kind for train in company.trains])
        self.near = soon(around, self.lengths)
        self.hexes = {leg[0] for lead in around for leg in lead.way} | {
            edge[0] for lead in around for edge in lead.line
        }
        part = min(1.0, look.units_of(company.symbol) / max(1, look.units))
        self.weight, self.legs = SOON * part, {leg: part * worth for leg, worth in wanted(around).items()}

    def gains(self, look: Look, act: Act, after: View) -> float:
        """What a lay brings it: less than nothing if it blocks its way."""
        if act.args.get("hex") not in self.hexes:
            return 0.0
        then = next(one for one in after.companies if one.symbol == self.symbol)
        return self.weight * (soon(leads(after, then), self.lengths) - self.near)


def _others_gain(look: Look, company: CompanyView, act: Act, after: View) -> float:
    """What it is worth that other companies' trains, on the routes they ran last, earn more at a place that pays more:
    less than nothing where it is others who hold them.
    """
    now, then = (
        {stop.id: stop.revenue for one in seen.hexes if one.id == act.args.get("hex") for stop in one.stops}
        for seen in (look.view, after)
    )
    rises = {stop: max(0, then.get(stop, 0) - pays) for stop, pays in now.items()}
    if not look.level.hostile or not any(rises.values()):
        return 0.0
    total = 0.0
    for other in look.view.companies:
        if other.trains and other.symbol != company.symbol:
            mine = look.units_of(other.symbol)
            held = sum(one.units for seat in look.view.seats for one in seat.shares if one.company == other.symbol)
            more = sum(rises.get(stop, 0) for run in other.last_routes for stop in run.paid)
            total += more * (mine - SPITE * (held - mine))
    return total / max(look.units, USUAL_UNITS)


def _at_sight(look: Look, company: CompanyView, verb: str) -> Advice:
    """The lay that helps most along the ways there are, if there is one."""
    legs = wanted(leads(look.view, company))
    use = uses(look.view, legs)
    best = next(best_lays(look, verb, use, {hex_id for hex_id, _, _ in legs}), None)
    if best is not None:
        yield Scored(SOON * use(best), best, reason("lay_other", company=company.symbol))


def best_lays(look: Look, verb: str, use: Callable[[Act], float], hexes: Set[str]) -> Iterator[Act]:
    """The legal lays in these hexes that help, the best first. Whether track may lie as it does is asked last: that
    takes longest.
    """
    p, law = look.game.asked, look.game.title.verbs[verb]

    def fitting(got: Got, slot: str) -> Iterator[Got]:
        values = law.likely(p, look.seat, law.choices(got), slot)
        tried = ({**got, slot: value} for value in values) if isinstance(values, Sequence) else ()
        return (more for more in tried if law.refuse(p, look.seat, law.choices(more)) is None)

    if law.choices().slots[: len(LAY)] != LAY or law.refuse(p, look.seat, law.choices()) is not None:
        return
    placed = [got for got in fitting({}, "hex") if got["hex"] in hexes]
    turned = [Act(verb, {**got, "rotation": turn}) for at in placed for got in fitting(at, "tile") for turn in range(6)]
    helping = [(worth, act) for act in turned if (worth := use(act)) > 0]
    for _, act in sorted(helping, key=lambda pair: -pair[0]):
        yield from complete_moves(p, verb, law, look.seat, act.args)


def uses(seen: View, legs: Mapping[Leg, float]) -> Callable[[Act], float]:
    """How much a lay would help along the ways there are, from its tile alone."""
    tiles = {one.name: one for one in seen.tiles}

    def use(act: Act) -> float:
        tile, turn, place = tiles.get(str(act.args.get("tile"))), act.args.get("rotation", 0), act.args.get("hex")
        if tile is None or not isinstance(turn, int):
            return 0.0
        return sum(worth for leg, worth in legs.items() if leg[0] == place and serves(tile.track, turn, leg))

    return use


def rises(seen: View, around: Sequence[Lead], lengths: Sequence[int]) -> Callable[[Act], float]:
    """How much more a lay makes a place pay that trains of these lengths come to, from its tile alone."""
    far = max(lengths, default=0)
    near = {lead.stop.partition("/")[0] for lead in around if not lead.lays and lead.stops < far}
    pays = {one.id: max(stop.revenue for stop in one.stops) for one in seen.hexes if one.id in near and one.stops}
    tiles = {one.name: max((stop.revenue for stop in one.stops), default=0) for one in seen.tiles}

    def rise(act: Act) -> float:
        place = str(act.args.get("hex"))
        return float(max(0, tiles.get(str(act.args.get("tile")), 0) - pays[place])) if place in pays else 0.0

    return rise


def _nearness(around: Sequence[Lead], lengths: Sequence[int], longer: Sequence[int]) -> float:
    """What trains would earn a few lays later, and what longer ones would."""
    return soon(around, lengths) + THEN / SOON * soon(around, longer)


def _later(look: Look, game: Game, ahead: Sequence[str]) -> float:
    return look.level.later * look.income(game, ahead) if look.level.later else 0.0


@dataclass(frozen=True)
class _Brings:
    """What a lay or marker would bring."""

    own: Sequence[str]
    """The trains that the company has or would buy now."""
    more: float
    """What they would earn more in a round."""
    ahead: Sequence[str]
    """A train to come."""
    later: float
    """What that would earn more."""
    lead: Lead | None
    """The stop that it brings nearer than any other, or makes pay more."""
    reached: bool
    """Was that connected before?"""
    nearer: float
    cost: int


def _nearest(before: Sequence[Lead], after: Sequence[Lead]) -> tuple[Lead | None, bool]:
    """The stop that has come nearer by the greatest worth, and whether it was connected before."""
    was = {one.stop: one for one in before}
    gains = [(one.worth - (was[one.stop].worth if one.stop in was else 0.0), one) for one in after]
    gained, lead = max((pair for pair in gains if pair[1].stops and pair[1].value), default=(0.0, None), key=_first)
    if lead is None or gained <= 0:
        return None, False
    return lead, lead.stop in was and not was[lead.stop].way


def _first(pair: tuple[float, object]) -> float:
    return pair[0]


def _why(look: Look, company: CompanyView, act: Act, brings: _Brings) -> Reason:
    return (_why_lay if "hex" in act.args else _why_marker)(look, company, brings)


def _why_lay(look: Look, company: CompanyView, brings: _Brings) -> Reason:
    about, later = company.symbol, _why_later(company, brings)
    if brings.more > 0 and company.trains:
        now = reason("lay_earns", company=about, more=brings.more)
        # What it earns at once may be the least of it.
        is_most = NOW * brings.more >= max(LATER * brings.later, SOON * brings.nearer)
        return now if is_most or later.key in DOUBTS else both(now, later)
    if is_last_round(look.view):
        return reason("lay_late", company=about)
    if brings.more > 0:
        return reason("lay_first", company=about, kind=brings.own[0], more=brings.more)
    return later


def _why_later(company: CompanyView, brings: _Brings) -> Reason:
    """What a lay brings to trains to come, or after more lays."""
    about, lead = company.symbol, brings.lead
    if brings.nearer >= 1 and SOON * brings.nearer > brings.later:
        if lead is None:
            return reason("lay_opens", company=about)
        if brings.reached:
            return reason("lay_raises", company=about, stop=lead.stop, value=lead.value)
        return reason("lay_leads", company=about, stop=lead.stop, value=lead.value, left=_unlaid(lead))
    if brings.later > 0:
        return reason("lay_later", company=about, kind=brings.ahead[0], more=brings.later)
    return reason("lay_other", company=about)


def _why_marker(look: Look, company: CompanyView, brings: _Brings) -> Reason:
    about, lead, cost = company.symbol, brings.lead, brings.cost
    if brings.more > 0 and company.trains:
        return reason("token_earns", company=about, more=brings.more, cost=cost)
    if is_last_round(look.view):
        return reason("token_other", company=about, cost=cost)
    if brings.more > 0:
        return reason("token_first", company=about, kind=brings.own[0], more=brings.more, cost=cost)
    if lead is not None and brings.nearer >= 1 and SOON * brings.nearer > brings.later:
        return reason("token_leads", company=about, stop=lead.stop, value=lead.value, left=_unlaid(lead), cost=cost)
    if brings.nearer >= 1 and SOON * brings.nearer > brings.later:
        return reason("token_opens", company=about, cost=cost)
    if brings.later > 0:
        return reason("token_later", company=about, kind=brings.ahead[0], more=brings.later, cost=cost)
    return reason("token_other", company=about, cost=cost)


def _unlaid(lead: Lead) -> int:
    """How many hexes on the way still need track, or another tile."""
    return len({hex_id for hex_id, _, _ in lead.way})


def _lengths(seen: View, own: Sequence[str]) -> list[int]:
    """The lengths of the trains it has, and of those it will have soon."""
    ware = cheapest(seen)
    more = [ware.kind] * (FEWEST - len(own)) if ware else []
    return [ware_of(seen, kind).stops for kind in (*own, *more)]


def _trains(seen: View, company: CompanyView) -> tuple[list[str], list[str]]:
    """The trains it has or would buy now, and a later one."""
    own = [train.kind for train in company.trains]
    ware = cheapest(seen)
    now = own or ([ware.kind] if ware else [])
    kinds = [one.kind for one in seen.trains]
    at = kinds.index(ware.kind) if ware else len(kinds) - 1
    further = [kind for kind in kinds[at : at + 4] if ware_of(seen, kind).stops <= LONGEST]
    return now, further[-1:] or now


def _dearest(seen: View) -> int:
    """The price of the dearest train on sale."""
    return max((ware.price for ware in seen.trains if ware.on_sale), default=0)
