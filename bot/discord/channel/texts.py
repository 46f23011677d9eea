"""What a message in a channel says, cut so that its ping always fits."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from bot.discord.kit.reply import (
    CONTENT,
    cut,
)
from bot.discord.kit.say import each_once, say
from bot.store.rows import GameRow, OutboxRow, PostRow

BEFORE, GREAT = 150, 80
"""The most characters of the latest that was added to the message above, and of its great events before that: enough to
see where the game stands, since the rest stands right above.
"""


def text_of(rows: Sequence[OutboxRow], game: str, gone: Collection[int] = (), *, over: bool = False) -> str:
    """All that a message about a game says: what led to its call, the call, what followed, and the next question,
    unless that is `over`. `gone`: moves that have been taken back, which are struck through.
    """
    first = rows[0]
    opening = [row for row in rows if row is first or (row.along is not None and row.along == first.id)]
    lines = [line for row in opening for line in lines_of(row, gone)]
    call = " ".join(filter(None, [call_of(row, opening[-1]) for row in opening]))
    followed = each_once(_side_by_side(line for row in rows if row not in opening for line in lines_of(row, gone)))
    # Without any line, what is said instead names whoever goes on.
    question = question_of(rows) if (lines or followed) and not over else ""
    small = "\n".join(state_of(rows))
    # A move of which nothing is told leaves what the call asks outdated all the same.
    below = bool(followed or (call and question))
    said = fitting(
        "\n".join(filter(None, [heading(rows, game), first.payload.get("before", "")])),
        "\n".join(each_once(_side_by_side(lines))) or ("" if call or followed else told_of_nobody(opening[-1])),
        "" if below and not call else "\n".join(filter(None, [call or question, "" if below else small])),
    )
    apart = "\n\n" if call else "\n"
    whole = apart.join(filter(None, [said, "\n".join(followed)]))
    names = {name: short for row in rows for name, short in row.payload.get("names", {}).items()}
    last = "\n".join(filter(None, [question, small]))
    return _named_once("\n\n".join([whole, *filter(None, [last])]) if below else said, names)


def state_of(rows: Sequence[OutboxRow]) -> list[str]:
    """How the auction stands now, and the shares that have changed hands, in small lines."""
    last = next((row for row in reversed(rows) if "position" in row.payload), rows[-1])
    held = {company: line for row in rows for company, line in row.payload.get("shares", {}).items()}
    return [*last.payload.get("auction", []), *held.values()]


def _named_once(text: str, names: Mapping[str, str]) -> str:
    """Long names that come more than once: with their symbol at first, and then by it alone."""
    if not names:
        return text
    known = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True)))
    often = {name for name, number in Counter(known.findall(text)).items() if number > 1}
    seen = set[str]()

    def shown(match: re.Match[str]) -> str:
        name = match[0]
        if name not in often:
            return name
        if name in seen:
            return names[name]
        seen.add(name)
        return say("name_and_symbol", name=name, symbol=names[name])

    return known.sub(shown, text)


def added_before(post: PostRow, rows: Sequence[OutboxRow], gone: Collection[int], mine: Collection[str]) -> str:
    """What was added to an earlier message after it was posted, the great events and the latest, in small lines.
    `mine`: the seats of the only person who is pinged, who knows their own.
    """
    added = [row for row in rows if post.first not in (row.id, row.along)]
    lines = each_once(_side_by_side(line for row in added for line in _heard(row, gone, mine)))
    if not lines:
        return ""
    first = min(_newest(lines, range(len(lines)), BEFORE), default=len(lines) - 1)
    great = _newest(lines, [at for at in range(first) if _is_great(lines[at])], GREAT)
    shown = [*great, *range(first, len(lines))]
    said = [say("before_cut" if shown[0] else "before")]
    for above, at in zip([shown[0] - 1, *shown], shown, strict=False):
        said += [say("before_gap")] if at - above > 1 else []
        said.append(say("before_line", line=lines[at]))
    return "\n".join(said)


def _is_great(line: str) -> bool:
    return line.startswith("**")


def _side_by_side(lines: Iterable[str]) -> list[str]:
    """Equal lines one after another, also where only great events that followed from the first stood between them."""
    ordered = list[str]()
    for line in lines:
        last = next((at for at in reversed(range(len(ordered))) if not _is_great(ordered[at])), len(ordered))
        again = ordered[last : last + 1] == [line]
        ordered.insert(last + 1 if again else len(ordered), line)
    return ordered


def _newest(lines: Sequence[str], among: Sequence[int], most: int) -> list[int]:
    """The numbers of the last lines among these that fit into so many characters."""
    left = list(accumulate(len(lines[at]) for at in reversed(among)))
    return list(among[len(among) - bisect_right(left, most) :])


def _heard(row: OutboxRow, gone: Collection[int], mine: Collection[str]) -> list[str]:
    """The lines of its moves that have not been taken back, and were made by others or tell only of them."""
    numbered = [one for one in enumerate(row.payload.get("moves", []), first_move(row)) if one[0] not in gone]
    lines = [(one, at, line) for _, one in numbered for at, line in enumerate(one["text"])]
    return [line for one, at, line in lines if one["seat"] not in mine or at in one.get("others", [])]


def fits(rows: Sequence[OutboxRow], game: str, most: int = CONTENT) -> bool:
    """Can one message say all this, even if every move in it is taken back?"""
    struck = sum(len(STRUCK.format(line="")) for row in rows for _ in lines_of(row))
    whole = sum(len("\n".join([*lines_of(row), call_of(row)])) + 2 for row in rows)
    return (
        whole
        + struck
        + len(heading(rows, game))
        + len(rows[0].payload.get("before", ""))
        + len(question_of(rows))
        + sum(len(line) + 1 for line in state_of(rows))
        + 3
        <= most
    )


def fitting(head: str, rows: str, call: str) -> str:
    """Shorten a message so that the ping always fits."""
    call = cut(call, CONTENT // 2)
    apart = "\n\n" if rows else "\n"
    body = cut("\n".join(filter(None, [head, rows])), CONTENT - len(call) - len(apart))
    return apart.join(filter(None, [body, call]))


STRUCK = "~~{line}~~"


def lines_of(row: OutboxRow, gone: Collection[int] = ()) -> list[str]:
    """The lines that tell what happened."""
    moves: list[dict[str, Any]] = row.payload.get("moves", [])
    numbered = enumerate(moves, first_move(row))
    lines = [STRUCK.format(line=line) if number in gone else line for number, one in numbered for line in one["text"]]
    return lines or list(row.payload.get("text", []))


def is_call(row: OutboxRow) -> bool:
    """Does it ping somebody?"""
    return bool(row.payload.get("ping"))


def call_of(row: OutboxRow, last: OutboxRow | None = None) -> str:
    """The ping, with what is asked of those who are pinged; whoever is named in the lines is pinged by them. `last`:
    what was asked before it in the same message has been decided since.
    """
    if not is_call(row):
        return ""
    why = " ".join(row.payload.get("why", []) if "mirror" not in row.payload else [])
    # Of an older version, they have names instead of mentions.
    asked = row.payload.get("calls", row.payload.get("waits", []))
    waits = asked if last in (None, row) or "waits" not in last.payload else []
    said = "\n".join([*lines_of(row), why, *waits])
    unnamed = [one for one in (f"<@{user}>" for user in row.payload["ping"]) if one not in said]
    return " ".join(filter(None, [*unnamed, why, *waits]))


def told_of_nobody(row: OutboxRow) -> str:
    """Some moves have no text, and the next player may already have been pinged for something else."""
    return "" if is_call(row) or "mirror" in row.payload else " ".join(row.payload.get("waits", []))


def question_of(rows: Sequence[OutboxRow]) -> str:
    """The next question for whoever goes on, if there is one, also after a move of which nothing is told; a mirror says
    who must act. What follows without changing who must act, such as a note, leaves the question as it is.
    """
    row = next((one for one in reversed(rows) if "waits" in one.payload), rows[-1])
    if "mirror" in row.payload:
        return " ".join(row.payload.get("waits", []))
    return "" if is_call(row) else " ".join(row.payload.get("asks", []))


def heading(rows: Sequence[OutboxRow], game: str) -> str:
    """The heading: the game's number and name, the round of the first line, and all that began until its call."""
    first = rows[0]
    if first.game_id is None:
        return ""
    place = first.payload.get("place", "")
    rounds = list[str]()
    for one in (one for row in rows for one in row.payload.get("rounds", [])):
        # Moves that are taken back lead back to a round.
        rounds = [*rounds[: rounds.index(one)], one] if one in rounds else [*rounds, one]
    if place and len(rounds) > 1:
        place = say("place_then", place=place, then=rounds[1:])
    return say("heading_placed" if place else "heading", game=game, place=place)


def first_move(row: OutboxRow) -> int:
    """The number of the first move that an announcement tells."""
    return row.number - len(row.payload.get("moves", [])) + 1


def server_of(channel: object, game: GameRow | None) -> int:
    """The server in whose language is spoken in a channel; 0 if there is none."""
    return getattr(getattr(channel, "guild", None), "id", 0) or (game.guild_id if game is not None else 0)
