"""A game as somebody knows it: one of its own to try things on, in which nothing is left that they may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.errors import EngineError, Unreadable
from engine.core.position import Position
from engine.core.roles import who
from engine.core.sentences import because
from engine.core.state import AnyFrame, AnyState, Gather, Raise, Used
from engine.core.verbs import Act
from engine.family.emergency import OFFERED
from engine.family.idle import PLENTY
from engine.family.trains import short_of
from engine.game import Game
from engine.title import Title
from engine.view.look import hidden_from, view


def unknown_money(game: Game, seat: str | None = None) -> list[str]:
    """Accounts of floated companies whose money a seat, or a spectator, can only guess."""
    state = game.state
    idle = {symbol for symbol, one in state.companies.items() if not one.floated or one.closed}
    return sorted(account for account in hidden_from(game, seat) if account in state.cash and account not in idle)


def known_game(game: Game, seat: str | None, guesses: Mapping[str, int], seed: int) -> Game:
    """The game with guesses where a seat, or a spectator, does not know, and chance to come that is its own.

    Others' offers, sealed answers and wishes to be stopped are not in it. What is not guessed is nothing. The money
    that nobody can see comes from the bank and goes back to it, so the bank holds what the guesses leave there.
    """
    hidden, state = hidden_from(game, seat), game.loose().s
    unknown = unknown_money(game, seat)
    wrong = [account for account, amount in guesses.items() if account not in unknown or amount < 0]
    if wrong:
        raise Unreadable(because("You need not guess the money of {account}.", account=wrong[0]))
    found = {account: guesses.get(account, 0) for account in hidden & state.cash.keys()}
    back = sum(state.cash[account] - amount for account, amount in found.items())
    state.cash |= found
    before = state.cash["bank"]
    state.cash["bank"] += back
    for lot in state.lots:
        lot.left += back
    # A lot that is not settled yet may have taken more from the bank than it has.
    if state.cash["bank"] < min(0, before) and not state.broken:
        raise Unreadable("Your guesses add up to more money than the bank can have paid out.")
    if not game.title.open_table:
        state.offers = [one for one in state.offers if seat and seat in (one.by, *one.needs)]
    state.holds = [one for one in state.holds if one.seat == seat]
    copied = Game(game.title, state)
    _unseal(copied.position(), state.agenda, seat)
    _offer_anew(copied.position(), state.agenda, hidden)
    state.rng = seed
    state.ids = max(_numbers(state), default=0)
    return copied


def may_hide(title: Title) -> bool:
    """Can anybody ever know something in this game that others do not?"""
    sealed = any(rule.shape is Gather for rule in title.frames.values())
    return sealed or not title.open_table or any(power.moments for power in title.powers)


def hides_anything(game: Game) -> bool:
    """Does anybody know something of the game now that others do not?"""
    p, state = game.asked, game.state
    sealed = any(isinstance(frame, Gather) for frame in state.agenda)
    offered = bool(state.offers) and not game.title.open_table
    marks = p.title.marks(p, "")
    return bool(
        sealed
        or offered
        or state.holds
        or hidden_from(game)
        or any(p.title.marks(p, seat) != marks for seat in p.seats)
    )


def suppositions(game: Game, seat: str | None = None) -> list[Game]:
    """The game as a seat, or a spectator, may suppose it: with nothing in every account they cannot see, and with more
    than enough.

    What holds in all of them tells nothing of what is secret. Without secrets, the game itself.
    """
    if not hides_anything(game):
        return [game]
    poor, rich = (_supposing(game, seat, amount) for amount in (0, PLENTY))
    return [poor, rich] if poor.state != rich.state else [rich]


def supposed(game: Game, seat: str | None = None) -> Game:
    """The game on which a move can be tried for a seat, or a spectator, without telling them anything: with more than
    enough in every account they cannot see, and without what others have asked for or answered in secret.
    """
    return suppositions(game, seat)[-1]


def _supposing(game: Game, seat: str | None, amount: int) -> Game:
    hidden, state = hidden_from(game, seat), game.loose().s
    state.cash |= dict.fromkeys(hidden & state.cash.keys(), amount)
    state.holds = [one for one in state.holds if one.seat == seat]
    found = Game(game.title, state)
    _unseal(found.position(), state.agenda, seat)
    _offer_anew(found.position(), state.agenda, hidden)
    return found if state != game.state else game


def reveals(before: Game, mover: str, act: Act, after: Game, seat: str) -> bool:
    """Does a seat know something after a move that it could not have worked out before?

    The move is made on what the seat may suppose: if the game then looks different to it, it has learned something.
    """
    sealed = [frame for frame in before.state.agenda if isinstance(frame, Gather)]
    if sealed:
        # The answers are told together, when the last one is there.
        p, left = before.asked, {frame.id for frame in after.state.agenda}
        return any(who(p, role) != seat for frame in sealed if frame.id not in left for role in frame.got)
    learned = view(after, seat)
    for world in suppositions(before, seat):
        if world is before:
            continue
        try:
            tried, _ = world.apply(mover, act)
        except EngineError:
            # Others may have money for a move of theirs of which the seat does not know.
            if mover == seat:
                return True
            continue
        if view(tried, seat) != learned:
            return True
    return False


def _unseal(p: Position, frames: Sequence[AnyFrame], seat: str | None) -> None:
    """Simultaneous answers of others are asked for again."""
    for frame in frames:
        if isinstance(frame, Gather):
            frame.got = {role: answer for role, answer in frame.got.items() if who(p, role) == seat}


def _offer_anew(p: Position, frames: Sequence[AnyFrame], hidden: frozenset[str]) -> None:
    """What a president must add to a guessed treasury depends on the guess."""
    for frame in frames:
        if isinstance(frame, Raise) and frame.about and frame.about[0] in hidden:
            anew = Used(OFFERED, amount=short_of(p, frame.about[0]))
            frame.used = [anew if note.what == OFFERED else note for note in frame.used]


def _numbers(state: AnyState) -> Iterator[int]:
    """All numbers in use, so that the next one does not reveal what was removed."""
    for frame in state.agenda:
        yield from _frame_numbers(frame)
    yield from (one.id for one in (*state.lots, *state.offers))


def _frame_numbers(frame: AnyFrame) -> Iterator[int]:
    yield from (frame.id, frame.asked)
    for one in frame.later:
        yield from _frame_numbers(one)
