"""Do the tests notice when a rule is broken?

Beside a title's ledger lies `mutants.yaml`: a list of edits, each of which breaks one statement of the ledger.

    - rule: "1839-8.3.2.2-06"
      breaks: a station marker costs 40
      file: engine/titles/t1839/stations.py
      before: "COST = 80"
      after: "COST = 40"

Statements are drawn with a seed. Each edit is made in a copy of the tree, never in the tree itself, and only the
tests that name the statement run on it, in a process of their own; long runs (`soak`) do not count. One of them must
fail. An edit that nobody notices yet says why (`survives: ...`) until a test is mended. The command fails if an edit
without such a reason survives, if one with a reason is caught, or if an edit cannot be made or breaks
more than a rule.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import yaml

from tools.ledger_check import COMPARED, FACTS, files, named

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("engine", "render", "sandbox", "bot", "migrations", "tests", "tools", "pyproject.toml")
SECONDS = 600
PASSED, FAILED = 0, 1
"""pytest's exit codes; anything else means that it could not even collect the tests."""


@dataclass(frozen=True)
class Mutant:
    """One edit that breaks one statement."""

    rule: str
    breaks: str
    file: str
    before: str
    after: str
    survives: str = ""

    def fault(self, tree: Path) -> str:
        """Why the edit cannot be made; empty if it can."""
        path = tree / self.file
        if not path.is_file():
            return f"there is no file {self.file}"
        count = path.read_text(encoding="utf-8").count(self.before)
        if count != 1:
            return f"what it replaces occurs {count} times in {self.file}"
        return "" if self.after != self.before else "it changes nothing"

    def apply(self, tree: Path) -> None:
        """Make the edit."""
        path = tree / self.file
        path.write_text(path.read_text(encoding="utf-8").replace(self.before, self.after), encoding="utf-8")


def list_of(title: str, tree: Path = ROOT) -> Path:
    """The file with a title's edits."""
    return tree / "engine" / "titles" / f"t{title}" / "mutants.yaml"


def mutants_of(title: str, tree: Path = ROOT) -> list[Mutant]:
    """A title's edits."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    entries = yaml.load(list_of(title, tree).read_text(encoding="utf-8"), Loader=loader)
    return [Mutant(**entry) for entry in entries]


def draw(mutants: Sequence[Mutant], seed: int, count: int | None) -> list[Mutant]:
    """All edits in random order, or one edit for each of a number of statements."""
    stream = random.Random(seed)
    if count is None:
        return stream.sample(mutants, len(mutants))
    rules = sorted({mutant.rule for mutant in mutants})
    drawn = stream.sample(rules, min(count, len(rules)))
    return [stream.choice([mutant for mutant in mutants if mutant.rule == rule]) for rule in drawn]


def files_naming(tree: Path) -> dict[str, list[str]]:
    """Statement -> files with a short test of it."""
    found: dict[str, list[str]] = {}
    for path in files(tree / "tests"):
        test = tree / "tests" / COMPARED if path.name == FACTS else path
        for rule in sorted({name for name, _ in named(path)}):
            found.setdefault(rule, []).append(str(test.relative_to(tree)))
    return found


def run_tests(tree: Path, rules: set[str], files: Sequence[str]) -> int:
    """Run the short tests of statements in a tree; returns pytest's exit code."""
    wanted = [option for rule in sorted(rules) for option in ("--rule", rule)]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "tools.only_rule"]
    try:
        ended = subprocess.run([*command, *wanted, *files], cwd=tree, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return FAILED
    return ended.returncode


def copy_tree(tree: Path, target: Path) -> None:
    """A copy to break, including Python's compiled files."""
    for name in COPIED:
        if (tree / name).is_dir():
            shutil.copytree(tree / name, target / name)
        elif (tree / name).exists():
            shutil.copy2(tree / name, target / name)


def outcome(mutant: Mutant, clean: Path, files: Sequence[str]) -> str:
    """`caught`, `survived`, or what is wrong with the edit."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        tree = Path(folder)
        copy_tree(clean, tree)
        mutant.apply(tree)
        ended = run_tests(tree, {mutant.rule}, files)
    return {PASSED: "survived", FAILED: "caught"}.get(ended, "breaks more than a rule: no test could be collected")


def report(mutant: Mutant, result: str) -> bool:
    """Print an edit's outcome; returns whether it is as expected."""
    right = result == ("survived" if mutant.survives else "caught")
    note = "" if right else " <- look at this"
    print(f"{result:9} {mutant.rule}: {mutant.breaks}{note}", flush=True)
    if mutant.survives:
        print(f"          {mutant.survives}", flush=True)
    return right


def main(arguments: list[str] | None = None, tree: Path = ROOT) -> int:
    """Draw, break, test, and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", help="such as 1839")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="so many statements, with one edit each; else every edit")
    parser.add_argument("--rule", action="append", help="only the edits of this statement, or of these")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    mutants = [mutant for mutant in mutants_of(given.title, tree) if mutant.rule in (given.rule or [mutant.rule])]
    drawn = draw(mutants, given.seed, given.count)
    faults = [f"{mutant.rule}: {mutant.breaks}: {fault}" for mutant in drawn if (fault := mutant.fault(tree))]
    naming = files_naming(tree)
    files = {mutant.rule: naming.get(mutant.rule, []) for mutant in drawn}
    faults += [f"{rule}: no test names it" for rule, found in files.items() if not found]
    if faults or not drawn:
        print("\n".join(faults) or "There is no such edit.")
        return 2
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        clean = Path(folder)
        copy_tree(tree, clean)
        # Also compiles what all copies of this copy need.
        if run_tests(clean, set(files), sorted({file for found in files.values() for file in found})) != PASSED:
            print("The tests fail before anything is broken.")
            return 2
        with ThreadPoolExecutor(given.jobs) as pool:
            results: list[str] = []
            right: list[bool] = []
            for mutant, result in zip(
                drawn, pool.map(lambda mutant: outcome(mutant, clean, files[mutant.rule]), drawn), strict=True
            ):
                results.append(result)
                right.append(report(mutant, result))
    caught = results.count("caught")
    print(f"{given.title}: {len(drawn)} edits, {caught} caught ({100 * caught / len(drawn):.1f} %)")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
