"""What a panel says beside the answers to a question, and which moves it leaves out as useless."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.discord.games.game_lookup import GameContext
from bot.discord.kit.reply import Button, Entry, Select
from bot.discord.turn.context import PanelContext
from bot.discord.turn.panel import Panel, front, next_choice
from bot.discord.turn.route_building import RouteDraft
from bot.menu.answers import _changes
from bot.menu.build import menu_of
from bot.menu.lines import about_train
from bot.menu.move.choices import Choosing
from bot.menu.move.moves import Moves
from bot.menu.need import _needed
from bot.menu.question import question
from bot.menu.say import say
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine import Event, Span
from engine.needs import Need
from engine.view import view
from engine.words import Words
from render import draw_map, draw_runs
from tests.positions.table import Table as AnyTable
from tests.t1828.positions import pair
from tests.t1828.table import Table1828
from tests.t1839.table import Table1839
from tests.t1839.test_privates import token_step
from tests.t1843.table import Table as Table1843
from tests.t1870.lines import row_b
from tests.t1870.railways import gulf
from tests.t1870.table import Table
from tests.t1870.test_port_and_cattle import cattle


def panel(table: AnyTable, who: str) -> Panel:
    """What somebody is shown who is on turn."""
    game, seat = table.game, table.seat(who)
    row = GameRow(id=1, title=game.title.id)
    at = PanelContext(GameContext(Present(row, [], {}, game, 0, 1), seat))
    return front(at, menu_of(at.moves))


def beside(shown: Panel) -> dict[str, str]:
    """The button of every line with the line that is beside it, or just above it."""
    found: dict[str, str] = {}
    above = ""
    for part in shown.rows:
        if isinstance(part, Entry):
            found[part.button.label] = part.text
        elif isinstance(part, str):
            above = part
        elif isinstance(part, tuple):
            found |= {one.label: above for one in part if isinstance(one, Button) and above}
            above = ""
    return found


def buttons(part: object) -> list[Button]:
    """The buttons of a row."""
    return [one for one in part if isinstance(one, Button)] if isinstance(part, tuple) else []


def openings(table: AnyTable, who: str) -> Choosing:
    """What somebody can press."""
    seat = table.seat(who)
    return Choosing(Moves(table.game, seat, Words(view(table.game, seat))))


def labels(table: AnyTable, who: str, verb: str) -> list[str]:
    """The labels of a verb's buttons."""
    return [one.label for one in openings(table, who).at_least(verb)]


def amounts(table: AnyTable, who: str, verb: str, **got: str) -> list[object]:
    """Which amounts are offered for a move as far as it is chosen."""
    found = openings(table, who)
    made = found.walk(verb, got)
    assert isinstance(made.choices, Span)
    return [one.got[made.slot] for one in found.amounts(made, made.choices)]


def sold() -> Table:
    """Ann has sold two shares of the SP, whose president is Cem."""
    table = Table().with_company("SP", "Cem", Cem=3, Ann=3, Bob=2).with_cash("Cem", 500).stock_round("Ann")
    return table.do("Ann", "sell", company="SP", shares=2).done("Ann")


def test_who_may_protect_a_price_reads_what_was_sold_and_where_each_answer_leads():
    shown = panel(sold(), "Cem")
    assert "Ann has sold 2 shares of SP at $100: Cem may protect the price." in shown.text
    protect, fall = beside(shown).items()
    assert protect[0] == "Protect SP for $200"
    assert "you have $300 · you hold 50% of SP" in protect[1] and "SP stays at $100" in protect[1]
    assert fall[0].startswith("Let SP fall · $100 → ")
    assert fall[1].startswith("**Then** you hold 30% of SP · SP goes from $100 to $")


def test_a_contest_over_a_private_company_does_not_describe_the_company_of_the_same_name():
    table = Table()
    table.do("Ann", "bid", private="MKT", amount=165).do("Bob", "bid", private="MKT", amount=170)
    while table.game.state.agenda[-1].rule != "contest":
        who = table.deciders()[0]
        table.do(who, "set_par", price=100) if "set_par" in table.verbs(who) else table.do(who, "take")
    text = panel(table, table.deciders()[0]).text
    assert "must raise the bid on Missouri-Kansas-Texas Railroad" in text
    assert "step" not in text and "station markers" not in text


