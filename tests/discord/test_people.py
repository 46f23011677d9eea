"""Settings of people and games, reminders, replacements, files."""

from __future__ import annotations

import pytest

from bot.discord.games.options import every_option
from bot.discord.kit.custom_ids import LONG_ARGUMENTS
from bot.store.rows import TurnRow
from engine.titles import title_named, titles
from engine.view import view
from sandbox.happening.posting import File
from sandbox.world.permissions import Perm
from tests.discord.conftest import Hall, labels, starting


async def test_preferences_are_kept_and_errors_explained(club: Hall):
    offered = await club.ann.autocomplete("/preferences", club.room, "zone", "berl")
    assert offered[0]["value"] == "Europe/Berlin"
    told = await club.ann.slash(
        "/preferences",
        club.room,
        zone="Europe/Berlin",
        quiet="22:00-7:30",
        reminders=6,
        theme="dark",
        stand_in=club.bob,
    )
    for part in ("Europe/Berlin", "22:00–7:30", "every 6 hours", "dark", club.bob.mention):
        assert part in told.text
    assert told.ephemeral
    wrong = await club.ann.slash("/preferences", club.room, zone="Mars/Base")
    assert "not a time zone" in wrong.text
    wrong = await club.ann.slash("/preferences", club.room, quiet="late")
    assert "22:00-7:30" in wrong.text
    assert "Europe/Berlin" in (await club.ann.slash("/preferences", club.room)).text


async def test_a_reminder_pings_whoever_must_act_and_can_be_muted(club: Hall):
    number = await club.game()
    first = await club.called(club.ann)
    async with club.table.db.write() as session:
        turn = await session.get(TurnRow, (number, "p1"))
        assert turn is not None
        turn.due_at = club.table.clock()
    await club.table.reminders.tick()
    reminder = await club.ann.pinged(first)
    assert "It is your turn" in reminder.text
    assert labels(reminder) == ["Your turn", "Mute this turn", "I am away…"]
    refused = await club.press(club.bob, reminder, "Mute this turn")
    assert "Only Ann can decide this" in refused.text
    muted = await club.press(club.ann, reminder, "Mute this turn")
    assert "You will get no more reminders" in muted.text
    form = await club.ann.press(reminder, "I am away…")
    away = await club.submit(club.ann, form, "5")
    assert "You are away until" in away.text


async def test_a_new_player_gets_everything_that_belongs_to_the_seat(club: Hall):
    number = await club.game(club.ann, club.bob)
    refused = await club.bob.slash("/game replace", club.room, player="p1", by=club.cem)
    assert "Only the organiser" in refused.text
    done = await club.sure(club.ann, await club.ann.slash("/game replace", club.room, player="p1", by=club.cem))
    assert club.cem.mention in done.text
    await club.cem.pinged()
    moved = await club.cem.slash("/pass", club.room)
    assert "You pass" in moved.text
    assert (await club.table.present(number)).row.last == 2


async def test_a_game_can_be_exported_and_imported(club: Hall):
    await club.game(club.ann, club.bob)
    await club.ann.slash("/pass", club.room)
    out = await club.ann.slash("/game export", club.room)
    file = out.message.attachments[0]
    other = club.sandbox.channel(club.guild, "other")
    upload = File(file.filename, file.data, "application/json")
    asked = await club.ann.slash("/game import", other, file=upload, player1=club.ann, player2=club.cem, place="here")
    assert "Ann" in asked.text and "Bob" in asked.text and "Auction, after 1 move" in asked.text
    assert {row.id for row, _, _ in await club.table.games_of(club.ann.id)} == {1}, "nothing is created before a yes"
    back = await club.press(club.ann, asked.message, club.button(asked.message, "import_yes"))
    assert "2" in back.text
    await club.posted()
    assert (await club.table.present(2)).row.last == 1
    broken = await club.ann.slash("/game import", other, file=File("x.json", b"nonsense", "application/json"))
    assert "fault" not in broken.text


async def test_settings_are_shown_changed_and_guarded(club: Hall):
    number = await club.game()
    told = await club.ann.slash("/game settings", club.room, reminders=6, pictures="request")
    assert "every 6 hours" in told.text and "Pictures: **only on request**" in told.text
    refused = await club.bob.slash("/game settings", club.room, reminders=1)
    assert "Only the organiser" in refused.text
    first = await club.called(club.ann)
    await club.ann.slash("/pass", club.room)
    ping = await club.bob.pinged(first)
    assert ping.attachments == []
    assert (await club.table.present(number)).row.settings["interval"] == 360
    server = await club.bob.slash("/game server", club.room, reminders=1)
    assert "manage server" in server.text.lower()


