"""The rulebooks in our own words, statement by statement, from a file in each title's folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
from msgspec import Struct, structs

from engine.core.errors import Unreadable
from engine.core.phrases import PSEUDO, accented, chosen
from engine.core.sentences import because
from engine.title import definition
from engine.titles import title_named, titles
from engine.words import catalogue, current_language
from engine.words.buttons import capital

VARIANT = "variant"
"""The kind of a statement that applies only with an option."""


EDITION = "2012"
"""The suffix of a translation's key for what the edition of that year says instead."""


class Statement(Struct, frozen=True):
    """One statement of a rulebook."""

    id: str
    section: str
    topic: str
    rule: str
    kind: str
    edition_2012: str = ""
    """What the 2012 edition says instead."""


def ledgers() -> list[str]:
    """Titles that have a ledger."""
    return sorted(name for name in titles() if _file(name).is_file())


def ledger(title: str) -> tuple[Statement, ...]:
    """All statements of a title's rulebook, in order and in the current language."""
    return _ledger(title, current_language())


@cache
def _ledger(title: str, language: str) -> tuple[Statement, ...]:
    every = _english(title)
    if language == PSEUDO:
        return tuple(
            structs.replace(one, **{name: accented(getattr(one, name)) for name in ("topic", "rule", "edition_2012")})
            for one in every
        )
    words = catalogue(language, f"engine.titles.t{title}")
    return tuple(
        structs.replace(
            statement,
            rule=words.rules.get(statement.id, statement.rule),
            topic=words.topics.get(statement.topic, statement.topic),
            edition_2012=words.rules.get(f"{statement.id} {EDITION}", statement.edition_2012),
        )
        for statement in every
    )


def english(title: str) -> dict[str, str]:
    """Every text of a title's rulebook that can be translated, by its key."""
    if title not in ledgers():
        return {}
    texts = {f"topics.{one.topic}": one.topic for one in _english(title)}
    texts |= {f"topics.{one.section}": one.section for one in _english(title) if _is_name(one.section)}
    for one in _english(title):
        texts[f"rules.{one.id}"] = one.rule
        if one.edition_2012:
            texts[f"rules.{one.id} {EDITION}"] = one.edition_2012
    return texts


@cache
def _english(title: str) -> tuple[Statement, ...]:
    if title not in ledgers():
        known = tuple(ledgers())
        raise Unreadable(because("I know the rulebooks of {known:list}, but not of {title}.", title=title, known=known))
    return msgspec.yaml.decode(_file(title).read_bytes(), type=tuple[Statement, ...])


def _file(title: str) -> Traversable:
    return files("engine.titles") / f"t{title}" / "ledger.yaml"


def sections(title: str) -> dict[str, str]:
    """The rulebook's sections in order, each with its first topic."""
    found: dict[str, str] = {}
    for statement in ledger(title):
        found.setdefault(statement.section, statement.topic)
    return found


def _is_name(section: str) -> bool:
    return section[:1].islower()


def section_name(title: str, section: str) -> str:
    """The name of a section in the current language, where a rulebook names its sections; empty if it has a number."""
    if not _is_name(section):
        return ""
    if current_language() == PSEUDO:
        return capital(accented(section))
    return capital(catalogue(current_language(), f"engine.titles.t{title}").topics.get(section, section))


@cache
def _addressed(title: str, language: str) -> list[tuple[tuple[str, str], str, Statement]]:
    """Each statement with its addresses: its id, long and short, and its sections."""
    own = f"{title}-"
    return [
        ((one.id.casefold(), one.id.casefold().removeprefix(own)), f"{one.section.casefold()}.", one)
        for one in _ledger(title, language)
    ]


def section(title: str, number: str) -> list[Statement]:
    """The statements of a section and its subsections, by a number such as `5.9` or a statement's id."""
    asked = number.strip().removeprefix("§").strip(" .").casefold()
    by_id = [one for names, _, one in _addressed(title, current_language()) if asked in names]
    if by_id:
        return by_id
    return [one for _, where, one in _addressed(title, current_language()) if where.startswith(f"{asked}.")]


def search(title: str, words: str) -> list[Statement]:
    """Statements that contain all the words, first those whose topic does too."""
    asked = words.casefold().split()
    if not asked:
        return []
    every = ledger(title)
    hits = [one for one in every if _has(asked, f"{one.topic} {one.rule}")]
    return sorted(hits, key=lambda one: not _has(asked, one.topic))


class Private(Struct, frozen=True):
    """A private company as printed, and what it does in one line."""

    id: str
    name: str
    cost: int
    revenue: int
    power: str


@cache
def _where(title: str) -> dict[str, tuple[str, str]]:
    """For each private company, the section about it and the word used for it there."""
    sheet = files("engine.titles") / f"t{title}" / "sheets" / "where.toml"
    if not sheet.is_file():
        return {}
    return msgspec.toml.decode(sheet.read_bytes(), type=dict[str, dict[str, tuple[str, str]]])["privates"]


def privates(title: str) -> dict[str, Private]:
    """A title's private companies, by id."""
    found = title_named(title)
    does = catalogue(current_language(), found.words).privates
    usual = found.chosen({})
    printed = definition(found, usual).privates
    return {
        name: Private(name, sheet.name, sheet.cost, sheet.revenue, chosen(does.get(name, ""), usual))
        for name, sheet in printed.items()
    }


def private_named(title: str, text: str) -> Private | None:
    """The private company with this id or name."""
    asked = text.strip().casefold()
    return next((one for one in privates(title).values() if asked in (one.id.casefold(), one.name.casefold())), None)


def about_private(title: str, name: str) -> tuple[str, list[Statement]]:
    """The section about a private company, and its statements; not those about others with the same section."""
    where, word = _where(title).get(name, ("", ""))
    if not where or title not in ledgers():
        return where, []
    names = {one.id: one.name for one in privates(title).values()}
    own = names.pop(name, word)
    others = [] if word else list(names.values())
    theirs = {
        one.id
        for one in _english(title)
        if _says(word, f"{one.topic} {one.rule}")
        and (_says(own, one.rule) or not any(_says(other, one.rule) for other in others))
    }
    return where, [one for one in ledger(title) if one.section == where and one.id in theirs]


def _says(word: str, text: str) -> bool:
    return word.casefold() in text.casefold()


def _has(words: Sequence[str], text: str) -> bool:
    text = text.casefold()
    return all(word in text for word in words)
