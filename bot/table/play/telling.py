"""Announcements: what to say about a change of a game, and to whom, as outbox rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

from msgspec.structs import replace
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store.league_rows import LeagueRow
from bot.store.rows import (
    MOVE,
    REDO,
    REPLACE,
    START,
    STOP,
    UNDO,
    GameRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    SeatRow,
)
from bot.table.ground.clocks import DAILY, is_daily, person_to_ping
from bot.table.ground.say import reason_text, say
from bot.table.ground.services import LoadedGame, Services
from bot.table.ground.settings import CALLS, personal_setting
from bot.table.play.condensed import BETWEEN, condensed, of_others, says_nothing
from bot.table.play.orders.kinds import order_of
from bot.table.play.orders.wording import Wording
from bot.table.play.playing import MoveResult, Step
from engine import Event, Game
from engine.core.events import IDLE
from engine.core.sentences import decode_sentence
from engine.core.state import Clock, End
from engine.titles import title_for
from engine.view import DecisionView, View, seen, view
from engine.words import OptionTexts, Words
from engine.words.speak import TURN

COPY = "copy"
TROUBLE = "trouble"
"""The kinds that are warnings, which must reach somebody."""
QUIET = timedelta(minutes=2)
"""How long after a ping about changed rules further changes ping nobody."""
WIDENED = "widened"
"""The kind of announcements that people may see or do more than before."""
WELCOME = "welcome"
"""The kind of announcement with which the bot introduces itself to a server."""
LEAGUE = "league"
"""The kind of announcements in a league's channel."""
ANEW = timedelta(minutes=10)
"""How long before a question can be posted again, since its message may have been deleted."""
KINDS = frozenset(
    {
        *(START, MOVE, UNDO, REDO, REPLACE, STOP, COPY, TROUBLE),
        *(
            "join",
            "leave",
            "rules",
            "organiser",
            "call",
            "reminder",
            "clock",
            "idle",
            "imported",
            "ended",
            "invited",
            "called",
            DAILY,
            "organiser_ask",
            "organiser_declined",
            "end_ask",
            "end_declined",
        ),
        *("secret", "order", "standing", "standing_off"),
        *(
            "undo_ask",
            "undo_declined",
            "seat_ask",
            "seat_kept",
            "seat_offer",
            "seat_declined",
            "mirror_ask",
            "mirror_on",
            "stand_in_ask",
            "stand_in_told",
            "acts_ask",
            "acts_told",
            WIDENED,
            WELCOME,
            LEAGUE,
        ),
    }
)
"""All kinds of announcements. A test follows each to the people it reaches."""


def nonce(*parts: object) -> str:
    """An announcement's nonce, the same for every attempt, and short enough for Discord."""
    return blake2b("/".join(map(str, parts)).encode(), digest_size=12).hexdigest()


def channel(channel_id: int) -> str:
    """The target of a channel."""
    return f"channel:{channel_id}"


def person(user_id: int) -> str:
    """The target of a person."""
    return f"person:{user_id}"


def row(target: str, kind: str, key: str, now: datetime, game_id: int | None, number: int, **payload: Any) -> OutboxRow:
    """An outbox row. `key` distinguishes it from all others of the same game. Only people are pinged."""
    if kind not in KINDS:
        raise ValueError(f"{kind} is not among the announcements that there are")
    if "ping" in payload:
        payload["ping"] = [user for user in payload["ping"] if user > 0]
    return OutboxRow(
        target=target,
        game_id=game_id,
        number=number,
        kind=kind,
        payload=payload,
        nonce=nonce(game_id, number, kind, key),
        created_at=now,
        due_at=now,
    )


def to_table(game: GameRow, kind: str, key: str, now: datetime, **payload: Any) -> OutboxRow:
    """An announcement in a game's channel."""
    return row(channel(game.channel_id), kind, key, now, game.id or 0, game.last, **payload)


