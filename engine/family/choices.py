"""The choices of the verbs that most games share, slot by slot in the order in which a person makes them."""

from __future__ import annotations

from engine.core.verbs import Choices


class OneCompany(Choices):
    company: str


class OnePrivate(Choices):
    private: str


class OneHex(Choices):
    hex: str


class OneCity(Choices):
    city: str


class OneKind(Choices):
    kind: str


class OnePrice(Choices):
    price: int


class OwnTile(Choices):
    tile: str
    rotation: int


class LayChoices(Choices):
    hex: str
    tile: str
    rotation: int


class Routes(Choices):
    routes: str


class Block(OneCompany):
    shares: int


class Purchase(OneCompany):
    from_: str
    shares: int = 1


class ParChoices(OneCompany):
    price: int


class PrivatePurchase(OnePrivate):
    price: int


class PrivateBid(OnePrivate):
    amount: int


class TrainPurchase(Choices):
    from_: str
    kind: str
    trade: str = "nothing"
    charter: str = ""
    price: int
