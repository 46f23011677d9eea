"""Every event has a sentence and every choice a label, from one catalogue."""

import ast
import random
import re
from pathlib import Path

import pytest
from msgspec import structs

from engine import Act, Event, Span, Unreadable, new
from engine.core.naming import stop_name
from engine.play import next_to_act, random_act
from engine.title import Title
from engine.titles import title_named, titles
from engine.view import view
from engine.words import Words, catalogue, commands, languages, ordinary_commands, special_commands
from engine.words.buttons import move_label
from tests.again import repeatable
from tests.positions.table import Table
from tests.toy.title import TITLE as TOY

ENGINE = Path(__file__).resolve().parent.parent / "engine"


def words(**options: str) -> Words:
    """Words at a fresh table."""
    return Words(view(Table(title="1870", **options).game, "p1"))


def emitted(paths: list[Path]) -> set[str]:
    """Kinds of event that these files name where they emit one."""
    kinds: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("emit", "Event"):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    kinds.add(first.value)
    return kinds


def test_every_kind_of_event_in_the_code_has_a_sentence():
    core = [path for path in ENGINE.rglob("*.py") if "titles" not in path.parts]
    assert len(emitted(core)) > 30
    assert emitted(core) <= set(catalogue("en").events)
    for name in titles():
        if (ENGINE / "titles" / f"t{name}").exists():
            own = list((ENGINE / "titles" / f"t{name}").rglob("*.py"))
            assert emitted(own) <= set(catalogue("en", title_named(name).words).events)


@pytest.mark.parametrize("name", [name for name in titles() if name != TOY.id])
def test_every_verb_has_a_label(name: str):
    title: Title = title_named(name)
    assert set(title.verbs) <= set(catalogue("en", title.words).verbs)


@pytest.mark.parametrize(
    ("title", "players", "seed", "options"),
    [
        pytest.param("1870", 3, 5, {}, marks=pytest.mark.soak),
        ("1870", 5, 8, {"diesels": "yes", "edition": "mayfair"}),
        pytest.param("1828", 3, 6, {}, marks=pytest.mark.soak),
        pytest.param("1828", 5, 9, {}, marks=pytest.mark.soak),
    ],
)
@repeatable
def test_random_games_never_leave_an_event_without_a_sentence(
    title: str, players: int, seed: int, options: dict[str, str]
):
    stream = random.Random(seed)
    names = [f"Player{number}" for number in range(players)]
    game = new(title, names, {"runs": "free", **options}, seed)
    said = moves = 0
    speaker = Words(view(game))
    while (decision := next_to_act(game, stream)) is not None:
        if moves % 20 == 0 or game.state.offers:
            speaker = Words(view(game, decision.seat))
        moves += 1
        act = random_act(game, decision.seat, stream)
        assert act is not None
        well_formed(speaker.move(decision.seat, act))
        game, events = game.apply(decision.seat, act)
        for event in events:
            assert event.kind in speaker.words.events, event
            sentence = speaker.event(event)
            well_formed(sentence)
            assert sentence.endswith("."), sentence
            said += 1
    assert said > 200


def well_formed(sentence: str) -> None:
    """No gaps, no braces, no ids of seats or stops where a name belongs."""
    assert not re.search(r"[{}]|  | ,| \.|\bp\d\b|\bipo\b|/[cto]\d", sentence), sentence


def test_sentences_are_in_the_games_words_names_and_money():
    speaker = words()
    sold = Event("sold", {"player": "p2", "company": "SP", "shares": 1, "price": 90, "amount": 90})
    assert speaker.event(sold) == "Bob sells 1 share of SP for $90."
    bought = Event(
        "bought", {"player": "p1", "company": "SP", "source": "ipo", "shares": 2, "price": 90, "amount": 180}
    )
    assert speaker.event(bought) == "Ann buys 2 shares of SP from the IPO for $180."
    chief = Event("president", {"company": "SP", "player": "p3", "old": "p2"})
    assert speaker.event(chief) == "Cem becomes president of SP in place of Bob."
    price = {"company": "SP", "old": 90, "new": 100}
    assert speaker.event(Event("price", {**price, "why": "sold out"})).startswith("SP is sold out:")
    # A sentence that a title adds joins the engine's, it does not replace it.
    assert speaker.event(Event("price", {**price, "why": "connection"})).startswith("After the dividend of its")
    ran = Event("ran", {"company": "SP", "kind": "3", "stops": "N1/o0 M2/c0", "bonus": 0, "amount": 40})
    assert speaker.event(ran) == "SP runs its 3 train: Southwest – Austin, for $40."
    partly = Event("ran", {**ran.data, "stops": "N1/o0 A10/t0 M2/c0", "paid": "N1/o0:20 M2/c0:20"})
    assert speaker.event(partly) == "SP runs its 3 train: Southwest – (A10) – Austin, for $40."


