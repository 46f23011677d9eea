"""The lessons: passed on the way meant, by whatever is chosen along it, and left without a trace by random walks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from engine import Act, Game
from engine.lessons import MOST_REPLIES, Lesson, lesson_of, lessons_of, taught
from engine.play import WEIGHTS, random_act
from engine.view import view
from engine.words import Words

LESSONS = {one.name: one for one in lessons_of("1889")}
BUY = Act("buy", {"company": "IR", "from": "ipo"})
MEANT: dict[str, list[Act]] = {
    "share": [Act("par", {"company": "IR", "price": 70}), BUY, BUY, BUY],
    "track": [
        Act("lay", {"hex": "E2", "tile": "57", "rotation": 1}),
        Act("buy_train", {"from": "bank", "kind": "2", "price": 80}),
    ],
    "run": [Act("run", {"routes": "2-3=F1/o0,E2.NE,E2/c0"}), Act("dividend", {"kind": "full"})],
    "withhold": [
        Act("run", {"routes": "2-3=F1/o0,E2.NE,E2/c0"}),
        Act("dividend", {"kind": "withhold"}),
        Act("buy_train", {"from": "bank", "kind": "4", "price": 300}),
    ],
    "rust": [
        Act("run", {"routes": "2-3=F1/o0,E2.NE,E2/c0"}),
        Act("dividend", {"kind": "full"}),
        Act("buy_train", {"from": "bank", "kind": "3", "price": 180}),
        Act("skip", {}),
    ],
    "money": [Act("skip", {}), Act("sell", {"company": "IR", "shares": 1})],
}
STRAY: list[tuple[str, str, list[Act]]] = [
    ("share", "dear", [Act("par", {"company": "KO", "price": 100})]),
    ("share", "spent", [Act("pass", {}), Act("buy", {"company": "SR", "from": "ipo"})]),
    ("share", "over", [Act("pass", {})] * 5),
    ("track", "astray", [Act("lay", {"hex": "E2", "tile": "5", "rotation": 0})]),
    ("track", "astray", [Act("skip", {})]),
    ("run", "kept", [MEANT["run"][0], Act("dividend", {"kind": "withhold"})]),
    ("withhold", "paid", [MEANT["withhold"][0], Act("dividend", {"kind": "full"})]),
    ("withhold", "late", [*MEANT["withhold"][:2], Act("skip", {})]),
    ("rust", "rusted", [*MEANT["rust"][:2], Act("skip", {})]),
    ("money", "spent", [Act("lay", {"hex": "D7", "tile": "7", "rotation": 3})]),
]


def played(lesson: Lesson, game: Game, act: Act) -> Game:
    """The game after a move of the learner and the others' answers."""
    game, _ = game.apply(lesson.seat, act)
    for _ in range(MOST_REPLIES):
        if (found := lesson.reply_to(game)) is None:
            break
        game, _ = game.apply(*found)
    game.audit()
    return game


def meant(lesson: Lesson) -> Iterator[Game]:
    """The positions on the way meant, from the first to the last."""
    game = lesson.start
    yield game
    for act in MEANT[lesson.name]:
        game = played(lesson, game, act)
        yield game


def told(lesson: Lesson, game: Game) -> list[str]:
    """Every sentence of the lesson, in this position."""
    words = Words(view(game, lesson.seat))
    texts = words.words.lessons[lesson.name]
    facts = lesson.facts_between(game)
    phrases = [texts.about, texts.passed, *texts.notes.values(), *texts.goals.values(), *texts.losing.values()]
    return [words.phrase(one, facts) for one in phrases]


def check(lesson: Lesson, game: Game) -> None:
    """No dead end: the learner can go on, or the lesson says why they cannot."""
    if game.state.end is not None:
        assert lesson.passed(game) or lesson.lost(game), "the game is over, and nothing says why"
    elif not lesson.passed(game):
        assert lesson.seat in [one.seat for one in game.decisions()], game.decisions()
        assert game.verbs(lesson.seat)


def test_only_a_title_with_a_folder_for_them_has_lessons():
    assert taught() == ["1889"] and len(LESSONS) == 6
    assert lessons_of("1870") == () and lesson_of("1889", "no such lesson") is None
    assert lesson_of("1889", "run") is LESSONS["run"]


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_passed_on_the_way_meant_and_not_before(name: str):
    lesson = LESSONS[name]
    before = dict.fromkeys(lesson.reached(lesson.start), False)
    assert lesson.reached(lesson.start) == before, "something is reached before anything is done"
    for game in meant(lesson):
        now = lesson.reached(game)
        assert all(now[goal] for goal, reached in before.items() if reached), "what is reached stays reached"
        assert lesson.passed(game) or not lesson.lost(game)
        before = now
    assert all(before.values()), before
    assert 2 <= len(MEANT[name]) <= 10


@pytest.mark.parametrize("name", LESSONS)
def test_every_choice_along_the_way_leads_somewhere(name: str):
    lesson, tried = LESSONS[name], 0
    for game in meant(lesson):
        if lesson.passed(game):
            break
        for act in list(game.legal(lesson.seat)):
            check(lesson, played(lesson, game, act))
            tried += 1
    assert tried > 4


@pytest.mark.parametrize(("name", "way", "acts"), STRAY, ids=[f"{one[0]}-{one[1]}-{len(one[2])}" for one in STRAY])
def test_a_way_that_loses_is_answered(name: str, way: str, acts: list[Act]):
    lesson, game = LESSONS[name], LESSONS[name].start
    for act in acts:
        assert not lesson.lost(game)
        game = played(lesson, game, act)
    assert lesson.lost(game) == way and not lesson.passed(game)


@pytest.mark.parametrize("name", LESSONS)
def test_its_sentences_name_the_numbers_of_the_position(name: str):
    lesson = LESSONS[name]
    texts = Words(view(lesson.start)).words.lessons[name]
    assert set(texts.goals) == {goal.name for goal in lesson.goals}
    assert set(texts.notes) == {one.name for one in lesson.notes}
    assert set(texts.losing) == {one.name for one in lesson.losing}
    for game in meant(lesson):
        for sentence in told(lesson, game):
            assert not re.search(r"[{}]|  | ,| \.|\bp\d\b|¥-", sentence), sentence
            assert sentence.endswith((".", ":")), sentence
    assert len(re.findall(r"[.?!](?: |$)", told(lesson, lesson.start)[0])) == 2, "two sentences say what it is about"


def test_what_has_happened_is_said_in_numbers():
    *_, last = meant(LESSONS["run"])
    said = told(LESSONS["run"], last)[1]
    assert "The train earned ¥50" in said and "a tenth of it: ¥5" in said and "You have 5 shares and got ¥25" in said
    assert "rose from ¥60 to ¥65" in said
    *_, last = meant(LESSONS["withhold"])
    assert "gave up a dividend of ¥25, and a share fell from ¥65 to ¥60" in told(LESSONS["withhold"], last)[1]


@pytest.mark.parametrize("walks", [20, pytest.param(1_000, marks=pytest.mark.soak)])
def test_random_walks_never_come_to_a_dead_end(walks: int):
    ended = 0
    for number in range(walks):
        stream = random.Random(number)
        lesson = list(LESSONS.values())[number % len(LESSONS)]
        game = lesson.start
        for _ in range(stream.randrange(1, 25)):
            if game.state.end is not None or lesson.passed(game):
                ended += 1
                break
            act = random_act(game, lesson.seat, stream, {**WEIGHTS, "bankrupt": 0.2})
            assert act is not None
            game = played(lesson, game, act)
            check(lesson, game)
        told(lesson, game)
    assert ended
