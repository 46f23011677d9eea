"""Presses are values with names: written into a custom_id and read from it, or refused as malformed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args, get_origin

import pytest

from bot.discord.games.presses.moves import Choose, PanelAt, Step
from bot.discord.games.presses.takeback import Redo, UndoNow, UndoShown
from bot.discord.kit.answers import ANSWERS, FORMS, answers, opens
from bot.discord.kit.press import OLD_NAMES, PRESSES, Malformed, Press, Slot, press_of, slots_of
from bot.discord.kit.reply import Button, _button


@dataclass(frozen=True)
class Place:
    """A record of two arguments."""

    game: int
    seat: str


class Tried(Press):
    """One argument of each kind."""

    place: Place
    mode: Literal["go", "if"]
    sure: bool
    chosen: tuple[str, ...]
    typed: str


class Between(Press):
    """The same, before a text that is typed."""

    game: int
    epoch: int | None = None
    typed: str


class Late(Press):
    """An argument that older versions did not write."""

    game: int
    epoch: int | None = None


class Limited(Press):
    """Several arguments that may be left out."""

    game: int
    least: int | None = None
    most: int | None = None
    hours: int | None = None


@pytest.mark.parametrize("least", [None, 0, 5])
@pytest.mark.parametrize("most", [None, 0, 6])
@pytest.mark.parametrize("hours", [None, 7])
def test_an_argument_that_is_left_out_is_not_taken_for_another(least: int | None, most: int | None, hours: int | None):
    press = Limited(game=1, least=least, most=most, hours=hours)
    assert Limited.read(press.texts()) == press
    assert Limited(game=1).texts() == ("1",)


def test_a_press_comes_back_as_it_was_written():
    for chosen in ((), ("lay",), ("lay", "B5", "")):
        press = Tried(place=Place(-7, "p2"), mode="if", sure=True, chosen=chosen, typed="x:y")
        assert press.texts() == ("-7", "p2", "if", "1", *chosen, "x:y")
        assert Tried.read(press.texts()) == press
    assert Late.read(["3"]) == Late(game=3) and Late(game=3).texts() == ("3",)
    assert Late.read(["3", "4"]) == Late(game=3, epoch=4)
    for press in (Between(game=3, typed="4"), Between(game=3, epoch=4, typed="5")):
        assert Between.read(press.texts()) == press


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["1", "p1", "go", "1"],
        ["one", "p1", "go", "1", "x"],
        ["1", "p1", "perhaps", "1", "x"],
        ["1", "p1", "go", "yes", "x"],
        ["١", "p1", "go", "1", "x"],
        [str(2**63), "p1", "go", "1", "x"],
        ["--1", "p1", "go", "1", "x"],
        ["9" * 5000, "p1", "go", "1", "x"],
    ],
)
def test_arguments_that_do_not_fit_are_malformed(texts: list[str]):
    with pytest.raises(Malformed):
        Tried.read(texts)


def test_too_many_arguments_are_malformed():
    with pytest.raises(Malformed):
        Late.read(["1", "2", "3"])
    assert press_of("undo_now", ["1", "2"]) is None and press_of("no such press", []) is None
    assert press_of("undo_now", ["1", "2", "3"]) == UndoNow(game=1, epoch=2, last=3)
    assert press_of("redo", ["1"]) == Redo(game=1)
    assert press_of("undo_do", ["1", "2", "3", "4", "king"]) is None
    assert isinstance(press_of("undo_do", ["1", "2", "3", "4", "organiser"]), UndoShown)


def test_a_press_whose_arguments_cannot_be_told_apart_is_no_press():
    class Twice(Press):
        one: tuple[str, ...]
        two: tuple[str, ...]

    class Odd(Press):
        one: dict[str, str]

    class Holes(Press):
        one: int | None = None
        two: int
        three: int | None = None

    for wrong in (Twice(one=(), two=()), Odd(one={}), Holes(two=2)):
        with pytest.raises(TypeError):
            wrong.texts()


def test_no_two_presses_have_one_name_and_none_two_answers():
    with pytest.raises(ValueError, match="two presses"):

        class Again(Press, name="undo_now"):
            pass

    with pytest.raises(ValueError, match="twice"):
        answers(UndoNow)(ANSWERS[UndoNow].work)
    with pytest.raises(ValueError, match="lacks"):
        opens(Late, UndoNow, "form_note", "form_note_text")
    assert all(name in PRESSES for name, _ in OLD_NAMES.values())


def of_kind(slot: Slot, text: str) -> tuple[str, ...]:
    """The texts of an argument of this kind."""
    fixed = get_args(slot.kind) if get_origin(slot.kind) is Literal else ()
    one = fixed[-1] if fixed else "1" if slot.kind in (int, bool) else text
    return (one, one) if slot.many else (one,)


def test_every_press_is_answered_and_read_as_it_was_built():
    for name, press in PRESSES.items():
        assert (press in ANSWERS) is not (press in FORMS), name
        slots = slots_of(press)
        for shown in (len(slots), sum(not slot.optional for slot in slots)):
            texts = [text for slot in slots[:shown] for text in of_kind(slot, "x:~y")]
            built = press_of(name, texts)
            assert built is not None and type(built) is press and list(built.texts()) == texts, name


def test_no_button_is_built_of_a_press_without_a_name():
    """The type checker lets a common part of presses pass, which nobody answers."""
    at = PanelAt(game=1, seen=0, decision=1, seat="p1")
    assert Button("Lay", Choose(at=at, mode="go", verb="lay")).press.name == "move"
    with pytest.raises(ValueError, match="without a name"):
        _button(Button("Lay", Step(at=at, mode="go", verb="lay")))
