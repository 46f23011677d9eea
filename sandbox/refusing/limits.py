"""Discord's limits on what a bot writes, and the check of messages against them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.world.errors import ApiError, InvalidForm
from sandbox.world.world import COMPONENTS_V2

CONTENT = 2_000
EMBEDS, EMBED_TOTAL, EMBED_TITLE, EMBED_TEXT, EMBED_FIELDS = 10, 6_000, 256, 4_096, 25
FIELD_NAME, FIELD_VALUE, FOOTER, EMBED_AUTHOR = 256, 1_024, 2_048, 256
FILES, FILE_SIZE, REQUEST_SIZE, FILE_TEXT = 10, 10 * 1024 * 1024, 25 * 1024 * 1024, 1_024
ROWS, BUTTONS_IN_ROW, LABEL, CUSTOM_ID, LINK = 5, 5, 80, 100, 512
OPTIONS, OPTION_TEXT, PLACEHOLDER, MEDIA_LINK = 25, 100, 150, 2_048
V2_PARTS, V2_TEXT, GALLERY, SECTION_TEXTS = 40, 4_000, 10, 3
NONCE = 25
COLORS = 0xFFFFFF
EMOJIS, EMOJI_NAME, EMOJI_SIZE = 2_000, 32, 256 * 1024
CHANNEL_NAME, TOPIC, FORUM_TOPIC, FORUM_TAGS, POST_TAGS, TAG_NAME = 100, 1_024, 4_096, 20, 5, 20
SLOWMODE = 21_600
ARCHIVE_MINUTES = (60, 1_440, 4_320, 10_080)
CHANNELS, CHANNELS_IN_CATEGORY, ROLES, ACTIVE_THREADS, PINS = 500, 50, 250, 1_000, 250
ROLE_NAME = 100
HISTORY = 100

SELECTS = {3, 5, 6, 7, 8}
TOP_V2 = {1, 9, 10, 12, 13, 14, 17}
INSIDE = {
    1: {2, *SELECTS},
    9: {10},
    17: {1, 9, 10, 12, 13, 14},
}
"""Which components may contain which."""


class Faults:
    """The mistakes in a body, field by field."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[str, str]] = {}

    def add(self, path: str, code: str, message: str) -> None:
        """Something is wrong there."""
        self.found.setdefault(path, (code, message))

    def length(self, path: str, text: Any, most: int, least: int = 0) -> None:
        """A text's length; where there must be one, blanks alone are none."""
        if not isinstance(text, str):
            self.add(path, "BASE_TYPE_BAD_STRING", "Value must be a string.")
        elif least and not text.strip():
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self.many(path, text, most, least)

    def many(self, path: str, things: Sequence[Any], most: int, least: int = 0) -> None:
        """How many of something."""
        if not least <= len(things) <= most:
            said = (
                f"Must be {most} or fewer in length." if not least else f"Must be between {least} and {most} in length."
            )
            self.add(path, "BASE_TYPE_BAD_LENGTH", said)

    def between(self, path: str, number: Any, least: float, most: float) -> None:
        """The size of a number."""
        if isinstance(number, bool) or not isinstance(number, int | float) or not least <= number <= most:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be between {least} and {most}.")

    def one_of(self, path: str, value: Any, choices: Any) -> None:
        """One of a few values."""
        if value not in choices:
            self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {tuple(choices)}.")

    def end(self) -> None:
        """Raise the mistakes found."""
        if self.found:
            raise InvalidForm(self.found)


def message(
    body: dict[str, Any],
    files: dict[str, int],
    names: Collection[str] = (),
    *,
    emojis: Collection[int] = (),
    empty_is_fine: bool = False,
) -> None:
    """Check a message's body; `files` are the sizes of those sent along, `names` those that components may show,
    `emojis` the application's own.
    """
    faults = Faults()
    flags = body.get("flags") or 0
    v2 = bool(flags & COMPONENTS_V2)
    content, components = body.get("content") or "", body.get("components") or []
    embeds = body.get("embeds") or []
    faults.length("content", content, CONTENT)
    _embeds(faults, embeds)
    faults.many("attachments", body.get("attachments") or [], FILES)
    for index, one in enumerate(body.get("attachments") or []):
        if one.get("description") is not None:
            faults.length(f"attachments.{index}.description", one["description"], FILE_TEXT)
    if isinstance(body.get("nonce"), str):
        faults.length("nonce", body["nonce"], NONCE)
    _allowed_mentions(faults, body.get("allowed_mentions") or {})
    if v2:
        if content:
            faults.add(
                "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "No content beside components v2."
            )
        if embeds:
            faults.add(
                "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "No embeds beside components v2."
            )
    check_components(faults, components, names, emojis, v2=v2)
    faults.end()
    if len(files) > FILES or any(size > FILE_SIZE for size in files.values()) or sum(files.values()) > REQUEST_SIZE:
        raise ApiError(40005)
    named = body.get("attachments") or []
    if not (content.strip() or embeds or components or files or named or body.get("sticker_ids") or empty_is_fine):
        raise ApiError(50006)


