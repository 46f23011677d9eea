"""Strange texts that people, other programs and old messages may send, and what they must not do in a message."""

from __future__ import annotations

import re

NAMES = (
    "[Nitro](https://evil.example)",
    "https://evil.example/free",
    "hTTps://evil.example",
    "discord.gg/abcdef",
    "discord.com/invite/abcdef",
    "@everyone",
    "@here",
    "<@1234567890>",
    "<@&1234567890>",
    "<#1234567890>",
    "<:emoji:1234567890>",
    "<t:0:R>",
    "</game end:1234567890>",
    "# Ann",
    "### Ann",
    "-# Ann",
    "> Ann",
    ">>> Ann",
    "- Ann",
    "* Ann",
    "+ Ann",
    "1. Ann",
    "23) Ann",
    "**Ann**",
    "__Ann__",
    "_Ann_",
    "*Ann*",
    "~~Ann~~",
    "||Ann||",
    "`Ann`",
    "```\nAnn\n```",
    "Ann\n# Bob",
    "Ann\\",
    "\\[Nitro](https://evil.example)",
    "\\\\[Nitro](https://evil.example)",
    "[a]\n(https://evil.example)",
    "\u202eannA",
    "\u2066Ann",
    "A\u200bn\u200dn\ufeff",
    "A" + "\u0301\u0335\u0489" * 200,
    "\u0000Ann\u0007",
    "\ud800",
    "\u3164",
    "\u115f\u1160\u2800",
    "   ",
    "",
    "א ב",
    "Ж" * 5000,
    "👩‍👩‍👧‍👦" * 300,
    "%s {name} {0} %00 %zz",
    "'; drop table game; --",
    "~0123456789abcdef01",
)
NUMBERS = (
    "9" * 4400,
    "-" + "9" * 4400,
    "--5",
    "-",
    "+5",
    "²",
    "٣",
    "१२",
    "½",
    "Ⅷ",
    "1e9",
    "0x10",
    "1_000",
    "1,000,000,000,000,000,000,000",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999",
    "2147483648",
    "NaN",
    "inf",
    "5.0",
    " 5\n",
    "#",
    "##",
    "",
    " ",
    "\t\n",
    "\u00a0",
    "\u2003",
)
TEXTS = (*NAMES, *NUMBERS)
_ESCAPED = re.compile(r"\\[^0-9A-Za-z\s]")
_WORKS = re.compile(
    r"\[[^\]]*\]\s*\(|https?:|[a-z]+://|discord\.gg/|discord\.com/|@(?=everyone|here)|<[@#:t/]|\*|`|~~|\|\|"
    r"|(?<![^\W_])_|_(?![^\W_])|(?m:^)\s*(?:#{1,3}\s|-#|>|[-+]\s|\d+[.)]\s)",
    re.IGNORECASE,
)
_HIDES = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u3164\u115f\u1160\ud800-\udfff]"
)


def works(text: str) -> str:
    """The parts of a text that do something in a Discord message besides being read; empty if none do."""
    found = _WORKS.search(_ESCAPED.sub("\ue000", text)) or _HIDES.search(text)
    return repr(found[0]) if found else ""
