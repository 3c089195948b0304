"""Files that a command writes: checked before any work is done, written whole or not at all."""

from __future__ import annotations

import os

from clew.cli.status import BadInput


def check_target(target: str) -> str:
    """Refuse a file that could not be written; `-` for every name of the standard output."""
    from clew.files import descriptor

    number = descriptor(target)
    if number is not None:
        return "-" if number == 1 else target
    folder = os.path.dirname(target) or "."  # noqa: PTH120 - pathlib takes 6 ms to import
    if os.path.isdir(target or "."):  # noqa: PTH112
        raise BadInput(f"{target}: found a folder, expected a file")
    if not os.path.isdir(folder):  # noqa: PTH112
        raise BadInput(f"{target}: the folder {folder} does not exist")
    if not os.access(target if os.path.exists(target) else folder, os.W_OK):  # noqa: PTH110
        raise BadInput(f"{target}: may not be written")
    return target


def write(target: str, text: str | bytes) -> None:
    """Write whole or not at all; a text with a newline at its end."""
    from clew.files import save

    save(target, text if isinstance(text, bytes) or text.endswith("\n") else text + "\n")
