"""Games of 18xx.games in and out: their actions become legal moves of ours, and no file breaks the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import Damaged, EngineError, Unreadable
from engine.core.sentences import because, sentence_of
from engine.exchange.site_following import Follower
from engine.exchange.site_log import MOST_NAMED, SiteGame, Step, is_silent, read_site_game
from engine.exchange.site_writing import SiteWriter, as_json
from engine.game import Game
from engine.record import Record
from engine.titles import site_package, titles_on_site

PARTS = frozenset(
    ("entity", "entity_type", "company", "corporation", "price", "shares", "hex", "tile", "rotation", "city", "train")
    + ("routes", "kind", "variant", "share_price", "choice", "percent", "target")
)
"""What actions of the site consist of, besides their number and what they do."""
ROUNDS = {"Stock Round": "stock", "Operating Round": "operating"}
"""How the site calls the rounds that all titles have."""


@dataclass(frozen=True)
class Site:
    """How a title's games are read from the site and written for it."""

    reader: type[Follower[Any]]
    writer: type[SiteWriter[Any]]


def _site_of(title: str) -> Site | None:
    return import_module(site_package(title)).SITE if title in titles_on_site() else None


def write_site_game(record: Record) -> bytes:
    """A game as a file of the site, if the site knows the title and the readings it is played by."""
    site = _site_of(record.title)
    if site is None:
        raise Unreadable(
            because(
                "Games of {title} cannot be written for 18xx.games; {titles_on_site} can.",
                title=record.title,
                titles_on_site=", ".join(titles_on_site()),
            )
        )
    return as_json(site.writer(record, site.reader).file())


@dataclass(frozen=True)
class ImportResult:
    """An imported game, and whether it came to the end that the file states."""

    game: Game
    record: Record
    steps: int
    agrees: bool
    """Does nothing differ? A file that states no result can agree as well."""
    states_result: bool
    """Does the file say how its game ended, so that the result could be compared?"""
    problems: list[str] = field(default_factory=list[str])
    runs_judged: int = 0
    """How many runs were compared with the best, if that was asked for."""
    short_runs: list[str] = field(default_factory=list[str])
    """Runs below the best, and by how much."""


def import_file(path: str, states: str | None = None, *, judge_runs: bool = False) -> ImportResult:
    """Import a file whole, or raise Damaged with the action's number and text. `states`: where to write every state."""
    source = read_site_game(path)
    lines: list[bytes] = []
    result = import_game(source, lines if states is not None else None, judge_runs=judge_runs)
    if states is not None:
        with ExitStack() as stack:
            out = stack.enter_context(Path(states).open("wb"))
            out.writelines(line + b"\n" for line in lines)
    return result


