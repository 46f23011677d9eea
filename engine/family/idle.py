"""Players who are asked although they can do nothing: skipping them would reveal how little hidden money they have."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.position import Position
from engine.core.verbs import completes

PLENTY = 100_000
"""More than anything costs."""


def might_act(p: Position, player: str, names: Sequence[str]) -> bool:
    """Could a player use one of these verbs, as far as people who cannot see the hidden accounts can tell?"""
    return p.once(("might act", player, *names), lambda: _can(p, player, names) or _could(p, player, names))


def _can(p: Position, player: str, names: Sequence[str]) -> bool:
    return any(completes(p, p.title.verbs[name], player, {}) for name in names)


def _could(p: Position, player: str, names: Sequence[str]) -> bool:
    """Could they, if every hidden account held enough money?"""
    hidden = p.title.secret_accounts(p, "")
    if not hidden:
        return False
    tried = p.fork()
    tried.s.cash |= dict.fromkeys(hidden, PLENTY)
    tried.looked = {}
    return _can(tried, player, names)
