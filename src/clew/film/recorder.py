"""Records a search to watch: its events, with the boards and the words that go with them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import astuple, replace
from functools import cached_property
from typing import Any

from clew.core.board import Board
from clew.core.events import Event, Kind
from clew.core.faces import Domain, StateSpace, values
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Run, Stopped
from clew.film.header import variables
from clew.film.observe import observed
from clew.film.pseudocode import pseudocode
from clew.render.json import data
from clew.search.csp.assign import PartialAssignment
from clew.search.run import Search
from clew.search.strategy import Strategy

MAX_STEPS = 20_000
TABLES = ("steps", "sets", "cells", "words", "boards", "narrowed", "said", "counts")
"""What a chunk holds."""
CHUNK = 512
"""The most steps that are sent at once."""
PATIENCE = 0.1
"""The most seconds until the next steps are sent, if there are any."""
Send = Callable[[dict[str, Any]], None]


class Recorder:
    """A watcher that sends the steps of a search, some hundred at a time.

    A step is five numbers: the kind, the depth, the subject and the value of its event, and the
    line of the pseudocode. The value of a PRUNE is the number of a set of values. A board
    is sent as the cells that differ from the first board, each by its number.
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
        self.count = 0
        """How many steps there have been."""
        self.numbers: dict[str, dict[Any, int]] = {"sets": {}, "cells": {}, "words": {}}
        """Numbers for sets of values, cells and texts, in the order in which they first come."""
        self.states: dict[int, Any] = {}
        self.paths: dict[int, tuple[Any, ...]] = {}
        self.awaited: tuple[int, int, int] | None = None
        """The step, the number and the parent of a state that is not known yet."""
        self.answers: deque[int] = deque()
        """The steps of the answers that the search has announced but not yielded yet."""
        self.nodes = -1
        self.made = {Kind.TRY: 0, Kind.EXPAND: 0}
        self.deepest = 0
        self._begin_chunk()

    def _begin_chunk(self) -> None:
        self.start, self.sent_at = self.count, time.perf_counter()
        self.chunk: dict[str, list[Any]] = {name: [] for name in TABLES}
        self.steps = self.chunk["steps"]

    def _number(self, table: str, key: Any, shown: Any = None) -> int:
        """The number of a thing; one that is new is sent with the chunk."""
        numbers = self.numbers[table]
        if key not in numbers:
            numbers[key] = len(numbers)
            self.chunk[table].append(key if shown is None else shown)
        return numbers[key]

    def go(self) -> dict[str, Any]:
        """Search, and say how it ended."""
        run = self.run
        run.trace = self
        search = Search(self.puzzle, observed(self.strategy, self.note), run, keep=0)
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
        if self.count >= self.max_steps:
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
            self.awaited = self.count, subject, event.value
        elif kind is Kind.ANSWER:
            self.answers.append(self.count)
        self._note_counters()
        self.count += 1

    def _set(self, mask: Domain) -> int:
        return self._number("sets", mask, list(values(mask)))

    def _counted(self) -> int:
        """The nodes so far; if the search updates its own count late, counted by the events."""
        tries = self.made[Kind.TRY]
        return max(self.run.stats.nodes, self.made[Kind.EXPAND], tries + (tries > 0))

    def _note_counters(self) -> None:
        """Note the counters, once a node."""
        if (nodes := self._counted()) != self.nodes:
            self.nodes = nodes
            noted = replace(self.run.stats, deepest=max(self.run.stats.deepest, self.deepest))
            self.chunk["counts"].append([self.count, nodes, *astuple(noted)[1:-1]])

    def note(self, state: Any) -> None:
        """The search has asked about a state: it is the one expanded last."""
        if self.awaited is None:
            return
        (step, number, parent), self.awaited = self.awaited, None
        move = self._move(parent, state)
        self.states[number] = state
        self.paths[number] = (*self.paths.get(parent, ()), *(() if move is None else (move,)))
        if move is not None:
            words = move if isinstance(move, str) else self.puzzle.say(move)
            self.chunk["said"].append([step, self._number("words", words)])
        self._draw(step, number, state)

    def _move(self, parent: int, state: Any) -> Any:
        """The move that leads from the parent to this state, where it is known."""
        if parent not in self.states or isinstance(state, PartialAssignment):
            return None
        after = self._face.successors(self.states[parent])
        return next((move for move, child in after if child == state), None)

    @cached_property
    def _face(self) -> Any:
        found: Any = self.puzzle.face(self.strategy.face)
        return found

    def _draw(self, step: int, number: int, state: Any) -> None:
        """The board of a state, or what is left of the domains there."""
        if isinstance(state, PartialAssignment):
            self._narrow(step, state)
            return
        board = self._board_at(number, state)
        if board is not None:
            self.chunk["boards"].append([step, self._patch(board)])

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
        self.chunk["narrowed"].append([step, [int(number) for number in flat]])

    def _patch(self, board: Board) -> Any:
        """The cells that differ from the first board; the whole board if it has another shape."""
        first = self.first
        if _frame(board) != _frame(first):
            return data(board)
        found: list[int] = []
        for index, (old, new) in enumerate(zip(first.cells, board.cells, strict=True)):
            if old != new:
                shown = [new.text, new.ink.value, int(new.shaded)]
                found += index, self._number("cells", new, shown)
        return found

    def _answer(self, answer: Any) -> None:
        """The board of the answer and its words go with the step that tells of it."""
        if not self.answers:
            self(Event(Kind.ANSWER, self.run.stats.deepest))
        step = self.answers.popleft()
        self.chunk["boards"].append([step, self._patch(self.puzzle.board(answer))])
        if words := self.puzzle.tell(answer):
            self.chunk["said"].append([step, self._number("words", words)])

    def _end_with_answer(self) -> None:
        """Drop the steps after the last answer wanted, which the search took ahead."""
        boards = self.chunk["boards"]
        last = boards[-1][0] if boards else self.count
        if self.start <= last:
            self.count = min(self.count, last + 1)
            del self.steps[(self.count - self.start) * 5 :]
            self.chunk["counts"] = [c for c in self.chunk["counts"] if c[0] < self.count]

    def _send_if_due(self) -> None:
        waited = self.steps and time.perf_counter() - self.sent_at > PATIENCE
        if waited or self.count - self.start >= CHUNK:
            self.flush()

    def flush(self) -> None:
        """Send the steps that were not sent yet."""
        if not self.steps:
            return
        self.send({"from": self.start, **self.chunk})
        self._begin_chunk()


def _frame(board: Board) -> tuple[Any, ...]:
    return board.rows, board.cols, board.title, board.walls, board.signs
