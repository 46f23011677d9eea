"""Lessons: the list of them, one of them, and the first game after them."""

from __future__ import annotations

import discord

from bot.discord.kit.press import Press
from bot.discord.kit.reply import Button
from bot.discord.kit.say import say


class ShowLessons(Press, name="learn"):
    """Show the lessons, and which have been passed."""


class TakeUp(Press, name="lesson"):
    """Begin a lesson, or go on with it."""

    title: str
    lesson: str


class FirstGame(Press, name="first_game"):
    """Open a game against robots of the title that the lessons teach."""

    title: str


def learn_button(style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Button:
    """The way to the lessons."""
    return Button(say("button", group="learn"), ShowLessons(), style)
