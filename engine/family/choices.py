"""What is chosen in the verbs that most games share, slot by slot in the order in which a person chooses."""

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


class Block(Choices):
    company: str
    shares: int


class Purchase(Choices):
    company: str
    from_: str
    shares: int = 1


class ParChoices(Choices):
    company: str
    price: int


class PrivatePurchase(Choices):
    private: str
    price: int


class PrivateBid(Choices):
    private: str
    amount: int


class TrainPurchase(Choices):
    from_: str
    kind: str
    trade: str = "nothing"
    charter: str = ""
    price: int
