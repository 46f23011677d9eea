"""Turns every error into a sentence; a damaged game is reported to its organiser once."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.errors import Refused, Stale, Trouble
from bot.store import AlreadyDone, Collision, StoreTrouble
from bot.table.ground.positions import Damage
from bot.table.ground.say import reason_text, say
from bot.table.ground.services import Services
from bot.table.play import telling
from engine import Ambiguous, Illegal, Unreadable
from engine.core.sentences import because, sentence_of

log = logging.getLogger("stationmaster.table")


@asynccontextmanager
async def answers(services: Services) -> AsyncGenerator[None]:
    """A context for everything a person asks for."""
    try:
        yield
    except Damage as e:
        await _report(services, e)
        raise
    except Collision as e:
        raise Stale("Somebody else changed this in the meantime; please check and try again.") from e
    except StoreTrouble as e:
        raise Trouble(because("{e} Nothing has changed.", e=e)) from e
    except (Illegal, Unreadable, Ambiguous) as e:
        raise Refused(sentence_of(e)) from e
    except (Refused, AlreadyDone):
        raise
    except Exception as e:
        # People are only ever shown sentences.
        log.exception("the door failed: %s", type(e).__name__)
        raise Trouble("Something went wrong, and nothing has changed. The host's log says more.") from e


async def _report(services: Services, damage: Damage) -> None:
    now = services.clock()
    with services.speaking_to(damage.organiser):
        text = say("trouble", game=damage.game_id, why=reason_text(damage.why))
    try:
        async with services.db.write() as session:
            row = await services.row(session, damage.game_id)
            if row.trouble == damage.why:
                return
            row.trouble = damage.why
            session.add(telling.warning(row, "trouble", damage.why, text, now))
    except StoreTrouble:
        services.on_trouble(damage.game_id, damage.organiser, text)
