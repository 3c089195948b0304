"""Play puzzles whose solution is a loop along edges: lines, crosses, mistakes and hints.

The player draws on edges, while the puzzle itself says which cells are inside the loop. A line
means that the cells on its sides differ, and a cross that they're alike. So a few lines tell
nothing about any cell, and every position can be kept, whether or not the puzzle can express it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

from clew.board.board import Board, Cell, Ink, Mark
from clew.board.inputs import Edge, inputs_data
from clew.board.lattice import Lattice
from clew.board.text import plural
from clew.core.arguments import advice, plainly
from clew.core.capabilities import capability
from clew.core.grid import cell_name
from clew.core.phrases import capital, finished, spoken
from clew.core.puzzle import CellPuzzle, Unsuited
from clew.explanations.argument import Argument
from clew.explanations.explain import explain
from clew.explanations.explanation import Hint, NotUnique
from clew.play.base import Data, NoMove, PlayMove, short
from clew.play.fill import DONE, AnswerKey, Entries, Fill
from clew.play.sheet import LEVELS, NONE

LINE, CROSS = "line", "cross"
SAID = {"line": LINE, "-": LINE, "|": LINE, "cross": CROSS, "x": CROSS, "": ""}
"""The words for the state of an edge, as players write them."""

Drawn = tuple[tuple[int, str], ...]
"""The edges that have a line or a cross, in order."""


class LoopPuzzle(Protocol):
    """A puzzle whose cells are outside (its first value) or inside (its second) one loop."""

    @property
    def numbers(self) -> Mapping[int, int]:
        """The number of lines around each cell that has a clue."""

    def with_sides(self, sides: Iterable[tuple[int | None, int | None, bool]]) -> Any:
        """Return the puzzle with lines (True) or crosses (False) on the edges between cells."""


def is_traced(puzzle: CellPuzzle) -> bool:
    """Check whether a puzzle is played along edges.

    Args:
        puzzle: the puzzle.
    """
    drawn = isinstance(puzzle.inputs[0], Edge)
    return drawn and capability(puzzle, LoopPuzzle) is not None


@dataclass
class Tracing(Fill):
    """A puzzle whose loop is drawn along edges.

    Moves look like this:

    - `r3c4.top=line` draws a line, `r3c4.top=cross` rules it out, and `r3c4.top=` clears the edge.
    - A move can consist of several changes, separated by spaces.
    """

    kind: ClassVar[str] = "fill"
    is_marked: ClassVar[bool] = False

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice(*self.first.shape)

    def begin(self, marks: Any) -> None:
        if marks not in LEVELS:
            raise ValueError(f"unknown marks {short(str(marks))}: {advice(marks, LEVELS)}")

    @property
    def start(self) -> Any:
        return ()

    @property
    def drawn(self) -> dict[int, str]:
        """The state of each edge that has a line or a cross."""
        return dict(self.state)

    @property
    def lines(self) -> set[int]:
        """The edges with lines."""
        return {edge for edge, state in self.state if state == LINE}

    @property
    def entries(self) -> Entries:
        """The cells that lines and crosses put inside or outside, as entries."""
        found = Sides(self.lattice).entries(self.drawn, whole=self.over)
        return self.first.givens if found is None else found

    @property
    def position(self) -> Any:
        return self.first.with_entries(self.entries)

    @property
    def message(self) -> str:
        if outcome := self._outcome():
            return outcome
        if not self.lines or any(len(self._met(dot)) == 1 for dot in self.lattice.dots):
            return ""
        loops = list(self.lattice.loops(self.lines))
        if len(loops) > 1:
            return f"there are {len(loops)} loops, not one"
        wrong = [cell for cell, (lines, number) in self._counted().items() if lines != number]
        numbers = self.first.numbers
        names = spoken([f"the {numbers[cell]} in {self._box(cell)}" for cell in wrong[:3]])
        return f"the loop is closed, but it doesn't fit {names}" if wrong else ""

    def _outcome(self) -> str:
        """Describe the finished loop. Return "" while the lines aren't one, or break a rule."""
        entries = Sides(self.lattice).entries(self.drawn, whole=True)
        if not self.lines or entries is None:
            return ""
        answer = self.first.answered(entries)
        return DONE if answer is not None and not self.first.check(answer) else ""

    # ------------------------------------------------------------ moves

    def find(self, text: str) -> PlayMove:
        changes = [self._change(word) for word in text.replace(",", " ").split()]
        if not changes:
            raise NoMove(f"{short(text)} isn't a move: {self._expected()}")
        after = self.drawn | dict(changes)
        kept = tuple(sorted((edge, state) for edge, state in after.items() if state))
        written = " ".join(f"{self.lattice.name(edge)}={state}" for edge, state in changes)
        return PlayMove(written, changes, kept)

    def play(self, text: str) -> str:
        found = self.find(text)
        return found.text if found.state == self.state else self._make(found)

    def _change(self, word: str) -> tuple[int, str]:
        name, equals, said = word.lower().partition("=")
        if not equals:
            raise NoMove(f"{short(word)} isn't a move: {self._expected()}")
        if said not in SAID:
            raise NoMove(f"an edge can't be {plainly(said)}: write line, cross or nothing")
        try:
            return self.lattice.edge(name), SAID[said]
        except ValueError as error:
            raise NoMove(str(error)) from None

    def _expected(self) -> str:
        name = "r1c2.top"
        return f"write {name}=line for a line, {name}=cross to rule it out, {name}= to clear it"

    def _filled(self) -> list[int]:
        """Return the edges that aren't empty, in the order in which they were drawn."""
        order: dict[int, None] = {}
        for made in self._made:
            for edge, _ in made.move:
                order.pop(edge, None)
                order[edge] = None
        return [edge for edge in order if edge in self.drawn]

    def solve(self) -> tuple[str, ...]:
        """Draw the rest of the loop and correct all mistakes in a single move."""
        loop, drawn = self._loop(self._nearest()), self.drawn
        changes = {edge: LINE for edge in loop if drawn.get(edge) != LINE}
        changes |= {edge: "" for edge, state in drawn.items() if state == LINE and edge not in loop}
        words = (f"{self.lattice.name(edge)}={state}" for edge, state in sorted(changes.items()))
        return (self.play(" ".join(words)),) if changes else ()

    @property
    def example(self) -> tuple[str, str]:
        return "r1c2.top", LINE

    @property
    def usage(self) -> str:
        name, _ = self.example
        return f"{name}=line to draw, {name}=cross to rule a line out, {name}= to erase"

    @property
    def left(self) -> int:
        """The number of clues that don't have all their lines yet."""
        return sum(lines != number for lines, number in self._counted().values())

    # ------------------------------------------------------------ mistakes

    def _nearest(self) -> Entries:
        """Return the solution, or one that keeps the lines and crosses, or any."""
        kept = self.key.solution() or self._kept(self._filled())
        return kept or self.key.nearest(self.first.givens)

    def _loop(self, entries: Sequence[int]) -> set[int]:
        """Return the edges of the loop around the cells that these entries put inside."""
        outside = 1
        pairs = ((edge, self.lattice.beside(edge)) for edge in self.lattice.edges)
        sides = ((e, [outside if c is None else entries[c] for c in pair]) for e, pair in pairs)
        return {edge for edge, (one, two) in sides if one != two}

    def _kept(self, edges: Iterable[int]) -> Entries | None:
        """Return a solution that keeps the lines and crosses on these edges, or None."""
        drawn = self.drawn
        sides = ((*self.lattice.beside(edge), drawn[edge] == LINE) for edge in edges)
        try:
            return AnswerKey(self.first.with_sides(sides), self.max_seconds).nearest(())
        except (NoMove, ValueError):
            return None

    def mistakes(self) -> list[int]:
        """Return the edges that don't match the solution.

        If the puzzle has several solutions, return the edge that ruled out the last one.
        """
        solution, drawn = self.key.solution(), self.drawn
        if solution is not None:
            loop = self._loop(solution)
            return [edge for edge, state in drawn.items() if (state == LINE) is (edge not in loop)]
        order = self._filled()
        if self._kept(order) is not None:
            return []
        low, high = 0, len(order)
        while high - low > 1:
            half = (low + high) // 2
            low, high = (low, half) if self._kept(order[:half]) is None else (half, high)
        return [order[high - 1]]

    def _check(self) -> Data:
        try:
            wrong = self.mistakes()
        except NoMove as error:
            return {"ok": False, "text": str(error)}
        if wrong and self.key.solution() is None:
            text = f"{self._edge(wrong[0])} leaves no solution"
        elif wrong:
            text = f"{plural(len(wrong), 'edge')} {'is' if len(wrong) == 1 else 'are'} wrong"
        else:
            text = self.message or "no mistakes so far"
        return {"ok": not wrong, "text": text, "wrong": wrong}

    # ------------------------------------------------------------ hints

    def next_hint(self) -> Hint:
        if self.over:
            raise NoMove("it's already solved")
        if wrong := self.mistakes():
            return self._correction(wrong)
        return self._by_rule() or self._by_technique() or self._from_solution()

    def _correction(self, wrong: Sequence[int]) -> Hint:
        edge, count = wrong[0], len(wrong)
        vague = "an edge is wrong" if count == 1 else f"{count} edges are wrong"
        state = "a line" if self.drawn[edge] == LINE else "a cross"
        full = f"{self._edge(edge)} can't have {state}"
        argument = Argument("", (Mark("mistake", (edge,)),))
        return self._hint(vague, vague, full, {edge: ""}, argument)

    def _by_rule(self) -> Hint | None:
        """Find a step that a clue, a dot or the single loop allows."""
        for hints in (self._at_clues, self._at_dots, self._at_ends):
            for hint in hints():
                return hint
        return None

    def _at_clues(self) -> Iterator[Hint]:
        for cell, (lines, number) in self._counted().items():
            box = self.lattice.boxes[cell]
            empty = self._open(box)
            if not empty or number not in (lines, lines + len(empty)):
                continue
            clue, state = f"the {number} in {self._box(cell)}", CROSS if lines == number else LINE
            if state == CROSS:
                has = "has all its lines" if number else "has no lines"
                why = f"{clue} {has}, so {_rest(empty, len(empty) < 4)} can't be {_lines(empty)}"
            else:
                ruled = 4 - len(empty) - lines
                has = f"has {plural(ruled, 'side')} without a line" if ruled else "needs every side"
                why = f"{clue} {has}, so {_rest(empty, True)} must be {_lines(empty)}"
            head = "count the lines round a clue"
            yield self._step(f"look at {clue}", head, why, empty, state, box)

    def _at_dots(self) -> Iterator[Hint]:
        for dot in self.lattice.dots:
            empty, lines = self._open(dot), len(self._met(dot))
            if not empty or (lines < 2 and len(empty) > 1):
                continue
            state = LINE if lines == 1 else CROSS
            why = {
                0: "no line can end at this dot, so its last open edge can't be a line",
                1: "the loop goes on from this dot, and only one way is open",
            }.get(lines, "the loop already passes this dot, so no other edge there is a line")
            head = "the loop never branches or ends"
            yield self._step("look at a dot", head, why, empty, state, dot)

    def _at_ends(self) -> Iterator[Hint]:
        """Rule out edges that would close a loop too early."""
        for part in self.lattice.loops(self.lines):
            dots = {dot for edge in part for dot in self.lattice.ends(edge)}
            ends = {dot for dot in dots if len(self._met(dot)) == 1}
            for dot in sorted(ends):
                for edge in self._open(dot):
                    closed = {*self.lattice.ends(edge)} == ends
                    if closed and edge not in self._loop(self._nearest()):
                        why = "a line here would close a loop before everything is on it"
                        yield self._step("look at the ends of a line", "there's only one loop", why,
                                         (edge,), CROSS, *sorted(part))  # fmt: skip

    def _by_technique(self) -> Hint | None:
        """Find the first edge that the puzzle's own steps about cells decide."""
        try:
            entries = list(self.entries)
            for step in explain(self.first.with_entries(entries)).steps:
                for variable, value in step.placements:
                    cell, entry = self.first.written(variable, value)
                    entries[cell] = entry
                if (found := self._decided(entries)) is not None:
                    edge, state, why = found
                    head = "decide which cells are inside"
                    return self._step(f"look at {self._edge(edge)}", head, why, (edge,), state)
        except (Unsuited, NotUnique, ValueError):
            pass
        return None

    def _decided(self, entries: Sequence[int]) -> tuple[int, str, str] | None:
        drawn = self.drawn
        for edge in self.lattice.edges:
            pair = self.lattice.beside(edge)
            one, two = (1 if cell is None else entries[cell] for cell in pair)
            if edge not in drawn and one and two:
                names = ["the space around" if c is None else self._box(c) for c in pair]
                if one == two:
                    where = "inside" if one == 2 else "outside"
                    return edge, CROSS, f"{spoken(names)} are both {where}, so no line parts them"
                inner, outer = reversed(names) if two == 2 else names
                return edge, LINE, f"{inner} is inside and {outer} outside, so a line parts them"
        return None

    def _from_solution(self) -> Hint:
        loop = self._loop(self._nearest())
        near = (e for e in sorted(loop) if any(self._met(dot) for dot in self.lattice.ends(e)))
        edge = next((e for e in near if e not in self.drawn), None)
        edge = edge if edge is not None else min(loop - self.drawn.keys())
        why = f"{self._edge(edge)} has a line in the solution"
        head = "no known technique helps here"
        return self._step(f"look at {self._edge(edge)}", head, why, (edge,), LINE)

    def _step(
        self, vague: str, technique: str, why: str, edges: Sequence[int], state: str, *cause: int
    ) -> Hint:
        mark = Mark("placed" if state == LINE else "struck", tuple(edges))
        boxes = {box for box in cause if box in self.lattice.boxes}
        causes = (Mark("clue", tuple(boxes)),) if boxes else (Mark("cause", cause),)
        argument = Argument("", (*(each for each in causes if each.cells), mark))
        return self._hint(vague, technique, why, dict.fromkeys(edges, state), argument)

    def _hint(
        self, vague: str, technique: str, full: str, changes: Mapping[int, str], argument: Argument
    ) -> Hint:
        move = " ".join(f"{self.lattice.name(edge)}={state}" for edge, state in changes.items())
        where = spoken([self._edge(edge) for edge in changes][:4])
        cells = f"{technique}: look at {where}"
        places = tuple(changes)
        first, idea, where, step = (
            finished(capital(each)) for each in (vague, technique, cells, full)
        )
        return Hint(first, idea, where, step, move=move, places=places, argument=argument)

    # ------------------------------------------------------------ edges and clues in words

    def _met(self, cell: int) -> list[int]:
        """Return the lines around a box, or those that meet at a dot."""
        return [edge for edge in self.lattice.around(cell) if self.drawn.get(edge) == LINE]

    def _open(self, cell: int) -> tuple[int, ...]:
        """Return the empty edges around a box or at a dot."""
        return tuple(edge for edge in self.lattice.around(cell) if edge not in self.drawn)

    def _counted(self) -> dict[int, tuple[int, int]]:
        """Return the number of lines around each clue, and the clue."""
        boxes, numbers = self.lattice.boxes, self.first.numbers
        return {cell: (len(self._met(boxes[cell])), number) for cell, number in numbers.items()}

    def _box(self, cell: int) -> str:
        return cell_name(cell, self.lattice.cols)

    def _edge(self, edge: int) -> str:
        name, side = self.lattice.name(edge).split(".")
        return f"the {side} of {name}"

    # ------------------------------------------------------------ plain data

    def save(self) -> Data:
        return super(Fill, self).save() | {"marks": NONE}

    def board(self) -> Board:
        """Draw lines and crosses, and the clues, which are paler once they have all their lines."""
        counted, boxes = self._counted(), self.lattice.boxes
        clues = {
            boxes[cell]: Cell(str(number), Ink.NOTE if done else Ink.GIVEN, shape="box")
            for cell, (lines, number) in counted.items()
            for done in [number == lines and (number > 0 or not self._open(boxes[cell]))]
        }
        return self.lattice.board(self.first.heading(), self.drawn, clues)

    def view(self) -> Data:
        edges = set(self.lattice.edges)
        size = range(self.lattice.width * self.lattice.height)
        return super(Fill, self).view() | {
            "values": [LINE, CROSS],
            "inputs": inputs_data(self.first.inputs),
            "entries": [SAID_AS[self.drawn.get(at, "")] for at in size],
            "names": [self.lattice.name(at) if at in edges else "" for at in size],
            "given": [],
            "marks": NONE,
            "wrong": self.broken(),
            "left": self.left,
            "faults": [],
            "rated": False,
        }

    def broken(self) -> list[int]:
        """Return clues with too many lines or too few edges left, and dots where lines branch."""
        boxes = self.lattice.boxes
        clues = [
            boxes[cell] for cell, (lines, number) in self._counted().items()
            if lines > number or lines + len(self._open(boxes[cell])) < number
        ]  # fmt: skip
        return clues + [dot for dot in self.lattice.dots if len(self._met(dot)) > 2]

    def _position_id(self) -> str | None:
        with suppress(ValueError):
            found: str = self.position.id
            return found
        return None


