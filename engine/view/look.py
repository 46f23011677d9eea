"""A game made into a view: the only place that decides who may see what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.msgpack import encode
from msgspec.structs import asdict, replace

from engine.core import roles
from engine.core.definition import Definition
from engine.core.errors import Unreadable
from engine.core.events import Event
from engine.core.kept import Kept
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import AnyFrame, Ask, Gather, Raise, Run, Trial
from engine.family import auction, dividend, operating, stock, trains
from engine.family.rounds import is_last_set
from engine.finance import holding, lots, prices, shares
from engine.finance.bank import never_breaks
from engine.game import Game, decisions
from engine.view.board import HexesSeen, hex_views, reach_views, tile_views
from engine.view.shapes import (
    Bid,
    BoxView,
    CompanyView,
    DecisionView,
    FrameView,
    HexView,
    Holding,
    LotView,
    MarketView,
    OfferView,
    PayoutView,
    PriceMarkerView,
    PrivateView,
    ReachView,
    SeatView,
    TileView,
    TrainView,
    View,
)
from engine.view.wares import wares

KEPT = 128
"""How many are kept of spectators' views (after each move the same one is announced, drawn and pinned) and of boards:
more than there are games in which something happens within a few minutes. A board takes some 130 KB."""
_public: Kept[int, tuple[Game, View]] = Kept(KEPT)
"""By the id() of the game. It is kept with its view, so nothing else can have that id."""
_hexes: Kept[tuple[Any, ...], tuple[Definition, HexesSeen]] = Kept(KEPT // 8)
"""Hexes that were seen, by all that they depend on but the tile in them: most boards differ in a tile."""
_boards: Kept[tuple[Any, ...], tuple[Definition, list[HexView], list[TileView], dict[str, ReachView]]] = Kept(KEPT)
"""Map, tiles and companies' reach, alike for everybody, which change with few moves, by all that they depend on."""


def view(game: Game, seat: str | None = None, *, deep: bool = True) -> View:
    """The game as a seat or a spectator may see it. How far companies reach, and what players could sell, takes long to
    find out, and is left out for a seat unless it looks `deep`.
    """
    if seat:
        return _view(game, seat, hidden_from(game, seat), deep=deep)
    _, found = _public.get(id(game)) or _public.keep(id(game), (game, _view(game, None, hidden_from(game))))
    return found


def foreseen(before: Game, after: Game, seat: str | None = None, *, deep: bool = True) -> View:
    """The same after a move that is only considered: a seat learns nothing that only the real move would tell."""
    hidden = hidden_from(before, seat)
    foreseen = _view(after, seat, hidden | hidden_from(after, seat), deep=deep)
    was, now = before.state.companies, after.state.companies
    closed = [one for one in was if one in hidden and now[one].closed and not was[one].closed]
    # The bank would show what they had.
    return replace(foreseen, bank=foreseen.bank - sum(before.state.cash[one] for one in closed)) if closed else foreseen


def hidden_from(game: Game, seat: str | None = None) -> frozenset[str]:
    """The accounts whose money a seat, or a spectator, may not see."""
    p = game.asked
    if seat and seat not in p.seats:
        raise Unreadable(because("There is no seat {looker!r} at this table.", looker=seat))
    return frozenset(p.title.secret_accounts(p, seat or ""))


def _view(game: Game, seat: str | None, hidden: frozenset[str], *, deep: bool = True) -> View:
    p = game.asked
    looker = seat or ""
    hexes, tiles, reaches = _board(p, deep=deep)
    return View(
        title=p.title.id,
        name=p.title.name,
        options=dict(p.s.options),
        currency=p.title.currency,
        president_word=p.title.president_word,
        seat=looker,
        seats=_seats(p, looker, hidden, deep=deep),
        companies=_companies(p, looker, hidden, reaches),
        builders=_builders(p, hidden, reaches),
        privates=_privates(p, looker, hidden),
        bank=p.s.cash["bank"],
        broken=p.s.broken,
        breaks=p.title.bank.before_paying is not never_breaks,
        last_set=is_last_set(p),
        neutral=dict(p.title.neutral),
        market=_market(p),
        hexes=hexes,
        flat=p.d.map.grid.flat,
        tiles=tiles,
        trains=wares(p),
        phase=p.s.phase,
        phases=list(p.d.phases.values()),
        clock=replace(p.s.clock),
        agenda=[_frame(frame) for frame in p.s.agenda],
        decisions=_decisions(p, looker),
        offers=[
            OfferView(id=o.id, by=o.by, verb=o.verb, args=dict(o.args), needs=list(o.needs), given=list(o.given))
            for o in p.s.offers
            if p.title.open_table or (looker and looker in (o.by, *o.needs))
        ],
        lots=[
            LotView(
                id=lot.id, seller=lot.seller, company=lot.company, units=lot.units, price=lot.price, rescuer=lot.rescuer
            )
            for lot in p.s.lots
        ],
        payouts=_payouts(p),
        end=None if p.s.end is None else replace(p.s.end, worth=dict(p.s.end.worth)),
    )


