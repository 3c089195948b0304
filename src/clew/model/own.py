"""What every stated puzzle shares: it is a value and a kind of its own, with a name and a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import fields, is_dataclass
from inspect import unwrap
from pathlib import Path
from typing import Any, ClassVar, Self

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Input
from clew.core.arguments import shown
from clew.core.capabilities import capability
from clew.core.errors import ClewError, Unsuited, is_ours
from clew.core.errors import ModelError as ModelError
from clew.core.puzzle import Example, Puzzle
from clew.core.result import A
from clew.core.rng import SplitMix64
from clew.generators.maker import HasMaker

_GOAL = r"(?:[-\d]+|%[-\w%]+)"
CHANGED = re.compile(rf"(?:~({_GOAL}(?:\.{_GOAL})*))?(?:@([-\w.%+]+))?$", re.ASCII)
"""What stands after the text of a puzzle: what its clues say instead, and entries."""
SHORT, MOST_SHOWN = 12, 400
"""A state of so many characters fits into a cell, and one of so many onto a board in parts."""


def misstated(function: Any, said: str) -> ModelError:
    """The error, with the file and the line where a function of the user's begins."""
    code = getattr(unwrap(function), "__code__", None)
    where = "" if code is None else f"{Path(code.co_filename).name}:{code.co_firstlineno}: "
    return ModelError(f"{where}{said}")


def asked(function: Any, call: Callable[[Any], Any], given: Any, of: str = "a state") -> Any:
    """What a function of the user's gives; an error of the call itself gets the function's line."""
    try:
        return call(given)
    except Unsuited as error:
        raise misstated(function, str(error)) from error
    except TypeError as error:
        if not is_ours(error):
            raise
        raise misstated(function, f"found {error}, expected a function of {of}") from error


def check_name(name: Any) -> None:
    """ModelError if a puzzle's name is no text."""
    if not isinstance(name, str):
        raise ModelError(
            f"a puzzle can't be called {shown(name)}: give a text, such as 'my-puzzle'"
        )


def check_state(function: Any, state: Any) -> None:
    """ModelError if a state that a function gave cannot be hashed."""
    try:
        hash(state)
    except TypeError:
        said = f"found {shown(state)} as a state, expected one that can be hashed"
        raise misstated(function, f"{said}, such as a tuple") from None


def check_move(function: Any, move: Any, sizes: Container[int]) -> None:
    """ModelError if what a function gave is no move with the state after it."""
    if not isinstance(move, tuple) or len(move) not in sizes:
        if isinstance(move, tuple) and len(move) in (2, 3):
            said = f"found the move {shown(move[0])} with{'out' * (3 in sizes)} a cost"
            raise misstated(function, f"{said}, unlike others, expected costs for all or for none")
        pair, triple = "pairs of a move and the state after it", "a move, a state and its cost"
        expected = pair if 2 in sizes else triple
        raise misstated(function, f"found {shown(move)} as a move, expected {expected}")
    check_state(function, move[1])


def check_names(function: Any, state: Any, moves: Iterable[tuple[Any, ...]]) -> None:
    """ModelError if two moves of one name lead from a state to different ones."""
    after: dict[Any, Any] = {}
    for move, then, *_ in moves:
        if after.setdefault(move, then) != then:
            said = f"found two moves from {shown(state)} that are called {shown(move)}"
            raise misstated(function, f"{said}, expected a name for each")


