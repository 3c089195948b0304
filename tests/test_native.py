"""The queens kernel does exactly what its Python specification says, and clew lives without it."""

import ast
import importlib
import inspect
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.puzzles.queens.search import PyQueens, QueensKernel
from clew.search import native
from tests.paths import ROOT

PLENTY = 10**12
A319283 = [1, 2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539]  # legal partial placements
A000170 = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724]  # solutions

Search = PyQueens
Outcome = tuple[list[tuple[int, ...]], int, int, int, bool]
needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
both = pytest.mark.parametrize("kind", [QueensKernel, PyQueens], ids=["kernel", "python"])


def empty(n: int) -> list[int]:
    """Return the masks of a board on which every place is allowed."""
    return [(1 << n) - 1] * n


def state(search: Search) -> tuple[int, int, int, bool]:
    return search.nodes, search.backtracks, search.deepest, search.finished


def outcome(search: Search, max_solutions: int = PLENTY, max_nodes: int = PLENTY) -> Outcome:
    return search.run(max_solutions, max_nodes), *state(search)


@st.composite
def boards(draw: st.DrawFn) -> list[int]:
    """Draw a board of 0 to 7 rows, each with its own allowed columns."""
    n = draw(st.integers(0, 7))
    sparse = st.integers(0, (1 << n) - 1)
    return draw(st.lists(sparse | st.just((1 << n) - 1), min_size=n, max_size=n))


def test_the_kernels_are_there_when_demanded() -> None:
    demanded = os.environ.get("CLEW_REQUIRE_NATIVE", "0") != "0"
    assert native.available or not demanded or os.environ.get("CLEW_NATIVE") == "0"


@both
@pytest.mark.parametrize("n", range(11))
def test_counts_of_the_whole_tree(kind: type[Search], n: int) -> None:
    answers, nodes, backtracks, deepest, finished = outcome(kind(n, empty(n)))
    assert (len(answers), nodes) == (A000170[n], A319283[n])
    assert answers == sorted(set(answers))
    fruitful = {answer[:k] for answer in answers for k in range(1, n + 1)}
    assert backtracks == nodes - 1 - len(fruitful)
    assert deepest == (n if answers else n - 1)
    assert finished


@both
def test_answers_in_lexicographic_order(kind: type[Search]) -> None:
    answers = [(1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3), (3, 0, 4, 1, 5, 2), (4, 2, 0, 5, 3, 1)]
    assert kind(6, empty(6)).run(PLENTY, PLENTY) == answers


@both
def test_queens_already_placed(kind: type[Search]) -> None:
    search = kind(8, [1 << 4, *empty(8)[1:6], 1 << 3, *empty(8)[7:]])
    whole = QueensKernel(8, empty(8)).run(PLENTY, PLENTY)
    assert search.run(PLENTY, PLENTY) == [a for a in whole if a[0] == 4 and a[6] == 3]


@needs_kernel
@pytest.mark.parametrize("n", range(11))
def test_kernel_equals_specification(n: int) -> None:
    assert outcome(QueensKernel(n, empty(n))) == outcome(PyQueens(n, empty(n)))


@needs_kernel
@given(boards())
@settings(deadline=None)
def test_kernel_equals_specification_on_any_board(rows: list[int]) -> None:
    assert outcome(QueensKernel(len(rows), rows)) == outcome(PyQueens(len(rows), rows))


@both
def test_first_answer_then_the_next(kind: type[Search]) -> None:
    search = kind(8, empty(8))
    assert search.run(1, PLENTY) == [(0, 4, 7, 5, 2, 6, 1, 3)]
    assert state(search) == (114, 105, 8, False)
    assert search.run(1, PLENTY) == [(0, 5, 7, 2, 6, 3, 1, 4)]