def _board(p: Position, *, deep: bool) -> tuple[list[HexView], list[TileView], dict[str, ReachView]]:
    rest = _beside_board(p)
    key = (p.board_key(), *rest)
    found = _boards.get((*key, True)) or (None if deep else _boards.get((*key, False)))
    if found is None:
        reaches = reach_views(p) if deep else dict[str, ReachView]()
        bare = (encode(replace(p.board, tiles={})), *rest)
        _, seen = _hexes.get(bare) or _hexes.keep(bare, (p.d, HexesSeen(4 * KEPT)))
        found = _boards.keep((*key, deep), (p.d, hex_views(p, seen), tile_views(p), reaches))
    return found[1:]


def _beside_board(p: Position) -> tuple[Any, ...]:
    """What else there is that map and tiles depend on."""
    homes = tuple((symbol, one.home_placed, one.closed, one.into) for symbol, one in p.s.companies.items())
    # The definition is kept with the answer, so nothing else can have its id.
    return id(p.d), p.s.phase, homes, tuple(p.s.privates.items()), encode(p.s.own)


def seen(event: Event, seat: str | None = None) -> Event:
    """An event as a seat, or a spectator, may see it: its secret part is gone for all but its audience."""
    if seat and seat in event.audience:
        return event
    return Event(event.kind, event.data)


# --- players


def _seats(p: Position, looker: str, hidden: frozenset[str], *, deep: bool) -> list[SeatView]:
    marks = p.title.marks(p, looker)
    worth = p.s.end.worth if p.s.end is not None else p.title.score(p, "view").worth
    waiting = {decision.seat for decision in decisions(p)}
    round_frame = stock.round_of(p)
    notes = round_frame.used if round_frame is not None else []
    limit = p.title.holding.limit(p)
    seats: list[SeatView] = []
    for player in p.s.players:
        cash = None if player.id in hidden else p.s.cash[player.id]
        seats.append(
            SeatView(
                id=player.id,
                name=player.name,
                out=player.out,
                cash=cash,
                shares=_holdings(p, player.id),
                privates=_owned(p, player.id),
                certificates=holding.certificates(p, player.id),
                limit=limit,
                liquidity=cash + _sellable(p, player.id) if deep and cash is not None else None,
                worth=None if cash is None else worth[player.id],
                priority=p.s.priority == player.id,
                on_turn=player.id in waiting,
                passed=any(note.what == "pass" and note.by == player.id for note in notes),
                sold=[note.on for note in notes if note.what == "sold" and note.by == player.id],
                marks=list(marks.get(player.id, ())),
            )
        )
    return seats


def _holdings(p: Position, player: str) -> list[Holding]:
    held: list[Holding] = []
    for company in p.d.companies:
        certs = shares.certs_at(p, player, company)
        if certs:
            units = sum(p.d.certs[cert].units for cert in certs)
            chief = any(p.d.certs[cert].president for cert in certs)
            held.append(
                Holding(company=company, units=units, percent=units * 10, certificates=len(certs), president=chief)
            )
    return held


def _owned(p: Position, owner: str) -> list[str]:
    return [private for private in p.d.privates if p.s.privates[private] == owner]


def _sellable(p: Position, player: str) -> int:
    """The most that the pool would pay, each company's largest block sold at today's price."""
    total = 0
    for company in p.d.companies:
        price = prices.price(p, company)
        if not price:
            continue
        for units in range(shares.units_at(p, player, company), 0, -1):
            if lots.refusal(p, player, company, units) is None:
                total += price * units
                break
    return total


# --- companies


def _companies(p: Position, looker: str, hidden: frozenset[str], reaches: Mapping[str, ReachView]) -> list[CompanyView]:
    marks = p.title.marks(p, looker)
    companies: list[CompanyView] = []
    for symbol, sheet in p.d.companies.items():
        box = prices.box_of(p, symbol)
        shown = _builder(p, symbol, hidden)
        shown.reach = reaches.get(symbol, shown.reach)
        shown.name, shown.nickname, shown.color = sheet.name, sheet.nickname, sheet.color
        shown.president = shares.president(p, symbol)
        shown.price, shown.box = (box.price, box.id) if box else (0, "")
        shown.offered = shares.units_at(p, shares.IPO, symbol)
        shown.pool = shares.units_in_market(p, symbol)
        shown.own = shares.units_at(p, symbol, symbol)
        shown.floats_at = sheet.floats_at
        shown.started = shares.started(p, symbol)
        shown.destination = sheet.destination
        shown.goal = p.title.operating.goal(p, symbol)
        shown.offer_price = p.title.stock.offer_price(p, symbol) if shown.started else 0
        if any(facts.into == symbol for facts in p.s.companies.values()):
            shown.par = 0
        shown.marks = list(marks.get(symbol, ()))
        companies.append(shown)
    return companies