def test_bids_are_raised_by_sensible_amounts():
    assert amounts(Table(), "Ann", "bid", private="MKT")[:5] == [165, 170, 175, 185, 215]


def test_amounts_for_a_train_ignore_a_private_company_with_the_sellers_name():
    table = Table().with_company("MKT", "Bob", Bob=6, treasury=50).with_company("SP", "Ann", Ann=6, treasury=640)
    table.with_train("MKT", "2").operating_turn("SP", "train")
    assert amounts(table, "Ann", "buy_train", **{"from": "MKT", "kind": "2"}) == [1, 80, 320, 640]


def test_a_train_to_which_the_president_adds_leaves_nothing_in_the_treasury():
    table = row_b().with_cash("ATSF", 60).with_cash("Ann", 300).operating_turn("ATSF", "train")
    [line] = [line for label, line in beside(panel(table, "Ann")).items() if label.startswith("Buy a 2 train")]
    assert line.endswith("leaves nothing in the treasury")


def test_income_of_the_round_that_a_purchase_begins_does_not_count_as_its_price():
    table = row_b().with_cash("ATSF", 180).operating_turn("ATSF", "train")
    found, after = openings(table, "Ann"), row_b().with_cash("ATSF", 110).operating_turn("ATSF", "train").game
    pays = Event("private_pays", {"private": "GRSC", "owner": "ATSF", "amount": 10})
    assert (found._paid(after, []), found._paid(after, [pays])) == (70, 80)


def test_new_trains_come_before_rusted_ones_and_those_of_other_companies():
    table = Table1843().with_company("PO", "Ann", par=79, Ann=6, treasury=2000)
    table.with_company("EST", "Bob", par=79, Bob=6).with_train("EST", "8E")
    table.with_supply_from("Electric").with_phase("gray").operating_turn("PO", "train")
    with table.arrange() as p:
        for train, card in p.s.trains.items():
            if train in ("2+1-0", "4+1-0"):
                card.at, card.marks = "supply", ["second-hand"]
    bought = [label.split(" train")[0] for label in labels(table, "Ann", "buy_train")]
    assert bought == ["Buy an Electric", "Buy a 2+1", "Buy a 3+1", "Buy a 4+1", "Buy an 8E"]


def test_an_offer_is_answered_above_what_is_chosen_on_the_map():
    table = token_step().with_tile("F15", "9", 0).with_tile("E16", "57", 0).operating_turn("NCS", "token")
    table.do("Bob", "move_station", station="G10/c0", city="G14/c0")
    rows = [part for part in panel(table, "Ann").rows if isinstance(part, tuple | Entry)]
    first = [one.button.label if isinstance(one, Entry) else one[0].label for one in rows]
    places = [label for label in first if label.startswith("1 · ")]
    assert places and first.index(next(one for one in first if one.startswith("Accept"))) < first.index(places[0])


def test_places_on_the_map_name_what_their_ground_costs():
    table = Table1828().with_company("GT", "Ann", par=79, Ann=6, treasury=900).operating_turn("GT", "track")
    lines = panel(table, "Ann").text.splitlines()
    costs = {line.split("`")[1]: line.rpartition(" · ")[2] for line in lines if line.startswith("`") and "$" in line}
    shown = {one.label.split(" · ")[0]: one.label for part in panel(table, "Ann").rows for one in buttons(part)}
    assert costs and all(costs[number] in shown[number] for number in costs), (costs, shown)


def test_a_free_token_does_not_name_what_track_would_cost():
    table = cattle().operating_turn("ATSF")
    here = GameContext(Present(GameRow(id=1, title="1870"), [], {}, table.game, 0, 1), table.seat("Ann"))
    walk = Choosing(here.moves).walk("cattle")
    assert isinstance(walk.choices, tuple)
    assert any(one.cost for one in here.view.hexes if one.id in walk.choices)
    shown = next_choice(PanelContext(here), question(here.moves, walk))
    said = [one.label for part in shown.rows for one in buttons(part)]
    assert len(said) > 5 and "$" not in "".join([*said, *shown.text.split("`")[1:]])


