"""The command line: games as files on disk, for people and scripts.

Exit codes: 0 all went well, 1 the game or a file says no, 2 the command line cannot be understood.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import NoReturn

import msgspec

from engine.core.errors import EngineError
from engine.core.verbs import Span, Text
from engine.exchange import own_file
from engine.game import Game
from engine.overlay import RULES, SITE
from engine.play import next_to_act, random_act
from engine.record import new_record
from engine.tables import lines
from engine.title import Option
from engine.titles import overlay_of, title_named, titles
from engine.view import seen, view
from engine.words import Words
from engine.words.reading import seat_named, typed_act, typed_choices

MOST_SHOWN = 200
MOST_MOVES = 20_000


class _Parser(argparse.ArgumentParser):
    """Errors in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        print(f"{message[:1].upper()}{message[1:]}. See python -m engine --help.", file=sys.stderr)
        sys.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    given = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = given.run
    try:
        code = command(given)
        sys.stdout.flush()  # A reader who has gone is met here, and not after the exit code has been decided.
        return code
    except EngineError as e:
        return _fail(str(e))
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing more may be written, not even on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as e:
        return _fail(f"{e.filename or 'The file'} cannot be used: {e.strerror}.")
    except KeyboardInterrupt:
        return _fail("Interrupted.")


def _fail(sentence: str) -> int:
    print(" ".join(sentence.split()), file=sys.stderr)
    return 1


def _say(text: Iterable[str]) -> None:
    for line in text:
        print(line)


# --- commands


def _titles(given: argparse.Namespace) -> int:
    for name in titles():
        title = title_named(name)
        low, high = title.players
        print(f"{name}: {title.name}, {low} to {high} players")
        _say(map(_explained, title.options))
        overlay = overlay_of(name)
        if overlay:
            print(f"  with {RULES.name} = {SITE}:")
            _say(map(_explained, overlay.other_options))
    return 0


def _explained(option: Option) -> str:
    return f"  {option.name} = {' | '.join(option.values)}: {option.about}"


def _new(given: argparse.Namespace) -> int:
    if given.file.exists() and not given.force:
        return _fail(f"{given.file} exists already; use --force to write over it.")
    setup = {"order": given.players} if given.in_order else {}
    record, game = new_record(given.title, given.players, typed_choices(given.option), given.seed, setup)
    own_file.save(given.file, record, game)
    _say(_waiting(game))
    return 0


def _show(given: argparse.Namespace) -> int:
    _, game = own_file.load(given.file)
    _say(lines(view(game, seat_named(game, given.seat) if given.seat else None)))
    return 0


def _legal(given: argparse.Namespace) -> int:
    _, game = own_file.load(given.file)
    if not given.seat:
        _say(_waiting(game))
        for decision in game.decisions():
            print(f"{decision.seat}: {' '.join(game.verbs(decision.seat))}")
        return 0
    seat = seat_named(game, given.seat)
    speaker = Words(view(game, seat))
    if not given.verb:
        _say(f"{verb}: {speaker.verb(verb)}" for verb in game.verbs(seat))
        return 0
    chosen = typed_act(game, seat, given.verb, typed_choices(given.choices)).args
    asked = game.values(seat, given.verb, chosen)
    if asked is None:
        refused = game.why_not(seat, typed_act(game, seat, given.verb, typed_choices(given.choices)))
        return _fail(refused) if refused else _said("Nothing more to choose.")
    slot, values = asked
    if isinstance(values, Span):
        print(f"{slot} = {values.low}..{values.high}: {speaker.span(given.verb, slot, values)}")
        return 0
    found = values.known() if isinstance(values, Text) else values
    none = True
    for value in islice(found, given.most):
        none = False
        print(f"{slot} = {value}: {speaker.value(given.verb, slot, value)}", flush=True)
    return _fail(f"There is nothing to choose as {slot}.") if none else 0


def _said(sentence: str) -> int:
    print(sentence)
    return 0


def _do(given: argparse.Namespace) -> int:
    record, game = own_file.load(given.file)
    seat = seat_named(game, given.seat)
    act = typed_act(game, seat, given.verb, typed_choices(given.choices))
    after, events = record.play(game, seat, act)
    own_file.save(given.file, record, after)
    speaker = Words(view(after, seat))
    _say(speaker.event(seen(event, seat)) for event in events)
    _say(_waiting(after))
    return 0


def _import(given: argparse.Namespace) -> int:
    from engine.exchange.site import import_file

    states = str(given.states) if given.states else None
    result = import_file(str(given.file), states=states, judge_runs=given.runs)
    for short in result.short_runs:
        print(short)
    if given.runs:
        print(f"{len(result.short_runs)} of {result.runs_judged} runs were below the best.")
    if given.out:
        own_file.save(given.out, result.record, result.game)
    for problem in result.problems:
        print(problem, file=sys.stderr)
    if not result.agrees:
        return 1
    print(f"{len(result.record.moves)} moves made; the result agrees.")
    return 0


