"""What `/rule` knows: the rulebooks, statement by statement, and the answers to everyday questions."""

from bot.rulebook.everyday import Entry, answer, ask, entry_named, everyday, telling_words
from bot.rulebook.facts import Setting
from bot.rulebook.statements import (
    VARIANT,
    Private,
    Statement,
    about_private,
    english,
    ledger,
    ledgers,
    private_named,
    privates,
    search,
    section,
    section_name,
    sections,
)

__all__ = [
    "VARIANT",
    "Entry",
    "Private",
    "Setting",
    "Statement",
    "about_private",
    "answer",
    "ask",
    "english",
    "entry_named",
    "everyday",
    "ledger",
    "ledgers",
    "private_named",
    "privates",
    "search",
    "section",
    "section_name",
    "sections",
    "telling_words",
]
