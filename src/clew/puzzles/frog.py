"""Frog: jumps of given lengths that visit each lily pad once, also known as a hopping cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import ClassVar, Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Drag
from clew.board.pen import Text
from clew.core.capabilities import defined_in
from clew.core.faces import CSP, Faces, StateSpace
from clew.core.grid import read_numbers
from clew.core.look import Brief, Look
from clew.core.puzzle import Example, Puzzle
from clew.rules import AllDifferent, Distance, Steps
from clew.rules.rule import Constraint

__path__: list[str] = []  # pickles name `clew.puzzles.frog.puzzle`

# ------------------------------------------------------------------ the puzzle


LARGEST = 10_000
ANY_ORDER = "any:"
IN_WORDS = 40
"""The maximum number of pads to list in a solution."""


@dataclass(frozen=True)
class Frog(Puzzle):
    """A frog on the first lily pad of a row, and the lengths of its jumps.

    There's one more pad than there are jumps. The frog takes the jumps in the given order or, with
    `any_order`, in any order. It chooses each jump's direction. A solution lists the pads, counted
    from 1, in the order of the visit.

    >>> Frog.parse("2,3,2,3,5,3").check((1, 3, 6, 4, 7, 2, 5))
    []
    """

    jumps: tuple[int, ...]
    any_order: bool = False
    path: tuple[int, ...] = ()
    """The pads visited so far, in order, beginning with pad 1."""

    name: ClassVar[str] = "frog"
    summary: ClassVar[str] = "Jumps of given lengths, left or right, that visit each pad once."
    form: ClassVar[str] = (
        "the lengths of the jumps separated by commas, any: before them if in any order; "
        "at the end @ and the pads already visited"
    )
    title: ClassVar[str] = "Frog on lily pads"
    look: ClassVar[Look] = Look(piece="frog", targets=True)
    inputs = (Drag("frog"),)
    examples: ClassVar[tuple[Example, ...]] = (
        Example("2,3,2,3,5,3", "Seven lily pads", solutions=1),
        Example("any:2,3,2,3,5,3", "Seven lily pads, the jumps in any order", solutions=3),
        Example("any:2,3,2,3,5,3@1,3,6", "Two jumps made already", solutions=1),
        Example("1", "One jump", solutions=1),
        Example("1,1,2", "Back to a pad that was left", solutions=0),
        Example("1,3,1,3", "Too long for the pond after the first jump", solutions=0),
        Example("2,2,2", "Never on an even pad", solutions=0),
        Example("any:2,2,2", "Never on an even pad in any order", solutions=0),
    )

    def __post_init__(self) -> None:
        if not 1 <= len(self.jumps) <= LARGEST:
            raise ValueError(f"found {len(self.jumps)} jumps, expected 1 to {LARGEST}")
        for number, length in enumerate(self.jumps, 1):
            if length < 1:
                raise ValueError(f"jump {number}: found length {length}, expected 1 or more")
        if self.any_order:
            object.__setattr__(self, "jumps", tuple(sorted(self.jumps)))
        if self.path:
            self._check_path()

    def _check_path(self) -> None:
        """Check that the jumps lead along the path. A path of one pad counts as no path."""
        if self.path[0] != 1:
            raise ValueError(f"found a path from pad {self.path[0]}, expected one from pad 1")
        space = FrogSpace(self.jumps, self.any_order)
        state = space.start
        for step, pad in enumerate(self.path[1:], 1):
            after = dict(space.successors(state))
            if pad not in after:
                expected = " or ".join(map(str, after)) or "no more"
                raise ValueError(f"jump {step}: found pad {str(pad)[:20]}, expected {expected}")
            state = after[pad]
        if len(self.path) == 1:
            object.__setattr__(self, "path", ())

    @property
    def pads(self) -> int:
        return len(self.jumps) + 1

    @property
    def visited(self) -> tuple[int, ...]:
        """The pads visited so far, beginning with pad 1."""
        return self.path or (1,)

    @classmethod
    def parse(cls, text: str) -> Self:
        listed, at, _ = text.partition("@")
        any_order = listed.lstrip().startswith(ANY_ORDER)
        start = listed.index(ANY_ORDER) + len(ANY_ORDER) if any_order else 0
        jumps = read_numbers(listed, "the length of a jump", start, least=1)
        path = read_numbers(text, "a pad", len(listed) + 1, least=1) if at else ()
        return cls(jumps, any_order, path)

    def __str__(self) -> str:
        path = f"@{','.join(map(str, self.path))}" if self.path else ""
        return ANY_ORDER * self.any_order + ",".join(map(str, self.jumps)) + path

    def brief(self) -> Brief:
        """List the jumps. If their order is given, mark those already made and the next one."""
        lengths = list(map(str, self.jumps))
        if self.any_order:
            return ((f"Jumps in any order: {', '.join(lengths)}.", ""),)
        made = max(0, len(self.path) - 1)
        pieces: list[tuple[str, str]] = [("Jumps in this order: ", "")]
        for at, length in enumerate(lengths):
            style = "done" if at < made else "next" if at == made else ""
            pieces += [(", ", "")] if at else []
            pieces.append((f"{length} next" if at == made else length, style))
        return (*pieces, (".", ""))

    def board(self, solution: Sequence[int] | None = None, /) -> Board:
        """Draw the pads with their numbers, and below each pad the time of its visit.

        Args:
            solution: A solution, or None for the visits so far.
        """
        pads = self.pads
        when = {pad: time for time, pad in enumerate(solution or self.visited, 1)}
        cells = [Cell(str(pad), Ink.NOTE) for pad in range(1, pads + 1)]
        for pad in range(1, pads + 1):
            time, ink = when.get(pad, 0), Ink.GIVEN if pad == 1 else Ink.ANSWER
            shape = "pad" if not time else "pad-here" if time == len(when) else "pad-seen"
            text = str(time or "")
            cells.append(Cell(text, ink if time else Ink.NONE, False, (), shape, time))
        walls = frozenset((pad, pad + pads) for pad in range(pads))
        names = tuple(Text(("corner", pads + pad), str(pad + 1)) for pad in range(pads))
        title = f"{pads} lily pads"
        return Board(2, pads, tuple(cells), title, walls, names, layout=Arrangement.PADS)

    def piece_at(self, variable: int, value: int, /) -> tuple[int, str]:
        """Return the cell that shows a variable with this value, and the text in it.

        Args:
            variable: The time of the visit, counted from 0.
            value: The pad, counted from 1.
        """
        return self.pads + value - 1, str(variable + 1)

    def tell(self, solution: Sequence[int], /) -> str:
        pads = ", ".join(map(str, solution[:IN_WORDS])) + ", …" * (len(solution) > IN_WORDS)
        return f"from pad to pad: {pads} (below each pad: when it is visited)"

    def check(self, solution: Sequence[int], /) -> list[str]:
        if len(solution) != self.pads:
            return [f"the solution has {len(solution)} pads, not {self.pads}"]
        wrong = [
            f"{pad} isn't a pad from 1 to {self.pads}"
            for pad in sorted(set(solution))
            if not 1 <= pad <= self.pads
        ]
        if solution[0] != 1:
            wrong.append(f"the frog starts on pad {solution[0]}, not on pad 1")
        if tuple(solution[: len(self.path)]) != self.path:
            wrong.append("the frog doesn't begin with the given path")
        visits = Counter(solution)
        wrong += [f"pad {pad} is visited {n} times" for pad, n in sorted(visits.items()) if n > 1]
        return wrong + self._wrong_jumps([abs(here - there) for here, there in pairwise(solution)])

    def _wrong_jumps(self, lengths: Sequence[int]) -> list[str]:
        if self.any_order:
            found, given = Counter(lengths), Counter(self.jumps)
            return [
                f"the jumps have {found[length]} of length {length}, not {given[length]}"
                for length in sorted(found | given)
                if found[length] != given[length]
            ]
        return [
            f"jump {number} is {found} long, not {given}"
            for number, (found, given) in enumerate(zip(lengths, self.jumps, strict=True), 1)
            if found != given
        ]

    def clashes(self) -> list[str]:
        """List jumps longer than the pond, and report too many or too few landings on odd pads.

        A jump of odd length switches between odd and even pads, while one of even length doesn't.
        """
        wrong = [
            f"jump {number} is {length} long, but no two pads are more than {self.pads - 1} apart"
            for number, length in enumerate(self.jumps, 1)
            if length >= self.pads
        ]
        odd, there = sum(at % 2 for at in accumulate(self.jumps, initial=1)), (self.pads + 1) // 2
        if not self.any_order and odd != there:
            wrong.append(f"the frog is on odd pads {odd} times, but there are {there} of them")
        if self.any_order and not any(length % 2 for length in self.jumps):
            wrong.append("no jump is of odd length, so the even pads are never reached")
        return wrong

    def csp(self) -> CSP:
        """Return a CSP with a variable for each time. Its value is the frog's pad at that time."""
        times = tuple(range(self.pads))
        others = (2 << self.pads) - 4
        rules: list[Constraint] = [AllDifferent(times, "each pad once")]
        if self.any_order:
            rules.append(Steps(times, "the jumps", self.jumps))
        else:
            rules += [
                Distance((time, time + 1), f"jump {time + 1}", length)
                for time, length in enumerate(self.jumps)
            ]
        begun = [1 << pad for pad in self.visited]
        return CSP((*begun, *[others] * (self.pads - len(begun))), tuple(rules))

    def space(self) -> FrogSpace:
        return FrogSpace(self.jumps, self.any_order, self.path)

    faces: ClassVar[Faces] = Faces({CSP: csp, StateSpace: space})

    def translate(self, face: type, found: Sequence[int]) -> tuple[int, ...]:
        return (*self.visited, *found) if face == StateSpace else tuple(found)

    def midway(self, moves: Sequence[int], state: int, /) -> Self:
        return replace(self, path=(*self.visited, *moves))

    def ahead(self, solution: Sequence[int], /) -> Sequence[int]:
        return solution[len(self.visited) :]

    guide = defined_in("clew.puzzles._explanations", "JumpGuide")

    def touches(self, move: int, /) -> tuple[int, ...]:
        return (self.pads + move - 1, move - 1)


