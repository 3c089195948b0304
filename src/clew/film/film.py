"""Films of searches, recorded as a whole or piece by piece while the search runs."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from queue import Queue
from typing import Any

from clew.core.deprecated import renamed
from clew.core.events import NOTHING, TREE, Event, EventCounts, Kind
from clew.core.faces import CSP, Game, StateSpace
from clew.core.puzzle import Example, Puzzle, as_puzzle
from clew.core.result import Run, Stats, Stopped
from clew.film.header import FORMAT, header, tells_steps
from clew.film.nodes import Nodes, is_detail
from clew.film.recorder import MAX_STEPS, STRIDE, TABLES, Recorder
from clew.search.auto import choose, suits, taught
from clew.search.run import Search
from clew.search.strategy import Strategy

FEW = 3
"""A search of a space or a game counts as branching only if it has more nodes than this."""
AHEAD = 8
"""The maximum number of chunks that are waiting to be fetched."""
FAVOURITES = {
    CSP: ("backtracking", "backtracking:select=first", "backtracking:select=first,infer=none"),
    StateSpace: ("breadth-first",),
    Game: ("alpha-beta", "retrograde"),
}
"""The strategies to watch by default. The first that backtracks is used, because a search that goes
straight to its solution has little to show."""
FORECAST = 0.5
"""The maximum number of seconds to find out whether a search will end within the film's steps."""
TRIED = 5_000
"""The maximum number of nodes with which to find out whether a search backtracks."""

Scene = tuple[str, dict[str, Any]]
"""`head`, `steps` or `end`, and its data."""


@dataclass
class Film:
    """A recorded search: a header, tables of numbers, and an ending."""

    head: dict[str, Any]
    tables: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in TABLES})
    end: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> Film:
        """Read a film that `json` wrote, in this format or an earlier one.

        Args:
            text: The film as JSON.

        Raises:
            ValueError: if the text isn't such a film.
        """
        try:
            data = upgraded(json.loads(text))
            film = cls(data["head"], end=data["end"])
            film.add(data["chunk"])
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError):
            fix = "use the output of `clew trace --json`"
            raise ValueError(f"this isn't a film: {fix}") from None
        return film

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self.tables["steps"]) // STRIDE

    def add(self, chunk: dict[str, Any]) -> None:
        """Add the next steps.

        Args:
            chunk: The tables of these steps.
        """
        for name in TABLES:
            self.tables[name] += chunk[name]

    def step(self, number: int) -> tuple[int, ...]:
        """Return a step's kind, depth, subject, value, the index of its reasons, and its node.

        Args:
            number: The step, counted from 0.
        """
        return tuple(self.tables["steps"][number * STRIDE : (number + 1) * STRIDE])

    def event(self, number: int) -> Event:
        """Return a step as the event that the search emitted.

        Args:
            number: The step, counted from 0.
        """
        kind, depth, subject, value, why, _ = self.step(number)
        if kind == Kind.PRUNE:
            value = sum(1 << each for each in self.tables["sets"][value])
        reasons = tuple(self.tables["whys"][why]) if why >= 0 else ()
        return Event(Kind(kind), depth, subject, value, reasons)

    def is_detail(self, number: int) -> bool:
        """Check whether a step belongs to the step before it.

        Args:
            number: The step, counted from 0.
        """
        kind, _, subject, *_ = self.step(number)
        return is_detail(kind, subject)

    def counters(self, at: int | None = None) -> dict[str, int]:
        """Count the events so far.

        Args:
            at: The number of steps. By default, all of them.

        Returns:
            The counters by name.
        """
        counts = EventCounts(self.head["holds"])
        for number in range(len(self) if at is None else at):
            counts(self.event(number))
        return counts.as_dict()

    def data(self) -> dict[str, Any]:
        """Return the film as plain data for the player."""
        return {"head": self.head, "chunk": {"from": 0, **self.tables}, "end": self.end}

    def _repr_html_(self) -> str:
        """Return the film as a page embedded in the notebook."""
        from clew.film.page import html  # that module imports this one

        return (
            f'<iframe srcdoc="{escape(html(self))}" title="{escape(self.head["title"])}" '
            f'width="100%" height="820" style="border:0"></iframe>'
        )

    def json(self) -> str:
        """Return the film as JSON, for `read`."""
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))


