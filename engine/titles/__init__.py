"""The games of the family, one folder each: `t1870` is the title 1870. A title is imported when it is asked for."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.core.errors import IncompleteTitle, Unreadable
from engine.core.sentences import because
from engine.overlay import RULES, SITE, Overlay
from engine.title import Title

_extra: dict[str, Title] = {}


@cache
def _folders() -> dict[str, str]:
    """Name of a title -> its package, the latest year first."""
    names = [one.name for one in pkgutil.iter_modules(__path__) if one.ispkg and one.name.startswith("t")]
    return {name[1:]: f"{__name__}.{name}" for name in sorted(names, reverse=True)}


@cache
def _with_part(part: str) -> dict[str, str]:
    """Name of a title -> the package of a part that not every title's folder has."""
    here = Path(__path__[0])
    return {
        name: f"{package}.{part}"
        for name, package in _folders().items()
        if (here / f"t{name}" / part / "__init__.py").is_file()
    }


def _on_site() -> dict[str, str]:
    """What the titles' folders have for 18xx.games."""
    return _with_part("site")


def titles() -> list[str]:
    """Names of all titles that can be played."""
    return [*_folders(), *_extra]


def easiest_first() -> list[Title]:
    """All titles in the order in which somebody sees them who chooses one: those to begin with, the shortest first."""
    difficulties, lengths = ("beginners", "medium", "hard"), ("short", "medium", "long")

    def key(title: Title) -> tuple[int, int]:
        return difficulties.index(title.suits.difficulty), lengths.index(title.suits.length)

    return sorted(map(title_named, titles()), key=key)


def title_named(name: str) -> Title:
    """A title by its name."""
    if name in _extra:
        return _extra[name]
    if name not in _folders():
        raise Unreadable(
            because("There is no title {name!r}; there are {titles:list}.", name=name, titles=tuple(titles()))
        )
    return _loaded(name)[0]


@cache
def _loaded(name: str) -> tuple[Title, Overlay | None]:
    """A title of ours with its overlay, checked once."""
    from engine.check import check  # Only what somebody asks for is imported, and that goes for the checking too.

    title: Title = import_module(_folders()[name]).TITLE
    if title.id != name:
        raise IncompleteTitle(name, [f"Its folder is t{name}, and it calls itself {title.id!r}."])
    overlay: Overlay | None = import_module(f"{_on_site()[name]}.overlay").OVERLAY if name in _on_site() else None
    check(title, *([overlay.title] if overlay else []))
    return title, overlay


def title_for(name: str, options: Mapping[str, str]) -> Title:
    """The title by which a game with these options is played: by the rulebook, or as 18xx.games plays it."""
    overlay = overlay_of(name)
    if overlay is not None and options.get(RULES.name) == SITE:
        return overlay.title
    return title_named(name)


def setup_today(name: str, options: Mapping[str, str], setup: Mapping[str, Any]) -> dict[str, Any]:
    """The setup of a game that is begun now: what is given, and how it differs from games begun earlier."""
    overlay = overlay_of(name) if options.get(RULES.name) == SITE else None
    return {**(overlay.today if overlay else {}), **setup}


def every_title() -> list[Title]:
    """All titles by all rules that they can be played by."""
    overlays = [overlay_of(name) for name in titles()]
    return [title_named(name) for name in titles()] + [overlay.title for overlay in overlays if overlay]


def overlay_of(name: str) -> Overlay | None:
    """What 18xx.games plays differently in a title, if its games are played there."""
    return _loaded(name)[1] if name in _folders() else None


def register(title: Title) -> None:
    """Add a title that does not come with the engine, unless something is wrong with it."""
    from engine.check import check

    if title.id in _folders():
        raise IncompleteTitle(title.id, [f"There is a title {title.id!r} already."])
    check(title, every_option=True)
    _extra[title.id] = title


def titles_on_site() -> list[str]:
    """Names of the titles whose games 18xx.games and we can exchange."""
    return list(_on_site())


def site_package(name: str) -> str:
    """Where a title keeps the code that exchanges games with 18xx.games."""
    return _on_site()[name]


def titles_with_lessons() -> list[str]:
    """Names of the titles that teach how they are played."""
    return list(_with_part("lessons"))


def lessons_package(name: str) -> str:
    """Where a title keeps its lessons."""
    return _with_part("lessons")[name]
