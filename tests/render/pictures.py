"""Pictures in tests: opening, comparing, keeping the difference."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from render import Picture

SOME = 40
"""A pixel differs if one of its channels does by more than this."""
FEW = 0.0015
"""The part of the pixels that may differ: letters come out slightly otherwise with other versions of FreeType."""


def opened(picture: Picture) -> Image.Image:
    """The picture as pixels."""
    return Image.open(BytesIO(picture.png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> tuple[float, Image.Image]:
    """The part of the pixels that differ, and where they do, in white."""
    if one.size != other.size:
        return 1.0, ImageChops.difference(one, other.resize(one.size))
    r, g, b = (
        band.point(lambda value: 255 if value > SOME else 0) for band in ImageChops.difference(one, other).split()
    )
    where = ImageChops.lighter(ImageChops.lighter(r, g), b)
    return where.histogram()[255] / (one.width * one.height), where.convert("RGB")


def assert_alike(found: Image.Image, golden: Path, folder: Path) -> None:
    """Assert that a picture is the golden one, or keep both and their difference."""
    wanted = Image.open(golden).convert("RGB")
    part, where = difference(wanted, found)
    if part > FEW or wanted.size != found.size:
        found.save(folder / f"{golden.stem}-now.png")
        where.save(folder / f"{golden.stem}-difference.png")
        raise AssertionError(
            f"{golden.name}: {part:.2%} of the pixels differ; see {folder}. "
            "If the new picture is better, look at it and run python -m tests.render.test_golden."
        )
