"""The catalogue of words: one file per language, and a title's own beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct, field
from msgspec.structs import replace

from engine.core.errors import Unreadable
from engine.core.phrases import ENGLISH, PSEUDO, Phrase
from engine.core.sentences import because
from engine.core.sheets import converted
from engine.words.language import SHAPE, languages
from engine.words.texts import merged, own_texts, texts

CORE = "engine"
SHOWN = (
    *(
        "text",
        "holder",
        "who",
        "whom",
        "to whom",
        "holders",
        "sequence",
        "company",
        "private",
        "private_or_company",
        "private_label",
        "hex",
        "hexes",
        "stop",
        "stops",
        "run",
        "train",
        "money",
        "due",
        "routes",
    ),
    *("offer", "verb", "thing", "choices", "phase", "brings", "step", "reason", "from", "card"),
)
"""Kinds of value with a way of their own to be shown; others are counted or listed by a catalogue."""


class CommandWords(Struct, kw_only=True, forbid_unknown_fields=True):
    """A command with which people make one of some moves: the first of these verbs that is open to them."""

    about: str = ""
    verbs: list[str] = field(default_factory=list[str])
    slots: list[str] = field(default_factory=list[str])
    """Slots that may be typed with the command; the game asks for everything else."""
    by: str = ""
    """The option with which one of the verbs is chosen; empty: whichever is open."""
    seldom: bool = False
    """Does a game see it so rarely that it needs no command of its own?"""

    def with_more(self, other: CommandWords) -> CommandWords:
        """The same command with what a title adds to it."""
        return CommandWords(
            about=other.about or self.about,
            verbs=list(dict.fromkeys([*self.verbs, *other.verbs])),
            slots=list(dict.fromkeys([*self.slots, *other.slots])),
            by=other.by or self.by,
            seldom=other.seldom or self.seldom,
        )

    def meaning(self, verb: str) -> CommandWords:
        """The same command with one of its verbs chosen; with all of them if it is not one of them."""
        return replace(self, verbs=[verb]) if verb in self.verbs else self


class OptionWords(Struct, kw_only=True, forbid_unknown_fields=True):
    """An option of a game, as it is shown to those who choose and play."""

    name: str = ""
    group: str = "rules"
    """The group in which it is shown."""
    values: dict[str, str] = field(default_factory=dict[str, str])


class EverydayWords(Struct, kw_only=True, forbid_unknown_fields=True):
    """A question that newcomers ask, the words in which they ask it, and its answer; titles may differ."""

    name: str = ""
    asked: str = ""
    says: Phrase = ""
    """Empty if there is nothing to say."""

    def with_own(self, own: EverydayWords) -> EverydayWords:
        """The same with what a title says instead."""
        return EverydayWords(name=own.name or self.name, asked=own.asked or self.asked, says=own.says or self.says)


class LessonWords(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a lesson says; its sentences name numbers of its position."""

    name: str
    about: Phrase
    """What it is about, in two sentences."""
    passed: Phrase
    """What has happened, and why."""
    notes: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """What the words of a panel mean that have not been met before."""
    goals: dict[str, Phrase]
    losing: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """What is said to somebody who has taken a way that leads past the goals."""


