"""The words of a title: is every text it needs there, and is every text that is there used?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.check.code import Code, laws_of
from engine.core.errors import EngineError
from engine.core.parts import nobody
from engine.title import Title, definition
from engine.words.catalogue import SHOWN, Catalogue, catalogue, own_words

LANGUAGE = "en"
_COMMAND = re.compile(r"[a-z0-9-]{1,32}")
_MOST = 100
_FIELD = re.compile(r"{(\w+)(?::([\w ]+))?}")


def faults(title: Title, sharing: Sequence[Title], code: Code) -> Iterator[str]:
    """What is missing, unknown or never read among the words, which several titles may share."""
    try:
        words, own = catalogue(LANGUAGE, title.words), own_words(title.words, LANGUAGE) if title.words else None
    except EngineError as e:
        yield str(e)
        return
    if title.words and own is None:
        yield f"There is no words/{LANGUAGE}.toml in {title.words}."
    yield from _missing(title, words, code)
    yield from _options(title, words)
    if own is not None:
        yield from _privates(title, own)
        yield from _unknown(sharing, own, code)
        yield from _commands(sharing, words, own)
        yield from _kinds(words, own)


def _missing(title: Title, words: Catalogue, code: Code) -> Iterator[str]:
    for name, verb in title.verbs.items():
        if name not in words.verbs:
            yield f'Verb "{name}" has no label in the words.'
        if verb.grave and name not in words.warnings:
            yield f'Verb "{name}" is grave and has no warning in the words.'
    for step in title.operating.steps:
        if step.verbs and step.name not in words.steps:
            yield f'Step "{step.name}" has no label in the words.'
    for name, rule in title.frames.items():
        if rule.deciders is not nobody and not any(_about(name, question) for question in words.decisions):
            yield f'Frame "{name}" asks somebody, and the words have no sentence for who must decide.'
    for kind in sorted(code.emitted - set(words.events)):
        yield f'Event "{kind}" has no sentence in the words.'


def _options(title: Title, words: Catalogue) -> Iterator[str]:
    """The options that players choose when they open a game have words."""
    for option in title.options:
        said = words.options.get(option.name)
        if said is None or not said.name:
            yield f'Option "{option.name}" has no name in the words.'
            continue
        if said.group not in words.option_groups:
            yield f'Option "{option.name}" is in group "{said.group}", which has no heading in the words.'
        for value in option.values:
            if value not in said.values:
                yield f'Value "{value}" of option "{option.name}" is not in the words.'


def _privates(title: Title, words: Catalogue) -> Iterator[str]:
    """Players who may buy a private company are told what it does."""
    try:
        printed = definition(title, title.chosen({})).privates
    except EngineError:
        return  # What is wrong with the sheets is reported there.
    for name in printed:
        if name not in words.privates:
            yield f'The words do not say what private company "{name}" does.'
    for name in words.privates:
        if name not in printed:
            yield f'The words say what private company "{name}" does, which there is not.'


def _unknown(sharing: Sequence[Title], own: Catalogue, code: Code) -> Iterator[str]:
    verbs = {verb for title in sharing for verb in title.verbs}
    steps = {step.name for title in sharing for step in title.operating.steps}
    frames = {frame for title in sharing for frame in title.frames}
    for kind, there, names in (
        ("verb", verbs, [*own.verbs, *own.warnings]),
        ("verb", verbs, [key.split(".")[0] for key in (*own.slots, *own.choices, *own.slot_kinds) if "." in key]),
        ("step", steps, own.steps),
    ):
        for name in dict.fromkeys(names):
            if name not in there:
                yield f'The words speak of {kind} "{name}", which the title does not have.'
    options = {option.name: option.values for title in sharing for option in title.options}
    for name, said in own.options.items():
        if name not in options:
            yield f'The words speak of option "{name}", which the title does not have.'
        for value in said.values if name in options else ():
            if all(value not in one.values for title in sharing for one in title.options if one.name == name):
                yield f'The words speak of value "{value}" of option "{name}", which it cannot have.'
    for question in own.decisions:
        if not any(_about(frame, question) for frame in frames):
            yield f'The words say who must decide "{question}", which no frame asks.'
    for key in own.outcomes:
        if key.partition(" ")[0] not in verbs and not any(_about(frame, key) for frame in frames):
            yield f'The words say what "{key}" leads to, which is neither a verb nor asked by a frame.'
    known = catalogue(LANGUAGE)
    for slot in dict.fromkeys([*own.slots, *own.choices, *own.slot_kinds]):
        if slot.split(".")[-1] not in known.slots and not _takes(sharing, slot.split(".")[-1]):
            yield f'The words speak of slot "{slot}", which no verb has.'
    for kind in own.events:
        if kind not in known.events and not code.names(kind):
            yield f'The words have a sentence for event "{kind}", which never happens.'


def _takes(sharing: Sequence[Title], slot: str) -> bool:
    """Has a verb such a slot among its choices?"""
    laws = (law for title in sharing for verb in title.verbs.values() for law in laws_of(verb))
    return any(hasattr(law.choices, slot) or hasattr(law.choices, f"{slot}_") for law in laws)


def _about(frame: str, question: str) -> bool:
    """Is this key of a decision for a frame, or for one of its questions?"""
    return question == frame or question.startswith(f"{frame} ")


def _commands(sharing: Sequence[Title], words: Catalogue, own: Catalogue) -> Iterator[str]:
    verbs = {verb for title in sharing for verb in title.verbs}
    for name, declared in own.commands.items():
        if not _COMMAND.fullmatch(name):
            yield f'Command "{name}" is not made of at most 32 small letters, digits and hyphens.'
        about = words.commands[name].about
        if not 0 < len(about) <= _MOST:
            yield f'Command "{name}" needs a description of at most {_MOST} characters.'
        if not words.commands[name].verbs:
            yield f'Command "{name}" makes no move: it names no verb.'
        for verb in declared.verbs:
            if verb not in verbs:
                yield f'Command "{name}" names verb "{verb}", which the title does not have.'
        for slot in declared.slots:
            if slot not in words.slots:
                yield f'Command "{name}" takes slot "{slot}", which has no label in the words.'


def _kinds(words: Catalogue, own: Catalogue) -> Iterator[str]:
    """Kinds of value, which decide how a value is shown."""
    known = {*SHOWN, *words.counts, *words.values}
    for where, kinds in (("field", own.fields), ("slot", own.slot_kinds)):
        for name, kind in kinds.items():
            if kind not in known:
                yield f'The words show {where} "{name}" as "{kind}", which is no kind of value.'
    for event, found in own.events.items():
        parts = [found] if isinstance(found, str) else list(found.values())
        if not isinstance(found, str) and "on" not in found:
            yield f'The sentences for event "{event}" do not say on which field they depend.'
        joined = words.events[event]
        if not isinstance(joined, str) and "other" not in joined:
            yield f'The sentences for event "{event}" have none for values that they do not list.'
        for _, kind in (pair for part in parts for pair in _FIELD.findall(part)):
            if kind and kind not in known:
                yield f'The words show a field of event "{event}" as "{kind}", which is no kind of value.'