# ------------------------------------------------------------------ its states
# The state space of a pond, for graph searches.


class FrogSpace:
    """The state space of a frog: the pads it has visited, and the pad it's on.

    A state is one integer. It has bits for the jumps used (if their order is free), bits for the
    pads visited, and the frog's pad, all counted from 0. Of several jumps with the same length,
    the frog uses the first one first. A move is the pad that the frog jumps to, counted from 1.
    """

    def __init__(self, jumps: tuple[int, ...], any_order: bool, path: tuple[int, ...] = ()) -> None:
        self.jumps = jumps
        self.any_order = any_order
        self.pads: int = len(jumps) + 1
        self.bits: int = self.pads.bit_length()
        self.full: int = (1 << self.pads) - 1
        self.start: int = self._state(0, 1, 0)
        for pad in path[1:]:
            self.start = dict(self.successors(self.start))[pad]

    def _state(self, used: int, visited: int, pad: int) -> int:
        return (used << self.pads | visited) << self.bits | pad

    def _parts(self, state: int) -> tuple[int, int, int]:
        """Return the jumps used, the pads visited, and the frog's pad."""
        rest, pad = state >> self.bits, state & (1 << self.bits) - 1
        return rest >> self.pads, rest & self.full, pad

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        used, visited, pad = self._parts(state)
        for length, after in self._lengths(used, visited, back=False):
            for there in (pad - length, pad + length):
                if 0 <= there < self.pads and not visited >> there & 1:
                    yield there + 1, self._state(after, visited | 1 << there, there)

    def neighbours(self, state: int) -> list[int]:
        return [child for _, child in self.successors(state)]

    def predecessors(self, state: int) -> Iterator[int]:
        used, visited, pad = self._parts(state)
        left = visited & ~(1 << pad)
        for length, before in self._lengths(used, visited, back=True):
            for there in (pad - length, pad + length):
                if there >= 0 and left >> there & 1 and (there > 0 or left == 1):
                    yield self._state(before, left, there)

    def _lengths(self, used: int, visited: int, back: bool) -> list[tuple[int, int]]:
        """Return the possible lengths of the next jump, each with the jumps used after it.

        With `back`, return those of the last jump, each with the jumps used before it.
        """
        if not self.any_order:
            jump = visited.bit_count() - 1 - back
            return [(self.jumps[jump], 0)] if 0 <= jump < len(self.jumps) else []
        numbers = range(len(self.jumps))
        found, last = [], 0
        for number in reversed(numbers) if back else numbers:
            length = self.jumps[number]
            if length != last and used >> number & 1 == back:
                found.append((length, used ^ 1 << number))
                last = length
        return found

    def is_goal(self, state: int) -> bool:
        return state >> self.bits & self.full == self.full

    def heuristic(self, state: int) -> int:
        """Count the jumps left, since each one visits one more pad."""
        return self.pads - (state >> self.bits & self.full).bit_count()

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """The states in which every pad is visited and the frog is on any pad but the first."""
        used = (1 << len(self.jumps)) - 1 if self.any_order else 0
        return tuple(self._state(used, self.full, pad) for pad in range(1, self.pads))
