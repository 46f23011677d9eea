"""What can be proven of a game: each finding with its amount, and a private copy in which to play it otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from bot.discord.domains.reviews._whose import onlooker
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.explore import Explore
from bot.discord.games.presses.looks import Review as ShowReview
from bot.discord.games.presses.looks import ShareReview
from bot.discord.kit.reply import Button, Entry, Part, Reply
from bot.discord.kit.say import say
from bot.errors import Stale
from bot.table.ground.settings import may_be_copied
from bot.table.past.reviewing import PROVEN, Reviewed
from engine.core.state import Clock
from engine.record import Move
from engine.review.findings import MARKER, Finding
from engine.review.proven import Proven
from engine.words import Words
from engine.words.joined_sides import joined_sides

PROOFS = 8
"""The most findings that are shown, each with its button."""


def round_of(words: Words, clock: Clock) -> str:
    """A round by its short name."""
    return Words(msgspec.structs.replace(words.view, clock=clock, end=None)).short_round


async def proven(request: Request, at: GameContext, reviewed: Reviewed) -> Reply:
    """Show it, now if it is kept, or when it is worked out."""
    if reviewed.seat:
        raise Stale(say("old_button"))
    reviewing = request.table.reviewing
    if (kept := await reviewing.kept_part(reviewed, PROVEN)) is not None:
        return await _proofs(request, at, kept)

    async def later() -> Reply:
        return await _proofs(request, at, await reviewing.part(reviewed, PROVEN))

    return Reply(say("proving", group="review"), at.heading, later=later)


async def _proofs(request: Request, at: GameContext, proofs: Proven) -> Reply:
    looking = await onlooker(request, at, request.user)
    open_to_asker = [one for one in proofs.findings if looking.may_look(one.seat, one.move)]
    runs, left = proofs.runs, proofs.left
    lines = [say("proven", group="review", game=at.called), say("proven_runs", group="review", runs=runs)]
    lines += [say("proven_left", group="review", left=left)] if left else []
    lines += [] if proofs.findings or proofs.small else [say("proven_none", group="review")]
    advice = _advice(open_to_asker)
    entries = tuple(_entries(at, advice[:PROOFS]))
    notes = _left_out(proofs, len(advice))
    if len(open_to_asker) < len(proofs.findings):
        notes.append(say("proven_private", group="review"))
    below = (back_to_story(at), *share_page(request, at, "proven"))
    return Reply("\n".join(lines), at.heading, rows=(*entries, *(("\n".join(notes),) if notes else ()), below))


async def proven_for_everybody(request: Request, at: GameContext, proofs: Proven) -> Reply:
    """The same as it is posted: nothing about those who do not let others see it, whoever posts it."""
    looking = await onlooker(request, at, None)
    public = [one for one in proofs.findings if looking.may_look(one.seat, one.move)]
    lines = [say("proven", group="review", game=at.called), say("proven_runs", group="review", runs=proofs.runs)]
    advice = _advice(public)
    lines += [" ".join(_sentences(at, alike)) for alike in advice[:PROOFS]]
    lines += [] if public or proofs.small else [say("proven_none", group="review")]
    lines += _left_out(proofs, len(advice))
    if len(public) < len(proofs.findings):
        lines.append(say("proven_private", group="review"))
    return Reply("\n".join(lines))


def _left_out(proofs: Proven, shown: int) -> list[str]:
    """What is not shown: how much there is to show beyond the most, and what was too small."""
    more, small = shown - PROOFS, proofs.small
    notes = [say("proven_more", group="review", more=more)] if more > 0 else []
    return notes + ([say("proven_small", group="review", small=small)] if small else [])


def share_page(request: Request, at: GameContext, part: Literal["story", "money", "proven"]) -> tuple[Button, ...]:
    """A button to show a page to everybody; none in direct messages."""
    return (Button(say("button", group="share"), ShareReview(game=at.game, part=part)),) if request.guild else ()


def back_to_story(at: GameContext) -> Button:
    """Back to the first page of a review."""
    return Button(say("button_story", group="review"), ShowReview(game=at.game, part="story"))


def play_on(at: GameContext, before: int, seat: str) -> Button:
    """A private copy before a move, in which robots have all seats but this one."""
    press = Explore(game=at.game, move=before, seat=seat)
    return Button(say("button_otherwise", group="review"), press, disabled=not may_be_copied(at.now.row))


def _advice(findings: Sequence[Finding]) -> list[list[Finding]]:
    """The same findings, with those together to which the same tile or station marker is the answer."""
    alike: dict[object, list[Finding]] = {}
    for finding in findings:
        key = finding.before, finding.kind, finding.company
        alike.setdefault(key if finding.better is None else repr(finding.better.act), []).append(finding)
    return [*alike.values()]


def _entries(at: GameContext, advice: Sequence[Sequence[Finding]]) -> Iterator[Part]:
    """A line for each, with a button beside it; a second one of the same move needs none."""
    moves: set[int] = set()
    for alike in advice:
        line, first = " ".join(_sentences(at, alike)), alike[0]
        yield line if first.before in moves else Entry(line, play_on(at, first.before, first.seat))
        moves.add(first.before)


def _sentences(at: GameContext, alike: Sequence[Finding]) -> Iterator[str]:
    """What is said of findings with the same answer: of the first one all, of the others what they missed."""
    yield sentence(at, alike[0])
    if others := [_missed_by(at, one) for one in alike[1:]]:
        yield say("also", group="review", others=others)


def _missed_by(at: GameContext, finding: Finding) -> str:
    amount, where = at.words.money(finding.amount), round_of(at.words, finding.clock)
    return say("also_by", group="review", company=finding.company, amount=amount, round=where)


def sentence(at: GameContext, finding: Finding) -> str:
    """What a finding says."""
    text = say(
        finding.kind,
        group="review",
        round=round_of(at.words, finding.clock),
        later=round_of(at.words, finding.later or finding.clock),
        company=finding.company,
        name=at.words.holder(finding.seat),
        amount=at.words.money(finding.amount),
        against=at.words.money(finding.against),
        total=at.words.money(finding.total),
        better="" if finding.better is None else _better(at, finding.kind, finding.better),
        kind=at.words.card(finding.about),
        sure="yes" if finding.sure else "no",
    )
    parts = [text]
    if finding.cost:
        parts.append(say("dearer", group="review", cost=at.words.money(finding.cost)))
    if finding.times > 1:
        parts.append(say("again", group="review", more=finding.times - 1))
    return " ".join(parts)


def _better(at: GameContext, kind: str, move: Move) -> str:
    if kind == MARKER and "city" in move.args:
        return at.words.value(move.verb, "city", move.args["city"])
    if not {"hex", "tile", "rotation"} <= set(move.args):
        return at.words.what(move.verb, move.args)
    tile, hex_id = str(move.args["tile"]), at.words.choice(move.verb, "hex", move.args["hex"])
    sides = joined_sides(at.view, at.words.text, tile, int(move.args["rotation"]))
    return say("better_tile", group="review", tile=tile, hex=hex_id, sides=sides)
