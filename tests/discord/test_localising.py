"""Discord shows command descriptions in each user's language, as far as they are translated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandbox.page import showing
from tests.discord.conftest import Hall
from tests.learned import learned

GERMAN: dict[str, dict[str, Any]] = {
    "engine": {
        "commands": {"bid": {"about": "Auf eine Privatgesellschaft bieten"}},
        "slots": {"amount": "Gebot"},
        "texts": {"title": "{name} · {low} bis {high} · {length} · {difficulty}"},
        "values": {"length": {"short": "kurz"}, "difficulty": {"beginners": "für den Anfang"}},
    },
    "bot.discord": {
        "commands": {
            "note": {"about": "Dein Notizbuch", "options": {"text": "Was dort stehen soll"}},
        },
        "said": {"option_game": "Welches Spiel"},
        "choices": {"pace": {"usual": "Gemütlich"}},
    },
}


@pytest.fixture
def german() -> Iterator[None]:
    """Some German."""
    with learned("de", GERMAN):
        yield


def named(parts: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """The command, option or choice of this name or value."""
    return next(one for one in parts if name in (one["name"], one.get("value")))


async def test_descriptions_and_choices_are_registered_in_every_language(german: None, club: Hall):
    known = list(club.sandbox.commands.at(None).values())
    bid, note = named(known, "bid"), named(known, "note")
    assert bid["description_localizations"] == {"de": "Auf eine Privatgesellschaft bieten"}
    assert named(bid["options"], "amount")["description_localizations"] == {"de": "Gebot"}
    assert named(bid["options"], "game")["description_localizations"] == {"de": "Welches Spiel"}
    assert note["description"] == "Your private notes on each game"
    assert note["description_localizations"] == {"de": "Dein Notizbuch"}
    assert named(note["options"], "text")["description_localizations"] == {"de": "Was dort stehen soll"}
    pace = named(named(named(known, "game")["options"], "new")["options"], "pace")
    assert named(pace["choices"], "usual")["name_localizations"] == {"de": "Gemütlich"}
    # What German does not say yet is English, and so are the names of commands.
    assert "description_localizations" not in pace and "name_localizations" not in bid


EASIEST = "1889: History of Shikoku Railways · 2 bis 6 · kurz · für den Anfang"


async def test_whoever_chooses_a_title_reads_whom_it_suits_in_their_language(german: None, club: Hall):
    for command, options in (("game", "new"), ("title", "")):
        found = named(list(club.sandbox.commands.at(None).values()), command)
        found = named(found["options"], options) if options else found
        choice = named(named(found["options"], "title")["choices"], "1889")
        assert choice["name"] == "1889: History of Shikoku Railways · 2 to 6 · short · start here"
        assert choice["name_localizations"] == {"de": EASIEST}


async def test_the_sandboxs_page_offers_titles_in_the_language_of_the_browser(german: None, club: Hall):
    place = showing.place(club.sandbox, club.ann, club.room, "de")
    assert place["shortcuts"][0] == EASIEST
    bid, note = named(place["commands"], "bid"), named(place["commands"], "note")
    assert (bid["name"], bid["description"]) == ("bid", "Auf eine Privatgesellschaft bieten")
    assert named(note["options"], "text")["description"] == "Was dort stehen soll"
    assert "localizations" not in str(place)
    assert showing.place(club.sandbox, club.ann, club.room)["shortcuts"][0].endswith("start here")


async def test_commands_are_registered_again_only_if_a_translation_changed(hall: Hall):
    puts = list[int]()
    for described in ("Dein Notizbuch", "Dein Notizbuch", "Notizen"):
        with learned("de", {"bot.discord": {"commands": {"note": {"about": described}}}}):
            async with hall.open():
                puts.append(len(hall.sandbox.records.of("PUT /applications/{application_id}/commands")))
    assert puts == [1, 1, 2]
