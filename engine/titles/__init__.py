"""The games of the family, one folder each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from engine.errors import Unreadable
from engine.overlay import RULES, SITE, Overlay
from engine.sentences import because

if TYPE_CHECKING:
    from engine.exchange.site import Site
    from engine.title import Title

_KNOWN: dict[str, str] = {
    "1870": "engine.titles.t1870",
    "1839": "engine.titles.t1839",
    "1828": "engine.titles.t1828",
    "1843": "engine.titles.t1843",
}
_ON_SITE: dict[str, str] = {"1870": "engine.titles.t1870.site", "1828": "engine.titles.t1828.site"}
_extra: dict[str, Title] = {}


def titles() -> list[str]:
    """Names of all titles that can be played."""
    return [*_KNOWN, *_extra]


def title_named(name: str) -> Title:
    """A title by its name."""
    if name in _extra:
        return _extra[name]
    if name not in _KNOWN:
        raise Unreadable(
            because("There is no title {name!r}; there are {titles}.", name=name, titles=", ".join(titles()))
        )
    return import_module(_KNOWN[name]).TITLE


def title_for(name: str, options: Mapping[str, str]) -> Title:
    """The title by which a game with these options is played: by the rulebook, or as 18xx.games plays it."""
    overlay = overlay_of(name)
    if overlay is not None and options.get(RULES.name) == SITE:
        return overlay.title
    return title_named(name)


def every_title() -> list[Title]:
    """All titles by all rules that they can be played by."""
    overlays = [overlay_of(name) for name in titles()]
    return [title_named(name) for name in titles()] + [overlay.title for overlay in overlays if overlay]


def overlay_of(name: str) -> Overlay | None:
    """What 18xx.games reads otherwise in a title, if games of it are played there."""
    return import_module(f"{_ON_SITE[name]}.overlay").OVERLAY if name in _ON_SITE else None


def register(title: Title) -> None:
    """Add a title that does not come with the engine."""
    _extra[title.id] = title


def titles_on_site() -> list[str]:
    """Names of the titles whose games 18xx.games and we can exchange."""
    return list(_ON_SITE)


def site_part(name: str) -> Site:
    """How a title's games are exchanged with 18xx.games."""
    return import_module(_ON_SITE[name]).SITE
