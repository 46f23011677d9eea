"""The bot's rooms and the sandbox's: small enough to be looked over, on floors, and each with a sentence of its own."""

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from tests.test_house import own as ties

ROOT = Path(__file__).resolve().parent.parent
HOUSES = ("bot", "sandbox")
ENTRIES, CHAIN, LINES = 14, 8, 400
"""The most entries of a folder, modules in a chain of imports inside one, and lines of a file."""
BELOW = {
    "bot.discord": (("kit",), ("games",), ("turn", "channel"), ("domains",), ("app",)),
    "bot.discord.domains": (
        ("shared",),
        ("exploring", "games", "leagues", "learning", "looking", "people", "reviews", "turns"),
        ("all",),
    ),
    "bot.table": (
        ("ground",),
        ("play",),
        ("seats",),
        ("past",),
        ("lessons",),
        ("leagues", "files"),
        ("upkeep",),
        ("table",),
        ("housekeeping",),
    ),
    "bot.menu": (("picture", "say"), ("move",), ("build",)),
    "bot.store": (("processes", "opening"), ("database",)),
    "sandbox": (("world",), ("refusing",), ("happening",), ("people", "rest"), ("page",), ("serving",), ("playing",)),
}
"""Floors from the lowest up. Rooms on one floor do not know each other, and a lower one knows no higher."""
KIT_MAY_USE = (
    *("bot.errors", "bot.safe_text", "bot.catalogue", "bot.host.workers", "bot.store"),
    *("engine", "engine.core.phrases", "engine.core.sentences", "engine.words", "engine.words.buttons"),
)
"""What the kit knows of the project; from `bot.store`, whether an interaction was done and that a database fails."""


def folders() -> list[Path]:
    """Every folder with modules."""
    return sorted({path.parent for house in HOUSES for path in (ROOT / house).rglob("*.py")})


def named(folder: Path) -> str:
    return ".".join(folder.relative_to(ROOT).parts)


def entries(folder: Path) -> list[str]:
    """What somebody sees who opens it."""
    return sorted(path.name for path in folder.iterdir() if path.name != "__pycache__" and _holds_files(path))


def _holds_files(path: Path) -> bool:
    """A folder that git does not keep, since nothing but caches is left in it, is none."""
    return path.is_file() or any(one.is_file() for one in path.rglob("*") if "__pycache__" not in one.parts)