def _export(given: argparse.Namespace) -> int:
    record, game = own_file.load(given.file)
    match given.what:
        case "state":
            raw = game.encode()
        case "view":
            raw = msgspec.json.encode(view(game, seat_named(game, given.seat) if given.seat else None))
        case "site":
            from engine.exchange.site import write_site_game

            raw = write_site_game(record)
        case _:
            raw = own_file.write(record, game)
    if given.out:
        given.out.write_bytes(raw)
    else:
        sys.stdout.buffer.write(raw.rstrip(b"\n") + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _play(given: argparse.Namespace) -> int:
    if not given.random:
        return _fail("Only random play is known: play --random.")
    options = typed_choices(given.option)
    title = title_named(given.title)
    stream = random.Random(given.seed)
    players = given.players or stream.randint(*title.players)
    record, game = new_record(given.title, [f"Player {n}" for n in range(1, players + 1)], options, given.seed)
    while (decision := next_to_act(game, stream)) is not None and len(record.moves) < given.moves:
        act = random_act(game, decision.seat, stream)
        if act is None:
            return _fail(f"{decision.seat} has no legal move at {decision.rule} (seed {given.seed}).")
        game, _ = record.play(game, decision.seat, act)
        game.audit()
    if given.out:
        own_file.save(given.out, record, game)
    print(f"{len(record.moves)} moves, {players} players, phase {game.state.phase}.")
    _say(_waiting(game))
    return 0


def _audit(given: argparse.Namespace) -> int:
    record, _ = own_file.load(given.file)
    start = record.begin()
    start.audit()
    for _, game, _ in record.states(start):
        game.audit()
    print(f"{len(record.moves)} moves; the books balance after every one.")
    return 0


def _waiting(game: Game) -> Iterable[str]:
    """Who must decide, or who has won."""
    shown = view(game)
    speaker = Words(shown)
    if shown.end is not None:
        winners = ", ".join(speaker.holder(seat) for seat in shown.end.winners) or "nobody"
        yield f"The game is over ({shown.end.why}): {winners} won."
    for decision in shown.decisions:
        yield speaker.decision(decision)


# --- the command line itself


def _parser() -> _Parser:
    parser = _Parser(prog="python -m engine", description="Play, check and convert games of the 18xx family.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], about: str, *, file: bool = True) -> _Parser:
        found = commands.add_parser(name, help=about, description=about)
        found.set_defaults(run=run)
        if file:
            found.add_argument("file", type=Path, metavar="FILE")
        return found

    command("titles", _titles, "list the games and their options", file=False)

    new = command("new", _new, "begin a game", file=True)
    new.add_argument("title", metavar="TITLE")
    new.add_argument("players", nargs="+", metavar="PLAYER")
    new.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    new.add_argument("--seed", type=int, default=0)
    new.add_argument("--in-order", action="store_true", help="seat the players as given instead of drawing lots")
    new.add_argument("--force", action="store_true", help="write over an existing file")

    show = command("show", _show, "show a game as a seat or a spectator may see it")
    show.add_argument("--seat", metavar="SEAT")

    legal = command("legal", _legal, "who must decide; what a seat may do; what a move's next choice is")
    legal.add_argument("seat", nargs="?", metavar="SEAT")
    legal.add_argument("verb", nargs="?", metavar="VERB")
    legal.add_argument("choices", nargs="*", metavar="SLOT=VALUE")
    legal.add_argument("--most", type=int, default=MOST_SHOWN, help="how many values to list at most")

    do = command("do", _do, "make a move")
    do.add_argument("seat", metavar="SEAT")
    do.add_argument("verb", metavar="VERB")
    do.add_argument("choices", nargs="*", metavar="SLOT=VALUE")

    reads = command("import", _import, "read a game file of 18xx.games and check it action by action")
    reads.add_argument("--states", type=Path, metavar="OUT", help="write the state after every action, one a line")
    reads.add_argument("--out", type=Path, metavar="FILE", help="keep the game as a file of our own")
    reads.add_argument("--runs", action="store_true", help="tell which runs earned less than was possible")

    export = command("export", _export, "write a game: the file itself, its stored state, or a view")
    export.add_argument("what", nargs="?", choices=("game", "state", "view", "site"), default="game")
    export.add_argument("--seat", metavar="SEAT", help="whose view")
    export.add_argument("--out", type=Path, metavar="OUT")

    play = command("play", _play, "play a game at random", file=False)
    play.add_argument("--random", action="store_true")
    play.add_argument("--seed", type=int, default=0)
    play.add_argument("--title", default=titles()[0])
    play.add_argument("--players", type=int, metavar="N")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.add_argument("--moves", type=int, default=MOST_MOVES, help="stop after so many moves")
    play.add_argument("--out", type=Path, metavar="FILE")

    command("audit", _audit, "play a file again and check the books after every move")
    return parser
