"""Games opened, joined and played as people do it: with commands, buttons and lists."""

import asyncio
import random
import re

import pytest

from engine.core.verbs import Text
from engine.play import next_to_act, random_act
from tests.discord.conftest import Hall, labels, starting
from tests.discord.spelling import spelled
from tests.discord.test_history import played
from tests.positions.lines import lay
from tests.t1870.table import Table as Table1870

MOVES = 14


async def test_a_game_is_opened_joined_and_begun(club: Hall):
    opened = await club.ann.slash("/game new", club.room, title="1870", seats=3)
    assert opened.ephemeral and "Game 1 is open" in opened.text
    thread = next(one for one in club.guild.threads.values() if one.name == "1870 game 1")
    pinned = next(one for one in club.ann.sees(thread) if one.pinned)
    assert "1 of 3 seats" in pinned.text
    await club.press(club.bob, pinned, "Join")
    await club.press(club.cem, pinned, "Join")
    await club.posted()
    # The pinned message has that button, too, once it shows that the game has begun.
    (called,) = [one for one in thread.public if "Your turn" in labels(one) and not one.pinned]
    assert "turn in the private auction" in called.text
    assert len(called.pinged) == 1
    assert [one.filename for one in called.attachments][:3] == ["auction.png", "map.png", "market.png"]


async def test_a_typed_move_is_announced_and_pings_the_next_player(club: Hall):
    await club.game()
    await club.called(club.ann)
    offered = await club.ann.autocomplete("/bid", club.room, "private", "mis")
    assert {one["value"] for one in offered} == {"MRBC", "MKT"}
    made = await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    assert made.ephemeral and "You bid $165" in made.text
    ping = await club.bob.pinged()
    assert "Ann bids $165 on Missouri-Kansas-Texas Railroad." in ping.text
    assert ping.pinged == {club.bob.id}
    assert "Your turn" in labels(ping)


async def test_a_refusal_gives_the_reason_and_changes_nothing(club: Hall):
    number = await club.game()
    before = (await club.table.present(number)).game.encode()
    refused = await club.ann.slash("/bid", club.room, private="GRSC", amount="25")
    assert "(5.7)" in refused.text
    not_his = await club.bob.slash("/bid", club.room, private="MKT", amount="165")
    assert "the game is waiting for Ann" in not_his.text
    assert (await club.table.present(number)).game.encode() == before


async def test_a_move_for_an_unknown_player_is_not_made_for_the_asker(club: Hall):
    number = await club.game()
    before = (await club.table.present(number)).game.encode()
    refused = await club.ann.slash("/pass", club.room, **{"for": "\ud800"})
    assert "Nobody by that name" in refused.text
    assert (await club.table.present(number)).game.encode() == before


async def test_an_offer_is_shown_in_full_to_both_sides_and_to_nobody_else(club: Hall):
    number = await club.game()
    await club.play_until(number, "buy_private")
    now = await club.table.present(number)
    buyer = next(seat for seat in now.seats if "buy_private" in now.game.verbs(seat.seat))
    people = {one.id: one for one in (club.ann, club.bob, club.cem)}
    asker = people.pop(buyer.user_id)
    offered = await asker.autocomplete("/buy-private", club.room, "private", "")
    private = offered[0]["value"]
    owner = next(seat for seat in now.seats if seat.seat == now.game.state.privates[private])
    await asker.slash("/buy-private", club.room, private=private, price="1")
    asked = people.pop(owner.user_id)
    [other] = people.values()
    panels = {one.name: (await one.slash("/turn", club.room)).text for one in (asker, asked, other)}
    terms = f"from {asker.name}: {private} for $1"
    assert f"waiting for {asked.name}" in panels[asker.name] and terms in panels[asker.name]
    assert "Waiting for your answer" in panels[asked.name] and terms in panels[asked.name]
    assert terms not in panels[other.name]


async def test_the_panel_leads_from_a_verb_to_a_move(club: Hall):
    await club.game()
    ping = await club.called(club.ann)
    panel = await club.press(club.ann, ping, "Your turn")
    assert panel.ephemeral and {"Bid $45 on MRBC", "Pass", "Map", "Undo…"} <= set(labels(panel.message))
    asked = await club.press(club.ann, panel.message, "Bid another amount…")
    assert "**Bid**\nWhich private company?" in asked.text
    amounts = await club.press(club.ann, asked.message, "Bid on MKT…")
    assert {"Bid $165 on MKT", "Bid $170 on MKT", "Another amount…"} <= set(labels(amounts.message))
    form = await club.press(club.ann, amounts.message, "Another amount…")
    await club.submit(club.ann, form, "171")
    assert "You bid $171" in amounts.text