def inside(folder: str, arrows: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The arrows between the entries of a folder; a folder among them stands for everything within it."""

    def entry(module: str) -> str | None:
        """The folder's own `__init__` is no entry: it names some of them for others."""
        return module.removeprefix(f"{folder}.").partition(".")[0] if module.startswith(f"{folder}.") else None

    found: dict[str, set[str]] = {}
    for module, others in arrows.items():
        if (mine := entry(module)) is not None:
            found.setdefault(mine, set()).update(one for other in others if (one := entry(other)) not in (None, mine))
    return found


def longest(within: Mapping[str, set[str]]) -> list[str]:
    """The longest chain of imports; an endless one for a circle."""
    chains: dict[str, list[str]] = {}

    def chain(entry: str, above: tuple[str, ...]) -> list[str]:
        if entry in above:
            raise AssertionError(f"a circle: {' -> '.join([*above[above.index(entry) :], entry])}")
        if entry not in chains:
            below = (chain(other, (*above, entry)) for other in sorted(within.get(entry, ())))
            chains[entry] = [entry, *max(below, key=len, default=[])]
        return chains[entry]

    return max((chain(entry, ()) for entry in sorted(within)), key=len, default=[])


def upward(within: Mapping[str, set[str]], floors: Iterable[tuple[str, ...]]) -> list[str]:
    """Arrows to a higher floor, or to another room on the same one."""
    level = {room: number for number, floor in enumerate(floors) for room in floor}
    return [
        f"{one} -> {other}"
        for one, others in sorted(within.items())
        for other in sorted(others)
        if one in level and other in level and level[one] <= level[other]
    ]


def test_no_folder_has_more_entries_than_somebody_can_look_over():
    counted = {named(folder): len(entries(folder)) for folder in folders()}
    print(*(f"{count:3} {folder}" for folder, count in counted.items()), sep="\n")
    assert len(counted) > 30
    assert {folder: count for folder, count in counted.items() if count > ENTRIES} == {}


def test_no_chain_of_imports_inside_a_folder_is_long_and_none_is_endless():
    chains = {named(folder): longest(inside(named(folder), ties())) for folder in folders()}
    print(*(f"{len(chain)} {folder}: {' -> '.join(chain)}" for folder, chain in chains.items()), sep="\n")
    assert {folder: chain for folder, chain in chains.items() if len(chain) > CHAIN} == {}
    assert len(chains["bot.table"]) > 4


@pytest.mark.parametrize("folder", BELOW)
def test_no_arrow_leads_to_a_higher_room(folder: str):
    within = inside(folder, ties())
    missing = {room for floor in BELOW[folder] for room in floor} - {
        name.removesuffix(".py") for name in entries(ROOT.joinpath(*folder.split(".")))
    }
    assert missing == set()
    assert upward(within, BELOW[folder]) == []


def test_the_kit_knows_nothing_of_games():
    known = {
        other
        for module, others in ties().items()
        if module == "bot.discord.kit" or module.startswith("bot.discord.kit.")
        for other in others
        if not other.startswith("bot.discord.kit")
    }
    assert known - set(KIT_MAY_USE) == set()


def test_a_domain_knows_no_other_and_of_its_own_room_only_private_parts():
    domains = "bot.discord.domains."
    rooms = BELOW["bot.discord.domains"][1]
    known = {
        f"{module} -> {other}"
        for module, others in ties().items()
        for other in others
        if module.startswith(domains) and module.removeprefix(domains).split(".")[0] in rooms
        if other.startswith(domains) and other.removeprefix(domains).split(".")[0] in rooms
        if not other.rpartition(".")[2].startswith("_")
    }
    assert known == PARTS


PARTS = {
    "bot.discord.domains.exploring.explore -> bot.discord.domains.exploring.explore_lines",
    "bot.discord.domains.reviews.better -> bot.discord.domains.reviews.proven",
    "bot.discord.domains.reviews.better -> bot.discord.domains.reviews.robots_view",
    "bot.discord.domains.reviews.own -> bot.discord.domains.reviews.robots_view",
    "bot.discord.domains.reviews.reviewing -> bot.discord.domains.reviews.better",
    "bot.discord.domains.reviews.reviewing -> bot.discord.domains.reviews.own",
    "bot.discord.domains.reviews.reviewing -> bot.discord.domains.reviews.proven",
    "bot.discord.domains.reviews.reviewing -> bot.discord.domains.reviews.robots_view",
    "bot.discord.domains.reviews.robots_view -> bot.discord.domains.reviews.proven",
}
"""The parts of one domain."""


def test_every_room_says_what_it_is_for_and_no_file_is_long():
    silent = [
        named(folder)
        for folder in folders()
        if not ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    ]
    assert silent == []
    long = {
        str(path.relative_to(ROOT)): lines
        for house in HOUSES
        for path in (ROOT / house).rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LINES
    }
    assert long == {}


def test_the_rules_see_what_breaks_them():
    drawn = {"r.low": set[str](), "r.mid.a": {"r.low"}, "r.mid.b": {"r.mid.a"}, "r.top": {"r.mid.b", "r.low"}}
    within = inside("r", drawn)
    assert within == {"low": set(), "mid": {"low"}, "top": {"mid", "low"}}
    assert longest(within) == ["top", "mid", "low"]
    floors = (("low",), ("mid", "side"), ("top",))
    assert upward(within, floors) == []
    assert upward({**within, "low": {"top"}}, floors) == ["low -> top"]
    assert upward({**within, "mid": {"side"}}, floors) == ["mid -> side"]
    with pytest.raises(AssertionError, match="a circle: low -> top"):
        longest({**within, "low": {"top"}})
