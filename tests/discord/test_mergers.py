"""A merger of 1828 as people play it: proposed in the open, seen beforehand, agreed to, its questions answered."""

from __future__ import annotations

import pytest

from engine import decode_game
from engine.view import view
from engine.words import Words
from sandbox import Message
from sandbox.people import Answer, Person
from tests.discord.conftest import Hall, labels, starting
from tests.t1828.positions import pair

SOME = ({"Ann": 5, "Cem": 1}, {"Bob": 4, "Ann": 2, "Cem": 2})
"""Shares of GT, whose director is Ann, and of NKP, whose director is Bob."""
FEW = ({"Ann": 2}, {"Bob": 2})
"""Not enough for a director of the system."""


MERGE, PROPOSED = "Merge two companies…", "Propose to merge NKP into GT"


async def laid_out(club: Hall, shares: tuple[dict[str, int], dict[str, int]]) -> int:
    """A game in which Ann is on turn in a stock round."""
    number = await club.game(title="1828")
    await club.called(club.ann)  # All that the beginning brings has been posted.
    await club.lay_out(number, pair(*shares).game)
    return number


async def turn(club: Hall, person: Person) -> Message:
    """The panel that `/turn` shows."""
    return (await person.slash("/turn", club.room)).message


async def proposed(club: Hall) -> Answer:
    """Ann proposes that NKP merges into GT."""
    panel = (await club.press(club.ann, await turn(club, club.ann), MERGE)).message
    assert "Two shares of either company become one of the system." in panel.text
    return await club.press(club.ann, panel, starting(panel, PROPOSED))


async def answered(club: Hall, person: Person, asked: str, answer: str) -> Answer:
    """Somebody answers a question, which the panel repeats above the answers."""
    panel = await turn(club, person)
    assert asked in panel.text
    assert answer in labels(panel)
    return await club.press(person, panel, answer)


async def test_a_merger_is_proposed_in_the_open_agreed_to_and_answered_to_its_end(club: Hall):
    number = await laid_out(club, SOME)
    made = await proposed(club)
    assert "✓ You want to merge NKP into GT and ask Bob." in made.text
    pings = await club.sandbox.until(lambda: [one for one in club.bob.pings if "wants to merge" in one.text])
    assert pings[0].pinged == {club.bob.id}
    everybody = await turn(club, club.cem)
    assert "from Ann: merge NKP into GT; waiting for Bob" in everybody.text
    asked = await turn(club, club.bob)
    assert labels(asked)[:2] == ["Accept: merge NKP into GT", "Decline: merge NKP into GT"]
    begun = await club.press(club.bob, asked, labels(asked)[0])
    assert "Ann merges NKP into GT; a share of the system will be worth $167." in begun.text

    aside = "NKP merges into GT: {} must choose which company's odd share to set aside."
    game = (await club.table.present(number)).game
    stored = Words(view(decode_game(game.encode())))
    assert [stored.decision(one) for one in stored.view.decisions] == [aside.format("Ann")], "as before a restart"
    await answered(club, club.ann, aside.format("you"), "Set aside a share of GT")
    await answered(club, club.cem, aside.format("you"), "Set aside a share of NKP")
    await answered(
        club, club.bob, "you must choose whose share of GT to take for one of NKP", "Take a share of GT from Ann"
    )
    await answered(
        club,
        club.cem,
        "do you pay $63 to trade up the odd share of NKP to a share of GT, or give it up for $104?",
        "Give up the share of NKP for $104",
    )
    done = await answered(
        club, club.ann, "do you pay $63 to trade up the odd share of NKP", "Trade up the share of NKP for $63"
    )
    assert "Your odd share of GT becomes one of NKP; you get $13." in done.text
    assert "GT and NKP form a system, called GT, at $167 a share. You are its director." in done.text
    assert "Cem gives up an odd share of NKP for $104." in done.text
    assert "Sell shares…" in labels(done.message)
    game = (await club.table.present(number)).game
    assert game.state.companies["NKP"].into == "GT"
    assert game.decisions()[0].seat == "p1"
    sheet = await club.ann.slash("/show", club.room, what="sheet")
    assert sheet.message.attachments


