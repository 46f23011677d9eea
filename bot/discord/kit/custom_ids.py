"""The custom_ids of buttons, lists and forms, which contain everything, so that they survive a restart."""

from __future__ import annotations

import json
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Protocol
from urllib.parse import quote, unquote

from bot.discord.kit.say import say
from bot.errors import Refused, Stale
from bot.safe_text import legible

log = logging.getLogger("stationmaster.discord")
CUSTOM_ID = 100
SEPARATOR = ":"
TAIL = "␟"
"""What is between the arguments in an entry of a list."""
SEVERAL = ","
"""What is between several choices of one field of a form."""
ALWAYS_STORED = 32
"""Arguments longer than this are stored, and the button carries a mark."""
NEVER_STORED = 18
"""Arguments no longer than this are never stored."""
MOST_CACHED = 5000
KEPT_READY = 3600.0
"""Seconds after which unused entries are dropped from memory, such as forms that are never sent."""
MARK = re.compile("~[0-9a-f]{18}")


class Kept(Protocol):
    """Where long arguments are stored."""

    async def park(self, texts: Mapping[str, str]) -> None:
        """Store texts by their marks."""
        ...

    async def parked(self, mark: str) -> str | None:
        """The text of a mark; None if there is none."""
        ...


@dataclass
class LongArguments:
    """Arguments too long for a custom_id, such as routes: cached here and stored in the database."""

    clock: Callable[[], float] = time.monotonic
    _texts: OrderedDict[str, tuple[str, float]] = field(default_factory=OrderedDict)
    """Texts with the time of their last use, oldest first."""
    _new: dict[str, str] = field(default_factory=dict)

    def mark(self, text: str) -> str:
        """The text itself if it is short, otherwise a mark for it."""
        short = quote(text, safe=" ,;=&+/()!'")
        return short if len(short) <= ALWAYS_STORED and not text.startswith("~") else self.park(text)

    def fitting(self, text: str, most: int) -> str:
        """The text itself, or a mark if it has more characters than that."""
        return text if len(text) <= most else self.park(text)

    async def resolve(self, text: str, kept: Kept) -> str:
        """The text of a mark; anything else is returned as it is."""
        return await self.text(text, kept) if MARK.fullmatch(text) else text

    def park(self, text: str) -> str:
        """Park a text, however short, and return its mark."""
        mark = "~" + blake2b(text.encode(), digest_size=9).hexdigest()
        if mark not in self._texts:
            self._new[mark] = text
            if len(self._new) > MOST_CACHED:
                del self._new[next(iter(self._new))]
        self._remember(mark, text)
        return mark

    def _remember(self, mark: str, text: str) -> None:
        now = self.clock()
        self._texts[mark] = text, now
        self._texts.move_to_end(mark)
        while len(self._texts) > MOST_CACHED or next(iter(self._texts.values()))[1] < now - KEPT_READY:
            self._texts.popitem(last=False)

    async def keep(self, kept: Kept) -> None:
        """Store what buttons mean before they are shown, so that they survive a restart."""
        new, self._new = self._new, {}
        if not new:
            return
        try:
            await kept.park(new)
        except Refused as e:
            # They still work until the next restart.
            log.warning("long choices of buttons could not be kept: %s", e)

    async def text(self, mark: str, kept: Kept) -> str:
        """The text of a mark."""
        if not mark.startswith("~"):
            return legible(unquote(mark))
        ready = self._texts.get(mark)
        parked = ready[0] if ready else await kept.parked(legible(mark))
        if parked is None:
            raise Stale(say("old_button"))
        self._remember(mark, parked)
        return parked

    def forget(self) -> None:
        """Forget everything cached, as after a restart."""
        self._texts.clear()
        self._new.clear()


LONG_ARGUMENTS = LongArguments()


def encode_id(kind: str, does: str, args: tuple[object, ...]) -> str:
    """Encode a custom_id; `kind` is b for buttons, s for lists, m for forms, perhaps with a stamp."""
    if not does:
        raise ValueError("a press without a name is only a part of others, and nobody answers it")
    found = SEPARATOR.join([kind, does, *(LONG_ARGUMENTS.mark(str(arg)) for arg in args)])
    if len(found) > CUSTOM_ID:
        # Too long in all although each part is short: park all but the shortest.
        shorter = (
            LONG_ARGUMENTS.park(str(arg)) if len(str(arg)) > NEVER_STORED else LONG_ARGUMENTS.mark(str(arg))
            for arg in args
        )
        found = SEPARATOR.join([kind, does, *shorter])
    if len(found) > CUSTOM_ID:
        raise ValueError(f"the custom_id of {does} is too long")
    return found


def filled_mark(values: Sequence[str]) -> str:
    """What a button's kind ends with if its form opens with these values; empty without any."""
    return LONG_ARGUMENTS.park(json.dumps(values)) if values else ""


async def filled_in(custom_id: str, kept: Kept) -> tuple[str, ...]:
    """The values with which a button's form opens; none if it says nothing of them, or they are no longer known."""
    mark = custom_id.partition(SEPARATOR)[0][1:]
    if not MARK.fullmatch(mark):
        return ()
    try:
        return tuple(json.loads(await LONG_ARGUMENTS.text(mark, kept)))
    except Stale:
        return ()


def decode_id(custom_id: str) -> tuple[str, list[str]]:
    """Decode a custom_id into its handler and arguments; empty if it is not one of ours."""
    does, *args = custom_id.partition(SEPARATOR)[2].split(SEPARATOR)
    return does, args


def values_of(data: Any) -> list[str]:
    """The values chosen in a list, or a text for each field of a form: 1 or 0 for a tick, and several with commas."""
    values = [part for one in data.get("values") or () for part in str(one).split(TAIL)]
    for part in data.get("components", []):
        for line in part.get("components", [part.get("component", {})]):
            if "value" in line:
                values.append(_text_of(line["value"]))
            elif "values" in line:
                values.append(SEVERAL.join(map(str, line["values"])))
    return values


def _text_of(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else "" if value is None else str(value)
