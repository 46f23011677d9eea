"""In the pseudo-language every text has accents: whatever is shown without them, and is no name, is English in code."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

import pytest

import render.board
import render.choices
import render.market
import render.runs
import render.sheet
from engine import Act, Ambiguous, Game, Illegal, Span, Unreadable, new
from engine.core.phrases import PSEUDO
from engine.core.sentences import sentence_of
from engine.core.stored_events import decode, encode
from engine.core.verbs import Text as Typed
from engine.play import next_to_act, random_act
from engine.tables import lines
from engine.titles import title_named, titles
from engine.view import View, view
from engine.words import Words, refusal_text, using_language
from render import draw_choices, draw_map, draw_market, draw_runs, draw_sheet
from render.charts import draw_prices, draw_revenue, draw_worth
from render.draw import Piece, Text
from render.picture import Picture
from tests.again import repeatable
from tests.test_sentences import wrong_moves

PLAIN = re.compile(r"[A-Za-z]{2,}…?")
NO_TEXT = re.compile(r"`[^`]*`|<[^<> ]*>")
"""Commands as they are typed, and what Discord makes a name or an hour of."""


def unmarked(text: str, names: set[str]) -> list[str]:
    """Words of a text in the pseudo-language that have no accent and are no names."""
    return [word for word in PLAIN.findall(NO_TEXT.sub(" ", text)) if not _known(word, names)]


def _known(word: str, names: set[str]) -> bool:
    """A name, or one that was cut short for lack of room."""
    return word in names or (word[-1] == "…" and any(name.startswith(word[:-1]) for name in names))


def names_in(shown: View) -> set[str]:
    """Names that are the same in every language: people, companies, places, trains, tiles, the game, its money."""
    called: list[str] = [shown.name, shown.title, shown.currency, *shown.neutral]
    called += [text for seat in shown.seats for text in (seat.id, seat.name)]
    called += [text for one in (*shown.companies, *shown.builders) for text in (one.symbol, one.name)]
    called += [text for one in shown.privates for text in (one.id, one.name)]
    called += [text for one in shown.trains for text in (one.kind, *one.trade_for)]
    called += [text for one in shown.hexes for text in (one.id, one.name, one.label)]
    called += [text for one in shown.hexes for stop in one.stops for text in (stop.name, stop.pays)]
    called += [text for one in shown.tiles for text in (one.name, one.label)]
    called += [box.market for box in shown.market.boxes]
    return {word for text in called for word in PLAIN.findall(text)}


def drawn(shown: View) -> Iterator[str]:
    """Everything written in the pictures of a game, and their alt texts."""
    pieces: list[Piece] = []

    def noted(view, theme, size, made, alt, problems=()):  # type: ignore[no-untyped-def]
        pieces.extend(made)
        return Picture(b"", alt, size, tuple(problems))

    with pytest.MonkeyPatch.context() as patch:
        for module in (render.board, render.choices, render.market, render.runs, render.sheet):
            patch.setattr(module, "finish", noted)
        pictures = _pictures(shown)
    yield from (picture.alt for picture in pictures)
    yield from (item.text for piece in pieces for item in piece.items if isinstance(item, Text))


def _pictures(shown: View) -> list[Picture]:
    place = next(one for one in shown.hexes if one.kind not in ("offboard", "black"))
    tiles = [(tile.name, 1) for tile in shown.tiles[:3]]
    return [
        *(draw(shown, wide=400) for draw in (draw_map, draw_market, draw_sheet, draw_runs)),
        draw_choices(shown, place.id, tiles, wide=400),
        *(draw([shown], wide=400) for draw in (draw_worth, draw_prices, draw_revenue)),
    ]


def offered(game: Game, seat: str, act: Act, speaker: Words) -> Iterator[str]:
    """The questions of a move, and what can be answered to them."""
    got: dict[str, str | int] = {}
    yield speaker.verb(act.verb)
    yield speaker.warning(act.verb)
    while (asked := game.values(seat, act.verb, got)) is not None:
        slot, values = asked
        yield speaker.slot(act.verb, slot)
        if isinstance(values, Span):
            yield speaker.span(act.verb, slot, values)
        elif not isinstance(values, Typed):
            yield from (speaker.value(act.verb, slot, value) for _, value in zip(range(12), values, strict=False))
        if slot not in act.args:
            break
        got[slot] = act.args[slot]


def refused(game: Game, seat: str, act: Act, stream: random.Random) -> Iterator[str]:
    """The answers to invalid moves."""
    for by, wrong in wrong_moves(game, seat, act, stream):
        try:
            game.apply(by, wrong)
        except (Illegal, Unreadable, Ambiguous) as e:
            yield refusal_text(sentence_of(e))


def told(game: Game, moves: int, stream: random.Random, pictures: int) -> Iterator[str]:
    """Everything that is said and shown in a game of random moves."""
    for number in range(moves):
        decision = next_to_act(game, stream)
        act = random_act(game, decision.seat, stream) if decision else None
        if decision is None or act is None:
            break
        speaker = Words(view(game, decision.seat))
        yield from map(speaker.decision, speaker.view.decisions)
        yield speaker.move(decision.seat, act)
        yield from offered(game, decision.seat, act, speaker)
        if number % 8 == 0:
            yield from refused(game, decision.seat, act, stream)
        game, events = game.apply(decision.seat, act)
        speaker = Words(view(game, decision.seat))
        yield from map(speaker.event, decode(encode(events)))
        yield from (speaker.offer(offer.id) for offer in speaker.view.offers)
        if number % pictures == pictures - 1:
            yield from lines(speaker.view)
            yield from drawn(speaker.view)
    yield from lines(view(game))
    yield from drawn(view(game))


def english(texts: Iterable[str], names: set[str]) -> dict[str, str]:
    """Words that are in no catalogue, each with a text that contains it."""
    return {word: text for text in texts for word in unmarked(text, names)}


@pytest.mark.parametrize("moves", [30, pytest.param(600, marks=pytest.mark.soak)])
@pytest.mark.parametrize("title", [name for name in titles() if name != "toy"])
@repeatable
def test_everything_said_or_drawn_in_a_game_comes_from_a_catalogue(title: str, moves: int):
    stream = random.Random(7)
    # Names without a letter that could pass for a word of the language.
    players = [f"X{number}" for number in range(max(3, title_named(title).players[0]))]
    game = new(title, players, {"runs": "free"}, 7)
    # What somebody typed, too, is said as it was typed; and a section is called as `/rule` finds it.
    sections = " ".join(str(section) for section in title_named(title).sections.values())
    names = {*names_in(view(game)), *PLAIN.findall(sections), "nonsense", "nothing"}
    with using_language(PSEUDO):
        assert english(told(game, moves, stream, max(40, moves // 10)), names) == {}


def test_an_english_word_in_code_is_found():
    names = {"SP", "Topeka"}
    assert unmarked("Ťóṕéķá SP Topeka `/turn` <t:5:R> B9", names) == []
    assert unmarked("Ťóṕéķá has SP", names) == ["has"]


def test_an_option_is_described_in_the_language():
    with using_language(PSEUDO):
        for title in map(title_named, titles()):
            assert [
                one.name for one in title.options if title.id != "toy" and unmarked(refusal_text(one.about), set())
            ] == []