def upgraded(data: dict[str, Any]) -> dict[str, Any]:
    """Convert a film's data to the current format, as formats.js does.

    Raises:
        ValueError: if this version of Clew can't read the film.
    """
    head, chunk = data["head"], data["chunk"]
    found = head["film"]
    if found == FORMAT:
        return data
    if found not in (2, 3):
        version = f"{head.get('clew', 'unknown')} made the film, in format {found}"
        raise ValueError(f"Clew {version}; this one reads formats 2 to {FORMAT}: record it again")
    boards, board = chunk["boards"], head["board"]
    if found == 2:
        board = redrawn(board)
        boards = [[step, redrawn(b) if isinstance(b, dict) else b] for step, b in boards]
    named = {"steps": with_nodes(head, chunk["steps"]), "also": [], "boards": boards}
    return data | {"head": head | {"film": FORMAT, "board": board}, "chunk": chunk | named}


def with_nodes(head: dict[str, Any], old: list[Any]) -> list[Any]:
    """Return the steps of format 3 with the node of each, as `Recorder` adds it."""
    node_of = Nodes(head.get("holds", NOTHING), head["face"])
    new: list[Any] = []
    for at in range(0, len(old), 5):
        kind, _, subject, value, _ = step = old[at : at + 5]
        new += *step, node_of(kind, subject, value)
    return new


def redrawn(old: dict[str, Any]) -> dict[str, Any]:
    """Convert a board of format 2 so that the pen draws it."""
    board = dict(old)
    is_named = board.get("layout") in ("named", "graph")
    drawing = [
        {"shape": "outline", "cells": cage, "dashed": True, "words": "cage"}
        for cage in board.pop("cages", ())
    ]
    for link in board.pop("links", ()):
        end = {} if link["kind"] in ("border", "win") else {"end": "arrow"}
        places = [link["first"], link["second"]]
        drawing.append({"shape": "line", "places": places, **end, "role": link["kind"]})
    texts = [([each["first"], each["second"]], each["text"]) for each in board.pop("signs", ())]
    for clue in board.pop("clues", ()):
        side = "name" if is_named and clue["side"] == "left" else clue["side"]
        texts.append(([side, clue["line"]], " ".join(clue["numbers"])))
    for number, cell in enumerate(board["cells"]):
        if "corner" in cell:
            texts.append((["corner", number], cell["corner"]))
    drawing += [{"shape": "text", "place": place, "text": text} for place, text in texts]
    return board | {"drawing": drawing} if drawing else board


def favourite(puzzle: Puzzle) -> Strategy:
    """Return the strategy to watch by default: a textbook one that records its steps.

    Args:
        puzzle: The puzzle to search.
    """
    for face in puzzle.faces:
        named = FAVOURITES.get(face) or tuple(taught(face))
        known = [each for each in (choose(puzzle, name) for name in named) if tells_steps(each)]
        suited = [each for each in known if suits(puzzle, each)]
        if suited:
            return next((each for each in suited if branches(puzzle, each)), suited[0])
    return choose(puzzle)


def opening(puzzle: Puzzle) -> Strategy:
    """Return the strategy that the watch page opens with: the plainest form of the favourite.

    If that form takes too long or has nothing to show, it's the favourite as it is.

    Args:
        puzzle: The puzzle to search.
    """
    found = favourite(puzzle)
    plain = type(found).plain
    if not plain or not tells_steps(found):
        return found
    words = ",".join(f"{name}={value}" for name, value in plain.items())
    simple = choose(puzzle, f"{found.name}:{words}")
    ends = not needs_more(puzzle, simple, TRIED)
    return simple if ends and branches(puzzle, simple) else found


def needs_more(puzzle: Puzzle, strategy: Strategy, steps: int) -> bool:
    """Check whether a search needs more steps than this for its first solution, or to end.

    Args:
        puzzle: The puzzle.
        strategy: A strategy that records its steps.
        steps: The number of steps.

    Returns:
        True only if it's certain. A search that takes long is given up.
    """
    run = Run(1, max_seconds=FORECAST)
    run.trace = _Limit(steps)
    search = Search(puzzle, strategy, run, keep=0)
    for _ in search:
        return False
    return search.reason == "steps"


