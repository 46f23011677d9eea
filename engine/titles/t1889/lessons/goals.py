"""What is to be reached in the lessons, and the ways that lead past it."""

from __future__ import annotations

from engine.core.position import Position
from engine.family import operating, trains
from engine.family.running import can_run
from engine.finance import shares
from engine.finance.prices import price
from engine.lessons import Test

COMPANY = "IR"
"""The learner's company in all lessons but the first, where they choose one."""
LEAST = 65
"""The lowest price at which a company can begin."""
RUSTS, FIRST_FOUR = "2", "4-0"
"""The kind of train that the first 4 train makes rust, and that train."""


def led(p: Position, seat: str) -> str:
    """The company that the learner leads; empty if there is none."""
    return next((one for one in p.d.companies if shares.president(p, one) == seat), "")


def kinds(p: Position) -> list[str]:
    """The trains of the learner's company."""
    return [p.s.trains[train].kind for train in trains.real_trains(p, COMPANY)]


def at(step: str) -> Test:
    """Is their company at this step of its turn?"""

    def shown(p: Position, seat: str) -> bool:
        frame = operating.turn(p)
        return frame is not None and frame.subject == COMPANY and frame.step == step

    return shown


def missing(p: Position, company: str) -> int:
    """How many shares must still be sold until a company floats."""
    return p.d.companies[company].floats_at - (10 - shares.units_at(p, "ipo", company))


# --- a share, a president, a price


def is_president(p: Position, seat: str) -> bool:
    """Does the learner lead a company?"""
    return led(p, seat) != ""


def leads_nothing(p: Position, seat: str) -> bool:
    """Do they lead no company?"""
    return not is_president(p, seat)


def has_par(p: Position, seat: str) -> bool:
    """Has anybody started a company?"""
    return any(p.company(company).par for company in p.d.companies)


def has_floated(p: Position, seat: str) -> bool:
    """Has their company floated?"""
    return is_president(p, seat) and p.company(led(p, seat)).floated


def too_dear(p: Position, seat: str) -> bool:
    """Can they not pay for the shares that their company still needs?"""
    company = led(p, seat)
    return company != "" and missing(p, company) * p.company(company).par > p.s.cash[seat]


def spent(p: Position, seat: str) -> bool:
    """Have they spent so much on other companies that they can float none of their own?"""
    return not is_president(p, seat) and p.s.cash[seat] < LEAST * 5


def first_round_over(p: Position, seat: str) -> bool:
    """Have they come out of the first stock round without a company that has floated?"""
    first = p.s.clock.round == "stock" and p.s.clock.turn == 1
    return not first and not has_floated(p, seat)


# --- track to a city


def has_route(p: Position, seat: str) -> bool:
    """Does track lead from their company's home to another stop?"""
    return can_run(p, COMPANY)


def has_train(p: Position, seat: str) -> bool:
    """Does their company have a train?"""
    return kinds(p) != []


def turn_over(p: Position, turns: int) -> bool:
    """Has their company ended a turn since it had this many behind it?"""
    return p.company(COMPANY).turns > turns


def leads_nowhere(p: Position, seat: str) -> bool:
    """Is their company done with track for now, and cannot run?"""
    frame = operating.turn(p)
    lays = frame is not None and frame.subject == COMPANY and frame.step == "track"
    return not lays and not has_route(p, seat)


def may_buy_first(p: Position, seat: str) -> bool:
    """Must their company buy its first train, because its track leads somewhere?"""
    return at("train")(p, seat) and has_route(p, seat)


# --- run, and what is paid; pay or withhold


def has_run(p: Position, seat: str) -> bool:
    """Has their company run?"""
    return p.company(COMPANY).last_run > 0


def has_run_again(turns: int) -> Test:
    """Has it run once more, after this many turns?"""

    def reached(p: Position, seat: str) -> bool:
        frame = operating.turn(p)
        runs = frame is not None and frame.subject == COMPANY and frame.step in ("dividend", "train")
        return runs or turn_over(p, turns)

    return reached


def price_above(before: int) -> Test:
    """Has the price of its shares risen?"""
    return lambda p, seat: price(p, COMPANY) > before


def price_below(before: int) -> Test:
    """Has it fallen?"""
    return lambda p, seat: price(p, COMPANY) < before


def has_withheld(p: Position, seat: str) -> bool:
    """Can their company buy the next train with what it has kept?"""
    return at("train")(p, seat) and price_below(65)(p, seat)


def has_first_four(p: Position, seat: str) -> bool:
    """Has their company bought the first 4 train?"""
    return FIRST_FOUR in trains.real_trains(p, COMPANY)


def four_is_gone(p: Position, seat: str) -> bool:
    """Has somebody else bought it?"""
    return p.s.phase != "3" and not has_first_four(p, seat)


# --- the train that rusts yours; money you do not have


def has_lasting_train(p: Position, seat: str) -> bool:
    """Does their company have a train that outlives the first 4 train?"""
    return any(kind != RUSTS for kind in kinds(p))


def lacks_lasting_train(p: Position, seat: str) -> bool:
    """Is it to buy one?"""
    return at("train")(p, seat) and not has_lasting_train(p, seat)


def has_outlived_rust(p: Position, seat: str) -> bool:
    """Have the 2 trains rusted, and their company still has a train?"""
    return p.s.phase != "3" and has_train(p, seat)


def all_rusted(p: Position, seat: str) -> bool:
    """Have they rusted, and it has none?"""
    return p.s.phase != "3" and not has_train(p, seat)


def has_train_and(kept: int) -> Test:
    """Does their company have a train, and they still hold this many shares of companies?"""

    def reached(p: Position, seat: str) -> bool:
        return has_train(p, seat) and sum(shares.units_at(p, seat, one) for one in p.d.companies) >= kept

    return reached


def treasury_below(before: int) -> Test:
    """Has their company spent some of its money?"""
    return lambda p, seat: p.s.cash[COMPANY] < before


def has_sold(p: Position, seat: str) -> bool:
    """Are there shares in the pool, which only their own sales bring there?"""
    return any(shares.units_at(p, "pool", company) for company in p.d.companies)