def import_game(source: SiteGame, lines: list[bytes] | None = None, *, judge_runs: bool = False) -> ImportResult:
    """Import a game that has been read; `lines` collects one line of state an action."""
    site = _site_of(source.title.partition(".")[0])
    if site is None:
        raise Damaged(
            because(
                "Games of {title!r} cannot be imported; {titles_on_site} can.",
                title=source.title,
                titles_on_site=", ".join(titles_on_site()),
            )
        )
    reader = site.reader(source)
    reader.moves.judge_runs = judge_runs
    if lines is not None:
        lines.append(_line(0, None, reader, source))
    number = 0
    for step, following in _pairs(source.steps):
        number += 1
        try:
            reader.carry_out(step, following)
        except (EngineError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as e:
            called = step.called(dict(source.players), reader.player_of(step))
            raise Damaged(
                because("Action {action} cannot be carried out: {why}", action=called, why=_why(e, step))
            ) from e
        if lines is not None:
            lines.append(_line(number, step, reader, source))
    _check_all_done(source, reader)
    problems = _disagreements(source, reader)
    if lines is not None:
        lines.append(_end_line(source, reader, number))
    judged = reader.moves
    return ImportResult(
        reader.game,
        reader.record,
        number,
        not problems,
        source.is_over and bool(source.result),
        problems,
        judged.runs_judged,
        judged.short_runs,
    )


def _check_all_done(source: SiteGame, reader: Follower[Any]) -> None:
    """We ask one company after another to discard, the site all of them: the file may end where we cannot stop."""
    left = reader.left_over()
    if left is None:
        return
    step = Step(left, None)
    called = step.called(dict(source.players), reader.player_of(step))
    why = because("another company must discard first; download the file again when it has.")
    raise Damaged(because("Action {action} cannot be carried out: {why}", action=called, why=why))


def _why(error: Exception, step: Step) -> str:
    """What is wrong with an action, in the words of the file if the rules did not get that far."""
    if isinstance(error, EngineError):
        return sentence_of(error)
    missing = error.args[0] if isinstance(error, KeyError) and error.args else None
    if isinstance(missing, str) and missing in PARTS and missing not in step.action:
        return because("its part “{part}” is missing.", part=missing)
    if isinstance(missing, str) and missing in step.action.values():
        return because("this game has no “{name}”.", name=missing[:MOST_NAMED])
    return because("one of its values is wrong or missing.")


def _pairs(steps: tuple[Step, ...]) -> Iterator[tuple[Step, Step | None]]:
    """Each step with the next one that means a move."""
    following: list[Step | None] = [None] * len(steps)
    coming: Step | None = None
    for index in range(len(steps) - 1, -1, -1):
        following[index] = coming
        if not is_silent(steps[index].action):
            coming = steps[index]
    yield from zip(steps, following, strict=True)


def _worth(source: SiteGame, reader: Follower[Any]) -> dict[str, int]:
    end = reader.game.state.end
    if end is None:
        return {}
    return {player: end.worth[f"p{number}"] for number, (player, _) in enumerate(source.players, 1)}


def _disagreements(source: SiteGame, reader: Follower[Any]) -> list[str]:
    clock = reader.game.state.clock
    differences: list[str] = []
    if source.turn not in (None, clock.turn):
        differences.append(
            because(
                "The file stands in turn {theirs}, and the game here in turn {ours}.",
                theirs=source.turn,
                ours=clock.turn,
            )
        )
    if ROUNDS.get(source.round, clock.round) != clock.round:
        differences.append(
            because("The file says that the game stands in its “{round}”; here it does not.", round=source.round)
        )
    return differences + (_result_differs(source, reader) if source.is_over else _acting_differs(source, reader))


def _acting_differs(source: SiteGame, reader: Follower[Any]) -> list[str]:
    """A page of the site that was open while the game went on writes files that name who had to act before."""
    ours, names = reader.acting(), dict(source.players)
    if set(source.acting) <= set(ours):
        return []
    theirs = tuple(names.get(player, player[:MOST_NAMED]) for player in source.acting)
    fields = {"theirs": theirs, "ours": tuple([names[player] for player in ours] or ["nobody"])}
    return [
        because(
            "The file says that {theirs:and} must act next, and here it is {ours:or}: load the game's page again and"
            " download the file from there.",
            **fields,
        )
    ]


def _result_differs(source: SiteGame, reader: Follower[Any]) -> list[str]:
    worth = _worth(source, reader)
    if not worth:
        return [because("The file says that the game is finished, but here it is not over.")]
    names = dict(source.players)
    missing = [player for player in worth if source.result and player not in source.result]
    return [
        *(because("The file has no result of {player}.", player=names[player]) for player in missing),
        *(
            because(
                "{player} ends with {ours} here and {theirs} in the file.",
                player=names.get(player, player),
                ours=worth.get(player, 0),
                theirs=amount,
            )
            for player, amount in source.result.items()
            if worth.get(player) != amount
        ),
    ]


def _line(number: int, step: Step | None, reader: Follower[Any], source: SiteGame) -> bytes:
    line: dict[str, Any] = {"n": number}
    if step is None:
        line["game"] = {
            "title": source.title,
            "id": source.id,
            "seed": source.seed,
            "optional_rules": sorted(source.rules),
            "players": [list(player) for player in source.players],
        }
    else:
        line["a"] = {k: v for k, v in step.action.items() if k not in ("auto_actions", "created_at", "user")}
        if step.carrier is not None:
            line["auto"] = step.carrier
        line |= reader.run()
    line["s"] = reader.state()
    return msgspec.json.encode(line)


def _end_line(source: SiteGame, reader: Follower[Any], number: int) -> bytes:
    end = reader.game.state.end
    worth = _worth(source, reader)
    summary = {
        "finished": end is not None,
        "reason": end.why if end else None,
        "result": worth,
        "result_matches_file": worth == source.result,
        "steps": number,
    }
    return msgspec.json.encode({"end": summary})
