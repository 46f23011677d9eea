"""Makes the wheel and the source archive (PEP 517), with the standard library alone: whatever lies in a folder of the
program goes in, so that no sheet, word, page or migration can be forgotten."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("bot", "engine", "migrations", "render", "sandbox")
ARCHIVED = ("pyproject.toml", "README.md", "LICENSE", "NOTICE.md", "tools/packing.py")
LEFT_OUT = re.compile(r"__pycache__|\.pyc$|mutants\.yaml$")
DATED = (2020, 1, 1, 0, 0, 0)
"""A fixed date, so that the same sources always make the same file."""


def build_wheel(folder: str, settings: Any = None, metadata_folder: Any = None) -> str:
    """Build the wheel in a folder; returns its name."""
    about = _project()
    stem = f"{about['name']}-{about['version']}"
    own = f"{stem}.dist-info"
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _sources()}
    files |= {
        f"{own}/METADATA": _metadata(about).encode(),
        f"{own}/WHEEL": b"Wheel-Version: 1.0\nGenerator: stationmaster\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{own}/entry_points.txt": _scripts(about).encode(),
        **{f"{own}/licenses/{name}": (ROOT / name).read_bytes() for name in ("LICENSE", "NOTICE.md")},
    }
    record = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{own}/RECORD"] = "\n".join([*record, f"{own}/RECORD,,", ""]).encode()
    target = Path(folder) / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, DATED)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, data)
    return target.name


def build_sdist(folder: str, settings: Any = None) -> str:
    """Build the source archive, from which the wheel can be built; returns its name."""
    about = _project()
    stem = f"{about['name']}-{about['version']}"
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _sources()}
    files |= {name: (ROOT / name).read_bytes() for name in ARCHIVED}
    files["PKG-INFO"] = _metadata(about).encode()
    target = Path(folder) / f"{stem}.tar.gz"
    with tarfile.open(target, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(f"{stem}/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return target.name


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _sources() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and not LEFT_OUT.search(path.as_posix()):
                yield path


def _metadata(about: dict[str, Any]) -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {about['name']}",
        f"Version: {about['version']}",
        f"Summary: {about['description']}",
        f"License: {about['license']['text']}",
        f"Requires-Python: {about['requires-python']}",
        *(f"Requires-Dist: {one}" for one in about["dependencies"]),
    ]
    for extra, packages in about["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        for package in packages:
            name, _, where = map(str.strip, package.partition(";"))
            wanted = f'extra == "{extra}"'
            lines.append(f"Requires-Dist: {name}; {f'({where}) and {wanted}' if where else wanted}")
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join([*lines, "", (ROOT / about["readme"]).read_text(encoding="utf-8")])


def _scripts(about: dict[str, Any]) -> str:
    return "\n".join(["[console_scripts]", *(f"{name} = {code}" for name, code in about["scripts"].items()), ""])


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
