"""What tests of pictures share."""

from __future__ import annotations

import pytest

from render.draw import Piece


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Piece]:
    """The pieces of the pictures drawn in a test."""
    from render import cards, choices, market, runs, sheet
    from render.picture import finish

    found: list[Piece] = []

    def noted(view, theme, size, pieces, *rest):  # type: ignore[no-untyped-def]
        found.extend(pieces)
        return finish(view, theme, size, pieces, *rest)

    for module in (cards, choices, market, runs, sheet):
        monkeypatch.setattr(module, "finish", noted)
    return found
