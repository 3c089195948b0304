"""Long counts: shares counted anywhere, each result stored at once, summed exactly.

A folder holds a count: `count.json` says what is counted and in how many shares, `shares.jsonl`
each share, `counted.jsonl` its number, with its nodes and a hash. A line that was cut off is
dropped and its share counted again, so a count resumes wherever it was.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from clew.batch.journal import AnotherRun, lock, sync_folder, whole_lines
from clew.batch.shares import Counted, Share, by_symmetry, split
from clew.core.capabilities import CountsBySymmetry, SymmetryClasses, capability
from clew.core.deadline import last_words
from clew.core.errors import ClewError, OutOfTime
from clew.core.files import save
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.rng import SplitMix64
from clew.generators.generate import parse
from clew.search.auto import AUTO
from clew.workers.places import Poisoned, Where, run, through
from clew.workers.places import opened as open_place

FORMAT = 1
HEAD, SHARES, COUNTED = "count.json", "shares.jsonl", "counted.jsonl"
KEYS = {"format", "puzzle", "by_symmetry", "parts", "shares"}
Progress = Callable[["CountInParts"], object]


class Damaged(ClewError, ValueError):
    """What is stored is not what was written, or not what counting again gives."""


@dataclass
class CountInParts:
    """A count: its shares, and the numbers of those that are done."""

    id: str
    shares: list[Share]
    by_symmetry: bool = False
    done: dict[int, Counted] = field(default_factory=dict)
    poisoned: list[int] = field(default_factory=list)
    begun: int = 0
    """The answers found so far of a part that is being counted in this process."""
    stopped: bool = False
    """Whether the time was over before all parts were done."""

    @property
    def complete(self) -> bool:
        return len(self.done) == len(self.shares)

    @property
    def total(self) -> int:
        """The number of answers, as far as it is known."""
        done = (counted.number for i, counted in self.done.items() if not self.shares[i].turns)
        return sum(done) + self.begun

    @property
    def nodes(self) -> int:
        return sum(counted.nodes for counted in self.done.values())

    def note(self, answers: int) -> None:
        """Take note of answers of the part that is being counted."""
        self.begun += answers

    def classes(self) -> SymmetryClasses | None:
        """The answers by their symmetry, if these were counted and all is done."""
        own = capability(parse(self.id), CountsBySymmetry)
        if own is None or not self.by_symmetry or not self.complete:
            return None
        return own.classes_of(self.total, *(self.done[i].number for i in (0, 1)))


def tally(
    puzzle: Puzzle | str,
    parts: int = 1,
    folder: str | os.PathLike[str] | None = None,
    *,
    strategy: str = AUTO,
    symmetry: bool = False,
    where: Where = None,
    progress: Progress | None = None,
) -> CountInParts:
    """Count the answers in so many parts, in a folder if one is named: then it can be resumed.

    `where` is a number of processes (None: one per core) or a Dask cluster, as in
    `clew.workers.places`. A part that kills each of its workers is named in `poisoned`; the others
    are counted all the same. If the deadline of the call that this is a part of comes first, the
    count is `stopped`.
    """
    puzzle = as_puzzle(puzzle)
    shares = by_symmetry(puzzle, parts) if symmetry else split(puzzle, parts, strategy)
    found = CountInParts(puzzle.id, shares, symmetry)
    with _stored(found, folder) as store:
        _count(found, store, where, progress)
    return found


def _count(
    found: CountInParts, store: IO[bytes] | None, where: Where, progress: Progress | None
) -> None:
    left = [i for i in range(len(found.shares)) if i not in found.done]
    try:
        with open_place(where) as place:  # workers are forked here, before progress has a thread
            if progress is not None:
                progress(found)
            work = Share.count if where != 0 else partial(Share.count, note=found.note)
            counted = through(work, (found.shares[i] for i in left), place)
            for i, result in zip(left, counted, strict=True):
                found.begun = 0
                if isinstance(result, Poisoned):
                    found.poisoned.append(i)
                else:
                    found.done[i] = result
                    if store is not None:
                        store.write(_line(i, found.shares[i], result))
                        store.flush()
                        os.fsync(store.fileno())
                if progress is not None:
                    progress(found)
    except OutOfTime:
        found.stopped = True
    last_words()


@contextmanager
def _stored(
    found: CountInParts, folder: str | os.PathLike[str] | None
) -> Iterator[IO[bytes] | None]:
    """The file that results are added to; those that it holds are taken over."""
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
        found.done.update(_read(home, whole_lines(store), found.shares))
        yield store


def _agree(home: Path, found: CountInParts) -> None:
    """Begin a folder, or make sure that it is of this count."""
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
            difference = (
                "found other parts, expected those of this strategy and version"
                if name == "shares"
                else f"found {name} {old[name]}, expected {value}"
            )
            raise AnotherRun(f"{home} holds another count: {difference}")


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
    """The line that is stored of a share, with a hash to prove it."""
    said = {"share": i, "count": str(counted.number), "nodes": counted.nodes}
    return json.dumps(said | {"sha256": _hash(share, said)}).encode() + b"\n"


def _hash(share: Share, said: dict[str, Any]) -> str:
    return sha256(json.dumps([share.as_dict(), said]).encode()).hexdigest()


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
                f"{home / COUNTED}: line {number}: found what clew has not written, "
                "expected a count with its hash"
            ) from None
    return done


def opened(folder: str | os.PathLike[str]) -> CountInParts:
    """The count that a folder holds; ValueError if it holds none, Damaged if it was changed."""
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
    return CountInParts(head["puzzle"], shares, head["by_symmetry"], _read(home, lines, shares))


def verify(
    folder: str | os.PathLike[str],
    sample: float = 0.05,
    seed: int = 0,
    *,
    where: Where = None,
    progress: Callable[[int, int], object] = lambda done, every: None,
) -> tuple[CountInParts, list[int]]:
    """Count some of the shares again, chosen by the seed; the count, and which shares they were.

    Damaged if one differs. `sample` is the fraction of the finished shares, at least one of them.
    """
    found = opened(folder)
    done = SplitMix64(f"{found.id} {seed}").shuffled(sorted(found.done))
    chosen = sorted(done[: max(1, round(sample * len(done)))])
    for number, result in run(Share.count, (found.shares[i] for i in chosen), where):
        i = chosen[number]
        progress(number + 1, len(chosen))
        if result != found.done[i]:
            again = result.number if isinstance(result, Counted) else result
            raise Damaged(
                f"share {i}: found {found.done[i].number} stored, expected {again} as counted again"
            )
    return found, chosen
