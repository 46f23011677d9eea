"""Tried with messages of layout components, of which every private panel is made: texts, pictures, edits."""

from __future__ import annotations

from typing import Any

from bot.beliefs.api import Attached
from bot.beliefs.messages import DOT
from bot.beliefs.parts import button, options
from bot.beliefs.probe import probe
from bot.beliefs.stage import COMPONENTS_V2, Stage, refused, seen
from bot.discord.kit.reply import LAYOUT_PARTS, LAYOUT_TEXT
from engine.core.sentences import because

GALLERY = 10
TEXT, SECTION, MEDIA_GALLERY, ROW = 10, 9, 12, 1


def text(content: str) -> dict[str, Any]:
    """A text."""
    return {"type": TEXT, "content": content}


def gallery(*names: str, **more: Any) -> dict[str, Any]:
    """Pictures of the message, by their names."""
    return {"type": MEDIA_GALLERY, "items": [{"media": {"url": f"attachment://{name}"}, **more} for name in names]}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    """Buttons or a list."""
    return {"type": ROW, "components": list(parts)}


def dots(*names: str) -> tuple[Attached, ...]:
    """Pictures with these names."""
    return tuple(Attached(name, DOT) for name in names)


@probe("layout-flag")
async def layout_flag(stage: Stage) -> None:
    """A message with the flag IS_COMPONENTS_V2 has only components; text or embeds beside them are refused (50035)."""
    message = await stage.sent(because("a message of components"), stage.laid_out())
    seen(bool(message["flags"] & COMPONENTS_V2), because("the flag was not there"))
    await stage.too_much(because("components and a text"), stage.laid_out() | {"content": stage.text()})
    await stage.too_much(because("components and an embed"), stage.laid_out() | {"embeds": [{"description": "beside"}]})


@probe("layout-becomes")
async def layout_becomes(stage: Stage) -> None:
    """An edit can turn an ordinary message into one of components, if it sets text and embeds to nothing."""
    message = await stage.sent(because("a text"), {})
    after = await stage.edited(because("a change into components"), message, stage.laid_out() | {"embeds": []})
    seen(bool(after["flags"] & COMPONENTS_V2), because("the flag was not there"))
    seen(not after["content"] and len(after["components"]) == 1, because("it was not a message of components"))


@probe("layout-stays")
async def layout_stays(stage: Stage) -> None:
    """An edit cannot take the flag away again."""
    message = await stage.sent(because("a message of components"), stage.laid_out())
    change = {"flags": 0, "content": stage.text(), "components": []}
    answer = await stage.api.ask("PATCH", stage.address(message), change)
    seen(
        400 <= answer.status < 500 or bool(answer.body["flags"] & COMPONENTS_V2),
        because("it became an ordinary message"),
    )


@probe("layout-parts")
async def layout_parts(stage: Stage) -> None:
    """A message can have 40 components in all, nested ones counted; one more is refused with 50035."""
    nested = row(*(button(number) for number in range(5)))
    others = [text("t")] * (LAYOUT_PARTS - 7)
    await stage.sent(because("{number} components", number=LAYOUT_PARTS), stage.laid_out(nested, *others))
    await stage.too_much(
        because("{number} components", number=LAYOUT_PARTS + 1), stage.laid_out(nested, *others, text("t"))
    )


@probe("layout-text")
async def layout_text(stage: Stage) -> None:
    """The texts of a message of components can have 4,000 characters in all; one more is refused with 50035."""
    rest = LAYOUT_TEXT - len(stage.text(60))
    half = rest // 2
    await stage.sent(
        because("texts of {number} characters", number=LAYOUT_TEXT),
        stage.laid_out(text("t" * half), text("t" * (rest - half))),
    )
    await stage.too_much(
        because("texts of {number} characters", number=LAYOUT_TEXT + 1),
        stage.laid_out(text("t" * half), text("t" * (rest - half + 1))),
    )


@probe("layout-labels")
async def layout_labels(stage: Stage) -> None:
    """Labels of buttons, and the texts of lists, count towards these 4,000 characters."""
    full = text("t" * (LAYOUT_TEXT - len(stage.text(60)) - 10))
    await stage.sent(because("a label that fits"), stage.laid_out(full, row(button(label="l" * 10))))
    await stage.too_much(because("a label that does not fit"), stage.laid_out(full, row(button(label="l" * 11))))
    await stage.too_much(because("an option that does not fit"), stage.laid_out(full, row(options(1, label="o" * 11))))


@probe("layout-section")
async def layout_section(stage: Stage) -> None:
    """A section has a text and a button beside it; without the button it is refused with 50035."""
    section = {"type": SECTION, "components": [text("t")]}
    await stage.sent(because("a text with its button"), stage.laid_out(section | {"accessory": button()}))
    await stage.too_much(because("a section without a button"), stage.laid_out(section))


@probe("layout-gallery")
async def layout_gallery(stage: Stage) -> None:
    """A gallery shows ten files of the message with their descriptions; an eleventh picture is refused with 50035."""
    names = [f"{number}.png" for number in range(GALLERY)]
    words = "w" * 50
    body = stage.laid_out(gallery(*names, description=words))
    message = await stage.sent(because("a gallery of {number} pictures", number=GALLERY), body, dots(*names))
    items = message["components"][1]["items"]
    seen([one["description"] for one in items] == [words] * GALLERY, because("the descriptions did not come back"))
    await stage.too_much(
        because("a gallery of {number} pictures", number=GALLERY + 1),
        stage.laid_out(gallery(*names, names[0])),
        dots(*names),
    )


@probe("layout-file")
async def layout_file(stage: Stage) -> None:
    """`attachment://` with the name of a file that was not sent is refused with 50035."""
    await stage.too_much(because("a picture that was not sent"), stage.laid_out(gallery("b.png")), dots("a.png"))


@probe("layout-answer")
async def layout_answer(stage: Stage) -> None:
    """Discord's answer has no `attachments` for a message of components; its files are in the components alone."""
    message = await stage.sent(because("a picture"), stage.laid_out(gallery("a.png")), dots("a.png"))
    seen(not message["attachments"], because("the file was among the attachments"))
    (item,) = message["components"][1]["items"]
    seen(str(item["media"]["url"]).startswith("http"), because("the picture has no address"))


@probe("layout-edit")
async def layout_edit(stage: Stage) -> None:
    """An edit with new components and files replaces the old ones; what it does not name is gone."""
    message = await stage.sent(because("a picture"), stage.laid_out(gallery("old.png")), dots("old.png"))
    body = stage.laid_out(gallery("new.png"))
    after = await stage.edited(because("a change of the picture"), message, body, dots("new.png"))
    (item,) = after["components"][1]["items"]
    seen("new.png" in item["media"]["url"], because("the old picture was still shown"))
    answer = await stage.api.ask("PATCH", stage.address(message), stage.laid_out(gallery("old.png")))
    refused(because("the picture that was replaced"), answer, 400, 50035)