def tell(
    services: Services, session: AsyncSession, game: GameRow, kind: str, about: object, *text: str, **payload: Any
) -> None:
    """Announce in a game's channel what may be said again about the same at another time."""
    now = services.clock()
    session.add(to_table(game, kind, f"{about} {now.isoformat()}", now, text=list(text), **payload))


def place_of(game: GameRow, shown: View) -> str:
    """The heading of a post: the game and the round."""
    words = Words(shown)
    if lesson := words.words.lessons.get(game.lesson):
        return say("place_of_lesson", lesson=lesson.name, place=words.place)
    return say("place_of_copy", game=game.copy_of, place=words.place) if game.is_copy else words.place


def headed(game: GameRow, before: Game, played: MoveResult, shown: View) -> dict[str, Any]:
    """The heading of a post that begins with these moves, the round of its first line and who is at its turn; the
    `rounds` from that line to what is asked after it; and whether an operating round or a turn of a company `opens`
    with them, which is long, so that it begins a post rather than break in its middle. A stock round's first line would
    stand there alone until the next ping.
    """
    events = [event for step in played.steps for event in step.events if not says_nothing(event)]
    began = [replace(shown, clock=_clock_of(event), end=None) for event in events if event.kind == "round"]
    first = events[0].kind if events else ""
    if first == "":
        return placed(game, shown) | {"opens": False}
    if first == "round":
        return placed(game, *began, shown) | {"opens": bool(shown.clock.of)}
    then = view(before)
    head = placed(game, then, *began, shown)
    if first == "operates":
        return head | {"opens": True}
    turns = [one.subject for one in then.agenda if one.rule == TURN]
    return head | {"place": say("place_of_turn", place=head["place"], company=turns[-1])} if turns else head


def _clock_of(event: Event) -> Clock:
    """Where the sequence of play is with the round that begins in this event."""
    turn, _, number = str(event.data.get("called", event.data["number"])).partition(".")
    return Clock(turn=int(turn), round=str(event.data["round"]), number=int(number or 0), of=int(number or 0))


def placed(game: GameRow, first: View, *later: View) -> dict[str, Any]:
    """The heading of a post that begins here, and the rounds with which it begins, goes on and ends."""
    rounds = [Words(one).short_round for one in (first, *(later or [first]))]
    return {"place": place_of(game, first), "rounds": rounds}


def calling(seats: Iterable[SeatRow], people: dict[int, PersonRow], now: datetime, asker: int = 0) -> dict[str, Any]:
    """The part of a payload that asks whoever may act in these seats now to decide, and says why it is them. `asker`:
    whose question it is; a stand-in does not answer their own.
    """
    called = [(seat, person_to_ping(seat, people, now, asker)) for seat in seats if seat.has_person]
    why = [say("stands_in_for", person=user, name=seat.name) for seat, user in called if user != seat.user_id]
    return {"ping": list(dict.fromkeys(user for _, user in called)), "why": list(dict.fromkeys(why))}


def calling_to_move(seats: Iterable[SeatRow], people: dict[int, PersonRow], now: datetime) -> dict[str, Any]:
    """The same for turns: whoever wants one message a day is not pinged for theirs."""
    return calling([one for one in seats if not hears_daily(one, people, now)], people, now)


def hears_daily(seat: SeatRow, people: dict[int, PersonRow], now: datetime) -> bool:
    """Does whoever decides in a seat hear of it in their daily message?"""
    return is_daily(people.get(person_to_ping(seat, people, now)))


def personal_call(
    game: GameRow,
    people: dict[int, PersonRow],
    user: int,
    key: str,
    text: str,
    now: datetime,
    number: int,
    seat: SeatRow,
) -> list[OutboxRow]:
    """The same ping as a direct message, for people who want that."""
    found = people.get(user)
    if found is None or personal_setting(found, "calls") != CALLS[1]:
        return []
    why = [say("stands_in_for", person=user, name=seat.name)] if user != seat.user_id else list[str]()
    lines = [*why, text, say("called_where", channel=game.channel_id)]
    return [row(person(user), "called", key, now, game.id or 0, number, text=lines, seat=seat.seat)]