def _allowed_mentions(faults: Faults, allowed: dict[str, Any]) -> None:
    for index, one in enumerate(allowed.get("parse") or []):
        faults.one_of(f"allowed_mentions.parse.{index}", one, ("users", "roles", "everyone"))
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        faults.many(f"allowed_mentions.{kind}", listed, 100)
        if listed and kind in (allowed.get("parse") or []):
            said = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            faults.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", said)


def _embeds(faults: Faults, embeds: list[dict[str, Any]]) -> None:
    faults.many("embeds", embeds, EMBEDS)
    total = 0
    for index, embed in enumerate(embeds):
        at = f"embeds.{index}"
        fields = embed.get("fields") or []
        faults.many(f"{at}.fields", fields, EMBED_FIELDS)
        texts = [
            (f"{at}.title", embed.get("title"), EMBED_TITLE, 0),
            (f"{at}.description", embed.get("description"), EMBED_TEXT, 0),
            (f"{at}.footer.text", (embed.get("footer") or {}).get("text"), FOOTER, 0),
            (f"{at}.author.name", (embed.get("author") or {}).get("name"), EMBED_AUTHOR, 0),
        ]
        for number, one in enumerate(fields):
            texts.append((f"{at}.fields.{number}.name", one.get("name") or "", FIELD_NAME, 1))
            texts.append((f"{at}.fields.{number}.value", one.get("value") or "", FIELD_VALUE, 1))
        for path, text, most, least in texts:
            if text is not None:
                faults.length(path, text, most, least)
                total += len(text)
    if total > EMBED_TOTAL:
        faults.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}")


