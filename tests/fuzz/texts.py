"""Texts for every reader, and words for the command line: read, or refused in one line, soon."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import click
from click.testing import CliRunner

import clew
from clew.cli.app import COMMANDS, app
from clew.core.registry import all_puzzles
from clew.generators.maker import makers, recipe
from clew.generators.recipe import Recipe
from clew.notation import notations, read_all
from clew.search.strategy import options, parse_strategy, strategies
from tests.fuzz import nasty
from tests.fuzz.running import Check

LONGEST = 800
"""The most characters of an error: it quotes what it refuses, but not at length."""
SMALL = 2_000
"""A puzzle whose text is longer is read, but neither drawn nor judged."""
NOT_RUN = {"play", "site", "lesson", "status"}
"""Commands that serve, or write whole folders: they're called with an option that they refuse."""


def shown(kind: Any) -> Callable[[str], Any]:
    """Return a function that reads a puzzle, writes it, and draws it if it's small."""

    def read(text: str) -> None:
        puzzle = kind.parse(text)
        again = kind.parse(str(puzzle))
        if again != puzzle:
            raise AssertionError(f"read back as {str(again)[:80]!r}, not {str(puzzle)[:80]!r}")
        if len(str(puzzle)) < SMALL:
            puzzle.board()
            puzzle.clashes()

    return read


def read_any(text: str) -> Any:
    try:
        return read_all(text)
    except FileNotFoundError as error:  # a text that looks like the name of a file
        raise ValueError(str(error)) from None


def size_of(kind: str) -> Callable[[str], Any]:
    """Return a function that writes a recipe with a text for its size."""
    return lambda text: recipe(kind, text)


@cache
def readers() -> dict[str, Callable[[str], Any]]:
    """Return every function that reads a text which a person typed."""
    return {
        **{f"parse {kind.name}": shown(kind) for kind in all_puzzles()},
        **{f"notation {each.name}": each.read for each in notations()},
        **{f"fits {each.name}": each.fits for each in notations()},
        **{f"size {kind}": size_of(kind) for kind in makers()},
        "parse": clew.parse,
        "read": read_any,
        "strategy": parse_strategy,
        "recipe": Recipe.parse,
    }


@cache
def samples() -> dict[str, list[str]]:
    """Return texts that each reader reads, to be spoilt."""
    found = {f"parse {kind.name}": [each.text for each in kind.examples] for kind in all_puzzles()}
    ids = [f"{kind.name}:{each.text}" for kind in all_puzzles() for each in kind.examples]
    found |= {"parse": ids, "read": list(ids)}
    found["strategy"] = [
        f"{name}:{option}={(words or ('1',))[-1]}"
        for name, kind in strategies().items()
        for option, (_, words) in options(kind).items()
    ]
    found["recipe"] = [f"{kind}:4,level=easy#7" for kind in makers()]
    for each in notations():
        held = found[f"notation {each.name}"] = []
        for puzzle_id in ids:
            if len(puzzle_id) < 400 and each.kind in ("", puzzle_id.partition(":")[0]):
                try:
                    held.append(clew.write(puzzle_id, each.name))
                except (ValueError, TypeError):
                    continue
            if len(held) > 4:
                break
        found[f"fits {each.name}"] = held
        found["read"] += held
    return found


def refusal(error: Exception) -> str:
    """Return what's wrong with an error that refuses a text."""
    if not isinstance(error, ValueError | clew.ClewError) or isinstance(error, UnicodeError):
        raise error
    said = str(error)
    if not said.strip():
        return "refused without a word"
    if "\n" in said or "\r" in said:
        return f"refused in several lines: {said[:200]!r}"
    if len(said) > LONGEST:
        return f"refused in {len(said):,} characters: {said[:200]!r}"
    for trap in ("invalid literal", "Exceeds the limit", "could not convert", "not enough values"):
        if trap in said:
            return f"refused in Python's words: {said[:200]!r}"
    return ""


@dataclass(frozen=True)
class Text:
    """A reader, and a text for it."""

    reader: str
    text: str

    def checks(self) -> Iterator[Check]:
        yield f"{self.reader.split()[0]}:{self.reader}", self._read

    def _read(self) -> str:
        try:
            readers()[self.reader](self.text)
        except AssertionError:
            raise
        except Exception as error:
            return refusal(error)
        return ""

    def smaller(self) -> Iterator[Text]:
        for text in nasty.shorter(self.text):
            yield replace(self, text=text)

    def snippet(self, check: str) -> str:
        lines = ["from tests.fuzz.texts import readers", ""]
        return "\n".join([*lines, f"readers()[{self.reader!r}]({self.text!r})"])


