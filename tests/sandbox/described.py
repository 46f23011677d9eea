"""Requests and answers against Discord's published description, where the file lies beside the project."""

from __future__ import annotations

import functools
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, relevance
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from bot.sandbox import Sandbox
from bot.sandbox.records import Record

FILE = Path(__file__).resolve().parents[2].parent / "shared" / "discord" / "openapi.json"
NO_FILE = f"Discord's published description is not there ({FILE.parent.name}/{FILE.name} beside the project)"
needed = pytest.mark.skipif(not FILE.exists(), reason=NO_FILE)
AT = "urn:discord"

SENT_BY_THE_LIBRARY = {"id", "tts", "description", "flags", "nsfw", "version", "application_id"}
"""Fields that discord.py adds where the description does not name them; Discord passes them over."""
OLD_QUERIES = {"use_nested_fields"}
BITS = {"permissions", "allow", "deny", "default_member_permissions"}
"""Sets of permissions, which Discord's documentation gives as texts and the description as numbers."""


def _any(node: Any) -> Any:
    """The description's unions overlap (a thread is also a channel): one fit is enough."""
    if isinstance(node, list):
        return [_any(one) for one in node]
    if isinstance(node, dict):
        return {("anyOf" if key == "oneOf" else key): _any(value) for key, value in node.items()}
    return node


@functools.cache
def document() -> dict[str, Any]:
    return _any(json.loads(FILE.read_text(encoding="utf-8")))


@functools.cache
def _contents(*, sent: bool) -> dict[str, Any]:
    whole = document()
    if not sent:
        return whole
    # Discord takes ids as numbers too, and discord.py sends them so here and there.
    schemas = whole["components"]["schemas"]
    either = schemas["SnowflakeType"] | {"type": ["string", "integer"]}
    return whole | {"components": whole["components"] | {"schemas": schemas | {"SnowflakeType": either}}}


@dataclass(frozen=True)
class Schema:
    """One schema of the description, by the steps that lead to it."""

    steps: tuple[str, ...]

    @functools.cached_property
    def _reference(self) -> dict[str, str]:
        return {"$ref": f"{AT}#/" + "/".join(quote(step.replace("~", "~0").replace("/", "~1")) for step in self.steps)}

    @functools.cached_property
    def _whole(self) -> dict[str, Any]:
        return _contents(sent="requestBody" in self.steps)

    @functools.cached_property
    def _judge(self) -> jsonschema_rs.Draft202012Validator:
        """Fast, and says only whether it fits."""
        return jsonschema_rs.Draft202012Validator(self._reference, registry=jsonschema_rs.Registry([(AT, self._whole)]))

    @functools.cached_property
    def _explainer(self) -> Draft202012Validator:
        """Slow, and knows all reasons why something does not fit."""
        registry: Registry[Any] = Registry().with_resource(AT, Resource.from_contents(self._whole, DRAFT202012))
        return Draft202012Validator(self._reference, registry=registry)

    def fault(self, thing: Any) -> str | None:
        """The innermost reason, of the alternative that is of the thing's own kind."""
        if self._judge.is_valid(thing):
            return None
        found = max(self._explainer.iter_errors(thing), key=relevance, default=None)
        while found and found.context:
            kinds: dict[Any, list[ValidationError]] = defaultdict(list)
            for one in found.context:
                kinds[one.schema_path[0]].append(one)
            own = [errors for errors in kinds.values() if not any(_of_another_kind(one) for one in errors)]
            found = max(own[0] if own else found.context, key=relevance)
        return f"at {found.json_path}: {found.message[:300]}" if found else "does not fit, for no known reason"


@functools.cache
def _schema(*steps: str) -> Schema:
    return Schema(steps)


def _of_another_kind(inner: ValidationError) -> bool:
    """Whether an alternative is for things of another type, by their `type` or by JSON's."""
    return list(inner.path) == ["type"] or (inner.validator == "type" and not inner.path)


def watch(patch: pytest.MonkeyPatch) -> list[str]:
    """From now on every sandbox that stops is checked against the description; the objections are collected here."""
    found: list[str] = []
    stop = Sandbox.stop

    async def stopped(sandbox: Sandbox) -> None:
        await stop(sandbox)
        found.extend(complaints(sandbox.records))

    if FILE.exists():
        patch.setattr(Sandbox, "stop", stopped)
    return found


def operation(record: Record) -> dict[str, Any] | None:
    return document()["paths"].get(record.template, {}).get(record.method.lower())


def complaints(records: Iterable[Record]) -> list[str]:
    """How these requests, and our answers to them, violate the description."""
    return [f"{record.operation}: {fault}" for record in records for fault in faults(record)]


