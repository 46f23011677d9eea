"""Find the better move: a position of a game that is over, to be tried on a private copy before the answer is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.discord.domains.reviews import proven, robots_view
from bot.discord.domains.reviews._whose import onlooker
from bot.discord.domains.reviews.robots_view import ROBOT, label, signed
from bot.discord.domains.shared.request import Request
from bot.discord.games.game_lookup import GameContext
from bot.discord.games.presses.explore import EndCopy, Explore
from bot.discord.games.presses.looks import Review as ShowReview
from bot.discord.kit.reply import Button, Reply
from bot.discord.kit.say import say
from bot.discord.turn.acting import pictures_for
from bot.errors import Refused, Stale
from bot.host.workers import Lost
from bot.menu.picture import DrawingJob
from bot.robots.hindsight.comparing import Compared, compared
from bot.robots.hindsight.looking_back import Difference
from bot.table.ground.own_process import run_alone
from bot.table.ground.services import Present, known_id
from bot.table.ground.settings import may_be_copied
from bot.table.past.reviewing import PROVEN, Reviewed
from engine.game import Game
from engine.record import Move
from engine.review.answers import answers, is_same
from engine.review.findings import Finding


@dataclass(frozen=True)
class Puzzle:
    """Such a position, with its answer."""

    answer: Finding | Difference
    move: Move
    """What was played."""

    @property
    def amount(self) -> int:
        """What the better move is worth."""
        return self.answer.amount if isinstance(self.answer, Finding) else self.answer.gain.mean

    def is_solved_by(self, start: Game, tried: Move) -> bool:
        """Is a move that was tried in the position the better one?"""
        if isinstance(self.answer, Finding):
            return answers(self.answer, start, tried)
        return is_same(start, tried, self.answer.instead)


@dataclass(frozen=True)
class Attempt:
    """What the asker tried."""

    copy: int | None = None
    move: Move | None = None
    better: bool = False
    """Is it the better move?"""
    played: bool = False
    """Is it what was played?"""
    figures: Compared | None = None
    """What it comes to, where it is neither."""


async def find(request: Request, at: GameContext, reviewed: Reviewed, press: ShowReview) -> Reply:
    """Show a position without its answer."""
    _check(reviewed)
    reviewing = request.table.reviewing
    if await reviewing.kept_part(reviewed, PROVEN) is not None:
        return await _asked(request, at, reviewed, press.point)

    async def later() -> Reply:
        await reviewing.part(reviewed, PROVEN)
        return await _asked(request, at, reviewed, press.point)

    return Reply(say("proving", group="review"), at.heading, later=later)


def _check(reviewed: Reviewed) -> None:
    if reviewed.seat:
        raise Stale(say("old_button"))


async def _puzzles(request: Request, at: GameContext, reviewed: Reviewed) -> list[Puzzle]:
    """All there are, the asker's own first and then the dearest: one for each position."""
    reviewing, looking = request.table.reviewing, await onlooker(request, at, request.user)
    proofs = await reviewing.kept_part(reviewed, PROVEN)
    view = await reviewing.kept_part(reviewed, ROBOT)
    answers: dict[int, Finding | Difference] = {}
    for answer in (*(proofs.findings if proofs else ()), *(view.differences if view else ())):
        if looking.may_look(answer.seat, answer.move):
            answers.setdefault(answer.before, answer)
    moves = {move.number: move for move in await request.table.past.line(at.game)}
    puzzles = [
        Puzzle(answer, Move(answer.seat, moves[answer.move].verb, dict(moves[answer.move].args)))
        for answer in answers.values()
        if answer.move in moves
    ]
    return sorted(puzzles, key=lambda puzzle: (puzzle.answer.seat != at.seat, -puzzle.amount, puzzle.answer.before))


def _place(puzzles: Sequence[Puzzle], before: int) -> int:
    """Which one a press means."""
    for place, puzzle in enumerate(puzzles):
        if puzzle.answer.before == before:
            return place
    raise Stale(say("old_button"))


async def _asked(request: Request, at: GameContext, reviewed: Reviewed, before: int | None) -> Reply:
    puzzles = await _puzzles(request, at, reviewed)
    back = proven.back_to_story(at)
    if not puzzles:
        return Reply(say("find_none", group="review"), at.heading, rows=((back,),))
    place = 0 if before is None else _place(puzzles, before)
    answer = puzzles[place].answer
    name = at.words.holder(answer.seat)
    lines = [
        say("find", group="review", game=at.called, number=place + 1, count=len(puzzles)),
        say(
            "find_proven" if isinstance(answer, Finding) else "find_robot",
            group="review",
            round=proven.round_of(at.words, answer.clock),
            name=name,
            company=answer.company if isinstance(answer, Finding) else "",
            kind=answer.kind if isinstance(answer, Finding) else "",
            amount=at.words.money(puzzles[place].amount),
        ),
        say("find_how", group="review", name=name),
    ]
    copy = Explore(game=at.game, move=answer.before, seat=answer.seat)
    buttons = (
        Button(say("button_try", group="review"), copy, disabled=not may_be_copied(at.now.row)),
        Button(say("button_answer", group="review"), ShowReview(game=at.game, part="solution", point=answer.before)),
        *_next(at, puzzles, place),
        back,
    )
    then = GameContext(await request.table.present(at.game, at=answer.before), at.seat)
    picture = "market" if answer.clock.round == "stock" else "map"
    wanted = [DrawingJob(picture, (then.view,), {"wide": 1400})]
    pictures = await pictures_for(request, wanted, ("find", at.game, answer.before, at.seat))
    return Reply("\n".join(lines), at.heading, pictures, (buttons,))


