"""A title is checked whole when it is registered: a sentence for whatever is missing, unknown or never read."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import IncompleteTitle, new
from engine.check import faults
from engine.family import starting
from engine.family.operating import Step
from engine.play import next_to_act, random_act
from engine.powers import Power
from engine.sections import Sections
from engine.title import Option, Title
from engine.titles import overlay_of, register, title_named, titles
from engine.verbs import Plain
from engine.view import view
from engine.words import Words
from engine.words.catalogue import SHOWN
from tests.contract.breaking import Change, with_sheet, with_words, without
from tests.toy.title import TITLE

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-title.md").read_text(encoding="utf-8")


class Grave(Plain):
    """A verb that ends something."""

    grave = True


def nothing_begins(p: Any, setup: Mapping[str, Any]) -> None:
    """Lays no table and pushes nothing."""


def frames(*without_these: str, **more: Any) -> Title:
    return replace(TITLE, frames={**without(TITLE.frames, *without_these), **more})


def verbs(*without_these: str, **more: Any) -> Title:
    return replace(TITLE, verbs={**without(TITLE.verbs, *without_these), **more})


def sections(*without_these: str, **more: str) -> Title:
    return replace(TITLE, sections={**without(TITLE.sections, *without_these), **more})  # type: ignore[typeddict-item]


def operating(**changes: Any) -> Title:
    return replace(TITLE, operating=replace(TITLE.operating, **changes))


def steps(*more: Step) -> Title:
    return operating(steps=(*TITLE.operating.steps, *more))


RULES: list[tuple[Title, list[str]]] = [
    (sections("edge"), ['Section "edge" is missing.']),
    (sections(edge=""), ['Section "edge" is missing.']),
    (sections(corner="3"), ['Section "corner" is cited by no rule of the family.']),
    (frames("home"), ['Frame "home" is missing: the rounds of every game push it.']),
    (
        frames("rescue"),
        [
            'Frame "rescue" is missing: it goes with verb "rescue".',
            'Verb "rescue" is never offered.',
            'Verb "let_fall" is never offered.',
            'The words say who must decide "rescue", which no frame asks.',
        ],
    ),
    (
        frames("sealed"),
        [
            'Frame "sealed" is missing: it goes with what tests.toy.rounds answers.',
            'The words say who must decide "sealed", which no frame asks.',
        ],
    ),
    (
        frames("hold"),
        ['Frame "hold" is missing: there are powers with moments.', 'Verb "go_on" is never offered.'],
    ),
    (frames(waltz=TITLE.frames["game"]), ['Frame "waltz" is never pushed.']),
    (
        frames(**starting.FRAMES),
        ['Verb "set_par" is offered by frame "first_par" and has no law.'],
    ),
    (
        verbs("let_fall"),
        [
            'Verb "let_fall" is offered by frame "rescue" and has no law.',
            'The words speak of verb "let_fall", which the title does not have.',
        ],
    ),
    (verbs("par"), ['Verb "par" is offered by the stock turn and has no law.']),
    (verbs("token"), ['Verb "token" is offered by step "token" and has no law.']),
    (
        verbs("mail"),
        [
            'Verb "mail" is offered by a power and has no law.',
            'The words speak of verb "mail", which the title does not have.',
        ],
    ),
    (verbs("hold"), ['Verb "hold" is offered by a power with moments and has no law.']),
    (verbs("accept"), ['Verb "accept" is offered by every game and has no law.']),
    (
        operating(any_time=("waltz",)),
        ['Verb "waltz" is offered by operating at any time and has no law.'],
    ),
    (verbs(bid=Plain()), ['Verb "bid" is never offered.']),
    (verbs(mail=Grave()), ['Verb "mail" is grave and has no warning in the words.']),
    (
        steps(Step("track")),
        ['Step "track" stands twice among the steps.'],
    ),
    (
        steps(Step("tango", wakes=("lay",))),
        ['Step "tango" is kept open by "lay", which cannot be used at any time.'],
    ),
    (steps(Step("tango", verbs=("lay",))), ['Step "tango" has no label in the words.']),
    (
        replace(TITLE, powers=(*TITLE.powers, Power("lay", lambda p, seat: False, window="ball"))),
        ['Power "lay" has the window "ball", which is no frame.'],
    ),
    (operating(discards_to="moon"), ['Trains are discarded to "moon", which is neither "pool" nor "gone".']),
    (
        operating(dividend_to_company="moon"),
        ['Dividends go to the company for shares at "moon", where none can lie.'],
    ),
    (replace(TITLE, currency="$"), ['The currency "$" has no {} where the amount goes.']),
    (
        replace(TITLE, options=(*TITLE.options, Option("dance", ("waltz",), "One dance."))),
        ['Option "dance" has no two values to choose from.'],
    ),
    (
        replace(TITLE, players=(2, 5)),
        [
            "There is no capital for 5 players.",
            "There is no certificate limit for 5 players with 3 companies left.",
            "There is no certificate limit for 5 players with 2 companies left.",
            "There is no certificate limit for 5 players with 1 companies left.",
        ],
    ),
    (replace(TITLE, players=(2, 3)), ["There is capital for 4 players, who cannot play."]),
    (replace(TITLE, begin=nothing_begins), ["Nothing begins: begin pushes no frame."]),
]


@pytest.mark.parametrize(("title", "sentences"), RULES, ids=[sentences[0] for _, sentences in RULES])
def test_whatever_is_wrong_with_the_rules_is_said(title: Title, sentences: list[str]):
    assert faults(title) == sentences


def tile(name: str, **fields: Any) -> Change:
    return lambda sheet: sheet["tiles"][name].update(fields)


def place(name: str, **fields: Any) -> Change:
    return lambda sheet: sheet["hexes"][name].update(fields)


def company(name: str, **fields: Any) -> Change:
    return lambda sheet: sheet["companies"][name].update(fields)


def train(number: int, **fields: Any) -> Change:
    return lambda sheet: sheet["trains"][number].update(fields)


def phase(number: int, **fields: Any) -> Change:
    return lambda sheet: sheet["phases"][number].update(fields)


def city(**fields: Any) -> list[dict[str, Any]]:
    return [{"id": "c1", "type": "city", "slots": 1, "revenue": 20, **fields}]


SHEETS: list[tuple[str, Change, list[str]]] = [
    # Homes, and whose hexes are whose.
    ("companies", company("RED", home="Z9"), ["The home of RED is Z9, which is not on the map."]),
    (
        "companies",
        company("RED", home="C3"),
        ["The home of RED is C3, but the map keeps stops for it elsewhere."],
    ),
    (
        "map",
        place("B2", nodes=city()),
        ["The home of RED is B2, but no stop of the map is kept for it."],
    ),
    ("map", place("A3", nodes=city(home=["SEA"])), ['Hex A3 is the home of "SEA", which is no company.']),
    ("map", place("A5", blocked_by="SEA"), ['Hex A5 is blocked by "SEA", which is no private company.']),
    ("companies", company("RED", destination="Z9"), ["The destination of RED is Z9, which is not on the map."]),
    ("companies", company("GRN", market="far"), ['GRN has its price in the market "far", which there is not.']),
    ("companies", company("RED", floats_at=11), ["RED floats at 11 units and has only 10."]),
    ("map", place("C5", group="south"), ['Hex C5 is alone in its group "south".']),
    (
        "map",
        place("B4", track=[["W", "X"]]),
        ["Track leads to 'X', which is neither a side nor a stop of its hex."],
    ),
    # Labels.
    (
        "tiles",
        tile("15", label="B"),
        ['Tile 15 has the label "B", which the map prints nowhere.'],
    ),
    ("map", place("B2", label="B"), ['Hex B2 has the label "B", which no tile has.']),
    # Tiles.
    ("tiles", tile("57", upgrades_to=["14", "99"]), ["Tile 57 is upgraded to 99, which is no tile."]),
    (
        "tiles",
        tile("57", upgrades_to=["14", "6"]),
        ["Tile 57 is upgraded to 6, whose colour does not come after its own."],
    ),
    ("tiles", tile("57", not_on=["Z9"]), ["Tile 57 speaks of hex Z9, which is not on the map."]),
    (
        "tiles",
        tile("4", color="pink"),
        [
            'Tile 4 is "pink", which is no colour of tiles.',
            "Tile 4 can never be laid: it fits no bare hex, and no tile is upgraded to it.",
        ],
    ),
    (
        "tiles",
        tile("4", color="gray"),
        [
            "Tile 4 is gray, which no phase allows.",
            "Tile 4 can never be laid: it fits no bare hex, and no tile is upgraded to it.",
        ],
    ),
    # Trains and phases.
    ("trains", train(0, rusted_by="9"), ['Train 2 is rusted by "9", which is no train.']),
    ("trains", train(2, also_after="9"), ['Train 3 is also sold after "9", which is no train.']),
    (
        "trains",
        train(2, trade_in=50, trade_for=["9"]),
        ['Train 3 is sold for less against "9", which is no train.'],
    ),
    ("trains", train(2, trade_in=50), ["Train 3 says what is traded in or what for, and not both."]),
    (
        "trains",
        train(2, count=0),
        ["Train 3 is never sold: there are none, and it is the back of no other."],
    ),
    ("trains", phase(1, on="9"), ['A phase begins with train "9", which is no train.']),
    ("trains", lambda sheet: sheet["phases"][1].pop("on"), ['Phase "2" never begins: it names no train.']),
    (
        "trains",
        phase(3, tiles=["yellow", "pink"]),
        ['Phase "4" allows "pink" tiles, which is no colour of tiles.'],
    ),
    (
        "map",
        place("B2", barriers=[{"edge": "E", "type": "sea", "until": "noon"}]),
        ['Hex B2 has a barrier until "noon", which is no phase.'],
    ),
    (
        "map",
        lambda sheet: sheet["hexes"]["C5"]["nodes"][0].update(revenue={"late": 60, "never": 90}),
        [
            'Hex C5 has no revenue for "early", with which the game begins.',
            'Hex C5 has a revenue for "never", which no phase uses.',
        ],
    ),
    # Markets and players.
    (
        "market",
        lambda sheet: sheet.update(grid="10 20 30"),
        [
            'RED can never start: its market "" has no par.',
            'BLU can never start: its market "" has no par.',
        ],
    ),
    ("companies", lambda sheet: sheet["players"]["capital"].pop("4"), ["There is no capital for 4 players."]),
    (
        "companies",
        lambda sheet: sheet["players"]["certificate_limit"]["2"].pop("4"),
        ["There is no certificate limit for 4 players with 2 companies left."],
    ),
]


@pytest.mark.parametrize(("sheet", "change", "sentences"), SHEETS, ids=[sentences[0] for *_, sentences in SHEETS])
def test_whatever_is_wrong_on_a_sheet_is_said(sheet: str, change: Change, sentences: list[str]):
    assert faults(with_sheet(sheet, change)) == sentences


UNREADABLE: list[tuple[str, Change, str]] = [
    (
        "companies",
        lambda sheet: sheet["companies"]["RED"].pop("color"),
        "companies.RED: Object missing required field `color`",
    ),
    ("companies", company("RED", colour="red"), "companies.RED: Object contains unknown field `colour`"),
    ("map", place("B2", stub=["E"]), "hexes.B2: Object contains unknown field `stub`"),
    ("map", place("B2", stubs=["N"]), "hexes.B2: Invalid enum value 'N' - at `$.stubs[0]`"),
    ("trains", train(0, rusts="3"), "Object contains unknown field `rusts` - at `$.trains[0]`"),
]


@pytest.mark.parametrize(("sheet", "change", "why"), UNREADABLE, ids=[why for *_, why in UNREADABLE])
def test_a_field_that_is_missing_or_that_no_sheet_has_is_said_with_its_place(sheet: str, change: Change, why: str):
    assert faults(with_sheet(sheet, change)) == [f"The sheet {sheet}.toml cannot be read: {why}."]


def drop(group: str, name: str) -> Change:
    return lambda words: words[group].pop(name)


def put(group: str, name: str, value: object) -> Change:
    return lambda words: words.setdefault(group, {}).update({name: value})


WORDS: list[tuple[Change, list[str]]] = [
    (drop("verbs", "rescue"), ['Verb "rescue" has no label in the words.']),
    (drop("warnings", "concede"), ['Verb "concede" is grave and has no warning in the words.']),
    (drop("steps", "merger"), ['Step "merger" has no label in the words.']),
    (drop("events", "mail"), ['Event "mail" has no sentence in the words.']),
    (
        drop("decisions", "sealed"),
        ['Frame "sealed" asks somebody, and the words have no sentence for who must decide.'],
    ),
    (put("verbs", "waltz", "dance"), ['The words speak of verb "waltz", which the title does not have.']),
    (put("warnings", "waltz", "No."), ['The words speak of verb "waltz", which the title does not have.']),
    (put("steps", "ball", "ball"), ['The words speak of step "ball", which the title does not have.']),
    (put("slots", "ball", "ball"), ['The words speak of slot "ball", which no verb has.']),
    (put("events", "ball", "A ball."), ['The words have a sentence for event "ball", which never happens.']),
    (put("decisions", "ball", "Who?"), ['The words say who must decide "ball", which no frame asks.']),
    (put("fields", "stays", "ship"), ['The words show field "stays" as "ship", which is no kind of value.']),
    (
        put("events", "mail", "{player:ship} takes it."),
        ['The words show a field of event "mail" as "ship", which is no kind of value.'],
    ),
    (
        put("events", "mail", {"other": "It comes."}),
        ['The sentences for event "mail" do not say on which field they depend.'],
    ),
    (
        put("commands", "Mail!", {"about": "Take it", "verbs": ["mail"]}),
        ['Command "Mail!" is not made of at most 32 small letters, digits and hyphens.'],
    ),
    (
        put("commands", "post", {"verbs": ["mail"]}),
        ['Command "post" needs a description of at most 100 characters.'],
    ),
    (
        put("commands", "post", {"about": "x" * 101, "verbs": ["mail"]}),
        ['Command "post" needs a description of at most 100 characters.'],
    ),
    (put("commands", "post", {"about": "Take it"}), ['Command "post" makes no move: it names no verb.']),
    (
        put("commands", "post", {"about": "Take it", "verbs": ["mail", "waltz"]}),
        ['Command "post" names verb "waltz", which the title does not have.'],
    ),
    (
        put("commands", "post", {"about": "Take it", "verbs": ["mail"], "slots": ["ball"]}),
        ['Command "post" takes slot "ball", which has no label in the words.'],
    ),
    (
        put("songs", "waltz", "la la"),
        ["The sheet words/en.toml cannot be read: Object contains unknown field `songs`."],
    ),
]


@pytest.mark.parametrize(("change", "sentences"), WORDS, ids=[sentences[0] for _, sentences in WORDS])
def test_whatever_is_wrong_with_the_words_is_said(
    change: Change, sentences: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert faults(with_words(change, tmp_path, monkeypatch)) == sentences


def test_a_title_without_a_file_of_words_is_told():
    found = faults(replace(TITLE, words="tests.contract"))
    assert found[0] == "There is no words/en.toml in tests.contract."
    assert 'Verb "rescue" has no label in the words.' in found


def test_a_broken_title_is_not_registered_and_all_its_faults_are_said_at_once():
    before = titles()
    broken = replace(sections("edge", "reach"), id="broken")
    with pytest.raises(IncompleteTitle) as error:
        register(broken)
    assert error.value.sentences == ['Section "edge" is missing.', 'Section "reach" is missing.']
    assert str(error.value) == (
        'The title broken is not complete. Section "edge" is missing. Section "reach" is missing.'
    )
    assert titles() == before


@pytest.mark.parametrize("name", titles())
def test_our_titles_and_their_overlays_are_complete_whatever_is_chosen(name: str):
    overlay = overlay_of(name)
    assert faults(title_named(name), *([overlay.title] if overlay else [])) == []


def test_titles_are_found_by_their_folders_and_imported_when_asked_for():
    code = (
        "import sys; from engine.titles import titles, titles_on_site\n"
        "names, there = titles(), sorted(titles_on_site())\n"
        "loaded = [name for name in sys.modules if name.startswith('engine.titles.') or name == 'engine.check']\n"
        "print(names, there, loaded)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    folders = sorted((path.name[1:] for path in Path("engine/titles").glob("t*") if path.is_dir()), reverse=True)
    on_site = sorted(path.parent.name[1:] for path in Path("engine/titles").glob("t*/site"))
    assert done.stdout.strip() == f"{folders} {on_site} []"


def test_a_frame_offers_no_verb_but_those_it_declares():
    stream, game = random.Random(5), new("toy", ["Ann", "Bob", "Cem"], seed=5)
    asked: set[str] = set()
    for _ in range(250):
        decision = next_to_act(game, stream)
        if decision is None:
            break
        declared = TITLE.frames[decision.rule].verbs
        if declared:
            asked.add(decision.rule)
            assert set(decision.verbs) <= set(declared)
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = game.apply(decision.seat, act)
    assert {"sealed", "train_money"} & asked


def test_the_kinds_of_value_that_words_may_name_are_those_that_can_be_shown():
    speaker = Words(view(new("toy", ["Ann", "Bob"])))
    assert {*speaker.shown, "text", "choices"} == set(SHOWN)


def test_every_section_is_cited_somewhere():
    engine = Path(__file__).parents[2] / "engine"
    cited = {
        name
        for path in engine.rglob("*.py")
        for name in re.findall(r"sections\[\"([^\"]+)\"\]", path.read_text(encoding="utf-8"))
    }
    assert cited == set(Sections.__annotations__)


def test_the_page_lists_every_section():
    for name in Sections.__annotations__:
        assert f"| `{name}` |" in PAGE, name
