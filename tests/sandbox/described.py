"""Requests and answers against Discord's published description, where the file lies beside the project."""

from __future__ import annotations

import functools
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, relevance
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from engine.core.phrases import PSEUDO
from sandbox import Sandbox
from sandbox.happening.gateway import Session
from sandbox.world.records import Record
from tests.sandbox.described_events import EVENTS

FILE = Path(__file__).resolve().parents[2].parent / "shared" / "discord" / "openapi.json"
NO_FILE = f"Discord's published description is not there ({FILE.parent.name}/{FILE.name} beside the project)"
needed = pytest.mark.skipif(not FILE.exists(), reason=NO_FILE)
AT = "urn:discord"
Change = Callable[[str, Any], Any]
"""What a field of an object is taken for."""

SENT_BY_THE_LIBRARY = {
    *("$.id", "$.tts", "$.description", "$.flags", "$.nsfw", "$.version", "$.application_id"),
    *(
        "$[].nsfw",
        "$.embeds[].flags",
        "$.data.tts",
        "$.data.embeds[].flags",
        "$.message.tts",
        "$.message.embeds[].flags",
    ),
}
"""Fields that discord.py adds where the description does not name them; Discord passes them over."""
SENT_WITH_AN_EMOJI = ".emoji.animated"
"""The same in every button and option with an emoji."""
TOLD_BY_DISCORD = ("interaction_metadata.name", "interaction_metadata.command_type")
"""Fields of events that the description leaves out; clients show with them which command was used."""
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
    return _any(json.loads(FILE.read_text(encoding="utf-8"))) | {"events": EVENTS}


@functools.cache
def _contents(*, sent: bool) -> dict[str, Any]:
    whole = document()
    if not sent:
        return whole
    # Discord takes ids as numbers too, and discord.py sends them so here and there.
    schemas = whole["components"]["schemas"]
    either = schemas["SnowflakeType"] | {"type": ["string", "integer"]}
    return whole | {"components": whole["components"] | {"schemas": schemas | {"SnowflakeType": either}}}


@functools.cache
def _registry(*, sent: bool) -> jsonschema_rs.Registry:
    """Made once: every registry reads the whole description anew."""
    return jsonschema_rs.Registry([(AT, _contents(sent=sent))])


@dataclass(frozen=True)
class Schema:
    """One schema of the description, by the steps to it; `sent`: by the bot, which may write ids as numbers."""

    steps: tuple[str, ...]
    sent: bool = False

    @functools.cached_property
    def node(self) -> dict[str, Any]:
        """The schema as it is written."""
        found: Any = self._whole
        for step in self.steps:
            found = found[int(step)] if isinstance(found, list) else found[step]
        return found

    @functools.cached_property
    def free(self) -> bool:
        """May its objects have any fields?"""
        kinds = self.node.get("type", ())
        return "object" in ([kinds] if isinstance(kinds, str) else kinds) and "properties" not in self.node

    @functools.cached_property
    def meant(self) -> Schema:
        """Where its reference leads."""
        ref = self.node.get("$ref")
        return _schema(*ref.removeprefix("#/").split("/"), sent=self.sent).meant if ref else self

    @functools.cached_property
    def fields(self) -> dict[str, Schema]:
        """Those of its objects."""
        return {key: self._inside("properties", key) for key in self.node.get("properties", {})}

    @functools.cached_property
    def items(self) -> Schema | None:
        """What its lists are made of."""
        return self._inside("items") if "items" in self.node else None

    def fitting(self, thing: Any) -> list[Schema]:
        """The schema itself, all that it is put together from, and those of its alternatives that a thing fits."""
        own = self.meant
        alternatives = [one for one in own._alternatives if one.fits(thing)]
        return [own, *(found for one in (*own._parts, *alternatives) for found in one.fitting(thing))]

    @functools.cached_property
    def _parts(self) -> tuple[Schema, ...]:
        return self._each("allOf")

    @functools.cached_property
    def _alternatives(self) -> tuple[Schema, ...]:
        return self._each("anyOf")

    def _each(self, key: str) -> tuple[Schema, ...]:
        return tuple(self._inside(key, str(number)) for number in range(len(self.node.get(key, ()))))

    def _inside(self, *steps: str) -> Schema:
        return _schema(*self.steps, *steps, sent=self.sent)

    @functools.cached_property
    def _reference(self) -> dict[str, str]:
        return {"$ref": f"{AT}#/" + "/".join(quote(step.replace("~", "~0").replace("/", "~1")) for step in self.steps)}

    @functools.cached_property
    def _whole(self) -> dict[str, Any]:
        return _contents(sent=self.sent)

    @functools.cached_property
    def _judge(self) -> jsonschema_rs.Draft202012Validator:
        """Fast, and says only whether it fits."""
        return jsonschema_rs.Draft202012Validator(self._reference, registry=_registry(sent=self.sent))

    @functools.cached_property
    def _explainer(self) -> Draft202012Validator:
        """Slow, and knows all reasons why something does not fit."""
        registry: Registry[Any] = Registry().with_resource(AT, Resource.from_contents(self._whole, DRAFT202012))
        return Draft202012Validator(self._reference, registry=registry)

    def fits(self, thing: Any) -> bool:
        """Does it fit?"""
        return self._judge.is_valid(thing)

    def fault(self, thing: Any) -> str | None:
        """The innermost reason, of the alternative that is of the thing's own kind."""
        if self.fits(thing):
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
def _schema(*steps: str, sent: bool = False) -> Schema:
    return Schema(steps, sent or "requestBody" in steps)


