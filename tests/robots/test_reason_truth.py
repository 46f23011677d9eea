"""What a robot's reason claims is true of the position and of its move, and says something."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import pytest

from bot.catalogue import ROBOTS
from bot.robots.foresight.lasting import is_last_round, rounds_left
from bot.robots.foresight.prospect import income
from bot.robots.foresight.worth import sold
from bot.robots.reasons import AGAINST, DOUBTS, Reason, both, reason, worded
from bot.robots.steady.auction import bid
from bot.robots.steady.building import build
from bot.robots.steady.deciding import ranked
from bot.robots.steady.look import Look
from bot.robots.steady.stock import buy
from engine import Act, Game
from engine.board.network import reach_of
from engine.play import play_on
from engine.titles import titles
from engine.view import CompanyView, view
from tests.long_runs import one_of
from tests.robots.games import begun
from tests.t1870.lines import row_b

NUMBERED = [name for name in titles() if name[0].isdigit()]


@dataclass
class Said:
    """A reason beside the position in which it is said, and the one to which its move leads."""

    look: Look
    act: Act
    why: Reason
    after: Game

    @property
    def next(self) -> Said | None:
        """The second sentence, if there is one."""
        return None if self.why.then is None else Said(self.look, self.act, self.why.then, self.after)

    @property
    def company(self) -> str:
        return str(self.why.values["company"])

    def number(self, name: str) -> int:
        return int(self.why.values[name])

    @cached_property
    def before(self) -> CompanyView:
        seen = self.look.view
        return next(one for one in (*seen.companies, *seen.builders) if one.symbol == self.company)

    @cached_property
    def then(self) -> CompanyView:
        seen = view(self.after, self.look.seat)
        return next(one for one in (*seen.companies, *seen.builders) if one.symbol == self.company)

    @property
    def earned(self) -> int:
        """What the company's trains could earn more after the move."""
        return income(self.after, self.company) - income(self.look.game, self.company)

    @property
    def got(self) -> int:
        return self.after.state.cash[self.look.seat] - self.look.game.state.cash[self.look.seat]

    @property
    def price(self) -> int:
        return self.number("price")

    @property
    def may_decline(self) -> bool:
        game = self.look.game
        return any(game.title.verbs[name].declines for name in game.verbs(self.look.seat))


def kinds(company: CompanyView) -> list[str]:
    return [train.kind for train in company.trains]


def rusts(it: Said) -> bool:
    """Did the move take the trains that it names from all that it names?"""
    gone = str(it.why.values["old"]).split(", ")
    was = {one.symbol: kinds(one) for one in it.look.view.companies}
    now = {one.symbol: [train for train in one.trains if train.kind in gone] for one in view(it.after).companies}
    losers = str(it.why.values["losers"]).split()
    return all(set(was[one]) & set(gone) and (not now[one] or now[one][0].marks) for one in losers) and bool(losers)


def leads(it: Said) -> bool:
    """Is the stop reached if no track is missing, and does it pay?"""
    stop, left = str(it.why.values["stop"]), it.number("left")
    reached = reach_of(it.after.asked, it.company).entries
    return not is_last_round(it.look.view) and it.number("value") > 0 and (left > 0 or not reached or stop in reached)


def purse(it: Said) -> int:
    """What the seat has once it has started the company, also where it leaves that."""
    if it.then.started:
        return it.after.state.cash[it.look.seat]
    return it.look.cash - (it.then.floats_at - it.number("left")) * it.price


def floats(it: Said) -> bool:
    left = it.number("left")
    return it.then.floated or it.then.floats_at - sold(view(it.after), it.then) == left


def moves(it: Said) -> bool:
    """Does the price go where it says, and only there?"""
    return it.then.price == it.price and it.number("moved") == abs(it.then.price - it.before.price)


def cheaper(it: Said) -> bool:
    """Does the private company cost less after the move, whoever buys it?"""
    was, now = (
        {one.id: one for one in seen.privates}[str(it.why.values["private"])]
        for seen in (it.look.view, view(it.after, it.look.seat))
    )
    return now.price < was.price and now.owner == was.owner


