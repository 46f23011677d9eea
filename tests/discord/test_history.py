"""/show what:history, log, charts, replay: looking back at a game."""

import random

import pytest

from bot.table.past.past import last_turn
from engine.play import next_to_act, random_act
from tests.discord.conftest import Hall, labels


async def played(club: Hall, number: int, moves: int, seed: int = 1) -> None:
    """Make this many random moves, each by the person in the seat."""
    stream = random.Random(seed)
    for _ in range(moves):
        now = await club.table.present(number)
        decision = next_to_act(now.game, stream)
        assert decision is not None
        move = random_act(now.game, decision.seat, stream)
        assert move is not None
        person = next(seat.user_id for seat in now.seats if seat.seat == decision.seat)
        await club.table.act(number, person, decision.seat, move.verb, move.args, now.decision, now.epoch)


async def test_any_position_is_shown_with_buttons_to_older_and_newer_ones(club: Hall):
    number = await club.game()
    await played(club, number, 14)
    now = await club.cem.slash("/show", club.room, what="history")
    assert now.ephemeral and "After move 14 of 14" in now.text
    assert [one.filename for one in now.message.attachments] == ["map-1.png", "market-2.png", "sheet-3.png"]
    assert all(one.description for one in now.message.attachments)
    older = await club.press(club.cem, now.message, "◀ Older")
    assert "After move 13 of 14" in older.text
    first = await club.press(club.cem, older.message, "⏮")
    assert "Before the first move:" in first.text
    newer = await club.press(club.cem, first.message, "Newer ▶")
    assert "After move 1 of 14" in newer.text and len(newer.text.splitlines()) > 1
    ten = await club.press(club.cem, (await club.press(club.cem, newer.message, "⏭")).message, "◀ 10")
    assert "After move 4 of 14" in ten.text
    steps = ["⏮", "◀ 10", "◀ Older", "Newer ▶", "⏭", "◀ Round", "◀ Turn", "Turn ▶", "Round ▶"]
    found = [one for one in labels(older.message) if one in steps]
    assert found == [one for one in steps if one in found], "in the order of time"
    assert {"◀ Older", "Newer ▶", "◀ Turn"} <= set(found)
    assert "After move 7 of 14" in (await club.ann.slash("/show", club.room, what="history", about="7")).text


async def test_a_move_that_does_not_exist_is_refused(club: Hall):
    await club.game()
    assert "There is no move 99" in (await club.ann.slash("/show", club.room, what="history", about="99")).text
    assert "not a whole number" in (await club.ann.slash("/show", club.room, what="history", about="x")).text
    nowhere = club.sandbox.channel(club.guild, "elsewhere")
    for what in ("history", "log", "log_file", "chart_worth", "replay"):
        assert "There is no game in this channel" in (await club.ann.slash("/show", nowhere, what=what)).text


async def test_the_log_tells_who_pressed_for_whom_and_what_was_taken_back(club: Hall):
    number = await club.game()
    await played(club, number, 1)
    now = await club.table.present(number)
    other = next(one for one in now.game.decisions())
    act = next(iter(now.game.legal(other.seat)))
    owner = next(seat.user_id for seat in now.seats if seat.seat == other.seat)
    assert owner != club.ann.id
    await club.table.act(number, club.ann.id, other.seat, act.verb, act.args, now.decision, now.epoch)
    await club.table.takeback.undo(number, club.ann.id, 0, 1, as_organiser=True)
    log = await club.cem.slash("/show", club.room, what="log")
    lines = log.text.splitlines()
    assert "The game begins" in log.text
    struck = next(line for line in lines if "~~" in line)
    assert "pressed by Ann" in struck and "**2**" in struck
    assert "Ann takes moves back: back to the position after move 1" in lines[-1]
    assert not any("pressed by" in line for line in lines if "**1**" in line)


async def test_the_log_has_the_same_words_as_the_announcements(club: Hall):
    await club.game()
    await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    await club.bob.slash("/pass", club.room)
    log = await club.cem.slash("/show", club.room, what="log")
    assert "Ann bids $165 on Missouri-Kansas-Texas Railroad." in log.text
    assert "Bob passes." in log.text


@pytest.mark.soak
async def test_a_long_log_entry_is_cut_between_sentences(club: Hall):
    number = await club.game()
    await played(club, number, 60)
    log = await club.cem.slash("/show", club.room, what="log")
    long = [line for line in log.text.splitlines() if line.endswith(" …")]
    assert all(line.removesuffix(" …").endswith(".") for line in long)
    assert len(log.text) <= 4096


@pytest.mark.soak
async def test_a_long_log_is_turned_page_by_page(club: Hall):
    number = await club.game()
    await played(club, number, 40)
    log = await club.bob.slash("/show", club.room, what="log")
    assert "page 3 of 3" in log.text and "**40**" in log.text
    before = await club.press(club.bob, log.message, "◀ Previous")
    assert "page 2 of 3" in before.text and "**15**" in before.text and "**30**" not in before.text
    assert "page 1 of 3" in (await club.bob.slash("/show", club.room, what="log", page=1)).text