def to_league(league: LeagueRow, key: object, now: datetime, **payload: Any) -> OutboxRow:
    """An announcement in a league's channel."""
    payload |= {"league": league.id, "ping": [user for user in payload.get("ping", []) if user > 0]}
    mark = nonce("league", league.id, key)
    target = channel(league.channel_id)
    return OutboxRow(target=target, kind=LEAGUE, payload=payload, nonce=mark, created_at=now, due_at=now)


def warning(game: GameRow, name: str, mark: object, text: str, now: datetime, to: int | None = None) -> OutboxRow:
    """A warning to the organiser, or somebody else, that something is lost. `name` is its key in the game's row."""
    hears, key = game.organiser_id if to is None else to, f"{name} {mark} {now.isoformat()}"
    payload = {"text": [text], "about": name, "warning": key, "meant": hears}
    return row(person(hears), TROUBLE, key, now, game.id or 0, game.last, **payload)


async def rules_changed(
    session: AsyncSession, game: GameRow, before: dict[str, str], others: list[int], now: datetime
) -> OutboxRow | None:
    """Tell those who have joined about changed rules; None if nobody has, or nothing has changed."""
    said = OptionTexts(title_for(game.title, game.options))
    changed = [
        say("rule", name=said.name(name), value=said.value(name, value))
        for name, value in game.options.items()
        if before.get(name) != value and said.option(name) is not None
    ]
    if not changed or not others:
        return None
    latest = select(OutboxRow.created_at).where(OutboxRow.game_id == game.id, OutboxRow.kind == "rules")
    called = (await session.exec(latest.order_by(col(OutboxRow.id).desc()))).first()
    ping = [] if called is not None and abs(now - called) < QUIET else others
    text = say("rules_changed", changed=changed)
    return to_table(game, "rules", now.isoformat(), now, text=[text], ping=ping)


def sentences(played: MoveResult, shown: View, knowing: Collection[str] = (), reader: str = "") -> list[dict[str, Any]]:
    """Each move's public sentences, without those of events of which these seats are told more; `reader`: the seat of
    whoever reads them alone.
    """
    words = Words(shown, reader=reader)
    moves: list[dict[str, Any]] = []
    for step in played.steps:
        shared = [event for event in step.events if not (event.secret and set(event.audience) & set(knowing))]
        shared = [event for event in shared if not (step.silent and event.kind in IDLE)]
        moves.append({"seat": step.seat, "text": [words.event(seen(event)) for event in shared]})
    return moves


def announced(played: MoveResult, shown: View, *, by_clock: bool = False) -> list[dict[str, Any]]:
    """Each move's public sentences for a channel, and which tell only of others; orders' moves in a row are marked
    once; `by_clock`: the first move was made because somebody's time was up.
    """
    words, moves = Words(shown), list[dict[str, Any]]()
    ordered = list[str]()
    first: dict[str, Any] = {}
    for step in played.steps:
        lines = condensed(step.events, words)
        others = of_others(step.events, words, step.seat)
        moves.append({"seat": step.seat, "text": lines} | ({"others": others} if others else {}))
        if step.order is None or not lines:
            continue
        if ordered:
            first |= {"others": moves[-1].pop("others", [])}
            moves[-1]["text"] = []
        else:
            first = moves[-1]
        ordered.append(lines[0])
        name = "by_order" if len(ordered) == 1 else "by_orders"
        first["text"] = [say(name, text=BETWEEN.join(ordered)), *lines[1:]]
        if lines[1:]:
            # What follows from a move comes before the next one.
            ordered = []
    if by_clock:
        moves[0] = {"seat": moves[0]["seat"], "text": [say("by_clock", text=" ".join(moves[0]["text"]))]}
    return moves


