"""A kind lives in one place: no other file of the program names it, as a word or as a class."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import clew
from clew.core.puzzle import Puzzle
from clew.core.registry import all_puzzles, names

ROOT = Path(clew.__file__).parent
HOMES = ("puzzles/", "coursework/", "__init__.py")
"""Where kinds may be named: their own folders, the assignments, and the public names."""
PAGES = (".js", ".css", ".html")
TERMS = {"dynamic", "grundy", "latin", "nim", "octal", "staircase", "subtraction", "triangle"}
"""Kinds whose names are terms of the field or plain words (the nim-sum, a Latin square): these
count only where they stand for the kind, as a whole string or before the colon of an id."""
PROSE = {"help", "epilog", "examples", "metavar", "short_help"}
"""Arguments whose strings are examples for people."""

CLASSES = {kind.__name__ for kind in all_puzzles()}
_PLAIN = "|".join(name.replace("-", "[-_ ]?") for name in names() if name not in TERMS)
WORD = re.compile(rf"(?<![a-z])({_PLAIN})(?![a-z])", re.IGNORECASE)
ID = re.compile(rf"\s*({'|'.join(names())})(:\S.*)?\s*", re.DOTALL)

ALLOWED = {
    "batch/input.py": "a column of a CSV file may have the name",
    "cli/batch.py": "help texts in a table",
    "cli/app.py": "grundy is a command too",
    "core/games.py": "octal codes, and the examples of a sum are ids of games",
    "explanations/techniques/forcing.py": "dynamic forcing nets",
    "search/game/grundy.py": "grundy is a strategy too",
}
"""What is still named elsewhere, and why. This list only shrinks."""


def words(text: str) -> str:
    """An identifier as words: camelCase and snake_case parted."""
    return re.sub(r"([a-z])([A-Z])", r"\1 \2", text).replace("_", " ")


def python(text: str) -> Iterator[tuple[str, bool]]:
    """The names and the strings of a module, and whether each is a string."""
    tree = ast.parse(text)
    prose = {id(each) for node in ast.walk(tree) for each in _prose(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value, True
        for name in ("id", "attr", "name", "arg", "module"):
            if isinstance(found := getattr(node, name, None), str):
                yield found, False


def _prose(node: ast.AST) -> Iterator[ast.AST]:
    """The strings that are read by people only: docstrings, help texts, examples."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.keyword) and node.arg in PROSE:
        yield from ast.walk(node.value)
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield from (each for each in ast.walk(node) if _is_example(each))


def _is_example(node: ast.AST) -> bool:
    text = node.value if isinstance(node, ast.Constant) else None
    return isinstance(text, str) and bool(re.search(r"Examples?:\n|such as '?[a-z-]+", text))


def page(text: str, suffix: str) -> Iterator[tuple[str, bool]]:
    """The names and strings of a file of the pages, without its comments and prose."""
    if suffix == ".html":
        for tag in re.findall(r"<[a-z][^>]*>", re.sub(r"(?s)<!--.*?-->", "", text)):
            yield from ((value, True) for value in re.findall(r'="([^"]*)"', tag))
        return
    code = re.sub(r"(?s)/\*.*?\*/|^\s*//[^\n]*", "", text, flags=re.MULTILINE)
    for string in re.findall(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", code):
        if "such as " in string:  # an example, which only people read
            code = code.replace(string, "")
        else:
            yield string[1:-1], True
    for name in re.findall(r"[\w-]+", code):
        yield name, False


def named(path: Path) -> set[str]:
    """The kinds that a file names."""
    text = path.read_text(encoding="utf-8")
    parts = python(text) if path.suffix == ".py" else page(text, path.suffix)
    found = set()
    for part, is_string in parts:
        if match := WORD.search(words(part)):
            found.add(match[0])
        if part in CLASSES or (is_string and (match := ID.fullmatch(part))):
            found.add(part[:40])
    return found


def files() -> list[Path]:
    return [
        path
        for path in sorted(ROOT.rglob("*"))
        if path.suffix in (".py", *PAGES) and not place(path).startswith(HOMES)
    ]


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_other_file_names_a_kind() -> None:
    found = {place(path): named(path) for path in files()}
    wrong = {where: kinds for where, kinds in found.items() if kinds and where not in ALLOWED}
    assert not wrong
    assert {where for where in ALLOWED if not found.get(where)} == set(), "no longer needed"


def test_a_file_that_holds_several_kinds_lists_them() -> None:
    homes: dict[str, list[str]] = {}
    for kind in all_puzzles():
        homes.setdefault(kind.__module__, []).append(kind.name)
    for module in map(import_module, homes):
        held = {
            value.name
            for value in vars(module).values()
            if isinstance(value, type) and value.__module__ == module.__name__
            and issubclass(value, Puzzle) and "name" in vars(value)
        }  # fmt: skip
        assert held <= {*homes[module.__name__]}


@pytest.mark.parametrize(
    ("text", "suffix", "kinds"),
    [
        ("from clew.puzzles.knight.puzzle import Knight", ".py", {"knight", "Knight"}),
        ("def as_sudoku(x): ...", ".py", {"sudoku"}),
        ("KIND = 'nim'\nname = 'nim:3,4'", ".py", {"nim", "nim:3,4"}),
        ("nim_sum = 'the nim-sum'; '''a docstring of sudoku'''", ".py", set()),
        ("option(help='For queens: more.')", ".py", set()),
        ("// a knight\nconst x = kind === 'lights-out';", ".js", {"lights-out"}),
        (".skin-frog .pad { color: red } /* triangle */", ".css", {"frog"}),
        ('<p class="jugs">Sudoku is prose</p>', ".html", {"jugs"}),
    ],
)
def test_names_are_found(tmp_path: Path, text: str, suffix: str, kinds: set[str]) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_text(text)
    assert named(path) == kinds


def test_a_class_name_stands_for_one_thing() -> None:
    """Except in `coursework`, whose names are those of the courses."""
    homes: dict[str, list[str]] = {}
    for path in files():
        if path.suffix == ".py" and "coursework" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    homes.setdefault(node.name, []).append(place(path))
    assert not {name: where for name, where in homes.items() if len(where) > 1}