async def test_what_may_be_negotiated_is_explained_at_the_start_and_in_help(club: Hall):
    await club.game(title="1828")
    begun = await club.called(club.ann)
    assert "The game begins." in begun.text
    assert "You may negotiate openly about mergers" in begun.text
    assert "You may negotiate openly" in (await club.bob.slash("/help", club.room)).text


@pytest.mark.parametrize("who", ["proposer", "asked"])
async def test_a_mergers_result_is_shown_before_it_is_proposed_or_agreed_to(club: Hall, who: str):
    number = await laid_out(club, SOME)
    if who == "asked":
        await proposed(club)
        person, verb = club.bob, "Accept: merge NKP into GT"
    else:
        person, verb = club.ann, PROPOSED
    before = (await club.table.present(number)).game.encode()
    panel = await club.press(person, await turn(club, person), "What if…")
    if who == "proposer":
        panel = await club.press(person, panel.message, MERGE)
    shown = await club.press(person, panel.message, starting(panel.message, verb))
    assert "each question is answered with its first choice:" in shown.text
    director = "You are its director." if who == "proposer" else "Its director is Ann."
    assert f"> GT and NKP form a system, called GT, at $167 a share. {director}" in shown.text
    assert "> Cem trades an odd share up for one of GT for $50." in shown.text
    assert [one.filename for one in shown.message.attachments] == ["sheet.png"]
    assert (await club.table.present(number)).game.encode() == before


@pytest.mark.soak
async def test_a_merger_that_fails_is_not_offered_but_says_so_where_it_is_typed_and_ends_the_turn_as_a_pass(club: Hall):
    number = await laid_out(club, FEW)
    assert "merge" not in "".join(labels(await turn(club, club.ann)))
    shown = await club.ann.slash("/special", club.room, move="merge", **{"with": "GT, NKP"}, preview=True)
    assert "If everybody agrees:" in shown.text
    assert "> The merger fails, and everything is undone" in shown.text
    await club.ann.slash("/special", club.room, move="merge", **{"with": "GT, NKP"})
    before = (await club.table.present(number)).game
    asked = await turn(club, club.bob)
    failed = await club.press(club.bob, asked, starting(asked, "Accept"))
    assert "The merger fails, and everything is undone" in failed.text
    after = (await club.table.present(number)).game
    assert (after.state.certs, after.state.cash) == (before.state.certs, before.state.cash)
    assert after.decisions()[0].seat == "p2"


async def test_a_merger_that_is_declined_leaves_the_turn_as_it_was(club: Hall):
    number = await laid_out(club, SOME)
    await proposed(club)
    asked = await turn(club, club.bob)
    declined = await club.press(club.bob, asked, starting(asked, "Decline"))
    assert "You decline the offer from Ann: merge NKP into GT." in declined.text
    now = (await club.table.present(number)).game
    assert (now.state.offers, now.decisions()[0].seat) == ([], "p1")
    assert MERGE in labels(await turn(club, club.ann))


@pytest.mark.soak
async def test_a_player_with_a_pending_offer_is_pinged_when_their_turn_starts(club: Hall):
    """Ann has acted and ends her turn, which is not announced otherwise; Bob, who has her offer to answer, is next."""
    number = await laid_out(club, SOME)
    await club.table.act(
        number, club.ann.id, "p1", "sell", {"company": "GT", "shares": 1}, *(await moment(club, number))
    )
    await club.table.act(
        number, club.ann.id, "p1", "merge", {"stays": "GT", "goes": "NKP"}, *(await moment(club, number))
    )
    await club.table.act(number, club.ann.id, "p1", "pass", {}, *(await moment(club, number)))
    await club.posted()
    await club.table.act(number, club.bob.id, "p2", "pass", {}, *(await moment(club, number)))
    said = await club.sandbox.until(lambda: [one.text for one in club.cem.sees(club.room) if "Bob passes." in one.text])
    assert f"It is <@{club.cem.id}>'s turn in the stock round." in said[0]
    calls = [
        one for one in club.cem.sees(club.room) if f"It is <@{club.bob.id}>'s turn in the stock round." in one.text
    ]
    assert calls[-1].pinged == {club.bob.id}


async def moment(club: Hall, number: int) -> tuple[int, int]:
    """The decision that is asked for, and the epoch."""
    now = await club.table.present(number)
    return now.decision, now.epoch
