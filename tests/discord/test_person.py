"""/preferences, and the buttons of reminders."""

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.store.rows import TurnRow
from sandbox.refusing.modals import fields
from tests.discord.conftest import Hall, labels
from tests.discord.test_stand_ins import agreed

pytestmark = pytest.mark.soak
QUIET, DAYS, STANDS_IN = "Quiet hours, without reminders", "For how many days?", "Who stands in for you?"


async def remind(club: Hall, number: int) -> int:
    """Make every reminder of a game due now; return how many there were."""
    async with club.table.db.write() as session:
        for turn in await session.exec(select(TurnRow).where(TurnRow.game_id == number)):
            if turn.due_at is not None:
                turn.due_at = club.table.clock() - timedelta(minutes=1)
            session.add(turn)
    return await club.table.reminders.tick()


async def test_settings_are_private_and_kept(club: Hall):
    shown = await club.ann.slash(
        "/preferences", club.room, zone="Europe/Berlin", quiet="22:00-7:30", reminders=6, theme="dark", pictures="turn"
    )
    assert shown.ephemeral
    for part in ("Europe/Berlin", "22:00", "7:30", "6", "dark", "when the turn passes to somebody else"):
        assert part in shown.text, part
    again = (await club.ann.slash("/preferences", club.room)).text
    assert "Europe/Berlin" in again and "dark" in again
    assert "Europe/Berlin" not in (await club.bob.slash("/preferences", club.room)).text


@pytest.mark.parametrize(
    "given", [{"zone": "Mars/Olympus"}, {"quiet": "late"}, {"quiet": "25:00-26:00"}, {"quiet": "9:99-7"}]
)
async def test_nonsense_is_refused_and_changes_nothing(club: Hall, given: dict[str, str]):
    before = (await club.ann.slash("/preferences", club.room)).text
    refused = (await club.ann.slash("/preferences", club.room, **given)).text
    assert refused != before and "UTC" not in refused
    assert (await club.ann.slash("/preferences", club.room)).text == before


async def test_a_reminder_has_buttons_and_muting_lasts_for_the_turn(club: Hall):
    number = await club.game()
    called = await club.called(club.ann)
    assert await remind(club, number) == 1
    reminder = await club.ann.pinged(after=called)
    assert "It is your turn" in reminder.text and len(labels(reminder)) == 3
    turn, mute, _ = labels(reminder)
    not_his = await club.bob.press(reminder, mute)
    assert "Ann" in not_his.text
    assert await remind(club, number) == 1
    assert "It is your turn" in (await club.ann.press(reminder, turn)).text
    assert (await club.ann.press(reminder, mute)).ephemeral
    assert await remind(club, number) == 0
    assert club.bob.pings == [] and club.cem.pings == []
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    called = await club.bob.pinged()
    assert await remind(club, number) == 1
    await club.bob.pinged(after=called)


async def test_the_away_button_asks_how_long_and_the_stand_in_is_pinged(club: Hall):
    number = await club.game()
    await club.called(club.ann)
    await agreed(club, club.ann, club.cem)
    await club.posted()
    told = club.ann.pings[-1]
    await remind(club, number)
    reminder = await club.ann.pinged(after=told)
    form = await club.ann.press(reminder, labels(reminder)[2])
    assert "days" in (await club.submit(club.ann, form, "x")).text.lower()
    form = await club.ann.press(reminder, labels(reminder)[2])
    assert "<t:" in (await club.submit(club.ann, form, "3")).text
    made = await club.cem.slash("/bid", club.room, private="MKT", amount="165", **{"for": "p1"})
    assert "Ann bids $165" in made.text
    acted = (await club.table.actions(number))[-1]
    assert (acted.seat, acted.clicker) == ("p1", club.cem.id)
    assert "pressed by Cem" in (await club.bob.slash("/show", club.room, what="log")).text
    back = await club.ann.slash("/preferences", club.room, away=0)
    assert "<t:" not in back.text


async def test_a_player_may_want_fewer_pictures_than_the_games_setting(club: Hall):
    await club.game()
    await club.ann.slash("/preferences", club.room, pictures="request")
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    bare = await club.bob.pinged()
    assert "Ann bids" in bare.text and not bare.attachments
    await club.bob.slash("/bid", club.room, private="MKT", amount="170")
    assert (await club.cem.pinged()).attachments


