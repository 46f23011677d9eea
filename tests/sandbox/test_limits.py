"""Discord's limits: what fits is taken, one more is refused and nothing is written."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.happening import commands
from sandbox.refusing import limits, modals
from sandbox.world.errors import ApiError, InvalidForm
from sandbox.world.world import COMPONENTS_V2


def button(number: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"b{number}"} | more


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def select(options: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "type": 3,
        "custom_id": "s",
        "options": [{"label": f"o{number}", "value": f"o{number}"} for number in range(options)],
    } | more


def texts(*characters: int) -> list[dict[str, Any]]:
    return [{"type": 10, "content": "x" * one} for one in characters]


def gallery(*names: str, **more: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": name}} | more for name in names]}


def box(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "accent_color": 0xC00000, "components": list(parts or texts(10))}


def laid_out(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"flags": COMPONENTS_V2, "components": list(parts)}


def read(label: int, placeholder: int, option: int, about: int) -> dict[str, Any]:
    """A message in which so many characters are read besides a text of 3,000."""
    chosen = select(0, placeholder="p" * placeholder)
    chosen["options"] = [{"label": "o" * option, "value": f"{n}" * 100, "description": "d" * about} for n in range(9)]
    return laid_out(*texts(3000), row(button(label="l" * label)), row(chosen))


FITS: list[dict[str, Any]] = [
    read(50, 50, 50, 50),
    laid_out(gallery("attachment://map.png", "https://example.org/map.png", description="a map")),
    laid_out({"type": 13, "file": {"url": "attachment://map.png"}}),
    laid_out({"type": 9, "components": texts(5), "accessory": {"type": 11, "media": {"url": "attachment://map.png"}}}),
    {"content": "x" * 2000},
    {"embeds": [{"title": "x" * 256, "description": "x" * 4096}]},
    {"embeds": [{"description": "x" * 600}] * 10},
    {"embeds": [{"fields": [{"name": "x" * 20, "value": "x" * 200}] * 25}]},
    {"components": [row(*(button(5 * line + number) for number in range(5))) for line in range(5)]},
    {"components": [row(select(25, placeholder="x" * 150, max_values=25))]},
    {"components": [row(button(label="x" * 80, custom_id="x" * 100))]},
    {"components": [row({"type": 2, "style": 5, "label": "rules", "url": "https://example.org"})]},
    {"flags": COMPONENTS_V2, "components": texts(*[100] * 40)},
    laid_out(box(*texts(10), row(button()), {"type": 14, "divider": True, "spacing": 1})),
    laid_out(box() | {"accent_color": 0xFFFFFF}, box() | {"accent_color": None}),
    laid_out(box(*[{"type": 14}] * 38), {"type": 14}),
    {"content": "x", "nonce": "n" * 25},
    {"content": "x", "allowed_mentions": {"parse": ["roles"], "users": ["1"]}},
]
WRONG: list[tuple[dict[str, Any], str]] = [
    (read(51, 50, 50, 50), "components"),
    (read(50, 51, 50, 50), "components"),
    (read(50, 50, 51, 50), "components"),
    (read(50, 50, 50, 51), "components"),
    (laid_out({"type": 10, "content": " \n\t"}), "components.0.content"),
    (laid_out(gallery("attachment://other.png")), "components.0.items.0.media.url"),
    (laid_out(gallery("ftp://example.org/map.png")), "components.0.items.0.media.url"),
    (laid_out(gallery("")), "components.0.items.0.media.url"),
    (laid_out({"type": 12, "items": [{}]}), "components.0.items.0.media.url"),
    (laid_out(gallery("attachment://map.png", description="w" * 1025)), "components.0.items.0.description"),
    (laid_out(gallery(*["https://example.org"] * 11)), "components.0.items"),
    (laid_out({"type": 13, "file": {"url": "attachment://other.txt"}}), "components.0.file.url"),
    (laid_out({"type": 13, "file": {"url": "https://example.org/map.png"}}), "components.0.file.url"),
    (laid_out({"type": 14, "spacing": 3}), "components.0.spacing"),
    (laid_out(box() | {"accent_color": 0x1000000}), "components.0.accent_color"),
    (laid_out(box() | {"accent_color": "red"}), "components.0.accent_color"),
    (laid_out({"type": 17, "components": []}), "components.0.components"),
    (laid_out(box(box())), "components.0.components.0.type"),
    ({"components": [box()]}, "components.0.type"),
    (laid_out(box(*[{"type": 14}] * 41)), "components.0.components"),
    (laid_out(box(*[{"type": 14}] * 39), {"type": 14}), "components"),
    ({"components": [row(button(label="  "))]}, "components.0.components.0"),
    (
        {"components": [row(select() | {"options": [{"label": " ", "value": "v"}]})]},
        "components.0.components.0.options.0.label",
    ),
    (
        {"components": [row(select() | {"options": [{"label": "l", "value": " "}]})]},
        "components.0.components.0.options.0.value",
    ),
    ({"embeds": [{"fields": [{"name": " ", "value": "x"}]}]}, "embeds.0.fields.0.name"),
    ({"content": "x" * 2001}, "content"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description"),
    ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    ({"embeds": [{"description": "x"}] * 11}, "embeds"),
    ({"embeds": [{"fields": [{"name": "x", "value": "x"}] * 26}]}, "embeds.0.fields"),
    ({"embeds": [{"fields": [{"name": "x", "value": ""}]}]}, "embeds.0.fields.0.value"),
    ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text"),
    ({"components": [row(button(number)) for number in range(6)]}, "components"),
    ({"components": [row(*(button(number) for number in range(6)))]}, "components.0.components"),
    ({"components": [row()]}, "components.0.components"),
    ({"components": [row(button(), select())]}, "components.0.components"),
    ({"components": [button()]}, "components.0.type"),
    ({"components": [row(button(), button())]}, "components.0.components.1.custom_id"),
    ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
    ({"components": [row(button(custom_id="x" * 101))]}, "components.0.components.0.custom_id"),
    ({"components": [row(button(label=None))]}, "components.0.components.0"),
    ({"components": [row(select(26))]}, "components.0.components.0.options"),
    ({"components": [row(select(0))]}, "components.0.components.0.options"),
    ({"components": [row(select(2, max_values=3))]}, "components.0.components.0.max_values"),
    ({"components": [row(select(1, placeholder="x" * 151))]}, "components.0.components.0.placeholder"),
    ({"components": texts(5)}, "components.0.type"),
    ({"flags": COMPONENTS_V2, "components": texts(*[1] * 41)}, "components"),
    ({"flags": COMPONENTS_V2, "components": texts(2001, 2000)}, "components"),
    ({"flags": COMPONENTS_V2, "content": "x", "components": texts(5)}, "content"),
    ({"flags": COMPONENTS_V2, "components": [{"type": 9, "components": texts(5)}]}, "components.0.accessory"),
    ({"content": "x", "nonce": "n" * 26}, "nonce"),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions"),
    ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse.0"),
]


@pytest.mark.parametrize("body", FITS)
def test_a_message_that_fits(body: dict[str, Any]):
    limits.message(body, {}, ["map.png"])


@pytest.mark.parametrize(("body", "where"), WRONG)
def test_a_message_that_does_not(body: dict[str, Any], where: str):
    with pytest.raises(InvalidForm) as refused:
        limits.message(body, {}, ["map.png"])
    assert where in refused.value.faults
    assert refused.value.body()["code"] == 50035


def test_files_and_empty_messages():
    limits.message({}, {str(number): 1 for number in range(10)})
    for body, files, code in (
        ({}, {}, 50006),
        ({"content": ""}, {}, 50006),
        ({"content": " \n"}, {}, 50006),
        ({}, {str(number): 1 for number in range(11)}, 40005),
        ({}, {"0": limits.FILE_SIZE + 1}, 40005),
        ({}, {str(number): limits.FILE_SIZE for number in range(3)}, 40005),
    ):
        with pytest.raises(ApiError) as refused:
            limits.message(body, files)
        assert refused.value.code == code


def option(name: str = "o", **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "d"} | more


LONG_CHOICES = [{"name": "n" * 100, "value": f"{number}" * 100} for number in range(2)]


def command(**more: Any) -> dict[str, Any]:
    return {"name": "bid", "description": "Bid"} | more


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (command(name="Bid"), "name"),
        (command(name="b d"), "name"),
        (command(name="b" * 33), "name"),
        (command(description="d" * 101), "description"),
        (command(description=""), "description"),
        (command(description="  "), "description"),
        (command(options=[option(choices=[{"name": " ", "value": "v"}])]), "options.0.choices.0.name"),
        (command(options=[option(f"o{number}") for number in range(26)]), "options"),
        (command(options=[option(), option()]), "options"),
        (command(options=[option("a"), option("b", required=True)]), "options.1"),
        (command(options=[option(choices=[{"name": "n", "value": "v"}] * 26)]), "options.0.choices"),
        (command(options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])]), "options.0"),
        (command(options=[option(type=5, autocomplete=True)]), "options.0"),
        (command(options=[option(type=4, choices=[{"name": "n", "value": "v"}])]), "options.0.choices.0.value"),
        (command(options=[option(type=1), option("p")]), "options"),
        (command(options=[option(type=2, options=[option(type=2)])]), "options.0.options.0.type"),
        (command(options=[option(f"o{number}", choices=LONG_CHOICES) for number in range(25)]), ""),
    ],
)
def test_a_command_that_does_not_fit(given: dict[str, Any], where: str):
    with pytest.raises(InvalidForm) as refused:
        commands.check(given)
    assert where in refused.value.faults, refused.value


def test_a_command_that_fits():
    commands.check(command(name="b" * 32, description="d" * 100, options=[option(f"o{n}") for n in range(25)]))
    commands.check(command(options=[option(type=2, options=[option(type=1, options=[option(required=True)])])]))
    commands.check({"name": "Look at it", "type": 3})


def form(*fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"title": "t", "custom_id": "c", "components": [row(one) for one in fields]} | more


def field(number: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 4, "style": 1, "label": "l", "custom_id": f"f{number}"} | more


def radio(many: int) -> dict[str, Any]:
    return {"type": 21, "custom_id": "r", "options": [{"label": f"{one}", "value": f"{one}"} for one in range(many)]}


def boxes(many: int) -> dict[str, Any]:
    return radio(many) | {"type": 22}


def upload(**more: Any) -> dict[str, Any]:
    return {"type": 19, "custom_id": "f"} | more


def people(shown: int, most: int) -> dict[str, Any]:
    values = [{"id": one, "type": "user"} for one in range(shown)]
    return {"type": 5, "custom_id": "p", "max_values": most, "default_values": values}


def asked(component: dict[str, Any], **more: Any) -> dict[str, Any]:
    return form() | {"components": [{"type": 18, "label": "Which?", "component": component} | more]}


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (form(field(), title="t" * 46), "data.title"),
        (form(), "data.components"),
        (form(field(), title=" "), "data.title"),
        (form(field(label=" ")), "data.components.0.components.0.label"),
        (form(*(field(number) for number in range(6))), "data.components"),
        (form(field(label="l" * 46)), "data.components.0.components.0.label"),
        (form(field(), field()), "data.components.1.components.0.custom_id"),
        (form(field(max_length=4001)), "data.components.0.components.0.max_length"),
        (form(field(value="xx", max_length=1)), "data.components.0.components.0.value"),
        (form(button()), "data.components.0.components.0.type"),
        (asked(radio(1)), "data.components.0.component.options"),
        (asked(radio(11)), "data.components.0.component.options"),
        (asked(boxes(11)), "data.components.0.component.options"),
        (asked(boxes(2) | {"min_values": 0}), "data.components.0.component.required"),
        (asked(boxes(2) | {"min_values": 3, "max_values": 2}), "data.components.0.component.min_values"),
        (asked(radio(2) | {"options": radio(2)["options"] + [{"label": "l" * 101, "value": "v"}]}), "2.label"),
        (asked(upload(max_values=11)), "data.components.0.component.max_values"),
        (asked(upload(min_values=0)), "data.components.0.component.required"),
        (asked(people(2, 1)), "data.components.0.component.default_values"),
        (asked(people(1, 1) | {"type": 8}), "data.components.0.component.default_values.0.type"),
        (asked(people(0, 26)), "data.components.0.component.max_values"),
        (asked(radio(2), label="l" * 46), "data.components.0.label"),
        (asked(radio(2), description="d" * 101), "data.components.0.description"),
        (asked(button()), "data.components.0.component.type"),
    ],
)
def test_a_form_that_does_not_fit(given: dict[str, Any], where: str):
    with pytest.raises(InvalidForm) as refused:
        modals.check(given)
    assert any(one.endswith(where) for one in refused.value.faults), refused.value.faults


def test_a_form_that_fits():
    for one in (boxes(10), upload(min_values=0, required=False), people(2, 2), radio(10)):
        modals.check(asked(one))
    modals.check(form(*(field(number) for number in range(5)), title="t" * 45))
    label = {"type": 18, "label": "Which?", "component": select(3)}
    modals.check({"title": "t", "custom_id": "c", "components": [label, {"type": 10, "content": "understand this"}]})
