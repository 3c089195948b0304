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
    from clew.make.canonical import canonical, canonical_id
    from clew.make.certificate import Certificate, certificate
    from clew.make.explain import explain
    from clew.make.generate import generate, parse
    from clew.make.hint import hint
    from clew.make.rate import rate
    from clew.notation import read, read_all, write
    from clew.puzzle import Puzzle, Unsuited
    from clew.puzzles.frog import Frog
    from clew.puzzles.futoshiki import Futoshiki
    from clew.puzzles.jugs import Jugs
    from clew.puzzles.knight import Knight
    from clew.puzzles.latin import Latin
    from clew.puzzles.lights_out import LightsOut
    from clew.puzzles.queens import Queens
    from clew.puzzles.sudoku import Sudoku
    from clew.puzzles.triangle import Triangle
    from clew.result import Result, Stats, Status, Stopped
    from clew.search.queens_classes import (
        QueensClasses,
        QueensPart,
        queens_classes,
        queens_parts,
    )
    from clew.solving import compare, count, is_unique, solutions, solve
    from clew.trace import Event, Trace

__version__ = "0.1.0"

_HOMES = {
    "clew.make.canonical": ("canonical", "canonical_id"),
    "clew.make.certificate": ("Certificate", "certificate"),
    "clew.make.explain": ("explain",),
    "clew.make.generate": ("generate", "parse"),
    "clew.make.hint": ("hint",),
    "clew.make.rate": ("rate",),
    "clew.notation": ("read", "read_all", "write"),
    "clew.puzzle": ("Puzzle", "Unsuited"),
    "clew.puzzles.frog": ("Frog",),
    "clew.puzzles.futoshiki": ("Futoshiki",),
    "clew.puzzles.knight": ("Knight",),
    "clew.puzzles.jugs": ("Jugs",),
    "clew.puzzles.latin": ("Latin",),
    "clew.puzzles.lights_out": ("LightsOut",),
    "clew.puzzles.queens": ("Queens",),
    "clew.puzzles.sudoku": ("Sudoku",),
    "clew.puzzles.triangle": ("Triangle",),
    "clew.result": ("Result", "Stats", "Status", "Stopped"),
    "clew.search.queens_classes": (
        "QueensClasses",
        "QueensPart",
        "queens_classes",
        "queens_parts",
    ),
    "clew.solving": ("compare", "count", "is_unique", "solutions", "solve"),
    "clew.trace": ("Event", "Trace"),
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