@pytest.mark.parametrize(
    ("title", "kind", "data", "told"),
    [
        (
            "1839",
            "sold",
            {"player": "NCS", "company": "NCS", "shares": 2, "price": 67, "amount": 134},
            "NCS sells 2 of its own shares for f134.",
        ),
        (
            "1839",
            "sold",
            {"player": "NCS", "company": "NCS", "shares": 1, "price": 67, "amount": 67},
            "NCS sells 1 of its own shares for f67.",
        ),
        (
            "1839",
            "bought",
            {"player": "p1", "company": "NCS", "source": "NCS", "shares": 1, "price": 67, "amount": 67},
            "Ann buys 1 share of NCS from the company's treasury for f67.",
        ),
        (
            "1839",
            "token",
            {"company": "NCS", "stop": "K16/c0", "cost": 0},
            "NCS places a station marker in Venlo (K16).",
        ),
        ("1828", "received", {"player": "pool", "company": "MC", "shares": 1}, "The pool gets 1 share of MC."),
        ("1843", "in_vain", {"player": "p3", "players": "p1 p2"}, "Cem asked Ann and Bob to sell a train, in vain."),
        (
            "1870",
            "offered",
            {"player": "p1", "to": "p2 p3", "verb": ""},
            "Ann makes Bob and Cem an offer. Its terms are private.",
        ),
        (
            "1830",
            "offered",
            {"player": "p1", "to": "p2 p3", "verb": "stop"},
            "Ann proposes to end the game here; Bob and Cem must agree.",
        ),
        ("1830", "order", {"players": "p2 p1 p3"}, "The new player order is Bob, Ann, Cem."),
        ("1870", "private_closed", {"private": "GSC"}, "Private company closed: The Gulf Shipping Company."),
    ],
)
def test_the_log_speaks_as_players_do(title: str, kind: str, data: dict[str, str | int], told: str):
    at_table = Words(view(Table(title=title).game, "p1"))
    assert at_table.event(Event(kind, data)) == told


def test_an_offer_in_public_keeps_a_kind_of_train_with_spaces_whole():
    speaker = Words(view(new("1843", ["Ann", "Bob", "Cem"], {}, 3), "p1"))
    terms = {"verb": "buy_train", "subject": "from=EST kind=2x2 or 3+1"}
    told = speaker.event(Event("offered", {"player": "p1", "to": "p2", **terms}))
    assert speaker.choice("buy_train", "kind", "2x2 or 3+1") in told and "EST" in told
    assert told.count(",") == 1


def test_an_unknown_event_still_has_a_sentence():
    assert words().event(Event("something_new", {"player": "p1"})) == "Something new."
    assert "something_new" not in words().words.events


@pytest.mark.parametrize(
    ("verb", "slot", "value", "label"),
    [
        ("token", "city", "B9/c0", "Topeka (B9)"),
        ("token", "city", "A16/t1", "the town in A16, no. 2"),
        ("lay", "hex", "B9", "Topeka (B9)"),
        ("lay", "hex", "A4", "A4"),
        ("lay", "rotation", 2, "rotated by 2 sides"),
        ("redeem", "from", "p2", "Bob"),
        ("buy", "from", "ipo", "the IPO"),
        ("buy", "shares", 2, "2 shares"),
        ("bid", "amount", 25, "$25"),
        ("bid", "private", "MRBC", "Mississippi River Bridge Company"),
        ("dividend", "kind", "half", "pay half, withhold half"),
        ("discard", "kind", "3", "3 train"),
        ("port", "kind", "closed", "a closed port"),
        ("run", "routes", "3-0=B9/c0,B9.E,B11/c0", "3 train: Topeka (B9) – Kansas City (B11)"),
        ("run", "routes", "none", "no run"),
    ],
)
def test_values_have_labels(verb: str, slot: str, value: str | int, label: str):
    assert words().value(verb, slot, value) == label


@pytest.mark.parametrize(
    ("title", "stop", "said"),
    [
        ("1830", "H16/c0", "Lancaster (H16)"),
        ("1830", "E11/c0", "Dunkirk (E11)"),
        ("1830", "G7/t0", "the town in Akron & Canton (G7, no. 1)"),
        ("1839", "K12/c0", "Tilburg (K12)"),
        ("1839", "G10/c0", "Amsterdam (G10, no. 1)"),
    ],
)
def test_a_stop_has_a_number_only_if_another_has_its_name(title: str, stop: str, said: str):
    game = new(title, ["Ann", "Bob", "Cem"], {}, 3)
    assert Words(view(game, None)).stop(stop) == stop_name(game.position(), stop) == said


@pytest.mark.parametrize(("stop", "where"), [("F13/c0", "to another space in"), ("F15/c0", "from")])
def test_a_marker_that_moves_within_a_city_is_said_to_go_to_another_space(stop: str, where: str):
    speaker = Words(view(new("1843", ["Ann", "Bob", "Cem"], {}, 3), None))
    moved = Event("moved", {"company": "PO", "old": "F13/c0", "stop": stop, "cost": 100})
    assert speaker.event(moved).startswith(f"PO moves its station marker {where} {speaker.stop('F13/c0')}")
    label = move_label(speaker, Act("move_token", {"from": "F13/c0", "city": stop}), [moved], 100)
    whole = (
        f"Move to another space in {speaker.stop(stop)} for 100fr",
        f"Move {speaker.stop('F13/c0')} to {speaker.stop(stop)} for 100fr",
    )
    assert label == whole[stop != "F13/c0"]


