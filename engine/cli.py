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
from typing import Any, NoReturn

import msgspec

from engine.careful import careful_act
from engine.core.errors import EngineError, IncompleteTitle
from engine.core.phrases import fill
from engine.core.sentences import sentence_of
from engine.core.verbs import Span, Text
from engine.exchange import own_file
from engine.game import Game
from engine.overlay import RULES, SITE
from engine.play import next_to_act
from engine.record import new_record
from engine.tables import lines
from engine.title import Option
from engine.titles import easiest_first, overlay_of, title_named, titles
from engine.view import seen, view
from engine.words import Words, catalogue, current_language, language_of_terminal, refusal_text, using_language
from engine.words.options import title_line
from engine.words.reading import seat_named, typed_act, typed_choices

MOST_SHOWN = 200
MOST_MOVES = 20_000


class _Parser(argparse.ArgumentParser):
    """Errors in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print it and exit."""
        print(_line("see_help", message=f"{message[:1].upper()}{message[1:]}"), file=sys.stderr)
        sys.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    with using_language(language_of_terminal(sys.argv[1:] if arguments is None else arguments)):
        return _run(_parser().parse_args(arguments))


def _run(given: argparse.Namespace) -> int:
    command: Callable[[argparse.Namespace], int] = given.run
    try:
        code = command(given)
        sys.stdout.flush()  # A reader who has gone is noticed here, before the exit code is decided.
        return code
    except IncompleteTitle as e:
        # The words in which refusals are translated are those of all titles, so this one is told in English.
        return _fail(_line("incomplete", name=e.title), *e.sentences)
    except EngineError as e:
        return _fail(refusal_text(sentence_of(e)))
    except BrokenPipeError:
        # The reader has seen enough; nothing more may be written, not even on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as e:
        return _fail(_line("unusable", file=e.filename or _line("the_file"), why=e.strerror))
    except KeyboardInterrupt:
        return _fail(_line("interrupted"))


def _line(name: str, /, **fields: Any) -> str:
    """One line of the catalogue."""
    return fill(catalogue(current_language()).table[name], fields, current_language())


def _fail(*sentences: str) -> int:
    print("\n- ".join(" ".join(one.split()) for one in sentences), file=sys.stderr)
    return 1


def _say(text: Iterable[str]) -> None:
    for line in text:
        print(line)


# --- commands


def _titles(given: argparse.Namespace) -> int:
    for title in easiest_first():
        print(_line("players", name=title.id, title=title_line(title)))
        _say(map(_explained, title.options))
        overlay = overlay_of(title.id)
        if overlay:
            print(_line("with_rules", name=RULES.name, value=SITE))
            _say(map(_explained, overlay.other_options))
    return 0


def _explained(option: Option) -> str:
    return _line("option", name=option.name, values=" | ".join(option.values), about=refusal_text(option.about))


def _new(arguments: argparse.Namespace) -> int:
    if arguments.file.exists() and not arguments.force:
        return _fail(_line("exists", file=arguments.file))
    setup = {"order": arguments.players} if arguments.in_order else {}
    record, game = new_record(
        arguments.title, arguments.players, typed_choices(arguments.option), arguments.seed, setup
    )
    own_file.save(arguments.file, record, game)
    _say(_waiting(game))
    return 0


def _show(given: argparse.Namespace) -> int:
    _, game = own_file.load(given.file)
    _say(lines(view(game, seat_named(game, given.seat) if given.seat else None)))
    return 0


def _legal(arguments: argparse.Namespace) -> int:
    _, game = own_file.load(arguments.file)
    if not arguments.seat:
        _say(_waiting(game))
        for decision in game.decisions():
            print(f"{decision.seat}: {' '.join(game.verbs(decision.seat))}")
        return 0
    seat = seat_named(game, arguments.seat)
    speaker = Words(view(game, seat))
    if not arguments.verb:
        _say(f"{verb}: {speaker.verb(verb)}" for verb in game.verbs(seat))
        return 0
    chosen = typed_act(game, seat, arguments.verb, typed_choices(arguments.choices)).args
    asked = game.values(seat, arguments.verb, chosen)
    if asked is None:
        refused = game.why_not(seat, typed_act(game, seat, arguments.verb, typed_choices(arguments.choices)))
        return _fail(refusal_text(refused)) if refused else _said(_line("no_more"))
    slot, values = asked
    if isinstance(values, Span):
        print(f"{slot} = {values.low}..{values.high}: {speaker.span(arguments.verb, slot, values)}")
        return 0
    found = values.known() if isinstance(values, Text) else values
    none = True
    for value in islice(found, arguments.most):
        none = False
        print(f"{slot} = {value}: {speaker.value(arguments.verb, slot, value)}", flush=True)
    return _fail(_line("nothing_to_choose", slot=slot)) if none else 0


def _said(sentence: str) -> int:
    print(sentence)
    return 0


def _do(arguments: argparse.Namespace) -> int:
    record, game = own_file.load(arguments.file)
    seat = seat_named(game, arguments.seat)
    act = typed_act(game, seat, arguments.verb, typed_choices(arguments.choices))
    after, events = record.play(game, seat, act)
    own_file.save(arguments.file, record, after, carry=own_file.carries_position(arguments.file))
    speaker = Words(view(after, seat))
    _say(speaker.event(seen(event, seat)) for event in events)
    _say(_waiting(after))
    return 0


