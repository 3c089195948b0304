"""A count cut into shares: each is counted by itself, and together they are the whole.

>>> from clew.core.registry import parse
>>> shares = split(parse("latin:4"), 3)
>>> len(shares), sum(share.count().number for share in shares)
(3, 576)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, NamedTuple

from clew.board.board import Board
from clew.core.capabilities import CellByCell, CountsParts, Splits, capability
from clew.core.faces import CSP, Faces
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.registry import parse
from clew.search.auto import AUTO, choose
from clew.search.csp.assign import PartialAssignment, as_space
from clew.search.run import Search

MOST = 1_000_000
"""The most shares of one count."""
Choices = tuple[tuple[int, int], ...]


class Counted(NamedTuple):
    """The number of answers of a share, and the nodes that it took."""

    number: int
    nodes: int


@dataclass(frozen=True)
class Share:
    """A puzzle, of which perhaps only a part: plain data, so that it can be stored and sent."""

    id: str
    strategy: str = AUTO
    times: int = 1
    """How often its answers count: each may stand for others by symmetry."""
    fixed: Choices = ()
    """Variables of its CSP and the values that they have here."""
    part: int = 0
    parts: int = 0
    """Which of how many parts this is, if a kernel cuts the work itself."""
    turns: int = 0
    """Only answers that are their own image: after a half turn (2), or a quarter (4)."""

    def as_dict(self) -> dict[str, Any]:
        """The fields that differ from their defaults."""
        return {
            each.name: value
            for each in fields(self)
            if (value := getattr(self, each.name)) != each.default
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> Share:
        return cls(**data | {"fixed": tuple(map(tuple, data.get("fixed", ())))})

    def count(self, note: Callable[[int], None] | None = None) -> Counted:
        """Count it, however long that takes; `note` is called with what each answer counts."""
        puzzle = parse(self.id)
        if self.turns or self.parts:
            return Counted(*_in_parts(puzzle).count_part(self.part, self.parts, self.turns))
        part = Fixed(puzzle, self.fixed) if self.fixed else puzzle
        found = None if note is None else lambda answer: note(self.times)
        search = Search(part, self.strategy, keep=0).count(found)
        search.result.raise_if_stopped()
        return Counted(self.times * search.found, search.run.stats.nodes)


def split(puzzle: Puzzle, wanted: int, strategy: str = AUTO) -> list[Share]:
    """At least so many shares if the puzzle has them, of about equal work as far as is known.

    Unsuited for a puzzle without constraints, unless it is a tour, and for a strategy that never
    knows whether it has found them all.
    """
    if not 1 <= wanted <= MOST:
        raise ValueError(f"found {wanted:,} parts, expected 1 to {MOST:,}")
    if strategy != AUTO and not choose(puzzle, strategy).complete:
        raise Unsuited(f"{strategy} cannot count: it never knows whether it has found them all")
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
        raise Unsuited(f"{puzzle.name} has no parts: it has no constraints, and is no tour")
    return [Share(piece.id, strategy, times) for piece, times in pieces]


def _in_parts(puzzle: Puzzle) -> CountsParts:
    numbered = capability(puzzle, CountsParts)
    if numbered is None or not numbered.counts_parts:
        raise Unsuited(f"{puzzle.id[:40]} is not counted by symmetry")
    return numbered


def _by_prefixes(puzzle: Puzzle, times: int, wanted: int, strategy: str) -> list[Share]:
    """What the first levels of a search with forward checking leave open."""
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
    """A grid with more givens is a puzzle of its own, with its own kernel."""
    grid = capability(puzzle, CellByCell)
    if grid is None:
        return Share(puzzle.id, strategy, times, choices)
    entries = list(grid.givens)
    for cell, value in choices:
        entries[cell] = value
    return Share(grid.with_entries(entries).id, strategy, times)


def by_symmetry(puzzle: Puzzle, wanted: int) -> list[Share]:
    """The shares of a count, and before them those of the answers that are symmetric."""
    _in_parts(puzzle)
    return [*(Share(puzzle.id, turns=turns) for turns in (2, 4)), *split(puzzle, wanted)]


@dataclass(frozen=True)
class Fixed(Puzzle):
    """A puzzle with some variables of its CSP fixed; it is searched by its constraints alone."""

    whole: Puzzle
    choices: Choices

    @property
    def name(self) -> str:  # type: ignore[override]  # of the whole, not of the class
        return self.whole.name

    @classmethod
    def parse(cls, text: str) -> Fixed:
        raise ValueError("a part of a puzzle has no text of its own")

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