def faults(record: Record) -> Iterable[str]:
    found = operation(record)
    if found is None:
        yield "no such path or method"
        return
    yield from _sent(record, found)
    if not record.fault:
        yield from _answered(record, found["responses"])


def _sent(record: Record, found: dict[str, Any]) -> Iterable[str]:
    known = {one["name"] for one in found.get("parameters", []) if one["in"] == "query"}
    if strange := set(record.query) - known - OLD_QUERIES:
        yield f"the query has {sorted(strange)}"
    body = found.get("requestBody")
    if body is None:
        if record.body:
            yield "takes no body"
        return
    kind = "multipart/form-data" if record.files else "application/json"
    if kind not in body["content"]:
        yield f"takes no {kind}"
        return
    if record.status >= 400 and not record.fault:
        return
    steps = ("paths", record.template, record.method.lower(), "requestBody", "content", kind, "schema")
    if fault := _schema(*steps).fault(_changed(_changed(record.body, _without_media), _as_number)):
        yield f"the body {fault}"
        return
    if isinstance(record.body, dict):
        strange = set(record.body) - _properties(body["content"][kind]["schema"]) - SENT_BY_THE_LIBRARY
        if strange:
            yield f"the body has {sorted(strange)}"


MEDIA = 16
"""A kind of channel that Discord's documentation has and the description has not; discord.py names it with forums."""


def _changed(node: Any, change: Callable[[str, Any], Any]) -> Any:
    """The same with every field of every object changed."""
    if isinstance(node, list):
        return [_changed(one, change) for one in node]
    if isinstance(node, dict):
        return {key: change(key, _changed(value, change)) for key, value in node.items()}
    return node


def _as_number(key: str, value: Any) -> Any:
    return int(value) if key in BITS and isinstance(value, str) and value.isdigit() else value


def _without_media(key: str, value: Any) -> Any:
    return [one for one in value if one != MEDIA] if key == "channel_types" else value


def _without_words(key: str, value: Any) -> Any:
    """Inside a refusal codes are words (`BASE_TYPE_BAD_LENGTH`), and the description gives them as numbers."""
    return [{**one, "code": 0} for one in value] if key == "_errors" else value


def _answered(record: Record, responses: dict[str, Any]) -> Iterable[str]:
    if not record.status:
        # The bot was killed before it was answered.
        return
    status = next((one for one in (str(record.status), f"{record.status // 100}XX") if one in responses), None)
    if status is None:
        yield f"our answer has the status {record.status}, the described ones are {sorted(responses)}"
        return
    if "application/json" not in _pointed(responses[status]).get("content", {}):
        if record.answer is not None:
            yield f"our answer has a body, the described {status} has none"
        return
    steps = ("paths", record.template, record.method.lower(), "responses", status)
    if ref := responses[status].get("$ref"):
        steps = tuple(ref.removeprefix("#/").split("/"))
    answer = _changed(_changed(record.answer, _without_media), _without_words)
    if fault := _schema(*steps, "content", "application/json", "schema").fault(answer):
        yield f"our answer ({record.status}) {fault}"


def _pointed(node: dict[str, Any]) -> dict[str, Any]:
    """What a response is, there or where it points to."""
    ref = node.get("$ref")
    return document()["components"]["responses"][ref.rsplit("/", 1)[1]] if ref else node


def _properties(schema: dict[str, Any]) -> set[str]:
    """All fields that a schema or one of its alternatives names."""
    if ref := schema.get("$ref"):
        return _properties(document()["components"]["schemas"][ref.rsplit("/", 1)[1]])
    found = set(schema.get("properties", {}))
    for key in ("allOf", "anyOf"):
        for one in schema.get(key, []):
            found |= _properties(one)
    return found


def limit(path: str) -> Any:
    """A number of the description: `MessageCreateRequest.embeds.maxItems`, `[]` steps into a list's items."""
    name, *steps = path.split(".")
    node = document()["components"]["schemas"][name]
    for step in steps:
        inner = re.fullmatch(r"(\w+)\[\]", step)
        node = _inside(node, inner[1] if inner else step)
        if inner:
            node = node["items"]
    return node


def _inside(node: dict[str, Any], step: str) -> Any:
    if "$ref" in node:
        node = document()["components"]["schemas"][node["$ref"].rsplit("/", 1)[1]]
    if step in node.get("properties", {}):
        return node["properties"][step]
    if step in node:
        return node[step]
    for key in ("anyOf", "allOf"):
        for one in node.get(key, []):
            try:
                return _inside(one, step)
            except KeyError:
                continue
    raise KeyError(step)