@pytest.mark.soak
async def test_charts_and_the_animation_are_drawn(club: Hall):
    number = await club.game(pictures="request")
    refused = await club.ann.slash("/show", club.room, what="chart_worth")
    assert "No move has been made yet" in refused.text and not refused.message.attachments
    await played(club, number, 60)
    for kind in ("worth", "prices", "revenue"):
        drawn = await club.ann.slash("/show", club.room, what=f"chart_{kind}")
        assert [one.filename for one in drawn.message.attachments] == [f"{kind}.png"], drawn.text
    film = await club.ann.slash("/show", club.room, what="replay")
    [file] = film.message.attachments
    assert file.filename == "animation.gif" and file.data[:3] == b"GIF"
    assert labels(film.message) == ["Show it to everybody"]


async def test_moves_are_offered_by_number_and_words(club: Hall):
    number = await club.game()
    await played(club, number, 12)
    offered = await club.ann.autocomplete("/show", club.room, "about", "", what="history")
    assert offered[0]["value"] == "12" and len(offered) == 12
    assert {one["value"] for one in await club.ann.autocomplete("/show", club.room, "about", "1", what="history")} == {
        "1",
        "10",
        "11",
        "12",
    }


@pytest.mark.soak
async def test_buttons_step_by_turn_by_round_and_to_ones_own_last_turn(club: Hall):
    number = await club.game(where=club.room)
    await club.play_until(number, "lay", at_table=True)
    line = await club.table.past.line(number)
    rounds, last = await club.table.past.rounds(number), line[-1].number
    assert rounds and all(one in [move.number for move in line] for one in rounds)
    for begun in rounds:
        before = (await club.table.present(number, at=begun - 1)).game.state.clock
        after = (await club.table.present(number, at=begun)).game.state.clock
        # When all pass in the auction, a round follows in which nobody decides anything, and the auction goes on.
        moves = (before.round, before.number, before.turn) != (after.round, after.number, after.turn)
        assert moves or next(one.verb for one in line if one.number == begun) == "pass_auction"
    mover = club.on_turn(await club.table.present(number))
    shown = await mover.slash("/show", club.room, what="history")
    steps = ["◀ Round", "◀ Turn", "Turn ▶", "Round ▶", "My last turn"]
    # After the last move nothing is newer.
    assert [one for one in labels(shown.message) if one in steps] == [steps[0], steps[1], steps[4]]
    earlier = await club.press(mover, shown.message, "◀ Round")
    assert f"After move {max(one for one in rounds if one < last)} of {last}" in earlier.text
    turn = await club.press(mover, earlier.message, "◀ Turn")
    assert [one for one in labels(turn.message) if one in steps] == steps
    at = int(turn.text.split("After move ")[1].split(" ")[0])
    seats = {move.number: move.seat for move in line}
    assert seats[at] != seats[at + 1]
    back = await club.press(mover, turn.message, "Round ▶")
    assert f"After move {min(one for one in [*rounds, last] if one > at)} of {last}" in back.text
    mine = await club.press(mover, back.message, "My last turn")
    seat = (await club.table.present(number)).game.decisions()[0].seat
    assert f"After move {last_turn(line, seat)} of {last}" in mine.text
    stranger = await club.sandbox.person("Dan", club.guild).slash("/show", club.room, what="history")
    offered = labels(stranger.message)
    assert "My last turn" not in offered and "Newer ▶" not in offered, "no button that leads nowhere"
    assert {"◀ Older", "◀ Turn", "◀ Round"} <= set(offered)


async def test_posts_of_runs_show_them_as_a_picture(club: Hall):
    number = await club.game(title="1830", options="")
    await club.play_until(number, "run")
    now = await club.table.present(number)
    seat, company = now.game.decisions()[0].seat, now.game.state.agenda[-1].subject
    asked = now.game.values(seat, "run", {})
    assert asked is not None
    args = {asked[0]: asked[1].known()[0]}
    await club.table.act(number, club.on_turn(now).id, seat, "run", args, now.decision, now.epoch)
    await club.posted()
    told = [one for one in club.room.public if one.attachments][-1]
    runs = [one for one in told.attachments if one.filename.startswith("run-")]
    assert len(runs) == 1 and company in str(runs[0].description)
    now = await club.table.present(number)
    decides = "dividend" in now.game.verbs(seat)
    assert ("withhold" in str(runs[0].description).lower()) == decides, "it says what is decided next"
    if decides:
        await club.table.act(
            number, club.on_turn(now).id, seat, "dividend", {"kind": "withhold"}, now.decision, now.epoch
        )
        await club.posted()
    told = [one for one in club.room.public if one.attachments][-1]
    runs = [one for one in told.attachments if one.filename.startswith("run-")]
    assert runs, "the message of the turn keeps it"
    assert "withhold" not in str(runs[0].description).lower(), "what has been decided is no part of the run"
