"""Does every testable statement of the rule ledgers have a test, and does every test name statements that exist?

A test names what it proves with `@pytest.mark.rule("<id>", ...)`; the keys of a title's `FACTS` (`tests/*/facts.py`)
name statements whose figures one test compares with the engine's. The tests are read, not run. Tests marked `soak`,
which `make test` leaves out, prove nothing here.
Without options every statement without a test is a failure. `--baseline FOLDER` forgives the ids listed in its files,
one file a title and one id a line, as long as that title is being built; `--write-baseline` writes these lists anew.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
LEDGERS = ROOT / "engine" / "titles"
SHOWN = 40
FACTS = "facts.py"
COMPARED = Path("facts") / "test_facts.py"
"""The test that compares the figures of all titles."""


def entries(ledger: Path) -> list[dict[str, Any]]:
    """The statements of one ledger."""
    return yaml.load(ledger.read_text(encoding="utf-8"), Loader=_LOADER)


def statements(folder: Path) -> dict[str, bool]:
    """Id of every statement -> is it testable?"""
    found: dict[str, bool] = {}
    for ledger in sorted(folder.glob("*/ledger.yaml")):
        for entry in entries(ledger):
            if entry["id"] in found:
                raise SystemExit(f"{ledger}: the id {entry['id']} is given twice.")
            found[entry["id"]] = bool(entry["testable"])
    return found


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _is_mark(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name and ast.unparse(node.value).endswith("mark")


def _soaks(node: ast.AST) -> bool:
    """Is this node marked `soak`?"""
    marks: list[ast.expr] = []
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        marks = node.decorator_list
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("param"):
        marks = [keyword.value for keyword in node.keywords if keyword.arg == "marks"]
    elif isinstance(node, ast.Module):
        marks = [
            line.value
            for line in node.body
            if isinstance(line, ast.Assign) and any(ast.unparse(target) == "pytestmark" for target in line.targets)
        ]
    return any(_is_mark(part, "soak") for mark in marks for part in ast.walk(mark))


def _short(node: ast.AST) -> Iterator[ast.AST]:
    """A node and everything below it, except long runs."""
    if not _soaks(node):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _short(child)


def named(path: Path) -> Iterator[tuple[str, int]]:
    """Every id that a file's short tests or facts name, with its line; an empty id stands for an unreadable name."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    if path.name == FACTS:
        yield from _facts(tree)
    for node in _short(tree):
        if isinstance(node, ast.Call) and _is_mark(node.func, "rule"):
            for given in node.args:
                readable = isinstance(given, ast.Constant) and isinstance(given.value, str)
                yield (given.value if readable else ""), given.lineno  # type: ignore[union-attr]


def _facts(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The keys of a title's table of facts."""
    for line in tree.body:
        if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "FACTS" and isinstance(line.value, ast.Dict):
            for key in line.value.keys:
                readable = isinstance(key, ast.Constant) and isinstance(key.value, str)
                yield (key.value if readable else ""), line.lineno if key is None else key.lineno  # type: ignore[union-attr]


def files(tests: Path) -> list[Path]:
    """The files that name statements; the test that compares figures has its names from the facts."""
    return sorted({*tests.rglob("test_*.py"), *tests.rglob(FACTS)} - {tests / COMPARED})


def check(ledgers: Path, tests: Path, forgiven: set[str]) -> tuple[list[str], list[str], list[str]]:
    """Returns mistakes in tests, statements without a test, and listed statements that have one by now."""
    known = statements(ledgers)
    faults: list[str] = []
    tested: set[str] = set()
    for path in files(tests):
        for name, line in named(path):
            where = f"{path.relative_to(tests.parent)}:{line}"
            if not name:
                faults.append(f"{where}: a rule id must be written out as a string.")
            elif name not in known:
                faults.append(f"{where}: no ledger has a statement {name!r}.")
            else:
                tested.add(name)
    missing = [name for name, testable in known.items() if testable and name not in tested]
    return faults, [name for name in missing if name not in forgiven], sorted(forgiven & tested)


def forgiven(folder: Path) -> set[str]:
    """The untested statements listed in a folder."""
    return {name for listing in folder.glob("*.txt") for name in listing.read_text(encoding="utf-8").split()}


def write_baseline(folder: Path, ledgers: Path, missing: list[str]) -> None:
    """One list for each ledger that still has statements without a test, and none for the others."""
    folder.mkdir(parents=True, exist_ok=True)
    for ledger in ledgers.glob("*/ledger.yaml"):
        its = {entry["id"] for entry in entries(ledger)}
        lines = "".join(f"{name}\n" for name in missing if name in its)
        listing = folder / f"{ledger.parent.name}.txt"
        if lines:
            listing.write_text(lines, encoding="utf-8")
        else:
            listing.unlink(missing_ok=True)


def main(arguments: list[str] | None = None) -> int:
    """Print the findings, and fail if something is wrong or missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ledgers", type=Path, default=LEDGERS)
    parser.add_argument("--tests", type=Path, default=ROOT / "tests")
    parser.add_argument("--baseline", type=Path, help="lists of ids that may still be without a test, a file a title")
    parser.add_argument("--write-baseline", action="store_true", help="write these lists anew")
    given = parser.parse_args(arguments)
    listed = forgiven(given.baseline) if given.baseline else set[str]()
    if given.write_baseline:
        listed = set()
    faults, missing, done = check(given.ledgers, given.tests, listed)
    if given.write_baseline:
        write_baseline(given.baseline, given.ledgers, missing)
    testable = sum(statements(given.ledgers).values())
    without = len(missing) + len(listed) - len(done)
    print(f"{testable} testable statements, {testable - without} with a test, {without} without.")
    for fault in faults:
        print(fault)
    if done:
        print(f"{len(done)} listed in {given.baseline.name} have a test by now and can be taken off the list.")
    if missing:
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        print(f"Without a test: {', '.join(missing[:SHOWN])}{more}.")
    return 1 if faults or (missing and not given.write_baseline) else 0


if __name__ == "__main__":
    sys.exit(main())
