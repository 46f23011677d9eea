"""Tried with buttons and lists: how many there may be, and how long their texts."""

from __future__ import annotations

from typing import Any

from bot.beliefs.probe import probe
from bot.beliefs.stage import Stage, seen
from bot.discord.kit.custom_ids import CUSTOM_ID
from bot.discord.kit.reply import (
    LABEL,
    OPTION_TEXT,
    OPTIONS,
    PER_ROW,
    PLACEHOLDER,
    ROWS,
)
from engine.core.sentences import because


def button(number: int = 0, **more: Any) -> dict[str, Any]:
    """A button that cannot be pressed."""
    return {"type": 2, "style": 2, "label": "Check", "custom_id": f"check {number}", "disabled": True, **more}


def rows(*rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A message's body with these rows."""
    return {"components": [{"type": 1, "components": row} for row in rows]}


def options(many: int, **more: Any) -> dict[str, Any]:
    """A list that cannot be opened."""
    chosen = [{"value": f"{number}", "label": f"Choice {number}", **more} for number in range(many)]
    return {"type": 3, "custom_id": "check", "options": chosen, "disabled": True}


@probe("rows")
async def board(stage: Stage) -> None:
    """A message can have five rows of five buttons; a sixth row or button is refused with 50035."""
    full = [[button(PER_ROW * row + one) for one in range(PER_ROW)] for row in range(ROWS)]
    message = await stage.sent(because("a full board of buttons"), rows(*full))
    seen(
        [len(row["components"]) for row in message["components"]] == [PER_ROW] * ROWS,
        because("some of them were not there"),
    )
    await stage.too_much(
        because("a message of {number} rows", number=ROWS + 1), rows(*([button(one)] for one in range(ROWS + 1)))
    )
    await stage.too_much(
        because("a row of {number} buttons", number=PER_ROW + 1), rows([button(one) for one in range(PER_ROW + 1)])
    )


@probe("button-text")
async def button_text(stage: Stage) -> None:
    """A button can have a label of 80 characters and a custom_id of 100; one more is refused with 50035."""
    own = "i" * CUSTOM_ID
    message = await stage.sent(because("a button with long texts"), rows([button(label="l" * LABEL, custom_id=own)]))
    seen(message["components"][0]["components"][0]["custom_id"] == own, because("its custom_id did not come back"))
    await stage.too_much(
        because("a label of {number} characters", number=LABEL + 1), rows([button(label="l" * (LABEL + 1))])
    )
    await stage.too_much(
        because("a custom_id of {number} characters", number=CUSTOM_ID + 1), rows([button(custom_id=own + "i")])
    )


@probe("custom-id-once")
async def custom_id_once(stage: Stage) -> None:
    """The same custom_id twice in a message is refused with 50035."""
    await stage.too_much(because("the same custom_id twice"), rows([button(), button()]))


@probe("list-options")
async def list_options(stage: Stage) -> None:
    """A list can have 25 options; one more is refused with 50035."""
    await stage.sent(because("a list of {options} options", options=OPTIONS), rows([options(OPTIONS)]))
    await stage.too_much(because("a list of {number} options", number=OPTIONS + 1), rows([options(OPTIONS + 1)]))


@probe("list-text")
async def list_text(stage: Stage) -> None:
    """An option's texts can have 100 characters, the placeholder of a list 150; more is refused with 50035."""
    full = "t" * OPTION_TEXT
    long = options(1, label=full, value=full, description=full) | {"placeholder": "p" * PLACEHOLDER}
    await stage.sent(because("a list with long texts"), rows([long]))
    for part in ("label", "value", "description"):
        await stage.too_much(
            because("a {part} of {number} characters", part=part, number=OPTION_TEXT + 1),
            rows([options(1, **{part: full + "t"})]),
        )
    more = options(1) | {"placeholder": "p" * (PLACEHOLDER + 1)}
    await stage.too_much(because("a placeholder of {number} characters", number=PLACEHOLDER + 1), rows([more]))
