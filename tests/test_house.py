"""The house's own rules, where a program can check them."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from engine.titles import every_title

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine"
TITLES = re.compile(r"18(70|43|39|28)")
CITED = re.compile(r"18\d\d(?= §|-A\d)")
"""A comment may cite the rule that is its reason: `1839 §12`, or the reading `1843-A29`."""
CHANGES = ("append", "clear", "extend", "insert", "pop", "remove", "update")
BY_HAND = re.compile(r"(?!p\.s\b)([\w.()]+\.(s|own|state)[.\[]|state\.)")
"""The state of a table or a game. In the block that arranges a position it is `p.s`."""


def core_files() -> list[Path]:
    """Everything of the engine that belongs to no title."""
    own = [path for path in ENGINE.rglob("*") if path.suffix in (".py", ".toml")]
    return [path for path in own if path.relative_to(ENGINE).parts[0] != "titles"]


SCREEN = 60
"""The most lines of a function."""


def test_the_core_names_no_title():
    assert len(core_files()) > 50
    named = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in core_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if TITLES.search(CITED.sub("", line))
    ]
    assert named == []


def test_tests_of_a_title_use_no_other_titles_tests_and_what_all_share_names_no_title():
    tests = ROOT / "tests"
    shared = [
        path
        for folder in ("positions", "family", "board", "finance", "view", "toy", "table")
        for path in (tests / folder).glob("*.py")
    ]
    of_titles = list(tests.glob("t18??/*.py"))
    assert len(of_titles) > 50 and len(shared) > 20
    foreign = [
        f"{path.relative_to(ROOT)}: {title}"
        for path in (*shared, *of_titles)
        for title in re.findall(r"tests\.(t18\d\d)", path.read_text(encoding="utf-8"))
        if title != path.parent.name
    ]
    assert foreign == []
    assert not any(TITLES.search(path.read_text(encoding="utf-8")) for path in (tests / "positions").glob("*.py"))


def circle(*packages: str) -> list[str]:
    """Modules that import each other in a circle, even if only for types or within a function; empty if none do."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    try:
        TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
    except CycleError as e:
        return list(e.args[1])
    return []


def test_no_modules_of_engine_and_render_import_each_other_in_a_circle():
    assert circle("engine", "render") == []


