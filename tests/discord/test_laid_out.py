"""A message that is laid out keeps Discord's limits, however much there is to say."""

from __future__ import annotations

import pytest

from bot.discord.reply import LAYOUT_PARTS, LAYOUT_TEXT, Button, Entry, Part, Reply, Select, Shown, laid_out

GO = Button("Go", "do", ("1",))


def texts(parts: tuple[Part, ...]) -> list[str]:
    """All that would be read in a message."""
    return [one["content"] for one in _all(laid_out(parts).to_components()) if one["type"] == 10]


def _all(found: list[dict]) -> list[dict]:  # type: ignore[type-arg]
    return [one for part in found for one in (part, *_all(part.get("components", [])))]


@pytest.mark.parametrize("long", [10, 390, 5000])
def test_no_message_has_more_text_than_discord_takes(long: int):
    parts = ("x" * long, *(Entry("y" * long, GO) for _ in range(9)), "z" * long)
    said = texts(parts)
    assert len(said) == 11 and all(said) and sum(map(len, said)) <= LAYOUT_TEXT
    if 11 * long <= LAYOUT_TEXT:
        assert said == [part.text if isinstance(part, Entry) else part for part in parts], "what fits stays whole"


def test_no_message_has_more_components_than_discord_takes_and_the_end_of_a_list_goes_first():
    parts = ("Game 1", Shown("map.png", b"", "Map"), *(Entry(f"line {n}", GO) for n in range(30)))
    last = (Select("More…", "do", (), (("a", "b"),)), (GO, GO, GO))
    built = laid_out((*parts, *last))
    assert built.total_children_count <= LAYOUT_PARTS
    kept = [one["type"] for one in built.to_components()]
    assert kept[:3] == [10, 12, 9] and kept[-2:] == [1, 1], "picture first, the rest last, lines between"
    assert texts((*parts, *last))[:2] == ["Game 1", "line 0"]


def test_a_reply_with_very_much_to_say_can_be_sent():
    reply = Reply("a" * 9000, "Game 1 · 1870 · OR 3.2", rows=tuple(Entry("b" * 900, GO) for _ in range(40)))
    view = reply.private()["view"]
    assert view.content_length() <= LAYOUT_TEXT and view.total_children_count <= LAYOUT_PARTS
