"""A whole film, and a film as it is made."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from queue import Queue
from typing import Any

from clew.core.faces import CSP, Game, StateSpace
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.result import Run, Stats, Stopped
from clew.film.header import header
from clew.film.recorder import MAX_STEPS, TABLES, Recorder
from clew.search.auto import choose, suits, taught
from clew.search.strategy import Strategy

STRIDE = 5
"""The numbers of a step."""
AHEAD = 8
"""The most chunks that are made before one is fetched."""
FAVOURITES = {CSP: "backtracking", StateSpace: "breadth-first", Game: "alpha-beta"}
"""What is watched unless one is named, by the first face that has one: each tells all its steps."""
LAST_RESORT = "retrograde"

Scene = tuple[str, dict[str, Any]]
"""`head`, `steps` or `end`, and its data."""


@dataclass
class Film:
    """A search from its first step to its last: a header, tables of numbers, and an ending."""

    head: dict[str, Any]
    tables: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in TABLES})
    end: dict[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        """The number of steps."""
        return len(self.tables["steps"]) // STRIDE

    def add(self, chunk: dict[str, Any]) -> None:
        """Add the next steps."""
        for name in TABLES:
            self.tables[name] += chunk[name]

    def step(self, number: int) -> tuple[int, ...]:
        """Kind, depth, subject, value and line of a step."""
        return tuple(self.tables["steps"][number * STRIDE : (number + 1) * STRIDE])

    def data(self) -> dict[str, Any]:
        """The film as plain data: what the player plays."""
        return {"head": self.head, "chunk": {"from": 0, **self.tables}, "end": self.end}

    def _repr_html_(self) -> str:
        """A notebook shows it as a page within the page."""
        from clew.film.page import html  # a page is made of a film

        return (
            f'<iframe srcdoc="{escape(html(self))}" title="{escape(self.head["title"])}" '
            f'width="100%" height="820" style="border:0"></iframe>'
        )

    def json(self) -> str:
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":"))


def favourite(puzzle: Puzzle) -> Strategy:
    """The strategy that is watched unless one is named: a textbook's that tells its steps."""
    named = [FAVOURITES.get(face) or next(iter(taught(face)), "") for face in puzzle.faces]
    suited = (choose(puzzle, name) for name in [*filter(None, named), LAST_RESORT])
    return next((each for each in suited if suits(puzzle, each)), choose(puzzle))


def record(
    puzzle: Puzzle | str,
    strategy: str | Strategy | None = None,
    *,
    max_steps: int = MAX_STEPS,
    max_answers: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> Film:
    """Film a search, up to its first answer unless more are wanted; Unsuited if it cannot be."""
    run = Run(max_answers, max_nodes, max_seconds, max_memory=max_memory)
    puzzle = as_puzzle(puzzle)
    chosen = favourite(puzzle) if strategy is None else choose(puzzle, strategy)
    film = Film(header(puzzle, chosen))
    film.end = Recorder(puzzle, chosen, run, film.add, max_steps).go()
    return film


def scenes(
    puzzle: Puzzle, strategy: str | Strategy | None, run: Run, max_steps: int = MAX_STEPS
) -> Iterator[Scene]:
    """The same piece by piece, while the search goes on: `head`, then `steps`, then `end`.

    The search works in a thread of its own, a few chunks ahead. Closing the iterator stops it.
    """
    chosen = favourite(puzzle) if strategy is None else choose(puzzle, strategy)
    yield "head", header(puzzle, chosen)
    yield from _Filming(puzzle, chosen, run, max_steps)


class _Filming:
    """A search in a thread, and what it has sent."""

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
        except BaseException as error:  # raised again where the film is watched
            self.queue.put(error)

    def __iter__(self) -> Iterator[Scene]:
        self.thread.start()
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
        """Let the search go on until it notices, and throw away what it sends."""
        self.cancelled = True
        while self.thread.is_alive():
            while not self.queue.empty():
                self.queue.get()
            self.thread.join(0.01)
