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
    from clew.core.errors import ClewError
    from clew.core.events import Event, Trace
    from clew.core.puzzle import Puzzle, Unsuited
    from clew.core.result import Result, Stats, Status, Stopped
    from clew.explanations.explain import explain, hint, rate
    from clew.generators.generate import generate, parse
    from clew.identity.canonical import canonical, canonical_id
    from clew.identity.certificate import Certificate, certificate
    from clew.notation import read, read_all, write
    from clew.puzzles.frog.puzzle import Frog
    from clew.puzzles.jugs.puzzle import Jugs
    from clew.puzzles.knight.puzzle import Knight
    from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
    from clew.puzzles.latin_squares.puzzle_latin import Latin
    from clew.puzzles.lights_out.puzzle import LightsOut
    from clew.puzzles.queens.puzzle import Queens
    from clew.puzzles.sudoku.puzzle import Sudoku
    from clew.puzzles.triangle.puzzle import Triangle
    from clew.search.run import Search, compare, count, is_unique, solutions, solve

__version__ = "0.1.0"

_HOMES = {
    "clew.identity.canonical": ("canonical", "canonical_id"),
    "clew.identity.certificate": ("Certificate", "certificate"),
    "clew.generators.generate": ("generate", "parse"),
    "clew.explanations.explain": ("explain", "hint", "rate"),
    "clew.notation": ("read", "read_all", "write"),
    "clew.core.errors": ("ClewError",),
    "clew.core.puzzle": ("Puzzle", "Unsuited"),
    "clew.puzzles.frog.puzzle": ("Frog",),
    "clew.puzzles.latin_squares.puzzle_futoshiki": ("Futoshiki",),
    "clew.puzzles.knight.puzzle": ("Knight",),
    "clew.puzzles.jugs.puzzle": ("Jugs",),
    "clew.puzzles.latin_squares.puzzle_latin": ("Latin",),
    "clew.puzzles.lights_out.puzzle": ("LightsOut",),
    "clew.puzzles.queens.puzzle": ("Queens",),
    "clew.puzzles.sudoku.puzzle": ("Sudoku",),
    "clew.puzzles.triangle.puzzle": ("Triangle",),
    "clew.core.result": ("Result", "Stats", "Status", "Stopped"),
    "clew.search.run": ("Search", "compare", "count", "is_unique", "solutions", "solve"),
    "clew.core.events": ("Event", "Trace"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}
_MOVED = dict.fromkeys(
    ("QueensClasses", "QueensPart", "queens_classes", "queens_parts"),
    "clew.puzzles.queens.classes",
)
"""Names that were public here, and where they are now."""

__all__ = [
    "Certificate",
    "ClewError",
    "Event",
    "Frog",
    "Futoshiki",
    "Jugs",
    "Knight",
    "Latin",
    "LightsOut",
    "Puzzle",
    "Queens",
    "Result",
    "Search",
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
    if name in _MOVED:
        return _moved(name)
    if name not in _HOME:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def _moved(name: str) -> "Any":
    """A name that was public here: it still works, and says where to import it from."""
    import warnings

    home = _MOVED[name]
    new = f"from {home} import {name}"
    warnings.warn(f"clew.{name} is deprecated: use `{new}`", DeprecationWarning, stacklevel=3)
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
