"""Long counts: shares counted anywhere, each outcome stored when it is there, summed exactly.

A folder holds a count: `count.json` says what is counted and in how many shares, `shares.jsonl`
each share, `counted.jsonl` what came of it, with its nodes and a hash. A line that was cut off is
dropped and its share counted again, so a count goes on wherever it was.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from clew.batch.journal import AnotherRun, lock, sync_folder
from clew.batch.shares import Counted, Share, by_symmetry, split
from clew.batch.workers import Poisoned, Where, run
from clew.chance import Chance
from clew.make.generate import parse
from clew.notation import save
from clew.puzzle import Puzzle, as_puzzle
from clew.search.queens_classes import QueensClasses
from clew.solving import AUTO

FORMAT = 1
HEAD, SHARES, COUNTED = "count.json", "shares.jsonl", "counted.jsonl"
KEYS = {"format", "puzzle", "by_symmetry", "parts", "shares"}
Progress = Callable[["Tally"], object]


class Damaged(ValueError):
    """What is stored is not what was written, or not what counting again gives."""


@dataclass
class Tally:
    """A count: its shares, and what came of those that are done."""

    id: str
    shares: list[Share]
    by_symmetry: bool = False
    done: dict[int, Counted] = field(default_factory=dict)
    poisoned: list[int] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        return len(self.done) == len(self.shares)

    @property
    def total(self) -> int:
        """The number of answers, as far as it is known."""
        return sum(counted.number for i, counted in self.done.items() if not self.shares[i].turns)

    @property
    def nodes(self) -> int:
        return sum(counted.nodes for counted in self.done.values())

    def classes(self) -> QueensClasses | None:
        """The answers by their symmetry, if these were counted and all is done."""
        if not self.by_symmetry or not self.complete:
            return None
        order = int(self.id.partition(":")[2])
        half, quarter = (self.done[i].number for i in (0, 1))
        if order < 2:
            return QueensClasses(0, 0, 1, order)
        return QueensClasses((self.total - half) // 8, (half - quarter) // 4, quarter // 2, order)


def tally(
    puzzle: Puzzle | str,
    parts: int = 1,
    folder: str | os.PathLike[str] | None = None,
    *,
    strategy: str = AUTO,
    symmetry: bool = False,
    where: Where = None,
    progress: Progress | None = None,
) -> Tally:
    """Count the answers in so many parts, in a folder if one is named: then it can be gone on with.

    `where` is a number of processes (None: one a core) or a Dask cluster, see `clew.batch.workers`.
    A part that kills each of its workers is named in `poisoned`; the others are counted all the
    same.
    """
    puzzle = as_puzzle(puzzle)
    shares = by_symmetry(puzzle, parts) if symmetry else split(puzzle, parts, strategy)
    found = Tally(puzzle.id, shares, symmetry)
    with _stored(found, folder) as store:
        _count(found, store, where, progress)
    return found


def _count(found: Tally, store: IO[bytes] | None, where: Where, progress: Progress | None) -> None:
    left = [i for i in range(len(found.shares)) if i not in found.done]
    if progress is not None:
        progress(found)
    for number, outcome in run(Share.count, (found.shares[i] for i in left), where):
        i = left[number]
        if isinstance(outcome, Poisoned):
            found.poisoned.append(i)
        else:
            found.done[i] = outcome
            _append(store, _line(i, found.shares[i], outcome))
        if progress is not None:
            progress(found)


@contextmanager
def _stored(found: Tally, folder: str | os.PathLike[str] | None) -> Iterator[IO[bytes] | None]:
    """The file that outcomes are added to, what it holds already taken over."""
    if folder is None:
        yield None
        return
    home = Path(folder)
    if home.is_file():
        raise ValueError(f"{home}: found a file, expected a folder")
    home.mkdir(parents=True, exist_ok=True)
    with (home / COUNTED).open("ab+") as store:
        if not lock(store):
            raise AnotherRun(f"{home}: another run is at work here")
        _agree(home, found)
        store.seek(0)
        *whole, _ = store.read().split(b"\n")
        store.truncate(sum(len(line) + 1 for line in whole))
        found.done.update(_read(home, whole, found.shares))
        yield store


def _agree(home: Path, found: Tally) -> None:
    """Begin a folder, or see that it is of this count."""
    lines = "".join(f"{json.dumps(share.as_dict())}\n" for share in found.shares)
    head = {
        "format": FORMAT,
        "puzzle": found.id,
        "by_symmetry": found.by_symmetry,
        "parts": len(found.shares),
        "shares": sha256(lines.encode()).hexdigest(),
    }
    if not (home / HEAD).exists():
        save(home / SHARES, lines)
        save(home / HEAD, json.dumps(head, indent=1) + "\n")
        sync_folder(home)
        return
    old = _head(home)
    for name, value in head.items():
        if old[name] != value:
            raise AnotherRun(f"{home} holds another count: {_other(name, old[name], value)}")


def _other(name: str, found: object, expected: object) -> str:
    if name == "shares":
        return "found other parts, expected those of this strategy and version"
    return f"found {name} {found}, expected {expected}"


def _head(home: Path) -> dict[str, Any]:
    """What a folder is a count of."""
    try:
        head = json.loads((home / HEAD).read_text(encoding="utf-8"))
    except ValueError:
        raise Damaged(f"{home / HEAD}: found no JSON, expected what a count is of") from None
    if not isinstance(head, dict) or not head.keys() >= KEYS:
        raise Damaged(f"{home / HEAD}: found other data, expected what a count is of")
    return head


def _line(i: int, share: Share, counted: Counted) -> bytes:
    """What is stored of a share, and what makes sure of it."""
    said = {"share": i, "count": str(counted.number), "nodes": counted.nodes}
    return json.dumps(said | {"sha256": _hash(share, said)}).encode() + b"\n"


def _hash(share: Share, said: dict[str, Any]) -> str:
    return sha256(json.dumps([share.as_dict(), said]).encode()).hexdigest()


def _append(store: IO[bytes] | None, line: bytes) -> None:
    if store is not None:
        store.write(line)
        store.flush()
        os.fsync(store.fileno())


def _read(home: Path, lines: Iterable[bytes], shares: Sequence[Share]) -> dict[int, Counted]:
    done = {}
    for number, line in enumerate(lines, 1):
        try:
            said = json.loads(line)
            stored = said.pop("sha256")
            i = said["share"]
            if _hash(shares[i], said) != stored:
                raise ValueError
            done[i] = Counted(int(said["count"]), said["nodes"])
        except (ValueError, LookupError, TypeError, AttributeError):
            raise Damaged(
                f"{home / COUNTED}: line {number}: found what was not written there, "
                "expected a count with its hash"
            ) from None
    return done


def opened(folder: str | os.PathLike[str]) -> Tally:
    """What a folder holds; ValueError if it is none of a count, Damaged if it was changed."""
    home = Path(folder)
    try:
        head = _head(home)
        text = (home / SHARES).read_text(encoding="utf-8", errors="replace")
        lines = (home / COUNTED).read_bytes().split(b"\n")[:-1]
    except OSError:
        raise ValueError(f"{home}: found no count, expected a folder of --checkpoint") from None
    if sha256(text.encode()).hexdigest() != head["shares"]:
        raise Damaged(f"{home / SHARES}: found other shares, expected those of {HEAD}")
    shares = [Share.of(json.loads(line)) for line in text.splitlines()]
    parse(head["puzzle"])
    return Tally(head["puzzle"], shares, head["by_symmetry"], _read(home, lines, shares))


def verify(
    folder: str | os.PathLike[str],
    sample: float = 0.05,
    seed: int = 0,
    *,
    where: Where = None,
    progress: Callable[[int, int], object] = lambda done, every: None,
) -> tuple[Tally, list[int]]:
    """Count some of the shares once more, chosen by the seed: which they were.

    Damaged if one differs. `sample` is the part of the shares that are done, at least one.
    """
    found = opened(folder)
    done = Chance(f"{found.id} {seed}").shuffled(sorted(found.done))
    chosen = sorted(done[: max(1, round(sample * len(done)))])
    for number, outcome in run(Share.count, (found.shares[i] for i in chosen), where):
        i = chosen[number]
        progress(number + 1, len(chosen))
        if outcome != found.done[i]:
            raise Damaged(
                f"share {i}: found {found.done[i].number} stored, "
                f"expected {getattr(outcome, 'number', outcome)} as counted again"
            )
    return found, chosen
