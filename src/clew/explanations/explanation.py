"""Explainers and their results: hints, step-by-step explanations and ratings."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from clew.board.board import Board, Mark
from clew.board.svg import drawn, look_of, svg
from clew.core.capabilities import CellByCell, capability
from clew.core.errors import ClewError
from clew.core.grid import cell_name
from clew.core.phrases import finished
from clew.core.puzzle import Puzzle
from clew.core.result import Result, Stopped
from clew.explanations.argument import Argument, Arrows, Marks
from clew.explanations.techniques.scale import Scale
from clew.explanations.techniques.step import Step
from clew.search.auto import choose
from clew.search.run import solve

P = TypeVar("P", bound=Puzzle)
DEGREES = ("vague", "technique", "cells", "full")
SECONDS = 10.0
"""The time limit for a search for a solution, unless its strategy is always quick."""
THINKS = 1.0
"""The time limit for a search that returns its best result so far when it stops."""
SOLVED = "The puzzle is solved: there is nothing left to do."
COST = "cost"
"""The unit of ratings that measure the cost of the moves."""


class NotUnique(ClewError, ValueError):
    """The puzzle has no solution, or more than one, so there is nothing to explain.

    >>> import clew
    >>> try:
    ...     clew.rate("latin:3")
    ... except clew.NotUnique as error:
    ...     print(error)
    more than one solution, so there is nothing to explain step by step
    """


class NoSolution(NotUnique):
    """There is no solution. The message gives the reason if one is known.

    >>> import clew
    >>> try:
    ...     clew.hint("latin:3:11./.../...")
    ... except clew.NoSolution as error:
    ...     print(error)
    no solution: row 1 has two 1s
    """

    @staticmethod
    def because(reason: str) -> NoSolution:
        """Make the error from a reason, which may be empty.

        Args:
            reason: Why there's no solution.
        """
        return NoSolution(f"no solution{f': {reason}' if reason else ''}")


@dataclass(frozen=True)
class Hint:
    """One step in four degrees: where to look, the technique, the cells, and the whole step.

    `move` is the text that a player would type, and `places` are the cells of the board to look
    at. The hint is `dead` if no solution can be reached any more.
    """

    vague: str
    technique: str
    cells: str
    full: str
    step: Step | None = None
    board: Board | None = None
    move: str = ""
    dead: bool = False
    places: tuple[int, ...] = ()
    argument: Argument | None = None
    """The drawing of the step, if there's one."""
    region: tuple[int, ...] = ()
    """The part of the board to look at. Even a vague hint shows it."""

    def __str__(self) -> str:
        return self.full

    def _repr_html_(self) -> str:
        drawn = svg(self.board) if self.board is not None else ""
        return f"{drawn}<p>{escape(self.full)}</p>"

    @staticmethod
    def plain(text: str) -> Hint:
        """Make a hint with the same text in every degree.

        Args:
            text: The text.
        """
        return Hint(text, text, text, text)

    def drawn(self, degree: str) -> tuple[Marks, Arrows]:
        """Return the marks and lines for a degree: the region, then the cells, then the reasons.

        Args:
            degree: The degree of the hint, one of `DEGREES`.
        """
        region = (Mark("house", self.region),) if self.region else ()
        if degree in DEGREES[:2]:
            return region, ()
        if self.argument is None:
            return (Mark("effect", self.places),) if self.places else (), ()
        marks = self.argument.marks
        if degree == "cells":
            return marks, ()
        return marks, self.argument.links


