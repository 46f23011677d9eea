"""How a game is played, in words: in the lobby, in its settings, and chosen from lists."""

from __future__ import annotations

import pytest

from bot.discord.domains.shared.settings import changes_of, check_words, options_of
from bot.discord.domains.shared.typed_options import offer_options, read_options
from bot.discord.kit.say import words
from bot.errors import Refused
from bot.table.ground.settings import GAME, TABLE_SETTINGS, Setting
from engine.titles import overlay_of, title_named, titles
from engine.words import OptionTexts
from sandbox import Message
from sandbox.happening.interactions import COMPONENT
from sandbox.people import Answer, Person
from tests.discord.conftest import Hall

PACE = "Change other settings"
IDS = ("by_edition", "over_60", "edition:", "mayfair", "runs:", "free", "connection_tokens", "train_12")


async def lobby(club: Hall) -> Message:
    """The message of a new game of 1870 by Mayfair's edition."""
    given = {"title": "1870", "seats": 3, "place": "here", "options": "edition=mayfair"}
    await club.ann.slash("/game new", club.room, **given)
    return await club.ann.sees_text("Edition:", club.room)


async def chosen(club: Hall, person: Person, shown: Answer, name: str, value: str) -> Answer:
    """Another value from the lists of the settings."""
    pace = name == "interval"
    values = await club.choose(person, shown.message, name, PACE if pace else None)
    return await club.choose(person, values.message, value)


async def test_no_id_is_shown_where_a_game_says_how_it_is_played(club: Hall):
    told = await lobby(club)
    assert "Edition: **Mayfair's**" in told.text
    shown = await club.press(club.bob, told, "Settings")
    assert "**Details of the edition**" in shown.text and "**Pace**" in shown.text and "**Secrets**" in shown.text
    assert "- Shares above 60%: as in the edition (designer: kept, Mayfair: sold)" in shown.text
    assert "- Edition: **Mayfair's**" in shown.text and "- Reminders: every 12 hours" in shown.text
    for text in (told.text, shown.text, (await club.ann.slash("/title", club.room, what="options", title="1870")).text):
        assert [one for one in IDS if one in text] == []
    assert shown.message.selects == [], "Bob is not the organiser"