@pytest.mark.parametrize(
    "low",
    [
        "from ring.high import High",
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from ring.high import High",
        "def high():\n    from ring.high import High\n\n    return High",
    ],
    ids=["plain", "for types", "within a function"],
)
def test_every_kind_of_circle_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, low: str):
    package = tmp_path / "ring"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "low.py").touch()
    (package / "high.py").write_text("import ring.low\n\n\nclass High: ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert circle("ring") == []
    (package / "low.py").write_text(low)
    assert set(circle("ring")) == {"ring.low", "ring.high"}


def changed_in_place(tree: ast.AST) -> list[tuple[int, str]]:
    """Lines that change a game's state by hand: `table.s.phase = ...`, `game.state.lots.clear()`."""
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                found += [part for target in targets for part in getattr(target, "elts", [target])]
            case ast.AugAssign(target=target):
                found.append(target)
            case ast.Call(func=ast.Attribute(attr=name, value=value)) if name in CHANGES:
                found.append(value)
            case _:
                pass
    return [(target.lineno, text) for target in found if BY_HAND.match(text := ast.unparse(target))]


def test_tests_change_positions_in_the_one_way_that_audits_them():
    tests = ROOT / "tests"
    around = [
        f"{path.relative_to(ROOT)}:{number}: {text}"
        for path in tests.rglob("*.py")
        for number, text in changed_in_place(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert around == [], "use `with table.arrange() as p:` (tests/positions/table.py)"
    sample = ast.parse("table.s.phase = '2'\ntable.own.coal.append('GT')\ngame.state.cash['p1'] -= 1\np.s.phase = '2'")
    assert [number for number, _ in changed_in_place(sample)] == [1, 3, 2]


PRODUCT = ("engine", "render", "sandbox", "bot", "migrations")


@dataclass(frozen=True)
class Seen:
    """What the rules of this house ask of a file."""

    imports: list[tuple[str, str]]
    """What from where, as in `from where import what`; from "" if that is relative."""
    long: list[str]
    """Functions longer than a screen."""
    texts: set[str]
    far: list[tuple[int, str]]
    """Where vague names are used far from where they are made."""


@cache
def seen(source: str) -> Seen:
    """Read once for all rules: reading the whole product takes seconds."""
    tree = ast.parse(source)
    found = Seen([], [], set(), list(used_far(tree, {})))
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found.imports.extend((one.name, "") for one in names)
            case ast.ImportFrom(module=origin, names=names, level=level):
                found.imports.extend(("" if level else origin or "", one.name) for one in names)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if (node.end_lineno or 0) - node.lineno >= SCREEN:
                found.long.append(f"{node.lineno} {node.name}")
            case ast.Constant(value=str(text)):
                found.texts.add(text)
            case _:
                pass
    return found


def arrows(root: Path) -> dict[str, set[str]]:
    """Each module's imports from the product, including those within functions or only for types."""
    files: dict[str, Path] = {}
    for path in (path for room in PRODUCT for path in (root / room).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        named: set[str] = set()
        for origin, name in seen(path.read_text(encoding="utf-8")).imports:
            assert origin, f"{module}: imports are written out"
            named.add(f"{origin}.{name}" if f"{origin}.{name}" in files else origin)
        found[module] = (named & files.keys()) - {module}
    return found


@cache
def own() -> dict[str, set[str]]:
    """Those of the product as it is."""
    return arrows(ROOT)


def circles(ties: dict[str, set[str]]) -> list[set[str]]:
    """Modules that import each other, directly or through others."""

    def reached(module: str) -> set[str]:
        found: set[str] = set()
        waiting = [module]
        while waiting:
            new = ties[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    beyond = {module: reached(module) for module in ties}
    return [
        circle
        for module in sorted(ties)
        if module == min(circle := {one for one in beyond[module] if module in beyond[one]}, default="")
    ]


def test_nothing_is_imported_in_a_circle():
    ties = own()
    assert len(ties) > 400
    assert [sorted(one) for one in circles(ties)] == []


@pytest.mark.parametrize(
    "back",
    [
        "from bot import first\n",
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from bot.first import First\n",
        "def late():\n    import bot.first\n",
    ],
    ids=["at the top", "for its types alone", "in a function"],
)
def test_a_circle_is_found_however_it_is_imported(tmp_path: Path, back: str):
    room = tmp_path / "bot"
    room.mkdir()
    (room / "__init__.py").write_text("from bot.first import First\n")
    (room / "first.py").write_text("from bot.second import Second\n")
    (room / "second.py").write_text("import bot.third as third\n")
    (room / "third.py").write_text("import asyncio\n")
    assert circles(arrows(tmp_path)) == []
    (room / "third.py").write_text(back)
    assert circles(arrows(tmp_path)) == [{"bot.first", "bot.second", "bot.third"}]


def test_files_of_the_engine_are_short():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in ENGINE.rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 420
    }
    assert long == {}


def test_no_function_is_longer_than_a_screen():
    long = [
        f"{path.relative_to(ROOT)}:{function}"
        for package in ("bot", "engine", "render", "sandbox")
        for path in (ROOT / package).rglob("*.py")
        for function in seen(path.read_text(encoding="utf-8")).long
    ]
    assert long == []


def test_the_lock_files_name_no_host_and_no_place_and_pin_everything_with_hashes():
    for lock in (ROOT / "requirements").glob("*.txt"):
        text = lock.read_text(encoding="utf-8")
        assert not re.search(r"://|--index|--find-links|--trusted|file:|^/", text, re.MULTILINE), lock.name
        pins = re.findall(r"^([a-z0-9][\w.-]*)==\S+ (?:; [^\\\n]+ )?\\$", text, re.MULTILINE)
        assert len(pins) >= 3
        assert len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)) == len(pins)
        assert text.count("--hash=sha256:") >= len(pins)


def test_make_alone_lists_the_tasks_and_ci_runs_the_two_commands():
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for task in ("make test", "make soak", "make test-%", "make lint", "make format", "make bench", "make ledger"):
        assert task in listed
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in script
    assert script.rstrip().endswith("make test\nmake soak")
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_importing_the_engine_needs_no_discord_database_or_event_loop():
    code = "import engine.cli, sys; print([m for m in ('asyncio', 'discord', 'sqlite3', 'PIL') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


TYPED = (
    "bot/discord/domains/turns/ahead.py",
    "bot/discord/domains/turns/_order_list.py",
    "bot/discord/domains/shared/former.py",
    "bot/table/play/orders/",
)
"""The typed commands whose own name is a move's: orders ahead, what they do when their moment comes, and old names."""
STRATEGIES = "bot/robots/"
"""A robot weighs particular moves. What it does not know it leaves to chance."""
ORDINARY = {
    ("bot/discord/turn/acting.py", "keep"): "a private copy's button",
    ("bot/discord/domains/exploring/explore_lines.py", "run"): "a sentence",
    ("bot/discord/domains/looking/history.py", "dividend"): "a kind of event",
    ("bot/menu/move/foresight.py", "token"): "a kind of event",
    ("bot/menu/move/foresight.py", "stop"): "a field of an event",
    ("bot/menu/move/hints.py", "run"): "a sentence",
    ("bot/menu/move/places.py", "stop"): "a kind of slot",
    ("bot/menu/lines.py", "home"): "a sentence",
    ("bot/menu/build.py", "dividend"): "a step of a turn",
    ("bot/discord/app/run.py", "stop"): "a task",
    ("bot/store/rows.py", "stop"): "a kind of action",
    ("bot/table/ground/clocks.py", "stop"): "a setting",
    ("bot/table/play/extras.py", "stop"): "a kind of action",
    ("bot/table/ground/settings.py", "stop"): "a setting",
}
"""Words that are also a move's name, and mean something else there."""


def test_no_moves_name_stands_in_the_bot_outside_its_words_and_typed_commands():
    """How a move is shown, its law says (`Shown`): a new one needs no line in the bot."""
    moves = {verb for title in every_title() for verb in title.verbs}
    rooms = [ROOT / "bot" / room for room in ("discord", "league", "menu", "robots", "store", "table")]
    files = [path for room in rooms for path in room.rglob("*.py")]
    assert len(moves) > 50 and len(files) > 100
    named = {
        (str(path.relative_to(ROOT)), word)
        for path in files
        for word in seen(path.read_text(encoding="utf-8")).texts & moves
    }
    found = {(path, word) for path, word in named if not path.startswith((*TYPED, STRATEGIES))}
    assert found == ORDINARY.keys()


VAGUE = {"found", "given", "made", "one", "told"}
NEAR = 3
"""So many lines below where it is made, everybody still sees what a vague name means."""
SCOPES = (
    ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
)


def within(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a scope: of scopes in it only themselves."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, SCOPES):
            yield from within(node)


def used_far(scope: ast.AST, known: dict[str, list[int]]) -> Iterator[tuple[int, str]]:
    """Where vague names are used far from where they are made; `known`: the lines where scopes around make theirs."""
    own, made = list(within(scope)), dict[str, list[int]]()
    for node in own:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.MatchAs(name=str(name)) if name in VAGUE:
                made.setdefault(name, []).append(node.lineno)
    known = known | made
    for node in own:
        if isinstance(node, SCOPES):
            yield from used_far(node, known)
        elif isinstance(node, ast.Name) and node.id in known and isinstance(node.ctx, ast.Load):
            lines = known[node.id]
            nearest = max((line for line in lines if line <= node.lineno), default=min(lines))
            if abs(node.lineno - nearest) > NEAR:
                yield node.lineno, node.id


@pytest.mark.parametrize("package", ["bot", "engine", "render", "sandbox"])
def test_vague_names_are_used_only_near_where_they_are_made(package: str):
    far = [
        f"{path.relative_to(ROOT)}:{number} {name}"
        for path in (ROOT / package).rglob("*.py")
        for number, name in seen(path.read_text(encoding="utf-8")).far
    ]
    assert far == []


@pytest.mark.parametrize(
    "code",
    [
        "def first():\n    found = 1\n{gap}    return found\n",
        "def first(told):\n{gap}    return told\n",
        "def first():\n    for one in ():\n{gap}        print(one)\n",
        "def first(made):\n{gap}    return lambda: made\n",
        "every = [\n    one\n{gap}    for one in ()\n]\n",
        "match 1:\n    case given:\n{gap}        print(given)\n",
    ],
)
def test_every_use_far_from_its_making_is_found(code: str):
    assert not list(used_far(ast.parse(code.format(gap="\n")), {}))
    assert list(used_far(ast.parse(code.format(gap="\n" * 4)), {}))
