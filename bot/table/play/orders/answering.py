"""Orders that answer for their owner: a kind of question, or a kind of offer, which may be a standing offer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from bot.table.ground.parsing import readable
from bot.table.ground.say import say
from bot.table.play.orders.order import (
    MakeMove,
    Order,
    OrderContext,
    Verdict,
    Wait,
    check_move,
    check_question,
    check_word,
    no_number,
)
from bot.table.play.orders.wording import Wording
from engine import Act, Game
from engine.view import View


@dataclass(frozen=True, kw_only=True)
class AnswerOrder(Order):
    """Answer a kind of question always the same way."""

    kind: ClassVar = "answer"
    options: ClassVar = {"rule": "question", "verb": "move", "subject": "about", "args": "choice"}
    rule: str
    verb: str
    subject: str = ""
    """Only if it is about this company."""
    step: str = ""
    """Only in this step of a turn."""
    args: Mapping[str, str | int] = field(default_factory=dict[str, str | int])

    @property
    def named(self) -> str:
        return self.verb

    def completed(self, game: Game, seat: str) -> Self:
        super().completed(game, seat)
        readable(self.verb, self.args)
        check_question(game, self.rule)
        check_move(game, self.verb)
        return self

    def decide(self, look: OrderContext) -> Verdict:
        if look.decision.rule != self.rule or self.verb not in look.decision.verbs:
            return Wait()
        if self.subject and self.subject not in _about(look.view):
            return Wait()
        if self.step and look.view.agenda[-1].step != self.step:
            return Wait()
        return MakeMove(Act(self.verb, dict(self.args)))

    def text(self, words: Wording) -> str:
        limits = [say("about", group="limits", company=self.subject)] if self.subject else []
        limits += [words.choice(self.verb, slot, value) for slot, value in self.args.items()]
        said = {"rule": words.question(self.rule), "verb": words.verb(self.verb), "limits": limits}
        return say("answer_within" if limits else "answer", group="orders", **said)


def _about(view: View) -> set[str]:
    top = view.agenda[-1]
    lots = {lot.company for lot in view.lots if str(lot.id) in top.about}
    return {top.subject, *top.about, *lots}


@dataclass(frozen=True, kw_only=True)
class ConsentOrder(Order):
    """Accept a kind of offer within limits."""

    kind: ClassVar = "consent"
    options: ClassVar = {"verb": "to", "least": "at_least", "most": "at_most"}
    verb: str
    match: Mapping[str, str | int] = field(default_factory=dict[str, str | int])
    least: Mapping[str, int] = field(default_factory=dict[str, int])
    most: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def named(self) -> str:
        return self.verb

    def completed(self, game: Game, seat: str) -> Self:
        super().completed(game, seat)
        for slot, value in readable(self.verb, self.match).args.items():
            check_word(slot, slot)
            check_word(slot, str(value))
        for name, limits in (("least", self.least), ("most", self.most)):
            if any(isinstance(limit, str) for limit in readable(self.verb, limits).args.values()):
                raise no_number(self.options[name])
        check_move(game, self.verb)
        return self

    def decide(self, look: OrderContext) -> Verdict:
        for offer in look.view.offers:
            if look.view.seat not in offer.needs or look.view.seat in offer.given or offer.verb != self.verb:
                continue
            fits = all(offer.args.get(slot) == value for slot, value in self.match.items())
            enough = all(_number(offer.args.get(slot)) >= least for slot, least in self.least.items())
            little = all(_number(offer.args.get(slot)) <= most for slot, most in self.most.items())
            if fits and enough and little:
                return MakeMove(Act("accept", {"offer": offer.id}))
        return Wait()

    def text(self, words: Wording) -> str:
        limits = [
            say(kind, group="limits", slot=words.slot(slot), value=words.amount(value))
            for kind, found in (("match", self.match), ("least", self.least), ("most", self.most))
            for slot, value in found.items()
        ]
        form = "consent_within" if limits else "consent"
        return say(form, group="orders", verb=words.verb(self.verb), limits=limits)


def _number(value: str | int | None) -> int:
    return value if isinstance(value, int) else 0
