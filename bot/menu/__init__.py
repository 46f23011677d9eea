"""What a seat can do, as data: a game, a seat and words go in, a `Menu` comes out. No Discord, no request and no
database: whoever shows it, or speaks about it, starts here.
"""

from bot.menu.build import Menu, menu
from bot.menu.move.choices import Choice

__all__ = ["Choice", "Menu", "menu"]