class Catalogue(Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything that is ever said, in one language."""

    fields: dict[str, str] = field(default_factory=dict[str, str])
    counts: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """Things that are counted, by the plural forms of the language."""
    texts: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """Captions, headings and lines of pictures and tables."""
    table: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """What a terminal shows."""
    colors: dict[str, str] = field(default_factory=dict[str, str])
    rounds: dict[str, str] = field(default_factory=dict[str, str])
    rounds_in_short: dict[str, str] = field(default_factory=dict[str, str])
    marks: dict[str, str] = field(default_factory=dict[str, str])
    signs: dict[str, str] = field(default_factory=dict[str, str])
    """Captions of tokens that lie in hexes, beside their pictures."""
    out: dict[str, str] = field(default_factory=dict[str, str])
    """Why somebody has left the game."""
    presidents: dict[str, str] = field(default_factory=dict[str, str])
    """What a president is called, by the word of the title."""
    places: dict[str, str] = field(default_factory=dict[str, str])
    names: dict[str, str] = field(default_factory=dict[str, str])
    events: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    your_events: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """The same to the player who made the move."""
    several_events: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """Some kinds of events, of which several in a row are one sentence with `them`; an empty form keeps them apart."""
    each_of_several: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """What such a sentence says of each of them."""
    verbs: dict[str, str] = field(default_factory=dict[str, str])
    buttons: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """What a button says that makes a move, by the first event of the move."""
    beginnings: dict[str, str] = field(default_factory=dict[str, str])
    """What a button says that begins a move of which more is to be chosen, by its verb and the slots it names."""
    moves: dict[str, str] = field(default_factory=dict[str, str])
    """What a button says of a move of which no event says enough, by its verb and the slots it names."""
    offers: dict[str, str] = field(default_factory=dict[str, str])
    """What a button says that offers a move to others, by its verb and the slots it names."""
    terms: dict[str, str] = field(default_factory=dict[str, str])
    """What an offer is about, for the buttons that answer it, by its verb and the slots it names."""
    answers: dict[str, str] = field(default_factory=dict[str, str])
    """What a button says that answers a question, by the question, or by the question and the answer."""
    endings: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """How a game of the title can end, and how close that is; options may choose between forms."""
    warnings: dict[str, str] = field(default_factory=dict[str, str])
    """What somebody is told before a grave move, by its verb: what will happen to whom, and what is lost."""
    decisions: dict[str, str] = field(default_factory=dict[str, str])
    """What somebody must decide, by the question."""
    your_decisions: dict[str, str] = field(default_factory=dict[str, str])
    """The same to whoever must decide."""
    outcomes: dict[str, str] = field(default_factory=dict[str, str])
    """What the answers to a question lead to, by the question, or what a move costs and ends, by its verb."""
    steps: dict[str, str] = field(default_factory=dict[str, str])
    slots: dict[str, str] = field(default_factory=dict[str, str])
    questions: dict[str, str] = field(default_factory=dict[str, str])
    """What somebody is asked for a slot, by the slot or by verb and slot."""
    choices: dict[str, str] = field(default_factory=dict[str, str])
    slot_kinds: dict[str, str] = field(default_factory=dict[str, str])
    values: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    commands: dict[str, CommandWords] = field(default_factory=dict[str, CommandWords])
    options: dict[str, OptionWords] = field(default_factory=dict[str, OptionWords])
    privates: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """What each private company does, in one line."""
    option_groups: dict[str, str] = field(default_factory=dict[str, str])
    """Headings of the options, in the order in which they are shown."""
    rules: dict[str, str] = field(default_factory=dict[str, str])
    """What the rulebook says, by the number of a statement; the English text is in the title's ledger."""
    topics: dict[str, str] = field(default_factory=dict[str, str])
    """What its sections are about, by the English word."""
    everyday: dict[str, EverydayWords] = field(default_factory=dict[str, EverydayWords])
    """What newcomers ask, by the name of the entry."""
    lessons: dict[str, LessonWords] = field(default_factory=dict[str, LessonWords])
    """What a title's lessons say, by their names."""
    everyday_parts: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """Parts of the answers, and the words of a question that say nothing about what is asked."""
    refusals: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    """What the rules refuse, by the English pattern in the code; English itself needs none."""


@cache
def catalogue(language: str, package: str = "") -> Catalogue:
    """The words of a language, with those of a title's package added or put in their place."""
    core = own_words(CORE, language) if language in (*languages(), PSEUDO) else None
    if core is None:
        raise Unreadable(because("There are no words in the language {language!r}.", language=language))
    own = own_words(package, language) if package else None
    if own is None:
        return core
    events = _joined_phrases(core.events, own.events)
    replaced = {kind for kind, said in own.events.items() if events[kind] == said}
    kept = {kind: said for kind, said in core.your_events.items() if kind not in replaced}
    return Catalogue(
        fields=core.fields | own.fields,
        counts=core.counts | own.counts,
        texts=core.texts | own.texts,
        table=core.table | own.table,
        colors=core.colors | own.colors,
        rounds=core.rounds | own.rounds,
        rounds_in_short=core.rounds_in_short | own.rounds_in_short,
        marks=core.marks | own.marks,
        signs=core.signs | own.signs,
        out=core.out | own.out,
        presidents=core.presidents | own.presidents,
        places=core.places | own.places,
        names=core.names | own.names,
        events=events,
        your_events=_joined_phrases(kept, own.your_events),
        several_events=_joined_phrases(core.several_events, own.several_events),
        each_of_several=core.each_of_several | own.each_of_several,
        verbs=core.verbs | own.verbs,
        buttons=core.buttons | own.buttons,
        beginnings=core.beginnings | own.beginnings,
        moves=core.moves | own.moves,
        offers=core.offers | own.offers,
        terms=core.terms | own.terms,
        answers=core.answers | own.answers,
        endings=own.endings,
        warnings=core.warnings | own.warnings,
        decisions=core.decisions | own.decisions,
        your_decisions=core.your_decisions | own.your_decisions,
        outcomes=core.outcomes | own.outcomes,
        steps=core.steps | own.steps,
        slots=core.slots | own.slots,
        questions=core.questions | own.questions,
        choices=core.choices | own.choices,
        slot_kinds=core.slot_kinds | own.slot_kinds,
        values=core.values | own.values,
        options=core.options | own.options,
        privates=own.privates,
        option_groups=core.option_groups | own.option_groups,
        rules=own.rules,
        topics=own.topics,
        everyday=core.everyday
        | {name: core.everyday.get(name, EverydayWords()).with_own(one) for name, one in own.everyday.items()},
        lessons=own.lessons,
        everyday_parts=core.everyday_parts | own.everyday_parts,
        refusals=core.refusals | own.refusals,
        commands=core.commands | {name: _joined(core.commands.get(name), one) for name, one in own.commands.items()},
    )


def _joined_phrases(core: Mapping[str, Phrase], own: Mapping[str, Phrase]) -> dict[str, Phrase]:
    """A title's sentences with those they add forms to, or take the place of."""
    both = dict(core)
    for kind, sentence in own.items():
        before = both.get(kind)
        joins = isinstance(before, dict) and isinstance(sentence, dict) and before["on"] == sentence["on"]
        both[kind] = {**before, **sentence} if joins else sentence  # type: ignore[dict-item]
    return both


def _joined(core: CommandWords | None, own: CommandWords) -> CommandWords:
    return own if core is None else core.with_more(own)


@cache
def own_words(package: str, language: str) -> Catalogue | None:
    """The words of a package alone, if it has any; in English where it has none in the language."""
    if own_texts(package, ENGLISH) is None:
        return None
    found = merged(own_texts(package, SHAPE) or {}, texts(package, language))
    return converted(found, Catalogue, f"words/{language}.toml")
