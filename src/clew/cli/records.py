"""JSON output: one vocabulary for all commands, described in docs/json.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

SCHEMA = 1
"""The version of the JSON output. It grows when a key changes its meaning or goes."""


def record(data: Mapping[str, Any]) -> str:
    """Encode one object on one line, with the version of the schema first.

    >>> record({"puzzle": "queens:8", "count": 92})
    '{"schema": 1, "puzzle": "queens:8", "count": 92}'
    """
    return json.dumps({"schema": SCHEMA, **data}, ensure_ascii=False, default=str)


def error(message: str, exit_status: int, puzzle: str | None = None) -> str:
    """Encode an error: the message and the exit status, and which puzzle it is about.

    >>> error("nofile.txt: no such file", 2)
    '{"schema": 1, "error": "nofile.txt: no such file", "exit_status": 2}'
    """
    about = {} if puzzle is None else {"puzzle": puzzle}
    return record({**about, "error": message, "exit_status": exit_status})
