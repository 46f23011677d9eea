"""Importing games from files, 18xx.games' or our own: shown before anything is created, seats only by consent."""

from __future__ import annotations

import asyncio
import json

import pytest

import bot.discord.domains.games.files
from bot.errors import Refused
from bot.table.files.incoming import read_game, require_game, run_in_process
from bot.table.files.outgoing import require_file, site_file
from engine.exchange.any_file import open_any_file
from engine.exchange.site import write_site_game
from engine.overlay import SITE
from engine.record import Record
from sandbox.happening.posting import File
from sandbox.people import Answer
from sandbox.refusing import modals
from sandbox.refusing.modals import fields
from tests.discord.conftest import Hall, as_it_was, labels
from tests.exchange.material import FOLDER, needs_games


def bid(number: int, player: int, company: str, price: int) -> dict[str, object]:
    entity = {"entity": player, "entity_type": "player"}
    return {"type": "bid", "id": number, **entity, "company": company, "price": price}


def game_file(*actions: dict[str, object], **more: object) -> bytes:
    players = [{"id": 7, "name": "Annabel"}, {"id": 8, "name": "B*b"}, {"id": 9, "name": "Cem"}]
    return json.dumps({"id": 1, "title": "1870", "players": players, "actions": list(actions)} | more).encode()


OWN = (
    b'{"format":"stationmaster-game","version":1,"title":"1870","options":{},"players":["A","B"],"seed":1,'
    b'"setup":{"order":["A","B"]},"seating":["A","B"],"actions":[{"seat":"SEAT","verb":"take","args":{}}],"result":null}'
)
SMALL = game_file(bid(1, 7, "GRSC", 20), bid(2, 8, "MKT", 165), status="active")


async def brought(club: Hall, raw: bytes, **options: object) -> Answer:
    """The reply to a file."""
    return await club.ann.slash("/game import", club.room, file=File("game.json", raw), **options)


async def test_a_game_of_the_site_is_shown_first_and_then_played_in_a_place_of_its_own(club: Hall):
    shown = await brought(club, SMALL, player1=club.ann, player2=club.bob)
    for told in ("1870", "2 moves", "Annabel: you", f"B b: {club.bob.mention}", "Cem: nobody", "18xx.games", "Cem"):
        assert told in shown.text, (told, shown.text)
    assert "1870" in str(shown.message.attachments[0].description)
    assert await club.bot.extras.games_on(club.guild.id) == []
    made = await club.press(club.ann, shown.message, "Import")
    assert "Imported as game 1" in made.text
    row, seats = await club.bot.extras.game(1)
    assert row.channel_id != club.room.id and row.status == "running"
    assert [seat.user_id > 0 for seat in seats] == [True, False, False] and seats[1].invited == club.bob.id
    place = club.sandbox.world.channels[row.channel_id]
    await club.posted()
    asked = next(one for one in place.public if "says that you are B" in one.text)
    assert asked.pinged == {club.bob.id} and labels(asked) == ["Yes, that is me", "Not me"]
    assert "There is nothing for you to answer" in (await club.press(club.cem, asked, "Yes, that is me")).text
    asked = as_it_was(asked)
    await club.press(club.bob, asked, "Yes, that is me")
    assert "already been settled" in (await club.press(club.bob, asked, "Not me")).text
    now = await club.table.present(1)
    assert [seat.name for seat in now.seats] == ["Annabel", "Bob", "Cem"] and now.seats[1].user_id == club.bob.id
    told = await club.bob.slash("/show", place, what="log")
    assert "165" in told.text and "pressed by" not in told.text
    refused = await club.ann.slash("/game replace", place, player="p3", by=club.cem)
    assert "I have asked" in refused.text and (await club.table.present(1)).seats[2].is_vacant
    again = await club.cem.sees_text("says that you are Cem", place)
    await club.press(club.cem, again, "Not me")
    assert await club.ann.sees_text("that seat is still empty", place)
    await club.ann.slash("/game replace", place, player="p3", by=club.cem)
    await club.posted()
    once_more = [one for one in place.public if "says that you are Cem" in one.text][-1]
    await club.press(club.cem, once_more, "Yes, that is me")
    called = await club.cem.sees_text("Cem accepts the seat", place)
    assert called.pinged == {club.cem.id} and "'s turn in" in called.text


