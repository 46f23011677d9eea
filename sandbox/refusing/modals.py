"""Modals: checked when the bot shows one, filled in by a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.refusing import limits
from sandbox.world.errors import ClientRefuses

TITLE, PARTS, LABEL, DESCRIPTION, TEXT, TEXT_PLACEHOLDER = 45, 5, 45, 100, 4_000, 100
TEXT_INPUT, TEXT_DISPLAY, LABELLED, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 4, 10, 18, 19, 21, 22, 23
BOXES, FILES = 10, 10
"""The most choices of a group, and files of a field."""
FIELDS = {TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX, *limits.SELECTS}


def check(data: dict[str, Any]) -> None:
    """A modal's title, parts and fields against Discord's limits."""
    faults = limits.Faults()
    seen: set[str] = set()
    faults.length("data.title", data.get("title") or "", TITLE, 1)
    faults.length("data.custom_id", data.get("custom_id") or "", limits.CUSTOM_ID, 1)
    parts = data.get("components") or []
    faults.many("data.components", parts, PARTS, 1)
    for index, part in enumerate(parts):
        at = f"data.components.{index}"
        kind = part.get("type")
        faults.one_of(f"{at}.type", kind, (1, TEXT_DISPLAY, LABELLED))
        if kind == 1:
            inner = part.get("components") or []
            faults.many(f"{at}.components", inner, 1, 1)
            for one in inner:
                faults.one_of(f"{at}.components.0.type", one.get("type"), (TEXT_INPUT,))
                faults.length(f"{at}.components.0.label", one.get("label") or "", LABEL, 1)
                _field(faults, f"{at}.components.0", one, seen)
        elif kind == LABELLED:
            faults.length(f"{at}.label", part.get("label") or "", LABEL, 1)
            if part.get("description") is not None:
                faults.length(f"{at}.description", part["description"], DESCRIPTION, 1)
            inner = part.get("component") or {}
            faults.one_of(f"{at}.component.type", inner.get("type"), FIELDS)
            _field(faults, f"{at}.component", inner, seen)
    faults.end()


def _field(faults: limits.Faults, at: str, field: dict[str, Any], seen: set[str]) -> None:
    kind = field.get("type")
    _counts(faults, at, field)
    if kind in limits.SELECTS:
        limits.select(faults, at, field, seen)
        _defaults(faults, at, field)
        return
    limits.custom_id(faults, at, field, seen)
    if kind == TEXT_INPUT:
        faults.one_of(f"{at}.style", field.get("style"), (1, 2))
        for key in ("min_length", "max_length"):
            if field.get(key) is not None:
                faults.between(f"{at}.{key}", field[key], 0 if key == "min_length" else 1, TEXT)
        if field.get("value") is not None:
            most = field.get("max_length") or TEXT
            faults.length(f"{at}.value", field["value"], most)
        if field.get("placeholder") is not None:
            faults.length(f"{at}.placeholder", field["placeholder"], TEXT_PLACEHOLDER)
    elif kind in (RADIO, CHECKBOXES):
        options = field.get("options") or []
        faults.many(f"{at}.options", options, BOXES, 2 if kind == RADIO else 1)
        for index, option in enumerate(options):
            for key in ("label", "value"):
                faults.length(f"{at}.options.{index}.{key}", option.get(key) or "", limits.OPTION_TEXT, 1)
            if option.get("description"):
                faults.length(f"{at}.options.{index}.description", option["description"], limits.OPTION_TEXT)
        if kind == RADIO and sum(bool(one.get("default")) for one in options) > 1:
            faults.add(f"{at}.options", "BASE_TYPE_BAD_LENGTH", "Only one option can be the default.")


def _counts(faults: limits.Faults, at: str, field: dict[str, Any]) -> None:
    """How many may be chosen or uploaded; none only where the field need not be filled in."""
    most = {CHECKBOXES: BOXES, UPLOAD: FILES}.get(field.get("type") or 0, limits.OPTIONS)
    low, high = field.get("min_values"), field.get("max_values")
    if field.get("type") in (CHECKBOXES, UPLOAD):
        faults.between(f"{at}.min_values", 1 if low is None else low, 0, most)
        faults.between(f"{at}.max_values", 1 if high is None else high, 1, most)
    if low is not None and low > (1 if high is None else high):
        faults.add(f"{at}.min_values", "NUMBER_TYPE_MAX", "min_values must not be greater than max_values.")
    if low == 0 and field.get("required", True) is not False:
        faults.add(f"{at}.required", "BASE_TYPE_CHOICES", "A required field needs at least one value.")


def _defaults(faults: limits.Faults, at: str, field: dict[str, Any]) -> None:
    """What a list of people or channels shows as chosen: not more than can be, and only what it is a list of."""
    shown = field.get("default_values") or []
    faults.many(f"{at}.default_values", shown, 1 if field.get("max_values") is None else field["max_values"])
    kinds = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}.get(field["type"], ())
    for index, one in enumerate(shown):
        # Whether it was sent as a number or as a text: the page could not read such a number.
        one["id"] = str(one.get("id"))
        faults.one_of(f"{at}.default_values.{index}.type", one.get("type"), kinds)


def fields(modal: dict[str, Any]) -> list[dict[str, Any]]:
    """The fields of a modal, each with the label that a person reads."""
    found: list[dict[str, Any]] = []
    for part in modal["components"]:
        if part["type"] == 1:
            found += part["components"]
        elif part["type"] == LABELLED:
            found.append(part["component"] | {"label": part["label"], "description": part.get("description")})
    return found


Picked = Callable[[dict[str, Any], Any], str]
"""What a client sends for a person, role, channel or file that somebody chose for a field."""


def submission(modal: dict[str, Any], filled: dict[str, Any], picked: Picked) -> list[dict[str, Any]]:
    """The components of the submit: `filled` names fields by custom id or label. The client checks what is in them."""
    known = {key for one in fields(modal) for key in (one["custom_id"], one["label"])}
    if strange := set(filled) - known:
        raise ClientRefuses("no_field", field=", ".join(sorted(strange)))

    def fill(field: dict[str, Any], label: str) -> dict[str, Any]:
        value = filled.get(field["custom_id"], filled.get(label))
        return {"type": field["type"], "id": field.get("id", 0), "custom_id": field["custom_id"]} | _value(
            field, label, value, picked
        )

    parts: list[dict[str, Any]] = []
    for part in modal["components"]:
        if part["type"] == 1:
            parts.append(
                {
                    "type": 1,
                    "id": part.get("id", 0),
                    "components": [fill(one, one["label"]) for one in part["components"]],
                }
            )
        elif part["type"] == LABELLED:
            parts.append(
                {"type": LABELLED, "id": part.get("id", 0), "component": fill(part["component"], part["label"])}
            )
        else:
            parts.append({"type": TEXT_DISPLAY, "id": part.get("id", 0)})
    return parts


def _value(field: dict[str, Any], name: str, value: Any, picked: Picked) -> dict[str, Any]:
    kind = field["type"]
    if kind == TEXT_INPUT:
        text = str(value if value is not None else field.get("value") or "")
        least, most = field.get("min_length") or 0, field.get("max_length") or TEXT
        if not text and field.get("required", True) is not False:
            raise ClientRefuses("field_empty", field=name)
        if text and not least <= len(text) <= most:
            raise ClientRefuses("field_length", field=name, least=least, most=most)
        return {"value": text}
    if kind == CHECKBOX:
        return {"value": bool(field.get("default") if value is None else value)}
    offered = [one["value"] for one in field.get("options") or []]
    default = [one["value"] for one in field.get("options") or [] if one.get("default")]
    default += [str(one["id"]) for one in field.get("default_values") or []]
    chosen = default if value is None else list(value) if isinstance(value, list | tuple) else [value]
    if kind in (3, RADIO, CHECKBOXES):
        if any(one not in offered for one in chosen):
            raise ClientRefuses("field_choice", field=name, chosen=", ".join(map(str, chosen)))
    else:
        chosen = [picked(field, one) for one in chosen]
    needed = field.get("required", True) is not False
    if not chosen and needed:
        raise ClientRefuses("field_empty", field=name)
    least, most = field.get("min_values"), field.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if chosen and not least <= len(chosen) <= most:
        raise ClientRefuses("list_count", least=least, most=most)
    return {"value": chosen[0] if chosen else None} if kind == RADIO else {"values": chosen}