async def test_settings_are_chosen_in_forms_in_words(club: Hall):
    shown = await club.ann.slash("/preferences", club.room)
    assert "- Colours of pictures: light" in shown.text and "- Reminders: as set for the game" in shown.text
    ticks = "Switch on what you want"
    for form, values, line in (
        ("What you see…", {"Colours of pictures": "safe"}, "- Colours of pictures: **colour-blind friendly**"),
        ("What you see…", {ticks: ["confirm"]}, "- Preview every move before making it: **yes**"),
        ("When you are pinged…", {"Reminders": "360"}, "- Reminders: **every 6 hours**"),
        ("When you are pinged…", {"Time zone": "Europe/Berlin"}, "- Time zone: **Europe/Berlin**"),
        ("When you are pinged…", {QUIET: "(1320, 420)"}, f"- {QUIET}: **22:00–7:00**"),
        ("When you are pinged…", {QUIET: "None"}, f"- {QUIET}: none"),
        (
            "What others see…",
            {"Who sees your rating": "public"},
            "- Who sees your rating: **everybody on the servers you play on**",
        ),
    ):
        shown = await club.fill(club.ann, await club.press(club.ann, shown.message, form), **values)
        assert line in shown.text
    person = await club.table.preferences.person(club.ann.id)
    assert (person.interval, person.quiet_from, person.wishes["theme"]) == (360, None, "safe")
    assert "- Colours of pictures: light" in (await club.bob.slash("/preferences", club.room)).text
    opened = await club.press(club.ann, shown.message, "When you are pinged…")
    (refused,) = (await club.fill(club.ann, opened, **{"Time zone": "Mars/Olympus"})).followups
    assert "time zone" in refused.text and labels(refused) == ["Open the form again…"]


async def test_who_stands_in_is_chosen_with_discords_own_list(club: Hall):
    shown = await club.ann.slash("/preferences", club.room)
    opened = await club.press(club.ann, shown.message, "I am away…")
    asked = await club.fill(club.ann, opened, **{DAYS: "3", STANDS_IN: club.cem})
    assert f"<@{club.cem.id}> has been asked" in asked.text
    await club.posted()
    await club.press(club.cem, club.cem.pings[-1], labels(club.cem.pings[-1])[0])
    person = await club.table.preferences.person(club.ann.id)
    assert person.stand_in == club.cem.id and person.away_until is not None
    shown = await club.ann.slash("/preferences", club.room)
    opened = await club.press(club.ann, shown.message, "I am away…")
    _, stands_in = fields(opened.modal)
    assert [one["id"] for one in stands_in["default_values"]] == [str(club.cem.id)]
    assert "Stand-in while you are away: nobody" in (await club.fill(club.ann, opened, **{STANDS_IN: []})).text
    assert (await club.table.preferences.person(club.ann.id)).away_until == person.away_until
    opened = await club.press(club.ann, shown.message, "I am away…")
    (refused,) = (await club.fill(club.ann, opened, **{STANDS_IN: club.sandbox.world.bot})).followups
    assert "bot" in refused.text.lower()
    assert (await club.table.preferences.person(club.ann.id)).stand_in is None


async def test_forgetting_needs_confirmation(club: Hall):
    number = await club.game()
    await club.ann.slash("/preferences", club.room, theme="dark")
    shown = await club.ann.slash("/preferences", club.room)
    asked = await club.press(club.ann, shown.message, "Forget me…")
    assert asked.ephemeral and "Open games that you leave: 1." in asked.text and "cannot be undone" in asked.text
    assert "Nothing has changed" in (await club.press(club.ann, asked.message, "Cancel")).text
    assert "dark" in (await club.ann.slash("/preferences", club.room)).text
    assert (await club.table.present(number)).owner("p1").user_id == club.ann.id
    shown = await club.ann.slash("/preferences", club.room)
    asked = await club.press(club.ann, shown.message, "Forget me…")
    assert "forgotten" in (await club.press(club.ann, asked.message, "Yes, forget me")).text
    seat = (await club.table.present(number)).owner("p1")
    assert seat.is_vacant and seat.name == "Former player"
    log = (await club.bob.slash("/show", club.room, what="log")).text
    assert "Ann" not in log and str(club.ann.id) not in log
    assert "dark" not in (await club.ann.slash("/preferences", club.room)).text