async def test_a_file_is_sent_in_a_form_and_its_seats_are_given_in_another(club: Hall):
    helped = await club.ann.slash("/help", club.room)
    form = await club.press(club.ann, helped.message, "Import a game…")
    file, where = fields(form.modal)
    assert (file["type"], where["type"]) == (modals.UPLOAD, 8)
    shown = await club.fill(club.ann, form, **{file["label"]: File("game.json", SMALL), where["label"]: club.room})
    assert "Annabel: nobody" in shown.text and await club.bot.extras.games_on(club.guild.id) == []
    form = await club.press(club.ann, shown.message, "Who plays?…")
    assert [one["label"] for one in fields(form.modal)] == ["Annabel", "B b", "Cem"]
    twice = await club.fill(club.ann, form, **{"Annabel": club.bob, "B b": club.bob})
    assert "cannot have two seats" in twice.followups[0].text
    form = await club.press(club.ann, shown.message, "Who plays?…")
    shown = await club.fill(club.ann, form, **{"Annabel": club.ann, "B b": club.bob})
    assert "Annabel: you" in shown.text and f"B b: {club.bob.mention}" in shown.text
    form = await club.press(club.ann, shown.message, "Who plays?…")
    assert [len(one.get("default_values") or []) for one in fields(form.modal)] == [1, 1, 0]
    made = await club.press(club.ann, shown.message, "Import")
    assert "Imported as game 1" in made.text
    row, seats = await club.bot.extras.game(1)
    assert row.channel_id == club.room.id and seats[1].invited == club.bob.id


async def test_a_file_that_takes_long_and_is_refused_leaves_nothing_that_still_reads(
    club: Hall, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bot.discord.domains.games.files, "SHOWN_AFTER", 0.0)
    helped = await club.ann.slash("/help", club.room)
    form = await club.press(club.ann, helped.message, "Import a game…")
    label = fields(form.modal)[0]["label"]
    refused = await club.fill(club.ann, form, **{label: File("notes.txt", b"hello")})
    assert refused.followups == [] and "Reading the file" not in helped.text
    assert "damaged" in helped.text and labels(helped.message) == ["Open the form again…"]
    form = await club.press(club.ann, helped.message, "Open the form again…")
    shown = await club.fill(club.ann, form, **{label: File("game.json", SMALL)})
    assert "Annabel: nobody" in shown.text


async def test_a_sixth_seat_has_a_form_of_its_own(club: Hall):
    players = [{"id": number, "name": f"P{number}"} for number in range(7, 13)]
    shown = await brought(club, game_file(bid(1, 7, "GRSC", 20), players=players, status="active"))
    assert labels(shown.message)[1:3] == ["Seats 1 to 5…", "Seat 6…"]
    form = await club.press(club.ann, shown.message, "Seat 6…")
    assert [one["label"] for one in fields(form.modal)] == ["P12"]


async def test_names_from_a_file_are_harmless_in_messages(club: Hall):
    names = ["[Nitro](https://evil.example)", "@everyone", "**<@1>**"]
    players = [{"id": number, "name": name} for number, name in enumerate(names, 7)]
    shown = await brought(club, json.dumps({**json.loads(SMALL), "players": players}).encode(), player3=club.ann)
    preview = shown.text
    await club.press(club.ann, shown.message, "Import")
    await club.posted()
    row, _ = await club.bot.extras.game(1)
    told = [one.text for one in club.sandbox.world.channels[row.channel_id].public]
    for text in (preview, *told):
        assert (
            "](http" not in text and "@everyone" not in text.replace("\\@", "") and "<@1>" not in text.replace("\\", "")
        ), text


def finished_file() -> bytes:
    """A game of the site that ended before anybody did anything."""
    players = ["Ann", "Bob", "Cem"]
    options = {"rules": "18xx.games"}
    record = Record(title="1870", players=players, options=options, setup={"order": players})
    start = record.begin()
    ended = json.loads(write_site_game(record))
    worth = {str(one["id"]): start.state.cash["p1"] for one in ended["players"]}
    ending = {"type": "end_game", "entity": 1, "entity_type": "player", "id": 1}
    return json.dumps({**ended, "actions": [ending], "status": "finished", "result": worth}).encode()


async def test_a_finished_import_is_history_and_counts_only_for_those_who_accept(club: Hall):
    shown = await brought(club, finished_file(), player1=club.ann, player2=club.bob, place="here")
    assert "A finished game of" in shown.text
    await club.press(club.ann, shown.message, "Import")
    row, _ = await club.bot.extras.game(1)
    assert row.status == "finished" and row.channel_id == club.room.id
    told = (await club.ann.slash("/standings", club.room)).text
    assert club.ann.mention in told and club.bob.mention not in told and "<@-" not in told
    await club.press(club.bob, await club.bob.sees_text("says that you were Bob", club.room), "Yes, that is me")
    assert club.bob.mention in (await club.ann.slash("/standings", club.room)).text
    assert "begins" in (await club.cem.slash("/show", club.room, what="log")).text


async def test_the_post_of_a_finished_import_offers_its_review_first(club: Hall):
    shown = await brought(club, finished_file(), player1=club.ann, player2=club.bob, place="here")
    await club.press(club.ann, shown.message, "Import")
    post = await club.cem.sees_text("has been imported", club.room)
    assert labels(post)[0] == "Review"
    await club.press(club.cem, post, "Review")
    await club.worked_out()
    assert "What decided game" in (await club.press(club.cem, post, "Review")).text


