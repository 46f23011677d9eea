"""A verb that the toy has never had has its place on panel and ping, in the typed command and in orders ahead."""

from __future__ import annotations

from bot.discord.domains.turns._order_lookup import moves, open_choices
from bot.discord.games.game_lookup import GameContext
from bot.discord.kit.reply import Button, Entry, Select
from bot.discord.turn.context import Panel, PanelContext
from bot.discord.turn.panel import front
from bot.discord.turn.typed_moves import next_values, open_verb
from bot.discord.turn.usual_moves import call_buttons
from bot.menu.build import menu_of
from bot.menu.move.walk import walk_to
from bot.store.rows import GameRow
from bot.table.ground.services import Present
from engine.core.verbs import Shown
from engine.words import special_commands
from tests.menu.wave import waving


def here(shown: Shown) -> GameContext:
    """The toy as whoever is on turn sees it."""
    game, seat = waving(shown)
    return GameContext(Present(GameRow(id=1, title="toy"), [], {}, game, 0, 1), seat)


def laid_out(shown: Shown) -> Panel:
    """The panel of whoever is on turn."""
    at = here(shown)
    return front(PanelContext(at), menu_of(at.moves))


def waves(panel: Panel, kind: type) -> list[str]:
    """How the verb is shown in parts of a kind: by the labels of its buttons, or of its place in a list."""
    found: list[Button] = []
    for part in panel.rows:
        if isinstance(part, kind) and isinstance(part, Entry):
            found.append(part.button)
        elif isinstance(part, kind) and isinstance(part, tuple):
            found += [one for one in part if isinstance(one, Button)]
        elif isinstance(part, kind) and isinstance(part, Select):
            return [one.label for one in part.picks if one.press.texts()[-1] == "wave"]
    return [one.label for one in found if "wave" in one.press.texts()]


def test_on_the_panel():
    # On the map, a place can also be typed.
    for shown, kind, number in (
        (Shown.BUTTON, tuple, 2),
        (Shown.LIST, Entry, 2),
        (Shown.ASIDE, tuple, 1),
        (Shown.DONE, tuple, 2),
        (Shown.MAP, tuple, 3),
        (Shown.RARE, Select, 1),
    ):
        panel = laid_out(shown)
        assert len(waves(panel, kind)) == number, shown
        others = {tuple, Entry, Select} - {kind}
        assert not any(waves(panel, other) for other in others), shown


def test_on_the_ping():
    for shown, number in ((Shown.BUTTON, 2), (Shown.LIST, 2), (Shown.DONE, 2), (Shown.RARE, 0)):
        made = [one for one in call_buttons(here(shown).now) if "wave" in one.press.texts()]
        assert [one.press.name for one in made] == ["move"] * number, shown


def test_in_the_typed_command():
    at = here(Shown.ASIDE)
    command = special_commands(at.now.game.title)["wave"]
    verb = open_verb(at, "wave", command)
    offered = next_values(at, walk_to(at.moves, verb, {}, "company"), "b")
    assert [value for _, value in offered] == ["BLU"]


def test_in_an_order_ahead():
    at = here(Shown.ASIDE)
    assert ("wave", "wave") in moves(at)
    assert open_choices(at, "wave", {}) == [("company", "RED"), ("company", "BLU")]
    assert open_choices(at, "wave", {"company": "RED"}) == []
