"""What the README shows is what happens."""

import doctest
import re
from pathlib import Path

import pytest

from engine.cli import main
from engine.titles import easiest_first
from engine.words.options import title_line

PRODUCT = ("engine", "render", "sandbox", "bot")
ROOT = Path(__file__).resolve().parent.parent


def test_the_ten_lines_of_the_readme_run_as_shown():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
    assert tried >= 10


def test_every_command_of_the_readme_is_known(capsys: pytest.CaptureFixture[str]):
    named = re.findall(r"python -m engine (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(named) == 9
    for command in named:
        with pytest.raises(SystemExit) as left:
            main([command, "--help"])
        assert left.value.code == 0
    capsys.readouterr()


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "engine").rglob("*.md")])


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings have on GitHub."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_in_the_docs_works(page: Path):
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8")):
        linked = page.parent / target if target else page
        assert linked.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(linked), f"{page.name} links to {target}#{anchor}"


def test_every_file_named_in_the_architecture_pages_exists():
    moved = (ROOT / "docs" / "decisions" / f"{name}.md" for name in ("foundations", "tests", "rewrite"))
    pages = [ROOT / "docs" / "architecture.md", *moved]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    files = {path.name for top in (*PRODUCT, "tests", "tools") for path in (ROOT / top).rglob("*.py")}
    named = set(re.findall(r"[a-z_0-9]+\.py", text))
    assert len(named) > 80
    assert named <= files
    for path in re.findall(r"`((?:engine|render|bot|tests|tools|docs)/[\w./-]*)`", text):
        # One stands for any title; the other exists only while something is untested.
        assert path in ("engine/titles/t18xx/", "tests/rules/untested/") or (ROOT / path).exists(), path


def test_the_readme_says_of_each_title_what_whoever_chooses_one_is_told():
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Games")[2].partition("\n## ")[0]
    told = dict(re.findall(r"^- \*([^*]+)\*, ([^;\n]+)", text, re.MULTILINE))
    said = {
        title.name: title_line(title).removeprefix(f"{title.name} · ")
        for title in easiest_first()
        if title.id[0].isdigit()
    }
    assert {name: rest.replace(" players", "") for name, rest in told.items()} == said
    assert next(iter(told)) == next(iter(said))
