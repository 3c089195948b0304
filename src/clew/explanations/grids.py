"""Grids of numbers explained by techniques: positions, steps and their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil, sqrt

from clew.board.board import Board, Cell, Ink, Note, Tone
from clew.core.capabilities import CellByCell, capability
from clew.core.faces import Domain, values
from clew.core.grid import write_symbol
from clew.core.puzzle import Puzzle, Unsuited
from clew.explanations.argument import argue
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.scale import Scale
from clew.explanations.techniques.step import TRIAL, Step


def position_of(puzzle: Puzzle, filled: Sequence[int] = ()) -> Position:
    """Return the position with the givens and the entries placed.

    Args:
        puzzle: The puzzle.
        filled: The value of each cell, or 0 if it's empty.

    Raises:
        Unsuited: if no technique is known for the puzzle.
    """
    grid = capability(puzzle, CellByCell)
    if grid is None:
        raise Unsuited(f"{puzzle.name} isn't a grid of numbers")
    try:
        position = Position.of(puzzle.csp(), grid.width)
    except ValueError as error:
        raise Unsuited(f"{puzzle.name}: no technique is known for such rules ({error})") from None
    for cell, value in enumerate(filled):
        if value and not position.value[cell]:
            position.place(cell, value)
    return position


def next_step(position: Position, scale: Scale, solution: Sequence[int]) -> Step:
    """Return the easiest step of a scale or, failing that, a cell filled by trial."""
    return scale.next(position) or _trial(position, scale, solution)


def climb(
    position: Position,
    scale: Scale,
    solution: Sequence[int],
    telling: Callable[[Position, Step], Step] = lambda _, step: step,
) -> Iterator[Step]:
    """Yield the steps to the solution, and apply each of them to the position.

    Args:
        position: The position, which changes.
        scale: The techniques to use.
        solution: The solution, for steps by trial.
        telling: A function that writes the sentence of a step.
    """
    while not position.solved:
        step = next_step(position, scale, solution)
        yield telling(position, step)
        position.apply(step)


def _trial(position: Position, scale: Scale, solution: Sequence[int]) -> Step:
    """Return a step that fills a cell with the fewest candidates by trying all of them."""
    cell = min(values(position.open), key=lambda each: position.candidates[each].bit_count())
    value = solution[cell]
    name = position.name(cell)
    text = (
        f"No known technique helps here. Trying every value to the end shows that {name} is {value}"
    )
    return Step(TRIAL, scale.trial, (cell,), (), ((cell, value),), (), text)


# ------------------------------------------------------------------ pictures


def before_each(puzzle: Puzzle, steps: Sequence[Step]) -> Iterator[tuple[Position, Step]]:
    """Yield each step of a solution with the position before it."""
    position = position_of(puzzle)
    for step in steps:
        yield position, step
        position.apply(step)


def argued_board(puzzle: Puzzle, position: Position, step: Step) -> Board:
    """Draw the board before a step, with the step's argument."""
    board = step_board(puzzle, position.value, position.candidates, step)
    argument = argue(position, step)
    return replace(board, marks=argument.marks, links=argument.links)


def step_board(
    puzzle: Puzzle,
    entries: Sequence[int],
    candidates: Sequence[Domain],
    step: Step,
    symbol: Callable[[int], str] = write_symbol,
) -> Board:
    """Draw the board before a step, with the step marked, and the candidates if there's room.

    Args:
        puzzle: The puzzle.
        entries: The value of each cell, or 0 if it's empty.
        candidates: The candidates of each cell.
        step: The step.
        symbol: Returns the text for a value.
    """
    board = puzzle.board()
    largest = max((mask.bit_length() - 1 for mask in candidates), default=0)
    room = largest <= ceil(sqrt(board.cols)) ** 2
    cells = tuple(
        _cell(given, entries[cell], candidates[cell] if room else None, step, cell, symbol)
        for cell, given in enumerate(board.cells)
    )
    title = f"{board.title}: {step.technique}"
    return replace(board, cells=cells, title=title, values=largest if room else 0)


def shaded(board: Board, cells: Iterable[int], title: str) -> Board:
    """Return the board with only these cells shaded."""
    marked = set(cells)
    drawn = tuple(replace(cell, shaded=at in marked) for at, cell in enumerate(board.cells))
    return replace(board, cells=drawn, title=f"{board.title}: {title}")


def _cell(
    given: Cell,
    value: int,
    candidates: Domain | None,
    step: Step,
    cell: int,
    symbol: Callable[[int], str],
) -> Cell:
    """Draw a cell. If there's no room for candidates, write the step's value in large type."""
    placed = dict(step.placements).get(cell, 0)
    if value:
        ink = Ink.ANSWER if given.ink is Ink.NONE else given.ink
        return replace(given, text=symbol(value), ink=ink)
    if candidates is None:
        written = symbol(placed) if placed else ""
        return replace(given, text=written, ink=Ink.ANSWER if placed else Ink.NONE)
    notes = tuple(
        Note(each - 1, symbol(each), Tone.PLACED if each == placed else _tone(step, cell, each))
        for each in values(candidates)
    )
    return replace(given, text="", ink=Ink.NONE, notes=notes)


def _tone(step: Step, cell: int, value: int) -> Tone:
    if (cell, value) in step.eliminations:
        return Tone.STRUCK
    return Tone.CAUSE if (cell, value) in step.causes else Tone.PLAIN
