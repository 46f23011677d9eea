"""Two companies become a system: who may, at what price, assets, share trading, donation, failure (7.5, 13.4)."""

from __future__ import annotations

import pytest

from engine import Act, decode_game
from engine.board.markers import BLOCK
from engine.prospects import if_all_agree
from engine.view import view
from tests.t1828.positions import answered, pair
from tests.t1828.table import Table1828

# --- who may


@pytest.mark.rule("1828-7.5.1-01", "1828-7.5.1-02")
def test_a_director_proposes_and_the_other_agrees():
    table = pair().stock_round("Cem")
    table.refused("Cem", "merge", "7.5.1", stays="GT", goes="NKP")
    table = pair()
    table.do("Ann", "merge", stays="GT", goes="NKP")
    assert not table.s.companies["NKP"].closed
    assert not table.happened("merged")
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    assert table.happened("merged")
    table = pair().do("Ann", "merge", stays="GT", goes="NKP")
    table.do("Bob", "decline", offer=table.s.offers[-1].id)
    assert table.deciders() == ["Ann"]
    assert not table.happened("merged")


def test_the_same_proposal_after_the_game_was_stored_is_still_one():
    # Stored, the two companies are named in another order than that in which they are chosen.
    table = pair().do("Ann", "merge", stays="GT", goes="NKP")
    table.game = decode_game(table.game.encode())
    table.do("Ann", "merge", stays="GT", goes="NKP")
    assert [offer.args for offer in table.s.offers] == [{"stays": "GT", "goes": "NKP"}]
    # The other way round it is another proposal.
    table.do("Ann", "merge", stays="NKP", goes="GT")
    assert len(table.s.offers) == 2


@pytest.mark.rule("1828-7.5.1-01", "1828-7.5.2-01")
@pytest.mark.parametrize(("stays", "goes"), [("GT", "NKP"), ("NKP", "GT")])
def test_the_acting_player_says_which_one_remains(stays: str, goes: str):
    table = pair().merge("Ann", stays, goes, "Bob")
    assert table.s.companies[goes].closed
    assert table.s.companies[goes].into == stays
    assert table.s.companies[stays].charters == [stays, goes]
    assert not table.box(goes)


@pytest.mark.rule("1828-7.5.1-02")
def test_the_director_of_both_needs_nobody():
    table = pair().with_company("NKP", "Ann", Ann=5, box="5,5").stock_round("Ann")
    answered(table.do("Ann", "merge", stays="GT", goes="NKP"))
    assert table.happened("merged")


@pytest.mark.rule("1828-7.5.1-03", "1828-13.4-07")
@pytest.mark.parametrize(("stays", "goes"), [("WAB", "GT"), ("GT", "WAB")])
def test_a_system_does_not_merge_again(stays: str, goes: str):
    table = Table1828().with_system("GT", "NKP", "Ann", Ann=5).with_company("WAB", "Ann", Ann=6).stock_round("Ann")
    table.refused("Ann", "merge", "7.5.1", stays=stays, goes=goes)


@pytest.mark.rule("1828-7.5.1-04", "1828-7.5.1-05")
@pytest.mark.parametrize(
    ("gt", "nkp", "may"),
    [
        ("before", "before", True),
        ("now", "now", True),
        ("now", "not", True),
        ("not", "now", True),
        ("before", "now", False),
        ("now", "before", False),
        ("before", "not", False),
        ("not", "not", False),
    ],
)
def test_the_two_forms(gt: str, nkp: str, *, may: bool):
    table = Table1828()
    for company, when in (("GT", gt), ("NKP", nkp)):
        table.with_company(company, "Ann", Ann=5, floated=when != "not", home=when == "before")
    table.stock_round("Ann").floated_now(*(c for c, when in (("GT", gt), ("NKP", nkp)) if when == "now"))
    if not may:
        table.refused("Ann", "merge", "7.5.1", stays="GT", goes="NKP")
        return
    table.do("Ann", "merge", stays="GT", goes="NKP")
    assert table.s.companies["GT"].charters == ["GT", "NKP"]