def held_against(it: Said) -> bool:
    """Could the other become the president with one share more, before the purchase and not after it?"""
    rival = next(one for one in it.look.view.seats if one.id == it.why.values["player"])
    mine, theirs = (
        next((held.units for held in seat.shares if held.company == it.company), 0) for seat in (it.look.me, rival)
    )
    return it.before.president == it.look.seat == it.then.president and theirs >= mine and bool(rival.cash)


def keeps(it: Said) -> set[int]:
    """What the other ways to divide the money keep."""
    return {one.kept for one in it.look.view.payouts if one.dividend < it.number("dividend")}


CLAIMS: Mapping[str, Callable[[Said], bool]] = {
    "lay_earns": lambda it: bool(it.before.trains) and it.earned == it.number("more") > 0,
    "token_earns": lambda it: bool(it.before.trains) and it.earned == it.number("more") > 0,
    "tried_earns": lambda it: bool(it.before.trains) and it.earned == it.number("more") > 0,
    "tried_pays": lambda it: it.number("each") > 0 and not is_last_round(it.look.view),
    "lay_first": lambda it: not it.before.trains and it.number("more") > 0 and not is_last_round(it.look.view),
    "token_first": lambda it: not it.before.trains and it.number("more") > 0 and not is_last_round(it.look.view),
    "lay_leads": leads,
    "token_leads": leads,
    "lay_later": lambda it: it.number("more") > 0 and not is_last_round(it.look.view),
    "token_later": lambda it: it.number("more") > 0 and not is_last_round(it.look.view),
    "lay_opens": lambda it: not is_last_round(it.look.view),
    "lay_raises": lambda it: it.number("value") > 0 and not is_last_round(it.look.view),
    "lay_late": lambda it: is_last_round(it.look.view) and it.earned <= 0,
    "buy_needed": lambda it: not it.before.trains and it.may_decline and len(it.then.trains) == 1,
    "buy_lasts": lambda it: bool(it.before.trains) and it.may_decline,
    "buy_late": lambda it: is_last_round(it.look.view),
    "buy_must": lambda it: not it.may_decline,
    "buy_rusts": lambda it: rusts(it) and it.number("lost") > 0,
    "buy_needed_rusts": rusts,
    "buy_earns": lambda it: 1 <= it.number("rounds") <= 5 and it.number("rounds") * it.number("more") >= it.price,
    "buy_earns_long": lambda it: rounds_left(it.look.view, str(it.why.values["kind"])) * it.number("more") >= it.price,
    "buy_spare": lambda it: 0 < it.number("back") < it.price <= (it.before.treasury or 0) and it.may_decline,
    "buy_last": lambda it: all(one.kind != it.why.values["kind"] or not one.left for one in view(it.after).trains),
    "buy_forced": lambda it: (it.before.treasury or 0) + it.number("added") == it.price,
    "buy_adds": lambda it: (it.before.treasury or 0) + it.number("added") == it.price,
    "buy_moves": lambda it: not it.before.trains and len(it.then.trains) == 1,
    "buy_passes": lambda it: not it.before.trains and len(it.then.trains) == 1 and not it.may_decline,
    "buy_drains": lambda it: 0 < it.number("added") <= it.price and it.number("more") > 0,
    "buy_hastens": lambda it: it.number("cost") > 0 and it.may_decline,
    "lay_duty": lambda it: not it.before.trains and it.number("cost") > 0,
    "buy_holds": held_against,
    "pay_out": lambda it: it.number("dividend") > 0 and moves(it) and it.number("less") in keeps(it),
    "pay_zero": lambda it: moves(it) and it.then.treasury == it.before.treasury,
    "pay_keeps": lambda it: (it.then.treasury or 0) >= (it.before.treasury or 0) + it.number("kept") > 0,
    "pay_nothing": lambda it: it.number("kept") > 0 and moves(it),
    "buy_float": floats,
    "buy_president": lambda it: it.before.president != it.look.seat == it.then.president,
    "sell_dump": lambda it: it.then.president == it.why.values["player"] != it.look.seat,
    "sell_weak": lambda it: it.number("worth") < it.price,
    "sell_keep": lambda it: it.number("worth") >= it.price and it.may_decline,
    "sell_least": lambda it: it.number("worth") >= it.price and not it.may_decline,
    "sell_room": lambda it: it.number("gain") > 0,
    "start_alone": lambda it: purse(it) >= it.number("needed") == it.number("left") * it.price,
    "start_places": lambda it: it.number("places") <= it.number("left"),
    "start_far": lambda it: purse(it) < it.number("needed"),
    "start_owes": lambda it: it.number("owed") > 0,
    "start_kept": lambda it: purse(it) >= it.number("needed") > 0 < it.number("kept"),
    "start_dear": lambda it: it.number("needed") == it.number("left") * it.price > 0,
    "bid": lambda it: it.number("worth") >= it.price,
    "bid_dear": lambda it: it.number("worth") <= it.price,
    "cheapens": lambda it: cheaper(it) and it.number("left") >= 0,
    "sell_private": lambda it: it.number("worth") < it.price == it.got,
    "exchange": lambda it: it.after.state.privates.get(str(it.why.values["private"])) != it.look.seat,
}
"""What must hold where a reason is said, by its key."""
UNSAID = ("no_place", "no_cash", "no_train", "no_room", "no_track", "no_station", "no_more", "idle")


