"""Everyday questions, and the rulebooks: /rule."""

from __future__ import annotations

import asyncio
from typing import Annotated

from bot.discord.domains.shared.pages import paged
from bot.discord.domains.shared.request import Request
from bot.discord.kit.answers import answers
from bot.discord.kit.command import (
    MOST_CHOICES,
    Typed,
    command,
    matching,
)
from bot.discord.kit.press import Press
from bot.discord.kit.reply import Reply, cut
from bot.discord.kit.say import say
from bot.errors import Refused, Stale
from bot.rulebook import (
    VARIANT,
    Entry,
    Private,
    Setting,
    Statement,
    about_private,
    answer,
    ask,
    entry_named,
    everyday,
    ledgers,
    private_named,
    privates,
    search,
    section,
    section_name,
    sections,
    telling_words,
)
from bot.safe_text import escaped
from bot.store.rows import GameRow
from engine.titles import title_named

WORDS = 60
"""The most characters of a search that a button carries."""
NUMBERED = "§0123456789"
"""How the number of a section begins."""
FIRST = 5
"""How many everyday questions stand first while somebody types."""


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
    return await _found(request, press.title, press.what, press.page)


async def _found(request: Request, title: str, what: str, page: int) -> Reply:
    """What somebody means: a private company, a section, an everyday question, or statements by words."""
    statements = section(title, what) if what else []
    entry = entry_named(title, what) or next(iter(ask(title, what)), None)
    if not statements and (private := private_named(title, what)):
        head = say("private", group="rule", title=title, name=private.name)
        lines, what = _of_private(private, title, what), private.id
    elif statements and (what[0] in NUMBERED or entry is None):
        head, lines = _section_head(title, what), _listed(statements, title)
    elif entry is not None:
        head = _section_head(title, what) if statements else say("answered", group="rule", title=title, name=entry.name)
        more = statements or search(title, " ".join(telling_words(what)))
        lines = [await _answer(request, title, entry), *_listed(more, title)]
    elif statements := search(title, what):
        head = say("found", group="rule", title=title, what=escaped(what), count=len(statements))
        lines = _listed(statements, title)
    else:
        raise Refused(say("nothing", group="rule", title=title))
    return paged(head, lines, page, lambda to: Rule(title=title, what=what, page=to))


def _section_head(title: str, what: str) -> str:
    """What a section's page is called."""
    return say("section", group="rule", title=title, section=_called(title, what.strip().removeprefix("§").strip(" .")))


async def _answer(request: Request, title: str, entry: Entry) -> str:
    """The answer to an everyday question, with the numbers of the asker's game."""
    setting = await _setting(request, title)
    return await asyncio.to_thread(answer, setting, entry.key)


async def _setting(request: Request, title: str) -> Setting:
    """The title as the asker plays it; as it is usually played if they are in no game of it."""
    rows = [row for row, _, _ in await request.table.games_of(request.user) if row.title == title]
    row: GameRow | None = min(rows, key=lambda one: one.channel_id != request.channel, default=None)
    return Setting(title) if row is None else Setting(title, tuple(sorted(row.options.items())), row.places)


def _called(title: str, section: str) -> str:
    """A section by its name, if it has one, or else by its number."""
    return section_name(title, section) or say("number", group="rule", section=section)


def _listed(statements: list[Statement], title: str) -> list[str]:
    """Statements, one per line, with a heading for each section."""
    lines: list[str] = []
    before = ""
    for statement in statements:
        if statement.section != before:
            lines.append(
                say(
                    "heading",
                    group="rule",
                    title=title,
                    section=_called(title, statement.section),
                    topic=statement.topic,
                )
            )
            before = statement.section
        lines.append(say("variant" if statement.kind == VARIANT else "statement", group="rule", rule=statement.rule))
        if statement.edition_2012:
            lines.append(say("older_edition", group="rule", rule=statement.edition_2012))
    return lines


def _of_private(private: Private, title: str, what: str) -> list[str]:
    """A private company: what it does, what the rulebook says about it, and other statements with its name."""
    money = title_named(title).currency.format
    _, about = about_private(title, private.id)
    more = [one for one in search(title, what) if one not in about]
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
        *_listed(about, title),
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
    """Complete everyday questions, sections by number and topic, then statements with the words."""
    title, what = await find_rulebook(request, typed, title)
    known = privates(title).values() if what else ()
    listed = [(one.name, one.name) for one in everyday(title)] if what else []
    listed += [(say("private_choice", group="rule", id=one.id, name=one.name), one.id) for one in known]
    listed += [
        (say("choice", group="rule", section=_called(title, number), topic=topic), number)
        for number, topic in sections(title).items()
    ]
    found = matching(listed, what) if what else listed
    meant = [(one.name, one.name) for one in ask(title, what)] if what else []
    found = list(dict.fromkeys([*meant[:FIRST], *found]))
    if len(found) < MOST_CHOICES and what:
        rules = [
            (say("choice", group="rule", section=_called(title, one.section), topic=one.rule), one.id)
            for one in search(title, what)
        ]
        found = [*found, *rules]
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
    """Answer a question about a game, or show a section of its rulebook."""
    found, asked = await find_rulebook(request, what, title)
    return await _found(request, found, asked, 0)