@pytest.mark.rule("1828-7.5.1-05")
def test_a_company_without_a_par_does_not_merge():
    table = Table1828().with_company("GT", "Ann", Ann=6).stock_round("Ann").floated_now("GT")
    table.refused("Ann", "merge", "7.5.1", stays="GT", goes="WAB")
    table.refused("Ann", "merge", "7.5.1", stays="WAB", goes="GT")
    table.refused("Ann", "merge", stays="GT", goes="GT")


@pytest.mark.rule("1828-7.1-04", "1828-7.3-01")
def test_a_merger_is_the_purchase_action_and_shares_can_be_sold_after_it():
    table = pair({"Ann": 6}, {"Bob": 4, "Ann": 2}).merge("Ann", "GT", "NKP", "Bob")
    table.may_not_buy("Ann", "GT", section="7.1")
    table.refused("Ann", "par", "7.1", company="WAB", price=67)
    table.do("Ann", "sell", company="GT", shares=1)
    # And after a purchase there is no merger.
    table = pair().do("Ann", "par", company="WAB", price=67)
    table.refused("Ann", "merge", "7.1", stays="GT", goes="NKP")


@pytest.mark.rule("1828-7.1-10", "1828-7.1-11")
def test_who_merges_after_passing_gives_the_card_back():
    table = pair()
    table.do("Ann", "pass").do("Bob", "pass").do("Cem", "par", company="WAB", price=67).done("Cem")
    answered(table.merge("Ann", "GT", "NKP", "Bob")).done("Ann")
    # Ann had card 1; now Bob has it, Cem takes the second and Ann the third.
    for who in ("Bob", "Cem", "Ann"):
        assert table.s.clock.round == "stock"
        table.do(who, "pass")
    assert [seat.name for seat in table.s.players] == ["Bob", "Cem", "Ann"]


# --- price


@pytest.mark.rule("1828-7.5.2-02", "1828-7.5.2-22")
@pytest.mark.parametrize(
    ("gt", "nkp"),
    [("3,4", "5,5"), ("5,5", "3,4"), ("13,0", "0,11"), ("9,1", "11,1"), ("17,2", "0,11"), ("0,2", "13,7")],
)
def test_the_price_of_the_system(gt: str, nkp: str):
    table = pair(gt_box=gt, nkp_box=nkp)
    one, other = table.price("GT"), table.price("NKP")
    most = max(one, other) + min(one, other) // 2
    column = min(int(gt.split(",")[1]), int(nkp.split(",")[1]))
    boxes = table.p.d.market.boxes
    row = max(int(box.split(",")[0]) for box in (gt, nkp) if int(box.split(",")[1]) == column)
    way = [f"{number},{column}" for number in range(row, -1, -1)] + [f"0,{number}" for number in range(column + 1, 15)]
    best = [box for box in way if boxes[box].price <= most][-1]
    table.merge("Ann", "GT", "NKP", "Bob")
    assert table.box("GT") == best


@pytest.mark.rule("1828-7.5.2-02")
@pytest.mark.parametrize(
    ("gt", "nkp", "price"),
    [
        # 117 + 104 // 2 = 169: up to the top at 157, then right to 167.
        ("3,4", "5,5", 167),
        # 251 + 40 // 2 = 271, but from the left the top row goes from 240 to 272: less than the larger price.
        ("1,10", "17,2", 240),
        # 65 + 57 // 2 = 93: up the second column as far as 92.
        ("9,1", "11,1", 92),
        # 122 + 111 // 2 = 177, and 178 is a dollar too dear.
        ("0,0", "3,3", 167),
    ],
)
def test_prices_worked_out_by_hand(gt: str, nkp: str, price: int):
    table = pair(gt_box=gt, nkp_box=nkp).merge("Ann", "GT", "NKP", "Bob")
    assert table.price("GT") == price


@pytest.mark.rule("1828-7.5.2-33", "1828-12.2-07")
def test_the_systems_marker_goes_under_those_already_there():
    table = pair(gt_box="9,1", nkp_box="11,1").with_company("WAB", "Cem", Cem=6, box="4,1").stock_round("Ann")
    table.merge("Ann", "GT", "NKP", "Bob")
    assert table.s.market["4,1"] == ["WAB", "GT"]


# --- assets


