"""The menu of a seat: all that it can do now, likeliest first, with what helps to decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.menu.answers import is_asked, outcomes
from bot.menu.lines import about
from bot.menu.move.choices import Choice, Choosing
from bot.menu.move.hints import Hints
from bot.menu.move.moves import Moves
from bot.menu.move.places import Chart, charted
from bot.menu.move.walk import Walk
from bot.menu.need import need_lines
from bot.menu.picture import DrawingJob, market
from bot.menu.question import heading, outcome_of, pars_pictured, phases_pictured
from bot.menu.standing import standing
from engine import Game
from engine.core.verbs import Answers, Shown, Text
from engine.words import Words
from engine.words.buttons import capital

FEW_ASIDE = 3
"""The most moves of a secondary verb offered one by one; with more, only the verb is."""


@dataclass(frozen=True)
class Menu:
    """What a seat can do. `choices` has all of it; the other fields say where each comes from."""

    standing: str
    """What must be decided, what the seat has, and what it must raise."""
    pictures: tuple[DrawingJob, ...]
    usual: tuple[str, ...] = ()
    """The verbs that are not rare, likeliest first."""
    chart: Chart | None = None
    """The choices of the verb that is chosen from a picture."""
    heading: str = ""
    """What is said above that picture."""
    listed: tuple[Choice, ...] = ()
    rare: tuple[Choice, ...] = ()
    """Rare verbs, and those that end something."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that can be chosen."""
        return (*(self.chart.choices if self.chart else ()), *self.listed, *self.rare)


def menu(game: Game, seat: str, words: Words) -> Menu:
    """What a seat can do in a game, as far as the reader of the words may suppose it."""
    return menu_of(Moves(game, seat, words))


def menu_of(moves: Moves, hints: Hints | None = None, lead: str = "") -> Menu:
    """The same from moves that may have been asked about before. `lead`: a verb whose choices are shown already, such
    as the best runs; then nothing else is chosen from a picture.
    """
    choosing = Choosing(moves)
    verbs = likeliest_first(moves)
    seldom = [verb for verb in verbs if moves.shown(verb) is Shown.RARE]
    usual = [verb for verb in verbs if verb not in seldom] or (seldom if moves.decides else [])
    walks = {verb: choosing.walk(verb) for verb in usual}
    first, above, chart = (lead, "", None) if lead else _charted(moves, walks, hints)
    offered = [one for verb in usual if verb != first for one in _offered(choosing, verb, alone=len(usual) == 1)]
    offered = [replace(one, about=about(moves.words, one)) if one.shown is Shown.LIST else one for one in offered]
    listed = [replace(one, line=line) for one, line in zip(offered, _lines(moves, offered), strict=True)]
    pictures = (chart.picture,) if chart is not None else () if lead else _position(moves)
    pictures = pictures or next(filter(None, (pars_pictured(moves, walk) for walk in walks.values())), ())
    rare = [replace(choosing.verb(verb), label=capital(moves.words.verb(verb))) for verb in seldom if verb not in usual]
    return Menu(
        "\n".join([standing(moves), *need_lines(moves)]),
        (*pictures, *phases_pictured(moves, listed)),
        tuple(usual),
        chart,
        above,
        tuple(listed),
        tuple(rare),
    )


def likeliest_first(moves: Moves) -> list[str]:
    """The seat's verbs: those somebody is waiting for first, rare ones last."""

    def welcome(verb: str) -> int:
        return 0 if moves.answers(verb) is Answers.OFFER else 2 if moves.shown(verb) is Shown.RARE else 1

    return sorted(moves.verbs, key=welcome)


def written(moves: Moves) -> Walk | None:
    """The usual move whose next choice is a text, such as routes, if there is one."""
    usual = (verb for verb in likeliest_first(moves) if moves.shown(verb) is not Shown.RARE)
    return next((made for made in map(Choosing(moves).walk, usual) if isinstance(made.choices, Text)), None)


def _offered(choosing: Choosing, verb: str, *, alone: bool) -> list[Choice]:
    """A verb's choices; for a secondary verb with many, or with an explanation that is read after its press, only the
    verb.
    """
    moves = choosing.at_least(verb)
    shown = choosing.moves.shown(verb)
    most = 1 if shown is Shown.ASIDE or outcome_of(choosing.moves, verb) else FEW_ASIDE
    return moves if alone or shown is Shown.LIST or len(moves) <= most else [choosing.verb(verb)]


def _charted(moves: Moves, walks: Mapping[str, Walk], hints: Hints | None) -> tuple[str, str, Chart | None]:
    """The first verb that is chosen from a picture, what is said above it, and the picture's choices."""
    for verb, walk in walks.items():
        shown = moves.shown(verb)
        if shown in (Shown.ASIDE, Shown.DONE):
            # Later verbs are possible at any time, and have a button that leads to their picture.
            break
        # What is laid or placed every turn is named after its step.
        headed = bool(walk.slot) and (bool(walk.got) or shown is not Shown.MAP)
        if chart := charted(moves, walk, hints=hints, alone=not headed):
            return verb, heading(moves, walk) if headed else outcome_of(moves, verb), chart
    return "", "", None


def _lines(moves: Moves, listed: Sequence[Choice]) -> list[str]:
    """What is said of each choice: what there is to know of its object, or where an answer leads."""
    known = [one.about.line if one.about is not None else "" for one in listed]
    asked = [
        n
        for n, one in enumerate(listed)
        if not known[n] and (moves.answers(one.verb) is Answers.OFFER or is_asked(moves))
    ]
    for n, line in zip(asked, outcomes(moves, [listed[n] for n in asked]), strict=True):
        known[n] = line
    told = [_explained(moves, one.verb) if one.whole and one.shown is not Shown.LIST else "" for one in listed]
    return [line or explained for line, explained in zip(known, told, strict=True)]


def _explained(moves: Moves, verb: str) -> str:
    """A move by its name, with what it costs and ends, if that is not said elsewhere."""
    outcome = outcome_of(moves, verb)
    return f"**{capital(moves.words.verb(verb))}**\n{outcome}" if outcome else ""


def _position(moves: Moves) -> tuple[DrawingJob, ...]:
    """The picture that helps with the current choice."""
    view = moves.view
    top = view.agenda[-1] if view.agenda else None
    if top is None:
        return ()
    if top.step == "dividend":
        return (DrawingJob("runs", (view, top.subject)),)
    if view.clock.round == "stock" and not view.clock.of:
        return (market(view),)
    return ()