@both
@pytest.mark.parametrize(
    ("n", "rows", "message"),
    [
        (-1, [], "n: found -1, expected 0 to 64"),
        (65, [0] * 65, "n: found 65, expected 0 to 64"),
        (4, [15, 15, 15], "rows: found 3 masks, expected 4"),
        (0, [1], "rows: found 1 masks, expected 0"),
        (4, [15, 15, 16, 15], "row 2: the mask allows a column past 3"),
        (2, [3, -1], "mask"),
        (2, [3, 1 << 64], "mask"),
    ],
)
def test_bad_boards(kind: type[Search], n: int, rows: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kind(n, rows)


@both
@pytest.mark.parametrize("limits", [(-1, 1), (1, -1)])
def test_bad_limits(kind: type[Search], limits: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="negative limit"):
        kind(4, empty(4)).run(*limits)


@both
def test_the_widest_board(kind: type[Search]) -> None:
    known = [(2 * r + 1) % 65 for r in range(64)]
    rows = [1 << column for column in known]
    assert outcome(kind(64, rows)) == ([tuple(known)], 65, 0, 64, True)
    assert outcome(kind(64, [1 << 63] * 64)) == ([], 2, 1, 1, True)


@needs_kernel
def test_one_search_runs_in_one_thread_at_a_time() -> None:
    nodes = 50_000_000
    search = QueensKernel(24, [*empty(24)[1:], 0])
    start = Barrier(2)

    def run() -> bool:
        start.wait()
        try:
            search.run(1, nodes)
        except RuntimeError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        ran = [pool.submit(run) for _ in range(2)]
        assert sorted(f.result() for f in ran) == [False, True]
    assert search.nodes == nodes


def stub() -> dict[str, ast.ClassDef | ast.FunctionDef]:
    """What the build says the compiled module offers, by name."""
    text = Path(native.lib.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    found = (ast.ClassDef, ast.FunctionDef)
    return {each.name: each for each in ast.parse(text).body if isinstance(each, found)}


@needs_kernel
@pytest.mark.skipif("CLEW_SANITIZED" in os.environ, reason="it has no stub")
def test_the_stub_offers_what_the_module_does() -> None:
    assert set(stub()) == {name for name in dir(native.lib) if not name.startswith("_")}


def python_names() -> list[tuple[str, str, Path]]:
    """Each mention of a kernel in the sources: its name, its twin if there is one, and the file."""
    pattern = re.compile(r'\bkernel\("(\w+)", (\w+)\)|\blib\.(\w+)')
    files = sorted((ROOT / "src").rglob("*.py"))
    return [
        (found[1] or found[3], found[2] or "", path)
        for path in files
        for found in pattern.finditer(path.read_text(encoding="utf-8"))
        if path.name != "native.py"
    ]


@needs_kernel
def test_a_kernel_is_named_in_its_binding_and_once_in_python() -> None:
    bindings = "".join(path.read_text() for path in sorted((ROOT / "native").glob("*/bind_*.cpp")))
    used = Counter(name for name, _, _ in python_names())
    for name in dir(native.lib):
        if not name.startswith("_"):
            assert bindings.count(f'"{name}"') == 1, name
            assert used[name] <= 1, name


@needs_kernel
@pytest.mark.skipif("CLEW_SANITIZED" in os.environ, reason="it has no stub")
def test_kernels_take_what_their_twins_take() -> None:
    offered = stub()
    for name, twin_name, path in python_names():
        if twin_name:
            module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
            twin = getattr(importlib.import_module(module), twin_name)
            node = offered[name]
            if isinstance(node, ast.ClassDef):
                functions = (each for each in node.body if isinstance(each, ast.FunctionDef))
                node = next(each for each in functions if each.name == "__init__")
            names = [arg.arg for arg in node.args.args if arg.arg != "self"]
            expected = list(inspect.signature(twin).parameters)
            assert names == expected[: len(names)], name


def test_switched_off() -> None:
    code = (
        "from clew.search.native import available; import clew.puzzles.queens.search as q; "
        "assert not available and q.QueensKernel is q.PyQueens"
    )
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "CLEW_NATIVE": "0"}, check=True)


def build_without_compiler(tmp: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel from a copy of the sources, on a machine whose compilers all fail."""
    source = tmp / "source"
    source.mkdir()
    for name in ("pyproject.toml", "CMakeLists.txt", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, source)
    for name in ("native", "src"):
        shutil.copytree(ROOT / name, source / name)
    false = shutil.which("false") or "/bin/false"
    code = "import sys, scikit_build_core.build as b; b.build_wheel(sys.argv[1])"
    return subprocess.run(
        [sys.executable, "-c", code, str(tmp)],
        cwd=source,
        env={**os.environ, "CC": false, "CXX": false, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_installs_without_a_compiler(tmp_path: Path) -> None:
    built = build_without_compiler(tmp_path, CLEW_REQUIRE_NATIVE="")
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "import clew; from clew.search import native as n; "
        "from clew.puzzles.queens.search import QueensKernel; q = QueensKernel(8, [255] * 8);"
        "print(clew.__file__, n.available, len(q.run(1000, 10000)), q.nodes, sep='\\n')"
    )
    ran = subprocess.run(
        [sys.executable, "-S", "-c", code],  # -S: only the new copy is in sight
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split("\n")[:4] == [
        str(tmp_path / "site" / "clew" / "__init__.py"),
        "False",
        "92",
        "2057",
    ]


def test_fails_without_a_compiler_when_the_kernels_are_demanded(tmp_path: Path) -> None:
    built = build_without_compiler(tmp_path, CLEW_REQUIRE_NATIVE="1")
    assert built.returncode != 0
    assert "CMake configuration failed" in built.stdout + built.stderr
    assert not list(tmp_path.glob("*.whl"))
