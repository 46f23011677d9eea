"""What is said in the words of one catalogue alone, whatever the view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.core.phrases import fill, joined, listed
from engine.words.catalogue import Catalogue


class Worded:
    """The words of a title in a language."""

    def __init__(self, words: Catalogue, language: str) -> None:
        self.words = words
        self.language = language

    def text(self, name: str, /, **fields: Any) -> str:
        """A caption, a heading or a line of a table."""
        return fill(self.words.texts[name], fields, self.language, self.words.counts)

    def line(self, name: str, /, **fields: Any) -> str:
        """A line or a heading for a terminal."""
        return fill(self.words.table[name], fields, self.language, self.words.counts)

    def listed(self, items: Iterable[str]) -> str:
        """Things one after the other."""
        return listed(items, self.language)

    def joined(self, items: Sequence[str]) -> str:
        """Things as a part of a sentence: this, that and another."""
        return joined(items, self.language)

    def color(self, name: str) -> str:
        """A colour of tiles; a phase may be called by one."""
        return self.words.colors.get(name, name)

    def phase(self, name: str) -> str:
        """A phase in a sentence: `green phase` where phases are called by colours, else `phase 3`."""
        called = "color_phase" if name in self.words.colors else "phase"
        return self.words.names[called].format(phase=self.color(name))

    def token(self, name: str) -> str:
        """A token that lies in a hex, in a sentence."""
        return self.words.values.get("sign", {}).get(name, name)

    def sign(self, name: str) -> str:
        """The caption of a token that lies in a hex, beside its picture."""
        return self.words.signs.get(name, name)

    def card(self, kind: str) -> str:
        """A kind of train before the word for trains; a language may call `2` something else."""
        return joined([self.text("card", kind=one) for one in kind.split(" or ")], self.language, "or")

    def cards(self, kinds: Iterable[str]) -> list[str]:
        """Kinds of train, each as in `card`."""
        return [self.card(kind) for kind in kinds]
