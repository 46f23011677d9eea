"""A game's options in words: those chosen, and those possible."""

from __future__ import annotations

from collections.abc import Mapping

from bot.discord.kit.say import say
from bot.store.rows import GameRow
from bot.table.ground.services import setup_of
from engine.overlay import RULEBOOK, RULES, SITE
from engine.title import Option, Title
from engine.titles import overlay_of, title_for, title_named
from engine.words import OptionTexts, refusal_text


def said_of(row: GameRow) -> OptionTexts:
    """The options of the title a game is played by."""
    return OptionTexts(title_for(row.title, setup_of(row).options))


def lines_of(row: GameRow) -> list[str]:
    """All options chosen for a game, under headings."""
    said, chosen = said_of(row), setup_of(row).options
    usual = usual_of(said.title)
    grouped = {name for options in said.groups.values() for name in (one.name for one in options)}
    lines: list[str] = []
    for heading, options in said.groups.items():
        lines.append(say("group", group="options", heading=heading))
        lines += [_line(said, one.name, chosen.get(one.name, ""), usual) for one in options]
    return [*lines, *(_line(said, name, value, usual) for name, value in chosen.items() if name not in grouped)]


def _line(said: OptionTexts, name: str, value: str, usual: Mapping[str, str]) -> str:
    sentence = "usual" if value == usual.get(name) else "chosen"
    return say(sentence, group="options", name=said.name(name), value=said.value(name, value))


def usual_of(title: Title) -> dict[str, str]:
    """The title's default options, including the rulebook's rules."""
    usual = title.chosen({})
    return {**usual, **({RULES.name: RULEBOOK} if RULES.name in usual else {})}


def explained(said: OptionTexts, option: Option) -> str:
    """An option with all its values, the default first, and its description."""
    first, *others = (said.value(option.name, value) for value in option.values)
    values = [say("default", group="options", value=first), *others]
    return say(
        "explained", group="options", name=said.name(option.name), values=values, about=refusal_text(option.about)
    )


def every_option(title: str) -> list[str]:
    """All options of a title, explained, and those that exist only under the rules of 18xx.games."""
    said, overlay = OptionTexts(title_named(title)), overlay_of(title)
    lines: list[str] = []
    for heading, found in said.groups.items():
        lines += [say("group", group="options", heading=heading), *(explained(said, one) for one in found)]
    if overlay and overlay.other_options:
        site = OptionTexts(overlay.title)
        lines.append(say("on_site", group="options", rules=SITE))
        lines += [explained(site, one) for one in overlay.other_options]
    return [*lines, say("how", group="options")] if lines else [say("no_options")]
