"""Slash commands built from data: name, description, options with autocomplete, and handler."""

from __future__ import annotations

import inspect
import logging
import types
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache, partial
from typing import Annotated, Any, Literal, Optional, TypeVar, Union, get_args, get_origin, get_type_hints

import discord
from discord import app_commands

from bot.discord.kit.custom_ids import LONG_ARGUMENTS
from bot.discord.kit.localising import Text, localised
from bot.discord.kit.reply import Reply, cut
from bot.discord.kit.request import Handler, Request, request_of
from bot.discord.kit.say import (
    about,
    error_text,
    say,
    words,
)
from bot.errors import Refused
from bot.safe_text import escaped, legible, number
from bot.store import StoreTrouble
from engine import EngineError
from engine.words import using_language
from engine.words.buttons import capital

log = logging.getLogger("stationmaster.discord")
Complete = Callable[[Any, str, dict[str, Any]], Awaitable[Sequence[tuple[str, str]]]]
"""Autocomplete: pairs of label and value for what has been typed so far, given the other options."""
NOTHING = "-"
"""The value of an entry that is not a choice but says why there is none."""
MOST_CHOICES, VALUE = 25, 100
"""The most choices Discord shows at once, and the most characters in the value of one."""


@dataclass(frozen=True)
class Option:
    """One option of a command."""

    name: str
    kind: Any = str
    required: bool = False
    complete: Complete | None = None
    choices: tuple[tuple[str | Text, str], ...] = ()
    """Fixed choices: pairs of label and value."""
    about: Text | None = None
    """None: take it from the catalogue."""
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Typed:
    """What a parameter's annotation says about its option besides its kind: `Annotated[int, Typed(...)]`.

    `complete` gets the request, what has been typed, and those of the other options that it names.
    """

    complete: Callable[..., Awaitable[Sequence[tuple[str, str]]]] | None = None
    about: Text | None = None
    read: Callable[[Any], Any] | None = None
    """What the typed text means, or the mapping of `each`; the handler gets that."""
    choices: tuple[tuple[str | Text, str], ...] = ()
    """Fixed choices: pairs of label and value; those of a Literal are labelled by the option's name."""
    each: tuple[Option, ...] = ()
    """The parameter is a mapping of these options."""


@dataclass(frozen=True)
class Command:
    """One command, or one of a group: `game new`."""

    name: str
    answer: Handler
    options: tuple[Option, ...] = ()
    about: Text | None = None
    """None: take it from the catalogue."""


@dataclass(frozen=True)
class Entry:
    """An entry in the menu of a person or of a message. Its label is in the catalogue."""

    name: str
    kind: type[discord.User | discord.Message]
    answer: Callable[[Any, Any], Awaitable[Reply | None]]

    @property
    def label(self) -> str:
        """What people choose."""
        return str(words()["menus"][self.name])


ENTRIES: list[Entry] = []
TYPED: list[Command] = []
"""Every command that is a function with parameters, in order."""
Function = TypeVar("Function", bound=Callable[..., Awaitable[Reply | None]])


def command(name: str) -> Callable[[Function], Function]:
    """The decorated function is this command; its parameters are the options, `for_` being called `for`.

    A parameter may be a record: then its fields are options.
    """

    def made(function: Function) -> Function:
        parameters = _parameters(function, 1)

        async def answer(request: Request, given: dict[str, Any]) -> Reply | None:
            return await function(request, **_meant(parameters, given))

        TYPED.append(Command(name, answer, tuple(option for one in parameters for option in one.options)))
        return function

    return made


def entry(name: str, kind: type[discord.User | discord.Message]) -> Callable[[Function], Function]:
    """The decorated function answers this entry of the menus of people or messages."""

    def made(function: Function) -> Function:
        ENTRIES.append(Entry(name, kind, function))
        return function

    return made


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command's function, or a field of a record, and its options."""

    name: str
    options: tuple[Option, ...]
    value: Callable[[Mapping[str, Any]], Any]
    """What the function gets."""
    always: bool = False
    """Even if nothing was typed or chosen for it."""


