"""18Chesapeake on 18xx.games: files followed state by state and written again, and what is played otherwise there."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.state import Run
from engine.exchange.site import import_game, write_site_game
from engine.exchange.site_log import parse_site_game, read_site_game
from engine.overlay import SITE
from tests.exchange.compare import check_same_states
from tests.exchange.material import games, needs_games, played
from tests.exchange.test_site_round_trip import comes_back
from tests.t18Chesapeake.table import TWO, Chesapeake


@needs_games
@pytest.mark.parametrize("path", games("18Chesapeake", short=3))
def test_a_game_goes_through_the_same_states(path: Path):
    check_same_states(path)


@needs_games
@pytest.mark.parametrize("path", games("18Chesapeake", short=2))
def test_a_game_comes_back(path: Path):
    comes_back(read_site_game(str(path)))


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_of_ours_is_written_and_read(players: int):
    record, game = played("18Chesapeake", seed=players, players=players, moves=60)
    result = import_game(parse_site_game(write_site_game(record)))
    assert result.game.state.own.vanderbilt == game.state.own.vanderbilt
    assert result.game.state.cash == game.state.cash and result.game.state.certs == game.state.certs


def test_a_train_leaves_when_all_pass_later_in_the_auction():
    table = Chesapeake(rules=SITE).passed("Ann", "Bob", "Cem", "Dan")
    assert not table.happened("exported")
    table.take("Ann").passed("Bob", "Cem", "Dan", "Ann")
    assert [event["kind"] for event in table.happened("exported")] == ["2"]


def test_two_players_the_only_share_leaves_the_game_for_nothing():
    table = Chesapeake(TWO, rules=SITE).stock_round("Ann", initial=True).do("Ann", "par", company="PRR", price=70)
    table.buy("Bob", "PRR").buy("Ann", "PRR").buy("Bob", "PRR")
    with table.arrange() as p:
        for cert in ("PRR.5", "PRR.6", "PRR.7"):
            p.s.certs[cert] = "gone"
    before = table.do("Ann", "pass").cash("Bob")
    table.buy("Bob", "PRR", "pool")
    assert (table.cash("Bob"), table.units("Bob", "PRR"), table.units("pool", "PRR")) == (before, 2, 0)
    assert table.deciders() == ["Ann"], "it was the purchase of the turn"


def waiting(private: str, owner: str, phase: str = "3", cash: int = 1000) -> Chesapeake:
    """The LV has laid its tile; a private company with two tiles is somebody's."""
    table = Chesapeake(rules=SITE).with_company("LV", "Ann", par=80, treasury=cash, Ann=6).with_phase(phase)
    for one in ("C-P", "B&S"):
        table.with_private(one, owner if one == private else "closed")
    return table.with_train("LV", "2").operating_turn("LV").do("Ann", "lay", hex="J2", tile="57", rotation=1)


@pytest.mark.parametrize(
    ("private", "owner", "phase", "cash", "asked"),
    [("C-P", "LV", "2", 1000, True), ("B&S", "Bob", "3", 1000, True), ("B&S", "Bob", "3", 24, False)]
    + [("C-P", "Bob", "2", 1000, False), ("C-P", "PRR", "3", 1000, False)],
)
def test_the_track_step_waits_for_the_two_tiles(private: str, owner: str, phase: str, cash: int, asked: bool):
    table = waiting(private, owner, phase, cash)
    assert (table.p.title.operating.steps[1].waits(table.p, table.p.on_top(Run))) == asked


def test_the_bank_with_nothing_left_is_whole():
    table = Chesapeake(rules=SITE).with_company("LV", "Ann", par=80, treasury=1000, Ann=6, pool=1).with_train("LV", "2")
    table.with_tile("J2", "57", 1).operating_turn("LV", "run").run_best("Ann").with_bank(35)
    assert not table.do("Ann", "dividend", kind="full").s.broken and table.cash("bank") == 0


def test_another_companys_train_with_the_presidents_help():
    table = Chesapeake(rules=SITE).with_company("LV", "Ann", par=80, treasury=0, Ann=5).with_tile("J2", "57", 1)
    table.with_company("PRR", "Bob", par=80, Bob=6).with_train("PRR", "2", "2").operating_turn("LV", "train")
    table.refused("Ann", "buy_train", **{"from": "PRR"}, kind="2", price=81)
    table.agree("Ann", "buy_train", "Bob", **{"from": "PRR"}, kind="2", price=80)
    assert table.trains("LV") == ["2"]
