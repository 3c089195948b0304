"""Packs Clew into a portable wheel, for graders that can't install Clew from a package index."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from clew import __version__
from clew.core.errors import ClewError

DISTRIBUTION = "clew-puzzles"
NAME = f"clew_puzzles-{__version__}-py3-none-any.whl"
"""The wheel's name. It has no kernels, so it runs on any Python 3 and any system."""
LEFT_OUT = ("_native*", "*.wasm", "*.pyc")
"""Files that run on only one system, or that Python regenerates."""
TAGS = "Wheel-Version: 1.0\nGenerator: clew\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
WRITTEN = (1980, 1, 1, 0, 0, 0)
"""The modification time of every file. It's fixed, so that the same Clew gives the same wheel."""


class CannotPack(ClewError):
    """Clew wasn't installed as a package, so a wheel of it couldn't list its dependencies."""


def pack(folder: Path) -> Path:
    """Write a wheel of the running Clew, in pure Python, into a folder.

    Raises:
        CannotPack: if Clew runs without being installed.
    """
    try:
        installed = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        raise CannotPack(
            "Clew isn't installed here, so it can't be packed: install it with pip, or use ./run"
        ) from None
    about = f"clew_puzzles-{__version__}.dist-info"
    held = {**_package(), f"{about}/WHEEL": TAGS.encode()}
    for name in ("METADATA", "entry_points.txt"):
        held[f"{about}/{name}"] = (installed.read_text(name) or "").encode()
    record = f"{about}/RECORD"
    lines = [*(f"{name},{_hash(data)},{len(data)}" for name, data in held.items()), f"{record},,\n"]
    held[record] = "\n".join(lines).encode()
    path = folder / NAME
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in held.items():
            entry = zipfile.ZipInfo(name, WRITTEN)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return path


def _package() -> dict[str, bytes]:
    """Read the package's files, by their names in the wheel."""
    top = Path(__file__).parent.parent
    paths = (path for path in sorted(top.rglob("*")) if path.is_file())
    return {
        f"clew/{path.relative_to(top).as_posix()}": path.read_bytes()
        for path in paths
        if not any(path.match(pattern) for pattern in LEFT_OUT)
    }


def _hash(data: bytes) -> str:
    """Hash a file in the format of a wheel's RECORD."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"sha256={digest.rstrip(b'=').decode()}"