async def test_the_organiser_chooses_from_lists(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    values = await club.choose(club.ann, shown.message, "over_60")
    assert "**Shares above 60%**" in values.text and "(default)" in values.text
    offered = {one["value"]: one.get("description") for one in values.message.selects[0]["options"]}
    assert list(offered) == ["by_edition", "keep", "sell"] and "default" in str(offered["by_edition"])
    after = await club.choose(club.ann, values.message, "keep")
    assert "- Shares above 60%: **may be kept**" in after.text
    after = await chosen(club, club.ann, after, "interval", "240")
    assert "- Reminders: **every 4 hours**" in after.text
    row, _ = await club.bot.extras.game(1)
    assert (row.options["over_60"], row.options["edition"], row.settings["interval"]) == ("keep", "mayfair", 240)


async def test_by_other_rules_only_what_was_chosen_is_kept(club: Hall):
    shown = await club.press(club.ann, await lobby(club), "Settings")
    shown = await chosen(club, club.ann, shown, "secrets", "hidden")
    shown = await chosen(club, club.ann, shown, "rules", "18xx.games")
    row, _ = await club.bot.extras.game(1)
    assert (row.options["runs"], row.options["secrets"], row.options["edition"]) == ("free", "hidden", "mayfair")
    shown = await chosen(club, club.ann, shown, "connection_tokens", "spare_space")
    await chosen(club, club.ann, shown, "rules", "rulebook")
    row, _ = await club.bot.extras.game(1)
    assert row.options["connection_tokens"] == "by_edition" and row.options["runs"] == "best"


async def test_a_begun_game_keeps_its_rules_and_changes_its_pace(club: Hall):
    told = await lobby(club)
    shown = await club.press(club.ann, told, "Settings")
    values = await club.choose(club.ann, shown.message, "runs")
    for person in (club.bob, club.cem):
        await club.press(person, told, "Join")
    late = await club.choose(club.ann, values.message, "free")
    assert "has begun" in late.text
    now = await club.ann.slash("/game settings", club.room)
    assert len(now.message.selects) == 1 and "- Edition: **Mayfair's**" in now.text


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


async def test_only_managers_change_a_servers_settings_from_lists(club: Hall):
    await lobby(club)
    host = club.sandbox.person("host", club.guild)
    host.user = club.sandbox.host
    told = await club.bob.slash("/game server", club.room)
    assert "- Reminders: every 12 hours" in told.text and "- Only managers may open games: no" in told.text
    assert told.message.selects == []
    shown = await host.slash("/game server", club.room)
    values = await club.choose(host, shown.message, "most_games")
    assert "How many open games one person may organise" in values.text
    select = str(values.message.selects[0]["custom_id"])
    data = {"component_type": 3, "custom_id": select, "id": 1, "values": ["3"]}
    source = next(one for one in club.room.public if one.buttons)
    forged = club.sandbox.interactions.open(COMPONENT, club.bob.user, club.room, data, name="server_set", source=source)
    await club.sandbox.until(lambda: forged.settled, "the answer")
    assert "manage server" in Answer(club.sandbox, forged).text.lower()
    assert (await club.table.preferences.server(club.guild.id))["most_games"] == 20
    after = await club.choose(host, values.message, "3")
    assert "- Open games one person may organise: **3**" in after.text
    values = await club.choose(host, after.message, "interval")
    after = await club.choose(host, values.message, "0")
    assert "- Reminders: **none**" in after.text
    assert (await club.table.preferences.server(club.guild.id))["most_games"] == 3


async def test_players_are_pinged_when_the_rules_change(club: Hall):
    told = await lobby(club)
    shown = await club.press(club.ann, told, "Settings")
    shown = await chosen(club, club.ann, shown, "secrets", "hidden")
    await club.posted()
    assert club.ann.pings == [] and not any("has changed how" in one.text for one in club.room.public)
    await club.press(club.bob, told, "Join")
    shown = await chosen(club, club.ann, shown, "over_60", "keep")
    called = await club.bob.pinged()
    assert "changed how this game will be played: Shares above 60%: may be kept" in called.text
    assert called.pinged == {club.bob.id} and club.cem.pings == []
    assert not any("changed how" in one.text for one in club.ann.pings)
    shown = await chosen(club, club.ann, shown, "over_60", "keep")
    await chosen(club, club.ann, shown, "secrets", "open")
    await club.posted()
    (told,) = [one for one in club.room.public if "has changed how" in one.text]
    assert told.text.count("has changed how") == 2 and "Treasuries: open to everybody" in told.text
    assert len([one for one in club.bob.pings if "has changed how" in one.text]) == 1, "further changes call nobody"


async def test_a_new_setting_is_one_entry_and_its_words(club: Hall, monkeypatch: pytest.MonkeyPatch):
    new = Setting("bell", 60, (GAME,), "pace", offered=(0, 120), low=0, high=600, unit="every_hours", step=60)
    monkeypatch.setitem(TABLE_SETTINGS, "bell", new)
    with pytest.raises(LookupError, match=r"settings\.names\.bell, commands\.game settings\.options\.bell$"):
        check_words()
    monkeypatch.setitem(words("en")["settings"]["names"], "bell", "The bell rings")
    monkeypatch.setitem(words("en")["commands"]["game settings"]["options"], "bell", "Hours between bells")
    check_words()
    [option] = [one for one in options_of(TABLE_SETTINGS) if one.name == "bell"]
    assert (option.kind, option.low, option.high) == (int, 0, 10)
    assert changes_of(TABLE_SETTINGS, {"bell": 3}) == {"bell": 180}
    shown = await club.press(club.ann, await lobby(club), "Settings")
    assert "- The bell rings: every hour" in shown.text
    values = await club.choose(club.ann, shown.message, "bell", PACE)
    assert "Hours between bells" in values.text
    after = await club.choose(club.ann, values.message, "120")
    assert "- The bell rings: **every 2 hours**" in after.text
    for wrong in (601, True):
        with pytest.raises(Refused, match="bell must be"):
            await club.bot.table.preferences.set_game(1, club.ann.id, bell=wrong)
    row, _ = await club.bot.extras.game(1)
    assert row.settings["bell"] == 120


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
        check_words()