class Own(Puzzle[A]):
    """A puzzle that was stated in Python; other kinds are classes, this one is a value."""

    summary: ClassVar[str] = "A puzzle of your own."
    form: ClassVar[str] = ""
    own_text: str = ""
    """What it was made of, where it is one of a kind, or how far it has got."""

    stated_as: type[Puzzle[Any]] | None = None
    """The kind that stated it from a text: such a puzzle is a value, and does not change."""

    def __str__(self) -> str:
        return self.own_text

    def __eq__(self, other: object) -> bool:
        if self.stated_as is None or not isinstance(other, Own):
            return self is other
        return (self.stated_as, str(self)) == (other.stated_as, str(other))

    def __hash__(self) -> int:
        return object.__hash__(self) if self.stated_as is None else hash((self.name, str(self)))

    def __setattr__(self, name: str, value: Any) -> None:
        if self.stated_as is not None and name[0] != "_":  # what is kept for the next call may
            raise AttributeError(f"found a new {name}, expected none: {self.id} does not change")
        super().__setattr__(name, value)

    def __reduce__(self) -> Any:
        return super().__reduce__() if self.stated_as is None else (_read, (self.name, str(self)))

    def docstring(self) -> str | None:
        """The docstring of what states it, where that is a function or a class."""
        return None

    def find_fault(self) -> None:
        """Raise ModelError if the functions of a statement give what no search can use."""

    def fault(self) -> ClewError | None:
        try:
            self.find_fault()
        except ClewError as error:
            return error
        return None

    def value_of(self, kind: type[Puzzle[Any]]) -> Self:
        """The puzzle as a value of a kind."""
        object.__setattr__(self, "stated_as", kind)
        return self

    def read(self, text: str) -> Self:
        """The same puzzle as a text says it; an empty text is the puzzle as it was stated."""
        if text:
            raise ValueError(f"found {text[:40]!r}, expected no text after the name")
        return self

    @classmethod
    def parse(cls, text: str) -> Self:
        raise ValueError("found a text, expected a puzzle stated in Python: FILE.py:NAME")

    def kind_title(self) -> str:  # type: ignore[override]  # each is a kind of its own
        return self.title or self.name.capitalize().replace("-", " ").replace("_", " ")

    def as_kind(self) -> type[Puzzle[A]]:
        """The kind of which this is the only puzzle, for those who find puzzles by their name."""

        def parse(cls: type[Puzzle[A]], text: str) -> Puzzle[A]:
            return self.read(text)

        examples = (Example("", self.kind_title()),)
        kind = _kind(type(self), self.name, parse, self.title, self.summary, "", examples)
        if (maker := capability(self, HasMaker)) is not None:
            kind.maker = maker.maker  # type: ignore[attr-defined]
        return kind


def puzzle(
    name: str = "",
    *,
    form: str = "TEXT",
    title: str = "",
    summary: str = "",
    examples: tuple[Example, ...] = (),
    like: type[Own[Any]] | None = None,
    blank: Callable[[str, SplitMix64], str] | None = None,
    sizes: tuple[str, ...] = ("",),
    inputs: tuple[Input, ...] = (),
) -> Callable[[Callable[[str], Own[Any]]], type[Puzzle[Any]]]:
    """Make a kind of puzzle of a function that states the puzzle of a text.

    `blank` gives the text of a puzzle of a size with every clue that it may have, whatever their
    numbers: such puzzles are made from it, in these `sizes` or others. `inputs` say how you play it
    on its board, if not by writing values into cells.

    >>> import clew
    >>> @clew.puzzle("two", form="a number")
    ... def two(text):
    ...     problem = clew.Problem()
    ...     x, y = problem.variables("xy", range(10)).values()
    ...     problem.add(x + y == int(text), x < y)
    ...     return problem
    >>> two.parse("3").id, clew.count(two.parse("3"))
    ('two:3', 2)
    """

    def decorate(function: Callable[[str], Own[Any]]) -> type[Puzzle[Any]]:
        called = name or function.__name__.replace("_", "-")

        def parse(cls: type[Puzzle[Any]], text: str) -> Puzzle[Any]:
            whole, found = _stated(function, text)
            found.name, found.own_text = called, whole  # type: ignore[misc]
            found.title = found.title or title  # type: ignore[misc]
            found.summary, found.inputs = cls.summary, cls.inputs  # type: ignore[misc]
            return found.read(text[len(whole) :]).value_of(cls)

        about = summary or (function.__doc__ or "").strip().partition("\n")[0]
        kind = _kind(like or _base(), called, parse, title, about, form, examples)
        kind.inputs = inputs or kind.inputs
        kind.maker = None  # type: ignore[attr-defined]
        if blank is not None:
            from clew.model.maker import KindMaker

            kind.maker = staticmethod(lambda: KindMaker(kind, blank, sizes))  # type: ignore[attr-defined]
        return kind

    return decorate


