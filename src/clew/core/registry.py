"""What there is, found by itself: a file or folder in clew/puzzles is a puzzle, with no list to edit.

A family that has more than a puzzle is a folder, and the name of a file there says what it holds:
`search*` strategies, `notation*` readers and writers, `maker`, `batch`, `explain`, `symmetries`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType

from clew.core.puzzle import Puzzle

HOME = "clew.puzzles"


@cache
def names() -> tuple[str, ...]:
    """The word of every puzzle there is, without importing any."""
    found = (module.name for module in pkgutil.iter_modules(import_module(HOME).__path__))
    return tuple(sorted(name.replace("_", "-") for name in found if not name.startswith("_")))


def find(name: str) -> type[Puzzle]:
    """The puzzle of that word. KeyError, naming those there are, if there is none."""
    if name not in names():
        raise KeyError(f"no puzzle is called {name!r}; there are {', '.join(names())}")
    module = import_module(f"{HOME}.{name.replace('-', '_')}")
    for value in vars(module).values():
        if (
            isinstance(value, type)
            and issubclass(value, Puzzle)
            and value.__dict__.get("name") == name
        ):
            return value
    raise KeyError(f"{module.__name__} has no Puzzle class whose name is {name!r}")


def all_puzzles() -> tuple[type[Puzzle], ...]:
    """Every puzzle class, in the order of their words."""
    return tuple(find(name) for name in names())


def modules(package: str, start: str = "") -> Iterator[ModuleType]:
    """The modules of a package and of the packages in it whose own name begins with `start`."""
    for module in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
        if module.ispkg:
            yield from modules(module.name, start)
        elif module.name.rpartition(".")[2].startswith(start):
            yield import_module(module.name)