def _builders(p: Position, hidden: frozenset[str], reaches: Mapping[str, ReachView]) -> list[CompanyView]:
    found = [_builder(p, name, hidden) for name in sorted(set(p.s.companies) - set(p.d.companies))]
    for shown in found:
        shown.reach = reaches.get(shown.symbol, shown.reach)
    return found


def _builder(p: Position, symbol: str, hidden: frozenset[str]) -> CompanyView:
    """Something that lays track and runs without being a company."""
    facts = p.company(symbol)
    return CompanyView(
        symbol=symbol,
        name=symbol,
        nickname="",
        color="",
        president=roles.chief(p, symbol),
        price=0,
        box="",
        par=facts.par,
        offer_price=0,
        charters=list(facts.charters),
        treasury=None if symbol in hidden else p.s.cash.get(symbol, 0),
        trains=[
            TrainView(id=train, kind=card.kind, charter=card.at, face=card.face, marks=list(card.marks))
            for train in trains.trains_of(p, symbol)
            for card in (p.s.trains[train],)
        ],
        markers_left=list(facts.markers),
        offered=0,
        pool=0,
        own=0,
        floats_at=0,
        privates=_owned(p, symbol),
        started=True,
        floated=facts.floated,
        closed=facts.closed,
        into=facts.into,
        operated=operating.has_operated(p, symbol),
        turns=facts.turns,
        last_run=facts.last_run,
        last_routes=list(facts.last_routes),
        homes=list(p.d.map.homes.get(symbol, ())),
        destination="",
        marks=[],
    )


def _privates(p: Position, looker: str, hidden: frozenset[str]) -> list[PrivateView]:
    marks = p.title.marks(p, looker)
    privates: list[PrivateView] = []
    for private, sheet in p.d.privates.items():
        bids = [(one, auction.bid_account(one, private), amount) for one, amount in auction.bids_on(p, private).items()]
        privates.append(
            PrivateView(
                id=private,
                name=sheet.name,
                cost=sheet.cost,
                revenue=sheet.revenue,
                owner=p.s.privates[private],
                bids=[Bid(one, amount, at in p.s.cash) for one, at, amount in bids if at not in hidden],
                marks=list(marks.get(f"private {private}", ())),
            )
        )
    return privates


# --- market


def _market(p: Position) -> MarketView:
    boxes = [
        BoxView(
            **asdict(box),
            stack=[
                PriceMarkerView(company, operating.has_operated(p, company)) for company in p.s.market.get(box.id, [])
            ],
        )
        for box in p.d.market.boxes.values()
    ]
    return MarketView(rows=p.d.market.rows, columns=p.d.market.columns, boxes=boxes)


# --- dividend


def _payouts(p: Position) -> list[PayoutView]:
    """The choices of dividend for the current turn's income, which everybody has seen, until one is made."""
    if p.s.end is not None or not isinstance(top := p.top, Run) or top.step != "dividend":
        return []
    amount, company = dividend.income(p), top.subject
    payouts: list[PayoutView] = []
    law = p.title.verbs["dividend"]
    offered = law.values(p, "", law.choices(), "kind")
    kinds = [kind for kind in dividend.KINDS if isinstance(offered, Sequence) and kind in offered]
    # A title may have kinds that the phase does not allow.
    kinds = [kind for kind in kinds if law.refuse(p, "", law.choices({"kind": kind})) is None]
    for kind in kinds:
        paid, kept = dividend.split(amount, kind)
        price = dividend.marker_price_after(p, company, kind)
        payouts.append(PayoutView(kind=kind, dividend=paid, each=paid // 10, kept=kept, price=price))
    return payouts


# --- agenda


def _frame(frame: AnyFrame) -> FrameView:
    subject, step, about, amount, answered = "", "", list[str](), 0, list[str]()
    kind, of = "", list[str | int]()
    match frame:
        case Run():
            subject, step = frame.subject, frame.step
        case Ask():
            subject, about = frame.role, list(frame.about)
        case Gather():
            about, answered = list(frame.about), [role for role in frame.roles if role in frame.got]
        case Raise():
            subject, about, amount = frame.payer, list(frame.about), frame.amount
        case Trial():
            subject, step, kind, of = frame.role, frame.question, frame.kind, list(frame.of)
            # In an order that does not change when stored.
            about = [value for _, value in sorted(frame.args.items())]
    shape = type(frame).__name__.lower()
    return FrameView(
        shape=shape,
        rule=frame.rule,
        subject=subject,
        step=step,
        about=about,
        amount=amount,
        answered=answered,
        kind=kind,
        of=of,
        acted=isinstance(frame, Run) and operating.has_acted(frame),
    )


def _decisions(p: Position, looker: str) -> list[DecisionView]:
    """Who must decide; the verbs are shown to nobody else, because they would reveal how much money there is."""
    return [
        DecisionView(
            seat=decision.seat,
            number=decision.number,
            rule=decision.rule,
            verbs=list(decision.verbs) if decision.seat == looker else [],
        )
        for decision in decisions(p)
    ]
