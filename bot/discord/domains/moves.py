"""Moves: a command for each, built from what the titles declare; /turn and the buttons of its panels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from bot.discord.acting import ENDING, act, drawn, front_panel, next_panel, shown, step, walked
from bot.discord.command import NOTHING, Command, Complete, Option
from bot.discord.components import NUMBER, WORD, Component, ShowAgain, one_of
from bot.discord.game_lookup import (
    FOR,
    GAME,
    GameContext,
    for_new_panel,
    game_at_call,
    game_at_press,
    game_for_seat,
    game_here,
    game_to_act_in,
)
from bot.discord.moment import GO, TRY, Moment
from bot.discord.reply import Reply
from bot.discord.request import Handler, InputForm, OnPress, Request
from bot.discord.route_building import RouteDraft, handler_name
from bot.discord.say import say
from bot.discord.sharing import share_row
from bot.discord.typed_moves import LASTS, PREVIEW, next_values, open_verb, played
from bot.menu.picture import DrawingJob
from bot.menu.tiles import by_use
from bot.menu.walk import Walk, place_typed, walk_named, walk_to
from bot.table.errors import Refused, Stale
from engine.core.verbs import Value
from engine.titles import every_title
from engine.words import CommandWords, catalogue, current_language, ordinary_commands
from engine.words.buttons import capital


def commands_of_titles() -> tuple[Command, ...]:
    """Commands for the ordinary moves. The bot asks for any choice that is not typed."""
    return tuple(
        Command(name, _answer(name, words), _options(words), about=partial(_about, name))
        for name, words in ordinary_commands(every_title()).items()
    )


def _about(name: str) -> str:
    return _in_words(current_language())[name].about


@cache
def _in_words(language: str) -> dict[str, CommandWords]:
    """The commands in a language."""
    return ordinary_commands(every_title(), language)


def _options(words: CommandWords) -> tuple[Option, ...]:
    found = [Option(slot, complete=_complete(words, slot), about=partial(_label, slot)) for slot in words.slots]
    lasts = (LASTS,) if "price" in words.slots else ()
    return (*found, PREVIEW, *lasts, FOR, GAME)


def _label(slot: str) -> str:
    """The description of a slot, from the first title that has it."""
    labels = (catalogue(current_language(), title.words).slots.get(slot) for title in every_title())
    return capital(next(filter(None, labels), slot.replace("_", " ")))


def _answer(name: str, words: CommandWords) -> Handler:
    async def answer(request: Request, given: dict[str, Any]) -> Reply:
        at = await game_to_act_in(request, given)
        # A line that only says what to do, chosen from the list, is no choice.
        chosen = {slot: str(given[slot]) for slot in words.slots if given.get(slot, NOTHING) != NOTHING}

        def job() -> Walk:
            verb = open_verb(at, name, words)
            return walk_named(at.moves, verb, chosen)

        made = await request.table.services.work(job)
        if unused := [slot for slot in chosen if slot not in made.got and not made.slot]:
            raise Refused(say("not_asked_for", slot=unused[0], command=name))
        return await played(request, at, made, name, given)

    return answer


def _complete(words: CommandWords, slot: str) -> Complete:
    async def offered(request: Request, typed: str, given: dict[str, Any]) -> Sequence[tuple[str, str]]:
        at = await game_to_act_in(request, given)
        chosen = {name: str(value) for name, value in given.items() if name in words.slots and name != slot}

        def job() -> list[tuple[str, str]]:
            verb = open_verb(at, words.verbs[0], words)
            made = walk_to(at.moves, verb, chosen, slot)
            if made.slot != slot:
                return [(_elsewhere(at, verb, made, slot), "-")]
            return next_values(at, made, typed)

        return await request.table.services.work(job)

    return offered


def _elsewhere(at: GameContext, verb: str, made: Walk, slot: str) -> str:
    if made.slot:
        return say("choose_first", slot=at.words.slot(verb, made.slot))
    return say("needs_no", slot=at.words.slot(verb, slot))


# --- /turn and its panels


async def turn(request: Request, given: dict[str, Any]) -> Reply:
    """Show what the asker, or a player they may act for, can do."""
    return await front_panel(request, await game_for_seat(request, given))


async def press_turn(request: Request, args: list[str], values: list[str]) -> Reply:
    """The same by the button on an announcement."""
    return await front_panel(request, await game_at_call(request, args))


async def press_front(request: Request, args: list[str], values: list[str]) -> Reply:
    """Back to the list of moves, in either mode."""
    *moment, mode, page = args
    at = for_new_panel(await game_at_press(request, *moment))
    note = say("trying") if mode == TRY else ""
    return await front_panel(request, at, mode, note, int(page))


def _walking(mode: str) -> OnPress:
    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        game, seen, decision, seat, verb, *chosen = args
        at = await game_at_press(request, game, seen, decision, seat)
        return await step(request, at, await walked(request, at, verb, [*chosen, *values]), mode)

    return press


def _typing(mode: str) -> OnPress:
    """The form for typing a place on the map's panel."""

    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        game, seen, decision, seat, verb, *chosen = args
        at = await game_at_press(request, game, seen, decision, seat)
        made = await _places(request, at, verb, chosen)
        places = [str(one) for one in made.choices] if isinstance(made.choices, tuple) else []
        numbered = by_use(at.view.hexes, places)

        def job() -> Value:
            return place_typed(at.moves, made, values[0], numbered)

        return await step(
            request,
            at,
            await walked(request, at, verb, [*made.texts, str(await request.table.services.work(job))]),
            mode,
        )

    return press


