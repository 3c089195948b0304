"""What `import clew` offers, and what it costs."""

from __future__ import annotations

import inspect
import pickle
import re
import subprocess
import sys
from importlib import import_module
from importlib.resources import files

import pytest

import clew
from tests import english
from tests.paths import ROOT

DESCRIBED = (
    *("Audit", "CSP", "Certificate", "Event", "Example", "Heuristic", "Result", "Run"),
    *("Search", "Stopped", "Verdict"),
)
"""The classes whose docstrings describe every parameter."""
PUBLIC = {
    "Solution",
    "Solver",
    "Audit",
    "BadProof",
    "CSP",
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
}


def loaded_by(code: str) -> set[str]:
    """The modules that a Python of its own has imported after the code."""
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True
    )
    return set(ended.stdout.splitlines()[-1].split())


def test_the_public_names_are_these() -> None:
    assert set(clew.__all__) == PUBLIC
    assert len(clew.__all__) == len(set(clew.__all__))
    assert set(dir(clew)) == PUBLIC | {"__version__"}


@pytest.mark.parametrize("name", sorted(PUBLIC - {"QueensPart"}))
def test_every_public_name_is_there_and_shows_an_example(name: str) -> None:
    assert ">>> " in getattr(clew, name).__doc__
    assert getattr(clew, name).__module__.startswith("clew")


def test_the_api_reference_has_every_public_name() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\.\. auto\w+:: clew\.(\w+)", text, re.MULTILINE)
    assert sorted(listed) == sorted(PUBLIC), "each name once"


@pytest.mark.parametrize("name", sorted(DESCRIBED))
def test_a_public_class_describes_its_parameters(name: str) -> None:
    kind = getattr(clew, name)
    described = re.findall(r"^    (\w+): ", inspect.getdoc(kind) or "", re.MULTILINE)
    parameters = [each for each in inspect.signature(kind).parameters if not each.startswith("_")]
    assert described[: len(parameters)] == parameters


@pytest.mark.parametrize("check", english.CHECKS)
def test_english_checker_finds_no_fault(check: str) -> None:
    assert "\n".join(map(str, english.CHECKS[check]())) == ""


def test_exceptions_share_a_base() -> None:
    values = [getattr(clew, name) for name in clew.__all__]
    errors = [each for each in values if isinstance(each, type) and issubclass(each, Exception)]
    assert len(errors) == 10
    assert all(issubclass(each, clew.ClewError) for each in errors)


def test_a_star_imports_them_all() -> None:
    names: dict[str, object] = {}
    exec("from clew import *", names)  # nothing else can test a star
    assert set(names) - {"__builtins__"} == PUBLIC


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="module 'clew' has no attribute 'slove'"):
        clew.slove  # noqa: B018
    assert not hasattr(clew, "_HOMES_")


@pytest.mark.parametrize("name", ["QueensClasses", "QueensPart", "queens_classes", "queens_parts"])
def test_names_that_moved_still_work_and_say_where_they_are(name: str) -> None:
    message = f"clew.{name} is deprecated: use `from clew.puzzles.queens.classes import {name}`"
    with pytest.warns(DeprecationWarning, match=message):
        assert getattr(clew, name).__name__ == name


def test_the_types_are_published() -> None:
    assert files("clew").joinpath("py.typed").is_file()


def test_importing_clew_imports_the_standard_library_only() -> None:
    code = "import clew\n[getattr(clew, name) for name in clew.__all__]"
    new = loaded_by(code) - loaded_by("")
    tops = {name.partition(".")[0] for name in new}
    assert tops <= {"clew"} | sys.stdlib_module_names


def test_importing_clew_imports_nothing_of_it() -> None:
    new = loaded_by("import clew") - loaded_by("")
    assert {name for name in new if name.startswith("clew")} == {"clew"}
    heavy = {"asyncio", "click", "email", "multiprocessing", "numpy", "rich", "unittest", "xml"}
    solving = loaded_by("import clew\nclew.solve(clew.parse('queens:6'))") - loaded_by("")
    assert not heavy & solving


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("clew.core.heaps", "PilePuzzle"),
        ("clew.core.linear", "LinearSystem"),
        ("clew.core.marks", "Won"),
        ("clew.core.sums", "GameSum"),
        ("clew.puzzles.lights_out.presses", "FewestPresses"),
    ],
)
def test_a_pickle_that_names_an_old_module_loads(module: str, name: str) -> None:
    found = pickle.loads(f"c{module}\n{name}\n.".encode())
    assert found.__name__ == name
    assert found.__module__ != module


def test_every_old_module_is_found_in_a_new_one() -> None:
    for old, new in clew._OLD_MODULES.items():
        assert import_module(old).__name__ == old
        assert import_module(new).__name__ == new
    with pytest.raises(ModuleNotFoundError):
        import_module("clew.core.nowhere")
