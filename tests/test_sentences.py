"""Every refusal is a pattern with fields, so that a catalogue can translate it."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Act, Ambiguous, EngineError, Game, Illegal, Unreadable, new
from engine.core.errors import Refusal
from engine.core.sentences import Sentence, because, sentence_of, translated
from engine.play import next_to_act, random_act
from engine.titles import title_named, titles
from engine.words.catalogue import Catalogue
from engine.words.gathering import english_sentences, spoken_nodes
from tests.again import repeatable
from tests.toy.title import TITLE as TOY

ROOT = Path(__file__).resolve().parents[1]


def files() -> Iterator[Path]:
    for folder in ("engine", "bot/table", "bot/store", "bot/menu", "bot/robots", "bot/discord", "bot/host"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def patterns() -> set[str]:
    """Every pattern and every sentence without fields that the code holds."""
    parts = ("table", "store", "menu", "robots", "discord", "host")
    return set(english_sentences("engine", *(f"bot.{part}" for part in parts)))


def pseudo() -> dict[str, str]:
    """A language that is English in brackets."""
    return {one: f"«{one}»" for one in patterns()}


@pytest.mark.parametrize("path", list(files()), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_can_be_translated(path: Path):
    wrong = [
        f"{path.name}:{part.lineno} {ast.unparse(part)[:80]}"
        for part in spoken_nodes(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(part, (ast.JoinedStr, ast.BinOp))
    ]
    assert wrong == []


def test_a_pattern_is_the_key_of_its_translation():
    german = {
        "{company} has no train": "{company} hat keinen Zug",
        "you have {cash}": "es sind {cash} da",
        "{why}: {fact} ({section}).": "{why}: {fact} (Regel {section}).",
        "the game is over": "das Spiel ist vorbei",
        "{why}.": "{why}!",
    }
    refusal = Refusal(because("{company} has no train", company="SP"), "9.1", because("you have {cash}", cash=5))
    assert refusal.sentence() == "SP has no train: you have 5 (9.1)."
    assert translated(refusal.sentence(), german) == "SP hat keinen Zug: es sind 5 da (Regel 9.1)."
    assert translated(Illegal(Refusal("the game is over")).args[0], german) == "das Spiel ist vorbei!"
    assert translated(because("{what} is new", what="this"), german) == "this is new"
    wrapped = because("The file is damaged: {e}", e=Unreadable("the game is over"))
    assert translated(wrapped, german) == "The file is damaged: das Spiel ist vorbei"
    assert "refusals" in Catalogue.__struct_fields__


def wrong_moves(game: Game, seat: str, act: Act, stream: random.Random) -> Iterator[tuple[str, Act]]:
    """Moves close to a legal one that are probably illegal."""
    p = game.position()
    verbs = [verb for verb in game.title.verbs if verb not in game.verbs(seat)]
    yield seat, Act(stream.choice(verbs or ["nothing"]))
    yield stream.choice([one.id for one in p.s.players]), act
    for slot, value in act.args.items():
        yield seat, Act(act.verb, {**act.args, slot: value * 7 + 1 if isinstance(value, int) else "nonsense"})
        others = game.values(seat, act.verb, {})
        if others is not None and isinstance(value, str):
            yield seat, Act(act.verb, {**act.args, slot: stream.choice(list(p.d.companies))})


@pytest.mark.parametrize("moves", [60, pytest.param(500, marks=pytest.mark.soak)])
@pytest.mark.parametrize("title", [name for name in titles() if name != TOY.id])
@repeatable
def test_every_refusal_of_a_game_can_be_said_in_another_language(title: str, moves: int):
    language, refused = pseudo(), set[str]()
    names = [f"N{number}" for number in range(max(3, title_named(title).players[0]))]
    game, stream = new(title, names, seed=8), random.Random(8)
    for _ in range(moves):
        decision = next_to_act(game, stream)
        act = random_act(game, decision.seat, stream) if decision else None
        if decision is None or act is None:
            break
        for seat, wrong in wrong_moves(game, decision.seat, act, stream):
            try:
                game.apply(seat, wrong)
            except (Illegal, Unreadable, Ambiguous) as e:
                sentence = sentence_of(e)
                refused.add(sentence.pattern if isinstance(sentence, Sentence) else sentence)
                found = translated(sentence, language)
                assert found.startswith("«"), sentence
                if isinstance(e, Illegal):
                    assert found.startswith("««"), f"{e}: the reason itself is not translated"
        game, _ = game.apply(decision.seat, act)
    assert len(refused) >= (5 if moves > 60 else 3), refused


def test_errors_keep_their_pattern_and_fields():
    error: EngineError = Ambiguous("tile", "tile", ["5", "6"])
    assert str(error) == "Please also choose the tile: 5, 6."
    assert isinstance(sentence_of(error), Sentence)
    assert sentence_of(ValueError()) == ""