@pytest.mark.rule("1828-7.5.2-03", "1828-7.5.2-09", "1828-13.4-01", "1828-13.4-02", "1828-13.4-03")
def test_all_assets_are_joined_and_trains_stay_on_their_charters():
    table = pair().with_train("GT", "2", "2").with_train("NKP", "3").with_private("D&H", "NKP").with_coal("NKP")
    table.merge("Ann", "GT", "NKP", "Bob")
    assert (table.cash("GT"), table.cash("NKP")) == (500, 0)
    assert table.s.privates["D&H"] == "GT"
    assert table.coal_of() == ["GT"]
    at = {card.at: card.kind for card in table.s.trains.values() if card.at in ("GT", "NKP")}
    assert at == {"GT": "2", "NKP": "3"}
    assert {hex_id for hex_id in ("D4", "F10") if ("GT", f"{hex_id}/c0") in table.markers_in(hex_id)} == {"D4", "F10"}


@pytest.mark.rule("1828-7.5.2-06", "1828-7.5.2-24")
def test_markers_of_the_other_company_become_the_systems():
    table = pair().with_marker("NKP", "A7/c0").merge("Ann", "GT", "NKP", "Bob")
    assert table.markers_in("A7") == [("GT", "A7/c0")]
    assert table.markers_in("F10") == [("GT", "F10/c0")]
    # Three and three, of which three have been placed.
    assert len(table.s.companies["GT"].markers) == 3
    assert table.s.companies["NKP"].markers == []
    assert {table.s.certs[cert] for cert in table.p.d.certs_of["NKP"]} == {"gone"}


@pytest.mark.rule("1828-7.5.2-07", "1828-7.5.2-08", "1828-2-10")
def test_two_markers_in_one_city_leave_a_blocked_place():
    table = pair().with_phase("brown").with_tile("H8", "63", 0)
    table.with_marker("GT", "H8/c0", 0).with_marker("NKP", "H8/c0", 1)
    answered(table.stock_round("Ann").merge("Ann", "GT", "NKP", "Bob"))
    here = [company for company, _ in table.markers_in("H8")]
    assert len(here) == 2
    assert here.count("GT") == 1
    assert here.count(BLOCK) == 1
    # Six in all, two homes and one in Cincinnati placed.
    assert len(table.s.companies["GT"].markers) == 3


@pytest.mark.rule("1828-7.5.2-07")
@pytest.mark.parametrize("removed", ["D14/c0", "D14/c1"])
def test_in_a_hex_of_two_cities_the_acting_player_chooses_which_one_goes(removed: str):
    table = (
        pair().with_phase("green").with_tile("D14", "59", 0).with_marker("GT", "D14/c0").with_marker("NKP", "D14/c1")
    )
    table.stock_round("Ann").merge("Ann", "GT", "NKP", "Bob")
    assert table.deciders() == ["Ann"]
    table.refused("Bob", "answer", answer=removed)
    table.do("Ann", "answer", answer=removed)
    answered(table)
    kept = "D14/c1" if removed == "D14/c0" else "D14/c0"
    assert ("GT", kept) in table.markers_in("D14")
    assert ("GT", removed) not in table.markers_in("D14")
    assert len(table.markers_in("D14")) == 2


@pytest.mark.rule("1828-7.5.2-05", "1828-16.1-01")
def test_of_two_coal_markers_one_goes_back():
    table = pair().with_coal("GT").with_coal("NKP")
    assert table.coal_at("K11") == 0
    table.merge("Ann", "GT", "NKP", "Bob")
    assert (table.coal_of(), table.coal_at("K11")) == (["GT"], 1)


@pytest.mark.rule("1828-7.5.2-04", "1828-7.5.2-30", "1828-7.5.2-31", "1828-7.5.2-32")
@pytest.mark.parametrize(("stays", "goes"), [("GT", "NKP"), ("NKP", "GT")])
def test_a_treasury_of_only_one_floated_company_is_lost(stays: str, goes: str):
    table = Table1828().with_company("GT", "Ann", Ann=6, home=False, treasury=670)
    table.with_company("NKP", "Ann", Ann=4, floated=False, home=False).stock_round("Ann").floated_now("GT")
    bank = table.cash("bank")
    table.do("Ann", "merge", stays=stays, goes=goes)
    answered(table)
    # Ten tenths became five: more than 40% are in the offering, and the system waits.
    assert table.units("ipo", stays) == 5
    assert not table.s.companies[stays].floated
    assert (table.cash(stays), table.cash("bank")) == (0, bank + 670)
    table.done("Ann").do("Bob", "buy", company=stays, **{"from": "ipo"})
    assert table.s.companies[stays].floated
    assert table.cash(stays) == 10 * table.price(stays)
    assert len(table.s.companies[stays].markers) == 6