SAID_AS = {"": 0, LINE: 1, CROSS: 2}


def _rest(edges: Sequence[int], others: bool) -> str:
    other = "other " if others else ""
    return f"its {other}side" if len(edges) == 1 else f"its {other}{len(edges)} sides"


def _lines(edges: Sequence[int]) -> str:
    return "a line" if len(edges) == 1 else "lines"


class Sides:
    """Finds the cells that lines and crosses put inside or outside the loop.

    >>> lattice = Lattice(1, 2)
    >>> Sides(lattice).entries({lattice.edge("r1c1.top"): "line"})
    (2, 0)
    """

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice

    def entries(self, drawn: Mapping[int, str], whole: bool = False) -> Entries | None:
        """Return the entry of each cell: 1 for outside, 2 for inside, and 0 if it isn't known.

        Args:
            drawn: "line" or "cross" for each edge that isn't empty.
            whole: whether edges without a line count as crosses.

        Returns:
            The entries, or None if the lines and crosses contradict each other.
        """
        known: dict[int | None, int] = {None: 1}
        waiting: list[int | None] = [None]
        while waiting:
            here = waiting.pop()
            for edge, there in self._next[here]:
                state = drawn.get(edge, CROSS if whole else "")
                if not state:
                    continue
                side = 3 - known[here] if state == LINE else known[here]
                if there not in known:
                    known[there] = side
                    waiting.append(there)
                elif known[there] != side:
                    return None
        return tuple(known.get(cell, 0) for cell in range(self.lattice.rows * self.lattice.cols))

    @cached_property
    def _next(self) -> dict[int | None, list[tuple[int, int | None]]]:
        """The edges of each cell and of the space around, with the cell on their other side."""
        found: dict[int | None, list[tuple[int, int | None]]] = {}
        for edge in self.lattice.edges:
            one, two = self.lattice.beside(edge)
            found.setdefault(one, []).append((edge, two))
            found.setdefault(two, []).append((edge, one))
        return found
