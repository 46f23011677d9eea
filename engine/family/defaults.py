"""The family's answers to the seams, for titles without their own. Each is a plain function of the seam's signature."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.markers import printed_amount
from engine.board.tiles import StopDef
from engine.core.errors import Refusal
from engine.core.parts import Goal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Lot, Marker, Run
from engine.core.verbs import Span
from engine.family import closing, emergency, operating, privates, track, trains
from engine.family.ending import finish
from engine.family.price_moves import sold_out_rise
from engine.finance import lots, money
from engine.routes import Problem

# --- sales


def at_once(p: Position) -> str:
    """Emergency sales are settled before anything else."""
    return "at_once"


def nobody(p: Position, seller: str, company: str) -> str:
    """Nobody may take shares that are sold."""
    return ""


def lot_to_market(p: Position, lot: Lot) -> None:
    """A lot goes to the pool."""
    lots.to_market(p, lot)


def any_block(p: Position, seller: str, company: str, units: int) -> Refusal | None:
    """A block of any size."""
    return None


def no_more_than_needed(p: Position, seller: str, needy: str, company: str, units: int) -> Refusal | None:
    """In an emergency, only what the train needs may be sold."""
    if not emergency.too_much(p, seller, needy, company, units):
        return None
    need = emergency.missing(p, seller, needy)
    return Refusal(
        "you may sell only what the train needs",
        p.title.sections["forced sale"],
        because("{missing} more is needed", missing=need),
    )


def enough(p: Position, seller: str, needy: str) -> bool:
    """A player who has the money need not sell more."""
    return False


# --- the stock round


def stock_round_begins(p: Position, frame: Run) -> None:
    """Say so."""
    p.s.clock.round = "stock"
    p.emit("round", round="stock", number=p.s.clock.turn)


def stock_round_ended(p: Position) -> None:
    """Companies that are sold out rise."""
    sold_out_rise(p)


def priority_stays(p: Position, frame: Run) -> None:
    """Whoever has priority begins the next one; nobody changes seats."""


def par(p: Position, company: str) -> int:
    """Shares of the IPO cost par."""
    return p.company(company).par


def bank_is_paid(p: Position, company: str) -> str:
    """The bank gets the money for them."""
    return money.BANK


def no_bar(p: Position, player: str, company: str) -> Refusal | None:
    """No further objection."""
    return None


# --- track


def one_tile(p: Position, builder: str, hex_id: str, tile: str) -> Refusal | None:
    """One tile a turn, new or upgraded."""
    return track.yellow_or_upgrade(p, operating.turn(p), hex_id, 1, p.title.sections["fit"])


def not_blocked(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> Refusal | None:
    """A hex that belongs to a private company takes no tile while a player owns it."""
    private = p.d.map.hexes[hex_id].sheet.blocked_by
    if private and p.s.privates[private] in p.seats:
        return Refusal(
            because("{hex_id} belongs to {private}, which a player owns", hex_id=hex_id, private=private),
            p.title.sections["private"],
        )
    return None


def every_marker(p: Position, builder: str, marker: Marker) -> bool:
    """Every marker takes its space."""
    return True


def terrain(p: Position, builder: str, hex_id: str, tile: str, rotation: int) -> int:
    """Terrain is paid with the first tile."""
    return 0 if hex_id in p.board.tiles else p.d.map.hexes[hex_id].cost


def nothing_barred(p: Position, builder: str) -> frozenset[str]:
    """Every stop may be run to."""
    return frozenset()


def note_lay(p: Position, builder: str, hex_id: str, tile: str, rotation: int, frame: Run) -> None:
    """Count it against the allowance."""
    track.note_lay(p, frame, hex_id)


# --- operating


def privates_pay(p: Position) -> None:
    """An operating round begins with the private companies' income."""
    operating.pay_privates(p)


def nothing_between(p: Position, frame: Run) -> bool:
    """Nothing happens between two turns."""
    return False


def nothing_after(p: Position) -> None:
    """Nothing follows the round."""


def printed_value(p: Position, builder: str, stop: str, found: StopDef) -> tuple[int, int]:
    """What is printed."""
    return printed_amount(p, found), 0


def printed_kind(p: Position, train: str) -> str:
    """A train runs as what is printed on it."""
    return p.s.trains[train].kind


def never_sold_again(p: Position, train: str) -> Sequence[str]:
    """What has rusted is not for sale."""
    return ()


def no_goal(p: Position, company: str) -> Goal | None:
    """Companies may build where they like."""
    return None


def no_stops(p: Position, company: str) -> frozenset[str]:
    """Every marker counts."""
    return frozenset()


def as_it_is(p: Position, company: str, problem: Problem) -> Problem:
    """Routes with no rules beyond the family's."""
    return problem


def nothing_bought(p: Position, builder: str, thing: str) -> None:
    """A purchase has no further effects."""


def phase_begins(p: Position, phase: str) -> None:
    """A phase closes the private companies if its sheet says so."""
    if p.d.phases[phase].closes_privates:
        privates.close_all(p)


def private_refusal(p: Position, company: str, private: str) -> Refusal | None:
    """What the sheets say: some are never sold to a company, and in some phases none is."""
    section = p.title.sections["private"]
    if not p.d.privates[private].for_companies:
        return Refusal(because("{private} can never be sold to a company", private=private), section)
    if not p.d.phases[p.s.phase].private_sales:
        return Refusal(because("companies cannot buy private companies in {phase}", phase=p.s.phase), section)
    return None


def train_duty(p: Position, frame: Run) -> Refusal | None:
    """A company with a run must own a train when it leaves the train step."""
    return trains.train_duty(p, frame)


def who_must_buy(p: Position, company: str) -> str:
    """Only a company that must buy a train is helped."""
    return trains.MUST if trains.must_buy(p, company) else ""


def bankruptcy_ends_it(p: Position, player: str, company: str) -> None:
    """A president who cannot pay ends the game."""
    p.emit("bankrupt", player=player, company=company)
    p.seat(player).out = "bankrupt"
    finish(p, "bankruptcy")


def half_to_double(p: Position, company: str, private: str) -> Span:
    """A private company costs a company half to double its printed price."""
    return privates.price_span(p, private, p.d.privates[private].cost * 2)


def close(p: Position, company: str) -> None:
    """A company in the closing section leaves the game."""
    closing.close_company(p, company)
