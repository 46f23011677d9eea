"""Moves: a command for each, built from what the titles declare; /turn and the buttons of its panels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from bot.discord.domains.shared.pictures import share_row
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import (
    FOR,
    GAME,
    GameContext,
    GameName,
    SeatName,
    for_new_panel,
    game_at_call,
    game_at_press,
    game_for_seat,
    game_here,
    game_to_act_in,
)
from bot.discord.games.presses.moves import (
    GO,
    TRY,
    AskRobot,
    Begin,
    Choose,
    DoIt,
    Draft,
    Front,
    Look,
    PlaceTyped,
    RoutesTyped,
    Tap,
    Turn,
    TurnPage,
    WriteAmount,
    WriteMove,
    WritePlace,
    WriteRoutes,
)
from bot.discord.kit.answers import answers, opens
from bot.discord.kit.command import (
    NOTHING,
    Command,
    Complete,
    Option,
    command,
)
from bot.discord.kit.reply import Reply
from bot.discord.kit.request import Handler
from bot.discord.kit.say import say
from bot.discord.turn.acting import (
    act,
    front_panel,
    next_panel,
    panel_reply,
    pictures_for,
    step,
    walked,
)
from bot.discord.turn.advising import advice
from bot.discord.turn.context import PanelContext
from bot.discord.turn.route_building import RouteDraft
from bot.discord.turn.typed_moves import (
    LASTS,
    PREVIEW,
    next_values,
    open_verb,
    played,
)
from bot.errors import Refused, Stale
from bot.menu.move.tiles import by_use
from bot.menu.move.walk import Walk, walk_named, walk_to
from bot.menu.move.walk import place_typed as read_place
from bot.menu.picture import DrawingJob
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
    verbs = tuple((partial(_verb, verb), verb) for verb in words.verbs)
    by = (Option(words.by, required=True, choices=verbs, about=partial(say, "option_by")),) if words.by else ()
    found = [Option(slot, complete=_complete(words, slot), about=partial(_label, slot)) for slot in words.slots]
    lasts = (LASTS,) if "price" in words.slots else ()
    return (*by, *found, PREVIEW, *lasts, FOR, GAME)


def _label(slot: str) -> str:
    """The description of a slot, from the first title that has it."""
    labels = (catalogue(current_language(), title.words).slots.get(slot) for title in every_title())
    return capital(next(filter(None, labels), slot.replace("_", " ")))


def _verb(verb: str) -> str:
    return catalogue(current_language()).verbs[verb]


def _answer(name: str, words: CommandWords) -> Handler:
    async def answer(request: Request, typed: dict[str, Any]) -> Reply:
        at = await game_to_act_in(request, typed.get("game"), typed.get("for"))
        # A line that only says what to do, chosen from the list, is no choice.
        chosen = {slot: str(typed[slot]) for slot in words.slots if typed.get(slot, NOTHING) != NOTHING}

        def job() -> Walk:
            verb = open_verb(at, name, words.meaning(typed.get(words.by, "")))
            return walk_named(at.moves, verb, chosen)

        walk = await request.table.services.work(job)
        if unused := [slot for slot in chosen if slot not in walk.got and not walk.slot]:
            raise Refused(say("not_asked_for", slot=unused[0], command=name))
        preview, lasts = bool(typed.get("preview")), typed.get("lasts")
        return await played(request, at, walk, name, preview=preview, lasts=lasts)

    return answer


def _complete(words: CommandWords, slot: str) -> Complete:
    async def offered(request: Request, typed: str, others: dict[str, Any]) -> Sequence[tuple[str, str]]:
        at = await game_to_act_in(request, others.get("game"), others.get("for"))
        chosen = {name: str(value) for name, value in others.items() if name in words.slots and name != slot}

        def job() -> list[tuple[str, str]]:
            verb = open_verb(at, words.verbs[0], words.meaning(str(others.get(words.by, ""))))
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


@command("turn")
async def turn(request: Request, for_: SeatName | None = None, game: GameName | None = None) -> Reply:
    """Show what the asker, or a player they may act for, can do."""
    return await front_panel(request, await game_for_seat(request, game, for_))


@answers(Turn)
async def press_turn(request: Request, press: Turn) -> Reply:
    """The same by the button on an announcement."""
    return await front_panel(request, await game_at_call(request, press.game, press.seat))


@answers(Front)
async def press_front(request: Request, press: Front) -> Reply:
    """Back to the list of moves, to make or to preview them."""
    at = for_new_panel(await game_at_press(request, press.at))
    note = say("trying") if press.mode == TRY else ""
    return await front_panel(request, at, press.mode, note)


@answers(Begin)
async def begin(request: Request, press: Begin) -> Reply:
    """Begin a move from the list of rare ones."""
    at = await game_at_press(request, press.at)
    return await step(request, at, await walked(request, at, press.verb, []), press.mode)


async def _choose_again(request: Request, press: Choose, why: str) -> Reply:
    """Show the choice again at which something was refused."""
    at = for_new_panel(await game_at_press(request, press.at))
    made = await walked(request, at, press.verb, press.chosen[:-1])
    if not made.slot:
        return await front_panel(request, at, press.mode, why)
    return await next_panel(request, at, made, press.mode, note=why)


@answers(Choose, again=_choose_again)
async def choose(request: Request, press: Choose) -> Reply:
    """The next step of a move."""
    at = await game_at_press(request, press.at)
    return await step(request, at, await walked(request, at, press.verb, press.chosen), press.mode)


@answers(TurnPage)
async def turn_page(request: Request, press: TurnPage) -> Reply:
    """Another page of a choice."""
    at = await game_at_press(request, press.at)
    return await step(request, at, await walked(request, at, press.verb, press.chosen), press.mode, press.page)


async def _place_again(request: Request, press: PlaceTyped, why: str) -> Reply:
    """Show the map again after a place was refused."""
    at = for_new_panel(await game_at_press(request, press.at))
    return await next_panel(request, at, await _places(request, at, press), press.mode, note=why)


@answers(PlaceTyped, again=_place_again)
async def place_typed(request: Request, press: PlaceTyped) -> Reply:
    """A place that was typed on the map's panel."""
    at = await game_at_press(request, press.at)
    walk = await _places(request, at, press)
    places = [str(one) for one in walk.choices] if isinstance(walk.choices, tuple) else []
    numbered = by_use(at.view.hexes, places)
    place = await request.table.services.work(lambda: read_place(at.moves, walk, press.typed, numbered))
    return await step(request, at, await walked(request, at, press.verb, [*walk.texts, str(place)]), press.mode)