async def test_what_if_shows_a_move_and_makes_it_only_when_confirmed(club: Hall):
    number = await club.game()
    ping = await club.called(club.ann)
    panel = await club.press(club.ann, ping, "Your turn")
    trying = await club.press(club.ann, panel.message, "What if…")
    preview = await club.press(club.ann, trying.message, "Buy GRSC for $20")
    before = await club.table.present(number)
    assert "What if:" in preview.text and before.row.last == 0
    done = await club.press(club.ann, preview.message, "Do it")
    assert (await club.table.present(number)).row.last == 1
    assert "✓ You buy" in done.text


async def test_buttons_of_an_old_position_answer_politely_and_change_nothing(club: Hall):
    number = await club.game()
    ping = await club.called(club.ann)
    panel = await club.press(club.ann, ping, "Your turn")
    again = await club.press(club.ann, ping, "Your turn")
    await club.press(club.ann, panel.message, "Pass")
    late = await club.press(club.ann, again.message, "Pass")
    assert "moved on" in late.text
    assert (await club.table.present(number)).row.last == 1


async def test_nobody_can_open_somebody_elses_panel(club: Hall):
    await club.game()
    ping = await club.called(club.ann)
    seen = await club.press(club.bob, ping, "Your turn")
    assert "It is Ann's turn" in seen.text and "Bid" not in labels(seen.message)
    refused = await club.bob.slash("/pass", club.room, **{"for": "p1"})
    assert "Only Ann can decide this" in refused.text


@pytest.mark.soak
async def test_several_games_in_one_channel_are_told_apart(club: Hall):
    first = await club.game(club.ann, club.bob)
    second = await club.game(club.ann, club.cem)
    unclear = await club.ann.slash("/pass", club.room)
    assert "several games" in unclear.text
    await club.ann.slash("/pass", club.room, game=str(second))
    assert (await club.table.present(second)).row.last == 1
    assert (await club.table.present(first)).row.last == 0
    clear = await club.bob.slash("/turn", club.room)
    assert f"Game {first}" in clear.text


async def test_a_player_can_take_back_their_own_move(club: Hall):
    number = await club.game()
    await club.ann.slash("/pass", club.room)
    asked = await club.ann.slash("/undo", club.room)
    assert "- Ann passes." in asked.text
    done = await club.press(club.ann, asked.message, "Take it back")
    assert "Taken back" in done.text
    assert (await club.table.present(number)).row.position == 0
    await club.ann.sees_text("Ann takes back", club.room)
    redone = await club.ann.slash("/redo", club.room)
    assert "Redone" in redone.text
    assert (await club.table.present(number)).row.position == 1


@pytest.mark.soak
async def test_moves_to_take_back_are_offered_so_that_neither_number_nor_time_is_cut_off(club: Hall):
    number = await club.game()
    await played(club, number, 30)
    offered = await club.ann.autocomplete("/undo", club.room, "to", "")
    assert len(offered) == 25
    for one in offered:
        head, *_, at = one["name"].split(" · ")
        assert head == one["value"] and re.fullmatch(r"\w{3} \d{1,2}, \d\d:\d\d", at), one["name"]
    asked = await club.ann.slash("/undo", club.room, to="0")
    last = (await club.table.present(number)).row.last
    assert f"(and {last - 12} more)" in asked.text and "must agree" in asked.text


@pytest.mark.soak
async def test_taking_back_more_needs_consent(club: Hall):
    number = await club.game()
    await club.ann.slash("/pass", club.room)
    await club.bob.slash("/pass", club.room)
    asked = await club.cem.slash("/undo", club.room, to="0")
    assert "Ann and Bob must agree" in asked.text
    await club.press(club.cem, asked.message, "Ask to take it back")
    question = await club.ann.sees_text("must agree", club.room)
    assert set(question.pinged) == {club.ann.id, club.bob.id}
    await club.press(club.ann, question, "Agree")
    assert (await club.table.present(number)).row.position == 2
    done = await club.press(club.bob, question, "Agree")
    assert "Taken back" in done.text
    assert (await club.table.present(number)).row.position == 0


async def test_a_restart_forgets_nothing(hall: Hall):
    async with hall.open():
        number = await hall.game()
        ping = await hall.called(hall.ann)
        panel = await hall.press(hall.ann, ping, "Your turn")
    async with hall.open():
        done = await hall.press(hall.ann, panel.message, "Pass")
        assert "You pass" in done.text
        await hall.bob.pinged()
        assert (await hall.table.present(number)).row.last == 1
    # Her old message offers nothing any more.
    assert [one.id for one in hall.ann.pings if "turn in the private auction" in one.text] == [ping.id]


