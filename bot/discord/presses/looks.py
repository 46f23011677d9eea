"""Looking at a game, and showing it to everybody."""

from __future__ import annotations

from bot.discord.kit.press import Press


class Share(Press, name="share"):
    """Post a picture that somebody saw, showing only public information; `about` says which one of its kind."""

    game: int
    what: str
    about: str