def _import(arguments: argparse.Namespace) -> int:
    from engine.exchange.site import import_file

    states = str(arguments.states) if arguments.states else None
    result = import_file(str(arguments.file), states=states, judge_runs=arguments.runs)
    for short in result.short_runs:
        print(refusal_text(short))
    if arguments.runs:
        print(_line("short_runs", short=len(result.short_runs), runs=result.runs_judged))
    if arguments.out:
        own_file.save(arguments.out, result.record, result.game)
    for problem in result.problems:
        print(refusal_text(problem), file=sys.stderr)
    if not result.agrees:
        return 1
    print(_line("agrees" if result.states_result else "follows", moves=len(result.record.moves)))
    return 0


def _export(arguments: argparse.Namespace) -> int:
    record, game = own_file.load(arguments.file)
    match arguments.what:
        case "state":
            raw = game.encode()
        case "view":
            raw = msgspec.json.encode(view(game, seat_named(game, arguments.seat) if arguments.seat else None))
        case "site":
            from engine.exchange.site import write_site_game

            raw = write_site_game(record)
        case _:
            raw = own_file.write(record, game, carry=own_file.carries_position(arguments.file))
    if arguments.out:
        arguments.out.write_bytes(raw)
    else:
        sys.stdout.buffer.write(raw.rstrip(b"\n") + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _play(arguments: argparse.Namespace) -> int:
    if not arguments.random:
        return _fail(_line("only_random"))
    options = typed_choices(arguments.option)
    title = title_named(arguments.title)
    stream = random.Random(arguments.seed)
    players = arguments.players or stream.randint(*title.players)
    record, game = new_record(arguments.title, [f"Player {n}" for n in range(1, players + 1)], options, arguments.seed)
    while (decision := next_to_act(game, stream)) is not None and len(record.moves) < arguments.moves:
        act = careful_act(game, decision.seat, stream)
        if act is None:
            return _fail(_line("stuck", seat=decision.seat, rule=decision.rule, seed=arguments.seed))
        game, _ = record.play(game, decision.seat, act)
        game.audit()
    if arguments.out:
        own_file.save(arguments.out, record, game)
    print(_line("played", moves=len(record.moves), players=players, phase=Words(view(game)).phase(game.state.phase)))
    _say(_waiting(game))
    return 0


def _audit(given: argparse.Namespace) -> int:
    record, _ = own_file.load(given.file)
    start = record.begin()
    start.audit()
    for _, game, _ in record.states(start):
        game.audit()
    print(_line("balanced", moves=len(record.moves)))
    return 0


def _waiting(game: Game) -> Iterable[str]:
    """Who must decide, or who has won."""
    shown = view(game)
    speaker = Words(shown)
    if shown.end is not None:
        yield speaker.ending(shown.end.why)
        yield speaker.line("winners", names=[speaker.holder(seat) for seat in shown.end.winners])
    for decision in shown.decisions:
        yield speaker.decision(decision)


# --- the command line itself


def _parser() -> _Parser:
    parser = _Parser(prog="python -m engine", description=_line("about"))
    parser.add_argument("--language", metavar="LANGUAGE", help=_line("about_language"))
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], about: str, *, file: bool = True) -> _Parser:
        parser = commands.add_parser(name, help=_line(about), description=_line(about))
        parser.set_defaults(run=run)
        if file:
            parser.add_argument("file", type=Path, metavar="FILE")
        return parser

    command("titles", _titles, "about_titles", file=False)

    new = command("new", _new, "about_new", file=True)
    new.add_argument("title", metavar="TITLE")
    new.add_argument("players", nargs="+", metavar="PLAYER")
    new.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    new.add_argument("--seed", type=int, default=0)
    new.add_argument("--in-order", action="store_true", help=_line("about_in_order"))
    new.add_argument("--force", action="store_true", help=_line("about_force"))

    show = command("show", _show, "about_show")
    show.add_argument("--seat", metavar="SEAT")

    legal = command("legal", _legal, "about_legal")
    legal.add_argument("seat", nargs="?", metavar="SEAT")
    legal.add_argument("verb", nargs="?", metavar="VERB")
    legal.add_argument("choices", nargs="*", metavar="SLOT=VALUE")
    legal.add_argument("--most", type=int, default=MOST_SHOWN, help=_line("about_most"))

    do = command("do", _do, "about_do")
    do.add_argument("seat", metavar="SEAT")
    do.add_argument("verb", metavar="VERB")
    do.add_argument("choices", nargs="*", metavar="SLOT=VALUE")

    reads = command("import", _import, "about_import")
    reads.add_argument("--states", type=Path, metavar="OUT", help=_line("about_states"))
    reads.add_argument("--out", type=Path, metavar="FILE", help=_line("about_out"))
    reads.add_argument("--runs", action="store_true", help=_line("about_runs"))

    export = command("export", _export, "about_export")
    export.add_argument("what", nargs="?", choices=("game", "state", "view", "site"), default="game")
    export.add_argument("--seat", metavar="SEAT", help=_line("about_seat"))
    export.add_argument("--out", type=Path, metavar="OUT")

    play = command("play", _play, "about_play", file=False)
    play.add_argument("--random", action="store_true")
    play.add_argument("--seed", type=int, default=0)
    play.add_argument("--title", default=titles()[0])
    play.add_argument("--players", type=int, metavar="N")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.add_argument("--moves", type=int, default=MOST_MOVES, help=_line("about_moves"))
    play.add_argument("--out", type=Path, metavar="FILE")

    command("audit", _audit, "about_audit")
    return parser
