"""Which function answers which press, and which presses open which form."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import discord

from bot.discord.kit.form import Form, Line, Sheet, Stamp
from bot.discord.kit.press import Press, slots_of
from bot.discord.kit.reply import Button, Part, Reply
from bot.discord.kit.request import Request
from bot.discord.kit.say import error_text, say
from bot.errors import (
    NotYours,
    Refused,
    Stale,
    Trouble,
)
from bot.store import AlreadyDone, Asked
from engine import EngineError
from engine.words.buttons import capital

P = TypeVar("P", bound=Press)
R = TypeVar("R", bound="Reply | None")
Work = Callable[[Any, P], Awaitable[Reply | None]]
"""Answers a press of the bot's kind of request."""
Function = Callable[[Any, P], Coroutine[Any, Any, R]]
Again = Callable[[Any, P, str], Awaitable[Reply]]
"""Shows a panel again after something sent from it was refused, with the reason."""


@dataclass(frozen=True)
class Answer:
    """The function that answers a press."""

    work: Work[Any]
    again: Again[Any] | None = None

    async def __call__(self, request: Request, press: Press, line: Sequence[str] = ()) -> Reply | None:
        """Answer; a refusal may show the panel again, so that something else can be tried. `line`: what was typed into
        a form with one line, with which its button opens it again.
        """
        try:
            return await self.work(request, press)
        except (Refused, EngineError) as e:
            if self.again is None or isinstance(e, (Stale, NotYours, Trouble)):
                raise
            reply = await self.again(request, press, capital(error_text(e)))
            return replace(reply, rows=tuple(_filled(one, type(press), tuple(line)) for one in reply.rows))


def _filled(part: Part, sends: type[Press], line: tuple[str, ...]) -> Part:
    """A row whose button for this form opens it with what was typed."""
    if not isinstance(part, tuple):
        return part
    opens = [(one, FORMS.get(type(one.press))) for one in part]
    return tuple(replace(one, filled=line) if form and form.sends is sends else one for one, form in opens)


Asking = Callable[[Any, P], Awaitable[Sheet]]
"""Builds a form from the press that opens it, within the three seconds that Discord allows."""


@dataclass(frozen=True)
class Opening:
    """A form: the presses that open it and that it becomes when it is sent, and what it asks."""

    press: type[Press]
    sends: type[Press]
    sheet: Asking[Any]
    typed: str = ""
    """The command that does the same; what is in braces is a field of the press."""
    stamped: bool = True
    """Is what it showed compared when it is sent, and is it done once however often it is sent?"""
    older: bool = False
    """Did older versions show it without a stamp?"""

    async def form(self, request: Request, press: Press, filled: Sequence[str] = ()) -> Form:
        """The form that this press opens, filled in as it was sent before, if it was refused."""
        sheet = await self.sheet(request, press)
        stamp = Stamp(request.interaction.id, sheet.mark(request.user)) if self.stamped else None
        return Form(self.sends, press.texts(), sheet.filled(filled), stamp)

    def command(self, press: Press) -> str:
        """The command that does the same as this press; empty if there is none."""
        return self.typed.format_map(dataclasses.asdict(cast("Any", press)))

    def again(self, sent: Press) -> Press:
        """The press that opened it."""
        fields = dataclasses.fields(cast("Any", self.press))
        return self.press(**{one.name: getattr(sent, one.name) for one in fields})


ANSWERS: dict[type[Press], Answer] = {}
FORMS: dict[type[Press], Opening] = {}
SENT: dict[type[Press], Opening] = {}
"""By the presses that stamped forms send."""


def answers(press: type[P], again: Again[P] | None = None) -> Callable[[Function[P, R]], Function[P, R]]:
    """The decorated function answers this press."""

    def answered(work: Function[P, R]) -> Function[P, R]:
        _check_unanswered(press)
        ANSWERS[press] = Answer(work, again)
        return work

    return answered


def asks(press: type[P], sends: type[Press], typed: str, *, older: bool = False) -> Callable[[Asking[P]], Asking[P]]:
    """The decorated function builds the form that this press opens; what is filled in becomes the last fields of the
    press that the form sends, in their order. It is built again when it is sent, so that whoever may not open it may
    not send it either, and nothing is changed that no longer is as it was shown. `typed` is the command that does the
    same.
    """
    _check_unanswered(press)
    before = slots_of(press)
    if slots_of(sends)[: len(before)] != before:
        raise ValueError(f"{sends.name} lacks fields of {press.name}")
    if sends in SENT:
        raise ValueError(f"two forms send {sends.name}")

    def asked(sheet: Asking[P]) -> Asking[P]:
        FORMS[press] = SENT[sends] = Opening(press, sends, sheet, typed, older=older)
        return sheet

    return asked


async def answer_form(
    request: Request, answer: Answer, press: Press, stamp: Stamp | None, values: Sequence[str]
) -> Reply | None:
    """Do what a stamped form asks for. What is refused is said beside a button that opens it again as it was filled in;
    if what it showed has changed, as things stand now.
    """
    again = SENT[type(press)].again(press)
    try:
        if stamp is None:
            raise Stale(say("form_old"))
        try:
            await request.bot.db.check_new(Asked(stamp.opened))
        except AlreadyDone:
            raise Stale(say("form_done")) from None
        (await SENT[type(press)].sheet(request, again)).check(stamp.mark, request.user, values)
        return await answer(request, press)
    except (Refused, EngineError) as e:
        if isinstance(e, Trouble):
            raise
        filled = () if isinstance(e, Stale) else tuple(values)
        button = Button(say("button_form_again"), again, filled=filled)
        return Reply(capital(error_text(e)), rows=((button,),), beside=not _says_refusal(request.interaction.message))


def _says_refusal(message: discord.Message | None) -> bool:
    """Is this what was said when the form was refused before? Then it need not stay."""
    rows = [] if message is None else [one for one in message.components if isinstance(one, discord.ActionRow)]
    return [getattr(one, "label", "") for row in rows for one in row.children] == [say("button_form_again")]


def opens(press: type[Press], sends: type[Press], title: str, label: str, most: int = 200) -> None:
    """This press opens a form with one line; what is typed becomes the last field of the press that the form sends."""
    _check_unanswered(press)
    if not sends.continues(press):
        raise ValueError(f"{sends.name} lacks fields of {press.name}, or a last one for what is typed")

    async def sheet(request: Request, press: Press) -> Sheet:
        return Sheet(say(title), (Line(say(label), most=most),))

    FORMS[press] = Opening(press, sends, sheet, stamped=False)


def _check_unanswered(press: type[Press]) -> None:
    if press in ANSWERS or press in FORMS:
        raise ValueError(f"{press.name} is answered twice")
