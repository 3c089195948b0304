"""Puzzles and strategies from a Python file that the user names."""

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
from clew.core.errors import is_ours
from clew.core.puzzle import Puzzle
from clew.model.own import Own
from clew.model.unused import report, reported
from clew.search.strategy import Strategy

LOADED = "CLEW_LOAD"
"""The environment variable by which processes that are started know what was loaded."""
NAMED = re.compile(r"(.+\.py)(?::([^:]*)(?::(.*))?)?", re.DOTALL)
"""FILE.py, FILE.py:NAME or FILE.py:NAME:TEXT."""


class CannotLoad(ValueError):
    """A file that does not run, or that does not hold what was named; says where and why."""


def named_in(word: str) -> tuple[str, str, str] | None:
    """The file, the name and the text of FILE.py:NAME:TEXT; None if it is no such word."""
    found = NAMED.fullmatch(word)
    return None if found is None else (found[1], found[2] or "", found[3] or "")


def as_id(word: str) -> str:
    """The id of FILE.py:NAME:TEXT, whose file is loaded; other words as they are."""
    named = named_in(word)
    if named is None:
        return word
    path, name, text = named
    kinds = load(path)
    there = ", ".join(kinds)
    if not kinds:
        raise CannotLoad(f"{path}: found no puzzle, expected a Problem, a Grid, a walk or a game")
    if not name and len(kinds) != 1:
        raise CannotLoad(
            f"{path}: found the puzzles {there}, expected {path}:NAME with one of them"
        )
    called = _spelled(name) if name else next(iter(kinds))
    kinds |= {kind.name: kind for kind in kinds.values()}
    if called not in kinds:
        raise CannotLoad(f"{path}: found no puzzle {name!r}, expected one of {there}")
    return f"{kinds[called].name}:{text}"


def load(path: str) -> dict[str, type[Puzzle]]:
    """The kinds of puzzles in a file, by name; they and its strategies can be used from now on."""
    full = os.path.realpath(path)
    kinds = _loaded(full, path)
    known = os.environ.get(LOADED, "").split(os.pathsep)
    if full not in known:
        report(full, path)
        os.environ[LOADED] = os.pathsep.join(filter(None, [*known, full]))
    return kinds


def strategies_in(path: str) -> list[str]:
    """The names of the strategies in a file that was loaded."""
    module = _modules[os.path.realpath(path)]
    made = (value for value in vars(module).values() if isinstance(value, type))
    return [each.name for each in made if issubclass(each, Strategy) and each is not Strategy]


def load_known() -> None:
    """Load what the process that started this one had loaded."""
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
    """What the file calls each puzzle that it states, and its kind."""
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
    """Whether a file states this puzzle itself; one that it parsed belongs to a kind."""
    return isinstance(value, Own) and value.stated_as is None


def _spelled(name: str) -> str:
    """How Clew spells a name of Python: `two-words` for TWO_WORDS."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def _run(full: str, path: str) -> ModuleType:
    """The module of a file; CannotLoad says in which line it failed."""
    if not Path(full).is_file():
        raise CannotLoad(f"{path}: found no such file, expected a Python file")
    spec = spec_from_file_location(f"clew_own_{Path(full).stem}", full)
    if spec is None or spec.loader is None:
        raise CannotLoad(f"{path}: expected a Python file")
    module = module_from_spec(spec)
    folder = str(Path(full).parent)
    sys.path.insert(0, folder)
    _files[full] = path
    reported.add(full)  # `load` does that, and once for all processes
    try:
        with redirect_stdout(sys.stderr):  # what it prints is no part of what clew prints
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise CannotLoad(fault(error) or f"{path}: {told(error)}") from None
    finally:
        if folder in sys.path:
            sys.path.remove(folder)
    return module


_modules: dict[str, ModuleType] = {}
_files: dict[str, str] = {}
"""The files that were run, and what the user calls them."""


def fault(error: BaseException) -> str:
    """The line of a loaded file that an error came from, and what it says; empty if none did."""
    if isinstance(error, SyntaxError) and error.filename in _files:
        return f"{_files[error.filename]}:{error.lineno}: {error.msg}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in _files:
            return f"{_files[frame.filename]}:{frame.lineno}: {told(error)}"
    return ""


def told(error: BaseException) -> str:
    """What an error says, with its name unless Clew raised it on purpose."""
    if isinstance(error, SystemExit):
        return f"found sys.exit({error.code!r}), expected a file that runs to its end"
    said = str(error) if is_ours(error) and str(error) else f"{type(error).__name__}: {error}"
    return " ".join(said.split())
