"""Checks the English of Clew as far as a program can: words, docstrings, lists in errors, lengths.

`python -m tests.english [PATH...]` prints the faults below these paths, or all of them.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import clew
from tests.paths import ROOT

LONGEST_GUIDE = 3_000
"""The most words of a guide; reference pages and lessons may be longer."""
IMPORTED = Path(clew.__file__).parents[2]
"""The folder above `src`. It's another one than `ROOT` if a clone borrows an environment."""
REFERENCE = (
    "docs/api", "docs/course", "docs/glossary.md", "docs/notes", "docs/reference.md",
    "docs/strategies.md",
)  # fmt: skip
MOST_NAMED = 7
"""The most alternatives that an error lists."""
BANNED = {
    r"\bshall\b": "will, must or can",
    r"\banew\b|\bafresh\b": "again",
    r"\bdearest\b": "hardest, most expensive",
    r"\bfor ever\b": "forever, or without a limit",
    r"\bkin\b": "similar ones, relatives",
    r"\bbeside\b": "next to, as well as",
    r"\bcomes? along\b": "is included",
    r"\bof late\b": "recently",
    r"\bas wanted\b": "as you like, as requested",
    r"\bso many\b": "a noun: the maximum number of",
    r"\bone's own\b": "your own",
    r"\b(is|are|was|were|be) (told|said)\b": "a sentence with an actor",
    r"\bheld against\b": "compared with",
    r"\b(that|which|who) (is|are) no\b": "isn't, aren't",
    r"\bis no (?!longer|more\b|fewer|less\b|way\b|need\b|doubt\b|better\b|worse\b|other\b|point\b"
    r"|solution|good\b|answer\b|one\b|limit\b|such\b)[a-z]+[,.;:]": "isn't a",
    r"\bare none\b": "there aren't any",
    r"\bstands? (first|beside)\b": "is, comes",
    r"\bof which\b": "two sentences",
    r"\bin the end\b(?! of)": "finally, at the end",
    r"\bnothing else\b, and": "only",
}
"""Phrases that a native speaker wouldn't write here, and what to write instead."""
TEXTS = (".md", ".html", ".txt")
VERBS = frozenset((ROOT / "tests/data/verbs.txt").read_text(encoding="utf-8").split())
"""The verbs with which a docstring may begin: the imperative."""


class Fault(NamedTuple):
    """One thing to rewrite, and where it is."""

    path: str
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.words}"


def files(*endings: str) -> Iterator[Path]:
    """Yield the project's own files with these endings."""
    for folder in ("src", "docs", "examples", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings and not {"__pycache__", "_made"}.intersection(path.parts):
                yield path
    yield from (path for path in sorted(ROOT.glob("*.md")) if ".md" in endings)


def where(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines that people read: no code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        in_code = False
        for number, line in enumerate(text.splitlines(), 1):
            in_code ^= line.lstrip().startswith("```")
            if not in_code:
                yield number, re.sub(r"`[^`]*`", "", line)
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for number, line in enumerate(node.value.splitlines(), node.lineno):
                yield number, line
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.search(r"(?:^|\s)# (.*)", line):
            yield number, match[1]


def banned() -> Iterator[Fault]:
    """Yield the phrases that nobody would say."""
    for path in files(*TEXTS, ".py"):
        for number, line in prose(path):
            for phrase, better in BANNED.items():
                if match := re.search(phrase, line):
                    yield Fault(where(path), number, f"{match[0]!r}: write {better}")


def openings() -> Iterator[Fault]:
    """Yield the docstrings that open with a what-clause."""
    for path in files(".py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                words = ast.get_docstring(node) or ""
                if re.match(r"(What|Whether|How) ", words):
                    line = node.body[0].lineno
                    yield Fault(where(path), line, f"begin with a verb or a noun: {words[:50]!r}")


def public() -> Iterator[tuple[str, Any, str]]:
    """Yield the public functions and methods with their docstrings, inherited ones included."""
    for name in clew.__all__:
        value = getattr(clew, name)
        if inspect.isfunction(value):
            yield name, inspect.unwrap(value), inspect.getdoc(value) or ""
        elif inspect.isclass(value) and value.__module__.startswith("clew."):
            for own, method in vars(value).items():
                function = inspect.unwrap(getattr(method, "__func__", method))
                if inspect.isfunction(function) and not own.startswith("_"):
                    yield f"{name}.{own}", function, inspect.getdoc(getattr(value, own)) or ""


def contracts() -> Iterator[Fault]:
    """Yield the public functions whose docstring doesn't say what they do, take or raise."""
    seen = set()
    for name, function, words in public():
        file = Path(inspect.getsourcefile(function) or "")
        at = file.relative_to(IMPORTED).as_posix(), function.__code__.co_firstlineno
        if at in seen:
            continue
        seen.add(at)
        first = words.partition(" ")[0].lower().strip(".,:;")
        if first not in VERBS:
            yield Fault(*at, f"clew.{name}: begin with a verb, not {words[:30]!r}")
        for parameter in list(inspect.signature(function).parameters)[1 * ("." in name) :]:
            described = rf"^ +\*{{0,2}}{parameter}(, \*{{0,2}}\w+)*( \([^)]*\))?:"
            if not parameter.startswith("_") and not re.search(described, words, re.MULTILINE):
                yield Fault(*at, f"clew.{name}: describe {parameter} under Args")


def lists() -> Iterator[Fault]:
    """Yield the errors that may list more alternatives than anybody reads."""
    for path in files(".py"):
        if not where(path).startswith("src"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and node.exc is not None:
                code = ast.unparse(node.exc)
                if re.search(r"(choose from|expected (one of )?)\{', '\.join\(", code):
                    yield Fault(where(path), node.lineno, "list at most seven: use `advice`")


def guides() -> Iterator[Fault]:
    """Yield the guides that nobody reads to their end."""
    for path in files(".md"):
        words = len(path.read_text(encoding="utf-8").split())
        is_guide = where(path).startswith("docs") and not where(path).startswith(REFERENCE)
        if is_guide and words > LONGEST_GUIDE:
            yield Fault(where(path), 1, f"{words:,} words, the most is {LONGEST_GUIDE:,}")


CHECKS: dict[str, Callable[[], Iterator[Fault]]] = {
    "banned": banned,
    "openings": openings,
    "contracts": contracts,
    "lists": lists,
    "guides": guides,
}


if __name__ == "__main__":
    below = tuple(sys.argv[1:])
    for check in CHECKS.values():
        for fault in check():
            if fault.path.startswith(below or ("",)):
                print(fault)