@cache
def reasons(title: str) -> list[tuple[Said, bool]]:
    """Every reason for a move in a game that a robot and chance play in turn, and whether it is the one chosen."""
    game, found = begun(title, ["steady"] * 3, 1), list[tuple[Said, bool]]()
    for number in range(70):
        if not game.decisions():
            break
        look = Look(game, game.decisions()[0].seat, random.Random(number), None, 3)
        ways = ranked(look)
        tried = [(one, after, at == 0) for at, one in enumerate(ways) if (after := look.after(one.act)) is not None]
        found += [(Said(look, one.act, one.why, after), chosen) for one, after, chosen in tried]
        game, _ = game.apply(look.seat, ways[0].act)
        if number % 10 == 9:
            game = play_on(game, random.Random(number), 12)
    return found


@pytest.mark.parametrize("title", one_of(NUMBERED))
def test_what_a_reason_claims_holds(title: str):
    wrong, said = list[str](), set[str]()
    for it, _ in reasons(title):
        said.add(it.why.key)
        for one in filter(None, (it, it.next)):
            if (claim := CLAIMS.get(one.why.key)) is not None and not claim(one):
                wrong.append(f"{one.act}: {one.why}")
    assert not wrong, "\n".join(wrong[:20])
    assert len(said & set(CLAIMS)) > 6


def test_track_that_leads_somewhere_says_so_if_that_is_worth_more_than_what_it_earns_at_once():
    """It was chosen for $200, and its reason named $10 a round."""
    earning = [it.why for it, _ in reasons("18Chesapeake") if it.why.key == "lay_earns"]
    assert "lay_leads" in {one.then.key for one in earning if one.then is not None}
    assert any(one.then is None for one in earning)


@pytest.mark.parametrize("title", one_of(NUMBERED))
def test_no_reason_for_a_choice_names_nothing(title: str):
    """They said: worth about ¥0, for about 0 rounds, selling brings -12 more, 1 operating rounds."""
    empty = list[str]()
    for it, chosen in reasons(title):
        sentence = re.sub(r"\bP\d\b", "somebody", worded(it.why, it.look.view))
        if chosen and re.search(r"(?<![\d.,])-?0(?!\d|[.,/]\d)|-\d|\b1 (more )?(rounds|shares|tiles)", sentence):
            empty.append(f"{it.act}: {sentence}")
    assert not empty, "\n".join(empty[:20])