async def test_a_finished_import_that_nobody_here_played_stands_in_no_standings(club: Hall):
    shown = await brought(club, finished_file(), player2=club.bob, place="here")
    await club.press(club.ann, shown.message, "Import")
    assert "No game has been finished" in (await club.ann.slash("/standings", club.room)).text
    await club.press(club.bob, await club.bob.sees_text("says that you were Bob", club.room), "Yes, that is me")
    assert club.bob.mention in (await club.ann.slash("/standings", club.room)).text


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"<!DOCTYPE html><html></html>", "page"),
        (b"https://18xx.games/game/1234", "link"),
        (b"[" * 100_000, "nested"),
        (b'{"title":"1870","players":[],"actions":' + b"[" * 50_000, "nested"),
        (game_file(bid(1, 7, "GRSC", 20), {"type": "undo", "action_id": "x"}), "not the number"),
        (game_file(bid(1, 7, "MKT", 10**400)), "cannot be carried out"),
        (game_file(bid(1, 7, "MKT", 10**4000) | {"note": 1}).replace(b"MKT", b"M" * 500_000), "cannot be"),
        (OWN.replace(b"SEAT", b"p" * 1_000_000), "is refused"),
        (OWN.replace(b"SEAT", b"p1").replace(b'"seed":1', b'"seed":' + b"9" * 100), "damaged"),
        (game_file({**bid(1, 7, "GRSC", 20), "auto_actions": "pass"}), "not an action"),
        (game_file({"type": ["pass"], "entity": None}), "does not say"),
        (game_file(*[bid(1, 7, "GRSC", 20)] * 9000), "9000 actions"),
        (game_file(id="9" * 5000), "cannot be read"),
        (b"\x1f\x8bnonsense", "damaged"),
        (b" " * 5_000_000, "too big"),
        (json.dumps({"title": "1846", "players": [{"name": "A"}], "actions": []}).encode(), "1846"),
        (SMALL[:-20], "cut off"),
        (b"[]", "Download under Game Data"),
    ],
)
async def test_files_that_are_not_games_are_refused_in_one_sentence(raw: bytes, said: str):
    with pytest.raises(Refused) as refused:
        require_game(read_game(raw))
    assert said in str(refused.value) and "Error" not in str(refused.value) and len(str(refused.value)) < 600


async def test_people_who_may_not_open_games_are_refused_before_the_file_is_read(
    club: Hall, monkeypatch: pytest.MonkeyPatch
):
    await club.table.preferences.set_server(club.guild.id, managers_create=True)

    async def never(raw: bytes) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(club.bot.imports, "read", never)
    assert "only managers" in (await brought(club, SMALL)).text


async def test_an_import_can_be_cancelled_and_then_creates_nothing(club: Hall, monkeypatch: pytest.MonkeyPatch):
    shown = await brought(club, SMALL)
    assert "Nothing was imported" in (await club.press(club.ann, shown.message, "Cancel")).text
    asleep = asyncio.Event()

    async def endless(raw: bytes) -> None:
        await asleep.wait()

    monkeypatch.setattr(club.bot.imports, "read", endless)
    monkeypatch.setattr(bot.discord.domains.games.files, "SHOWN_AFTER", 0.0)
    reading = await brought(club, SMALL)
    assert "Reading the file" in reading.text
    assert "already" in (await brought(club, SMALL)).text
    await club.press(club.ann, reading.message, "Cancel")
    assert "Nothing was imported" in reading.text
    assert await club.bot.extras.games_on(club.guild.id) == []


async def test_an_import_from_the_site_can_be_exported_and_imported_again(club: Hall):
    shown = await brought(club, SMALL, place="here", player1=club.ann)
    await club.press(club.ann, shown.message, "Import")
    await club.ann.slash("/pass", club.room, **{"for": "p3"})
    out = await club.ann.slash("/game export", club.room, format="18xx.games")
    raw = out.message.attachments[0].data
    assert [one["type"] for one in json.loads(raw)["actions"]] == ["bid", "bid", "pass"]
    again = await brought(club, raw, place="here")
    assert "3 moves" in again.text
    await club.press(club.ann, again.message, "Import")
    one, other = [(await club.table.present(number)).game.state for number in (1, 2)]
    assert (one.cash, one.privates, one.clock) == (other.cash, other.privates, other.clock)


async def test_what_the_site_cannot_express_is_refused_with_a_reason(club: Hall):
    await club.game()
    refused = await club.ann.slash("/game export", club.room, format="18xx.games")
    assert "18xx.games cannot replay this game" in refused.text and not refused.message.attachments
    await club.game(where=(other := club.sandbox.channel(club.guild, "dutch")), title="1839", options="")
    assert "cannot be written for 18xx.games" in (await club.ann.slash("/game export", other, format=SITE)).text


@needs_games
async def test_a_real_game_is_read_in_a_process_of_its_own_and_written_for_the_site_again():
    raw = (FOLDER / "1870" / "real_34110.json").read_bytes()
    assert json.loads(require_file(site_file(open_any_file(raw).record)))["title"] == "1870"
    game = require_game(await run_in_process(read_game, raw))
    assert len(game.positions) == len(game.moves) + 1 > 200 and game.title == "1870"