def check_components(
    faults: Faults,
    components: list[dict[str, Any]],
    names: Collection[str] = (),
    emojis: Collection[int] = (),
    *,
    v2: bool,
) -> None:
    """Check a message's components: kinds, nesting, sizes, and unique custom ids."""
    seen: set[str] = set()
    counted = _Counted(names, emojis)
    if not v2:
        faults.many("components", components, ROWS)
    for index, part in enumerate(components):
        at = f"components.{index}"
        faults.one_of(f"{at}.type", part.get("type"), TOP_V2 if v2 else {1})
        _part(faults, at, part, seen, counted, v2=v2)
    if v2 and counted.parts > V2_PARTS:
        faults.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"At most {V2_PARTS} components.")
    if v2 and counted.text > V2_TEXT:
        faults.add("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"At most {V2_TEXT} characters of text.")


@dataclass
class _Counted:
    names: Collection[str]
    emojis: Collection[int]
    parts: int = 0
    text: int = 0

    def read(self, part: dict[str, Any], *keys: str) -> None:
        """Count what people read of a part."""
        self.text += sum(len(part[key]) for key in keys if isinstance(part.get(key), str))


def _part(faults: Faults, at: str, part: dict[str, Any], seen: set[str], counted: _Counted, *, v2: bool) -> None:
    kind = part.get("type")
    counted.parts += 1
    inner = part.get("components") or []
    if kind in INSIDE:
        for index, one in enumerate(inner):
            faults.one_of(f"{at}.components.{index}.type", one.get("type"), INSIDE[kind])
            _part(faults, f"{at}.components.{index}", one, seen, counted, v2=v2)
    if kind == 1:
        wide = any(one.get("type") in SELECTS for one in inner)
        faults.many(f"{at}.components", inner, 1 if wide else BUTTONS_IN_ROW, 1)
    elif kind == 2:
        _button(faults, at, part, seen)
        _emoji(faults, at, part, counted)
        counted.read(part, "label")
    elif kind in SELECTS:
        select(faults, at, part, seen)
        counted.read(part, "placeholder")
        for index, one in enumerate(part.get("options") or []):
            counted.read(one, "label", "description")
            _emoji(faults, f"{at}.options.{index}", one, counted)
    elif kind == 9:
        faults.many(f"{at}.components", inner, SECTION_TEXTS, 1)
        if not part.get("accessory"):
            faults.add(f"{at}.accessory", "BASE_TYPE_REQUIRED", "This field is required")
        else:
            faults.one_of(f"{at}.accessory.type", part["accessory"].get("type"), {2, 11})
            _part(faults, f"{at}.accessory", part["accessory"], seen, counted, v2=v2)
    elif kind == 10:
        faults.length(f"{at}.content", part.get("content"), V2_TEXT, 1)
        counted.read(part, "content")
    elif kind == 11:
        _media(faults, at, part, counted)
    elif kind == 12:
        items = part.get("items") or []
        faults.many(f"{at}.items", items, GALLERY, 1)
        for index, one in enumerate(items):
            _media(faults, f"{at}.items.{index}", one, counted)
    elif kind == 13:
        _shown(faults, f"{at}.file", part.get("file"), counted, only_sent=True)
    elif kind == 17:
        faults.many(f"{at}.components", inner, V2_PARTS, 1)
        if part.get("accent_color") is not None:
            faults.between(f"{at}.accent_color", part["accent_color"], 0, COLORS)
    elif kind == 14:
        faults.one_of(f"{at}.spacing", part.get("spacing", 1), (1, 2, None))


def _emoji(faults: Faults, at: str, part: dict[str, Any], counted: _Counted) -> None:
    """An emoji of its own number must be one of the application's."""
    emoji = part.get("emoji") or {}
    if emoji.get("id") and int(emoji["id"]) not in counted.emojis:
        faults.add(f"{at}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _media(faults: Faults, at: str, part: dict[str, Any], counted: _Counted) -> None:
    """A picture with its description."""
    if part.get("description") is not None:
        faults.length(f"{at}.description", part["description"], FILE_TEXT, 1)
    _shown(faults, f"{at}.media", part.get("media"), counted)


def _shown(faults: Faults, at: str, media: Any, counted: _Counted, *, only_sent: bool = False) -> None:
    """What is shown is on the web, or among the files of the message."""
    url = media.get("url") if isinstance(media, dict) else None
    faults.length(f"{at}.url", url, MEDIA_LINK, 1)
    if not isinstance(url, str):
        return
    scheme, _, name = url.partition("://")
    if scheme not in (("attachment",) if only_sent else ("attachment", "http", "https")):
        faults.add(f"{at}.url", "URL_TYPE_INVALID_SCHEME", f'Scheme "{scheme}" is not supported.')
    elif scheme == "attachment" and name not in counted.names:
        said = "The referenced attachment was not found."
        faults.add(f"{at}.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", said)


def custom_id(faults: Faults, at: str, part: dict[str, Any], seen: set[str]) -> None:
    """Its length, and that it is the only one of its name."""
    own = part.get("custom_id")
    faults.length(f"{at}.custom_id", own if own is not None else "", CUSTOM_ID, 1)
    if own in seen:
        faults.add(f"{at}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
    seen.add(own or "")


def _button(faults: Faults, at: str, part: dict[str, Any], seen: set[str]) -> None:
    style = part.get("style")
    faults.one_of(f"{at}.style", style, range(1, 7))
    if style == 5:
        faults.length(f"{at}.url", part.get("url"), LINK, 1)
        if part.get("custom_id"):
            faults.add(
                at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be set"
            )
    elif style in (1, 2, 3, 4):
        custom_id(faults, at, part, seen)
    if part.get("label") is not None:
        faults.length(f"{at}.label", part["label"], LABEL)
    if not (part.get("label") or "").strip() and not part.get("emoji") and style != 6:
        faults.add(at, "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji")


def select(faults: Faults, at: str, part: dict[str, Any], seen: set[str]) -> None:
    """A select of a message or a modal."""
    custom_id(faults, at, part, seen)
    if part.get("placeholder") is not None:
        faults.length(f"{at}.placeholder", part["placeholder"], PLACEHOLDER)
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    faults.between(f"{at}.min_values", 1 if least is None else least, 0, OPTIONS)
    faults.between(f"{at}.max_values", 1 if most is None else most, 1, OPTIONS)
    if part.get("type") != 3:
        return
    options = part.get("options") or []
    faults.many(f"{at}.options", options, OPTIONS, 1)
    if (1 if most is None else most) > len(options):
        faults.add(f"{at}.max_values", "SELECT_COMPONENT_MAX_VALUES", "More values than options.")
    values: set[str] = set()
    for index, option in enumerate(options):
        where = f"{at}.options.{index}"
        faults.length(f"{where}.label", option.get("label") or "", OPTION_TEXT, 1)
        faults.length(f"{where}.value", option.get("value") or "", OPTION_TEXT, 1)
        if option.get("description"):
            faults.length(f"{where}.description", option["description"], OPTION_TEXT)
        if option.get("value") in values:
            faults.add(
                f"{where}.value",
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(option.get("value") or "")
