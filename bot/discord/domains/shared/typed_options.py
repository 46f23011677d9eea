"""A game's options as people type them: in words, or as stored (`edition=mayfair runs=free`)."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated

from bot.discord.kit.command import VALUE, Typed
from bot.discord.kit.reply import cut
from bot.discord.kit.say import say
from bot.errors import Refused
from bot.safe_text import escaped
from engine import EngineError
from engine.overlay import RULES
from engine.title import Option as Choice
from engine.titles import easiest_first, title_for
from engine.words import OptionTexts, refusal_text
from engine.words.options import title_line

TitleName = Annotated[str, Typed(choices=tuple((partial(title_line, title), title.id) for title in easiest_first()))]
"""A title by its id, where one is chosen to be played."""
TitleAlone = Annotated[str, Typed(choices=tuple((title.name, title.id) for title in easiest_first()))]
"""The same where games that exist are looked for."""
PAIR = re.compile(r"(\w+)=([^\s,;]+)[\s,;]*")


def read_options(title: str, text: str) -> dict[str, str]:
    """`Edition: Mayfair's; Runs: any legal run`, or `edition=mayfair runs=free`."""
    options = dict[str, str](PAIR.findall(text))
    said = OptionTexts(title_for(title, options))
    for name, value in options.items():
        if option := said.option(name):
            _read_value(said, option, value)
    parts = [part for part in PAIR.sub("", text).split(";") if part.strip(" ,")]
    # Some options exist only under certain rules, which may be typed after them.
    parts.sort(key=lambda part: _named(said, part) != RULES.name)
    for part in parts:
        name, value = _read(said, part)
        options[name] = value
        said = OptionTexts(title_for(title, options))
    return options


def _named(said: OptionTexts, part: str) -> str:
    option = said.option(part.partition(":")[0])
    return option.name if option else ""


def _read(said: OptionTexts, part: str) -> tuple[str, str]:
    name, sign, text = part.partition(":")
    option = said.option(name)
    if not sign or option is None:
        raise Refused(say("option_form", text=escaped(part.strip()[:40])))
    return option.name, _read_value(said, option, text)


def _read_value(said: OptionTexts, option: Choice, text: str) -> str:
    value = said.find_value(option, text)
    if value is None:
        values = [said.value(option.name, one) for one in option.values]
        raise Refused(say("no_such_value", text=escaped(text.strip()[:40]), name=said.name(option.name), values=values))
    return value


def offer_options(title: str, typed: str) -> list[tuple[str, str]]:
    """Complete one more option after those already typed, in words."""
    chosen, last = _settled(title, typed)
    said = OptionTexts(title_for(title, chosen))
    head = [f"{said.name(name)}: {said.value(name, value)}" for name, value in chosen.items()]
    sent = [f"{name}={value}" for name, value in chosen.items()]
    completed: list[tuple[str, str]] = []
    for option in said.title.options:
        for value in option.values[1:] if option.name not in chosen else ():
            words, pair = f"{said.name(option.name)}: {said.value(option.name, value)}", f"{option.name}={value}"
            if any(last.casefold() in text.casefold() for text in (words, pair, refusal_text(option.about))):
                completed.append((_label(head, words), " ".join([*sent, pair])))
    return completed


def _settled(title: str, typed: str) -> tuple[dict[str, str], str]:
    """The options already chosen, and the rest that is being typed."""
    before, between, last = typed.rpartition(";")
    if not between:
        before, between, last = typed.rpartition(" ")
    for settled, rest in ((typed, ""), (before, last.strip())):
        try:
            chosen = read_options(title, settled)
            title_for(title, chosen).chosen(chosen)
        except (Refused, EngineError):
            continue
        return chosen, rest
    return {}, typed.strip()


def _label(head: list[str], words: str) -> str:
    """All options so far; if they do not fit, the new one comes first."""
    text = "; ".join([*head, words])
    return text if len(text) <= VALUE else cut("; ".join([words, *reversed(head)]), VALUE)