def _stated(function: Callable[[str], Own[Any]], text: str) -> tuple[str, Own[Any]]:
    """The text without what changes the puzzle, and the puzzle that it states.

    Signs that may be part of either are part of the text, if it can be read with them.
    """
    whole = text[: text.rfind("@") if re.search(r"@[-\w.%+]+$", text, re.ASCII) else None]
    change = CHANGED.search(text)
    start = change.start() if change else len(text)
    if start == len(whole):
        return whole, function(whole)
    try:
        return whole, function(whole)
    except ValueError:
        found = function(text[:start])
        if getattr(found, "head", None) is not None:  # its clues are all in the text
            raise
        return text[:start], found


def _read(kind: str, text: str) -> Puzzle[Any]:
    from clew.core.registry import find

    return find(kind).parse(text)


def _base() -> type[Own[Any]]:
    from clew.model.problem import Problem

    return Problem


def _kind(
    base: type[Puzzle[Any]], name: str, parse: Any, title: str, summary: str, form: str,
    examples: tuple[Example, ...],
) -> type[Puzzle[Any]]:  # fmt: skip
    said: dict[str, Any] = {"name": name, "title": title, "form": form, "examples": examples}
    said |= {"summary": summary or base.summary, "parse": classmethod(parse)}
    said["kind_title"] = classmethod(lambda cls: title or name.capitalize().replace("-", " "))
    return type(name, (base,), said)


def state_text(state: Any) -> str:
    """A state as Python would write it: a frozenset as a set in order, fields as a tuple.

    >>> state_text((frozenset("ba"), 1))
    "({'a', 'b'}, 1)"
    """
    if isinstance(state, frozenset):
        return f"{{{', '.join(sorted(map(state_text, state)))}}}" if state else "set()"
    if is_dataclass(state):
        return state_text(tuple(getattr(state, each.name) for each in fields(state)))
    if isinstance(state, tuple):
        return f"({', '.join(map(state_text, state))}{',' * (len(state) == 1)})"
    return repr(state)


def parts_of(state: Any) -> list[list[str]]:
    """A state that nobody said how to show: one cell, or its parts in rows where that is too long.

    >>> parts_of((frozenset(("wolf", "goat")), "left")), parts_of((3, 1))
    ([['goat', 'wolf'], ['left', '']], [['(3, 1)']])
    """
    plain = isinstance(state, frozenset) or type(state) is tuple
    text = state_text(state) if plain else str(state)
    parts = state if type(state) is tuple else (state,)
    if not plain or len(text) <= SHORT or len(text) > MOST_SHOWN:
        return [[text]]
    rows = [
        sorted(map(str, part)) if isinstance(part, frozenset)
        else [*map(str, part)] if isinstance(part, tuple)
        else [str(part)]
        for part in parts
    ]  # fmt: skip
    if all(len(row) == 1 for row in rows):
        rows = [[row[0] for row in rows]]
    wide = max(map(len, rows))
    return [row + [""] * (wide - len(row)) for row in rows]


def drawn(state: Any, show: Callable[[Any], str] | None, title: str, ink: Ink) -> Board:
    """A state as a board: a cell for each word where all lines have as many, else for each line."""
    if show is None:
        rows = parts_of(state)
    else:
        text = asked(show, show, state, "what to show")
        if not isinstance(text, str):
            raise misstated(show, f"found {shown(text)} to show {shown(state)}, expected a text")
        lines = text.split("\n")
        rows = [line.split() for line in lines]
        if len(set(map(len, rows))) != 1 or not rows[0]:
            rows = [[line] for line in lines]
    cells = tuple(Cell(word, ink if word != "." else Ink.NONE) for row in rows for word in row)
    return Board(len(rows), len(rows[0]), cells, title)
