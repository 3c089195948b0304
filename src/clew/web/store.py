"""A player's progress, stored in a small database in the user's data folder."""

from __future__ import annotations

import json
import math
import os
import sqlite3
import sys
import time
from pathlib import Path
from threading import Lock
from typing import Any, NoReturn

from clew.web.limits import BODY, DEPTH, Refused

MOST = 5_000
"""The maximum number of entries. If there are more, the oldest ones are deleted."""
LISTED = 500
"""The maximum number of entries in one list."""
LIST_SIZE = 1 << 20
"""The maximum size of one list in bytes. The newest entry is always listed, whatever its size."""
TABLE = (
    "create table if not exists progress"
    " (key text primary key, value text not null, changed real not null)"
)
ROWS = "select key, value, changed from progress"
DAMAGED = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""The SQLite errors that a damaged file causes. A full disk or a locked file causes others."""


def data_folder() -> Path:
    """Return CLEW_DATA_HOME if it's set, or the platform's usual data folder."""
    home = os.environ.get("CLEW_DATA_HOME")
    if home:
        return Path(home)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "clew"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "clew"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "clew"


class Store:
    """Stores progress by key. Any thread can use it.

    If no file can be written, progress stays in memory. If the file is damaged, it's renamed and
    replaced with a new one. A damaged row is skipped.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._lock = Lock()
        self._warned = False
        self.path: Path | None = (folder or data_folder()) / "progress.sqlite"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._base = self._opened(self.path)
        except (OSError, sqlite3.Error):
            self.path = None
            self._base = _connected(":memory:")

    def all(self) -> list[dict[str, Any]]:
        """Return the most recent entries, newest first."""
        found: list[dict[str, Any]] = []
        size = 0
        for row in self._do(f"{ROWS} order by changed desc limit ?", LISTED):
            size += len(row[1]) if isinstance(row[1], bytes) else 0
            if found and size > LIST_SIZE:
                break
            if (entry := self._entry(row)) is not None:
                found.append(entry)
        return found

    def get(self, key: str) -> dict[str, Any] | None:
        """Return a key's entry, or None."""
        rows = self._do(f"{ROWS} where key = ?", key)
        return self._entry(rows[0]) if rows else None

    def put(self, key: str, value: dict[str, Any]) -> dict[str, Any]:
        """Store a value under a key, and replace the previous one.

        Raises:
            Refused: if the value isn't strict JSON, is too large or is nested too deeply.
        """
        changed, text = time.time(), written(value)
        self._do("insert or replace into progress values (?, ?, ?)", key, text, changed)
        self._do(
            "delete from progress where key in"
            " (select key from progress order by changed desc limit -1 offset ?)",
            MOST,
        )
        return {"key": key, "value": value, "changed": changed}

    def delete(self, key: str) -> bool:
        """Delete an entry, and return whether there was one."""
        return bool(self._do("delete from progress where key = ? returning key", key))

    def close(self) -> None:
        with self._lock:
            self._base.close()

    def _do(self, command: str, *values: Any) -> list[Any]:
        """Run a command. If the file turns out to be damaged, run it on a new file."""
        with self._lock:
            try:
                return self._run(command, values)
            except sqlite3.Error as error:
                if self.path is None or not _is_damage(error):
                    raise Refused(f"can't access your saved progress: {error}", 503) from None
            self._base.close()
            try:
                self._base = self._opened(_moved_aside(self.path))
            except (OSError, sqlite3.Error):
                self.path = None
                self._base = _connected(":memory:")
            return self._run(command, values)

    def _run(self, command: str, values: tuple[Any, ...]) -> list[Any]:
        with self._base:
            return self._base.execute(command, values).fetchall()

    def _opened(self, path: Path) -> sqlite3.Connection:
        try:
            return _connected(str(path))
        except sqlite3.Error as error:
            if not _is_damage(error):
                raise
            return _connected(str(_moved_aside(path)))

    def _entry(self, row: tuple[Any, ...]) -> dict[str, Any] | None:
        """Return a row's entry, or None if the row is damaged. Report the first damaged row."""
        try:
            key, text, changed = row
            value = json.loads(text.decode(), parse_constant=_refuse)
            written(value)
            if isinstance(value, dict) and math.isfinite(changed):
                return {"key": key.decode(), "value": value, "changed": changed}
        except (AttributeError, TypeError, ValueError, RecursionError, Refused):
            pass
        if not self._warned:
            self._warned = True
            print(f"clew: skipping damaged entries in {self.path or 'memory'}", file=sys.stderr)
        return None


def written(value: Any) -> str:
    """Encode a value as JSON that every parser accepts.

    Raises:
        Refused: if it contains NaN or Infinity, is too large or is nested too deeply.
    """
    _check(value, DEPTH)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    size = len(text.encode())
    if size > BODY:
        raise Refused(f"the value has {size:,} bytes of JSON, but the limit is {BODY:,}", 413)
    return text


def _check(value: Any, depth: int) -> None:
    if isinstance(value, dict | list):
        if depth == 0:
            raise Refused(f"the value is nested more than {DEPTH} levels deep", 400)
        for each in value.values() if isinstance(value, dict) else value:
            _check(each, depth - 1)
    elif isinstance(value, int | float) and not _is_finite(value):
        raise Refused("the value contains a number too large to store (the limit is 1.8e308)", 400)


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # the integer is too large for a double
        return False


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def _connected(name: str) -> sqlite3.Connection:
    base = sqlite3.connect(name, timeout=5, check_same_thread=False)
    base.text_factory = bytes  # text may be damaged, so decode it later, where it can be skipped
    try:
        base.execute("pragma journal_mode = wal")
        base.execute("pragma synchronous = normal")
        with base:
            base.execute(TABLE)
            base.execute(f"{ROWS} limit 1").fetchall()
    except sqlite3.Error:
        base.close()
        raise
    return base


def _is_damage(error: sqlite3.Error) -> bool:
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in DAMAGED


def _moved_aside(path: Path) -> Path:
    """Rename a damaged database and its logs, report that, and return the path, now free."""
    aside = path.with_name(f"{path.stem}-damaged-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
    for end in ("", "-wal", "-shm"):
        part = path.with_name(path.name + end)
        if part.exists():
            part.replace(aside.with_name(aside.name + end))
    text = f"clew: {path} is damaged; renamed it to {aside.name} and created a new one"
    print(text, file=sys.stderr)
    return path
