"""What only 1870 remembers."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.position import Position


class Own1870(Struct, kw_only=True):
    """Destinations, reissues, private companies' tokens, the first round's prices."""

    announced: list[str] = field(default_factory=list[str])
    """Companies whose connection run has been announced and not begun (used only as 18xx.games plays it)."""
    bidders: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Private company -> players in the order of their last bids (used only as 18xx.games plays it)."""
    connected: list[str] = field(default_factory=list[str])
    """Companies that have made their connection run."""
    doubled: list[str] = field(default_factory=list[str])
    """Companies whose destination token is at the destination."""
    reissued: list[str] = field(default_factory=list[str])
    """Companies that have reissued: their shares for sale belong to them, not to the bank."""
    reissuers: list[str] = field(default_factory=list[str])
    """Companies that have reissued in this stock round."""
    redeemers: list[str] = field(default_factory=list[str])
    """Companies that have redeemed in this stock round."""
    rescued: dict[str, int] = field(default_factory=dict[str, int])
    """Player and company -> shares over 60% from protection; removed once they sell any (5.9.6)."""
    finish: bool = False
    """A price has reached $400 (this matters only in variant 16.1)."""
    bridge: str = ""
    """The Bridge Company's discount: empty before it is available, then `ready`, then `used`."""
    price_cut: int = 0
    """The reduction of the cheapest private company's price."""
    last_bidder: str = ""
    """The last player to buy or bid in the initial stock round."""
    port_owner: str = ""
    cattle_owner: str = ""


def own(p: Position) -> Own1870:
    """1870's own part of the state."""
    return p.s.own
