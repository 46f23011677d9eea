"""Money that must be raised, in words: how much, what could be sold, and what each sale would lead to."""

from __future__ import annotations

from itertools import groupby

from bot.menu.move.choices import TRAIN
from bot.menu.move.moves import Moves
from bot.menu.say import say
from engine.needs import Elsewhere, Need, Sale, need_of
from engine.words import Words

MOST = 12
"""The most lines of sales and of trains; more would push the buttons off the screen."""


def need_lines(moves: Moves) -> list[str]:
    """The lines for whoever must raise money; empty for everybody else."""
    need = need_of(moves.game, moves.seat) if moves.decides else None
    if need is None:
        return []
    bound = not moves.ends_step
    return [_needed(moves.words, need, bound=bound), *_rest(moves.words, need)]


def _needed(words: Words, need: Need, *, bound: bool) -> str:
    amount, bring = words.money(need.missing), words.money(need.could_bring)
    enough = "enough" if need.could_bring >= need.missing else "short" if need.could_bring else "nothing"
    enough = enough if bound or not need.kind else "open"
    name = f"train_{enough}" if need.kind else f"money_{enough}"
    kind = words.value_of(TRAIN, need.kind) if need.kind else ""
    return say(name, group="need", amount=amount, kind=kind, company=need.company, bring=bring)


def _rest(words: Words, need: Need) -> list[str]:
    lines = [_sales(words, company, list(found)) for company, found in groupby(need.sales, lambda one: one.company)]
    if need.privates:
        privates = [
            say("private", group="need", private=words.value_of("private", private), amount=words.money(amount))
            for private, amount in need.privates
        ]
        lines.append(say("privates", group="need", privates=privates))
    if need.elsewhere:
        lines.append(say("elsewhere", group="need", trains=[_train(words, one) for one in need.elsewhere[:MOST]]))
    return lines[:MOST]


def _sales(words: Words, company: str, sales: list[Sale]) -> str:
    """One line per company: what each block brings, and its effect on price and presidency."""
    return say("sales", group="need", company=company, sales="; ".join(_sale(words, one) for one in sales))


def _sale(words: Words, sale: Sale) -> str:
    name = "sale_president" if sale.president else "sale"
    fields = {"number": sale.shares, "amount": words.money(sale.brings), "price": words.money(sale.price)}
    becomes = {"player": words.holder(sale.president), "whose": words.whose(sale.president)}
    return say(name, group="need", **fields, **becomes, role=words.president)


def _train(words: Words, one: Elsewhere) -> str:
    kind = words.value_of(TRAIN, one.kind)
    name = "train_fixed" if one.low == one.high else "train_between"
    return say(name, group="need", owner=one.owner, kind=kind, low=words.money(one.low), high=words.money(one.high))
