"""A player goes bankrupt or concedes, and the others play on (9)."""

from __future__ import annotations

from engine.core.agenda import FrameRule
from engine.core.position import Position
from engine.core.state import Run
from engine.family import trains
from engine.family.ending import finish
from engine.family.leaving import open_questions, step_out
from engine.family.privates import close_private
from engine.finance import lots, money, shares
from engine.titles.t1839 import debts, privates
from engine.titles.t1839.companies import directed
from engine.titles.t1839.nationalising import nationalise
from engine.titles.t1839.own import own

RULE = "leaving"
PURPLE, GRAY = "7", "4"


def bankrupt(p: Position, player: str, company: str) -> None:
    """A player who cannot pay a debt is out; a train that had to be bought counts as bought."""
    p.emit("bankrupt", player=player, company=company)
    leave(p, player, "bankrupt", train=debts.unpaid_train(p, player))


def concede(p: Position, player: str, why: str) -> None:
    """Concede, at any time."""
    leave(p, player, why)


def leave(p: Position, player: str, why: str, *, train: bool = False) -> None:
    """Private companies, companies, shares and money go, in this order; then trains leave the supply."""
    step_out(p, player, why)
    if len(p.living) == 1:
        finish(p, "one left")
        return
    if p.s.priority == player:
        p.s.priority = p.left_of(player)
    _discard_privates(p, player)
    for company in directed(p, player):
        nationalise(p, company)
    _sell_all(p, player)
    money.pay(p, player, money.BANK, p.s.cash[player])
    p.push(Run(rule=RULE, subject=player, step="train" if train else "sales"), below=open_questions(p))


def _discard_privates(p: Position, player: str) -> None:
    for private, owner in p.s.privates.items():
        if owner == player:
            close_private(p, private, "left")
            if private == privates.DIEPENBROCK:
                _discard_its_train(p)
    if own(p).diepenbrock == player:
        own(p).diepenbrock = ""
        _discard_its_train(p)
    own(p).closing = {private: owner for private, owner in own(p).closing.items() if owner != player}


def _discard_its_train(p: Position) -> None:
    """As if it had never been in the box: the first dark brown train bought still begins its phase."""
    del p.s.trains["R4-0"]
    p.memo.clear()


def _sell_all(p: Position, player: str) -> None:
    """Shares of unfloated companies, then all others; a director's certificate is exchanged for two singles first."""
    for company in sorted(p.d.companies, key=lambda name: p.company(name).floated):
        chief = p.d.certs_of[company][0]
        if not p.company(company).par:
            _give_back(p, player, company)
            continue
        if p.s.certs[chief] == player and not shares.successor(p, company, 0, player):
            shares.move(p, shares.in_offering(p, company)[: p.d.certs[chief].units], player)
            shares.move(p, [chief], shares.IPO)
            p.emit("director_back", company=company, player=player)
        units = shares.units_at(p, player, company)
        if units:
            price = p.title.sale.price(p, company)
            p.emit("sold", player=player, company=company, shares=units, price=price, amount=price * units)
            lots.set_aside(p, player, company, units, price)


def _give_back(p: Position, player: str, company: str) -> None:
    """What nobody can sell yet: the shares go to the pool, a director's certificate to the IPO."""
    chief = p.d.certs_of[company][0]
    singles = [cert for cert in shares.certs_at(p, player, company) if cert != chief]
    if singles:
        shares.move(p, singles, shares.POOL)
        p.emit("gave_back", player=player, company=company, shares=len(singles))
    if p.s.certs[chief] == player:
        shares.move(p, [chief], shares.IPO)
        p.emit("director_back", player=player, company=company)


# --- after the shares are settled


def _advance(p: Position, frame: Run) -> None:
    lot = next((lot for lot in p.s.lots if lot.seller == frame.subject), None)
    if lot is not None:
        p.title.sale.settle_lot(p, lot)
        return
    if frame.step == "locals":
        if not privates.next_local(p):
            p.pop()
        return
    bought, frame.step = frame.step == "train", "locals"
    if bought:
        train = trains.next_in_supply(p)
        p.emit("train_lost", player=frame.subject, train=train, kind=p.s.trains[train].kind)
        trains.export(p)
    _thin_out(p)


def _thin_out(p: Position) -> None:
    """One train of the kind for sale and of every second kind after it; gray instead of purple."""
    ranks = list(p.d.trains)
    on_sale = trains.on_sale(p)
    if not on_sale:
        return
    for rank in ranks[ranks.index(on_sale[0]) :: 2]:
        _take_out(p, GRAY if rank == PURPLE else rank)


def _take_out(p: Position, kind: str) -> None:
    found = [train for train, card in p.s.trains.items() if card.kind == kind and card.at == trains.SUPPLY]
    if found:
        del p.s.trains[found[-1]]
        p.memo.clear()
        p.emit("train_out", kind=kind)


FRAMES = {RULE: FrameRule(Run, advance=_advance)}
