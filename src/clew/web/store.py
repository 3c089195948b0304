"""A player's progress, in a small database in the user's data folder."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from pathlib import Path
from threading import Lock
from typing import Any

MOST = 5_000
"""The most entries; beyond that the oldest are dropped."""
LISTED = 500
"""The most entries of one list."""
TABLE = (
    "create table if not exists progress"
    " (key text primary key, value text not null, changed real not null)"
)


def data_folder() -> Path:
    """CLEW_DATA_HOME, or where the platform keeps such things."""
    home = os.environ.get("CLEW_DATA_HOME")
    if home:
        return Path(home)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "clew"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "clew"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "clew"


class Store:
    """Progress by key, from any thread. Where no file can be written, it is kept in memory."""

    def __init__(self, folder: Path | None = None) -> None:
        self._lock = Lock()
        self.path: Path | None = (folder or data_folder()) / "progress.sqlite"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._base = _opened(str(self.path))
        except (OSError, sqlite3.Error):
            self.path = None
            self._base = _opened(":memory:")

    def all(self) -> list[dict[str, Any]]:
        """The latest entries, the latest first."""
        rows = self._do("select * from progress order by changed desc limit ?", LISTED)
        return [_entry(*row) for row in rows]

    def get(self, key: str) -> dict[str, Any] | None:
        rows = self._do("select * from progress where key = ?", key)
        return _entry(*rows[0]) if rows else None

    def put(self, key: str, value: dict[str, Any]) -> dict[str, Any]:
        """Keep a value under a key, in place of what was there."""
        changed, text = time.time(), json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        self._do("insert or replace into progress values (?, ?, ?)", key, text, changed)
        self._do(
            "delete from progress where key in"
            " (select key from progress order by changed desc limit -1 offset ?)",
            MOST,
        )
        return _entry(key, text, changed)

    def delete(self, key: str) -> bool:
        """Whether there was such a key; now there is none."""
        return bool(self._do("delete from progress where key = ? returning key", key))

    def close(self) -> None:
        with self._lock:
            self._base.close()

    def _do(self, command: str, *values: Any) -> list[Any]:
        with self._lock, self._base:
            return self._base.execute(command, values).fetchall()


def _opened(name: str) -> sqlite3.Connection:
    base = sqlite3.connect(name, timeout=5, check_same_thread=False)
    base.execute("pragma journal_mode = wal")
    base.execute("pragma synchronous = normal")
    with base:
        base.execute(TABLE)
    return base


def _entry(key: str, value: str, changed: float) -> dict[str, Any]:
    return {"key": key, "value": json.loads(value), "changed": changed}
