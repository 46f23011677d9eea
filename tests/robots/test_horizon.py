"""How long the sensible robot thinks that a game goes on, where the bank cannot end it."""

from msgspec.structs import replace

from bot.robots.foresight.lasting import HALT, horizon, is_last_round
from engine.family.operating import TURN
from engine.view import BoxView, FrameView, PriceMarkerView, TrainView, View, view
from tests.robots.games import begun


def endless(phase: int = -1, **clock: int) -> View:
    """A game with a bank that cannot be broken, in one of its phases: a company at the lowest price pays, with a train
    that lasts.
    """
    seen = view(begun("1830", ["steady"] * 3, 1))
    seen.companies[0].last_run = 100
    seen.companies[0].trains = [TrainView(id="D/1", kind="D", charter="", face="", marks=[])]
    cheapest = min(seen.market.boxes, key=lambda box: box.price)
    placed = replace(seen, breaks=False, bank=0, phase=seen.phases[phase].name, clock=replace(seen.clock, **clock))
    return at(placed, cheapest)


def at(seen: View, where: BoxView) -> View:
    """The same with the company's marker in a box."""
    marker = PriceMarkerView(company=seen.companies[0].symbol, operated=False)
    boxes = [replace(box, stack=[marker] if box.id == where.id else []) for box in seen.market.boxes]
    return replace(seen, market=replace(seen.market, boxes=boxes))


def test_in_the_last_phase_one_more_set_follows():
    """In the last phase of 1839 it reckoned with eleven rounds when four were left, and saved for trains to the end."""
    assert horizon(endless(number=2, of=3)) == 2 + 3
    assert horizon(replace(endless(number=0, of=0), last_set=True)) == 3


def test_between_sets_one_that_is_not_the_last_is_followed_by_another():
    """In 1843 it reckoned with four rounds when eight were left, and left good companies to others for one train."""
    assert horizon(endless(number=0, of=0)) == 3 + 3


def test_the_last_set_has_only_its_own_rounds():
    last = replace(endless(number=2, of=3), last_set=True)
    assert horizon(last) == 2 and not is_last_round(last)
    assert is_last_round(replace(last, clock=replace(last.clock, number=3)))


def test_no_round_follows_once_a_price_has_reached_the_top():
    """In 1843 it still built and saved for the next round when a price had ended the game with this one."""
    seen = endless(phase=1, number=1, of=3)
    reached = replace(at(seen, max(seen.market.boxes, key=lambda box: box.price)), clock=seen.clock)
    during = replace(reached, clock=replace(reached.clock, round="operating"))
    assert is_last_round(during) and horizon(during) == 1
    assert not is_last_round(replace(during, breaks=True)), "the top of this market does not end it"
    assert not is_last_round(replace(during, clock=replace(during.clock, round="stock")))


def test_a_price_at_the_top_ends_it_before():
    seen = endless(phase=1, number=1, of=2)
    top = max(seen.market.boxes, key=lambda box: box.price)
    near = next(box for box in seen.market.boxes if box.row == top.row and box.column == top.column - 2)
    assert horizon(at(seen, near)) == 2 < horizon(seen)
    assert horizon(replace(at(seen, near), breaks=True, bank=9_000)) > 5, "the top of this market does not end it"
    idle = at(seen, near)
    idle.companies[0].last_run = 0
    assert horizon(idle) == horizon(replace(seen, companies=idle.companies)), "it does not pay, and does not climb"


def test_a_company_that_has_had_its_turn_climbs_in_the_next_round():
    """In 1843 it reckoned with one round when two were left: the company whose price stood high had just run."""
    seen = endless(phase=1, number=1, of=3)
    top = max(seen.market.boxes, key=lambda box: box.price)
    near = at(seen, next(box for box in seen.market.boxes if box.row == top.row and box.column == top.column - 1))
    seen.companies[0].operated = True
    assert horizon(replace(near)) == 2
    assert horizon(replace(near, agenda=[turn(seen, "run")])) == 1, "in its turn it has not paid yet"
    assert horizon(replace(near, agenda=[turn(seen, "train")])) == 2
    seen.companies[0].operated = False
    assert horizon(replace(near)) == 1


def turn(seen: View, step: str) -> FrameView:
    """The company's turn."""
    company = seen.companies[0].symbol
    return FrameView(
        shape="run", rule=TURN, subject=company, step=step, about=[], amount=0, answered=[], kind="", of=[]
    )


def test_the_price_of_a_company_whose_trains_have_rusted_ends_it_later():
    """In 1828 it reckoned with two rounds when nine were left: the company whose price stood high had no train."""
    seen = endless(phase=1, number=1, of=2)
    top = max(seen.market.boxes, key=lambda box: box.price)
    near = next(box for box in seen.market.boxes if box.row == top.row and box.column == top.column - 3)
    assert horizon(at(seen, near)) == 3
    seen.companies[0].trains = []
    assert horizon(at(seen, near)) == 3 + HALT
    nearest = next(box for box in seen.market.boxes if box.row == top.row and box.column == top.column - 1)
    assert horizon(at(seen, nearest)) == 1 + HALT, "its price falls in this round before it buys a train"


def test_the_set_in_which_the_bank_breaks_is_played_to_its_end():
    """In 1889 a share was sold since two rounds seemed to be left, when the set of three was certain."""
    seen = replace(endless(number=1, of=3), breaks=True)
    seen.companies[0].last_run = 1_000
    assert horizon(replace(seen, bank=1_100)) == 3
    assert horizon(replace(seen, bank=4_400)) > 4
