"""The examples in examples/own need no more lines than in any other library."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest
from click.testing import CliRunner

import clew
from clew.cli.app import app
from clew.model.own import Own

ROOT = Path(__file__).parents[2]
OWN = ROOT / "examples" / "own"
PEERS = ROOT / "benchmarks" / "own_peers.py"
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
NO_CODE |= {tokenize.ENCODING, tokenize.ENDMARKER}


def lines(text: str) -> int:
    """Count the lines of data and rules, after formatting with at most 100 characters per line.

    Blank lines, comments, docstrings, imports and a final `return` don't count.
    """
    tree = ast.parse(text)
    body = tree.body[0].body if isinstance(tree.body[0], ast.FunctionDef) else tree.body
    left_out = {ast.Import, ast.ImportFrom} | ({ast.Return} if body is not tree.body else set())
    skipped = {
        line
        for node in ast.walk(tree)
        if type(node) in left_out & {ast.Import, ast.ImportFrom} or _is_docstring(node)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)  # type: ignore[attr-defined]
    }
    if body is not tree.body:
        skipped |= set(range(1, body[0].lineno)) | set(range(body[-1].lineno, text.count("\n") + 2))
        skipped |= {node.lineno for node in body if "aima(" in ast.unparse(node)}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = {
        line
        for token in tokens
        if token.type not in NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(code - skipped)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def peers() -> dict[str, dict[str, int]]:
    """Return the number of lines that each problem takes in the other libraries."""
    text = PEERS.read_text(encoding="utf-8")
    tree = ast.parse(text)
    bodies = {
        node.name: ast.get_source_segment(text, node) or ""
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    ready_made = text.partition("READY_MADE = ")[2]
    table = next(node.value for node in tree.body if isinstance(node, ast.AnnAssign))
    assert isinstance(table, ast.Dict)
    counted: dict[str, dict[str, int]] = {}
    for problem, others in zip(table.keys, table.values, strict=True):
        assert isinstance(others, ast.Dict)
        counted[ast.literal_eval(problem or ast.Constant(""))] = {
            ast.literal_eval(name or ast.Constant("")): lines(bodies[ast.unparse(function)])
            for name, function in zip(others.keys, others.values, strict=True)
            if f'"{ast.unparse(function)}"' not in ready_made
        }
    return counted


def ours() -> dict[str, int]:
    return {path.stem: lines(path.read_text(encoding="utf-8")) for path in sorted(OWN.glob("*.py"))}


def test_count_of_lines_skips_comments_and_imports() -> None:
    text = '"""Words."""\n\nimport clew\n\n# more\nx = (\n    1\n)\n\n\n'
    text += 'def f():\n    """W."""\n    g()\n'
    assert lines(text) == 5
    inside = 'def f():\n    import a\n\n    x = 1\n    y = """\n    2"""\n    return x'
    assert lines(inside) == 3


@pytest.mark.parametrize("problem", peers())
def test_example_needs_no_more_lines_than_other_libraries(problem: str) -> None:
    assert ours()[problem] <= min(peers()[problem].values())


def test_table_in_the_documents_matches_the_count() -> None:
    counted, others = ours(), peers()
    assert counted.keys() == others.keys()
    text = (ROOT / "docs" / "own_puzzle.md").read_text(encoding="utf-8")
    found = re.findall(
        r"^\| \[[^]]+\]\(\.\./examples/own/(\w+)\.py\) \| (\d+) \| (.+) \|$", text, re.MULTILINE
    )
    told = {name: (int(number), words) for name, number, words in found}
    expected = {
        name: (counted[name], ", ".join(f"{peer} {n}" for peer, n in others[name].items()))
        for name in counted
    }
    assert told == expected


@pytest.mark.parametrize("problem", ours())
def test_example_is_solved(problem: str) -> None:
    names: dict[str, object] = {}
    path = OWN / f"{problem}.py"
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), names)
    puzzle = next(value for value in reversed(names.values()) if isinstance(value, Own))
    assert clew.solve(puzzle).solved


@pytest.mark.parametrize("problem", ["kenken", "missionaries", "romania"])
def test_example_can_be_watched(problem: str) -> None:
    done = CliRunner().invoke(app, ["trace", str(OWN / f"{problem}.py")])
    assert (done.exit_code, done.exception) == (0, None)
    assert "1 solution found" in done.stdout
