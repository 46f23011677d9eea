"""Phrases with fields, filled as a language wants it: plural forms, lists and numbers by CLDR's rules (Babel).

A phrase is a pattern such as `{name} has {count:train}`, or several of them for the values of one field: `on` names it,
and the others are chosen by its value or, for a number, by the language's plural form (`one`, `few`, `other` ...).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton, get_datetime_format
from babel.lists import format_list
from babel.numbers import format_decimal

ENGLISH = "en"
PSEUDO = "en-XA"
"""English with an accent on every letter, made by code: whatever is shown without one has passed the catalogue by."""
Phrase = str | dict[str, str]
Counts = Mapping[str, Mapping[str, str]]
"""Things that can be counted, by the plural forms of a language: `{one = "{} share", other = "{} shares"}`."""

_KEPT = re.compile(r"({[^{}]*}|`[^`]*`|<[^<> ]*>)")
"""What is no text within one: fields, commands as they are typed, and what Discord makes a name or an hour of."""
_ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀćďéƒǵĥíĵķĺḿńóṕɋŕśťúṽŵẋýžÁɃĆĎÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŽ"
)


def accented(text: str) -> str:
    """A text in the pseudo-language: every letter with an accent; fields and what is typed as they are."""
    parts = _KEPT.split(text)
    return "".join(part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))


@cache
def _locale(language: str) -> Locale:
    try:
        return Locale.parse(ENGLISH if language == PSEUDO else language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale.parse(ENGLISH)


def plural(number: float, language: str = ENGLISH) -> str:
    """The plural form that a number takes: `one` and `other` in English, up to six elsewhere."""
    return _locale(language).plural_form(number)


@lru_cache(4096)
def number(value: float, language: str = ENGLISH, pattern: str = "") -> str:
    """A number as the language writes it, or after a pattern of CLDR such as `#,##0`."""
    return format_decimal(value, format=pattern or None, locale=_locale(language))


def moment(value: datetime, language: str = ENGLISH) -> str:
    """A day and an hour, as short as the language writes them: `Nov 22, 13:45`."""
    known = _locale(language)
    day, hour = (format_skeleton(parts, value, locale=known) for parts in ("MMMd", "Hm"))
    found = str(get_datetime_format("medium", known)).replace("{1}", day).replace("{0}", hour)
    return accented(found) if language == PSEUDO else found


def listed(items: Iterable[str], language: str = ENGLISH) -> str:
    """Things one after the other, as in a bracket or a column: `a, b, c`."""
    joint = _locale(language).list_patterns["standard"]["middle"]
    found = ""
    for item in items:
        found = joint.replace("{0}", found).replace("{1}", item) if found else item
    return found


def joined(items: Sequence[str], language: str = ENGLISH, style: str = "standard") -> str:
    """Things as a part of a sentence: `a, b and c`; in the style `or`: `a, b or c`."""
    found = format_list(items, "or" if style == "or" else "standard", locale=_locale(language))
    if language == PSEUDO:
        for joint in (" and ", " or "):
            found = found.replace(f",{joint}", accented(joint)).replace(joint, accented(joint))
        return found
    # The house writes no comma before the last of several things.
    return found.replace(", and ", " and ").replace(", or ", " or ") if _locale(language).language == ENGLISH else found


def counted(value: float, forms: Mapping[str, str], language: str = ENGLISH) -> str:
    """A number of things: `1 share`, `2 shares`."""
    return forms.get(plural(value, language), forms.get("other", "{}")).format(number(value, language))


def chosen(phrase: Phrase, fields: Mapping[str, Any], language: str = ENGLISH) -> str:
    """The pattern of a phrase for these fields."""
    if isinstance(phrase, str):
        return phrase
    value = fields.get(phrase["on"], "")
    if (found := phrase.get("none" if value == "" else str(value))) is not None:
        return found
    form = plural(value, language) if isinstance(value, int) else "other"
    return phrase.get(form) or phrase["other"]


class _Filler(Formatter):
    """As `str.format`, with `{names:list}`, `{names:and}`, `{names:or}`, `{n:number}`, `{at:moment}`, `{n:share}`."""

    def __init__(self, language: str, counts: Counts) -> None:
        self.language, self.counts = language, counts

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "list":
                return listed(map(str, value), self.language)
            case "and" | "or":
                return joined([str(one) for one in value], self.language, format_spec)
            case "moment":
                return moment(value, self.language)
            case "number":
                return number(value, self.language)
            case kind if kind in self.counts:
                return counted(value, self.counts[kind], self.language)
            case _:
                return format(value, format_spec)


_ARTICLE = re.compile(r"\b([Aa]) (?={(\w+)(?::([\w ]+))?})")
_VOWEL = re.compile(r"(?:8|11|18)(?!\d)|[AEFHILMNORSX](?![a-z])|Electric")
"""What begins as if with a vowel when it is said: an 8 train, an R5 train, an Electric train."""


def agreeing(pattern: str, shown: Callable[[str, str], str], language: str = ENGLISH) -> str:
    """The pattern with the articles that English wants before its fields; `shown`: what stands in a field of a kind."""
    if language != ENGLISH or _ARTICLE.search(pattern) is None:
        return pattern
    return _ARTICLE.sub(lambda at: f"{at[1]}n " if _VOWEL.match(shown(at[2], at[3] or "")) else at[0], pattern)


_NONE: Counts = {}
_KIND = re.compile(r"{\w+:")


@cache
def is_plain(pattern: str) -> bool:
    """Has it fields alone, none of which is shown in a way of its own?"""
    return _KIND.search(pattern) is None


def fill(phrase: Phrase, fields: Mapping[str, Any], language: str = ENGLISH, counts: Counts = _NONE) -> str:
    """The phrase with its fields filled in."""
    filler = _Filler(language, counts)
    pattern = chosen(phrase, fields, language)
    pattern = agreeing(pattern, lambda name, kind: filler.format_field(fields[name], kind), language)
    return pattern.format(**fields) if is_plain(pattern) else filler.vformat(pattern, (), fields)
