"""Record the events of a search, with their boards and words."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cached_property
from operator import attrgetter
from typing import Any, cast

from clew.board.board import Board
from clew.board.json import cell_data, data
from clew.core.events import SET, Event, EventCounts, Kind
from clew.core.faces import Domain, Game, Impartial, StateSpace, values, word_of
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Run, Stopped
from clew.film.header import tells_steps, variables
from clew.film.nodes import Nodes
from clew.search.csp.assign import PartialAssignment
from clew.search.run import SEARCHED, Search
from clew.search.strategy import Strategy

MAX_STEPS = 20_000
TABLES = ("steps", "sets", "whys", "cells", "words", "boards", "narrowed", "said", "also")
"""The tables of a chunk."""
NUMBERED = ("sets", "whys", "cells", "words")
"""The tables that the others refer to by number."""
STRIDE = 6
"""The length of a step: each is this many numbers."""
CHUNK = 2048
"""The maximum number of steps to send at once."""
PATIENCE = 0.1
"""The maximum number of seconds to wait before sending the next steps, if there are any."""
NOTED = 20_000
"""The maximum number of states whose boards are kept."""
QUESTIONS = ("is_goal", "payoff", "predecessors")
"""The methods that a search calls with the state that it has just expanded."""
FACES = (StateSpace, Game, Impartial)
BY_COST = ("g", "f")
"""The orders of frontiers in which a cheaper path to a state replaces the one before."""
Send = Callable[[dict[str, Any]], None]
Note = Callable[[Any], None]
Children = deque[tuple[Any, Any]]
"""Moves (None if unknown) and the states that they lead to."""


class Recorder:
    """A watcher that sends the steps of a search in chunks.

    A step is six numbers: the kind, the depth, the subject and the value of its event, the number
    of its reasons in `whys`, and the node that it's about. The value of a PRUNE is the number of a
    set of values. A board is sent as the numbers of the cells that differ from the first board. It
    belongs to the step that generates its state or, if there is none, the step that expands it.
    `also` has one more number for two kinds of steps: for a CUT in a game, how many moves it saves,
    and for a GENERATE, the node whose place it takes because it reached its state more cheaply.
    """

    def __init__(
        self, puzzle: Puzzle, strategy: Strategy, run: Run, send: Send, max_steps: int
    ) -> None:
        self.puzzle, self.strategy, self.run, self.send = puzzle, strategy, run, send
        self.max_steps = max_steps
        self.first = puzzle.board()
        csp, places = variables(puzzle, strategy)
        self.csp = csp if places is not None else None
        self.count = 0
        """The number of steps so far."""
        self.numbers: dict[str, dict[Any, int]] = {name: {} for name in NUMBERED}
        """The numbers of sets of values, cells and texts, in the order of first use."""
        self.states: dict[int, Any] = {}
        self.paths: dict[int, tuple[Any, ...]] = {}
        self.awaited: tuple[int, int, int] | None = None
        """The step, number and parent of a state that isn't known yet."""
        self.children: deque[tuple[Any, Any]] = deque()
        """The moves and states that the search has asked for but not judged yet."""
        self.moves: tuple[int, dict[Any, Any]] = (-1, {})
        """A state's number, and the moves from that state, by the states that they lead to."""
        self.answers: deque[int] = deque()
        """The steps of the solutions that the search has announced but not yielded yet."""
        self.patches: dict[Any, Any] = {}
        """The boards of known states."""
        self.node_of = Nodes(strategy.holds, word_of(strategy.face))
        self.places: dict[Any, int] = {}
        """For each state that a search by cost has reached, the last node with it."""
        self.tried: dict[int, int] = {}
        """For each position of a game, how many of its moves were tried."""
        self.tally = EventCounts(strategy.holds)
        self.counted = self.tally.as_dict()
        """The counters as they were at the last solution."""
        self._begin_chunk()

    def _begin_chunk(self) -> None:
        self.start, self.sent_at = self.count, time.perf_counter()
        self.chunk: dict[str, list[Any]] = {name: [] for name in TABLES}
        self.steps = self.chunk["steps"]

    def _number(self, table: str, key: Any, shown: Any = None) -> int:
        """Return the number of a key in a table. A new key is sent with the chunk."""
        numbers = self.numbers[table]
        if key not in numbers:
            numbers[key] = len(numbers)
            self.chunk[table].append(key if shown is None else shown)
        return numbers[key]

    def go(self) -> dict[str, Any]:
        """Run the search and return the ending of the film."""
        run = self.run
        run.trace = self
        watched = observed(self.strategy, self.note, self.children)
        search = Search(self.puzzle, watched, run, keep=0)
        counted = None
        for answer in search:
            self._answer(answer)
            if search.found == run.max_solutions:
                self._end_with_answer()
                counted = self.counted
        if search.reason == "steps":
            self._end_with_known()
        self.flush()
        stats = run.stats.as_dict()
        if tells_steps(self.strategy):
            stats |= counted or self.tally.as_dict()
        return {
            "status": search.status.value,
            "reason": search.reason or (SEARCHED if search.unsolvable else ""),
            "answers": search.found,
            "stats": stats,
        }

    def __call__(self, event: Event) -> None:
        if self.count >= self.max_steps:
            raise Stopped("steps")
        waited = self.steps and time.perf_counter() - self.sent_at > PATIENCE
        if waited or self.count - self.start >= CHUNK:
            self.flush()
        self.tally(event)
        kind, depth, subject, value, why = event
        if kind is Kind.PRUNE:
            value = self._set(value)
        reasons = self._number("whys", why, [_finite(each) for each in why]) if why else -1
        numbers = _finite(subject), _finite(value)
        self.steps += kind, depth, *numbers, reasons, self.node_of(kind, subject, value)
        if kind is Kind.EXPAND:
            self.tried[value] = self.tried.get(value, 0) + 1
            if subject not in self.states:
                self.awaited = self.count, subject, value
        elif kind in (Kind.GENERATE, Kind.DUPLICATE):
            self._judge(event)
        elif kind is Kind.CUT and subject in self.states:
            self.chunk["also"].append([self.count, self._saved(subject)])
        elif kind is Kind.ANSWER:
            self.answers.append(self.count)
            self.counted = self.tally.as_dict()
        self.count += 1

    def _judge(self, event: Event) -> None:
        """Record the next state that the search asked for, if it's new."""
        if not self.children:
            return
        move, state = self.children.popleft()
        if event.kind is Kind.GENERATE and event.subject >= 0:
            move = self._move(event.value, state) if move is None else move
            self._meet(self.count, event.subject, event.value, state, move)
            self._replace(event.subject, state)

    def _replace(self, number: int, state: Any) -> None:
        """Record which node a new one replaces: in a search by cost, a state has one place."""
        by_cost = self.strategy.ranked_by in BY_COST or self.strategy.holds == SET
        if by_cost and not isinstance(state, PartialAssignment):
            if (old := self.places.get(state)) is not None:
                self.chunk["also"].append([self.count, old])
            self.places[state] = number

    def _saved(self, number: int) -> int:
        """Return how many moves of a position a cut leaves out."""
        moves = sum(1 for _ in self._face.successors(self.states[number]))
        return moves - self.tried.get(number, 0)

    def _set(self, mask: Domain) -> int:
        return self._number("sets", mask, list(values(mask)))

    def note(self, state: Any) -> None:
        """Record a state that the search has asked about, which is the one it expanded last."""
        if self.awaited is None:
            return
        (step, number, parent), self.awaited = self.awaited, None
        self._meet(step, number, parent, state, self._move(parent, state))

    def _meet(self, step: int, number: int, parent: int, state: Any, move: Any) -> None:
        """Record a state, the move that leads to it, and its board."""
        if isinstance(state, PartialAssignment):
            move = None
        self.states[number] = state
        self.paths[number] = (*self.paths.get(parent, ()), *(() if move is None else (move,)))
        if move is not None:
            words = move if isinstance(move, str) else self.puzzle.say(move)
            self.chunk["said"].append([step, self._number("words", words)])
        self._draw(step, number, state)

    def _move(self, parent: int, state: Any) -> Any:
        """Return the move that leads from the parent to this state, if it's known."""
        if parent not in self.states or isinstance(state, PartialAssignment):
            return None
        if self.moves[0] != parent:
            after: dict[Any, Any] = {}
            for move, child in self._face.successors(self.states[parent]):
                after.setdefault(child, move)
            self.moves = parent, after
        return self.moves[1].get(state)

    @cached_property
    def _face(self) -> Any:
        found: Any = self.puzzle.face(self.strategy.face)
        return found

    def _draw(self, step: int, number: int, state: Any) -> None:
        """Send the board of a state, or the domains of a partial assignment."""
        if isinstance(state, PartialAssignment):
            self._narrow(step, state)
            return
        patch = self.patches.get(state)
        if patch is None:
            patch = self._patch_at(number, state)
        if patch is not None:
            self.chunk["boards"].append([step, patch])

    def _patch_at(self, number: int, state: Any) -> Any:
        """Return the board of a state as a patch.

        Patches are kept, because a tree search reaches many states repeatedly. If the board depends
        on the path to the state, it's drawn each time.
        """
        try:
            patch = self._patch(self.puzzle.at(state).board())
        except Unsuited:
            board = self._on_the_way(self.paths[number])
            return None if board is None else self._patch(board)
        if len(self.patches) < NOTED:
            self.patches[state] = patch
        return patch

    def _on_the_way(self, moves: tuple[Any, ...]) -> Board | None:
        """Return the board with the moves so far, if the puzzle draws them."""
        try:
            return self.puzzle.board(self.puzzle.translate(StateSpace, moves))
        except (IndexError, ValueError, TypeError):
            return None

    def _narrow(self, step: int, state: PartialAssignment) -> None:
        """Send the domains that differ from the initial ones, and whether each is assigned."""
        if self.csp is None:
            return
        rest = set(state.unassigned)
        flat: list[int] = []
        for variable, (old, new) in enumerate(zip(self.csp.domains, state.domains, strict=True)):
            if old != new:
                flat += variable, self._set(new), variable not in rest
        self.chunk["narrowed"].append([step, [int(number) for number in flat]])

    def _patch(self, board: Board) -> Any:
        """Return the cells that differ from the first board, or all of it if its shape differs."""
        first = self.first
        if _frame(board) != _frame(first):
            return data(board)
        found: list[int] = []
        numbers = self.numbers["cells"]
        for index, (old, new) in enumerate(zip(first.cells, board.cells, strict=True)):
            if old is not new and old != new:
                number = numbers.get(new)
                if number is None:
                    number = self._number("cells", new, cell_data(new))
                found += index, number
        return found

    def _answer(self, answer: Any) -> None:
        """Add a solution's board and words to the step that announced it."""
        if not self.answers:
            self(Event(Kind.ANSWER, self.run.stats.deepest))
        step = self.answers.popleft()
        self.chunk["boards"].append([step, self._patch(self.puzzle.board(answer))])
        if words := self.puzzle.tell(answer):
            self.chunk["said"].append([step, self._number("words", words)])

    def _end_with_answer(self) -> None:
        """Drop the steps after the last requested solution."""
        boards = self.chunk["boards"]
        last = boards[-1][0] if boards else self.count
        if self.start <= last:
            self.count = min(self.count, last + 1)
            del self.steps[(self.count - self.start) * STRIDE :]

    def _end_with_known(self) -> None:
        """Drop a last expansion whose state the search hadn't asked about yet: it has no board."""
        if self.awaited is not None and self.start <= self.awaited[0]:
            self.count = self.awaited[0]
            del self.steps[(self.count - self.start) * STRIDE :]

    def flush(self) -> None:
        """Send the steps that haven't been sent yet."""
        if not self.steps:
            return
        self.send({"from": self.start, **self.chunk})
        self._begin_chunk()


