"""Clew: state a puzzle, solve it by search, and see how the search works.

>>> import clew
>>> print(clew.solve("queens:6"))
. Q . . . .
. . . Q . .
. . . . . Q
Q . . . . .
. . Q . . .
. . . . Q .

The public interface is the names in `__all__`, and these modules for those who state puzzles, write
strategies or build on Clew:

- `clew.rules`, and `clew.core`: `board`, `capabilities`, `constraints`, `events`, `faces`, `games`,
  `grid`, `heuristics`, `puzzle`, `result` and `walks`;
- `clew.search.strategy`, and `tree_search`, `graph_search`, `best_first`, the frontiers, `Path` and
  `Space` of `clew.search.space.graph`;
- `clew.puzzles.queens.classes`: the answers of N-Queens counted by symmetry, or in parts;
- `clew.batch`, `clew.board`, `clew.coursework`, `clew.film`, `clew.notation`, `clew.notebook` and
  `clew.play`: what their `__all__` or their documents name. `clew.render` is the old name of
  `clew.board`.

All other modules are internal and may change in any version.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # not from typing: importing that takes longer than all of this

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

    from clew import batch
    from clew.core.errors import ClewError, Unsuited
    from clew.core.events import Event, Trace
    from clew.core.faces import CSP, Game, StateSpace, Verdict
    from clew.core.heuristics import Heuristic
    from clew.core.puzzle import Example, Puzzle
    from clew.core.result import Result, Run, Stats, Status, Stopped
    from clew.explanations.explain import explain, hint, rate
    from clew.explanations.explanation import NoSolution, NotUnique
    from clew.generators.maker import generate
    from clew.generators.recipe import CannotMake
    from clew.grading import grade
    from clew.identity.canonical import TooSymmetric, canonical, canonical_id
    from clew.identity.certificate import Certificate, certificate
    from clew.model.game import game
    from clew.model.grid import Grid
    from clew.model.own import ModelError, puzzle
    from clew.model.problem import Problem, Solution
    from clew.model.solver import Solver
    from clew.model.strategy import strategy
    from clew.model.walk import walk
    from clew.notation import parse, read, read_all, write
    from clew.puzzles.frog import Frog
    from clew.puzzles.jugs import Jugs
    from clew.puzzles.knight.puzzle import Knight
    from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
    from clew.puzzles.latin_squares.puzzle_latin import Latin
    from clew.puzzles.lights_out import LightsOut
    from clew.puzzles.queens.puzzle import Queens
    from clew.puzzles.sudoku.puzzle import Sudoku
    from clew.puzzles.triangle.puzzle import Triangle
    from clew.search.audit import Audit, audit
    from clew.search.proof.proof_files import BadProof, check_proof
    from clew.search.run import Search, WrongSolution, compare, count, is_unique, solutions, solve

__version__ = "0.1.0"

_HOMES = {
    "clew.identity.canonical": ("TooSymmetric", "canonical", "canonical_id"),
    "clew.identity.certificate": ("Certificate", "certificate"),
    "clew.generators.maker": ("generate",),
    "clew.generators.recipe": ("CannotMake",),
    "clew.explanations.explain": ("explain", "hint", "rate"),
    "clew.explanations.explanation": ("NoSolution", "NotUnique"),
    "clew.notation": ("parse", "read", "read_all", "write"),
    "clew.core.errors": ("ClewError", "Unsuited"),
    "clew.core.faces": ("CSP", "Game", "StateSpace", "Verdict"),
    "clew.core.heuristics": ("Heuristic",),
    "clew.core.puzzle": ("Example", "Puzzle"),
    "clew.grading": ("grade",),
    "clew.model.game": ("game",),
    "clew.model.grid": ("Grid",),
    "clew.model.own": ("ModelError", "puzzle"),
    "clew.model.problem": ("Problem", "Solution"),
    "clew.model.solver": ("Solver",),
    "clew.model.strategy": ("strategy",),
    "clew.model.walk": ("walk",),
    "clew.puzzles.frog": ("Frog",),
    "clew.puzzles.latin_squares.puzzle_futoshiki": ("Futoshiki",),
    "clew.puzzles.knight.puzzle": ("Knight",),
    "clew.puzzles.jugs": ("Jugs",),
    "clew.puzzles.latin_squares.puzzle_latin": ("Latin",),
    "clew.puzzles.lights_out": ("LightsOut",),
    "clew.puzzles.queens.puzzle": ("Queens",),
    "clew.puzzles.sudoku.puzzle": ("Sudoku",),
    "clew.puzzles.triangle.puzzle": ("Triangle",),
    "clew.core.result": ("Result", "Run", "Stats", "Status", "Stopped"),
    "clew.search.audit": ("Audit", "audit"),
    "clew.search.proof.proof_files": ("BadProof", "check_proof"),
    "clew.search.run": (
        "Search",
        "WrongSolution",
        "compare",
        "count",
        "is_unique",
        "solutions",
        "solve",
    ),
    "clew.core.events": ("Event", "Trace"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}
_MOVED = dict.fromkeys(
    ("QueensClasses", "QueensPart", "queens_classes", "queens_parts"),
    "clew.puzzles.queens.classes",
)
"""Names that were public here, and where they are now."""
_RENAMED = {"Answer": "Solution", "WrongAnswer": "WrongSolution"}
"""Old public names and their new ones."""
_OLD_MODULES = {
    "clew.core.heaps": "clew.puzzles._heaps",
    "clew.core.linear": "clew.core.faces",
    "clew.core.marks": "clew.puzzles._board_games",
    "clew.core.sums": "clew.core.games",
    "clew.puzzles.dawson": "clew.puzzles.octal",
    "clew.puzzles.dynamic": "clew.puzzles.subtraction",
    "clew.puzzles.empty_divide": "clew.puzzles.octal",
    "clew.puzzles.frog.puzzle": "clew.puzzles.frog",
    "clew.puzzles.grundy": "clew.puzzles.octal",
    "clew.puzzles.jugs.puzzle": "clew.puzzles.jugs",
    "clew.puzzles.kayles": "clew.puzzles.octal",
    "clew.puzzles.killer": "clew.puzzles.sudoku.puzzle_killer",
    "clew.puzzles.killer.puzzle": "clew.puzzles.sudoku.puzzle_killer",
    "clew.puzzles.knight.face": "clew.puzzles.knight.puzzle",
    "clew.puzzles.lasker": "clew.puzzles.octal",
    "clew.puzzles.lights_out.light_grid": "clew.puzzles._light_grid",
    "clew.puzzles.lights_out.presses": "clew.puzzles._light_grid",
    "clew.puzzles.lights_out.puzzle": "clew.puzzles.lights_out",
    "clew.puzzles.minesweeper.puzzle": "clew.puzzles.minesweeper",
    "clew.puzzles.nim.puzzle": "clew.puzzles.nim",
    "clew.puzzles.nimble": "clew.puzzles.nim",
    "clew.puzzles.northcott": "clew.puzzles.nim",
    "clew.puzzles.noughts.puzzle": "clew.puzzles.noughts",
    "clew.puzzles.sliding_tiles.face": "clew.puzzles._search_tiles",
    "clew.puzzles.sliding_tiles.puzzle": "clew.puzzles.sliding_tiles",
    "clew.puzzles.staircase": "clew.puzzles.nim",
    "clew.puzzles.triangle.face": "clew.puzzles.triangle.search",
    "clew.puzzles.turtles": "clew.puzzles.nim",
    "clew.puzzles.wythoff": "clew.puzzles.nim",
}
"""Modules that pickles or old programs name, and where their contents are now."""

__all__ = [
    "CSP",
    "Audit",
    "BadProof",
    "CannotMake",
    "Certificate",
    "ClewError",
    "Event",
    "Example",
    "Frog",
    "Futoshiki",
    "Game",
    "Grid",
    "Heuristic",
    "Jugs",
    "Knight",
    "Latin",
    "LightsOut",
    "ModelError",
    "NoSolution",
    "NotUnique",
    "Problem",
    "Puzzle",
    "Queens",
    "Result",
    "Run",
    "Search",
    "Solution",
    "Solver",
    "StateSpace",
    "Stats",
    "Status",
    "Stopped",
    "Sudoku",
    "TooSymmetric",
    "Trace",
    "Triangle",
    "Unsuited",
    "Verdict",
    "WrongSolution",
    "audit",
    "batch",
    "canonical",
    "canonical_id",
    "certificate",
    "check_proof",
    "compare",
    "count",
    "explain",
    "game",
    "generate",
    "grade",
    "hint",
    "is_unique",
    "parse",
    "puzzle",
    "rate",
    "read",
    "read_all",
    "solutions",
    "solve",
    "strategy",
    "walk",
    "write",
]


def __getattr__(name: str) -> "Any":
    """Import a public name when it is first used, so that the command line starts quickly."""
    if name == "batch":
        return import_module("clew.batch")
    if name in _MOVED:
        return _moved(name)
    if name in _RENAMED:
        return _renamed(name)
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


def _renamed(name: str) -> "Any":
    """Return a public name that has a new one, with a warning that says so."""
    import warnings

    new = _RENAMED[name]
    warnings.warn(f"clew.{name} is deprecated: use clew.{new}", DeprecationWarning, stacklevel=3)
    return __getattr__(new)


class _OldModules:
    """Finds `_OLD_MODULES`, so that pickles with their names still load."""

    @staticmethod
    def find_spec(name: str, *_: object) -> "ModuleSpec | None":
        if name not in _OLD_MODULES:
            return None
        from importlib.machinery import ModuleSpec

        is_package = any(old.startswith(f"{name}.") for old in _OLD_MODULES)
        return ModuleSpec(name, _OldModules, is_package=is_package)  # type: ignore[arg-type]  # a class will do

    @staticmethod
    def create_module(_: "ModuleSpec") -> None:
        """Let Python create an empty module."""

    @staticmethod
    def exec_module(module: "ModuleType") -> None:
        found = vars(import_module(_OLD_MODULES[module.__name__]))
        vars(module).update({name: found[name] for name in found if not name.startswith("__")})


sys.meta_path.append(_OldModules)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
