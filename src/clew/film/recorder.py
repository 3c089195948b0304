"""A search as something to watch: its events, with the boards and the words that go with them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import astuple, replace
from typing import Any

from clew.core.board import Board, Cell
from clew.core.events import Event, Kind
from clew.core.faces import Domain, StateSpace, values
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Run, Stopped
from clew.film.header import variables
from clew.film.pseudocode import pseudocode
from clew.film.spy import watched
from clew.render.json import data
from clew.search.csp.assign import PartialAssignment
from clew.search.run import Search
from clew.search.strategy import Strategy

MAX_STEPS = 20_000
CHUNK = 512
"""So many steps are handed over at once."""
PATIENCE = 0.1
"""So many seconds at most until the next are, if there are any."""
Send = Callable[[dict[str, Any]], None]


class Table(dict[Any, int]):
    """Things by number, each in the order in which it was first met; `new` since last asked."""

    def __init__(self) -> None:
        self.new: list[Any] = []

    def number(self, key: Any, shown: Any = None) -> int:
        if key not in self:
            self[key] = len(self)
            self.new.append(key if shown is None else shown)
        return self[key]

    def take(self) -> list[Any]:
        taken, self.new = self.new, []
        return taken


class Recorder:
    """A watcher that sends what it sees, some hundred steps at a time.

    A step is five numbers: the kind, the depth, the subject and the value of its event, and the
    line of the pseudocode. The value of a PRUNE is the number of a set of values. Boards are
    told by the cells that differ from the first board, each as the number of a kind of cell.
    """

    def __init__(
        self, puzzle: Puzzle, strategy: Strategy, run: Run, send: Send, max_steps: int
    ) -> None:
        self.puzzle, self.strategy, self.run, self.send = puzzle, strategy, run, send
        self.max_steps = max_steps
        self.code = pseudocode(strategy)
        self.first = puzzle.board()
        csp, places = variables(puzzle, strategy)
        self.csp = csp if places is not None else None
        self.told = 0
        """How many steps there have been."""
        self.sets, self.cells, self.words = Table(), Table(), Table()
        self.states: dict[int, Any] = {}
        self.paths: dict[int, tuple[Any, ...]] = {}
        self.awaited: tuple[int, int, int] | None = None
        """The step, the number and the parent of a state that is not known yet."""
        self.answers: deque[int] = deque()
        """The steps that told of an answer that has not come yet."""
        self.nodes = -1
        self.made = {Kind.TRY: 0, Kind.EXPAND: 0}
        self.deepest = 0
        self._begin_chunk()

    def _begin_chunk(self) -> None:
        self.start, self.sent_at = self.told, time.perf_counter()
        self.steps: list[int] = []
        self.boards: list[list[Any]] = []
        self.narrowed: list[list[Any]] = []
        self.said: list[list[int]] = []
        self.counts: list[list[int]] = []

    def go(self) -> dict[str, Any]:
        """Search, and say how it ended."""
        run = self.run
        run.trace = self
        search = Search(self.puzzle, watched(self.strategy, self.note), run, keep=0)
        for answer in search:
            self._answer(answer)
            if search.found == run.max_answers:
                self._end_with_answer()
        self.flush()
        stats = run.stats.as_dict() | {"nodes": self._counted()}
        return {
            "status": search.status.value,
            "reason": search.reason,
            "answers": search.found,
            "stats": stats,
        }

    def __call__(self, event: Event) -> None:
        if self.told >= self.max_steps:
            raise Stopped("steps")
        self._send_if_due()
        kind, depth, subject, value = event
        if kind is Kind.PRUNE:
            value = self._set(value)
        self.steps += kind, depth, subject, value, self.code.line(kind)
        self.deepest = max(self.deepest, depth)
        if kind in self.made:
            self.made[kind] += 1
        if kind is Kind.EXPAND:
            self.awaited = self.told, subject, event.value
        elif kind is Kind.ANSWER:
            self.answers.append(self.told)
        self._count()
        self.told += 1

    def _set(self, mask: Domain) -> int:
        return self.sets.number(mask, list(values(mask)))

    def _counted(self) -> int:
        """The nodes so far; a search that notes them late is counted here, with its root."""
        tries = self.made[Kind.TRY]
        return max(self.run.stats.nodes, self.made[Kind.EXPAND], tries + (tries > 0))

    def _count(self) -> None:
        """Note the counters, once a node."""
        if (nodes := self._counted()) != self.nodes:
            self.nodes = nodes
            noted = replace(self.run.stats, deepest=max(self.run.stats.deepest, self.deepest))
            self.counts.append([self.told, nodes, *astuple(noted)[1:-1]])

    def note(self, state: Any) -> None:
        """The search has asked about a state: it is the one expanded last."""
        if self.awaited is None:
            return
        (step, number, parent), self.awaited = self.awaited, None
        move = self._move(parent, state)
        self.states[number] = state
        self.paths[number] = (*self.paths.get(parent, ()), *(() if move is None else (move,)))
        if move is not None:
            self.said.append([step, self.words.number(self._say(move))])
        self._draw(step, number, state)

    def _move(self, parent: int, state: Any) -> Any:
        """The move that leads from the parent to this state, where it is known."""
        if parent not in self.states or isinstance(state, PartialAssignment):
            return None
        after = self._face().successors(self.states[parent])
        return next((move for move, child in after if child == state), None)

    def _face(self) -> Any:
        if not hasattr(self, "_shown"):
            self._shown: Any = self.puzzle.face(self.strategy.face)
        return self._shown

    def _say(self, move: Any) -> str:
        return move if isinstance(move, str) else self.puzzle.say(move)

    def _draw(self, step: int, number: int, state: Any) -> None:
        """The board of a state, or what is left of the domains there."""
        if isinstance(state, PartialAssignment):
            self._narrow(step, state)
            return
        board = self._board_at(number, state)
        if board is not None:
            self.boards.append([step, self._patch(board)])

    def _board_at(self, number: int, state: Any) -> Board | None:
        try:
            return self.puzzle.at(state).board()
        except Unsuited:
            return self._on_the_way(self.paths[number])

    def _on_the_way(self, moves: tuple[Any, ...]) -> Board | None:
        """The board with the moves so far, for a puzzle that draws them."""
        try:
            return self.puzzle.board(self.puzzle.translate(StateSpace, moves))
        except (IndexError, ValueError, TypeError):
            return None

    def _narrow(self, step: int, state: PartialAssignment) -> None:
        """The variables whose domains differ from those at first, and whether each is assigned."""
        if self.csp is None:
            return
        rest = set(state.unassigned)
        flat: list[int] = []
        for variable, (old, new) in enumerate(zip(self.csp.domains, state.domains, strict=True)):
            if old != new:
                flat += variable, self._set(new), variable not in rest
        self.narrowed.append([step, [int(number) for number in flat]])

    def _patch(self, board: Board) -> Any:
        """The cells that differ from the first board; the whole board if it has another shape."""
        first = self.first
        if _frame(board) != _frame(first):
            return data(board)
        return list(_differences(first.cells, board.cells, self._cell))

    def _cell(self, cell: Cell) -> int:
        return self.cells.number(cell, [cell.text, cell.ink.value, int(cell.shaded)])

    def _answer(self, answer: Any) -> None:
        """The board of the answer and its words go with the step that tells of it."""
        if not self.answers:
            self(Event(Kind.ANSWER, self.run.stats.deepest))
        step = self.answers.popleft()
        self.boards.append([step, self._patch(self.puzzle.board(answer))])
        if words := self.puzzle.tell(answer):
            self.said.append([step, self.words.number(words)])

    def _end_with_answer(self) -> None:
        """Leave out the steps that a search took ahead, after the last answer that was wanted."""
        last = self.boards[-1][0] if self.boards else self.told
        if self.start <= last:
            self.told = min(self.told, last + 1)
            del self.steps[(self.told - self.start) * 5 :]
            self.counts = [each for each in self.counts if each[0] < self.told]

    def _send_if_due(self) -> None:
        waited = self.steps and time.perf_counter() - self.sent_at > PATIENCE
        if waited or self.told - self.start >= CHUNK:
            self.flush()

    def flush(self) -> None:
        """Send the steps that were not sent yet."""
        if not self.steps:
            return
        chunk = {
            "from": self.start,
            "steps": self.steps,
            "sets": self.sets.take(),
            "cells": self.cells.take(),
            "words": self.words.take(),
            "boards": self.boards,
            "narrowed": self.narrowed,
            "said": self.said,
            "counts": self.counts,
        }
        self.send(chunk)
        self._begin_chunk()


def _frame(board: Board) -> tuple[Any, ...]:
    return board.rows, board.cols, board.title, board.walls, board.signs


def _differences(
    before: Iterable[Cell], after: Iterable[Cell], number: Callable[[Cell], int]
) -> Iterable[int]:
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            yield index
            yield number(new)