def test_a_nationalised_company_is_held_by_nobody_and_has_no_price():
    text = say("no_shares", group="answers", percent=0, company="NRS")
    now = view(Table1839().game)
    local = next(one for one in now.companies if one.symbol == "L3")
    was = replace(now, companies=[replace(local, started=True, price=25)])
    now = replace(now, companies=[local])
    changes = list(_changes(was, now, Words(now)))
    assert text == "you hold no NRS" and "L3 can be started again" in changes
    assert not any("f0" in change for change in changes)


def test_companies_that_differ_only_by_their_names_are_one_list():
    table = Table1839().stock_round("Ann").with_cash("Ann", 100)
    shown = panel(table, "Ann")
    [starts] = [one for one in shown.rows if isinstance(one, Select) and one.placeholder.startswith("Start a company")]
    assert starts.placeholder == "Start a company (8)…" and "Start" not in "".join(beside(shown))
    assert [one.press.texts()[-1] for one in starts.picks] == [f"L{n}" for n in range(1, 9)]
    assert starts.picks[0].about == "Lokaalspoorwegen #1 · 3 markers"


def test_a_train_rusts_cards_and_not_their_faces():
    words = Words(view(Table1843().game))
    [five] = [one for one in words.view.trains if one.kind == "5+2"]
    assert "rusts 2+1, 2x2 or 3+1 · rusted by 8E" in about_train(words, five, []).line


def test_somebody_who_must_sell_first_is_told_why():
    table = Table1843().with_company("MID", "Ann", par=79, Ann=8).stock_round("Ann")
    assert "pass" not in table.verbs("Ann")
    assert "You cannot pass: you must first sell MID down to 60%" in panel(table, "Ann").text


def test_money_that_may_be_raised_is_not_called_required():
    words, need = Words(view(Table().game)), Need("GT", "3", 27, 542, [], [], [])
    assert "must raise" in _needed(words, need, bound=True)
    assert _needed(words, need, bound=False).startswith("💰 **$27** more is needed for a 3 train for GT.")


def test_a_start_says_what_it_costs_in_all():
    found = openings(Table().stock_round("Ann"), "Ann").of("par", {"company": "SP"})
    assert "Start SP at $100 for $200" in [one.label for one in found]


def test_a_sale_says_that_the_price_stays_or_that_the_company_closes():
    table = Table().with_company("SP", "Cem", Cem=3, Ann=3, box="1,16").stock_round("Ann")
    assert labels(table, "Ann", "sell")[0].endswith(" · price stays")


def test_an_offer_to_a_shareholder_names_its_price():
    table = Table().with_company("SP", "Ann", Ann=5, Bob=3).stock_round("Ann")
    assert f"Ask Bob for a share of SP at ${table.price('SP')}" in labels(table, "Ann", "redeem")


@pytest.mark.parametrize(
    ("gt", "nkp", "offered"),
    [
        ({"Ann": 6}, {"Bob": 6}, ["Propose to merge NKP into GT at $", "Propose to merge GT into NKP at $"]),
        ({"Ann": 2}, {"Bob": 2}, []),
    ],
)
def test_a_merger_that_would_come_to_nothing_is_not_offered(
    gt: dict[str, int], nkp: dict[str, int], offered: list[str]
):
    found = labels(pair(gt, nkp), "Ann", "merge")
    assert [any(one.startswith(label) for one in found) for label in offered] == [True] * len(offered)
    assert len(found) == len(offered)


def test_a_company_that_must_buy_a_train_is_told_so_and_from_whom():
    table = Table().with_company("MKT", "Bob", Bob=6).with_company("SP", "Ann", Ann=6, treasury=640)
    table.with_train("MKT", "2").operating_turn("SP", "train")
    shown = panel(table, "Ann")
    may_pass = "skip" in table.verbs("Ann")
    assert ("SP must buy a train." in shown.text) is not may_pass
    assert any("from MKT (president Bob) · printed price $80" in line for line in beside(shown).values())


