"""Clew: state a puzzle, search for its solution, see why it works.

>>> import clew
>>> print(clew.solve("queens:6"))
. Q . . . .
. . . Q . .
. . . . . Q
Q . . . . .
. . Q . . .
. . . . Q .
"""

from importlib import import_module

TYPE_CHECKING = False  # not from typing: to import that takes longer than all of this

if TYPE_CHECKING:
    from typing import Any

    from clew import batch
    from clew.core.events import Event, Trace
    from clew.core.puzzle import Puzzle, Unsuited
    from clew.core.result import Result, Stats, Status, Stopped
    from clew.explain.explain import explain
    from clew.explain.hint import hint
    from clew.explain.rate import rate
    from clew.generate.generate import generate, parse
    from clew.identity.canonical import canonical, canonical_id
    from clew.identity.certificate import Certificate, certificate
    from clew.notation import read, read_all, write
    from clew.puzzles.frog import Frog
    from clew.puzzles.futoshiki import Futoshiki
    from clew.puzzles.jugs import Jugs
    from clew.puzzles.knight import Knight
    from clew.puzzles.latin import Latin
    from clew.puzzles.lights_out import LightsOut
    from clew.puzzles.queens import Queens
    from clew.puzzles.queens.classes import (
        QueensClasses,
        QueensPart,
        queens_classes,
        queens_parts,
    )
    from clew.puzzles.sudoku import Sudoku
    from clew.puzzles.triangle import Triangle
    from clew.search.run import compare, count, is_unique, solutions, solve

__version__ = "0.1.0"

_HOMES = {
    "clew.identity.canonical": ("canonical", "canonical_id"),
    "clew.identity.certificate": ("Certificate", "certificate"),
    "clew.explain.explain": ("explain",),
    "clew.generate.generate": ("generate", "parse"),
    "clew.explain.hint": ("hint",),
    "clew.explain.rate": ("rate",),
    "clew.notation": ("read", "read_all", "write"),
    "clew.core.puzzle": ("Puzzle", "Unsuited"),
    "clew.puzzles.frog": ("Frog",),
    "clew.puzzles.futoshiki": ("Futoshiki",),
    "clew.puzzles.knight": ("Knight",),
    "clew.puzzles.jugs": ("Jugs",),
    "clew.puzzles.latin": ("Latin",),
    "clew.puzzles.lights_out": ("LightsOut",),
    "clew.puzzles.queens": ("Queens",),
    "clew.puzzles.sudoku": ("Sudoku",),
    "clew.puzzles.triangle": ("Triangle",),
    "clew.core.result": ("Result", "Stats", "Status", "Stopped"),
    "clew.puzzles.queens.classes": (
        "QueensClasses",
        "QueensPart",
        "queens_classes",
        "queens_parts",
    ),
    "clew.search.run": ("compare", "count", "is_unique", "solutions", "solve"),
    "clew.core.events": ("Event", "Trace"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Certificate",
    "Event",
    "Frog",
    "Futoshiki",
    "Jugs",
    "Knight",
    "Latin",
    "LightsOut",
    "Puzzle",
    "Queens",
    "QueensClasses",
    "QueensPart",
    "Result",
    "Stats",
    "Status",
    "Stopped",
    "Sudoku",
    "Trace",
    "Triangle",
    "Unsuited",
    "batch",
    "canonical",
    "canonical_id",
    "certificate",
    "compare",
    "count",
    "explain",
    "generate",
    "hint",
    "is_unique",
    "parse",
    "queens_classes",
    "queens_parts",
    "rate",
    "read",
    "read_all",
    "solutions",
    "solve",
    "write",
]


def __getattr__(name: str) -> "Any":
    """Import a public name when it is first used, so that the command line starts quickly."""
    if name == "batch":
        return import_module("clew.batch")
    if name not in _HOME:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
