"""Modals: checked when the bot shows one, filled in by a person."""

from __future__ import annotations

from typing import Any

from sandbox.refusing import limits
from sandbox.world.errors import ClientRefuses

TITLE, PARTS, LABEL, DESCRIPTION, TEXT, TEXT_PLACEHOLDER = 45, 5, 45, 100, 4_000, 100
TEXT_INPUT, TEXT_DISPLAY, LABELLED, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 4, 10, 18, 19, 21, 22, 23
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
    if kind in limits.SELECTS:
        limits.select(faults, at, field, seen)
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
        faults.many(f"{at}.options", field.get("options") or [], 10, 2 if kind == RADIO else 1)


def fields(modal: dict[str, Any]) -> list[dict[str, Any]]:
    """The fields of a modal, each with the label that a person reads."""
    found: list[dict[str, Any]] = []
    for part in modal["components"]:
        if part["type"] == 1:
            found += part["components"]
        elif part["type"] == LABELLED:
            found.append(part["component"] | {"label": part["label"], "description": part.get("description")})
    return found


def submission(modal: dict[str, Any], filled: dict[str, Any]) -> list[dict[str, Any]]:
    """The components of the submit: `given` names fields by custom id or label. A client checks lengths and choices."""
    known = {key for one in fields(modal) for key in (one["custom_id"], one["label"])}
    if strange := set(filled) - known:
        raise ClientRefuses("no_field", field=", ".join(sorted(strange)))

    def fill(field: dict[str, Any], label: str) -> dict[str, Any]:
        value = filled.get(field["custom_id"], filled.get(label))
        return {"type": field["type"], "id": field.get("id", 0), "custom_id": field["custom_id"]} | _value(field, value)

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


def _value(field: dict[str, Any], value: Any) -> dict[str, Any]:
    kind, name = field["type"], field["custom_id"]
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
    offered = [one["value"] for one in field.get("options", [])]
    default = [one["value"] for one in field.get("options", []) if one.get("default")]
    chosen = default if value is None else [value] if isinstance(value, str) else list(value)
    if any(one not in offered for one in chosen) and kind in (3, RADIO, CHECKBOXES):
        raise ClientRefuses("field_choice", field=name, chosen=", ".join(map(str, chosen)))
    if not chosen and field.get("required", True) is not False:
        raise ClientRefuses("field_empty", field=name)
    return {"value": chosen[0] if chosen else None} if kind == RADIO else {"values": chosen}