def _finite(number: Any) -> Any:
    """Return a number as plain data, or None if it's infinite."""
    if isinstance(number, int):
        return number
    return None if abs(number) == float("inf") else float(number)


_WITHOUT_CELLS = attrgetter(*(each.name for each in fields(Board) if each.name != "cells"))


def _frame(board: Board) -> tuple[Any, ...]:
    """Return everything in a board except its cells."""
    found: tuple[Any, ...] = _WITHOUT_CELLS(board)
    return found


# ------------------------------------------------------------------ the states of events


class ObservedStrategy:
    """A strategy that searches an observed face. In all other ways, it's the original strategy."""

    def __init__(self, strategy: Strategy, note: Note, children: Children) -> None:
        self.strategy = strategy
        self.note = note
        self.children = children

    def __getattr__(self, name: str) -> Any:
        return getattr(self.strategy, name)

    def __call__(self, face: Any, run: Run) -> Iterator[Any]:
        if self.strategy.face not in FACES:
            return self.strategy(face, run)
        return self.strategy(ObservedFace(face, self.note, self.children), run)


Strategy.register(ObservedStrategy)


def observed(strategy: Strategy, note: Note, children: Children) -> Strategy:
    """Return the strategy with an observed face.

    Args:
        strategy: The strategy.
        note: A function to call with each state that the strategy asks about.
        children: A queue that receives the successors that the strategy hasn't judged yet.
    """
    return cast(Strategy, ObservedStrategy(strategy, note, children))


