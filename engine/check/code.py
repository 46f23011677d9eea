"""What a title's own source shows: which frames it pushes and which events it emits."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from engine.core.verbs import Verb
from engine.title import Title

_PUSHED = re.compile(r'rule=(?:"(\w+)"|([\w.]+))')
_EMITTED = (re.compile(r'emit(?:_payment)?\(\s*"(\w+)"'), re.compile(r'Event\(\s*"(\w+)"'))


@dataclass(frozen=True)
class Code:
    """The modules of a title's own package that it uses."""

    modules: tuple[ModuleType, ...]
    text: str
    pushed: frozenset[str]
    """Rules of frames."""
    emitted: frozenset[str]
    """Kinds of event."""

    def names(self, word: str) -> bool:
        """Does the code contain this string anywhere?"""
        return f'"{word}"' in self.text


def own_code(*titles: Title) -> Code:
    """The code of titles that share a package."""
    homes = {seam.__module__ for one in titles for seam in (one.define, one.begin)}
    packages = {home.rpartition(".")[0] or home for home in homes}
    modules: dict[str, ModuleType] = {}
    todo = [sys.modules[name] for one in titles for name in _modules_of(one)]
    while todo:
        module = todo.pop()
        if module.__name__ in modules or not any(_within(module.__name__, package) for package in packages):
            continue
        modules[module.__name__] = module
        named = (one.__name__ if isinstance(one, ModuleType) else _module_of(one) for one in vars(module).values())
        todo += [sys.modules[name] for name in set(named) if name in sys.modules]
    sources = {name: _source(module) for name, module in modules.items()}
    return Code(
        modules=tuple(modules.values()),
        text="\n".join(sources.values()),
        pushed=frozenset(rule for name, text in sources.items() for rule in _pushed(modules[name], text)),
        emitted=frozenset(kind for text in sources.values() for form in _EMITTED for kind in form.findall(text)),
    )


def laws_of(law: Any) -> Iterator[Verb]:
    """A verb and the verbs it delegates to."""
    yield law
    parts: dict[str, Any] = getattr(law, "__dict__", {})
    for part in parts.values():
        if hasattr(part, "refuse"):
            yield from laws_of(part)


def seams_of(record: Any) -> Iterator[Any]:
    """Every value that a title, or one of its records, holds."""
    for field in fields(record):
        value = getattr(record, field.name)
        if is_dataclass(value) and not isinstance(value, type):
            yield from seams_of(value)
        elif isinstance(value, tuple):
            for one in cast("tuple[Any, ...]", value):
                yield from seams_of(one) if is_dataclass(one) else (one,)
        else:
            yield value


def _modules_of(title: Title) -> set[str]:
    laws = (type(law) for verb in title.verbs.values() for law in laws_of(verb))
    rules = (seam for rule in title.frames.values() for seam in seams_of(rule))
    found = {_module_of(one) for one in (*seams_of(title), *laws, *rules)}
    return {name for name in found if name in sys.modules}


def _module_of(thing: object) -> str:
    name = getattr(thing, "__module__", "")
    return name if isinstance(name, str) else ""


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _source(module: ModuleType) -> str:
    try:
        return Path(module.__file__ or "").read_text(encoding="utf-8")
    except OSError:  # Without source, there is nothing to check.
        return ""


def _pushed(module: ModuleType, text: str) -> Iterator[str]:
    for written, name in _PUSHED.findall(text):
        value: Any = written or module
        for part in name.split(".") if name else ():
            value = getattr(value, part, None)
        if isinstance(value, str):
            yield value
