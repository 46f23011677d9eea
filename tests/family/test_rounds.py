"""What follows what: stock rounds and sets of operating rounds in turn, until the title says stop."""

from __future__ import annotations

from tests.toy.table import ToyTable


def all_skip(table: ToyTable) -> ToyTable:
    """The operating round is played to its end without anything being done."""
    number = table.s.clock.number
    while (table.s.clock.round, table.s.clock.number) == ("operating", number) and table.s.end is None:
        who = table.deciders()[0]
        if "run" in table.verbs(who):
            table.run_best(who)
        elif "dividend" in table.verbs(who):
            table.do(who, "dividend", kind="withhold")
        else:
            table.do(who, "skip")
    return table


def test_a_set_of_operating_rounds_follows_the_stock_round_and_another_stock_round_the_set():
    table = ToyTable().two_railways().stock_round("Ann").everybody_passes()
    clock = table.s.clock
    assert (clock.round, clock.turn, clock.number, clock.of) == ("operating", 2, 1, 2)
    all_skip(table)
    assert (table.s.clock.round, table.s.clock.number) == ("operating", 2)
    assert [(event["round"], event["number"]) for event in table.happened("round")][-1] == ("operating", 2)


def test_how_many_rounds_a_set_has_is_fixed_as_it_begins():
    table = ToyTable().two_railways().stock_round("Ann").everybody_passes()
    before = table.s.clock.of
    assert table.with_phase("4").s.clock.of == before


def test_between_a_set_and_the_next_stock_round_a_train_leaves_the_supply():
    table = ToyTable(length="long").two_railways().end_of_set(of=2)
    assert [event["kind"] for event in table.happened("exported")] == ["2"]
    assert (table.s.clock.round, table.s.clock.turn, table.s.clock.number) == ("stock", 2, 0)


def test_the_game_ends_after_a_set_when_the_title_says_so():
    table = ToyTable().two_railways()
    with table.arrange() as p:
        p.s.clock.turn = 2
    table.end_of_set(of=2)
    assert table.s.end is not None
    assert (table.s.end.why, table.s.agenda, table.deciders()) == ("calendar", [], [])
    broken = ToyTable().two_railways()
    with broken.arrange() as p:
        p.s.broken = True
    assert broken.end_of_set().s.end.why == "bank"
