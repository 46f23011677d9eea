"""What a channel is told of a move."""

import re
from datetime import UTC, datetime
from itertools import chain

import pytest

from bot.discord.channel.texts import added_before, text_of
from bot.store.rows import OutboxRow, PostRow
from bot.table.play import telling
from bot.table.play.condensed import condensed, of_others
from engine import Act, Event, Game, new
from engine.core.events import IDLE
from engine.titles import titles
from engine.view import view
from engine.words import Words, using_language
from engine.words.things import FIELD
from tests.discord.test_foresight import played
from tests.long_runs import one_of
from tests.table.club import ANN, BOB, CEM, Club, put

PEOPLE = {"p1": ANN, "p2": BOB, "p3": CEM}


@pytest.mark.parametrize("title", titles())
async def test_that_a_step_is_left_is_told_to_whoever_leaves_it_and_not_to_the_channel(table: Club, title: str):
    before, seat, act = next(one for one in played(title, 5) if one[2].verb == "skip")
    game = await table.game(*PEOPLE.values(), title=title)
    await put(table, game, before)
    made = await table.act(game, PEOPLE[seat], act.verb, **act.args)
    [idle] = [event for event in before.apply(seat, act)[1] if event.kind in IDLE]
    line = Words(view(before)).event(idle)
    assert line in made.told[0]["text"]
    [row] = await table.outbox(game, "move")
    assert line not in row.payload["moves"][0]["text"]


# The toy has one private company that pays.
@pytest.mark.parametrize("title", one_of([name for name in titles() if name[0].isdigit()]))
async def test_what_private_companies_pay_is_one_line_and_a_round_stands_out(table: Club, title: str):
    def payments(game: Game, seat: str, act: Act) -> list[Event]:
        return [event for event in game.apply(seat, act)[1] if event.kind == "private_pays"]

    games = chain.from_iterable(played(title, seed) for seed in range(5, 12))
    before, seat, act = next(one for one in games if len(payments(*one)) > 1)
    paid = payments(before, seat, act)
    game = await table.game(*PEOPLE.values(), title=title)
    await put(table, game, before)
    words = Words(view((await table.table.present(game)).game))
    made = await table.act(game, PEOPLE[seat], act.verb, **act.args)
    [row] = await table.outbox(game, "move")
    lines = row.payload["moves"][0]["text"]
    mine = Words(words.view, reader=seat)
    assert all(mine.event(one) in made.told[0]["text"] for one in paid), "whoever moved reads each"
    [line] = [one for one in lines if one.startswith("Private companies pay ")]
    for owner in {str(one.data["owner"]) for one in paid}:
        whole = sum(int(one.data["amount"]) for one in paid if one.data["owner"] == owner)
        assert f"{words.money(whole)} to {words.holder(owner)}" in line
    assert not any(words.event(one) in lines for one in paid)
    # The round in which they pay, or that everybody has passed.
    assert any(one.startswith("**") for one in lines[: lines.index(line)])


def test_trains_that_rust_together_are_a_line_for_each_kind():
    words = Words(view(new("1830", ["Ann", "Bob", "Cem"], {}, 1)))

    def rusted(kind: str, owner: str) -> Event:
        return Event("rusted", {"train": "x", "kind": kind, "owner": owner})

    both = [rusted("2", "B&O"), rusted("2", "B&O"), rusted("2", "pool"), rusted("3", "PRR")]
    assert condensed(both, words) == [
        "**Trains of kind 2 rust: 2 of B&O, 1 of the pool.**",
        f"**{words.event(both[-1])}**",
    ]


def test_private_companies_that_close_together_are_a_line_and_one_is_told_from_a_company_of_its_name():
    words = Words(view(new("1828", ["Ann", "Bob", "Cem"], {}, 1)))
    closing = [Event("private_closed", {"private": private}) for private in ("D&H", "GT")]
    assert condensed(closing, words) == [
        "**Private companies closed: Delaware & Hudson Railroad, Grand Trunk.**",
    ]
    assert condensed([*closing[1:], Event("phase", {"phase": "green"})], words) == [
        "**Private company closed: Grand Trunk.**",
        "**The green phase begins: green tiles may be laid now.**",
    ]
    bought = Event("bought_private", {"buyer": "GT", "seller": "p1", "price": 20, "private": "GT"})
    assert condensed([bought], words) == [f"GT buys Grand Trunk (private company) from {words.people['p1']} for $20."]
    other = Event("bought_private", {"buyer": "GT", "seller": "p1", "price": 20, "private": "D&H"})
    assert condensed([other], words) == [f"GT buys Delaware & Hudson Railroad from {words.people['p1']} for $20."]