@dataclass(frozen=True)
class Command:
    """Words on the command line, and the standard input."""

    words: tuple[str, ...]
    stdin: str

    def checks(self) -> Iterator[Check]:
        yield f"clew {self.words[0]}", self._run

    def _run(self) -> str:
        before = os.getcwd()  # noqa: PTH109
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                given = self.stdin.encode(errors="replace")
                result = CliRunner().invoke(app, list(self.words), prog_name="clew", input=given)
            finally:
                os.chdir(before)
        if not isinstance(result.exception, SystemExit | None):
            raise result.exception
        if result.exit_code not in (0, 1, 2, 3):
            return f"ended with status {result.exit_code}: {result.output[:200]!r}"
        if result.exit_code != 2:
            return "a traceback" if "Traceback" in result.output else ""
        if result.stderr.startswith("Usage:") and len(self.words) == 1:
            return ""  # a group of commands, without one of them
        if "--json" in self.words and result.stdout:
            return self._wrong_json(result.stdout, result.stderr)
        said = result.stderr or result.stdout  # a list of ratings says of each puzzle what it is
        ours = said is result.stdout or said.startswith(("clew", *self.words[1:]))
        if (result.stderr and result.stdout) or said.count("\n") != 1 or not ours:
            return f"refused with {result.stdout[:100]!r} and {result.stderr[:300]!r}"
        return f"refused with {said[:300]!r}" if len(said) > LONGEST + 20 else ""

    @staticmethod
    def _wrong_json(said: str, line: str) -> str:
        """Describe the fault of an error in JSON; empty if it says the same as the line."""
        try:
            error = json.loads(said.splitlines()[-1])["error"]
        except (ValueError, KeyError, TypeError):
            return f"refused with {said[:100]!r}"
        if line.count("\n") > 1 or not line.endswith(f"{error}\n"):
            return f"refused with {said[:100]!r} and {line[:300]!r}"
        return ""

    def smaller(self) -> Iterator[Command]:
        first, *rest = self.words
        if self.stdin:
            yield replace(self, stdin="")
        for at in range(len(rest)):
            yield replace(self, words=(first, *rest[:at], *rest[at + 1 :]))
        for at, each in enumerate(rest):
            for text in nasty.shorter(each):
                yield replace(self, words=(first, *rest[:at], text, *rest[at + 1 :]))

    def snippet(self, check: str) -> str:
        return "\n".join([
            "from tests.fuzz.texts import Command", "",
            f"assert Command({self.words!r}, {self.stdin!r})._run() == ''",
        ])  # fmt: skip


@cache
def commands() -> dict[str, click.Command]:
    context = click.Context(app)
    found = {name: app.get_command(context, name) for name in COMMANDS}
    return {name: each for name, each in found.items() if each is not None}


def _command(rng: Random) -> Command:
    """Draw a command, with words for some of its options that it may or may not take."""
    name = rng.choice(sorted(commands()))
    words, limited, command = [name], False, commands()[name]
    if isinstance(command, click.Group) and rng.random() < 0.8:
        words.append(rng.choice(sorted(command.commands)))
        command = command.commands[words[1]]
    for param in command.params:
        if isinstance(param, click.Argument):
            words += [_argument(rng) for _ in range(rng.choice([0, 1, 1, 1, 2]))]
        elif isinstance(param, click.Option) and rng.random() < 0.15:
            words.append(rng.choice(param.opts))
            if not param.is_flag:
                words.append(_value(rng))
        limited = limited or "--max-seconds" in param.opts
    if limited:
        words += ["--max-seconds", "0.3"]
    if name in NOT_RUN:
        words.append("--bad-option")
    words = [words[0], *(each for each in words[1:] if is_harmless(each))]
    return Command(tuple(words), nasty.word(rng) if rng.random() < 0.2 else "")


def is_harmless(text: str) -> bool:
    """Tell whether a word names no file outside of the folder, and can be passed to a program."""
    return "\0" not in text and not text.lstrip().startswith(("/", "..", "~"))


def _argument(rng: Random) -> str:
    chosen = rng.choice(samples()["parse"])
    return rng.choice([chosen, nasty.spoilt(chosen, rng), nasty.word(rng), "queens:4", "-"])


def _value(rng: Random) -> str:
    return rng.choice([nasty.word(rng), rng.choice(nasty.NUMBERS), "auto", "sudoku", "1", "easy"])


@contextmanager
def ready() -> Iterator[None]:
    """Write the samples once, for all processes."""
    samples()
    yield


def make(rng: Random) -> Text | Command:
    """Draw a text for a reader, or a command."""
    if rng.random() < 0.15:
        return _command(rng)
    reader = rng.choice(sorted(readers()))
    known = samples().get(reader)
    if rng.random() < 0.1:
        sizes = rng.choices(nasty.SIZES, k=2)
        text = "x".join(sizes[: rng.choice([1, 2])])
    elif not known or rng.random() < 0.2:
        text = "".join(nasty.word(rng) for _ in range(rng.choice([1, 1, 2, 4])))
    else:
        text = nasty.spoilt(rng.choice(known), rng)
    return Text(reader, text)