def test_what_a_bankrupt_player_loses_is_no_price_of_the_move():
    speaker = Words(view(new("1843", ["Ann", "Bob", "Cem"], {}, 3), None))
    events = [Event("in_vain", {"player": "p1", "players": "p2"}), Event("bankrupt", {"player": "p1", "company": "PO"})]
    assert move_label(speaker, Act("bankrupt", {"asked": "everybody"}), events, 12) == (
        "Go bankrupt after asking everybody who could sell a train"
    )


@pytest.mark.parametrize("title", titles())
def test_every_choice_is_asked_for_in_a_sentence(title: str):
    own, speaker = title_named(title), Words(view(new(title, ["Ann", "Bob", "Cem"], {}, 3), "p1"))
    for verb, law in own.verbs.items():
        for slot in law.choices.slots:
            known = {f"{verb}.{slot}", slot} & set(speaker.words.questions)
            assert known and speaker.question(verb, slot).endswith("?"), (verb, slot)


def test_a_question_names_what_can_be_chosen_if_that_is_little():
    speaker = words()
    assert speaker.question("buy", "from", ("ipo", "pool")) == "Buy it from the IPO or the pool?"
    assert speaker.question("buy", "from") == "From whom?"
    assert speaker.question("sell", "shares", (1, 2)) == "How many shares?"


def test_moves_decisions_and_ranges_have_words():
    speaker = words()
    bid = speaker.move("p1", Act("bid", {"private": "MKT", "amount": 165}))
    assert bid == "Ann: bid (Missouri-Kansas-Texas Railroad, $165)"
    lay = speaker.move("p1", Act("lay", {"hex": "B9", "tile": "57", "rotation": 1}))
    assert lay == "Ann: lay or upgrade track (Topeka (B9), tile 57, rotated by 1 side)"
    assert speaker.decision(speaker.view.decisions[0]) == "It is Ann's turn in the private auction."
    assert speaker.span("bid", "amount", Span(45, 700)) == "$45 to $700"
    assert speaker.span("bid", "amount", Span(45, 700, 5)) == "$45 to $700 in steps of 5"


def test_the_choice_of_a_home_names_the_company():
    speaker = words()
    speaker.view.agenda[-1] = structs.replace(speaker.view.agenda[-1], subject="president:SP")
    asked = structs.replace(speaker.view.decisions[0], rule="home", seat="p1")
    assert speaker.decision(asked) == "Ann must choose the home station of SP."


def test_a_language_without_a_file_is_refused():
    assert "en" in languages()
    with pytest.raises(Unreadable, match="language 'xx'"):
        catalogue("xx")
    with pytest.raises(Unreadable, match="language"):
        catalogue("../words/en")


# --- commands


def test_a_title_adds_verbs_to_commands_and_commands_of_its_own():
    found = commands(title_named("1870"))
    assert found["par"].verbs == ["par", "set_par"]
    assert found["par"].slots == ["company", "price"]
    assert found["par"].about == "Start a company at a par price"
    assert found["destination"].verbs == ["connect"]


def test_every_verb_of_every_title_is_in_one_command_of_its_title():
    for title in map(title_named, titles()):
        named = [verb for one in commands(title).values() for verb in one.verbs]
        assert sorted(named) == sorted(title.verbs)


def test_a_verb_that_nobody_declares_has_a_command_of_its_own_name():
    found = commands(TOY)
    declared = {verb for one in catalogue("en").commands.values() for verb in one.verbs}
    own = [verb for verb in TOY.verbs if verb not in declared]
    assert own
    for verb in own:
        assert found[verb.replace("_", "-")].verbs == [verb]
        assert found[verb.replace("_", "-")].about


def test_ordinary_commands_of_all_titles_together_have_each_name_once_and_every_slot():
    both = ordinary_commands([title_named("1870"), TOY])
    assert both["par"].verbs[:1] == ["par"] and "set_par" in both["par"].verbs
    assert "share" in both["buy-private"].slots and "redeem" not in both


def test_whatever_a_title_brings_is_an_ordinary_command_or_a_special_one():
    for title in (*map(title_named, titles()), TOY):
        ordinary, special = ordinary_commands([title]), special_commands(title)
        assert {*ordinary, *special} == set(commands(title)) and not ordinary.keys() & special.keys()
        assert len({one.about for one in special.values()}) == len(special)


def test_what_a_move_does_for_some_companies_is_said_of_them_only():
    game, told = new("1843", ["Ann", "Bob", "Cem"], {}, 1), dict[str, str]()
    for company in ("EST", "NOR"):
        found = view(game)
        found = structs.replace(found, agenda=[structs.replace(found.agenda[-1], subject=company)])
        told[company] = Words(found).effect("lay")
    assert told == {"EST": "A second yellow tile in the same turn costs 20fr more.", "NOR": ""}