@pytest.mark.rule("1828-7.5.2-31")
@pytest.mark.parametrize(("stays", "goes", "markers"), [("GT", "MC", 7), ("CPR", "MC", 8)])
def test_a_system_gets_as_many_markers_as_both_had_together(stays: str, goes: str, markers: int):
    table = Table1828(privates=("MC", "GT", "CPR", "IC")).with_company(stays, "Ann", Ann=6, home=False)
    table.with_company(goes, "Ann", Ann=4, floated=False, home=False).stock_round("Ann").floated_now(stays)
    answered(table.do("Ann", "merge", stays=stays, goes=goes)).done("Ann")
    table.do("Bob", "buy", company=stays, **{"from": "ipo"})
    assert len(table.s.companies[stays].markers) == markers


@pytest.mark.rule("1828-7.5.2-30", "1828-7.5.2-32")
def test_with_enough_out_of_the_offering_the_system_floats_at_once():
    table = Table1828().with_company("GT", "Ann", Ann=6, Bob=2, home=False, treasury=670)
    table.with_company("NKP", "Ann", Ann=3, Bob=2, floated=False, home=False).stock_round("Ann").floated_now("GT")
    answered(table.do("Ann", "merge", stays="GT", goes="NKP"))
    assert table.s.companies["GT"].floated
    assert table.cash("GT") == 10 * table.price("GT")


# --- director and donation


