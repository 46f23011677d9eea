"""Roles: who answers is decided when the question is asked, unless the rule fixed the person."""

from __future__ import annotations

from engine.core.position import Position
from engine.finance import shares


def who(p: Position, role: str) -> str:
    """The active seat that a role means: a seat itself, `president:RED`, `owner:FERRY`; empty if there is none."""
    kind, sign, name = role.partition(":")
    seat = role if not sign else _president(p, name) if kind == "president" else owner(p, name)
    return seat if seat in p.living else ""


def chief(p: Position, builder: str) -> str:
    """Who decides for a builder: a company's president, or the owner of a builder that is not a company."""
    return who(p, f"president:{builder}" if p.d.is_company(builder) else f"owner:{builder}")


def owner(p: Position, private: str) -> str:
    """The seat that owns a private company, or presides over the company that does."""
    place = p.s.privates.get(private, "")
    return _president(p, place) if p.d.is_company(place) else place


def _president(p: Position, company: str) -> str:
    return shares.president(p, company) if p.d.is_company(company) else ""