def _of_another_kind(inner: ValidationError) -> bool:
    """Whether an alternative is for things of another type, by their `type` or by JSON's."""
    return list(inner.path) == ["type"] or (inner.validator == "type" and not inner.path)


def watch(patch: pytest.MonkeyPatch) -> list[str]:
    """From now on every sandbox that stops is checked against the description; the objections are collected here."""
    found: list[str] = []
    stop, dispatch = Sandbox.stop, Session.dispatch

    async def stopped(sandbox: Sandbox) -> None:
        await stop(sandbox)
        found.extend(complaints(sandbox.records))

    async def dispatched(session: Session, name: str, data: Any) -> None:
        found.extend(event_faults(name, data))
        await dispatch(session, name, data)

    if FILE.exists():
        patch.setattr(Sandbox, "stop", stopped)
        patch.setattr(Session, "dispatch", dispatched)
    return found


def event_faults(name: str, data: Any) -> Iterable[str]:
    """How an event that the bot is sent violates the description."""
    if name not in EVENTS:
        yield f"{name}: not a known event"
        return
    schema = _schema("events", name)
    data = _taken_for(schema, data, _without_media, _without_pseudo)
    if fault := schema.fault(data):
        yield f"{name}: {fault}"
        return
    for strange in sorted(one for one in unknown(schema, data) if not one.endswith(TOLD_BY_DISCORD)):
        yield f"{name} has {strange}"


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
    yield from _in_body(steps, record.body)


_JUDGED: dict[tuple[tuple[str, ...], bytes], tuple[str, ...]] = {}
"""What is wrong with each body, by schema and content: every bot that starts sends the same long list of commands."""


def _in_body(steps: tuple[str, ...], body: Any) -> tuple[str, ...]:
    key = steps, blake2b(json.dumps(body).encode()).digest()
    if key not in _JUDGED:
        _JUDGED[key] = tuple(_body_faults(_schema(*steps), body))
    return _JUDGED[key]


def _body_faults(schema: Schema, body: Any) -> Iterable[str]:
    body = _taken_for(schema, body, _without_media, _as_number)
    if fault := schema.fault(body):
        yield f"the body {fault}"
        return
    for strange in sorted(unknown(schema, body)):
        if strange not in SENT_BY_THE_LIBRARY and not strange.endswith(SENT_WITH_AN_EMOJI):
            yield f"the body has {strange}"


MEDIA = 16
"""A kind of channel that Discord's documentation has and the description has not; discord.py names it with forums."""


def _taken_for(schema: Schema, thing: Any, *changes: Change) -> Any:
    """What does not fit as it is, with what the description is known to have otherwise."""
    return thing if schema.fits(thing) else functools.reduce(_changed, changes, thing)


def _changed(node: Any, change: Change) -> Any:
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


def _without_pseudo(key: str, value: Any) -> Any:
    """The language that tests every word is none of Discord's."""
    return "en-US" if key == "preferred_locale" and value == PSEUDO else value


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
    schema = _schema(*steps, "content", "application/json", "schema")
    if fault := schema.fault(_taken_for(schema, record.answer, _without_media, _without_words)):
        yield f"our answer ({record.status}) {fault}"


def _pointed(node: dict[str, Any]) -> dict[str, Any]:
    """What a response is, there or where it points to."""
    ref = node.get("$ref")
    return document()["components"]["responses"][ref.rsplit("/", 1)[1]] if ref else node


def unknown(schema: Schema, thing: Any) -> set[str]:
    """The fields, at any depth, that no fitting alternative of a schema names."""
    return set(_unknown(schema, thing, "$"))


def _unknown(schema: Schema, thing: Any, at: str) -> Iterable[str]:
    if not isinstance(thing, (list, dict)):
        return
    fitting = schema.fitting(thing)
    if isinstance(thing, list):
        inner = [one.items for one in fitting if one.items is not None]
        for one in thing if inner else ():
            yield from _common(inner, one, f"{at}[]")
        return
    if any(one.free for one in fitting):
        return
    for key, value in thing.items():
        named = [one.fields[key] for one in fitting if key in one.fields]
        if not named:
            yield f"{at}.{key}"
        else:
            yield from _common(named, value, f"{at}.{key}")


def _common(schemas: list[Schema], thing: Any, at: str) -> set[str]:
    """What none of these names."""
    first, *others = (set(_unknown(one, thing, at)) for one in dict.fromkeys(one.meant for one in schemas))
    return first.intersection(*others)


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