@pytest.mark.parametrize("title", one_of(NUMBERED))
def test_where_nothing_is_done_it_says_what_stands_in_the_way(title: str):
    for it, chosen in reasons(title):
        if not chosen or it.why.key not in UNSAID:
            continue
        game, seat, me = it.look.game, it.look.seat, it.look.me
        verbs = {act.verb for act in game.legal(seat)}
        match it.why.key:
            case "no_place":
                assert me.limit is not None and me.certificates >= me.limit and "buy" not in verbs
            case "no_cash":
                assert it.number("cash") == it.look.cash < it.number("price") and "buy" not in verbs
            case "no_train":
                bank = [act for act in game.legal(seat) if act.args.get("from") == "bank"]
                assert it.number("treasury") == (it.before.treasury or 0) < it.number("price") and not bank
            case "no_room":
                assert not [act for act in game.legal(seat) if act.args.get("from") == "bank"]
            case "no_track" | "no_station":
                assert ("lay" if it.why.key == "no_track" else "token") not in verbs
            case "no_more":
                assert "buy" not in verbs and "sell" in verbs
            case _:
                assert not verbs & {"buy", "sell", "lay", "token"}


@pytest.mark.parametrize("title", one_of(NUMBERED))
def test_no_choice_has_a_reason_against_it(title: str):
    """They said: a share brings $60 now, and keeping it should bring $80; and sold it."""
    chosen = [it for it, best in reasons(title) if best and not it.look.game.title.verbs[it.act.verb].declines]
    against = [f"{it.act}: {it.why}" for it in chosen if it.why.key in (*AGAINST, "sell_keep")]
    assert not against, "\n".join(against[:20])


def test_a_second_sentence_follows_only_a_reason_for_the_move():
    ahead = reason("ahead", rounds=3)
    assert both(reason("buy_earns"), ahead) == Reason("buy_earns", then=ahead)
    # They said: a 4 train would earn nothing more; played on, this ends better.
    assert [key for key in DOUBTS if both(reason(key), ahead) != ahead] == []
    assert {"buy_idle", "buy_dying", "buy_least", "start_places"} <= DOUBTS <= set(ROBOTS.words("en")["reasons"])


def lays(*, broken: bool) -> set[str]:
    """Why ATSF lays what, in a round that is the last if the bank is broken."""
    table = row_b().with_train("ATSF", "2").with_cash("ATSF", 500)
    with table.operating_turn("ATSF", "track", 1, 1).arrange() as p:
        p.s.broken = broken
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    return {one.why.key for one in build(look, "lay")}


def test_no_track_leads_anywhere_in_the_last_turn_of_the_game():
    later = {"lay_leads", "lay_later"}
    assert later & lays(broken=False)
    assert "lay_late" in lays(broken=True) and not later & lays(broken=True)


@pytest.mark.parametrize(("source", "key"), [("ipo", "buy_float"), ("pool", "buy_share")])
def test_a_share_from_the_pool_does_not_help_a_company_to_float(source: str, key: str):
    """In 1889 it bought one, and said that its company would float."""
    table = row_b().with_company("MP", "Ann", Ann=3, floated=False).with_cash("Ann", 900)
    with table.arrange() as p:
        p.s.certs[next(cert for cert in p.d.certs_of["MP"] if p.s.certs[cert] == "ipo")] = "pool"
    table.stock_round("Ann")
    look = Look(table.game, table.seat("Ann"), random.Random(1), None, 12)
    why = [one.why for one in buy(look, "buy") if one.act.args == {"company": "MP", "from": source}]
    assert [one.key for one in why] == [key]


def test_what_a_sale_in_the_auction_brings_is_said_of_what_was_for_sale():
    """In 1870 it said of SLSF's certificate for $140 what it thought of MKT, on which it had bid."""
    game = begun("1870", ["steady"] * 3, 1)
    take, keep = Act("take"), Act("pass_auction")
    for act in (Act("bid", {"private": "MKT", "amount": 165}), take, take, take, take, keep):
        game, _ = game.apply(game.decisions()[0].seat, act)
    look = Look(game, game.decisions()[0].seat, random.Random(1), None, 12)
    [found] = list(bid(look, "take"))
    assert look.said(take, "auction_sold", "private") == "SLSF"
    assert look.after(take).state.privates["MKT"] == look.seat and "private" not in found.why.values