async def test_everybody_sees_how_much_time_is_left_in_a_game_with_a_clock(club: Hall):
    await club.game()
    assert " left" not in (await club.bob.slash("/game status", club.room)).text
    told = await club.ann.slash("/game settings", club.room, clock="postal", late="robot")
    assert "Clock: **postal: 4 days" in told.text and "a robot plays until they are back" in told.text
    await club.ann.sees_text("there is a clock: when somebody's time is up", club.room)
    status = (await club.bob.slash("/game status", club.room)).text
    assert "- Ann: 4 d 0 h 0 min left, running until <t:" in status and "- Bob: 4 d 0 h 0 min left" in status
    refused = await club.ann.slash("/game settings", club.room, clock="own", bank=10, most_saved=5)
    assert "cannot hold less time than it begins with" in refused.text
    log = await club.bob.slash("/show", club.room, what="history")
    assert "time was up" not in log.text


async def test_pictures_on_request_use_the_askers_theme(club: Hall):
    await club.game()
    await club.ann.slash("/preferences", club.room, theme="safe")
    for what in ("map", "market", "sheet"):
        shown = await club.ann.slash("/show", club.room, what=what)
        assert [one.filename for one in shown.message.attachments] == [f"{what}.png"] and shown.ephemeral
        assert shown.message.attachments[0].description
    status = await club.bob.slash("/game status", club.room)
    assert len(status.message.attachments) == 3


async def test_a_stopped_game_says_so_and_accepts_no_moves(club: Hall):
    number = await club.game()
    asked = await club.ann.slash("/game end", club.room)
    await club.press(club.ann, asked.message, "End the game")
    await club.ann.sees_text("has stopped this game", club.room)
    late = await club.ann.slash("/pass", club.room)
    assert "over" in late.text
    assert (await club.table.present(number)).row.status == "stopped"


async def test_options_are_explained_and_offered_one_after_another(club: Hall):
    told = await club.ann.slash("/title", club.room, what="options", title="1870")
    assert "**Edition**: the designer's (default) or Mayfair's. Which printed game" in told.text
    offered = await club.ann.autocomplete("/game new", club.room, "options", "edition=mayfair ru", title="1870")
    assert offered[0]["value"] == "edition=mayfair runs=free"
    wrong = await club.ann.slash("/game new", club.room, title="1870", options="edition")
    assert "edition=mayfair" in wrong.text
    wrong = await club.ann.slash("/game new", club.room, title="1870", options="edition=lemon")
    assert "“lemon” is not a choice for “Edition”, which can be the designer's or Mayfair's." in wrong.text


@pytest.mark.parametrize("title", [name for name in titles() if name[0].isdigit()])
async def test_no_option_of_a_title_is_cut_off(club: Hall, title: str):
    shown = await club.ann.slash("/title", club.room, what="options", title=title)
    told = [shown.text]
    while any(one["label"] == "Next ▶" and not one.get("disabled") for one in shown.message.buttons):
        shown = await club.press(club.ann, shown.message, "Next ▶")
        told.append(shown.text)
    assert [one for one in every_option(title) if not any(one in text for text in told)] == []


async def test_options_longer_than_discords_limit_can_be_chosen(club: Hall):
    text = " ".join(f"{one.name}={one.values[1]}" for one in title_named("1870").options[:8])
    assert len(text) > 100
    *before, last = text.split(" ")
    head = " ".join(before) + " "
    offered = await club.ann.autocomplete("/game new", club.room, "options", f"{head}{last[:6]}", title="1870")
    assert all(len(one["value"]) <= 100 and len(one["name"]) <= 100 for one in offered)
    assert last == "connection_tokens=blocking"
    chosen = next(one for one in offered if one["name"].startswith("Destination tokens: in a space of the city"))
    LONG_ARGUMENTS.forget()
    opened = await club.ann.slash("/game new", club.room, title="1870", place="here", options=chosen["value"])
    row, _ = await club.bot.extras.game(int(opened.text.split()[1]))
    assert dict(part.split("=") for part in text.split(" ")).items() <= row.options.items()


