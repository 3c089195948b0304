"""Find puzzles by name, and parse their ids. Each file or folder in clew/puzzles is a puzzle.

A family with more than one file is a folder. The name of each file shows its contents: `puzzle` is
the puzzle (or `puzzle_NAME`, if there are several), `face` the family's own face, `search*`
strategies, `notation*` readers and writers, `maker*` makers, and `batch*` the code for batches.
There's no list to edit, unless a file contains several kinds: in that case, `TOGETHER` in
clew/puzzles/__init__.py names the others. A file whose name begins with _ isn't a puzzle, but
contains code that several kinds share.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from clew.core.forms import GridForm, Twin
    from clew.core.puzzle import Puzzle

T = TypeVar("T")
HOME = "clew.puzzles"
KIND = "puzzle"


_own: dict[str, type[Puzzle]] = {}
"""The kinds that were added to the built-in ones."""


def add(kind: type[Puzzle]) -> None:
    """Make a kind available by its name, like the built-in ones.

    Raises:
        ValueError: The name is already taken.
    """
    if kind.name in _homes():
        raise ValueError(f"a puzzle called {kind.name!r} already exists: choose another name")
    _own[kind.name] = kind


@cache
def _installed() -> None:
    """Add the kinds that installed packages offer through the entry point `clew.puzzles`.

    This takes 20 ms, so it happens only if a name is unknown or all kinds are listed.
    """
    for found in offered("clew.puzzles"):
        add(found if isinstance(found, type) else found.as_kind())


def offered(group: str) -> Iterator[Any]:
    """Yield the objects that installed packages offer through an entry point.

    If a package can't be loaded, the reason is printed to standard error.
    """
    from importlib.metadata import entry_points

    for point in entry_points(group=group):
        try:
            yield point.load()
        except Exception as error:
            name = "a package" if point.dist is None else point.dist.name
            said = f"clew: {name}: {point.name}: {type(error).__name__}: {error}"
            print(" ".join(said.split()), file=sys.stderr)


def forget(name: str) -> None:
    """Remove a kind that was added with `add`."""
    _own.pop(name, None)


def is_added(name: str) -> bool:
    """Check whether a kind with this name was added to the built-in ones."""
    return name in _own


def knows(name: str) -> bool:
    """Check whether there is a puzzle with this name."""
    if name in _homes() or name in _own:
        return True
    if re.fullmatch("[a-z][a-z0-9-]*", name):
        _installed()
    return name in _own


@cache
def _homes() -> dict[str, str]:
    """Return the name of each puzzle's module, with the puzzle's name as the key.

    This doesn't import any of the modules.
    """
    root = import_module(HOME).__path__
    found = [(name, is_folder) for name, is_folder in _held(root) if not name.startswith("_")]
    homes = {name: f"{HOME}.{name}" for name, is_folder in found if not is_folder}
    for family in (name for name, is_folder in found if is_folder):
        files = (name for name, _ in _held(f"{folder}/{family}" for folder in root))
        kinds = [name for name in files if name.startswith(KIND)]
        homes |= {kind[len(KIND) + 1 :] or family: f"{HOME}.{family}.{kind}" for kind in kinds}
    for file, others in import_module(HOME).TOGETHER.items():
        homes |= dict.fromkeys(others, f"{HOME}.{file}")
    return {name.replace("_", "-"): home for name, home in sorted(homes.items())}


def _held(folders: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """List the modules in some folders by name, each with True if it's a package.

    pkgutil.iter_modules does the same, but imports `inspect`, which takes 15 ms.
    """
    held: dict[str, bool] = {}
    for folder in filter(os.path.isdir, folders):
        for entry in os.scandir(folder):
            name, _, ending = entry.name.rpartition(".")
            if not name and os.path.isfile(f"{entry.path}/__init__.py"):
                held.setdefault(entry.name, True)
            elif ending == "py" and name != "__init__":
                held.setdefault(name, False)
    return iter(sorted(held.items()))


def names() -> tuple[str, ...]:
    """Return the names of all puzzles, in order."""
    _installed()
    return (*_homes(), *_own)


def family(name: str) -> str:
    """Return the module or package that contains all of a puzzle's code."""
    if name in _own:
        return _own[name].__module__
    home, _, last = _homes()[name].rpartition(".")
    return home if last.startswith(KIND) else _homes()[name]


def find(name: str) -> type[Puzzle]:
    """Return the puzzle class with this name.

    Raises:
        KeyError: There is no such puzzle.
    """
    if name not in _homes():
        if knows(name):
            return _own[name]
        raise KeyError(_no_puzzle(name))
    from clew.core.puzzle import Puzzle

    module = import_module(_homes()[name])
    for value in vars(module).values():
        if (
            isinstance(value, type)
            and issubclass(value, Puzzle)
            and value.__dict__.get("name") == name
        ):
            return value
    raise KeyError(f"{module.__name__} has no Puzzle class whose name is {name!r}")


def _no_puzzle(name: str) -> str:
    """Return the error message for an unknown puzzle."""
    from clew.core.arguments import unknown  # imports `inspect`, which takes 15 ms

    return unknown("puzzle", name, names(), "clew puzzles")


def parse(text: str) -> Puzzle:
    """Return the puzzle with an id `kind:text`, or the sum of several games with + between.

    Raises:
        ValueError: The text isn't the id of a puzzle.

    >>> parse("queens:8").id
    'queens:8'
    """
    if "+" in text:
        from clew.core.games import PLUS, GameSum

        if PLUS.search(text):
            return GameSum.parse(text)
    kind, colon, rest = text.strip().partition(":")
    if not knows(kind):
        kind = kind.lower()
    if not colon:
        example = find(kind).examples[0].text if knows(kind) and find(kind).examples else ""
        one = "write one such as queens:8"
        if example and len(example) < 40:
            one = f"write one such as {kind}:{example}"
        raise ValueError(f"{text.strip()[:40]!r} isn't the id of a puzzle: {one}")
    if not knows(kind):
        raise ValueError(_no_puzzle(kind))
    try:
        return find(kind).parse(rest)
    except ValueError as error:
        raise ValueError(f"{kind}: {error}") from None


def all_puzzles() -> tuple[type[Puzzle], ...]:
    """Return all puzzle classes, in the order of their names."""
    return tuple(find(name) for name in names())


@cache
def recognisers() -> tuple[Callable[[GridForm], Twin | None], ...]:
    """Return the functions that recognise a grid, from the families' `face` modules."""
    found = (getattr(module, "recognise", None) for module in modules(HOME, "face"))
    return tuple(each for each in found if each is not None)


def classes(base: type[T], package: str, start: str = "", key: str = "name") -> list[type[T]]:
    """List the subclasses of `base` in some modules that define the attribute `key` themselves."""
    found: dict[type[T], None] = {}  # a class that is imported elsewhere is seen twice
    for module in modules(package, start):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, base) and key in vars(value):
                found[value] = None
    return list(found)


def modules(package: str, start: str = "") -> Iterator[ModuleType]:
    """Yield the modules of a package and its subpackages whose names begin with `start`."""
    for name, is_folder in _held(import_module(package).__path__):
        if is_folder:
            yield from modules(f"{package}.{name}", start)
        elif name.lstrip("_").startswith(start):
            yield import_module(f"{package}.{name}")
