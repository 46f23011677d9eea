"""How a game is played, in words: in the lobby, in its settings, and chosen from lists."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.domains.shared.settings import changes_of, check_settings, options_of
from bot.discord.domains.shared.typed_options import offer_options, read_options
from bot.discord.kit.custom_ids import LONG_ARGUMENTS
from bot.discord.kit.say import say, words
from bot.errors import Refused
from bot.table.ground.settings import GAME, TABLE_SETTINGS, Setting
from engine.titles import overlay_of, title_named, titles
from engine.words import OptionTexts
from sandbox import Message
from sandbox.happening.interactions import COMPONENT, MODAL
from sandbox.people import Answer, Person
from sandbox.refusing import modals
from sandbox.refusing.modals import fields
from tests.discord.conftest import Hall, labels

START = "Own clock: time at the beginning"
IDS = ("by_edition", "over_60", "edition:", "mayfair", "runs:", "free", "connection_tokens", "train_12")


async def lobby(club: Hall) -> Message:
    """The message of a new game of 1870 by Mayfair's edition."""
    given = {"title": "1870", "seats": 3, "place": "here", "options": "edition=mayfair"}
    await club.ann.slash("/game new", club.room, **given)
    return await club.ann.sees_text("Edition:", club.room)


async def chosen(club: Hall, person: Person, shown: Answer, form: str, **values: Any) -> Answer:
    """Other values in a form of the settings."""
    return await club.fill(person, await club.press(person, shown.message, form), **values)


async def test_no_id_is_shown_where_a_game_says_how_it_is_played(club: Hall):
    told = await lobby(club)
    assert "Edition: **Mayfair's**" in told.text
    shown = await club.press(club.bob, told, "Settings")
    assert "**Details of the edition**" in shown.text and "**Pace**" in shown.text and "**Secrets**" in shown.text
    assert "- Shares above 60%: as in the edition (designer: kept, Mayfair: sold)" in shown.text
    assert "- Edition: **Mayfair's**" in shown.text and "- Reminders: every 12 hours" in shown.text
    for text in (told.text, shown.text, (await club.ann.slash("/title", club.room, what="options", title="1870")).text):
        assert [one for one in IDS if one in text] == []
    assert shown.message.buttons == [], "Bob is not the organiser"