def _next(at: GameContext, puzzles: Sequence[Puzzle], place: int) -> tuple[Button, ...]:
    following = ShowReview(game=at.game, part="find", point=puzzles[(place + 1) % len(puzzles)].answer.before)
    return (Button(say("button_next", group="review"), following),) if len(puzzles) > 1 else ()


# --- the answer


async def solution(request: Request, at: GameContext, reviewed: Reviewed, press: ShowReview) -> Reply:
    """What was played, what the asker tried, and what is better."""
    _check(reviewed)
    puzzles = await _puzzles(request, at, reviewed)
    place = _place(puzzles, press.point or 0)
    puzzle = puzzles[place]
    attempt = await _attempt(request, at, puzzle)
    tried = attempt.move
    if tried is None or attempt.better or attempt.played:
        return await _answered(request, at, puzzles, place, attempt)

    async def later() -> Reply:
        figures = await _compared(at, request, puzzle, tried)
        return await _answered(request, at, puzzles, place, replace(attempt, figures=figures))

    return Reply(say("answer_working", group="review"), at.heading, later=later)


async def _attempt(request: Request, at: GameContext, puzzle: Puzzle) -> Attempt:
    """The asker's latest copy of the position, and the first move there of whose it is."""
    copies = [
        known_id(row)
        for row in await request.table.exploring.mine(request.user)
        if row.copy_of == at.game and row.place["copied"]["at"] == puzzle.answer.before
    ]
    if not copies:
        return Attempt()
    line = await request.table.past.line(copies[-1])
    first = next((move for move in line if move.seat == puzzle.answer.seat), None)
    if first is None:
        return Attempt(copies[-1])
    tried, start = Move(first.seat, first.verb, dict(first.args)), (await _before(request, at, puzzle)).game
    better = await request.table.services.work(lambda: puzzle.is_solved_by(start, tried))
    played = await request.table.services.work(lambda: is_same(start, tried, puzzle.move))
    return Attempt(copies[-1], tried, better, played)


async def _before(request: Request, at: GameContext, puzzle: Puzzle) -> Present:
    return await request.table.present(at.game, at=puzzle.answer.before)


async def _compared(at: GameContext, request: Request, puzzle: Puzzle, tried: Move) -> Compared:
    then = await _before(request, at, puzzle)
    proof = puzzle.answer if isinstance(puzzle.answer, Finding) else None
    raw = await request.table.services.work(then.game.encode)
    try:
        return await run_alone(compared, raw, puzzle.move, tried, proof)
    except (Lost, MemoryError) as e:
        raise Refused(say("answer_lost", group="review")) from e


async def _answered(
    request: Request, at: GameContext, puzzles: Sequence[Puzzle], place: int, attempt: Attempt
) -> Reply:
    puzzle = puzzles[place]
    about = puzzle.answer
    then = GameContext(await _before(request, at, puzzle), about.seat)
    lines = [say("solution", group="review", game=at.called, number=place + 1, count=len(puzzles))]
    if isinstance(about, Finding):
        where = proven.round_of(at.words, about.clock)
        played = label(then, puzzle.move)
        lines.append(say("answer_played", group="review", round=where, name=at.words.holder(about.seat), played=played))
        lines.append(proven.sentence(at, about))
    else:
        lines.append(await robots_view.sentence(request, at, about))
    lines.append(_said(at, then, puzzle, attempt))
    buttons = (
        *(
            (Button(say("button_end", group="explore"), EndCopy(game=attempt.copy)),)
            if attempt.copy is not None
            else ()
        ),
        *_next(at, puzzles, place),
        proven.back_to_story(at),
    )
    return Reply("\n".join(lines), at.heading, rows=(buttons,))


def _said(at: GameContext, then: GameContext, puzzle: Puzzle, attempt: Attempt) -> str:
    """What there is to say of what the asker tried."""
    name = at.words.holder(puzzle.answer.seat)
    if attempt.move is None:
        return say("answer_untried", group="review", name=name)
    parts = [say("answer_tried", group="review", tried=label(then, attempt.move))]
    if attempt.better:
        parts.append(say("answer_found", group="review"))
    elif attempt.played:
        parts.append(say("answer_same", group="review"))
    if (figures := attempt.figures) is None:
        return " ".join(parts)
    if figures.missed is not None:
        key = "answer_run" if figures.missed else "answer_best_run"
        parts.append(say(key, group="review", amount=at.words.money(figures.missed)))
    if figures.earned is not None and isinstance(puzzle.answer, Finding):
        earned = at.words.money(figures.earned)
        parts.append(say("answer_earned", group="review", company=puzzle.answer.company, amount=earned))
    if (gain := figures.gain) is not None:
        clear = "no" if not gain.clear else "yes" if gain.error else "always"
        known = {"name": name, "mean": signed(at.words, gain.mean), "times": gain.times, "clear": clear}
        parts.append(say("answer_gain", group="review", error=at.words.money(gain.error), **known))
    return " ".join(parts)
