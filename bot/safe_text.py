"""Make text that people typed harmless: it is displayed, and does nothing else in a message."""

from __future__ import annotations

import re
import unicodedata

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that are invisible."""
MARKS = 2
"""The most combining marks on one letter; more would cover the lines around it."""
_ALWAYS = r"[\\`*\[<]"
_IN_WORDS = r"(?<![^\W_])_|_(?![^\W_])|@(?=\w)|~(?=~)|(?<=~)~|\|(?=\|)|(?<=\|)\|"
_AT_LINE_START = r"(?m:^)[ \t]*(?:[#>+]|-(?=\s|[-#]|$))"
_LINKS = r"(?<=[A-Za-z0-9]):(?=//)|(?i:(?<=discord\.gg)|(?<=\.com)|(?<=dsc\.gg))/"
_LIST = re.compile(r"(?m)^([ \t]*\d+)([.)])(?=\s|$)")
_WORKS = re.compile(f"{_ALWAYS}|{_IN_WORDS}|{_AT_LINE_START}|{_LINKS}")


def legible(text: str) -> str:
    """The text without characters that a database rejects: null characters and surrogates."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode("utf-8")


def visible(text: str) -> str:
    """The visible part of a text, without direction changes, hidden characters or stacked accents."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if char in BLANK:
            kept.append(" ")
        elif (char == "\n" or kind[0] != "C") and marks <= MARKS:
            kept.append(char)
    return "".join(kept)


def escaped(text: str) -> str:
    """Escape the text so that Discord shows it literally: no links, mentions, headings, lists, code or spoilers."""
    return _LIST.sub(r"\1\\\2", _WORKS.sub(_escaped, visible(text)))


def _escaped(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\{match[0][-1]}"


def short_name(given: str, most: int = 32) -> str:
    """A name as one short line that is safe anywhere, even unescaped; empty if nothing is left."""
    found = visible(given)
    found = "".join(" " if c in "@<>`*_~|#\\[]" else c for c in found)
    found = " ".join(re.sub(r"://|(?<=\.[A-Za-z]{2})/|(?<=\.[A-Za-z]{3})/", " ", found).split())
    found = re.sub(r"^[-+.>\s]+", "", found)
    return re.sub(r"^(\d+)[.)](?=\s|$)", r"\1", found)[:most].strip()


class SafeText(str):
    """A text to fill into a sentence, escaped however the sentence shows it."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return escaped(str.__format__(self, spec))

    def __repr__(self) -> str:
        return escaped(str.__repr__(self))


_NUMBER = re.compile("-?[0-9]{1,19}")


def number(text: str) -> int | None:
    """A whole number in plain digits that can be stored; None if it is not one."""
    found = int(text) if _NUMBER.fullmatch(text) else None
    return found if found is not None and abs(found) < 2**63 else None