async def _places(request: Request, at: GameContext, press: PlaceTyped) -> Walk:
    """The choice of a place, even if there is only one."""
    walk = await walked(request, at, press.verb, press.chosen)
    if not walk.slot and walk.got:
        # The only place has been chosen already.
        slot = next(reversed(walk.got))
        before = {name: value for name, value in walk.got.items() if name != slot}
        walk = Walk(press.verb, before, slot, (walk.got[slot],))
    if not isinstance(walk.choices, tuple):
        raise Stale(say("old_button"))
    return walk


@answers(Tap)
async def tap(request: Request, press: Tap) -> Reply:
    """Show routes with a stop or a train more."""
    return await _tapped(request, press)


async def _tapped(request: Request, press: Draft, note: str = "") -> Reply:
    at = for_new_panel(await game_at_press(request, press.at))
    await walked(request, at, press.verb, [])
    tapped = RouteDraft.read(PanelContext(at, press.mode), press.verb, press.state)
    return await panel_reply(request, at, await request.bot.thinking(tapped.panel), note)


@answers(RoutesTyped, again=_tapped)
async def routes_typed(request: Request, press: RoutesTyped) -> Reply:
    """Routes typed on the panel where they can be built stop by stop."""
    at = await game_at_press(request, press.at)
    return await step(request, at, await walked(request, at, press.verb, [press.typed]), press.mode)


@answers(DoIt)
async def do_it(request: Request, press: DoIt) -> Reply:
    """Make a move that has been previewed."""
    at = await game_at_press(request, press.at)
    made = await walked(request, at, press.verb, press.chosen)
    return await act(request, at, made.act) if not made.slot else await step(request, at, made, GO)


@answers(AskRobot)
async def ask_robot(request: Request, press: AskRobot) -> Reply:
    """What the robot would do, and why."""
    return await advice(request, for_new_panel(await game_at_press(request, press.at)))


@answers(Look)
async def look(request: Request, press: Look) -> Reply:
    """Show a picture; the panel stays as it is."""
    at = await game_here(request, str(press.game))
    pictures = await pictures_for(request, [DrawingJob(press.what, (at.view,))], at=at)
    rows = share_row(request, at.game, press.what) if pictures else ()
    text = say(press.what, group="looks") if pictures else say("no_picture")
    return Reply(text, pictures=pictures, rows=rows, beside=True)


opens(WriteMove, Choose, "form_move", "form_value", 1000)
opens(WriteAmount, Choose, "form_amount", "form_amount_value", 20)
opens(WritePlace, PlaceTyped, "form_place", "form_place_value", 40)
opens(WriteRoutes, RoutesTyped, "form_move", "form_value", 1000)
COMMANDS = commands_of_titles()