def test_what_happens_to_several_for_the_same_reason_is_one_line():
    shown = view(new("1830", ["Ann", "Bob", "Cem"], {}, 1))

    def price(company: str, old: int, new: int, why: str) -> Event:
        return Event("price", {"company": company, "old": old, "new": new, "why": why})

    def homes(*places: tuple[str, str]) -> list[Event]:
        return [Event("home", {"company": company, "stop": stop}) for company, stop in places]

    risen = [price("PRR", 67, 71, "sold out"), price("NYC", 100, 110, "sold out")]
    told = [*risen, price("B&O", 100, 100, "sold out"), price("C&O", 67, 65, "sale"), *homes(("PRR", "H12/c0"))]
    assert condensed(told, Words(shown)) == [
        "Companies are sold out, and their prices rise: PRR from $67 to $71, NYC from $100 to $110.",
        "The token of B&O moves, but the price stays at $100.",
        "The price of C&O falls from $67 to $65 because shares were sold.",
        "PRR places its home marker in Altoona (H12).",
    ]
    assert condensed(risen, Words(shown, language="de")) == [
        "Gesellschaften sind ausverkauft, und ihre Kurse steigen: PRR von $67 auf $71, NYC von $100 auf $110."
    ]
    assert condensed(risen[1:], Words(shown)) == ["NYC is sold out: its price goes from $100 to $110."]
    assert condensed(homes(("PRR", "H12/c0"), ("B&O", "I15/c0")), Words(shown)) == [
        "Home markers are placed: PRR in Altoona (H12), B&O in Baltimore (I15)."
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("title", titles())
def test_each_sentence_for_several_events_names_each_of_them(title: str, language: str):
    words = Words(view(new(title, ["Ann", "Bob", "Cem", "Dan"], {}, 1)), language)
    several, each = words.words.several_events, words.words.each_of_several
    assert several.keys() == each.keys() >= {"price", "home"}
    for kind, said in several.items():
        assert "{them:list}" in (said if isinstance(said, str) else "".join(said.values()))
        assert FIELD.search(str(each[kind]))


@pytest.mark.parametrize("number", [1, 2])
def test_whoever_passes_automatically_may_still_be_able_to_exchange_a_private_company(number: int):
    """It said that they could do nothing."""
    shown = view(new("1830", ["Ann", "Bob", "Cem"], {}, 1))
    passed = [Event("passed", {"player": seat.id, "by": "rule"}) for seat in shown.seats[:number]]
    [line] = condensed(passed, Words(shown))
    assert "cannot buy or sell anything" in line and "nothing" not in line
    with using_language("de"):
        assert "nichts kaufen oder verkaufen" in condensed(passed, Words(shown))[0]
    declined = Event("passed", {"player": shown.seats[0].id, "by": "player"})
    assert "automatically" not in condensed([declined], Words(shown))[0]


def test_equal_lines_in_a_row_are_one():
    def told(*lines: str) -> str:
        now = datetime(2026, 11, 28, tzinfo=UTC)
        rows = [
            telling.row("channel:1", "move", "", now, 1, number, moves=[{"seat": "p1", "text": [line]}])
            for number, line in enumerate(lines, 1)
        ]
        return text_of(rows, "1").partition("\n")[2]

    assert told("Ann buys.", "Bob passes.") == "Ann buys.\nBob passes."
    assert told("Bob passes.", "Ann buys.", "Ann buys.", "Ann buys.").endswith("\nAnn buys (3\u00a0times).")
    assert told("Bob passes.", "Ann buys.", "Ann buys.", "Bob passes.").endswith("\nAnn buys (twice).\nBob passes.")


async def test_a_ping_in_an_auction_says_who_has_bid_most(table: Club):
    game = await table.game(*PEOPLE.values(), title="1830")
    bid = {"CS": (ANN, 45), "DH": (BOB, 75)}
    for private, (who, amount) in bid.items():
        await table.act(game, who, "bid", private=private, amount=amount)
    await table.act(game, CEM, "bid", private="CS", amount=50)
    row = (await table.outbox(game, "move"))[-1]
    bids = "-# Highest bids: Champlain & St. Lawrence $50 (Cem), Delaware & Hudson $75 (Bob)."
    assert row.payload["auction"] == [bids]
    assert text_of([row], "1").endswith(f"It is <@11>'s turn in the private auction.\n{bids}")
    first = (await table.outbox(game, "start"))[0]
    assert "auction" not in first.payload
    before, seat, act = next(one for one in played("1830", 5) if one[2].verb == "bid")
    other = await table.game(*PEOPLE.values(), title="1830")
    await put(table, other, before)
    await table.act(other, PEOPLE[seat], act.verb, **act.args)
    rows = [row, (await table.outbox(other, "move"))[-1]]
    assert rows[1].payload["auction"] != [bids]
    assert text_of(rows, "1").endswith("\n".join(rows[1].payload["auction"])), "they stay, as they are now"
    assert text_of(rows, "1").count("Highest bids") == 1


async def test_a_discounted_price_is_said_below_the_moves(table: Club):
    before, seat, act = next(one for one in played("1839", 5) if one[2].verb == "discount")
    game = await table.game(*PEOPLE.values(), title="1839")
    await put(table, game, before)
    await table.act(game, PEOPLE[seat], act.verb, **act.args)
    after = view((await table.table.present(game)).game)
    private = next(one for one in after.privates if one.id == act.args["private"])
    (line,) = (await table.outbox(game, "move"))[-1].payload["auction"]
    assert line == f"-# Now for less: {private.name} f{private.price}."


async def test_a_stock_round_says_who_holds_what_of_companies_whose_shares_change_hands(table: Club):
    rows: list[OutboxRow] = []
    for before, seat, act in list(played("1830", 5))[:40]:
        if act.verb not in ("buy", "take") or len(rows) == 4:
            continue
        game = await table.game(*PEOPLE.values(), title="1830")
        await put(table, game, before)
        await table.act(game, PEOPLE[seat], act.verb, **act.args)
        rows += await table.outbox(game, "move")
        bought = [act.args["company"]] if before.state.clock.round == "stock" else []
        assert list(rows[-1].payload.get("shares", {})) == bought
    companies = {company: line for row in rows for company, line in row.payload.get("shares", {}).items()}
    assert companies and text_of(rows, "1").endswith("\n".join(companies.values()))
    held = next(iter(companies.values()))
    assert held.startswith("-# ") and sum(map(int, re.findall(r"(\d+)%", held))) == 100


async def test_a_message_says_at_its_end_that_somebody_goes_on_with_their_own_turn(table: Club):
    before, seat, act = next(one for one in played("1830", 5) if one[2].verb == "lay" and _goes_on(*one))
    game = await table.game(*PEOPLE.values(), title="1830")
    await put(table, game, before)
    await table.act(game, PEOPLE[seat], act.verb, **act.args)
    shown = view((await table.table.present(game)).game)
    asked = Words(shown).decision(shown.decisions[0])
    row = (await table.outbox(game, "move"))[-1]
    assert not row.payload["ping"] and row.payload["asks"] == [asked]
    note = telling.row("channel:1", telling.WIDENED, "", row.created_at, game, row.number, text=["Dan may look on."])
    silent = telling.row(
        "channel:1", "move", "", row.created_at, game, row.number, waits=[asked], asks=[asked], ping=[]
    )
    for rows in ([row], [row, note], [row, silent]):
        assert text_of(rows, "1").endswith(f"\n\n{asked}")


def _goes_on(game: Game, seat: str, act: Act) -> bool:
    return [one.seat for one in game.apply(seat, act)[0].decisions()] == [seat]


async def test_a_heading_names_the_round_of_the_first_line_and_the_company_in_whose_midst_it_begins(table: Club):
    places: dict[str, str] = {}
    for before, seat, act in played("1830", 5):
        first = next((one.kind for one in before.apply(seat, act)[1] if one.kind not in IDLE), "")
        if act.verb not in ("dividend", "pass") or first not in ("dividend", "passed"):
            continue
        rounds = before.state.clock.round, before.apply(seat, act)[0].state.clock.round
        if act.verb == "pass" and rounds != ("stock", "operating"):
            continue
        game = await table.game(*PEOPLE.values(), title="1830")
        await put(table, game, before)
        await table.act(game, PEOPLE[seat], act.verb, **act.args)
        then = Words(view(before))
        place = (await table.outbox(game, "move"))[-1].payload["place"]
        if act.verb == "dividend":
            assert place == f"{then.place} · {then.view.agenda[-1].subject} operates"
        else:
            assert place == then.place and "SR" in place
        places.setdefault(act.verb, place)
        if len(places) == 2:
            return
    pytest.fail(f"only {places}")


async def test_a_company_s_turn_opens_a_post_and_a_stock_round_does_not(table: Club):
    opened: dict[str, bool] = {}
    for before, seat, act in played("1830", 5):
        first = next((one.kind for one in before.apply(seat, act)[1] if one.kind not in IDLE), "")
        now = before.apply(seat, act)[0].state.clock.round
        if (first, now) not in (("round", "stock"), ("operates", "operating")) or now in opened:
            continue
        game = await table.game(*PEOPLE.values(), title="1830")
        await put(table, game, before)
        await table.act(game, PEOPLE[seat], act.verb, **act.args)
        opened[now] = (await table.outbox(game, "move"))[-1].payload["opens"]
        if len(opened) == 2:
            break
    assert opened == {"stock": False, "operating": True}


def test_who_is_next_is_not_the_first_line_of_what_is_added_below():
    now = datetime(2026, 11, 28, tzinfo=UTC)
    silent = telling.row("channel:1", "move", "", now, 1, 1, moves=[], waits=["Bob acts for B&O."], ping=[])
    after = telling.row("channel:1", "move", "", now, 1, 2, moves=[{"seat": "p1", "text": ["B&O runs."]}])
    assert text_of([silent], "1").endswith("\nBob acts for B&O.")
    assert text_of([silent, after], "1").endswith("\nB&O runs.") and "acts" not in text_of([silent, after], "1")


async def test_what_others_did_in_ones_own_move_is_told_again_and_what_one_did_is_not(table: Club):
    """Whoever is called next would not look for it in the message above; their own purchase they know."""
    game = await table.game(*PEOPLE.values(), title="1830")
    await table.act(game, ANN, "bid", private="BO", amount=225)
    for person in (BOB, CEM, ANN, BOB, CEM):
        await table.act(game, person, "take")
    row = (await table.outbox(game, "move"))[-1]
    [move] = row.payload["moves"]
    own, others = move["text"][:2], move["text"][2:]
    assert all("Cem" in line for line in own) and all("Ann" in line for line in others) and len(others) == 2
    post = PostRow(game_id=game, message_id=1, target=row.target, first=0)
    assert added_before(post, [row], (), ("p3",)).splitlines()[1:] == [f"-# {line}" for line in others]
    assert added_before(post, [row], (), ("p2",)).splitlines()[-2:] == [f"-# {line}" for line in others]
    # As it was stored before.
    row.payload = {"moves": [{"seat": "p3", "text": move["text"]}]}
    assert added_before(post, [row], (), ("p3",)) == ""


def test_of_a_turn_that_begins_in_somebody_elses_move_all_lines_tell_of_others():
    words = Words(view(new("1830", ["Ann", "Bob", "Cem"], {}, 1)))
    events = [
        Event("bought_private", {"private": "SV", "by": "B&O", "from": "p2", "price": 20}),
        Event("price", {"company": "PRR", "from": 100, "to": 90}),
        Event("operates", {"company": "PRR", "player": "p2"}),
        Event("skipped", {"company": "PRR", "step": "run"}),
        Event("home", {"company": "PRR", "stop": "H12/c0"}),
        Event("passed", {"player": "p1", "by": "rule"}),
        Event("passed", {"player": "p2", "by": "rule"}),
    ]
    assert of_others(events, words, "p1") == [2, 3], "what Ann did comes first, whomever it names"
    assert of_others(events, words, "p2") == []
    assert of_others(events, words, "p3") == [2, 3, 4]
