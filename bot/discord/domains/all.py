"""All domains together: each adds its commands and answers when it is imported."""

# pyright: reportUnusedImport=false

from __future__ import annotations

from bot.discord.domains.exploring import explore, explore_lines  # noqa: F401
from bot.discord.domains.games import (  # noqa: F401
    files,
    listing,
    lobby,
    organising,
    seeking,
    settings,
)
from bot.discord.domains.leagues import leading, leagues, standings  # noqa: F401
from bot.discord.domains.learning import learning  # noqa: F401
from bot.discord.domains.looking import (  # noqa: F401
    cards,
    describing,
    helping,
    history,
    looking,
    news,
    rules,
    sharing,
    titles,
)
from bot.discord.domains.people import (  # noqa: F401
    notes,
    person,
    spectating,
    spectators,
)
from bot.discord.domains.reviews import reviewing
from bot.discord.domains.shared.looks import Look, show_command
from bot.discord.domains.turns import (  # noqa: F401
    ahead,
    moves,
    special,
    takeback,
)
from bot.discord.kit.command import TYPED, Command

LOOKS: dict[str, Look] = {
    **looking.LOOKS,
    **describing.LOOKS,
    **cards.LOOKS,
    **news.LOOKS,
    **history.LOOKS,
    **reviewing.LOOKS,
    **spectating.LOOKS,
}
COMMANDS: tuple[Command, ...] = (*moves.COMMANDS, *TYPED, show_command(LOOKS))
