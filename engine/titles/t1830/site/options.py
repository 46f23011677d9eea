"""1830 of 18xx.games: its optional rules."""

from __future__ import annotations

from engine.core.errors import Unreadable
from engine.core.sentences import because
from engine.exchange.site_log import SiteGame
from engine.overlay import RULES, SITE, site_first
from engine.titles.t1830.own import OPTIONS as OPTIONS_1830

OPTIONS = site_first(OPTIONS_1830, {"runs": "free"})

THEIRS = {"multiple_brown_from_ipo": "brown_from_ipo", "optional_6_train": "third_6"}
"""The site's name of a rule -> our option, which is then `yes`."""


def options_for(source: SiteGame) -> dict[str, str]:
    """Our options for a game of the site."""
    for rule in source.rules - set(THEIRS):
        raise Unreadable(because("The file plays by a rule that is not known here: {rule}.", rule=rule))
    return {RULES.name: SITE, **{THEIRS[rule]: "yes" for rule in sorted(source.rules)}}
