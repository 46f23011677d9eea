"""A Discord that refuses what is not needed: a game is played through all the same, and nobody sees an error."""

from __future__ import annotations

from typing import Any

import pytest

import bot.discord.channel.pinned
from bot.discord.games.emblems import Emojis
from bot.store.rows import STOPPED
from sandbox import Message
from sandbox.people import Person
from sandbox.refusing import modals
from sandbox.rest import threads
from sandbox.world.errors import InvalidForm
from sandbox.world.permissions import Perm
from sandbox.world.world import FORUM, Channel
from tests.discord.conftest import Hall, labels

ERRORS = ("went wrong", "rejected", "lost my reply", "lack a permission")


def refusing(patch: pytest.MonkeyPatch, module: Any, name: str, refuses: Any) -> None:
    """From now on what this looks for is refused with 50035."""
    before = getattr(module, name)

    def checked(*given: Any, **more: Any) -> Any:
        if refuses(*given):
            raise InvalidForm({"components.0": ("COMPONENT_TYPE_INVALID", "Refused in this test")})
        return before(*given, **more)

    patch.setattr(module, name, checked)


LINE, LIST, PEOPLE, CHANNELS, FILE, CHOICES, TICKS = 4, 3, 5, 8, 19, 21, 22
FORM_PARTS = {
    "forms": {LINE, LIST, PEOPLE, CHANNELS, FILE, CHOICES, TICKS},
    "files in forms": {FILE},
    "people and channels in forms": {PEOPLE, CHANNELS},
    "choices in forms": {CHOICES, TICKS},
}
"""What is refused in forms."""
REFUSED = ("tags", *FORM_PARTS, "emoji", "embeds", "nothing")


@pytest.mark.parametrize("what", REFUSED)
async def test_a_game_is_played_through_without_it(club: Hall, monkeypatch: pytest.MonkeyPatch, what: str):
    monkeypatch.setattr(bot.discord.channel.pinned, "REST", 0.0)
    await Emojis(club.bot, club.table.db, club.bot.drawers, lambda: ["1889"]).bring()
    forum = club.sandbox.channel(club.guild, "games-forum", FORUM)
    club.sandbox.rule(forum, club.sandbox.world.bot, allow=Perm.MANAGE_CHANNELS)
    if what == "tags":
        refusing(monkeypatch, threads, "_tags", lambda faults, channel, body: bool(body.get("applied_tags")))
    elif what in FORM_PARTS:
        refusing(monkeypatch, modals, "check", lambda data: bool(_kinds(data) & FORM_PARTS[what]))
    elif what == "emoji":
        club.sandbox.posting.no_emojis = True
    elif what == "embeds":
        club.sandbox.rule(forum, club.sandbox.world.bot, deny=Perm.EMBED_LINKS)
    said = await _formed(club, what)
    said.append((await club.ann.slash("/game new", club.room, title="1889", seats=2, where=forum)).text)
    (post,) = (one for one in club.guild.threads.values() if one.parent is forum)
    said.append((await club.bob.slash("/game join", post)).text)
    await club.settled()
    await club.play_until(1, "buy", seed=5, when=lambda game, seat: len(game.state.agenda) > 1)
    bought = await _on_turn(club, await club.table.present(1)).slash("/turn", post)
    said.append(bought.text)
    assert _has_emoji(bought.message) is (what != "emoji")
    await club.play_until(1, "lay", seed=5)
    now = await club.table.present(1)
    panel = await _on_turn(club, now).slash("/turn", post)
    said.append(panel.text)
    assert labels(panel.message), "what can be done is there"
    asked = await club.ann.slash("/game end", post)
    said.append((await club.sure(club.ann, asked)).text)
    await club.settled()
    assert (await club.table.present(1)).row.status == STOPPED
    assert _ends(post)
    told = "\n".join([*said, *(one.text for person in (club.ann, club.bob) for one in person.sees(post))])
    assert [error for error in ERRORS if error in told] == []


FORMS = (
    ("/help", "Open a game…", "/game new", {LIST, PEOPLE, CHOICES, CHANNELS}),
    ("/help", "Import a game…", "/game import file:", {FILE, CHANNELS}),
    ("/help", "Open a league…", "/league new", {LINE, LIST}),
    ("/preferences", "What you see…", "/preferences", {CHOICES, TICKS}),
    ("/preferences", "I am away…", "/preferences away", {LINE, PEOPLE}),
)
"""Where a form is opened, its button, the command that does the same, and what is in it."""


async def _formed(club: Hall, what: str) -> list[str]:
    """Each form opens, or the command is named that does the same; nothing on the panel is lost."""
    said = list[str]()
    for command, button, typed, kinds in FORMS:
        shown = await club.ann.slash(command, club.room)
        before = labels(shown.message)
        form = await club.press(club.ann, shown.message, button)
        if kinds & FORM_PARTS.get(what, set()):
            (words,) = form.followups
            assert words.text.endswith(f"type the same as a command: `{typed}`."), words.text
            said.append(words.text)
        else:
            assert _kinds(form.modal) == kinds
        assert labels(shown.message) == before
    return said


async def test_an_order_is_typed_if_its_form_is_refused(club: Hall, monkeypatch: pytest.MonkeyPatch):
    await club.game()
    shown = await club.ann.slash("/order list", club.room)
    refusing(monkeypatch, modals, "check", lambda data: True)
    (words,) = (await club.press(club.ann, shown.message, "Buy shares…")).followups
    assert words.text.endswith("type the same as a command: `/order buy`.")


def _kinds(modal: dict[str, Any]) -> set[int]:
    return {one["type"] for one in modals.fields(modal)}


def _on_turn(club: Hall, now: Any) -> Person:
    seat = now.game.decisions()[0].seat
    user = next(one.user_id for one in now.seats if one.seat == seat)
    return next(one for one in (club.ann, club.bob) if one.id == user)


def _has_emoji(message: Message) -> bool:
    options = [one for part in message.parts() for one in part.get("options", [])]
    return "<:" in message.text or any(one.get("emoji") for one in [*message.buttons, *options])


def _ends(post: Channel) -> bool:
    return any("stopped" in one.text for one in post.public)