@pytest.mark.rule("1828-7.5.2-25", "1828-7.5.2-26", "1828-7.5.2-28", "1828-7.5.2-34", "1828-13.4-04", "1828-13.3.3-01")
@pytest.mark.parametrize(
    ("ann", "bob", "director"),
    [((4, 2), (0, 4), "Ann"), ((3, 3), (0, 4), "Ann"), ((4, 0), (2, 6), "Bob")],
)
def test_the_director_donates_one_tenth(ann: tuple[int, int], bob: tuple[int, int], director: str):
    table = pair({"Ann": ann[0], "Bob": bob[0]}, {"Bob": bob[1], "Ann": ann[1]})
    cash = table.cash(director)
    answered(table.merge("Ann", "GT", "NKP", "Bob"))
    units = {"Ann": sum(ann) // 2, "Bob": sum(bob) // 2}
    units[director] -= 1
    assert {who: table.units(who, "GT") for who in units} == units
    assert table.units("GT", "GT") == 1
    assert table.president("GT") == director
    assert table.cash(director) == cash


@pytest.mark.rule("1828-7.5.2-26", "1828-7.5.2-27", "1828-13.3.3-05")
def test_the_donation_can_cost_the_directors_place():
    # Ann and Bob get three each; Ann, acting, is director and donates one: Bob has more.
    table = pair({"Ann": 4, "Bob": 2}, {"Bob": 4, "Ann": 2}).merge("Ann", "GT", "NKP", "Bob")
    assert (table.units("Ann", "GT"), table.units("Bob", "GT")) == (2, 3)
    assert table.president("GT") == "Bob"


@pytest.mark.rule("1828-7.5.2-23", "1828-7.5.2-29")
def test_the_systems_shares_are_traded_at_its_price_afterwards():
    table = pair().merge("Ann", "GT", "NKP", "Bob").done("Ann").stock_round("Cem")
    price, cash = table.price("GT"), table.cash("Cem")
    table.buy("Cem", "GT")
    assert table.cash("Cem") == cash - price


# --- failure


@pytest.mark.rule(
    "1828-7.5.2.2-01",
    "1828-7.5.2.2-02",
    "1828-7.5.2.2-03",
    "1828-7.5.2.2-04",
    "1828-7.5.2.2-05",
)
@pytest.mark.parametrize(("ann", "bob"), [(2, 2), (3, 2), (4, 2), (4, 4)])
def test_without_thirty_per_cent_for_anybody_it_fails_and_nothing_has_happened(ann: int, bob: int):
    others = {"Cem": 2, "pool": 2}
    table = pair({"Ann": ann, **others}, {"Bob": bob, **others}).with_train("GT", "2").with_coal("NKP")
    before = {
        "cash": dict(table.s.cash),
        "certs": dict(table.s.certs),
        "market": {box: list(row) for box, row in table.s.market.items() if row},
        "board": table.s.board.markers[:],
    }
    table.merge("Ann", "GT", "NKP", "Bob")
    answered(table)
    assert not table.happened("merged")
    assert before["cash"] == dict(table.s.cash)
    assert before["certs"] == dict(table.s.certs)
    assert before["market"] == {box: list(row) for box, row in table.s.market.items() if row}
    assert before["board"] == table.s.board.markers
    assert (table.s.companies["GT"].charters, table.s.companies["NKP"].charters) == (["GT"], ["NKP"])
    assert table.coal_of() == ["NKP"]
    assert table.happened("passed") == [{"player": table.seat("Ann"), "by": "merger"}]
    # Ann counts as having passed: two more passes end the round, and she has the first card.
    assert table.deciders() == ["Bob"]
    table.do("Bob", "pass").do("Cem", "pass")
    assert table.s.clock.round == "operating"
    assert [seat.name for seat in table.s.players] == ["Ann", "Bob", "Cem"]


@pytest.mark.rule("1828-7.5.2.2-02")
def test_with_three_tenths_it_succeeds():
    table = pair({"Ann": 4}, {"Bob": 2, "Ann": 2}).merge("Ann", "GT", "NKP", "Bob")
    assert table.happened("merged")
    assert (table.units("Ann", "GT"), table.president("GT")) == (2, "Ann")


@pytest.mark.rule("1828-7.5.2.2-03")
def test_sales_made_before_a_failed_merger_stand():
    table = pair({"Ann": 4, "Cem": 2}, {"Bob": 2}).do("Ann", "sell", company="GT", shares=1)
    cash, box = table.cash("Ann"), table.box("GT")
    answered(table.merge("Ann", "GT", "NKP", "Bob"))
    assert not table.happened("merged")
    assert (table.cash("Ann"), table.box("GT"), table.units("pool", "GT")) == (cash, box, 1)
    assert table.deciders() == ["Bob"]


# --- what everybody hears, and what would come of it


def test_a_proposal_is_made_for_all_to_hear():
    table = pair({"Ann": 5}, {"Bob": 4}).do("Ann", "merge", stays="GT", goes="NKP")
    offered = table.events[-1]
    assert (offered.kind, offered.data["subject"], offered.secret) == ("offered", "stays=GT goes=NKP", {})
    for who in ("", table.seat("Cem"), table.seat("Bob")):
        assert [offer.args for offer in view(table.game, who).offers] == [{"stays": "GT", "goes": "NKP"}]


@pytest.mark.parametrize(
    ("gt", "nkp", "what", "asked"),
    [
        ({"Ann": 6}, {"Bob": 4}, "merged", False),
        ({"Ann": 5}, {"Bob": 4}, "merged", True),
        ({"Ann": 2}, {"Bob": 2}, "failed", False),
    ],
)
def test_the_result_of_a_proposal_is_worked_out_without_changing_the_game(
    gt: dict[str, int], nkp: dict[str, int], what: str, *, asked: bool
):
    table = pair(gt, nkp)
    before = table.game.encode()
    after, events = table.game.apply(table.seat("Ann"), Act("merge", {"stays": "GT", "goes": "NKP"}))
    would = if_all_agree(after, events)
    assert what in [event.kind for event in would.events]
    assert (would.asked, bool(would.game.state.companies["NKP"].into)) == (asked, what == "merged")
    assert table.game.encode() == before
    assert not after.state.companies["NKP"].into


def test_what_an_end_of_the_game_would_bring_is_not_worked_out():
    table = pair()
    after, events = table.game.apply(table.seat("Ann"), Act("stop"))
    would = if_all_agree(after, events)
    assert (would.game, would.events) == (after, [])
