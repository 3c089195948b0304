"""Loads puzzles and strategies from a user's Python file."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from clew.core import registry
from clew.core.arguments import advice
from clew.core.errors import is_ours
from clew.core.puzzle import Puzzle
from clew.model.own import Own
from clew.model.unused import report, reported
from clew.search.strategy import Strategy

LOADED = "CLEW_LOAD"
"""The environment variable that lists the loaded files for child processes."""
NAMED = re.compile(r"(.+\.py)(?::([^:]*)(?::(.*))?)?", re.DOTALL)
"""FILE.py, FILE.py:NAME or FILE.py:NAME:TEXT."""


class CannotLoad(ValueError):
    """Raised if a file fails to run, or doesn't contain the requested puzzle."""


def named_in(word: str) -> tuple[str, str, str] | None:
    """Split FILE.py:NAME:TEXT into its three parts, or return None for any other word."""
    found = NAMED.fullmatch(word)
    return None if found is None else (found[1], found[2] or "", found[3] or "")


def as_id(word: str) -> str:
    """Load the file in FILE.py:NAME:TEXT and return the puzzle's id.

    Other words are returned unchanged.
    """
    named = named_in(word)
    if named is None:
        return word
    path, name, text = named
    kinds = load(path)
    if not kinds:
        said = f"{path} doesn't define any puzzle"
        raise CannotLoad(f"{said}: add a Problem, a Grid, a walk or a game")
    if not name and len(kinds) != 1:
        said = f"{path} has {len(kinds)} puzzles"
        raise CannotLoad(f"{said}: write {path}:NAME ({advice('', list(kinds))})")
    called = _spelled(name) if name else next(iter(kinds))
    kinds |= {kind.name: kind for kind in kinds.values()}
    if called not in kinds:
        said = f"{path} has no puzzle called {name!r}"
        raise CannotLoad(f"{said}: {advice(called, list(kinds))}")
    return f"{kinds[called].name}:{text}"


def load(path: str) -> dict[str, type[Puzzle]]:
    """Load a file, register its puzzles and strategies, and return its kinds by name."""
    full = os.path.realpath(path)
    kinds = _loaded(full, path)
    known = os.environ.get(LOADED, "").split(os.pathsep)
    if full not in known:
        report(full, path)
        os.environ[LOADED] = os.pathsep.join(filter(None, [*known, full]))
    return kinds


def strategies_in(path: str) -> list[str]:
    """Return the names of the strategies in a loaded file."""
    module = _modules[os.path.realpath(path)]
    made = (value for value in vars(module).values() if isinstance(value, type))
    return [each.name for each in made if issubclass(each, Strategy) and each is not Strategy]


def load_known() -> None:
    """Load the files that the parent process had loaded."""
    for path in filter(None, os.environ.get(LOADED, "").split(os.pathsep)):
        _loaded(path, path)


@cache
def _loaded(full: str, path: str) -> dict[str, type[Puzzle]]:
    module = _modules[full] = _run(full, path)
    kinds = dict(_kinds(module))
    for kind in kinds.values():
        registry.add(kind)
    return kinds


def _kinds(module: ModuleType) -> Iterator[tuple[str, type[Puzzle]]]:
    """Yield the name and the kind of each puzzle in a file."""
    stem = Path(module.__file__ or "own").stem.lower()
    several = sum(map(_is_stated, vars(module).values()))
    for name, value in vars(module).items():
        own = _is_stated(value)
        kind = isinstance(value, type) and issubclass(value, Puzzle) and "name" in vars(value)
        if name.startswith("_") or not (own or kind):
            continue
        called = _spelled(name) if own else value.name
        home = "own" if stem == called else stem
        free = f"{home}-{called}" if registry.knows(called) else called
        value.name = free
        if own and value.summary == Own.summary:
            about = value.docstring() or (several == 1 and module.__doc__) or Own.summary
            value.summary = about.strip().partition("\n")[0]
        yield called, value.as_kind() if own else value


def _is_stated(value: object) -> bool:
    """Check whether an object is a puzzle that a file defines, rather than a kind's puzzle."""
    return isinstance(value, Own) and value.stated_as is None


def _spelled(name: str) -> str:
    """Spell a Python name as Clew does: `two-words` for TWO_WORDS."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def _run(full: str, path: str) -> ModuleType:
    """Run a file and return its module, or raise CannotLoad with the line that failed."""
    if not Path(full).is_file():
        raise CannotLoad(f"{path}: no such file")
    spec = spec_from_file_location(f"clew_own_{Path(full).stem}", full)
    if spec is None or spec.loader is None:
        raise CannotLoad(f"{path} isn't a Python file")
    module = module_from_spec(spec)
    folder = str(Path(full).parent)
    sys.path.insert(0, folder)
    _files[full] = path
    reported.add(full)  # `load` reports it, once for all processes
    try:
        with redirect_stdout(sys.stderr):  # keep its output out of our results
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise CannotLoad(fault(error) or f"{path}: {told(error)}") from None
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
    return module


_modules: dict[str, ModuleType] = {}
_files: dict[str, str] = {}
"""The files that have run, each with the path that the user gave."""


def fault(error: BaseException) -> str:
    """Return the file, line and message of an error in a loaded file, or "" for other errors."""
    if isinstance(error, SyntaxError) and error.filename in _files:
        return f"{_files[error.filename]}:{error.lineno}: {error.msg}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in _files:
            return f"{_files[frame.filename]}:{frame.lineno}: {told(error)}"
    return ""


def told(error: BaseException) -> str:
    """Describe an exception on one line, with its type unless Clew raised it."""
    if isinstance(error, SystemExit):
        return f"the file called sys.exit({error.code!r}): let it run to its end"
    said = str(error) if is_ours(error) and str(error) else f"{type(error).__name__}: {error}"
    return " ".join(said.split())
