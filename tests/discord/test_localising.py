"""Discord shows command descriptions in each user's language, as far as they are translated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandbox.page import showing
from tests.discord.conftest import Hall
from tests.learned import learned

FRENCH: dict[str, dict[str, Any]] = {
    "engine": {
        "commands": {"bid": {"about": "Enchérir sur une compagnie privée"}},
        "slots": {"amount": "Enchère"},
        "texts": {"title": "{name} · {low} à {high} · {length} · {difficulty}"},
        "values": {"length": {"short": "court"}, "difficulty": {"beginners": "pour débuter"}},
    },
    "bot.discord": {
        "commands": {
            "note": {"about": "Ton carnet", "options": {"text": "Ce qu'il faut noter"}},
        },
        "said": {"option_game": "Quelle partie"},
        "choices": {"pace": {"usual": "Tranquille"}},
    },
}


@pytest.fixture
def french() -> Iterator[None]:
    """Some French."""
    with learned("fr", FRENCH):
        yield


def named(parts: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """The command, option or choice of this name or value."""
    return next(one for one in parts if name in (one["name"], one.get("value")))


async def test_descriptions_and_choices_are_registered_in_every_language(french: None, club: Hall):
    known = list(club.sandbox.commands.at(None).values())
    bid, note = named(known, "bid"), named(known, "note")
    assert bid["description_localizations"] == {"fr": "Enchérir sur une compagnie privée"}
    assert named(bid["options"], "amount")["description_localizations"] == {"fr": "Enchère"}
    assert named(bid["options"], "game")["description_localizations"] == {"fr": "Quelle partie"}
    assert note["description"] == "Your private notes on each game"
    assert note["description_localizations"] == {"fr": "Ton carnet"}
    assert named(note["options"], "text")["description_localizations"] == {"fr": "Ce qu'il faut noter"}
    pace = named(named(named(known, "game")["options"], "new")["options"], "pace")
    assert named(pace["choices"], "usual")["name_localizations"] == {"fr": "Tranquille"}
    # What French does not say yet is English, and so are the names of commands.
    assert "description_localizations" not in pace and "name_localizations" not in bid


EASIEST = "1889: History of Shikoku Railways · 2 à 6 · court · pour débuter"


async def test_whoever_chooses_a_title_reads_whom_it_suits_in_their_language(french: None, club: Hall):
    for command, options in (("game", "new"), ("title", "")):
        found = named(list(club.sandbox.commands.at(None).values()), command)
        found = named(found["options"], options) if options else found
        choice = named(named(found["options"], "title")["choices"], "1889")
        assert choice["name"] == "1889: History of Shikoku Railways · 2 to 6 · short · start here"
        assert choice["name_localizations"] == {"fr": EASIEST}


async def test_the_sandboxs_page_offers_titles_in_the_language_of_the_browser(french: None, club: Hall):
    place = showing.place(club.sandbox, club.ann, club.room, "fr")
    assert place["shortcuts"][0] == EASIEST
    bid, note = named(place["commands"], "bid"), named(place["commands"], "note")
    assert (bid["name"], bid["description"]) == ("bid", "Enchérir sur une compagnie privée")
    assert named(note["options"], "text")["description"] == "Ce qu'il faut noter"
    assert "localizations" not in str(place)
    assert showing.place(club.sandbox, club.ann, club.room)["shortcuts"][0].endswith("start here")


async def test_commands_are_registered_again_only_if_a_translation_changed(hall: Hall):
    puts = list[int]()
    for described in ("Ton carnet", "Ton carnet", "Notes"):
        with learned("fr", {"bot.discord": {"commands": {"note": {"about": described}}}}):
            async with hall.open():
                puts.append(len(hall.sandbox.records.of("PUT /applications/{application_id}/commands")))
    assert puts == [1, 1, 2]
