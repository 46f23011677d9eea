"""The buttons with which people answer what is posted."""

from __future__ import annotations

from typing import Any

import discord
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.discord.games.presses.leagues import AcceptInLeague, DeclineInLeague
from bot.discord.games.presses.learn import FirstGame, learn_button
from bot.discord.games.presses.lobby import (
    AllowMirror,
    DeclineSeat,
    GiveSeat,
    Join,
    KeepSeat,
    LetNobodyAct,
    LetOrganiserAct,
    Organise,
    OrganiseNot,
    RefuseMirror,
    Settle,
    SettleNot,
    Start,
    TakeLateSeat,
    TakeSeat,
    open_button,
)
from bot.discord.games.presses.looks import Course, Review
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
from bot.store.rows import GATHERING, BankRow, GameRow, MirrorRow, OutboxRow, PersonRow, SeatAskRow, SeatRow, UndoAskRow
from bot.table.ground.counting import is_offered
from bot.table.play import telling
from bot.table.seats.consenting import open_question
from bot.table.seats.inviting import asked_to_organise
from bot.table.seats.settling import proposal_of
from engine.lessons import taught

MOST = 25
"""The most buttons of a message."""


def answers_to(row: OutboxRow, game: int, payload: dict[str, Any]) -> tuple[Button, ...]:
    """What a message asks for, as buttons."""
    match row.kind:
        case "reminder":
            mine = Turn(game=game, seat=payload.get("seat"))
            turn = Button(say("button_turn"), mine, discord.ButtonStyle.primary)
            mute = Button(say("button_mute"), Mute(game=game, seat=payload.get("seat", "")))
            # Whoever is pinged for somebody else is not away themselves.
            away = () if payload.get("stand_in") else (Button(say("button_away"), WriteAway()),)
            return (turn, mute, *away)
        case telling.DAILY:
            turns = [Turn(game=one["game"], seat=one["seat"]) for one in payload.get("turns", [])]
            return tuple(
                Button(say("button_turn_in", game=one.game), one, discord.ButtonStyle.primary) for one in turns[:MOST]
            )
        case telling.WELCOME:
            return welcome_buttons()
        case "ended" | "imported" if row.kind == "ended" or payload.get("over"):
            replay = Button(say("button_replay", group="history"), Course(game=game, what="animation"))
            chart = Button(say("button_chart", group="history"), Course(game=game, what="worth"))
            review = Button(say("button", group="review"), Review(game=game, part="story"))
            return (review, replay, chart)
        case "invited":
            return (Button(say("button_join"), Join(game=game), discord.ButtonStyle.success),)
        case "join" if payload.get("enough"):
            return (Button(say("button_start"), Start(game=game), discord.ButtonStyle.primary),)
        case "clock" if payload.get("offered"):
            take = TakeLateSeat(game=game, seat=payload.get("seat", ""))
            return (Button(say("button_take", group="sure"), take, discord.ButtonStyle.success),)
        case _:
            return _yes_and_no(row, game, payload)


def _yes_and_no(row: OutboxRow, game: int, payload: dict[str, Any]) -> tuple[Button, ...]:
    """The two answers to a question."""
    match row.kind:
        case "end_ask":
            proposal = payload.get("proposal", payload.get("last", 0))
            agree, disagree = Settle(game=game, proposal=proposal), SettleNot(game=game, proposal=proposal)
            return _yes_or_no(say("button_agree"), agree, say("button_disagree"), disagree)
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
        case "organiser_ask":
            asked = {"game": game, "asked": payload.get("asked", 0)}
            return _yes_or_no(say("button_organise"), Organise(**asked), say("button_decline"), OrganiseNot(**asked))
        case "mirror_ask":
            there = payload.get("channel", 0)
            allow, refuse = (say(name, group="spectate") for name in ("button_allow", "button_refuse"))
            return _yes_or_no(
                allow, AllowMirror(game=game, channel=there), refuse, RefuseMirror(game=game, channel=there)
            )
        case _:
            return ()


def welcome_buttons() -> tuple[Button, ...]:
    """What somebody can do who has never seen the bot: learn, play a robot, open a game."""
    label = say("button_robots", group="welcome")
    return (learn_button(discord.ButtonStyle.primary), Button(label, FirstGame(title=taught()[0])), open_button())


def _yes_or_no(yes: str, agree: Press, no: str, refuse: Press) -> tuple[Button, ...]:
    return (Button(yes, agree, discord.ButtonStyle.success), Button(no, refuse, discord.ButtonStyle.danger))


async def is_open(session: AsyncSession, game: GameRow, row: OutboxRow) -> bool:
    """Can a question in a game's channel still be answered?"""
    payload = row.payload
    match row.kind:
        case "end_ask":
            proposal = proposal_of(game)
            return proposal is not None and proposal.number == payload.get("proposal", payload.get("last", 0))
        case "invited" | "join":
            return game.status == GATHERING
        case "acts_ask":
            question = open_question(game)
            return question is not None and question.number == payload.get("question", 0)
        case "undo_ask":
            undo = await session.get(UndoAskRow, game.id)
            return undo is not None and undo.last == game.last and undo.epoch == game.epoch == payload.get("epoch", 0)
        case "seat_ask":
            seat = await session.get(SeatAskRow, (game.id, payload.get("seat", "")))
            return seat is not None and int(seat.asked_at.timestamp()) == payload.get("asked", 0)
        case "seat_offer":
            mine = SeatRow.game_id == game.id, SeatRow.seat == payload.get("seat", ""), col(SeatRow.user_id) < 0
            offered = (await session.exec(select(SeatRow.invited).where(*mine))).first()
            return offered is not None and offered in payload.get("ping", [])
        case "stand_in_ask":
            asker = await session.get(PersonRow, payload.get("by", 0))
            return asker is not None and asker.stand_in_asked == payload.get("to")
        case "organiser_ask":
            known = asked_to_organise(game)
            return known is not None and known["number"] == payload.get("asked")
        case "clock" if payload.get("offered"):
            return is_offered(game, await session.get(BankRow, (game.id, payload.get("seat", ""))))
        case "mirror_ask":
            mirror = await session.get(MirrorRow, (game.id, payload.get("channel", 0)))
            return mirror is not None and not (mirror.allowed or mirror.refused)
        case _:
            return True
