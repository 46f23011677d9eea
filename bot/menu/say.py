"""The sentences of menus; they stand in one catalogue with those around them."""

from bot.catalogue import DISCORD

say = DISCORD.say
