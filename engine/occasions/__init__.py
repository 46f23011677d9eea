"""What is worth a word the first time it happens to a player: occasions of a position with their facts, in any title.

An occasion is asked about the game as its seat may suppose it and about the seat's view, so its facts tell nothing
that the seat may not know. Nothing here is a sentence: whoever speaks to people words the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from engine.game import Game
from engine.occasions import shares, trains, turns
from engine.occasions.seeing import Fact, Facts, Looker, Money, Occasion, PhaseName, Player, Topic
from engine.view import View

__all__ = ["OCCASIONS", "Fact", "Facts", "Money", "Occasion", "PhaseName", "Player", "Topic", "occasions"]

ANY: Collection[Topic | None] = (None, *Topic)
TRADING, TRAINS, ENDING = (Topic.TRADE,), (Topic.TRAIN, Topic.DIVIDEND), (Topic.TRADE, Topic.DIVIDEND)


@dataclass(frozen=True)
class Asked:
    """When an occasion arises, and at which decisions it helps."""

    facts: Callable[[Looker], Facts | None]
    topics: Collection[Topic | None]


OCCASIONS: Mapping[str, Asked] = {
    "emergency": Asked(trains.emergency, ANY),
    "no_train_soon": Asked(trains.no_train_soon, TRAINS),
    "forced_purchase": Asked(trains.forced_purchase, (*TRAINS, Topic.TRADE)),
    "dividend": Asked(turns.dividend, (Topic.DIVIDEND,)),
    "last_trains": Asked(trains.last_trains, (Topic.TRAIN,)),
    "privates_close": Asked(turns.privates_close, (Topic.TRAIN,)),
    "fewer_trains": Asked(trains.fewer_trains, TRAINS),
    "no_room": Asked(trains.no_room, TRAINS),
    "last_set": Asked(turns.last_set, ENDING),
    "bank_low": Asked(turns.bank_low, ENDING),
    "presidency_lost": Asked(shares.presidency_lost, TRADING),
    "presidency_near": Asked(shares.presidency_near, TRADING),
    "certificates": Asked(shares.certificates, TRADING),
    "president": Asked(shares.president, (Topic.TRAIN,)),
    "first_par": Asked(shares.first_par, (Topic.PAR,)),
    "par": Asked(shares.par, TRADING),
    "float": Asked(shares.float_, TRADING),
    "first_share": Asked(shares.first_share, TRADING),
    "auction": Asked(turns.auction, (Topic.PRIVATES,)),
    "sale": Asked(shares.sale, TRADING),
    "pool": Asked(shares.pool, TRADING),
    "sold_out": Asked(shares.sold_out, TRADING),
    "free_certificates": Asked(shares.free_certificates, TRADING),
    "sell_private": Asked(turns.sell_private, (Topic.TRAIN,)),
    "private_income": Asked(turns.private_income, (Topic.PRIVATES,)),
    "some_rust": Asked(trains.some_rust, TRAINS),
    "station": Asked(turns.station, (Topic.STATION,)),
    "run": Asked(turns.run, (Topic.RUN,)),
    "track": Asked(turns.track, (Topic.TRACK,)),
    "train": Asked(trains.train, (Topic.TRAIN,)),
    "order": Asked(turns.order, TRADING),
    "rounds": Asked(turns.rounds, TRADING),
    "priority": Asked(shares.priority, TRADING),
    "worth": Asked(turns.worth, TRADING),
}
"""Every occasion by its name, the most urgent first."""


def occasions(game: Game, view: View) -> Iterator[Occasion]:
    """The occasions of a seat that must decide something, about that and nothing else, the most urgent first; asked
    one by one.
    """
    if not view.seat or view.end is not None or not any(one.seat == view.seat for one in view.decisions):
        return
    looker = Looker(game, view)
    topic = looker.topic
    for name, asked in OCCASIONS.items():
        if topic in asked.topics and (facts := asked.facts(looker)) is not None:
            yield Occasion(name, facts)
