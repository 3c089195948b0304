"""The base class of puzzles that a user defines in Python. Each is both a puzzle and a kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import fields, is_dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Input
from clew.core.arguments import shown
from clew.core.capabilities import capability
from clew.core.errors import ClewError, Unsuited, is_ours
from clew.core.errors import ModelError as ModelError
from clew.core.puzzle import Example, Puzzle
from clew.core.result import A
from clew.core.rng import SplitMix64

if TYPE_CHECKING:
    from clew.generators.maker import Maker

_GOAL = r"(?:[-\d]+|%[-\w%]+)"
CHANGED = re.compile(rf"(?:~({_GOAL}(?:\.{_GOAL})*))?(?:@([-\w.%+]+))?$", re.ASCII)
"""Matches the end of a puzzle's text that changes its clues and adds entries."""
SHORT, MOST_SHOWN = 12, 400
"""The maximum length of a state to show in one cell, and of a state to show in parts."""


def misstated(function: Any, said: str) -> ModelError:
    """Return an error with the file and the line of a user's function."""
    from inspect import unwrap
    from pathlib import Path

    code = getattr(unwrap(function), "__code__", None)
    where = "" if code is None else f"{Path(code.co_filename).name}:{code.co_firstlineno}: "
    return ModelError(f"{where}{said}")


def asked(function: Any, call: Callable[[Any], Any], given: Any, of: str = "a state") -> Any:
    """Call a user's function. If the call itself fails, raise a ModelError with the line."""
    try:
        return call(given)
    except Unsuited as error:
        raise misstated(function, str(error)) from error
    except TypeError as error:
        if not is_ours(error):
            raise
        raise misstated(function, f"{error}: use a function of {of}") from error


def check_name(name: Any) -> None:
    """Raise ModelError unless a puzzle's name is a string."""
    if not isinstance(name, str):
        said = f"a puzzle's name can't be {shown(name)}"
        raise ModelError(f"{said}: use a string, such as 'my-puzzle'")


def check_state(function: Any, state: Any) -> None:
    """Raise ModelError if a state isn't hashable."""
    try:
        hash(state)
    except TypeError:
        said = f"{shown(state)} can't be a state, because it isn't hashable"
        raise misstated(function, f"{said}: use a tuple or a frozenset instead") from None


def check_move(function: Any, move: Any, sizes: Container[int]) -> None:
    """Raise ModelError unless a user's function returned a move and the next state."""
    if not isinstance(move, tuple) or len(move) not in sizes:
        if isinstance(move, tuple) and len(move) in (2, 3):
            said = f"the move {shown(move[0])} has {'no' if 3 in sizes else 'a'} cost"
            raise misstated(function, f"{said}, unlike others: give all moves a cost, or none")
        pairs, triples = "pairs of a move and the next state", "a move, the next state and its cost"
        fix = pairs if 2 in sizes else triples
        raise misstated(function, f"{shown(move)} isn't a move: use {fix}")
    check_state(function, move[1])


def check_names(function: Any, state: Any, moves: Iterable[tuple[Any, ...]]) -> None:
    """Raise ModelError if moves with the same name lead from a state to different states."""
    after: dict[Any, Any] = {}
    for move, then, *_ in moves:
        if after.setdefault(move, then) != then:
            said = f"two moves from the state {shown(state)} are both called {shown(move)}"
            raise misstated(function, f"{said}: give each its own name")