async def _places(request: Request, at: GameContext, verb: str, chosen: list[str]) -> Walk:
    """The choice of a place, even if there is only one."""
    made = await walked(request, at, verb, chosen)
    if not made.slot and made.got:
        # The only place has been chosen already.
        slot = next(reversed(made.got))
        before = {name: value for name, value in made.got.items() if name != slot}
        made = Walk(verb, before, slot, (made.got[slot],))
    if not isinstance(made.choices, tuple):
        raise Stale(say("old_button"))
    return made


def _again(mode: str) -> ShowAgain:
    """Show the choice again at which something was refused."""

    async def again(request: Request, args: list[str], values: list[str], why: str) -> Reply:
        game, seen, decision, seat, verb, *chosen = args
        at = for_new_panel(await game_at_press(request, game, seen, decision, seat))
        # Typed or listed values come separately; a pressed value is the button's last argument.
        made = await walked(request, at, verb, chosen if values else chosen[:-1])
        if not made.slot:
            return await front_panel(request, at, mode, why)
        return await next_panel(request, at, made, mode, note=why)

    return again


def _place_again(mode: str) -> ShowAgain:
    """Show the map again after a place was refused."""

    async def again(request: Request, args: list[str], values: list[str], why: str) -> Reply:
        game, seen, decision, seat, verb, *chosen = args
        at = for_new_panel(await game_at_press(request, game, seen, decision, seat))
        return await next_panel(request, at, await _places(request, at, verb, chosen), mode, note=why)

    return again


def _verb(mode: str) -> OnPress:
    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        at = await game_at_press(request, *args)
        return await step(request, at, await walked(request, at, values[0], []), mode)

    return press


def _tapping(mode: str) -> OnPress:
    """Add a stop or a train to routes being built; from a list, the stop comes as a value."""

    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        *moment, verb, state = [*args, *values][: len(MOMENT) + 2]
        return await _tapped(request, moment, verb, state, mode)

    return press


async def _tapped(request: Request, moment: list[str], verb: str, state: str, mode: str, note: str = "") -> Reply:
    at = for_new_panel(await game_at_press(request, *moment))
    await walked(request, at, verb, [])
    tapped = RouteDraft.read(Moment(at, mode), verb, state)
    return await shown(request, at, await request.bot.thinking(tapped.panel), note)


def _routes_typed(mode: str) -> OnPress:
    """Routes typed on the panel where they can be built stop by stop."""

    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        *moment, verb, _ = args
        at = await game_at_press(request, *moment)
        return await step(request, at, await walked(request, at, verb, values), mode)

    return press


def _tapped_again(mode: str) -> ShowAgain:
    async def again(request: Request, args: list[str], values: list[str], why: str) -> Reply:
        *moment, verb, state = args
        return await _tapped(request, moment, verb, state, mode, why)

    return again


