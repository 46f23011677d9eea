"""An organiser who plays knows no more than the others, unless they agree; what widens anybody's rights is posted."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import Message
from sandbox.people import Person
from tests.discord.conftest import Hall, as_it_was
from tests.discord.test_rights import host_of
from tests.discord.test_secrets import FW_MONEY, SP_MONEY, hidden_table, laid_out, tells
from tests.discord.test_stand_ins import agreed
from tests.positions.table import Table

ASKS = "asks to act for the other players"


async def asked(club: Hall) -> Message:
    """Ann asks the others."""
    answer = await club.ann.slash("/game settings", club.room, organiser_acts=True)
    assert "I have asked all other players" in answer.text
    return await club.bob.sees_text(ASKS, club.room)


async def for_bob(club: Hall, command: str = "/turn", **given: Any) -> str:
    """What Ann is told who tries something for Bob."""
    return (await club.ann.slash(command, club.room, **given, **{"for": "Bob"})).text


async def agree(club: Hall, question: Message, *people: Person) -> None:
    for person in people:
        await club.press(person, question, "Agree")
    await club.posted()


async def test_an_organiser_who_plays_sees_and_does_nothing_for_others_by_default(club: Hall):
    number = await laid_out(club, hidden_table().do("Ann", "buy_train", **{"from": "FW", "kind": "2", "price": 77}))
    before = (await club.table.present(number)).game
    for command, given in (
        ("/turn", {}),
        ("/offer", {"answer": "accept"}),
        ("/offer", {"answer": "accept", "preview": True}),
        ("/buy-train", {}),
    ):
        told = await for_bob(club, command, **given)
        assert "only if all other players agree" in told and not tells(told, FW_MONEY) and not tells(told, 77)
    assert (await club.table.present(number)).game == before
    assert tells((await club.ann.slash("/turn", club.room)).text, SP_MONEY)
    offered = await club.ann.autocomplete("/offer", club.room, "offer", "", answer="accept", **{"for": "Bob"})
    assert not tells(str(offered), 77)


async def test_with_the_consent_of_all_the_organiser_acts_until_a_seat_changes_hands(club: Hall):
    await laid_out(club, hidden_table())
    question = as_it_was(await asked(club))
    assert "only if all" in await for_bob(club)
    await agree(club, question, club.bob)
    assert "only if all" in await for_bob(club)
    refused = await club.press(club.ann, question, "Agree")
    assert "nothing for you to answer" in refused.text
    await agree(club, question, club.cem)
    assert await club.bob.sees_text("All other players agree: Ann may now act for them", club.room)
    assert "only if all" not in await for_bob(club)
    dee = club.sandbox.person("Dee", club.guild)
    await club.sure(club.ann, await club.ann.slash("/game replace", club.room, player="Cem", by=dee))
    assert "only if all" in await for_bob(club)
    assert await club.bob.sees_text("agreement that the organiser acts for them has ended", club.room)
    await club.sure(club.ann, await club.ann.slash("/game replace", club.room, player="Dee", by=club.cem))
    assert "only if all" in await for_bob(club)
    await agree(club, question, club.bob, club.cem)
    assert "only if all" in await for_bob(club)


async def test_one_who_declines_or_no_longer_agrees_ends_it(club: Hall):
    await laid_out(club, hidden_table())
    question = await asked(club)
    await club.press(club.cem, question, "Do not agree")
    await agree(club, question, club.bob, club.cem)
    assert "only if all" in await for_bob(club)
    question = await again(club, question)
    await agree(club, question, club.bob, club.cem)
    assert "only if all" not in await for_bob(club)
    await club.press(club.bob, question, "Do not agree")
    assert "only if all" in await for_bob(club)


async def again(club: Hall, before: Message) -> Message:
    """Ann asks once more."""
    await club.ann.slash("/game settings", club.room, organiser_acts=True)
    await club.posted()
    return next(one for one in reversed(club.room.public) if ASKS in one.content and one is not before)


async def test_switching_it_off_and_on_again_needs_consent_anew(club: Hall):
    await laid_out(club, hidden_table())
    await agree(club, await asked(club), club.bob, club.cem)
    assert "only if all" not in await for_bob(club)
    await club.ann.slash("/game settings", club.room, organiser_acts=False)
    assert "Only Bob can decide this" in await for_bob(club)
    await club.ann.slash("/game settings", club.room, organiser_acts=True)
    assert await club.bob.sees_text("From now on:\n- the organiser may act for other players", club.room)
    assert "only if all" in await for_bob(club)


async def test_robots_have_nothing_to_agree_to(club: Hall):
    await laid_out(club, hidden_table())
    await club.sure(club.ann, await club.ann.slash("/game robot", club.room, player="Cem"))
    assert "only if all" in await for_bob(club)
    await agree(club, await asked(club), club.bob)
    assert "only if all" not in await for_bob(club)


async def test_a_stand_in_who_organises_acts_for_that_player_alone(club: Hall):
    await laid_out(club, hidden_table())
    await agreed(club, club.bob, club.ann)
    await club.bob.slash("/preferences", club.room, away=3)
    assert await club.cem.sees_text("Until then", club.room)
    assert "only if all" not in await for_bob(club)
    refused = await club.ann.slash("/turn", club.room, **{"for": "Cem"})
    assert "only if all other players agree" in refused.text


async def test_an_organiser_without_a_seat_or_without_secrets_acts_as_before(club: Hall):
    await laid_out(club, hidden_table())
    olga = club.sandbox.person("Olga", club.guild)
    await club.ann.slash("/game organiser", club.room, to=olga)
    await club.press(olga, await olga.pinged(), "Organise it")
    assert tells((await olga.slash("/turn", club.room, **{"for": "Ann"})).text, SP_MONEY)
    assert "Only Bob" in await for_bob(club)


async def test_terms_of_an_offer_count_as_hidden_with_open_treasuries(club: Hall):
    table = Table(title="1870").with_company("SP", "Ann", Ann=3, treasury=700).with_company("FW", "Cem", Cem=4)
    table.with_train("FW", "2", "2").operating_turn("SP", step="train")
    number = await club.game()
    await club.posted()
    await club.lay_out(number, table.game)
    assert "only if all" not in await for_bob(club)
    await club.cem.slash("/turn", club.room)
    await club.ann.slash("/buy-train", club.room, **{"from": "FW", "kind": "2", "price": "77"})
    assert "only if all" in (await club.ann.slash("/offer", club.room, answer="accept", **{"for": "Cem"})).text


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"organiser_acts": True}, "the organiser may act for other players"),
        ({"copies": True}, "private copies"),
        ({"hints": True}, "how much the best runs"),
    ],
    ids=lambda given: next(iter(given)) if isinstance(given, dict) else "",
)
async def test_a_setting_that_widens_is_posted_and_one_that_narrows_is_not(
    club: Hall, given: dict[str, bool], told: str
):
    await club.game(title="1830", options="")
    [name] = given
    await club.ann.slash("/game settings", club.room, **{name: False})
    await club.posted()
    assert not any("From now on" in one.content for one in club.room.public)
    await club.ann.slash("/game settings", club.room, **given)
    message = await club.bob.sees_text("From now on:", club.room)
    assert told in message.content


async def test_a_game_shown_elsewhere_is_posted_in_its_own_channel(club: Hall):
    number = await club.game()
    stands = club.sandbox.channel(club.guild, "stands")
    await club.ann.slash("/spectate start", stands, game=str(number))
    assert await club.bob.sees_text(f"also shown in <#{stands.id}>", club.room)


async def test_a_channel_opened_to_spectators_tells_its_game(club: Hall):
    await club.game()
    host, role = host_of(club), club.sandbox.role(club.guild, "Spectators")
    await host.slash("/spectate role", club.room, role=role)
    await host.slash("/spectate open", club.room)
    assert await club.bob.sees_text(f"Spectators (<@&{role.id}>) can now see this channel", club.room)
    other = club.sandbox.role(club.guild, "Fans")
    await host.slash("/spectate role", club.room, role=other)
    assert await club.bob.sees_text(f"Spectators (<@&{other.id}>) can now see this channel", club.room)
