"""1828 of 18xx.games: where the site asks although nothing can be done, since by numbers alone something could be."""

from __future__ import annotations

from engine.board.network import reach_of
from engine.core.agenda import used
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.state import Run
from engine.family import stock
from engine.family.as_on_site import own_tile_waits
from engine.family.idle import might_act
from engine.family.running import trains_of
from engine.family.trains import on_charter
from engine.finance import shares
from engine.overlay import on, on_site
from engine.titles.t1828.build import ERIE_AND_KALAMAZOO, EXTRA_COST, tiles_a_turn
from engine.titles.t1828.coal import STOP
from engine.titles.t1828.own import own
from engine.titles.t1828.powers import CHAMPLAIN
from engine.titles.t1828.site.hopes import hoped_for, strict
from engine.titles.t1828.systems import is_system, parts

READING = "idle_steps"


def _woken(p: Position, frame: Run, *verbs: str) -> bool:
    """In games that ask more than the site, what may be done at any time keeps a step open."""
    return not strict(p) and might_act(p, chief(p, frame.subject), verbs)


def track_waits(p: Position, frame: Run) -> bool:
    """One is asked for track as long as the numbers allow any, wherever it could lie."""
    woken = p.d.is_company(frame.subject) and _woken(p, frame, "buy_private", "burlington", "coal")
    return woken or (on(p, READING) and _track_left(p, frame))


def _track_left(p: Position, frame: Run) -> bool:
    """Also as long as the Erie & Kalamazoo's tile could still be laid, or the private company be bought with it."""
    builder, notes = frame.subject, frame.used
    if sum(note.what in ("yellow", "upgrade") for note in notes) < tiles_a_turn(p, builder):
        return True
    if not p.d.is_company(builder):
        return False
    if p.s.privates[ERIE_AND_KALAMAZOO] == builder and not own(p).extra_track:
        return True
    for_sale = p.s.privates[ERIE_AND_KALAMAZOO] in p.seats and p.s.cash[builder]
    if for_sale and p.title.operating.private_refusal(p, builder, ERIE_AND_KALAMAZOO) is None:
        return True
    if any(note.what == "upgrade" for note in notes):
        return False
    rights = [part for part in parts(p, builder) if part in EXTRA_COST]
    # The Erie & Kalamazoo's tile counts as well.
    done = [note for note in notes if note.what == "extra"]
    return len(done) < len(rights) and p.s.cash[builder] >= EXTRA_COST[rights[0]]


def station_waits(p: Position, frame: Run) -> bool:
    """The site asks for a station if the company could pay for one and the coalfields can be reached."""
    company = frame.subject
    left = p.company(company).markers
    if _woken(p, frame, "coal"):
        return True
    if not on(p, READING) or used(frame, "token") or not left:
        return False
    return p.s.cash[company] >= left[0] and reach_of(p, company).comes_to(STOP)


def train_waits(p: Position, frame: Run) -> bool:
    """A system is asked for trains as long as it has an empty shell, and before it buys any how its trains stand."""
    company = frame.subject
    if strict(p):
        return last_waits(p, company) or has_empty_shell(p, company) or swap_waits(p, frame)
    waits = on_site(p) and (own_tile_waits(p, company, CHAMPLAIN) or has_empty_shell(p, company))
    return waits or _woken(p, frame, "buy_private", "burlington", "coal")


def swap_waits(p: Position, frame: Run) -> bool:
    """Could a system's trains change shells, even if there is no room for that?"""
    company = frame.subject
    return is_system(p, company) and bool(trains_of(p, company)) and not used(frame, "train bought")


def has_empty_shell(p: Position, company: str) -> bool:
    """A system, whether or not a train can be bought."""
    return is_system(p, company) and not all(on_charter(p, shell) for shell in p.company(company).charters)


def last_waits(p: Position, company: str) -> bool:
    """After its trains a company is asked as long as it could buy a private company or lay that tile."""
    refusal = p.title.operating.private_refusal
    for_sale = [private for private, owner in p.s.privates.items() if owner in p.seats]
    can_buy = p.s.cash[company] > 0 and any(refusal(p, company, private) is None for private in for_sale)
    return can_buy or own_tile_waits(p, company, CHAMPLAIN)


def is_asked(p: Position, turn: Run) -> bool:
    """Does the site ask the player in a stock turn? It does not for a merger that cannot succeed."""
    return might_act(p, turn.subject, ("buy", "par", "sell", "exchange")) or _turn_waits(p, turn)


def turn_deciders(p: Position, frame: Run) -> list[str]:
    """As everywhere, and a director who can do nothing but pass while a merger can be hoped for."""
    found = stock.turn_deciders(p, frame)
    return [frame.subject] if not found and frame.step != "over" and _turn_waits(p, frame) else found


def _turn_waits(p: Position, turn: Run) -> bool:
    """Does somebody hold enough of the director's company and another one, even one that is not started?

    Neither need have been started, though then no merger can be made.
    """
    if not on(p, READING) or used(turn, "bought"):
        return False
    companies = [company for company in p.d.companies if not p.company(company).closed and not is_system(p, company)]
    mine = [company for company in companies if shares.president(p, company) == turn.subject]
    if not strict(p):
        mine = [company for company in mine if shares.started(p, company)]
    return any(hoped_for(p, one, other) for one in mine for other in companies if other != one)
