"""The buttons with which people answer what is posted."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.games.presses.leagues import AcceptInLeague, DeclineInLeague
from bot.discord.games.presses.lobby import (
    AllowMirror,
    DeclineSeat,
    GiveSeat,
    Join,
    KeepSeat,
    LetNobodyAct,
    LetOrganiserAct,
    RefuseMirror,
    Settle,
    SettleNot,
    Start,
    TakeSeat,
)
from bot.discord.games.presses.looks import Course
from bot.discord.games.presses.moves import Turn
from bot.discord.games.presses.person import (
    AgreeToStandIn,
    DeclineToStandIn,
    Mute,
    WriteAway,
)
from bot.discord.games.presses.takeback import UndoAllowed, UndoRefused
from bot.discord.kit.press import Press
from bot.discord.kit.reply import (
    Button,
)
from bot.discord.kit.say import say
from bot.store.rows import OutboxRow
from bot.table.play import telling


def answers_to(row: OutboxRow, game: int, payload: dict[str, Any]) -> tuple[Button, ...]:
    """The answers to a question, as buttons."""
    match row.kind:
        case "reminder":
            mine = Turn(game=game, seat=payload.get("seat"))
            turn = Button(say("button_turn"), mine, discord.ButtonStyle.primary)
            mute = Button(say("button_mute"), Mute(game=game, seat=payload.get("seat", "")))
            # Whoever is pinged for somebody else is not away themselves.
            away = () if payload.get("stand_in") else (Button(say("button_away"), WriteAway()),)
            return (turn, mute, *away)
        case "ended":
            replay = Button(say("button_replay", group="history"), Course(game=game, what="animation"))
            chart = Button(say("button_chart", group="history"), Course(game=game, what="worth"))
            return (replay, chart)
        case "end_ask":
            proposal = payload.get("proposal", payload.get("last", 0))
            agree, disagree = Settle(game=game, proposal=proposal), SettleNot(game=game, proposal=proposal)
            return _yes_or_no(say("button_agree"), agree, say("button_disagree"), disagree)
        case "invited":
            return (Button(say("button_join"), Join(game=game), discord.ButtonStyle.success),)
        case "join" if payload.get("enough"):
            return (Button(say("button_start"), Start(game=game), discord.ButtonStyle.primary),)
        case "acts_ask":
            question = payload.get("question", 0)
            agree, disagree = LetOrganiserAct(game=game, question=question), LetNobodyAct(game=game, question=question)
            return _yes_or_no(say("button_agree"), agree, say("button_disagree"), disagree)
        case "undo_ask":
            question = payload.get("epoch", 0)
            agree, disagree = UndoAllowed(game=game, question=question), UndoRefused(game=game, question=question)
            return _yes_or_no(say("button_agree"), agree, say("button_disagree"), disagree)
        case "stand_in_ask":
            agree, decline = AgreeToStandIn(person=payload.get("by", 0)), DeclineToStandIn(person=payload.get("by", 0))
            return _yes_or_no(say("button_agree"), agree, say("button_decline"), decline)
        case "seat_ask":
            asked = {"game": game, "seat": payload.get("seat", ""), "asked": payload.get("asked", 0)}
            return _yes_or_no(say("button_seat_keep"), KeepSeat(**asked), say("button_seat_give"), GiveSeat(**asked))
        case "seat_offer":
            seat = payload.get("seat", "")
            take, refuse = (say(name, group="files") for name in ("button_take", "button_not_me"))
            return _yes_or_no(take, TakeSeat(game=game, seat=seat), refuse, DeclineSeat(game=game, seat=seat))
        case telling.LEAGUE if payload.get("ask"):
            asked = {"league": payload["league"], "what": payload["ask"], "since": payload["since"]}
            yes, no = say("button_take", group="league"), say("button_rather_not", group="league")
            return _yes_or_no(yes, AcceptInLeague(**asked), no, DeclineInLeague(**asked))
        case "mirror_ask":
            there = payload.get("channel", 0)
            allow, refuse = (say(name, group="spectate") for name in ("button_allow", "button_refuse"))
            return _yes_or_no(
                allow, AllowMirror(game=game, channel=there), refuse, RefuseMirror(game=game, channel=there)
            )
        case _:
            return ()


def _yes_or_no(yes: str, agree: Press, no: str, refuse: Press) -> tuple[Button, ...]:
    return (Button(yes, agree, discord.ButtonStyle.success), Button(no, refuse, discord.ButtonStyle.danger))