async def test_typing_can_continue_after_a_choices_label(club: Hall):
    offered = await club.ann.autocomplete("/game new", club.room, "options", "runs=f", title="1870")
    on = f"{offered[0]['name']} edition=may"
    further = await club.ann.autocomplete("/game new", club.room, "options", on, title="1870")
    assert further[0]["value"] == "runs=free edition=mayfair"


async def test_a_seat_can_be_given_up_before_the_game_begins(club: Hall):
    await club.ann.slash("/game new", club.room, title="1870", seats=3, place="here")
    await club.bob.slash("/game join", club.room)
    left = await club.sure(club.bob, await club.bob.slash("/game leave", club.room))
    assert "You have left game 1" in left.text
    assert "Bob leaves" in (await club.ann.sees_text("leaves", club.room)).text
    await club.bob.slash("/game join", club.room)
    await club.cem.slash("/game join", club.room)
    await club.ann.sees_text("The game begins", club.room)
    assert "begun" in (await club.bob.slash("/game leave", club.room, game="1")).text.lower()


@pytest.mark.usefixtures("hurried")
async def test_the_pinned_message_follows_the_game(club: Hall):
    club.sandbox.rule(club.room, club.ann.user, allow=Perm.PIN_MESSAGES)
    await club.game()
    status = await club.ann.sees_text("It is Ann's turn", club.room)
    pinned = await club.sandbox.until(lambda: next((one for one in club.ann.sees(club.room) if one.pinned), None))
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    await club.sandbox.until(lambda: "It is Bob's turn" in pinned.text, "the pinned message")
    assert [one for one in club.ann.sees(club.room) if one.pinned] == [pinned] and status


@pytest.mark.soak
@pytest.mark.usefixtures("hurried")
async def test_the_pinned_message_shows_shares(club: Hall):
    number = await club.game()
    await club.play_until(number, "run")
    pinned = await club.ann.sees_text("the bank has", club.room)
    assert await club.bot.pinned.show(number)
    company = next(one for one in view((await club.table.present(number)).game).companies if one.president)
    await club.sandbox.until(lambda: company.symbol in pinned.text, "shares in the pinned message")


@pytest.mark.soak
async def test_the_last_runs_of_a_company_are_shown(club: Hall):
    number = await club.game()
    await club.play_until(number, "run")
    person = club.on_turn(await club.table.present(number))
    shown = await person.slash("/run", club.room)
    await club.press(person, shown.message, starting(shown.message, "Run for"))
    offered = await club.bob.autocomplete("/show", club.room, "about", "", what="runs")
    runs = await club.bob.slash("/show", club.room, what="runs", about=offered[0]["value"])
    assert runs.ephemeral and [one.filename for one in runs.message.attachments] == ["runs.png"]


async def test_a_move_that_changes_money_comes_with_the_board_and_without_the_sheet(club: Hall):
    await club.game()
    first = await club.called(club.ann)
    assert [one.filename for one in first.attachments] == ["auction.png", "map.png", "market.png"]
    await club.ann.slash("/take", club.room)
    ping = await club.bob.pinged()
    assert [one.filename for one in ping.attachments] == ["auction.png", "map.png", "market.png"]


async def test_the_rulebook_answers_where_the_game_is_played(club: Hall):
    await club.game()
    offered = await club.ann.autocomplete("/rule", club.room, "what", "5.9")
    assert offered
    told = await club.ann.slash("/rule", club.room, what="1870 5.9")
    assert told.ephemeral and "5.9" in told.text


async def test_tiles_that_can_ever_lie_in_a_hex_are_shown_with_when(club: Hall):
    await club.game(title="1830", options="")
    shown = await club.bob.slash("/show", club.room, what="tiles", about="F16")
    assert "Every tile that can be laid in" in shown.text and shown.ephemeral
    assert "from phase 3" in str(shown.message.attachments[0].description)
    offered = await club.bob.autocomplete("/show", club.room, "about", "F16", what="tiles")
    assert [one["value"] for one in offered] == ["F16"]
    assert "No tile can be laid" in (await club.bob.slash("/show", club.room, what="tiles", about="F2")).text
    assert "no hex" in (await club.bob.slash("/show", club.room, what="tiles", about="Z99")).text.lower()