class ObservedFace:
    """A face that records each state that the search asks about.

    Events contain only numbers, so the recorder wraps the face to find out which states they're
    about. The strategy doesn't need to know.
    """

    def __init__(self, face: Any, note: Note, children: Children) -> None:
        self._face = face
        for name in QUESTIONS:
            if hasattr(face, name):
                setattr(self, name, _noting(getattr(face, name), note))
        if hasattr(face, "successors"):
            self.successors = _one_by_one(face.successors, note, children)
        if hasattr(face, "neighbours"):
            self.neighbours = _all_at_once(face.neighbours, note, children)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._face, name)


def _one_by_one(method: Callable[[Any], Any], note: Note, children: Children) -> Any:
    """Wrap `successors` to record each one when the search takes it."""

    def successors(state: Any) -> Iterator[Any]:
        note(state)
        for move, child in method(state):
            children.clear()
            children.append((move, child))
            yield move, child

    return successors


def _all_at_once(method: Callable[[Any], Any], note: Note, children: Children) -> Any:
    """Wrap `neighbours` to record all of them. The search judges them in order."""

    def neighbours(state: Any) -> Any:
        note(state)
        found = method(state)
        children.clear()
        children.extend((None, child) for child in found)
        return found

    return neighbours


def _noting(method: Callable[[Any], Any], note: Note) -> Callable[[Any], Any]:
    def noted(state: Any) -> Any:
        note(state)
        return method(state)

    return noted
