"""Long counts, split into parts that can be counted anywhere. The total is exact.

Each result is stored immediately. A count has its own folder, in which `count.json` describes the
puzzle and the number of parts, and `shares.jsonl` describes each part. `counted.jsonl` has each
part's solution count, its node count and a hash. Resuming a count drops an incomplete last line and
counts that part again.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, ClassVar, NamedTuple

from clew.batch.journal import AnotherRun, lock, sync_folder, whole_lines
from clew.board.board import Board
from clew.core.capabilities import (
    CellByCell,
    CountsBySymmetry,
    CountsParts,
    Splits,
    SymmetryClasses,
    capability,
)
from clew.core.deadline import last_words
from clew.core.errors import ClewError, OutOfTime
from clew.core.faces import CSP, Faces
from clew.core.files import save
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle
from clew.core.rng import SplitMix64
from clew.notation import parse
from clew.search.auto import AUTO, choose
from clew.search.csp.assign import PartialAssignment, as_space
from clew.search.run import Search
from clew.workers.places import Poisoned, Where, run, through
from clew.workers.places import opened as open_place

FORMAT = 1
HEAD, SHARES, COUNTED = "count.json", "shares.jsonl", "counted.jsonl"
KEYS = {"format", "puzzle", "by_symmetry", "parts", "shares"}
MOST_SHARES = 1_000_000
"""The maximum number of shares in one count."""
Choices = tuple[tuple[int, int], ...]
Progress = Callable[["CountInParts"], object]


# ------------------------------------------------------------------ shares


class Counted(NamedTuple):
    """The number of solutions in a part, and the number of nodes that the search took."""

    number: int
    nodes: int


@dataclass(frozen=True)
class Share:
    """A puzzle or a part of one, as plain data that can be stored and sent to workers."""

    id: str
    strategy: str = AUTO
    times: int = 1
    """The factor for the solution count, if each solution represents others by symmetry."""
    fixed: Choices = ()
    """The fixed variables of the puzzle's CSP, and their values in this part."""
    part: int = 0
    """The number of this part, if a kernel splits the work itself."""
    parts: int = 0
    """The number of all parts, if a kernel splits the work itself."""
    turns: int = 0
    """If set, count only solutions that a half turn (2) or quarter turn (4) maps to themselves."""

    def as_dict(self) -> dict[str, Any]:
        """Return the fields that differ from their defaults."""
        return {
            each.name: value
            for each in fields(self)
            if (value := getattr(self, each.name)) != each.default
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> Share:
        return cls(**data | {"fixed": tuple(map(tuple, data.get("fixed", ())))})

    def count(self, note: Callable[[int], None] | None = None) -> Counted:
        """Count the solutions, however long that takes.

        For each solution, `note` is called with the number of solutions that it represents.
        """
        puzzle = parse(self.id)
        if self.turns or self.parts:
            return Counted(*_in_parts(puzzle).count_part(self.part, self.parts, self.turns))
        part = Fixed(puzzle, self.fixed) if self.fixed else puzzle
        found = None if note is None else lambda answer: note(self.times)
        search = Search(part, self.strategy, keep=0).count(found)
        search.result.raise_if_stopped()
        return Counted(self.times * search.found, search.run.stats.nodes)


def split(puzzle: Puzzle, wanted: int, strategy: str = AUTO) -> list[Share]:
    """Split a puzzle into at least this many parts, if possible, that take about equal time.

    Raises:
        Unsuited: The puzzle has no constraints and isn't a tour, or the strategy can't tell
            whether it has found all solutions.
        ValueError: The number of parts is too small or too large.

    >>> shares = split(parse("latin:4"), 3)
    >>> len(shares), sum(share.count().number for share in shares)
    (3, 576)
    """
    if not 1 <= wanted <= MOST_SHARES:
        raise ValueError(f"can't split a count into {wanted:,} parts: choose 1 to {MOST_SHARES:,}")
    if strategy != AUTO and not choose(puzzle, strategy).complete:
        raise Unsuited(f"{strategy} can't count: it never knows if it has found all solutions")
    numbered = capability(puzzle, CountsParts)
    if numbered is not None and numbered.counts_parts and strategy == AUTO:
        return [Share(puzzle.id, part=part, parts=wanted) for part in range(wanted)]
    if wanted == 1:
        return [Share(puzzle.id, strategy)]
    own = capability(puzzle, Splits)
    pieces: Sequence[tuple[Puzzle, int]] = [(puzzle, 1)] if own is None else own.split(wanted)
    if len(pieces) == 1 and CSP in puzzle.faces:
        return _by_prefixes(*pieces[0], wanted, strategy)
    if own is None:
        raise Unsuited(f"can't split {puzzle.name}: it has no constraints, and isn't a tour")
    return [Share(piece.id, strategy, times) for piece, times in pieces]


def _in_parts(puzzle: Puzzle) -> CountsParts:
    numbered = capability(puzzle, CountsParts)
    if numbered is None or not numbered.counts_parts:
        raise Unsuited(f"can't count the solutions of {puzzle.id[:40]} by symmetry")
    return numbered


def _by_prefixes(puzzle: Puzzle, times: int, wanted: int, strategy: str) -> list[Share]:
    """Split a puzzle at the first levels of a search with forward checking."""
    space = as_space(puzzle.csp())
    states: deque[tuple[Choices, PartialAssignment]] = deque([((), space.start)])
    ends: list[Choices] = []
    while states and len(states) + len(ends) < wanted:
        made, state = states.popleft()
        if space.is_goal(state):
            ends.append(made)
        states += [
            ((*made, move), after) for move, after in space.successors(state) if all(after.domains)
        ]
    choices = [*ends, *(made for made, _ in states)]
    return [_fixing(puzzle, made, strategy, times) for made in choices]


def _fixing(puzzle: Puzzle, choices: Choices, strategy: str, times: int) -> Share:
    """Return the part with these choices. For a grid, they become givens, so its kernel applies."""
    grid = capability(puzzle, CellByCell)
    if grid is None:
        return Share(puzzle.id, strategy, times, choices)
    entries = list(grid.givens)
    for cell, value in choices:
        entries[cell] = value
    return Share(grid.with_entries(entries).id, strategy, times)


def by_symmetry(puzzle: Puzzle, wanted: int) -> list[Share]:
    """Return two shares that count the symmetric solutions, followed by the parts of the count."""
    _in_parts(puzzle)
    return [*(Share(puzzle.id, turns=turns) for turns in (2, 4)), *split(puzzle, wanted)]


@dataclass(frozen=True)
class Fixed(Puzzle):
    """A puzzle with some variables of its CSP fixed. Strategies search only its constraints."""

    whole: Puzzle
    choices: Choices

    @property
    def name(self) -> str:  # type: ignore[override]  # of the whole puzzle
        return self.whole.name

    @classmethod
    def parse(cls, text: str) -> Fixed:
        raise ValueError("part of a puzzle can't be written as text")

    def __str__(self) -> str:
        return f"{self.whole} with {self.choices}"

    def csp(self) -> CSP:
        whole = self.whole.csp()
        domains = list(whole.domains)
        for variable, value in self.choices:
            domains[variable] &= 1 << value
        return replace(whole, domains=tuple(domains))

    faces: ClassVar[Faces] = Faces({CSP: csp})

    def translate(self, face: type, found: Any) -> Any:
        return self.whole.translate(face, found)

    def check(self, answer: Any, /) -> list[str]:
        return self.whole.check(answer)

    def clashes(self) -> list[str]:
        return self.whole.clashes()

    def board(self, answer: Any = None, /) -> Board:
        return self.whole.board(answer)


# ------------------------------------------------------------------ their sum, stored


class Damaged(ClewError, ValueError):
    """The stored data was changed, or counting again gives a different result."""


@dataclass
class CountInParts:
    """A count: its parts, and the results of the finished ones."""

    id: str
    shares: list[Share]
    by_symmetry: bool = False
    done: dict[int, Counted] = field(default_factory=dict)
    poisoned: list[int] = field(default_factory=list)
    begun: int = 0
    """The number of solutions found so far in a part that this process is counting."""
    stopped: bool = False
    """True if the time ran out before all parts were done."""

    @property
    def complete(self) -> bool:
        return len(self.done) == len(self.shares)

    @property
    def total(self) -> int:
        """The number of solutions found so far."""
        done = (counted.number for i, counted in self.done.items() if not self.shares[i].turns)
        return sum(done) + self.begun

    @property
    def nodes(self) -> int:
        return sum(counted.nodes for counted in self.done.values())

    def note(self, answers: int) -> None:
        """Add to the solutions found in the current part."""
        self.begun += answers

    def classes(self) -> SymmetryClasses | None:
        """Return the solution counts by symmetry, if the count is complete and includes them."""
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
    """Count the solutions in parts. With a folder, you can resume an interrupted count.

    `where` is a number of processes (None means one per core) or a Dask cluster, as in
    `clew.workers.places`. If a part kills every worker that tries it, its number is added to
    `poisoned`, and the other parts are still counted. If the time limit of an enclosing call runs
    out, the count is marked as `stopped`.
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
        with open_place(where) as place:  # fork workers before the progress bar starts a thread
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
    """Open the file for results, and load the results that it already has."""
    if folder is None:
        yield None
        return
    home = Path(folder)
    if home.is_file():
        raise ValueError(f"{home} is a file. Name a folder")
    home.mkdir(parents=True, exist_ok=True)
    with (home / COUNTED).open("ab+") as store:
        if not lock(store):
            raise AnotherRun(f"{home}: another run is using this folder")
        _agree(home, found)
        found.done.update(_read(home, whole_lines(store), found.shares))
        yield store


def _agree(home: Path, found: CountInParts) -> None:
    """Set up a new folder, or make sure that an existing one belongs to this count."""
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
                "its parts come from another strategy or version"
                if name == "shares"
                else f"{name} {old[name]}, not {value}"
            )
            raise AnotherRun(f"{home} holds another count: {difference}")


def _head(home: Path) -> dict[str, Any]:
    """Return the description of a folder's count."""
    try:
        head = json.loads((home / HEAD).read_text(encoding="utf-8"))
    except ValueError:
        raise Damaged(f"{home / HEAD} is damaged: it isn't JSON") from None
    if not isinstance(head, dict) or not head.keys() >= KEYS:
        raise Damaged(f"{home / HEAD} is damaged: it doesn't describe a count")
    return head


def _line(i: int, share: Share, counted: Counted) -> bytes:
    """Return the line to store for a part, with a hash."""
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
                f"{home / COUNTED}: line {number}: found a line that Clew didn't write, "
                "expected a count with its hash"
            ) from None
    return done


def opened(folder: str | os.PathLike[str]) -> CountInParts:
    """Return the count in a folder.

    Raises:
        ValueError: The folder has no count.
        Damaged: The stored data was changed.
    """
    home = Path(folder)
    try:
        head = _head(home)
        text = (home / SHARES).read_text(encoding="utf-8", errors="replace")
        lines = (home / COUNTED).read_bytes().split(b"\n")[:-1]
    except OSError:
        raise ValueError(f"{home} has no count. Name a folder that --checkpoint made") from None
    if sha256(text.encode()).hexdigest() != head["shares"]:
        raise Damaged(f"{home / SHARES} is damaged: it doesn't match {HEAD}")
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
    """Count a random sample of the parts again. Return the count and the sampled parts.

    `sample` is the fraction of the finished parts to check. At least one is checked.

    Raises:
        Damaged: A result differs.
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
                f"share {i}: stored {found.done[i].number}, but counting again gave {again}"
            )
    return found, chosen