@pytest.mark.parametrize("begin", ["take", "lay"])
async def test_whatever_the_rules_offer_can_be_typed(club: Hall, begin: str):
    """Random moves, each made with its command: from the auction on, and from an operating round on."""
    number = await club.game()
    await club.play_until(number, begin)
    stream, verbs = random.Random(7), set[str]()
    for _ in range(MOVES):
        now = await club.table.present(number)
        decision = next_to_act(now.game, stream)
        if decision is None:
            break
        act = random_act(now.game, decision.seat, stream)
        assert act is not None
        user = next(one.user_id for one in now.seats if one.seat == decision.seat)
        person = next(one for one in (club.ann, club.bob, club.cem) if one.id == user)
        one = spelled(now.game.title, act.verb, act.args)
        made = await person.slash(one.command, club.room, **one.options)
        after = await club.table.present(number)
        assert after.row.last > now.row.last, (act, made.text)
        verbs.add(act.verb)
    assert len(verbs) >= 3, verbs


async def test_track_is_laid_from_the_numbered_sheet_and_runs_are_taken_with_one_press(club: Hall):
    number = await club.game()
    await club.play_until(number, "lay")
    person = club.on_turn(await club.table.present(number))
    panel = await person.slash("/turn", club.room)
    if "map.png" in [one.filename for one in panel.message.attachments]:
        assert labels(panel.message)[0].startswith("1 · ")
        await club.press(person, panel.message, labels(panel.message)[0])
    assert "choices.png" in [one.filename for one in panel.message.attachments]
    await club.press(person, panel.message, starting(panel.message, "1 · "))
    assert "lays tile" in panel.text


async def test_the_best_runs_are_shown_with_one_button_to_take_them(club: Hall):
    number = await club.game()
    await club.play_until(number, "run")
    person = club.on_turn(await club.table.present(number))
    shown = await person.slash("/run", club.room)
    assert "The best possible run" in shown.text
    assert "runs.png" in [one.filename for one in shown.message.attachments]
    before = (await club.table.present(number)).row.last
    assert labels(shown.message)[0].startswith("Run for $")
    await club.press(person, shown.message, labels(shown.message)[0])
    assert (await club.table.present(number)).row.last == before + 1


async def test_sets_that_only_swap_trains_are_one_and_the_button_follows_the_picture(club: Hall):
    number = await club.game()
    table = Table1870()
    for hex_id, tile in (("B7", "4"), ("B9", "57"), ("B11", "57")):
        lay(table, hex_id, tile, "E W")
    table.with_company("ATSF", "Ann", Ann=6).with_train("ATSF", "2").with_train("ATSF", "3").operating_turn(
        "ATSF", "run"
    )
    await club.lay_out(number, table.game)
    open_now = table.game.values(table.seat("Ann"), "run")
    assert open_now is not None and isinstance(open_now[1], Text) and len(open_now[1].known()) == 2
    shown = await club.ann.slash("/turn", club.room)
    assert [one for one in labels(shown.message) if "Run for" in one] == ["Run for $70"]
    assert "These earn the same" not in shown.text
    assert shown.text.index("Together they earn **$70**") < shown.text.index("ATSF runs its 2 train")


async def test_up_to_ten_equal_sets_are_offered_and_each_is_a_picture_before_it_is_run(club: Hall):
    number = await club.game()
    table = lay(Table1870(), "B9", "63", "E W NE NW SE SW")
    towns = {"B5": "E W", "B7": "E W", "C8": "NE SW", "C10": "NW SE", "A8": "SE W", "A10": "SW E"}
    for hex_id, sides in towns.items():
        lay(table, hex_id, "58" if hex_id.startswith("A") else "4", sides)
    table.with_company("ATSF", "Ann", Ann=6).with_train("ATSF", "3").operating_turn("ATSF", "run")
    await club.lay_out(number, table.game)
    shown = await club.ann.slash("/turn", club.room)
    assert "These earn the same:\n`2` 3 train: " in shown.text
    assert [one for one in labels(shown.message) if one.startswith("Show ")] == [f"Show {n}" for n in range(2, 11)]
    looked = await club.press(club.ann, shown.message, "Show 3")
    assert "It earns **$60**" in looked.text
    assert "runs.png" in [one.filename for one in looked.message.attachments]
    assert (await club.table.present(number)).row.last == 0
    await club.press(club.ann, looked.message, "Do it")
    assert (await club.table.present(number)).row.last == 1


