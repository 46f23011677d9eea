"""What is new since somebody's last turn, by the button under the message that calls them."""

from datetime import UTC, datetime, timedelta
from random import Random

from bot.discord.domains.looking.news import last_turn
from bot.store.rows import ActionRow
from engine.play import random_act
from sandbox.people import Person
from tests.discord.conftest import Hall, labels
from tests.t1870.lines import row_b


def test_the_last_turn_is_the_one_before_the_others_moved():
    def line(seats: str) -> list[ActionRow]:
        return [ActionRow(game_id=1, number=n, seat=f"p{seat}") for n, seat in enumerate(seats, 1)]

    assert last_turn(line("1123"), "p1") == 2
    assert last_turn(line("112311"), "p1") == 2, "what I have done in this turn is not new to me"
    assert last_turn(line("2311"), "p1") == last_turn(line("23"), "p1") == 0


async def test_a_pinged_player_sees_what_the_others_have_done_since(club: Hall):
    await club.game(title="1870")
    for person, command, given in (
        (club.ann, "/bid", {"private": "MRBC", "amount": "45"}),
        (club.bob, "/bid", {"private": "SCC", "amount": "80"}),
        (club.cem, "/pass", {}),
    ):
        await person.slash(command, club.room, **given)
        await club.posted()
    call = next(one for one in reversed(club.room.public) if "What's new" in labels(one))
    ann = await club.press(club.ann, call, "What's new")
    assert ann.ephemeral and "2 moves since your last turn" in ann.text
    assert "$80" in ann.text and "$45" not in ann.text
    assert [one.filename for one in ann.message.attachments] == ["map-1.png", "market-2.png"]
    cem = await club.press(club.cem, call, "What's new")
    assert "3 moves since the game began" in cem.text, "Cem's first turn is not over while nobody has moved after it"


async def test_prices_that_moved_are_listed(club: Hall):
    number = await club.game(title="1870", options="runs=free")
    table = row_b(step="track").with_train("ATSF", "2")
    await club.lay_out(number, table.game)
    moves = (("/pass", {}), ("/pass", {}), ("/run", {"routes": "2: B9 B11"}), ("/dividend", {"kind": "full"}))
    for command, given in moves:
        await club.ann.slash(command, club.room, **given)
        await club.posted()
    call = next(one for one in reversed(club.room.public) if "What's new" in labels(one))
    bob = await club.press(club.bob, call, "What's new")
    assert "Prices: ATSF" in bob.text and " → " in bob.text


async def test_somebody_who_does_not_play_sees_the_past_day_and_who_is_next(club: Hall):
    await club.game(title="1870")
    dee = club.sandbox.person("Dee", club.guild)
    await club.ann.slash("/bid", club.room, private="MRBC", amount="45")
    await club.posted()
    call = next(one for one in reversed(club.room.public) if "What's new" in labels(one))
    for looked in (await club.press(dee, call, "What's new"), await dee.slash("/show", club.room, what="news")):
        assert looked.ephemeral and "One move in the past 24 hours" in looked.text and "$45" in looked.text
        assert "Bob" in looked.text
    club.table.clock = lambda: datetime.now(UTC) + timedelta(days=2)
    later = await dee.slash("/show", club.room, what="news")
    assert "Nobody has moved in the past 24 hours" in later.text and "$45" not in later.text


async def test_a_player_can_ask_what_is_new_at_any_time(club: Hall):
    await club.game(title="1870")
    await club.ann.slash("/bid", club.room, private="MRBC", amount="45")
    await club.bob.slash("/pass", club.room)
    asked = await club.ann.slash("/show", club.room, what="news")
    assert "since your last turn" in asked.text or "since the game began" in asked.text


async def test_somebody_who_looks_again_sees_what_is_new_since_they_last_looked(club: Hall):
    number = await club.game(title="1870")
    dee = club.sandbox.person("Dee", club.guild)
    await club.ann.slash("/bid", club.room, private="MRBC", amount="45")
    await club.posted()
    assert "One move in the past 24 hours" in (await dee.slash("/show", club.room, what="news")).text
    again = await dee.slash("/show", club.room, what="news")
    assert "Nothing has happened since you last looked" in again.text and "$45" in again.text
    await club.bob.slash("/bid", club.room, private="SCC", amount="80")
    later = await dee.slash("/show", club.room, what="news")
    assert "One move since you last looked" in later.text and "$80" in later.text and "$45" not in later.text
    eve = club.sandbox.person("Eve", club.guild)
    assert "2 moves in the past 24 hours" in (await eve.slash("/show", club.room, what="news")).text
    assert (await club.bot.extras.note(number, dee.id)) == "", "notes are something else"
    await club.table.forgetting.forget(dee.id)
    assert "2 moves in the past 24 hours" in (await dee.slash("/show", club.room, what="news")).text


async def test_what_was_looked_at_and_taken_back_is_not_new_and_what_comes_instead_is(club: Hall):
    await club.game(title="1870")
    dee = club.sandbox.person("Dee", club.guild)
    await club.ann.slash("/bid", club.room, private="MRBC", amount="45")
    await dee.slash("/show", club.room, what="news")
    asked = await club.ann.slash("/undo", club.room)
    await club.press(club.ann, asked.message, labels(asked.message)[0])
    await club.ann.slash("/bid", club.room, private="SCC", amount="80")
    seen = await dee.slash("/show", club.room, what="news")
    assert "One move since you last looked" in seen.text and "$80" in seen.text


async def test_the_map_says_since_when_it_is_new_to_whoever_looks(club: Hall):
    """It said “new since your last turn” to spectators too."""
    number = await club.game(title="1870", options="runs=free")
    await club.lay_out(number, row_b(step="track").with_train("ATSF", "2").game)
    dee = club.sandbox.person("Dee", club.guild)
    now = await club.table.present(number)
    seat = now.game.decisions()[0].seat
    acts = (random_act(now.game, seat, Random(seed)) for seed in range(100))
    lay = next(act for act in acts if act is not None and act.verb == "lay")
    user = now.owner(seat).user_id
    await club.table.act(number, user, seat, lay.verb, dict(lay.args), now.decision, now.epoch)
    await club.posted()

    async def heard(person: Person) -> str:
        looked = await person.slash("/show", club.room, what="news")
        return looked.message.attachments[0].description or ""

    assert "New in the past 24 hours: " in await heard(dee)
    await club.bot.extras.looked(number, dee.id, 0)
    assert "New since you last looked: " in await heard(dee)
    assert "since you last looked" not in await heard(next(one for one in (club.ann, club.bob) if one.id != user))
