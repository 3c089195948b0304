"""Shared code for walks: puzzles with moves that are their own state space."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from operator import methodcaller
from typing import Any, ClassVar, Self

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Go, Input
from clew.core.capabilities import HasCost, capability
from clew.core.faces import Faces, StateSpace
from clew.core.heuristics import Heuristic, pattern_database
from clew.core.puzzle import Puzzle

NONE: frozenset[tuple[int, int]] = frozenset()
IN_WORDS = 100
"""The maximum number of moves to spell out in a solution."""


class WalkPuzzle(Puzzle[tuple[Any, ...]]):
    """A puzzle in which you walk from state to state: a frozen dataclass with a `start` state.

    It's its own state space, with `successors` and `is_goal`, and may offer `cost`, `heuristic` and
    other capabilities of a space. It checks a solution by making its moves.
    """

    inputs: ClassVar[tuple[Input, ...]] = (Go(),)

    faces: ClassVar[Faces] = Faces({StateSpace: methodcaller("space")})
    step: ClassVar[str] = "move"
    unit: ClassVar[str] = ""
    """The unit of costs, if moves have costs."""
    bid: ClassVar[str] = "Make the move {}"
    """The instruction for a move in a hint, such as `Slide the {}`."""
    start: Any

    @abstractmethod
    def successors(self, state: Any, /) -> Iterable[tuple[Any, Any]]:
        """Return the moves from a state, each with the state that it leads to."""

    @abstractmethod
    def is_goal(self, state: Any, /) -> bool:
        """Check whether a state is a goal."""

    @abstractmethod
    def picture(self, state: Any, /) -> Board:
        """Draw a state as a board."""

    def space(self) -> Any:
        return self

    def at(self, state: Any, /) -> Self:
        return replace(self, start=state)  # type: ignore[type-var]  # each is a dataclass

    def translate(self, face: type, found: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(found)

    def states(self, answer: Sequence[Any], space: Any = None) -> Iterator[Any]:
        """Yield the states that a solution goes through.

        Raises:
            ValueError: A move isn't possible.
        """
        space = self.space() if space is None else space
        state = space.start
        yield state
        for number, move in enumerate(answer, 1):
            after = [then for made, then in space.successors(state) if made == move]
            if not after:
                raise ValueError(f"move {number}: {move} isn't possible there")
            state = after[0]
            yield state

    def check(self, answer: Sequence[Any], /) -> list[str]:
        space = self.space()
        try:
            *_, last = self.states(answer, space)
        except ValueError as error:
            return [str(error)]
        return [] if space.is_goal(last) else [self.unmet(last)]

    def unmet(self, state: Any) -> str:
        """Describe the fault in a solution that ends in this state, which isn't a goal."""
        return "these moves don't reach the goal"

    def board(self, answer: Sequence[Any] | None = None, /) -> Board:
        *_, last = self.states(answer or ())
        return self.picture(last)

    shapes: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Texts of cells, each with the shape to draw instead."""

    def drawn(
        self, state: Any, texts: Iterable[str], cols: int, walls: frozenset[tuple[int, int]] = NONE
    ) -> Board:
        """Draw a board with `cols` columns and a string for each cell. `#` is a wall."""
        ink = Ink.GIVEN if state == self.start else Ink.ANSWER
        inks = {"": Ink.NONE, "#": Ink.NOTE}
        cells = tuple(Cell(text, inks.get(text, ink), text == "#") for text in texts)
        return Board(len(cells) // cols, cols, cells, self.heading(), walls, shapes=self.shapes)

    def price(self, answer: Sequence[Any], /) -> Any:
        spent = self.spent(answer)
        return len(answer) if spent is None else spent

    def spent(self, answer: Sequence[Any]) -> Any:
        """Return the total cost of a solution's moves, or None if each costs 1."""
        space = self.space()
        priced = capability(space, HasCost)
        if priced is None:
            return None
        states = list(self.states(answer, space))
        steps = zip(states, answer, states[1:], strict=False)
        return sum(priced.cost(*step) for step in steps)

    def tell(self, answer: Sequence[Any], /) -> str:
        if not answer:
            return ""
        said = [self.say(move) for move in answer[:IN_WORDS]]
        moves = "; ".join(said) + "; …" * (len(answer) > IN_WORDS)
        spent = self.spent(answer)
        cost = "" if spent is None else f", {spent:,} {self.unit or 'in all'}"
        return f"{len(answer)} move{'s' * (len(answer) != 1)}{cost}: {moves}"


class TextWalk(WalkPuzzle):
    """A walk with strings as states: one sign for each cell, optionally with / between the rows."""

    start: str
    drawn_as: ClassVar[Mapping[int, int | str]] = {}
    """The text to draw for each sign, as returned by `str.maketrans`. A space draws nothing."""

    def __str__(self) -> str:
        return self.start

    @cached_property
    def cols(self) -> int:
        """The length of the rows. A subclass whose states don't contain / must define it."""
        return len(self.start.partition("/")[0])

    def picture(self, state: str, /) -> Board:
        signs = state.replace("/", "").translate(self.drawn_as)
        return self.drawn(state, map(str.strip, signs), self.cols)


class TwoWayWalk(WalkPuzzle):
    """A walk to known goals in which each move can be undone by another move."""

    goals: Any

    def predecessors(self, state: Any, /) -> list[Any]:
        return [before for _, before in self.successors(state)]

    def is_goal(self, state: Any, /) -> bool:
        return state in self.goals


class PatternWalk(TwoWayWalk):
    """A walk whose heuristic is the exact distance between patterns: see `pattern_database`."""

    @abstractmethod
    def view(self, state: Any, /) -> Any:
        """Return a state's pattern: part of the state, with the rest blanked out."""

    @property
    def heuristic(self) -> Heuristic:
        return _patterns(self.at(self.goals[0]))


@lru_cache(maxsize=16)
def _patterns(walk: PatternWalk) -> Heuristic:
    return pattern_database(
        "patterns",
        walk.goals,
        lambda seen: ((1, each) for each in walk.predecessors(seen)),
        walk.view,
    )