def _meant(parameters: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    return {one.name: one.value(given) for one in parameters if one.always or one.options[0].name in given}


def _parameters(function: Callable[..., Any], first: int = 0) -> list[Parameter]:
    hints, found = get_type_hints(function, include_extras=True), inspect.signature(function).parameters
    return [_parameter(one, hints[one.name]) for one in list(found.values())[first:]]


def _as_it_is(value: Any) -> Any:
    return value


def _parameter(parameter: inspect.Parameter, kind: Any) -> Parameter:
    name, typed = parameter.name.removesuffix("_"), Typed()
    if get_origin(kind) in (Union, types.UnionType):
        (kind,) = (part for part in get_args(kind) if part is not types.NoneType)
    if is_dataclass(kind) and isinstance(kind, type):
        fields = _parameters(kind)
        options = tuple(option for field in fields for option in field.options)
        return Parameter(parameter.name, options, lambda given: kind(**_meant(fields, given)), always=True)
    if get_origin(kind) is Annotated:
        kind, typed = get_args(kind)
    read: Callable[[Any], Any] = typed.read or _as_it_is
    if typed.each:
        names = [option.name for option in typed.each]
        return Parameter(
            parameter.name, typed.each, lambda given: read({it: given[it] for it in names if it in given}), always=True
        )
    low, high = None, None
    if isinstance(kind, app_commands.transformers.RangeTransformer):
        low, high, kind = kind.min_value, kind.max_value, int
    fixed = get_args(kind) if get_origin(kind) is Literal else ()
    option = Option(
        name,
        str if fixed or typed.read is not None else kind,
        parameter.default is inspect.Parameter.empty,
        by_options(typed.complete) if typed.complete is not None else None,
        typed.choices or choices(name, fixed),
        typed.about,
        None if low is None else int(low),
        None if high is None else int(high),
    )
    return Parameter(parameter.name, (option,), lambda given: read(given[name]))


@cache
def by_options(complete: Callable[..., Awaitable[Sequence[tuple[str, str]]]]) -> Complete:
    """An autocomplete gets the options that it names."""
    wanted = {one.removesuffix("_"): one for one in list(inspect.signature(complete).parameters)[2:]}

    async def offered(request: Request, typed: str, given: dict[str, Any]) -> Sequence[tuple[str, str]]:
        return await complete(request, typed, **{wanted[key]: given[key] for key in wanted if key in given})

    return offered


def _never_renamed(sent: Mapping[str, Any]) -> str:
    return ""


class Tree(app_commands.CommandTree[Any]):
    """The command tree; a command in an outdated form gets a sentence too."""

    now_called: Callable[[Mapping[str, Any]], str] = staticmethod(_never_renamed)
    """What to type instead of the command that was sent, if it has had another name; else empty."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer an unknown command, option or value; each command handles its own errors."""
        if interaction.response.is_done():
            log.error("a command failed after its answer: %s", type(error).__name__)
        elif interaction.type is discord.InteractionType.autocomplete:
            with using_language(request_of(interaction).language):
                old = app_commands.Choice(name=cut(self._old(interaction), 100), value=NOTHING)
            await interaction.response.autocomplete([old])
        else:
            request = request_of(interaction)

            async def work() -> Reply:
                return Reply(self._old(interaction))

            await request.bot.answering(request, "an old command", work)

    def _old(self, interaction: discord.Interaction[Any]) -> str:
        """What a command is called now, if it had another name in an older version."""
        return self.now_called(interaction.data or {}) or say("old_command")


def add_commands(tree: app_commands.CommandTree[Any], commands: Sequence[Command]) -> None:
    """Add commands to the tree, creating groups as needed."""
    groups: dict[str, app_commands.Group] = {}
    for command in commands:
        group, _, name = command.name.rpartition(" ")
        if not group:
            tree.add_command(build_command(command, name))
            continue
        if group not in groups:
            said = localised(partial(about, group))
            groups[group] = app_commands.Group(name=group, description=said, auto_locale_strings=False)
            tree.add_command(groups[group])
        groups[group].add_command(build_command(command, name))

    for one in ENTRIES:
        tree.add_command(build_entry(one))


def build_entry(entry: Entry) -> app_commands.ContextMenu:
    """Build one entry of a menu for discord.py."""

    async def callback(interaction: discord.Interaction[Any], target: Any) -> None:
        request = request_of(interaction)
        await request.bot.answering(request, entry.name, lambda: entry.answer(request, target))

    callback.__annotations__["target"] = entry.kind
    callback.__annotations__["interaction"] = discord.Interaction
    return app_commands.ContextMenu(name=localised(lambda: entry.label), callback=callback, auto_locale_strings=False)


def build_command(command: Command, name: str) -> app_commands.Command[Any, ..., None]:
    """Build one command for discord.py. Its parameters have a prefix, because `from` is a keyword in Python."""

    async def callback(interaction: discord.Interaction[Any], **given: Any) -> None:
        request = request_of(interaction)
        options = {key.removeprefix("o_"): value for key, value in given.items() if value is not None}

        async def work() -> Reply | None:
            # An option that is present but empty is not the same as one left out.
            if any(value is None for _, value in interaction.namespace):
                raise Refused(say("old_command"))
            meant = await _with_long_arguments(request, options)
            _check(command, meant)
            return await command.answer(request, meant)

        await request.bot.answering(request, f"/{command.name}", work)

    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
    ]
    for option in command.options:
        kind = option.kind
        if option.low is not None or option.high is not None:
            kind = app_commands.Range[kind, option.low, option.high]
        parameters.append(
            inspect.Parameter(
                f"o_{option.name}",
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if option.required else None,
                annotation=kind if option.required else Optional[kind],  # noqa: UP045
            )
        )
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    texts = {
        f"o_{option.name}": localised(option.about or partial(about, command.name, option.name))
        for option in command.options
    }
    callback = app_commands.describe(**texts)(callback) if texts else callback
    renamed = {f"o_{option.name}": option.name for option in command.options}
    callback = app_commands.rename(**renamed)(callback) if renamed else callback
    for option in command.options:
        if option.choices:
            found = [app_commands.Choice(name=_label(label), value=value) for label, value in option.choices]
            callback = app_commands.choices(**{f"o_{option.name}": found})(callback)
    said = localised(command.about or partial(about, command.name))
    built = app_commands.Command[Any, ..., None](
        name=name, description=said, callback=callback, auto_locale_strings=False
    )
    for option in command.options:
        if option.complete is not None:
            built.autocomplete(f"o_{option.name}")(_completing(command.name, option.complete))
    return built