def secrets(played: MoveResult, loaded: LoadedGame) -> dict[int, list[str]]:
    """Each person's private sentences, in their own language, in order."""
    lines: dict[int, list[str]] = {}
    for seat, events in _private(played.steps).items():
        if not loaded.owner(seat).has_person:
            continue
        with loaded.speaking_to(seat):
            words = Words(view(played.game, seat), reader="" if loaded.row.is_copy else seat)
        lines[loaded.owner(seat).user_id] = [words.event(event) for event in events]
    return lines


def _private(steps: list[Step]) -> dict[str, list[Event]]:
    private: dict[str, list[Event]] = {}
    for step in steps:
        for event in step.events:
            for seat in event.audience if event.secret else ():
                private.setdefault(seat, []).append(event)
    return private


def decisions(shown: View, reader: str = "") -> dict[str, tuple[DecisionView, str]]:
    """Who must act, with their decisions in words; `reader`: the seat of whoever alone reads them."""
    words = Words(shown, reader=reader)
    return {one.seat: (one, words.decision(one)) for one in shown.decisions}


def asking(shown: View, seats: Collection[SeatRow], ping: Collection[int]) -> dict[str, list[str]]:
    """The part of a payload that asks these seats, and then all others, to decide; with a mention for the name of each
    who is pinged for their own seat.
    """
    mentions = {one.seat: f"<@{one.user_id}>" for one in seats if one.has_person and one.user_id in ping}
    mentioned = [replace(one, name=mentions.get(one.id, one.name)) for one in shown.seats]
    named, called = decisions(shown), decisions(replace(shown, seats=mentioned))
    order = sorted(named, key=lambda seat: seat not in [one.seat for one in seats])
    return {"waits": [named[seat][1] for seat in order], "calls": [called[seat][1] for seat in order]}


LONG = 30
"""A name of so many characters is said once in a message, and then by its symbol."""


def long_names(shown: View, moves: Sequence[Mapping[str, Any]], more: Iterable[str]) -> dict[str, str]:
    """The long names of private companies in a text, each with the symbol by which it goes, unless a company has it
    too.
    """
    text = "\n".join([*(line for move in moves for line in move["text"]), *more])
    taken = {one.symbol for one in (*shown.companies, *shown.builders)}
    long = [one for one in shown.privates if len(one.name) >= LONG and one.id not in taken]
    return {one.name: one.id for one in long if one.name in text}


def order_text(order: OrderRow, title: str) -> str:
    """An order in words."""
    return order_of(order.kind, order.terms).text(Wording.of(title))


def result(shown: View) -> list[str]:
    """A finished game's winners, and everybody's worth in order."""
    return [] if shown.end is None else ranking(shown.end, Words(shown))


def ranking(end: End, words: Words) -> list[str]:
    """The winners, and all players by net worth."""
    lines = [say("won", names=[words.holder(seat) for seat in end.winners])] if end.winners else [say("nobody_won")]
    ranked = sorted(end.worth, key=lambda seat: (seat not in end.winners, -end.worth[seat]))
    for seat in ranked:
        better = [one for one in ranked if one in end.winners or end.worth[one] > end.worth[seat]]
        place = 1 if seat in end.winners else 1 + len(better)
        lines.append(say("ranked", place=place, name=words.holder(seat), worth=words.money(end.worth[seat])))
    return lines


def order_ended(order: OrderRow, title: str) -> str:
    """The message that an order has ended: with the reason, or because it was completed."""
    text, why = order_text(order, title), reason(order)
    return say("order_disarmed", order=text, why=why) if why else say("order_done", order=text)


def reason(order: OrderRow) -> str:
    """Why an order ended; empty if it was completed or cancelled."""
    return reason_text(decode_sentence(order.reason))


def standing(order: OrderRow, name: str, game: GameRow, key: object, now: datetime) -> OutboxRow:
    """The announcement that a standing offer is in force, or has ended."""
    kind = "standing" if order.active else "standing_off"
    text = say(kind, name=name, order=order_text(order, game.title))
    return row(channel(game.channel_id), kind, f"{order.id} {key}", now, order.game_id, game.last, text=[text])
