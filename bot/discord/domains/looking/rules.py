"""Search the rulebooks: /rule."""

from __future__ import annotations

from typing import Annotated

from bot.discord.domains.shared.request import Request
from bot.discord.kit.answers import answers
from bot.discord.kit.command import (
    MOST_CHOICES,
    Typed,
    command,
    matching,
)
from bot.discord.kit.pages import paged
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Reply, cut
from bot.discord.kit.say import say
from bot.errors import Refused, Stale
from bot.rulebook import (
    VARIANT,
    Private,
    Statement,
    about_private,
    ledgers,
    private_named,
    privates,
    search,
    section,
    section_name,
    sections,
)
from bot.safe_text import escaped
from engine.titles import title_named

WORDS = 60
"""The most characters of a search that a button carries."""


class Rule(Press, name="rule"):
    """Show a page of what was found in a rulebook."""

    title: str
    what: str
    page: int


@answers(Rule)
async def turn_page(request: Request, press: Rule) -> Reply:
    """Another page."""
    if press.title not in ledgers():
        raise Stale(say("old_button"))
    return shown(press.title, press.what, press.page)


def shown(title: str, what: str, page: int) -> Reply:
    """Find statements: by section if the text is a section's number, otherwise by words."""
    found = section(title, what) if what else []
    if found:
        head = say(
            "section", group="rule", title=title, section=_called(title, what.strip().removeprefix("§").strip(" ."))
        )
        return paged(head, _listed(found, title), page, lambda to: Rule(title=title, what=what, page=to))
    if private := private_named(title, what):
        head = say("private", group="rule", title=title, name=private.name)
        return paged(
            head, _of_private(private, title, what), page, lambda to: Rule(title=title, what=private.id, page=to)
        )
    found = search(title, what)
    if not found:
        raise Refused(say("nothing", group="rule", title=title))
    head = say("found", group="rule", title=title, what=escaped(what), count=len(found))
    return paged(head, _listed(found, title), page, lambda to: Rule(title=title, what=what, page=to))


def _called(title: str, section: str) -> str:
    """A section by its name, if it has one, or else by its number."""
    return section_name(title, section) or say("number", group="rule", section=section)


def _listed(found: list[Statement], title: str) -> list[str]:
    """Statements, one per line, with a heading for each section."""
    lines: list[str] = []
    before = ""
    for one in found:
        if one.section != before:
            lines.append(
                say("heading", group="rule", title=title, section=_called(title, one.section), topic=one.topic)
            )
            before = one.section
        lines.append(say("variant" if one.kind == VARIANT else "statement", group="rule", rule=one.rule))
        if one.edition_2012:
            lines.append(say("older_edition", group="rule", rule=one.edition_2012))
    return lines


def _of_private(private: Private, title: str, what: str) -> list[str]:
    """A private company: what it does, what the rulebook says about it, and other statements with its name."""
    money = title_named(title).currency.format
    _, told = about_private(title, private.id)
    more = [one for one in search(title, what) if one not in told]
    return [
        say(
            "private_line",
            group="rule",
            id=private.id,
            cost=money(private.cost),
            income=private.revenue,
            revenue=money(private.revenue),
        ),
        private.power,
        *_listed(told, title),
        *_listed(more, title),
    ]


async def find_rulebook(request: Request, what: str, title: str | None) -> tuple[str, str]:
    """Which rulebook is meant: the one named, the one at the start of the text, or that of the current game."""
    words = what.replace(":", " ").split()
    if title is None and len(words) > 1 and words[0] in ledgers():
        title = words.pop(0)
    found = title or await title_played_here(request)
    if found is None:
        raise Refused(say("which", group="rule", titles=ledgers()))
    return found, cut(" ".join(words), WORDS)


async def title_played_here(request: Request) -> str | None:
    """The title of the asker's games here, or of all their games, if it is the same for all."""
    mine = [row for row, _, _ in await request.table.games_of(request.user)]
    here = {row.title for row in mine if row.channel_id == request.channel}
    titles = here or {row.title for row in mine}
    return titles.pop() if len(titles) == 1 else None


async def suggest(request: Request, typed: str, title: str | None = None) -> list[tuple[str, str]]:
    """Complete sections by number and topic, then statements with the words."""
    title, what = await find_rulebook(request, typed, title)
    known = privates(title).values() if what else ()
    listed = [(say("private_choice", group="rule", id=one.id, name=one.name), one.id) for one in known]
    listed += [
        (say("choice", group="rule", section=_called(title, number), topic=topic), number)
        for number, topic in sections(title).items()
    ]
    found = matching(listed, what) if what else listed
    if len(found) < MOST_CHOICES and what:
        told = [
            (say("choice", group="rule", section=_called(title, one.section), topic=one.rule), one.id)
            for one in search(title, what)
        ]
        found = [*found, *told]
    # The value includes the title, so that the choice is looked up in the rulebook it came from.
    return [(label, f"{title} {value}") for label, value in found[:MOST_CHOICES]]


async def suggest_titles(request: Request, typed: str) -> list[tuple[str, str]]:
    """Rulebooks."""
    return matching([(name, name) for name in ledgers()], typed)


@command("rule")
async def show_rule(
    request: Request,
    what: Annotated[str, Typed(complete=suggest)],
    title: Annotated[str, Typed(complete=suggest_titles)] | None = None,
) -> Reply:
    """Show a section of a rulebook, or all statements with certain words."""
    found, asked = await find_rulebook(request, what, title)
    return shown(found, asked, 0)
