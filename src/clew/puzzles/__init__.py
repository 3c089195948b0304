"""The puzzles, one a file, found by themselves: a file here is a puzzle, with no list to edit."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from clew.core.puzzle import Puzzle


@cache
def names() -> tuple[str, ...]:
    """The word of every puzzle there is, without importing any."""
    found = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(name.replace("_", "-") for name in found if not name.startswith("_")))


def find(name: str) -> type[Puzzle]:
    """The puzzle of that word. KeyError, naming those there are, if there is none."""
    if name not in names():
        raise KeyError(f"no puzzle is called {name!r}; there are {', '.join(names())}")
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
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
