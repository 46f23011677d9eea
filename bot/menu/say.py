"""The sentences of menus, one catalogue per language."""

from bot.catalogue import MENU

say = MENU.say