@dataclass(frozen=True)
class Explanation:
    """The steps from a puzzle to its solution, each with its reason.

    If steps have ratings, there's a `scale`. Otherwise `outcome` sums up the solution. The puzzle
    isn't `solved` if the last step shows that there is no solution.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    scale: Scale | None = None
    outcome: str = ""
    solved: bool = True
    draw: Callable[[], Iterator[Board]] = field(default=lambda: iter(()), repr=False, compare=False)
    argue: Callable[[], Iterator[Argument]] | None = field(default=None, repr=False, compare=False)

    @property
    def rating(self) -> float:
        """The rating of the hardest step, or 0 if there are no steps."""
        return max((step.rating for step in self.steps), default=0.0)

    @property
    def level(self) -> str:
        return self.scale.level(self.rating) if self.scale else ""

    @property
    def verdict(self) -> str:
        """The level and the rating or, if there's an outcome, the outcome."""
        return self.outcome or f"{self.level} ({self.rating:.1f})"

    def __str__(self) -> str:
        width = len(str(len(self.steps)))
        return "\n".join(
            f"{number:>{width}}. {_sentence(_title(step))}: {in_words(self.puzzle, step)}"
            for number, step in enumerate(self.steps, 1)
        )

    def _repr_html_(self) -> str:
        """Return the verdict and each step in words, with a collapsed drawing."""
        boards = chain(self.boards(), repeat(None))
        steps = "".join(
            f"<li><details><summary>{escape(_sentence(_title(step)))}: "
            f"{escape(in_words(self.puzzle, step))}</summary>"
            f"{svg(board) if board else ''}</details>"
            for step, board in zip(self.steps, boards, strict=False)
        )
        return f"<p>{escape(self.verdict)}</p><ol>{steps}</ol>"

    def arguments(self) -> Iterator[Argument]:
        """Yield the drawing of each step, with the branches of nets."""
        if self.argue is not None:
            return self.argue()
        return (Argument("", board.marks, board.links) for board in self.boards())

    def boards(self) -> Iterator[Board]:
        """Yield the board before each step, with the step's causes and effects marked."""
        return self.draw()


def _title(step: Step) -> str:
    return f"{step.technique} ({step.rating:.1f})" if step.rating else step.technique


def in_words(puzzle: Puzzle, step: Step) -> str:
    """Explain in words why a step is valid, and what follows from it."""
    grid = capability(puzzle, CellByCell)
    if grid is None:
        return finished(step.text)
    effects = step.effects(lambda cell: cell_name(cell, grid.width))
    return finished(step.text if effects in step.text else f"{step.text}: {effects}")


@dataclass(frozen=True)
class Rating:
    """The ratings of three steps: the hardest, the hardest up to a first placement, and the first.

    For a Sudoku, these are Sudoku Explainer's ER, EP and ED. If there's a `unit`, the rating is the
    minimum number of these units that a solution needs, and the other fields are empty.
    """

    level: str
    rating: float
    pearl: float = 0.0
    diamond: float = 0.0
    techniques: tuple[tuple[str, int], ...] = ()
    """The number of times that each technique is used, in order of first use."""
    hodoku: tuple[str, int] | None = None
    """HoDoKu's level and score, for an ordinary 9x9 Sudoku."""
    unit: str = ""

    def __str__(self) -> str:
        if self.unit == COST:
            return f"{COST} {self.rating:g}"
        if self.unit:
            return f"{self.rating:.0f} {self.unit}"
        text = f"{self.level} {self.rating:.1f}/{self.pearl:.1f}/{self.diamond:.1f}"
        return f"{text} {self.hodoku[0]} {self.hodoku[1]}" if self.hodoku else text

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{n}</td></tr>" for name, n in self.techniques
        )
        table = f"<table><tr><th>technique</th><th>times</th></tr>{rows}</table>" if rows else ""
        return f"<p>{escape(str(self))}</p>{table}"

    @staticmethod
    def by_length(count: int, one: str, several: str) -> Rating:
        """Make a rating from the minimum number of moves, if solutions vary in length.

        Args:
            count: The minimum number of moves.
            one: The unit for one move.
            several: The unit for several moves.
        """
        return Rating("", float(count), unit=one if count == 1 else several)


