"""When the set of operating rounds is known to be the last (9.1)."""

from engine.view import view
from tests.t1828.table import Table1828


def test_the_set_begun_in_purple_phase_is_known_to_be_the_last():
    table = Table1828().with_company("GT", "Ann", Ann=6).with_phase("gray").stock_round("Ann")
    assert not view(table.game).last_set
    table.with_phase("purple")
    assert view(table.game).last_set, "the next one"
    table.everybody_passes()
    assert (view(table.game).clock.of, view(table.game).last_set) == (4, True)
    table = Table1828().with_company("GT", "Ann", Ann=6).with_phase("gray").stock_round("Ann").everybody_passes()
    table.with_phase("purple")
    assert not view(table.game).last_set, "it began before"
