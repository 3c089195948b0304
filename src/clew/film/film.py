"""A whole film, and a film as it is made."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from queue import Queue
from typing import Any

from clew.core.deprecated import renamed
from clew.core.events import TREE, Event, EventCounts, Kind
from clew.core.faces import CSP, Game, StateSpace
from clew.core.puzzle import Example, Puzzle, as_puzzle
from clew.core.result import Run, Stats, Stopped
from clew.film.header import FORMAT, header, tells_steps
from clew.film.recorder import MAX_STEPS, STRIDE, TABLES, Recorder
from clew.search.auto import choose, suits, taught
from clew.search.run import Search
from clew.search.strategy import Strategy

FOLDED = (Kind.CHECK, Kind.PRUNE, Kind.GENERATE, Kind.DUPLICATE, Kind.WINDOW, Kind.INFER)
"""The kinds of steps that belong to the step before them, unless one looks closer."""
FEW = 3
"""A search of a space or a game with more nodes has branches."""
AHEAD = 8
"""The most chunks that are made before one is fetched."""
FAVOURITES = {
    CSP: ("backtracking", "backtracking:select=first", "backtracking:select=first,infer=none"),
    StateSpace: ("breadth-first",),
    Game: ("alpha-beta", "retrograde"),
}
"""What is watched unless one is named, by the first face that has one: the first that has to go
back, for a search that walks straight to its answer shows nothing."""
TRIED = 5_000
"""So many nodes of a search are tried, to see whether it goes back."""

Scene = tuple[str, dict[str, Any]]
"""`head`, `steps` or `end`, and its data."""


@dataclass
class Film:
    """A search from its first step to its last: a header, tables of numbers, and an ending."""

    head: dict[str, Any]
    tables: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in TABLES})
    end: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> Film:
        """Read a film that `json` wrote, in this format or the one before.

        Raises:
            ValueError: if the text isn't such a film.
        """
        try:
            data = upgraded(json.loads(text))
            film = cls(data["head"], end=data["end"])
            film.add(data["chunk"])
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError):
            fix = "give the text that `clew trace --json` writes"
            raise ValueError(f"this isn't a film: {fix}") from None
        return film

    def __len__(self) -> int:
        """The number of steps."""
        return len(self.tables["steps"]) // STRIDE

    def add(self, chunk: dict[str, Any]) -> None:
        """Add the next steps."""
        for name in TABLES:
            self.tables[name] += chunk[name]

    def step(self, number: int) -> tuple[int, ...]:
        """Kind, depth, subject and value of a step, and the number of its reasons."""
        return tuple(self.tables["steps"][number * STRIDE : (number + 1) * STRIDE])

    def event(self, number: int) -> Event:
        """A step as the search told of it."""
        kind, depth, subject, value, why = self.step(number)
        if kind == Kind.PRUNE:
            value = sum(1 << each for each in self.tables["sets"][value])
        reasons = tuple(self.tables["whys"][why]) if why >= 0 else ()
        return Event(Kind(kind), depth, subject, value, reasons)

    def counters(self, at: int | None = None) -> dict[str, int]:
        """The counters after so many steps, or at the end: the counts of the events so far."""
        counts = EventCounts(self.head["holds"])
        for number in range(len(self) if at is None else at):
            counts(self.event(number))
        return counts.as_dict()

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


def upgraded(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a film in the current format; the twin of formats.js.

    Raises:
        ValueError: if this version of Clew can't read the film.
    """
    head, chunk = data["head"], data["chunk"]
    found = head["film"]
    if found == FORMAT:
        return data
    if found != 2:
        version = f"{head.get('clew', 'unknown')} made the film, in format {found}"
        raise ValueError(f"Clew {version}; this one reads formats 2 and {FORMAT}: record it again")
    boards = [
        [step, redrawn(board) if isinstance(board, dict) else board]
        for step, board in chunk["boards"]
    ]
    head = head | {"film": FORMAT, "board": redrawn(head["board"])}
    return data | {"head": head, "chunk": chunk | {"boards": boards}}


def redrawn(old: dict[str, Any]) -> dict[str, Any]:
    """Return a board of format 2 drawn with the pen."""
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
    """The strategy that is watched unless one is named: a textbook's that tells its steps."""
    for face in puzzle.faces:
        named = FAVOURITES.get(face) or tuple(taught(face))
        known = [each for each in (choose(puzzle, name) for name in named) if tells_steps(each)]
        suited = [each for each in known if suits(puzzle, each)]
        if suited:
            return next((each for each in suited if branches(puzzle, each)), suited[0])
    return choose(puzzle)


def branches(puzzle: Puzzle, strategy: Strategy) -> bool:
    """Whether a search goes back, meets a state twice or keeps others waiting."""
    run = Run(1, max_nodes=TRIED)
    for _ in Search(puzzle, strategy, run):
        pass
    stats = run.stats
    tree = strategy.holds == TREE
    return bool(stats.backtracks if tree else stats.nodes > FEW)


def showcase(kind: type[Puzzle]) -> Example:
    """The example whose film shows most of what a search is: the first that branches."""
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
    """Film a search, up to its first answer unless more are wanted; Unsuited if it cannot be."""
    run = Run(max_solutions, max_nodes, max_seconds, max_memory=max_memory)
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
        try:
            self.thread.start()
        except RuntimeError:  # there are no threads in a browser: there the search goes first
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
        """Let the search go on until it notices, and throw away what it sends."""
        self.cancelled = True
        while self.thread.is_alive():
            while not self.queue.empty():
                self.queue.get()
            self.thread.join(0.01)
