"""What one message says of several announcements."""

from __future__ import annotations

from typing import Any

from bot.discord.channel.texts import text_of
from bot.discord.kit.say import each_once
from bot.store.rows import MOVE, OutboxRow
from bot.table.play.telling import LONG, long_names
from engine import new
from engine.view import view
from engine.words import using_language


def announced(number: int, *lines: str, along: int | None = None, **payload: Any) -> OutboxRow:
    """A move, announced in these lines."""
    moves = [{"seat": "p1", "text": list(lines)}]
    row = OutboxRow(id=number, game_id=1, kind=MOVE, number=number, target="channel:1", along=along)
    row.payload = {"moves": moves, "place": "SR 1", **payload}
    return row


def test_moves_of_which_nothing_is_told_leave_no_outdated_question_beside_a_ping():
    rows = [
        announced(1, waits=["It is Ann's turn."], along=1),
        announced(2, waits=["It is Bob's turn."], ping=[7], along=1),
    ]
    assert text_of(rows, "1").split("\n") == ["-# Game 1 · SR 1", "<@7> It is Bob's turn."]


def test_a_move_of_which_nothing_is_told_says_who_goes_on():
    row = announced(1, waits=["It is Ann's turn."], asks=["It is Ann's turn."])
    assert text_of([row], "1").split("\n") == ["-# Game 1 · SR 1", "It is Ann's turn."]


def test_a_ping_that_asks_somebody_else_too_says_both_in_its_line():
    offer, turn = "Cem must accept or decline an offer.", "It is Ann's turn."
    row = announced(1, "Ann makes Cem an offer.", waits=[offer, turn], asks=[turn], ping=[7])
    assert text_of([row], "1").split("\n")[-1] == f"<@7> {offer} {turn}"


def test_a_ping_names_nobody_twice():
    """It read "@Ann Ann acts for NYNH"."""
    waits = ["Ann acts for NYNH.", "It is Bob's turn."]
    row = announced(1, "NYNH operates.", waits=waits, calls=["<@7> acts for NYNH.", waits[1]], ping=[7])
    assert text_of([row], "1").split("\n")[-1] == "<@7> acts for NYNH. It is Bob's turn."
    row.payload["ping"] = [7, 8]
    assert text_of([row], "1").split("\n")[-1] == "<@8> <@7> acts for NYNH. It is Bob's turn.", "all are pinged"
    row.payload = {**row.payload, "ping": [], "mirror": "turn"}
    assert "<@" not in text_of([row], "1"), "a mirror has names"


def test_a_long_name_is_said_once_and_then_by_its_symbol():
    works = "Koninklijke Fabriek van Stoom en andere Werktuigen"
    told = [f"{who} discounts {works}, which now costs f{price}." for who, price in (("Ann", 100), ("Bob", 80))]
    rows = [announced(n, line, names={works: "KF"}) for n, line in enumerate(told, 1)]
    said = text_of(rows, "1")
    assert said.count(works) == 1 and f"Ann discounts {works} (KF), which now costs f100." in said
    assert "Bob discounts KF, which now costs f80." in said
    assert text_of(rows[:1], "1").endswith(told[0]), "a name that comes once stays as it is"


def test_names_are_long_where_no_company_goes_by_their_symbol():
    shown = view(new("1839", ["Ann", "Bob", "Cem"], {}, 1))
    moves = [{"text": [f"Ann discounts {one.name}." for one in shown.privates]}]
    named = long_names(shown, moves, [])
    assert "Koninklijke Fabriek van Stoom en andere Werktuigen" in named and all(len(name) >= LONG for name in named)
    assert len(named) < len(shown.privates) and long_names(shown, [], ["Ann passes."]) == {}


def test_a_move_of_which_nothing_is_told_does_not_leave_a_pings_question_as_the_last():
    asks = ["Bob runs trains."]
    rows = [
        announced(1, "PRR operates.", waits=["Bob may lay track."], ping=[7], along=1),
        announced(2, waits=asks, asks=asks),
    ]
    said = text_of(rows, "1").split("\n")
    assert said[1:] == ["PRR operates.", "", "<@7> Bob may lay track.", "", "Bob runs trains."]
    assert text_of(rows[:1], "1").split("\n") == said[:4]
    assert text_of(rows, "1", over=True).split("\n") == said[:4]


def test_how_often_something_happened_stands_before_the_full_stop_and_does_not_break():
    said = ["PRR buys a 2 train for $80.", "**A 2 train rusts.**", "It says 'now'"]
    assert each_once([said[0], *said]) == ["PRR buys a 2 train for $80 (twice).", *said[1:]]
    assert each_once([said[1]] * 3) == ["**A 2 train rusts (3\u00a0times).**"]
    assert each_once([said[2]] * 2) == ["It says 'now' (twice)"] and each_once(said) == said
    with using_language("de"):
        assert each_once(["PRR passt."] * 3) == ["PRR passt (3\u00a0Mal)."]