class Explainer(ABC, Generic[P]):
    """Explains one puzzle. Each face has an explainer, and a family may have its own."""

    def __init__(self, puzzle: P) -> None:
        self.puzzle = puzzle

    @abstractmethod
    def hint(self, filled: Sequence[Any] = (), uniqueness: bool = True) -> Hint:
        """Give the next step after the progress so far.

        Args:
            filled: The entries or moves made so far.
            uniqueness: Whether to use techniques that rely on the solution being unique.
        """

    @abstractmethod
    def explain(self, uniqueness: bool = True) -> Explanation:
        """Explain the whole solution, step by step.

        Args:
            uniqueness: Whether to use techniques that rely on the solution being unique.
        """

    @abstractmethod
    def rate(self, uniqueness: bool = True) -> Rating:
        """Rate how hard the puzzle is.

        Args:
            uniqueness: Whether to use techniques that rely on the solution being unique.
        """

    def grade(self, uniqueness: bool = True) -> Rating:
        """Rate the puzzle without listing its techniques.

        Args:
            uniqueness: Whether to use techniques that rely on the solution being unique.
        """
        return self.rate(uniqueness)


@runtime_checkable
class HasExplainer(Protocol):
    """A puzzle with its own explainer."""

    def explainer(self) -> Explainer[Any]: ...


def solved_soon(puzzle: Puzzle, max_solutions: int = 1) -> Result:
    """Solve a puzzle within a time limit, or without one if its strategy is always quick."""
    chosen = choose(puzzle)
    seconds = None if chosen.quick else THINKS if chosen.anytime else SECONDS
    return solve(puzzle, chosen, max_solutions=max_solutions, max_seconds=seconds)


def settled(result: Result) -> Result:
    """Return the result if it has a solution.

    Raises:
        NoSolution: if there is none.
        Stopped: if a limit came first.
    """
    if result.unsolvable:
        raise NoSolution.because(result.reason)
    if not result.solutions:
        raise Stopped(limit_of(result))
    return result


def limit_of(result: Result) -> str:
    """Return the limit that ended a search."""
    return f"{SECONDS:g} seconds" if result.reason == "seconds" else result.reason


# ------------------------------------------------------------------ one page
# An explanation as a self-contained page, with a sentence and a picture for every step.


STYLE = Path(__file__).with_name("page.css").read_text()


def page(explanation: Explanation) -> str:
    """Return a page with the puzzle, its verdict and a list of the steps."""
    puzzle = explanation.puzzle
    first = puzzle.board()
    title = escape(_sentence(first.title))
    verdict = escape(_sentence(explanation.verdict))
    boards = list(explanation.boards())
    items = "".join(
        _item(explanation, number, step, board)
        for number, (step, board) in enumerate(zip(explanation.steps, boards, strict=True), 1)
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}: {verdict}</title><style>{look_of([first, *boards])}{STYLE}</style>"
        "</head>\n<body>"
        f'<header><div><h1>{title}</h1><p class="verdict">{verdict}</p>{_key(boards)}'
        f'<p class="id">{escape(puzzle.id)}</p></div>{_figure(first, "The puzzle")}</header>\n'
        f"<main><ol>{items}</ol></main></body></html>\n"
    )


def _item(explanation: Explanation, number: int, step: Step, board: Board) -> str:
    rating = f'<span class="rating">{step.rating:.1f}</span>' if step.rating else ""
    words = escape(in_words(explanation.puzzle, step))
    return (
        f'\n<li id="step-{number}"><div><h2><a href="#step-{number}">{number}</a>'
        f"{escape(_sentence(step.technique))}{rating}</h2><p>{words}</p></div>"
        f"{_figure(board, f'Step {number}')}</li>"
    )


def _figure(board: Board, label: str) -> str:
    """Draw the board without a style, because the page has one style for all boards."""
    return f"<figure>{drawn(board, styled=False, label=f'{label}: {board.title}')}</figure>"


def _key(boards: Sequence[Board]) -> str:
    """Return a key to the marks if the boards show candidates, or else ""."""
    if not any(cell.notes for board in boards for cell in board.cells):
        return ""
    return (
        '<p class="key">In each picture: <b class="cause">the causes</b>, '
        '<b class="struck">values ruled out</b>, <b class="placed">values filled in</b>.</p>'
    )


def _sentence(text: str) -> str:
    """Capitalise the first letter, unless the text begins with a cell's name."""
    return text if re.match(r"r\d", text) else text[:1].upper() + text[1:]
