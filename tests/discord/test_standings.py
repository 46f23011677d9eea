"""/standings: games finished, wins and places on a server."""

from datetime import UTC, datetime

from bot.discord.domains.leagues.standings import records
from bot.store.rows import FINISHED, GameRow, SeatRow
from bot.table.past.past import FinishedGame
from engine.core.state import End
from tests.discord.conftest import Hall
from tests.table.club import Club
from tests.table.leagues import Season


def ended(title: str, **worth: int) -> FinishedGame:
    """A game that Ann (1), Bob (2) and a robot have finished with these net worths."""
    now = datetime.now(UTC)
    row = GameRow(
        guild_id=1, channel_id=1, organiser_id=1, title=title, seed=1, places=3, status=FINISHED, created_at=now
    )
    people = {"ann": 1, "bob": 2, "dice": -1}
    seats = [
        SeatRow(
            game_id=1, place=n, user_id=people[name], name=name, seat=name, robot="random" if name == "dice" else ""
        )
        for n, name in enumerate(worth, 1)
    ]
    best = max(worth.values())
    return FinishedGame(
        row, seats, End(why="bank", worth=worth, winners=[name for name, has in worth.items() if has == best])
    )


def test_places_are_shared_and_robots_take_places_without_a_record():
    first, second = ended("1870", ann=900, bob=900, dice=100), ended("1870", ann=50, bob=20, dice=99)
    assert first.places == {"ann": 1, "bob": 1, "dice": 3}
    assert second.places == {"ann": 2, "bob": 3, "dice": 1}
    ann, bob = records([first, second])
    assert (ann.user, ann.games, ann.wins, dict(ann.places), ann.average) == (1, 2, 1, {1: 1, 2: 1}, 1.5)
    assert (bob.user, bob.wins, dict(bob.places)) == (2, 1, {1: 1, 3: 1})


async def test_a_server_without_finished_games_says_so(club: Hall):
    await club.game()
    assert "No game has been finished" in (await club.ann.slash("/standings", club.room)).text


async def test_games_played_to_their_end_count_on_their_server_alone(club: Hall):
    number = await club.game(club.ann, club.bob)
    while (now := await club.table.present(number)).game.state.end is None:
        decision = now.game.decisions()[0]
        verbs = now.game.verbs(decision.seat)
        verb = next(verb for verb in ("stop", "accept", *verbs) if verb in verbs)
        act = next(one for one in now.game.legal(decision.seat) if one.verb == verb)
        person = next(seat.user_id for seat in now.seats if seat.seat == decision.seat)
        await club.table.act(number, person, decision.seat, act.verb, act.args, now.decision, now.epoch)
        waiting = next((one for one in (await club.table.present(number)).game.state.offers), None)
        if waiting is not None:
            now = await club.table.present(number)
            for seat in waiting.needs:
                person = next(one.user_id for one in now.seats if one.seat == seat)
                args = {"offer": waiting.id}
                await club.table.act(number, person, seat, "accept", args, now.decision, now.epoch)
    shown = await club.cem.slash("/standings", club.room)
    assert "**All games** (1 finished)" in shown.text and "1870" in shown.text
    assert club.ann.mention in shown.text and club.bob.mention in shown.text and club.cem.mention not in shown.text
    assert club.ann.pings == [] or all("standings" not in one.text.lower() for one in club.ann.pings)
    assert "won 1 of 1" in shown.text
    other = club.sandbox.guild("Elsewhere")
    room = club.sandbox.channel(other, "games")
    dan = club.sandbox.person("Dan", other)
    assert "No game has been finished" in (await dan.slash("/standings", room)).text


async def test_a_rating_is_private_unless_its_owner_shows_it(club: Hall):
    ann, bob, cem = club.ann, club.bob, club.cem
    number = await club.game(ann, bob)
    assert "No game has been finished" in (await ann.slash("/standings", club.room, ratings=True)).text
    await Season(Club(club.table, club.table.services.clock), 0).agree(number)  # type: ignore[arg-type]
    shown = (await ann.slash("/standings", club.room, ratings=True)).text
    assert shown.count("You: **25.0** ±") == 2 and "only you can see this" in shown and "Nobody here shows" in shown
    assert "1870" in shown and bob.mention not in shown and ann.mention not in shown
    assert "everybody" in (await bob.slash("/preferences", club.room, rating="public")).text
    shown = (await ann.slash("/standings", club.room, ratings=True, title="1870")).text
    assert (
        f"**1** · {bob.mention} · **25.0** ±" in shown and ann.mention not in shown and shown.count("rated games") == 1
    )
    stranger = (await cem.slash("/standings", club.room, ratings=True)).text
    assert "You have no rated games" in stranger and bob.mention in stranger and ann.mention not in stranger
    await bob.slash("/preferences", club.room, rating="private")
    assert bob.mention not in (await cem.slash("/standings", club.room, ratings=True)).text