class _Limit:
    """A watcher that stops the search after a number of steps."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def __call__(self, event: Event) -> None:
        self.left -= 1
        if self.left < 0:
            raise Stopped("steps")


def branches(puzzle: Puzzle, strategy: Strategy) -> bool:
    """Check whether a search backtracks or, without a tree, has more than a few nodes."""
    run = Run(1, max_nodes=TRIED)
    for _ in Search(puzzle, strategy, run):
        pass
    stats = run.stats
    tree = strategy.holds == TREE
    return bool(stats.backtracks if tree else stats.nodes > FEW)


def showcase(kind: type[Puzzle]) -> Example:
    """Return the example with the most instructive film: the first whose search branches.

    Args:
        kind: The kind of puzzle.
    """
    for example in kind.examples:
        puzzle = kind.parse(example.text)
        if not puzzle.clashes() and branches(puzzle, favourite(puzzle)):
            return example
    return kind.examples[0]


@renamed(max_answers="max_solutions")
def record(
    puzzle: Puzzle | str,
    strategy: str | Strategy | None = None,
    *,
    max_steps: int = MAX_STEPS,
    max_solutions: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> Film:
    """Record a search as a film.

    Args:
        puzzle: The puzzle, or its id.
        strategy: The strategy or its name, by default the puzzle's `favourite`.
        max_steps: The maximum number of steps to record.
        max_solutions: The number of solutions after which to stop, or None to find all of them.
        max_nodes: The maximum number of nodes, if any.
        max_seconds: The time limit, if any.
        max_memory: The memory limit, if any.

    Raises:
        Unsuited: if the strategy doesn't fit the puzzle, or the puzzle is too large to watch.
    """
    run = Run(max_solutions, max_nodes, max_seconds, max_memory=max_memory)
    puzzle = as_puzzle(puzzle)
    chosen = favourite(puzzle) if strategy is None else choose(puzzle, strategy)
    film = Film(header(puzzle, chosen))
    film.end = Recorder(puzzle, chosen, run, film.add, max_steps).go()
    return film


def scenes(
    puzzle: Puzzle, strategy: str | Strategy | None, run: Run, max_steps: int = MAX_STEPS
) -> Iterator[Scene]:
    """Yield a film piece by piece while the search runs: `head`, then `steps`, then `end`.

    The search runs in its own thread, a few chunks ahead. Closing the iterator stops it.

    Args:
        puzzle: The puzzle.
        strategy: The strategy or its name, or None for the puzzle's `favourite`.
        run: The search's limits.
        max_steps: The maximum number of steps to record.
    """
    chosen = favourite(puzzle) if strategy is None else choose(puzzle, strategy)
    head = header(puzzle, chosen)
    if tells_steps(chosen) and max_steps <= MAX_STEPS and needs_more(puzzle, chosen, max_steps):
        head["stops"] = max_steps
    yield "head", head
    yield from _Filming(puzzle, chosen, run, max_steps)


class _Filming:
    """A search that runs in a thread, and the scenes that it has sent."""

    def __init__(self, puzzle: Puzzle, strategy: Strategy, run: Run, max_steps: int) -> None:
        self.queue: Queue[Scene | BaseException] = Queue(AHEAD)
        self.cancelled = False
        self.recorder = Recorder(puzzle, strategy, run, self._send, max_steps)
        self.progress, run.progress = run.progress, self._progress
        self.thread = threading.Thread(target=self._work, daemon=True)

    def _progress(self, stats: Stats) -> None:
        self._stop_if_cancelled()
        if self.progress is not None:
            self.progress(stats)

    def _send(self, chunk: dict[str, Any]) -> None:
        self._stop_if_cancelled()
        self.queue.put(("steps", chunk))

    def _stop_if_cancelled(self) -> None:
        if self.cancelled:
            raise Stopped("cancelled")

    def _work(self) -> None:
        try:
            self.queue.put(("end", self.recorder.go()))
        except BaseException as error:  # the thread that reads the queue raises it again
            self.queue.put(error)

    def __iter__(self) -> Iterator[Scene]:
        try:
            self.thread.start()
        except RuntimeError:  # browsers don't support threads, so search first and yield later
            self.queue = Queue()
            self._work()
        try:
            event = ""
            while event != "end":
                scene = self.queue.get()
                if isinstance(scene, BaseException):
                    raise scene
                event = scene[0]
                yield scene
        finally:
            self._cancel()

    def _cancel(self) -> None:
        """Discard the scenes that the search sends until it notices and stops."""
        self.cancelled = True
        while self.thread.is_alive():
            while not self.queue.empty():
                self.queue.get()
            self.thread.join(0.01)