class Own(Puzzle[A]):
    """A puzzle that a user defined in Python. Other kinds are classes, but this is an object."""

    summary: ClassVar[str] = "Your own puzzle."
    form: ClassVar[str] = ""
    own_text: str = ""
    """The text from which a kind made the puzzle, or the state in which the puzzle starts."""

    stated_as: type[Puzzle[Any]] | None = None
    """The kind that made the puzzle from its text, if one did. Such a puzzle is immutable."""

    def __str__(self) -> str:
        return self.own_text

    def __eq__(self, other: object) -> bool:
        if self.stated_as is None or not isinstance(other, Own):
            return self is other
        return (self.stated_as, str(self)) == (other.stated_as, str(other))

    def __hash__(self) -> int:
        return object.__hash__(self) if self.stated_as is None else hash((self.name, str(self)))

    def __setattr__(self, name: str, value: Any) -> None:
        if self.stated_as is not None and name[0] != "_":  # caches may change
            raise AttributeError(f"{self.id} is immutable: can't set {name}")
        super().__setattr__(name, value)

    def __reduce__(self) -> Any:
        return super().__reduce__() if self.stated_as is None else (_read, (self.name, str(self)))

    def docstring(self) -> str | None:
        """Return the docstring of the function or class that defines the puzzle, if it has one."""
        return None

    def find_fault(self) -> None:
        """Raise ModelError if one of the user's functions returns something unusable."""

    def fault(self) -> ClewError | None:
        try:
            self.find_fault()
        except ClewError as error:
            return error
        return None

    def value_of(self, kind: type[Puzzle[Any]]) -> Self:
        """Turn the puzzle into an immutable puzzle of a kind."""
        object.__setattr__(self, "stated_as", kind)
        return self

    def read(self, text: str) -> Self:
        """Return the puzzle that a text describes. If the text is empty, it's the puzzle itself."""
        if text:
            raise ValueError(f"found {text[:40]!r}, expected no text after the name")
        return self

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raise ValueError, because these puzzles come from Python files."""
        raise ValueError("this puzzle comes from a Python file: write FILE.py:NAME")

    def kind_title(self) -> str:  # type: ignore[override]  # each is a kind of its own
        return self.title or self.name.capitalize().replace("-", " ").replace("_", " ")

    def as_kind(self) -> type[Puzzle[A]]:
        """Return a kind with only this puzzle, so that the puzzle can be found by name."""

        def parse(cls: type[Puzzle[A]], text: str) -> Puzzle[A]:
            return self.read(text)

        from clew.generators.maker import HasMaker

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
    """Turn a function from text to a puzzle into a kind of puzzle. Use it as a decorator.

    The function takes the part of an id after the colon and returns a `clew.Problem`, a
    `clew.Grid`, a walk or a game. It raises ValueError if the text is wrong.

    Args:
        name: the name of the kind; by default the name of the function.
        form: how the text is written, in a few words.
        title: the display name; by default the name.
        summary: one sentence about the kind; by default the first line of the docstring.
        examples: a few puzzles to show first.
        like: the class to build on, such as `clew.Grid`; `clew.Problem` by default.
        blank: a function that takes a size and a random number generator, and returns the text of a
            puzzle with every clue that it may have. Their numbers don't matter. Clew needs this
            function to generate puzzles of this kind.
        sizes: the sizes that Clew offers to generate.
        inputs: how players use the board, if not by writing values into cells.

    Returns:
        A decorator, which turns the function into a kind of puzzle.

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
            kind.maker = staticmethod(partial(_maker, kind, blank, sizes))  # type: ignore[attr-defined]
        return kind

    return decorate


def _maker(
    kind: type[Puzzle[Any]], blank: Callable[[str, SplitMix64], str], sizes: tuple[str, ...]
) -> Maker:
    from clew.model.maker import KindMaker

    return KindMaker(kind, blank, sizes)


def _stated(function: Callable[[str], Own[Any]], text: str) -> tuple[str, Own[Any]]:
    """Return the text without changes to clues or entries, and the puzzle that it describes.

    If the end could be either, it's read as part of the text if possible.
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
    """Write a state as Python does, but with a frozenset as a sorted set and fields as a tuple.

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
    """Lay out a state that has no `show` function: in one cell, or as rows of parts if it's long.

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
    """Draw a state with one cell per word, or per line if the lines differ in length."""
    if show is None:
        rows = parts_of(state)
    else:
        text = asked(show, show, state, "a state or a solution")
        if not isinstance(text, str):
            said = f"show({shown(state)}) returned {shown(text)}"
            raise misstated(show, f"{said}: return a string")
        lines = text.split("\n")
        rows = [line.split() for line in lines]
        if len(set(map(len, rows))) != 1 or not rows[0]:
            rows = [[line] for line in lines]
    cells = tuple(Cell(word, ink if word != "." else Ink.NONE) for row in rows for word in row)
    return Board(len(rows), len(rows[0]), cells, title)
