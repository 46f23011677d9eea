"""Every text on the sandbox's page comes from its catalogue."""

from __future__ import annotations

import json
import re
from pathlib import Path

import aiohttp
import pytest

import sandbox.world.say as page_words
from engine.words.texts import marked
from sandbox import Sandbox
from sandbox.happening.interactions import FAILED
from sandbox.world import errors
from sandbox.world.errors import ClientRefuses
from sandbox.world.say import language_of, page, words
from tests.test_pseudo import PLAIN

SOURCES = Path(page_words.__file__).parents[1]
STATIC = SOURCES / "page" / "static"
SAID = re.compile(r'(?<!\.)\bsay\("(\w+)"')
TEXT = re.compile(r"""(["`])((?:(?!\1)[^\n])*?[A-Za-z]{2,}[,.]? [a-z]{2,}(?:(?!\1)[^\n])*)\1""")
"""A literal that has two words."""
NO_TEXT = re.compile(r"hsl\(|:scope|input, textarea|noreferrer|div\.|classList|^\s|\.choose|^, ")


def scripts() -> dict[str, str]:
    """The page's scripts, without their comments."""
    read = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js"))}
    return {name: re.sub(r"^\s*(//|/\*\*).*$", "", text, flags=re.M) for name, text in read.items()}


def test_the_scripts_use_every_text_of_the_catalogue_and_no_other():
    said = {name for text in scripts().values() for name in SAID.findall(text)}
    assert said == set(words("en")["script"])


def test_no_script_has_a_text_of_its_own():
    found = {text for source in scripts().values() for _, text in TEXT.findall(source) if not NO_TEXT.search(text)}
    assert found == set()


def test_the_frame_of_the_page_is_translated(monkeypatch: pytest.MonkeyPatch):
    strange = marked(words("en"))
    monkeypatch.setattr(page_words, "words", lambda language: strange)
    html = page((STATIC / "index.html").read_text(encoding="utf-8"), "en-XA")
    shown = re.sub(r"<script[^>]*>.*?</script>", "", html)
    texts = re.findall(r'>([^<>]+)<|(?:title|aria-label)="([^"]*)"', shown)
    assert {word for pair in texts for text in pair for word in PLAIN.findall(text)} == {"Stationmaster"}
    told = re.search(r'<script id="words" type="application/json">(.*?)</script>', html)
    assert told is not None and json.loads(told[1]) == strange["script"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("xx, en;q=0.8", "en"), ("hr-HR,hr;q=0.9,en;q=0.8", "hr"), ("../..", "en"), ("en-GB", "en")],
)
def test_the_browser_says_which_language(monkeypatch: pytest.MonkeyPatch, accepted: str, language: str):
    texts = {"en": words("en"), "hr": {"html": {"people": "Ljudi"}}}
    monkeypatch.setattr(page_words, "_file", lambda name: texts.get(name, {}))
    assert language_of(accepted) == language


async def test_the_page_is_served_in_english_where_there_is_nothing_else():
    async with Sandbox.running() as sandbox, aiohttp.ClientSession(headers={"Accept-Language": "xx"}) as http:
        html = await (await http.get(f"{sandbox.address}/")).text()
    assert '<html lang="en">' in html and "+ person</button>" in html and "$" not in html.replace("${", "")


async def test_the_bot_hears_which_language_the_browser_speaks(monkeypatch: pytest.MonkeyPatch):
    texts = {"en": words("en"), "hr": {"html": {"people": "Ljudi"}}}
    monkeypatch.setattr(page_words, "_file", lambda name: texts.get(name, {}))
    async with Sandbox.running() as sandbox:
        sandbox.channel(sandbox.guild(), "games")
        for spoken, locale in (("en", "en-US"), ("hr-HR, hr;q=0.9", "hr")):
            async with (
                aiohttp.ClientSession(headers={"Accept-Language": spoken, "Origin": sandbox.address}) as http,
                http.ws_connect(f"{sandbox.address}/page/live") as column,
            ):
                await column.send_json({"do": "be", "name": locale})
                await column.receive_json()
                user = next(one for one in sandbox.world.users.values() if one.name == locale)
                assert user.locale == locale


REFUSED = re.compile(r'ClientRefuses\(\s*"(\w+)"')


def test_the_catalogue_has_every_client_refusal_and_no_other():
    said = {name for path in SOURCES.rglob("*.py") for name in REFUSED.findall(path.read_text(encoding="utf-8"))}
    assert said == set(words("en")["refused"])
    assert set(FAILED.values()) == set(words("en")["failed"])


def test_refusals_are_in_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch):
    refused = ClientRefuses("channel_hidden", person="Ann", channel="games")
    assert str(refused) == "Ann cannot see #games."
    strange = marked(words("en"))
    monkeypatch.setattr(errors, "words", lambda language: strange)
    assert set(PLAIN.findall(refused.sentence("en-XA"))) == {"Ann", "games"}