def _paging(mode: str) -> OnPress:
    async def press(request: Request, args: list[str], values: list[str]) -> Reply:
        page, game, seen, decision, seat, verb, *chosen = args
        at = await game_at_press(request, game, seen, decision, seat)
        return await step(request, at, await walked(request, at, verb, chosen), mode, int(page))

    return press


async def press_do(request: Request, args: list[str], values: list[str]) -> Reply:
    """Make a move that has been previewed."""
    game, seen, decision, seat, verb, *chosen = args
    at = await game_at_press(request, game, seen, decision, seat)
    made = await walked(request, at, verb, chosen)
    return await act(request, at, made.act) if not made.slot else await step(request, at, made, GO)


async def press_look(request: Request, args: list[str], values: list[str]) -> Reply:
    """Show a picture; the panel stays as it is."""
    at = await game_here(request, {"game": args[0]})
    pictures = await drawn(request, [DrawingJob(args[1], (at.view,))])
    rows = share_row(request, at.game, args[1]) if pictures else ()
    return Reply(
        say(args[1], group="looks") if pictures else say("no_picture"), pictures=pictures, rows=rows, beside=True
    )


MOMENT = (NUMBER, NUMBER, NUMBER, WORD)
COMMANDS = (Command("turn", turn, (FOR, GAME)), *commands_of_titles())
PRESSES: dict[str, OnPress] = {
    "turn": Component(press_turn, (NUMBER,), more=True),
    "front": Component(press_front, (*MOMENT, one_of(GO, TRY), NUMBER)),
    f"verb_{GO}": Component(_verb(GO), MOMENT, chosen=True),
    f"verb_{TRY}": Component(_verb(TRY), MOMENT, chosen=True),
    GO: Component(_walking(GO), (*MOMENT, WORD), more=True, again=_again(GO)),
    TRY: Component(_walking(TRY), (*MOMENT, WORD), more=True, again=_again(TRY)),
    f"at_{GO}": Component(_typing(GO), (*MOMENT, WORD), more=True, chosen=True, again=_place_again(GO)),
    f"at_{TRY}": Component(_typing(TRY), (*MOMENT, WORD), more=True, chosen=True, again=_place_again(TRY)),
    f"page_{GO}": Component(_paging(GO), (NUMBER, *MOMENT, WORD), more=True),
    f"page_{TRY}": Component(_paging(TRY), (NUMBER, *MOMENT, WORD), more=True),
    handler_name(GO): Component(_tapping(GO), (*MOMENT, WORD, WORD)),
    handler_name(TRY): Component(_tapping(TRY), (*MOMENT, WORD, WORD)),
    f"{handler_name(GO)}_list": Component(_tapping(GO), (*MOMENT, WORD), chosen=True),
    f"{handler_name(TRY)}_list": Component(_tapping(TRY), (*MOMENT, WORD), chosen=True),
    f"tapped_{GO}": Component(_routes_typed(GO), (*MOMENT, WORD, WORD), chosen=True, again=_tapped_again(GO)),
    f"tapped_{TRY}": Component(_routes_typed(TRY), (*MOMENT, WORD, WORD), chosen=True, again=_tapped_again(TRY)),
    "do": Component(press_do, (*MOMENT, WORD), more=True),
    "look": Component(press_look, (NUMBER, one_of("map", "market", "sheet"))),
    **ENDING.presses,
}
FORMS = {
    f"write_{GO}": InputForm(GO, "form_move", "form_value", 1000),
    f"write_{TRY}": InputForm(TRY, "form_move", "form_value", 1000),
    f"amount_{GO}": InputForm(GO, "form_amount", "form_amount_value", 20),
    f"amount_{TRY}": InputForm(TRY, "form_amount", "form_amount_value", 20),
    f"tap_form_{GO}": InputForm(f"tapped_{GO}", "form_move", "form_value", 1000),
    f"tap_form_{TRY}": InputForm(f"tapped_{TRY}", "form_move", "form_value", 1000),
    f"place_{GO}": InputForm(f"at_{GO}", "form_place", "form_place_value", 40),
    f"place_{TRY}": InputForm(f"at_{TRY}", "form_place", "form_place_value", 40),
}
