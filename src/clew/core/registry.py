"""Finds puzzles by name, and reads their ids: a file or folder in clew/puzzles is a puzzle.

A family that has more than a puzzle is a folder, and the name of a file there says what it holds:
`puzzle` the puzzle (or `puzzle_NAME`, one of several), `face` its own face, `search*` strategies,
`notation*` readers and writers, `maker*` makers, `batch*` many at once. There is no list to edit,
except for a file that holds several kinds: `TOGETHER` in clew/puzzles/__init__.py names the others.
A file whose name begins with _ is no puzzle, but has what several kinds share.
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
"""The kinds that were added to those of the package."""


def add(kind: type[Puzzle]) -> None:
    """Let a kind be found by its name like the others; ValueError if the name is taken."""
    if kind.name in _homes():
        raise ValueError(f"found the name {kind.name!r}, expected one that no puzzle has")
    _own[kind.name] = kind


@cache
def _installed() -> None:
    """Add the kinds that installed packages offer by the entry point `clew.puzzles`.

    It is called when a name is not known otherwise, and for lists: to look takes 20 ms.
    """
    for found in offered("clew.puzzles"):
        add(found if isinstance(found, type) else found.as_kind())


def offered(group: str) -> Iterator[Any]:
    """What installed packages offer by an entry point; a package that fails is named on stderr."""
    from importlib.metadata import entry_points

    for point in entry_points(group=group):
        try:
            yield point.load()
        except Exception as error:
            name = "a package" if point.dist is None else point.dist.name
            said = f"clew: {name}: {point.name}: {type(error).__name__}: {error}"
            print(" ".join(said.split()), file=sys.stderr)


def forget(name: str) -> None:
    """Take back an `add`."""
    _own.pop(name, None)


def is_added(name: str) -> bool:
    """Whether a kind was added to those of the package."""
    return name in _own


def knows(name: str) -> bool:
    """Whether there is a puzzle of that name."""
    if name in _homes() or name in _own:
        return True
    if re.fullmatch("[a-z][a-z0-9-]*", name):
        _installed()
    return name in _own


@cache
def _homes() -> dict[str, str]:
    """The module of every puzzle, by the puzzle's name, without importing any."""
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
    """The modules in some folders, in order, and whether each is a package.

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
    """The name of every puzzle, in order."""
    _installed()
    return (*_homes(), *_own)


def family(name: str) -> str:
    """The module or package that holds everything about a puzzle."""
    if name in _own:
        return _own[name].__module__
    home, _, last = _homes()[name].rpartition(".")
    return home if last.startswith(KIND) else _homes()[name]


def find(name: str) -> type[Puzzle]:
    """The puzzle of that name; KeyError, with the names there are, if there is none."""
    if name not in _homes():
        if knows(name):
            return _own[name]
        raise KeyError(f"no puzzle is called {name[:40]!r}; there are {', '.join(names())}")
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


def parse(text: str) -> Puzzle:
    """The puzzle of an id, `kind:text`; of several with + between, the sum of these games.

    >>> parse("queens:8").id
    'queens:8'
    """
    if "+" in text:
        from clew.core.games import PLUS, GameSum

        if PLUS.search(text):
            return GameSum.parse(text)
    kind, colon, rest = text.strip().partition(":")
    if not colon or not knows(kind):
        raise ValueError(
            f"found {text.strip()[:40]!r}, expected kind:text "
            f"with a kind among {', '.join(names())}"
        )
    try:
        return find(kind).parse(rest)
    except ValueError as error:
        raise ValueError(f"{kind}: {error}") from None


def all_puzzles() -> tuple[type[Puzzle], ...]:
    """Every puzzle class, in the order of their names."""
    return tuple(find(name) for name in names())


@cache
def recognisers() -> tuple[Callable[[GridForm], Twin | None], ...]:
    """The functions by which families recognise a grid, one in each `face` that offers it."""
    found = (getattr(module, "recognise", None) for module in modules(HOME, "face"))
    return tuple(each for each in found if each is not None)


def classes(base: type[T], package: str, start: str = "", key: str = "name") -> list[type[T]]:
    """The subclasses of `base` in those modules that have a name, or another key, of their own."""
    found: dict[type[T], None] = {}  # one that is imported elsewhere is seen twice
    for module in modules(package, start):
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, base) and key in vars(value):
                found[value] = None
    return list(found)


def modules(package: str, start: str = "") -> Iterator[ModuleType]:
    """The modules of a package and of those in it whose name, without _, begins with `start`."""
    for name, is_folder in _held(import_module(package).__path__):
        if is_folder:
            yield from modules(f"{package}.{name}", start)
        elif name.lstrip("_").startswith(start):
            yield import_module(f"{package}.{name}")