@pytest.mark.parametrize(("table", "said"), [(Table(), "phase 1"), (Table1828().with_phase("green"), "green phase")])
def test_a_phase_that_is_called_by_a_colour_is_said_as_people_say_it(table: AnyTable, said: str):
    words = Words(view(table.game))
    assert words.phase(words.view.phase) == said
    assert draw_map(words.view).alt.startswith(f"Map of {words.view.name}, {said}, ")


def test_in_a_merger_each_answer_names_its_company_and_its_effect():
    table = pair({"Ann": 5, "Cem": 1}, {"Bob": 4, "Ann": 2, "Cem": 2})
    table.do("Ann", "merge", stays="GT", goes="NKP")
    shown = panel(table, "Bob")
    assert "from Ann: merge NKP into GT" in shown.text
    assert "GT goes from $117 to $167" in beside(shown)["Accept: merge NKP into GT"]
    table.do("Bob", "accept", offer=table.s.offers[-1].id)
    shown = panel(table, "Ann")
    assert "traded two for one" in shown.text
    aside = beside(shown)
    assert "you have $750" in aside["Set aside a share of GT"]
    assert "you have $737" in aside["Set aside a share of NKP"]
    while not table.question().startswith("single:"):
        who = table.deciders()[0]
        table.do(who, "answer", answer=str(table.legal(who, "answer")[0]["answer"]))
    last = beside(panel(table, table.deciders()[0]))
    assert {"Trade up the share of GT for $50", "Give up the share of GT for $117"} == set(last)
    assert "you have $750 · you hold 20% of GT" in last["Trade up the share of GT for $50"]


def test_whose_marker_takes_the_place_of_the_cobourgs_is_named():
    table = Table1828().with_company("WAB", "Ann", Ann=6, treasury=1000).with_phase("green").with_private("C&P", "Cem")
    table.operating_turn("WAB", "track").do("Ann", "buy_private", private="C&P", price=80)
    table.do("Cem", "accept", offer=table.s.offers[-1].id)
    shown = panel(table, "Ann")
    assert beside(shown) == {"Replace it with a marker of WAB": "**Then** WAB has 1 station marker left"}


def test_the_destination_token_is_named_by_its_company_and_its_uses_are_explained():
    table = gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "3").operating_round()
    shown = panel(table, "Ann")
    assert "SP has reached its destination: Ann decides what happens to its destination token." in shown.text
    assert "it doubles the destination" in shown.text and "step:" not in shown.text
    buttons = [one.label for part in shown.rows if isinstance(part, tuple) for one in part if isinstance(one, Button)]
    assert buttons[:2] == ["Place SP's destination token", "Keep SP's destination token as a marker for $100"]


def test_where_one_train_begins_its_run_is_shown_close_to_the_company():
    table = (
        gulf().with_company("SP", "Ann", Ann=6).with_train("SP", "2").with_connected("SP").operating_turn("SP", "run")
    )
    game, seat = table.game, table.seat("Ann")
    at = PanelContext(GameContext(Present(GameRow(id=1, title="1870"), [], {}, game, 0, 1), seat))
    shown = RouteDraft.read(at, "run", "0").panel()
    assert shown.text == "**2 train**: choose where it starts"
    [sketch] = shown.sketches
    assert set(sketch.options["around"]) >= {"N1", "N7"} and len(sketch.options["around"]) < 12
    assert sketch.args[0].companies and not any(one.last_routes for one in sketch.args[0].companies)
    assert draw_runs(*sketch.args, **sketch.options).size[1] < draw_runs(*sketch.args).size[1] * 0.8


def test_whoever_has_bought_something_ends_the_turn_and_does_not_pass():
    table = Table().with_company("SP", "Cem", Cem=3, Ann=3).stock_round("Ann")
    assert labels(table, "Ann", "pass") == ["Pass"]
    table.do("Ann", "sell", company="SP", shares=1)
    assert labels(table, "Ann", "pass") == ["End your turn"]