def _label(text: str | Text) -> str | app_commands.locale_str:
    return cut(text, 100) if isinstance(text, str) else localised(text)


def _completing(what: str, complete: Complete) -> Any:
    async def offered(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        request = request_of(interaction)
        with using_language(request.language):
            return await _offered(what, complete, request, current)

    return offered


async def _offered(what: str, complete: Complete, request: Request, current: str) -> list[app_commands.Choice[str]]:
    try:
        given = {name: value for name, value in request.interaction.namespace if value not in (None, NOTHING)}
        given = await _with_long_arguments(request, given)
        found = list(await complete(request, legible(str(current)), given)) or [(say("nothing_to_choose"), NOTHING)]
        found = [(label, LONG_ARGUMENTS.fitting(value, VALUE)) for label, value in found[:MOST_CHOICES]]
        await request.bot.keep_buttons()
    except (Refused, EngineError, StoreTrouble) as e:
        found = [(capital(error_text(e)), NOTHING)]
    except Exception as e:
        # Otherwise errors in an autocomplete are swallowed, and the person waits in vain.
        log.error("autocomplete of %s failed: %s", what, type(e).__name__)
        found = [(say("fault"), NOTHING)]
    request.bot.figures.autocompletes.inc()
    return [app_commands.Choice(name=cut(label, 100) or NOTHING, value=value) for label, value in found]


def _check(command: Command, given: Mapping[str, Any]) -> None:
    """Refuse a value the option does not accept: it may have accepted it when the command was shown."""
    for option in command.options:
        if not _takes(option, given[option.name]) if option.name in given else option.required:
            raise Refused(say("old_command"))


def _takes(option: Option, value: Any) -> bool:
    if option.choices:
        return value in [known for _, known in option.choices]
    if option.kind not in (str, int, bool):
        # A person, channel, role or file about which Discord sends only the id.
        return type(value) is not discord.Object and not isinstance(value, str)
    if type(value) is not option.kind:
        return False
    return option.kind is not int or _in_range(option, int(value))


def _in_range(option: Option, value: int) -> bool:
    low, high = -(2**53) if option.low is None else option.low, 2**53 if option.high is None else option.high
    return low <= value <= high


async def _with_long_arguments(request: Request, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as typed, with shortened values of the autocomplete restored."""
    return {
        name: await request.bot.long_argument(legible(value)) if isinstance(value, str) else value
        for name, value in options.items()
    }


def matching(pairs: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """Pairs that begin with what was typed, then those that contain it."""
    asked = typed.casefold().strip()
    heads = [pair for pair in pairs if any(part.casefold().startswith(asked) for part in pair)]
    return heads + [pair for pair in pairs if pair not in heads and any(asked in part.casefold() for part in pair)]


def numbered(text: str) -> int:
    """The number of something, such as a move."""
    found = number(text.strip().lstrip("#"))
    if found is None:
        raise Refused(say("not_a_number", text=escaped(cut(text, 20))))
    return found


def choices(group: str, names: Any) -> tuple[tuple[Text, str], ...]:
    """Fixed choices with their labels from the catalogue."""
    return tuple((partial(_choice, group, name), name) for name in names)


def _choice(group: str, name: str) -> str:
    return str(words()["choices"][group][name])
