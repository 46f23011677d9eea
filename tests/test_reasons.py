"""What happens says what it is about and why: a duel its company, a closing its occasion, an answer its offer."""

from __future__ import annotations

import pytest

from engine import Event, new
from engine.titles import title_named, titles
from engine.view import view
from engine.words import Words, languages
from engine.words.catalogue import catalogue
from tests.discord.test_foresight import played
from tests.long_runs import one_of
from tests.menu.test_reader import forms
from tests.toy.table import ToyTable

TITLES = [name for name in titles() if name[0].isdigit()]
OF_OFFERS = {"accepted", "declined", "withdrawn", "offer_void"}
"""What games of older programs tell of them, which did not keep whose they were."""
ENOUGH = {"went_on", "left", "hold", "answered", "passed", "bankrupt"}
"""There is nothing more to say of whoever goes on, leaves, has answered in secret or passes in their turn."""
EXPLAINED_BY = ("exchanged", "cashed", "engineers", "made_train")
"""Events of the same move that say why a private company closes."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", TITLES)
def test_a_sentence_that_names_only_a_player_has_nothing_else_to_say(title: str, language: str):
    words = catalogue(language, title_named(title).words)
    # What only a title tells may have its object in the sentence, such as a town.
    common = set(catalogue(language).events)
    alone = {kind for kind, said in words.events.items() if any(map(_names_only_a_player, forms(said)))}
    assert (alone & common) - OF_OFFERS - ENOUGH == set()


def _names_only_a_player(text: str) -> bool:
    return "{player}" in text and text.count("{") == 1


@pytest.mark.parametrize("title", one_of(TITLES))
def test_a_duel_a_closing_and_an_export_say_what_of_and_why(title: str):
    for seed in range(1, 4):
        for game, seat, act in played(title, seed):
            before = view(game).agenda[-1]
            events = game.apply(seat, act)[1]
            kinds = {event.kind for event in events}
            for event in events:
                said = Words(view(game)).event(event)
                match event.kind:
                    case "passed" if before.rule == "contest" and event.data["by"] != "rule":
                        assert Words(view(game)).privates[before.subject] in said
                    case "private_closed":
                        assert "why" in event.data or kinds.intersection(EXPLAINED_BY), (title, said)
                    case "exported" | "train_out":
                        assert {"because", "as", "place"}.intersection(said.split()), said
                    case _:
                        pass


@pytest.mark.parametrize("openly", [True, False])
def test_an_answer_to_an_offer_says_whose_it_was(openly: bool):
    words = Words(view(new("1830", ["Ann", "Bob", "Cem"], {}, 1)), reader="p2")
    terms = (
        {"terms": "open", "verb": "buy_private", "subject": "private=SV price=20"} if openly else {"terms": "hidden"}
    )
    answer = {"player": "p1", "offer": 3, "maker": "p2", **terms}
    name, what = words.people["p1"], ": Schuylkill Valley for $20" if openly else ""
    assert words.event(Event("accepted", answer)) == f"{name} accepts the offer from you{what}."
    assert words.event(Event("declined", answer)) == f"{name} declines the offer from you{what}."
    assert words.event(Event("accepted", {"player": "p1", "offer": 3})) == f"{name} accepts.", "in an older game"
    stop = {"player": "p1", "offer": 3, "maker": "p2", "terms": "stop", "verb": "stop", "subject": ""}
    assert words.event(Event("accepted", stop)) == f"{name} agrees to end the game here."


def test_the_rules_tell_whose_offer_is_answered():
    table = ToyTable().do("Ann", "stop")
    offer = table.s.offers[0].id
    table.do("Bob", "decline", offer=offer)
    [declined] = table.happened("declined")
    assert (declined["maker"], declined["terms"]) == (table.seat("Ann"), "stop")


@pytest.mark.parametrize(
    ("title", "kind", "data", "said"),
    [
        ("1830", "phase", {"phase": "3"}, "Phase 3 begins: green tiles may be laid now."),
        ("1830", "phase", {"phase": "4"}, "Phase 4 begins."),
        ("1839", "phase", {"phase": "dark yellow"}, "The dark yellow phase begins."),
        ("1828", "operates", {"company": "C&P", "player": "p1"}, "C&P operates, for {Ann}."),
        ("1828", "operates", {"company": "GT", "player": "p1"}, "GT operates, with {Ann} as its director."),
        (
            "1828",
            "private_closed",
            {"private": "GT", "why": "used"},
            "Grand Trunk (private company) closes: its power is used up.",
        ),
        (
            "1839",
            "discounted",
            {"player": "p2", "private": "KR", "price": 30},
            "{Bob} discounts Kabinet-Rochussen, which now costs f30.",
        ),
        (
            "1839",
            "discounted",
            {"player": "p2", "private": "KR", "price": -10},
            "{Bob} discounts Kabinet-Rochussen, which is free now.",
        ),
        (
            "1839",
            "discounted",
            {"player": "p2", "private": "KR", "price": -30},
            "{Bob} discounts Kabinet-Rochussen, which was free already.",
        ),
    ],
)
def test_a_reader_of_the_channel_learns_what_it_means(title: str, kind: str, data: dict[str, str | int], said: str):
    words = Words(view(new(title, ["Ann", "Bob", "Cem"], {}, 1)))
    assert words.event(Event(kind, data)) == said.format(Ann=words.people["p1"], Bob=words.people["p2"])


@pytest.mark.parametrize("kind", ["offered", "declined", "withdrawn"])
def test_a_merger_that_is_declined_does_not_read_as_made(kind: str):
    words = Words(view(new("1828", ["Ann", "Bob", "Cem"], {}, 1)))
    offer = {"player": "p1", "to": "p2", "maker": "p2", "terms": "open", "offer": 3, "verb": "merge"}
    said = words.event(Event(kind, {**offer, "subject": "stays=GT goes=NKP"}))
    assert "merge NKP into GT" in said and "merges" not in said