async def test_the_organiser_chooses_in_forms(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    assert labels(shown.message)[-3:] == ["Pace…", "Clock…", "Playing…"]
    more = await club.press(club.ann, shown.message, "Details of the edition (2)…")
    field = {one["label"]: one for one in fields(more.modal)}["Shares above 60%"]
    offered = {one["value"]: one.get("description") for one in field["options"]}
    assert list(offered) == ["by_edition", "keep", "sell"] and offered["by_edition"] == "the default"
    after = await club.fill(club.ann, more, **{"Shares above 60%": "keep"})
    assert "- Shares above 60%: **may be kept**" in after.text
    after = await chosen(club, club.ann, after, "Pace…", Reminders="240")
    assert "- Reminders: **every 4 hours**" in after.text
    row, _ = await club.bot.extras.game(1)
    assert (row.options["over_60"], row.options["edition"], row.settings["interval"]) == ("keep", "mayfair", 240)


async def test_a_form_shows_what_holds_and_changes_only_what_is_changed(club: Hall):
    typed = {"clock": "own", "bank": 100, "name": "Evening", "hints": True, "reminders": 5}
    await lobby(club)
    shown = await club.ann.slash("/game settings", club.room, **typed)
    pace = await club.press(club.ann, shown.message, "Pace…")
    assert fields(pace.modal)[0]["label"] == "Reminders"
    assert [it["label"] for it in fields(pace.modal)[0]["options"] if it["default"]] == ["every 5 hours"]
    clock = await club.press(club.ann, shown.message, "Clock…")
    assert [one.get("value") for one in fields(clock.modal)] == [None, "100", "12", "144", None]
    playing = await club.press(club.ann, shown.message, "Playing…")
    *others, ticks = fields(playing.modal)
    assert others[0]["value"] == "Evening" and len(others) == 4
    on = [it["label"] for it in ticks["options"] if it["default"]]
    assert on == [
        "The organiser may act for other players",
        "Private copies (/explore)",
        "Hints on what each tile would earn and what the robot would do",
    ]
    before, _ = await club.bot.extras.game(1)
    after = await club.fill(club.ann, playing, **{ticks["label"]: ["copies", "invited_only"], "Pictures": "turn"})
    assert "- Only invited players may join: **yes**" in after.text
    assert after.text.splitlines()[-1].startswith("**Saved:** "), "it stands where the button was pressed"
    assert "Only invited players may join" in after.text.splitlines()[-1]
    row, _ = await club.bot.extras.game(1)
    changed = {name for name in row.settings if row.settings[name] != before.settings.get(name)}
    assert changed == {"hints", "organiser_acts", "invited_only"} and row.place["pictures"] == "turn"
    said = await _filled(club, shown, "Clock…", "a few")
    assert said.text == f"**{START}** · “a few” is not a whole number of hours from 1 to 1440."


async def _filled(club: Hall, shown: Answer, form: str, text: str) -> Message:
    """What is said beside the panel to something that cannot be."""
    opened = await club.press(club.ann, shown.message, form)
    wrong = await club.fill(club.ann, opened, **{START: text})
    (said,) = wrong.followups
    assert labels(said) == ["Open the form again…"]
    return said


async def test_a_refused_form_opens_again_as_it_was_filled_in(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    opened = await club.press(club.ann, shown.message, "Clock…")
    opened_with = fields(opened.modal)
    other = next(one for one in opened_with if one.get("options") and one["type"] != modals.CHECKBOXES)
    value = next(one["value"] for one in other["options"] if not one["default"])
    wanted = {START: "a few", other["label"]: value}
    (said,) = (await club.fill(club.ann, opened, **wanted)).followups
    LONG_ARGUMENTS.forget()  # as after a restart
    again = await club.press(club.ann, said, "Open the form again…")
    for before, after in zip(opened_with, fields(again.modal), strict=True):
        if after["label"] == START:
            assert after["value"] == "a few"
        elif after["label"] == other["label"]:
            assert [one["value"] for one in after["options"] if one["default"]] == [value]
        else:
            assert after == before
    row, _ = await club.bot.extras.game(1)
    refused = await club.fill(club.ann, again, **{START: "some"})
    assert refused.followups == [] and "“some”" in said.text, "what was said before is replaced"
    again = await club.press(club.ann, said, "Open the form again…")
    assert "some" in [one.get("value") for one in fields(again.modal)]
    await club.fill(club.ann, again, **{START: "72"})
    changed, _ = await club.bot.extras.game(1)
    assert len({one for one in changed.settings if changed.settings[one] != row.settings.get(one)}) == 2


async def test_a_form_that_is_out_of_date_changes_nothing(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    opened = await club.press(club.ann, shown.message, "Pace…")
    await club.ann.slash("/game settings", club.room, urgent=6)
    late = await club.fill(club.ann, opened, Reminders="240")
    (said,) = late.followups
    assert said.text.startswith("What this form showed has changed in the meantime, so nothing was changed.")
    row, _ = await club.bot.extras.game(1)
    assert (row.settings["interval"], row.settings["urgent"]) == (720, 6)
    opened = await club.press(club.ann, said, "Open the form again…")
    assert "**every 4 hours**" in (await club.fill(club.ann, opened, Reminders="240")).text


async def test_a_form_that_is_sent_twice_is_done_once(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    opened = await club.press(club.ann, shown.message, "Pace…")
    first = await club.fill(club.ann, opened, Reminders="240")
    await club.ann.slash("/game settings", club.room, reminders=12)
    (again,) = (await club.fill(club.ann, opened, Reminders="240")).followups
    assert "every 4 hours" in first.text and again.text.startswith("This form has already been sent.")
    row, _ = await club.bot.extras.game(1)
    assert row.settings["interval"] == 720


async def test_who_may_not_change_settings_is_refused_before_and_after(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    pace = next(one for one in shown.message.buttons if one["label"] == "Pace…")
    forged = await forge(club, club.bob, COMPONENT, {"component_type": 2, "custom_id": pace["custom_id"], "id": 1})
    assert "organiser" in forged.text and forged.interaction.modal is None
    opened = await club.press(club.ann, shown.message, "Pace…")
    parts = modals.submission(opened.modal, {"Reminders": "240"}, lambda field, value: str(value))
    forged = await forge(club, club.bob, MODAL, {"custom_id": opened.modal["custom_id"], "components": parts})
    assert "organiser" in forged.text
    row, _ = await club.bot.extras.game(1)
    assert row.settings["interval"] == 720


async def forge(club: Hall, person: Person, kind: int, data: dict[str, Any]) -> Answer:
    """What somebody sends with a client of their own."""
    source = next(one for one in club.room.public if one.buttons)
    sent = club.sandbox.interactions.open(kind, person.user, club.room, data, name="forged", source=source)
    await club.sandbox.until(lambda: sent.settled, "the answer")
    return Answer(club.sandbox, sent)


async def test_by_other_rules_only_what_was_chosen_is_kept(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    shown = await chosen(club, club.ann, shown, "Secrets…", Treasuries="hidden")
    shown = await chosen(club, club.ann, shown, "Rules…", **{"Whose rules": "18xx.games"})
    row, _ = await club.bot.extras.game(1)
    assert (row.options["runs"], row.options["secrets"], row.options["edition"]) == ("free", "hidden", "mayfair")
    shown = await chosen(club, club.ann, shown, "Details of the edition…", **{"Destination tokens": "spare_space"})
    await chosen(club, club.ann, shown, "Rules…", **{"Whose rules": "rulebook"})
    row, _ = await club.bot.extras.game(1)
    assert row.options["connection_tokens"] == "by_edition" and row.options["runs"] == "best"


async def test_a_begun_game_keeps_its_rules_and_changes_its_pace(club: Hall):
    told = await lobby(club)
    shown = await club.press(club.ann, told, "Settings")
    opened = await club.press(club.ann, shown.message, "Rules…")
    for person in (club.bob, club.cem):
        await club.press(person, told, "Join")
    (late,) = (await club.fill(club.ann, opened, Runs="free")).followups
    assert "has begun" in late.text
    now = await club.ann.slash("/game settings", club.room)
    assert labels(now.message) == ["Pace…", "Clock…", "Playing…"] and "- Edition: **Mayfair's**" in now.text


@pytest.mark.parametrize("name", [name for name in titles() if name != "toy"])
def test_completed_options_are_read_back(name: str):
    overlay = overlay_of(name)
    for title in (title_named(name), *([overlay.title] if overlay else [])):
        rules = {"rules": "18xx.games"} if title is not title_named(name) else {}
        said = OptionTexts(title)
        for option in title.options:
            for value in option.values if option.name != "rules" else ():
                words = "; ".join(f"{said.name(one)}: {said.value(one, what)}" for one, what in rules.items())
                text = f"{words}; {said.name(option.name)}: {said.value(option.name, value)}"
                assert read_options(name, text) == {**rules, option.name: value}
                assert read_options(
                    name, f"rules=18xx.games {option.name}={value}" if rules else f"{option.name}={value}"
                )


def test_options_are_offered_in_words_and_sent_as_short_values():
    assert offer_options("1870", "treas")[0] == ("Treasuries: known only to presidents", "secrets=hidden")
    both = offer_options("1870", "Treasuries: known only to presidents; largest")
    assert both == [
        ("Treasuries: known only to presidents; Largest trains: diesels, as in 1830", "secrets=hidden diesels=yes")
    ]
    long = "edition=mayfair secrets=hidden diesels=yes"
    label, sent = next(one for one in offer_options("1870", f"{long} ") if one[1].endswith("runs=free"))
    assert label.startswith("Runs: any legal run; Largest trains: diesels, as in 1830; ") and len(label) <= 100
    assert label.endswith("…") and sent == f"{long} runs=free"
    site = "Protecting a company you sold: allowed; Whose rules: as 18xx.games plays"
    assert read_options("1870", site) == {"rules": "18xx.games", "protection_after_selling": "allowed"}
    with pytest.raises(
        Refused, match="is not a choice for “Treasuries”, which can be open to everybody or known only to"
    ):
        read_options("1870", "Treasuries: lost")


async def test_only_managers_change_a_servers_settings_in_forms(club: Hall):
    await lobby(club)
    host = club.sandbox.person("host", club.guild)
    host.user = club.sandbox.host
    told = await club.bob.slash("/game server", club.room)
    assert "- Reminders: every 12 hours" in told.text and "- Only managers may open games: no" in told.text
    assert told.message.buttons == []
    shown = await host.slash("/game server", club.room)
    opened = await club.press(host, shown.message, "Opening games…")
    most = "Open games one person may organise"
    parts = modals.submission(opened.modal, {most: "3"}, lambda field, value: str(value))
    sent = {"custom_id": opened.modal["custom_id"], "components": parts}
    assert "manage server" in (await forge(club, club.bob, MODAL, sent)).text.lower()
    assert (await club.table.preferences.server(club.guild.id))["most_games"] == 20
    after = await club.fill(host, opened, **{most: "3"})
    assert "- Open games one person may organise: **3**" in after.text
    after = await chosen(club, host, after, "Pace…", Reminders="0")
    assert "- Reminders: **none**" in after.text
    assert (await club.table.preferences.server(club.guild.id))["most_games"] == 3


async def test_players_are_pinged_when_the_rules_change(club: Hall):
    told = await lobby(club)
    shown = await club.press(club.ann, told, "Settings")
    secrets, details, above = "Secrets…", "Details of the edition (2)…", "Shares above 60%"
    shown = await chosen(club, club.ann, shown, secrets, Treasuries="hidden")
    await club.posted()
    assert club.ann.pings == [] and not any("has changed how" in one.text for one in club.room.public)
    await club.press(club.bob, told, "Join")
    shown = await chosen(club, club.ann, shown, details, **{above: "keep"})
    called = await club.bob.pinged()
    assert "changed how this game will be played: Shares above 60%: may be kept" in called.text
    assert called.pinged == {club.bob.id} and club.cem.pings == []
    assert not any("changed how" in one.text for one in club.ann.pings)
    shown = await chosen(club, club.ann, shown, details, **{above: "keep"})
    await chosen(club, club.ann, shown, secrets, Treasuries="open")
    await club.posted()
    (told,) = [one for one in club.room.public if "has changed how" in one.text]
    assert told.text.count("has changed how") == 2 and "Treasuries: open to everybody" in told.text
    assert len([one for one in club.bob.pings if "has changed how" in one.text]) == 1, "further changes call nobody"


async def test_a_new_setting_is_one_entry_and_its_words(club: Hall, monkeypatch: pytest.MonkeyPatch):
    new = Setting("bell", 60, (GAME,), "pace", offered=(0, 120), low=0, high=600, unit="every_hours", step=60)
    monkeypatch.setitem(TABLE_SETTINGS, "bell", new)
    with pytest.raises(LookupError, match=r"settings\.names\.bell, commands\.game settings\.options\.bell$"):
        check_settings()
    monkeypatch.setitem(words("en")["settings"]["names"], "bell", "The bell rings")
    monkeypatch.setitem(words("en")["commands"]["game settings"]["options"], "bell", "Hours between bells")
    check_settings()
    [option] = [one for one in options_of(TABLE_SETTINGS) if one.name == "bell"]
    assert (option.kind, option.low, option.high) == (int, 0, 10)
    assert changes_of(TABLE_SETTINGS, {"bell": 3}) == {"bell": 180}
    shown = await club.press(club.ann, await lobby(club), "Settings")
    assert "- The bell rings: every hour" in shown.text
    after = await chosen(club, club.ann, shown, "Pace…", **{"The bell rings": "120"})
    assert "- The bell rings: **every 2 hours**" in after.text
    for wrong in (601, True):
        with pytest.raises(Refused, match="bell must be"):
            await club.bot.table.preferences.set_game(1, club.ann.id, bell=wrong)
    row, _ = await club.bot.extras.game(1)
    assert row.settings["bell"] == 120


def test_a_group_with_more_than_a_form_has_is_noticed_at_the_start(monkeypatch: pytest.MonkeyPatch):
    for name in ("bell", "horn"):
        monkeypatch.setitem(TABLE_SETTINGS, name, Setting(name, "", (GAME,), "pace"))
        monkeypatch.setitem(words("en")["settings"]["names"], name, name)
        monkeypatch.setitem(words("en")["commands"]["game settings"]["options"], name, name)
    with pytest.raises(ValueError, match="group pace"):
        check_settings()


@pytest.mark.parametrize(
    ("new", "lacking"),
    [
        (Setting("bell", False, (GAME,), "table", widens=(True,)), "widened.bell"),
        (Setting("bell", "high", (GAME,), "table", choices=("high", "low")), "choices.bell.low"),
        (Setting("bell", False, (GAME,), "bells"), "settings.groups.bells"),
        (Setting("bell", 1, (GAME,), "table", offered=(1, 2), unit="bells"), "options.bells"),
    ],
)
def test_the_start_says_which_words_a_setting_lacks(monkeypatch: pytest.MonkeyPatch, new: Setting, lacking: str):
    monkeypatch.setitem(TABLE_SETTINGS, "bell", new)
    with pytest.raises(LookupError, match=lacking):
        check_settings()


async def test_a_button_for_settings_that_there_are_no_more_says_so(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    pace = next(one for one in shown.message.buttons if one["label"] == "Pace…")
    older = pace["custom_id"].replace("pace", "bygone")
    assert older != pace["custom_id"]
    told = await forge(club, club.ann, COMPONENT, {"component_type": 2, "custom_id": older, "id": 1})
    assert told.text == say("old_button")