async def test_quick_moves_of_one_player_share_one_message(club: Hall):
    number = await club.game()
    await club.play_until(number, "lay", at_table=True)
    await club.sandbox.until(lambda: "acts for" in club.ann.sees(club.room)[-1].text, "the last announcement")
    person = club.on_turn(await club.table.present(number))
    before = len(club.ann.sees(club.room))
    while "lay" in (now := await club.table.present(number)).game.verbs(now.game.decisions()[0].seat):
        move = next(act for act in now.game.legal(now.game.decisions()[0].seat) if act.verb == "lay")
        await person.slash("/lay", club.room, **{slot: str(value) for slot, value in move.args.items()})
        await club.ann.sees_text(f"lays tile {move.args['tile']} in", club.room)
    new = [one for one in club.ann.sees(club.room)[before:] if not one.ephemeral]
    assert len(new) <= 1 or new[0].text.count("lays tile") == 2, [one.text for one in new]


async def test_people_can_choose_to_preview_every_move(club: Hall):
    number = await club.game()
    await club.ann.slash("/preferences", club.room, confirm=True)
    shown = await club.ann.slash("/bid", club.room, private="MKT", amount="165")
    assert "What if:" in shown.text and (await club.table.present(number)).row.last == 0
    await club.press(club.ann, shown.message, "Do it")
    assert (await club.table.present(number)).row.last == 1


async def test_two_people_who_press_at_once_get_one_move_and_one_polite_answer(club: Hall):
    number = await club.game()
    ping = await club.called(club.ann)
    one, two = await club.ann.press(ping, "Your turn"), await club.ann.press(ping, "Your turn")
    await asyncio.gather(club.ann.press(one.message, "Pass"), club.ann.press(two.message, "Pass"))
    await club.quiet()
    assert (await club.table.present(number)).row.last == 1
    assert sorted("You pass" in message.text for message in (one.message, two.message)) == [False, True]
    await club.bob.pinged()


async def test_autocomplete_says_why_nothing_is_possible(club: Hall):
    await club.game()
    offered = await club.ann.autocomplete("/lay", club.room, "hex", "")
    assert offered[0]["value"] == "-" and "You cannot lay" in offered[0]["name"]
    offered = await club.cem.autocomplete("/bid", club.room, "private", "")
    assert "is waiting for Ann" in offered[0]["name"]
    offered = await club.ann.autocomplete("/bid", club.room, "amount", "", private="MKT")
    assert offered[0]["name"] == "$165"
    offered = await club.ann.autocomplete("/bid", club.room, "amount", "")
    assert "another option first: private company" in offered[0]["name"]


async def test_routes_are_built_stop_by_stop(club: Hall):
    number = await club.game()
    await club.play_until(number, "run")
    person = club.on_turn(await club.table.present(number))
    panel = await person.slash("/turn", club.room)
    await club.press(person, panel.message, "Choose routes…")
    assert "choose where it starts" in panel.text
    for _ in range(4):
        if any(label.startswith("Run these for $") for label in labels(panel.message)):
            break
        if panel.message.selects:
            await club.choose(person, panel.message, panel.message.selects[0]["options"][0]["value"])
        else:
            await club.press(person, panel.message, labels(panel.message)[0])
    before = (await club.table.present(number)).row.last
    await club.press(person, panel.message, starting(panel.message, "Run these for $"))
    assert (await club.table.present(number)).row.last == before + 1 and "runs its" in panel.text


async def test_routes_are_typed_by_their_stops(club: Hall):
    number = await club.game()
    await club.play_until(number, "run")
    now = await club.table.present(number)
    person = club.on_turn(now)
    best = next(act for act in now.game.legal(now.game.decisions()[0].seat) if act.verb == "run").args["routes"]
    train, _, way = str(best).partition(";")[0].partition("=")
    stops = " ".join(node for node in way.split(",") if "/" in node)
    kind, _, last = train.partition("-")[0], *stops.rpartition(" ")[1:]
    offered = await person.autocomplete("/run", club.room, "routes", f"{kind}: {stops.removesuffix(last)}")
    named = next(one["name"] for one in offered if one["value"].endswith(last.partition("/")[0]))
    assert "[$" in named and named.endswith(")]")
    tried = await person.slash("/run", club.room, routes=named, preview=True)
    assert "runs its" in tried.text
    made = await person.slash("/run", club.room, routes=f"{train.partition('-')[0]}: {stops}")
    assert "runs its" in made.text
    refused = await person.slash("/run", club.room, routes="9: B9 B11", game=str(number))
    assert "You cannot run trains now" in refused.text or "no 9 train" in refused.text
