"""Random games: every game strategy against values that are worked out in the plainest way.

The games are graphs with payoffs, with or without cycles; sums of impartial parts, judged by the
mex of whole positions; and octal codes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random
from typing import Any

import clew
from clew.core.faces import Impartial, Verdict
from clew.core.games import Rules
from clew.core.result import Run
from clew.search.auto import AUTO
from clew.search.game.grundy import OctalKernel, PyOctal
from clew.search.strategy import Strategy, strategies
from tests.fuzz.models import sampled
from tests.fuzz.running import Check, Skip, without_each

NODES = 50_000
Moves = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class GameCase:
    """Positions by number, each with its moves, or with what the player to move gets there."""

    positions: tuple[Moves | int, ...]
    stakes: int | None
    estimates: tuple[int, ...] | None
    seed: int

    # -------------------------------------------------------------- as it's meant

    @cached_property
    def values(self) -> list[int]:
        """The value of each position: the most that can be forced; play without end is worth 0."""
        value = [0] * len(self.positions)
        payoffs = {abs(each) for each in self.positions if isinstance(each, int)}
        for most in sorted(payoffs - {0}):
            gains, loses = self._forced(most)
            for number in gains:
                value[number] = most
            for number in loses:
                value[number] = -most
        return value

    def _forced(self, least: int) -> tuple[set[int], set[int]]:
        """Where the player to move can force a gain of so much, and where the other one can."""
        gains: set[int] = set()
        loses: set[int] = set()
        changed = True
        while changed:
            before = len(gains) + len(loses)
            for number, each in enumerate(self.positions):
                if isinstance(each, int):
                    if each >= least:
                        gains.add(number)
                    if each <= -least:
                        loses.add(number)
                else:
                    if any(child in loses for _, child in each):
                        gains.add(number)
                    if all(child in gains for _, child in each):
                        loses.add(number)
            changed = len(gains) + len(loses) > before
        return gains, loses

    @cached_property
    def best(self) -> tuple[str, ...]:
        start = self.positions[0]
        if isinstance(start, int):
            return ()
        return tuple(move for move, to in start if self.values[to] == -self.values[0])

    @cached_property
    def has_cycle(self) -> bool:
        """Tell whether play from the start may come back to a position."""

        def leads_back(number: int, path: tuple[int, ...]) -> bool:
            each = self.positions[number]
            if number in path:
                return True
            moves = () if isinstance(each, int) else each
            return any(leads_back(child, (*path, number)) for _, child in moves)

        return leads_back(0, ())

    # -------------------------------------------------------------- what's checked

    def source(self) -> list[str]:
        """The game as a user states it."""
        lines = [
            f"POSITIONS = {self.positions!r}",
            "@clew.game",
            "class Graph:",
            "    start = 0",
            "    def successors(self, state):",
            "        return [] if isinstance(POSITIONS[state], int) else POSITIONS[state]",
            "    def payoff(self, state):",
            "        return POSITIONS[state] if isinstance(POSITIONS[state], int) else None",
        ]
        if self.stakes is not None:
            lines.insert(4, f"    stakes = {self.stakes}")
        if self.estimates is not None:
            lines += ["    def evaluate(self, state):", f"        return {self.estimates!r}[state]"]
        return lines

    def checks(self) -> Iterator[Check]:
        namespace: dict[str, Any] = {"clew": clew}
        exec("\n".join(self.source()), namespace)
        game = namespace["Graph"]
        yield AUTO, lambda: self._solve(game, AUTO)
        for kind in strategies().values():
            if kind.face is clew.Game:
                for each in sampled(kind, self.seed, 2):
                    yield each.spelling, lambda each=each: self._solve(game, each)  # type: ignore[misc]

    def _solve(self, game: Any, strategy: Strategy | str) -> str:
        run = Run(None, NODES)
        search: clew.Search[Any] = clew.Search(game, strategy, run)
        try:
            search.finish()
        except clew.Unsuited as error:
            if strategy == AUTO:
                raise
            raise Skip("unsuited") from error
        if not search.solutions:
            if search.reason == "nodes":
                raise Skip("too many nodes")
            return f"ended as {search.status}: {search.reason}"
        return self._judge(search.solutions[0])

    def _judge(self, found: Verdict) -> str:
        """Return what's wrong with a verdict."""
        value, start = self.values[0], self.positions[0]
        legal = () if isinstance(start, int) else tuple(move for move, _ in start)
        if any(move not in legal for move in found.best):
            return f"found the best moves {found.best}, expected some of {legal}"
        if found.known and not found.forced:
            return ""
        if found.value != value:
            return f"found the value {found.value}, expected {value}"
        if found.forced and found.known:
            wrong = [move for move in found.best if move not in self.best]
            return f"found the best moves {wrong}, expected {self.best}" if wrong else ""
        if found.best != self.best:
            return f"found the best moves {found.best}, expected {self.best}"
        return self._judge_line(found)

    def _judge_line(self, found: Verdict) -> str:
        number = 0
        seen = {0}
        repeated = False
        for move in found.line:
            each = self.positions[number]
            after = {} if isinstance(each, int) else dict(each)
            if move not in after:
                return f"found {move} in the line {found.line}"
            if self.values[after[move]] != -self.values[number]:
                return f"found {move} in the line {found.line}, which gives something away"
            number = after[move]
            repeated = number in seen
            seen.add(number)
        end = self.positions[number]
        if found.ending == "over" and not isinstance(end, int):
            return f"the line {found.line} ends before the game does"
        if found.ending == "endless" and not (repeated and found.value == 0):
            return f"the line {found.line} is said to repeat"
        return ""

    # -------------------------------------------------------------- a failure in a few lines

    def smaller(self) -> Iterator[GameCase]:
        if self.estimates is not None:
            yield replace(self, estimates=None)
        if self.stakes is not None:
            yield replace(self, stakes=None)
        for at, each in enumerate(self.positions):
            simpler: list[Moves | int] = []
            if isinstance(each, int):
                simpler = [value for value in (0, 1, -1) if abs(value) < abs(each)]
            else:
                simpler = [0, -1, *without_each(each, 1)]
            for one in simpler:
                yield replace(
                    self, positions=(*self.positions[:at], one, *self.positions[at + 1 :])
                )
        used = {to for each in self.positions if not isinstance(each, int) for _, to in each}
        last = len(self.positions) - 1
        if last and last not in used:
            yield replace(self, positions=self.positions[:-1])

    def snippet(self, check: str) -> str:
        lines = ["import clew", "", *self.source(), f"print(clew.solve(Graph, {check!r}).solution)"]
        return "\n".join([*lines, f"# expected: value {self.values[0]}, best {self.best}"])


# ------------------------------------------------------------------ impartial games


class Parts(Rules):
    """An impartial game of numbered parts; each move turns one part into others."""

    def __init__(self, case: ImpartialCase) -> None:
        super().__init__(case.start, case.misere)
        self.table, self.octal = case.options, case.code
        self.is_nim = case.nim

    def successors(self, state: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
        for place, part in enumerate(state):
            for number, left in enumerate(self.table[part]):
                yield f"{place}:{number}", (*state[:place], *left, *state[place + 1 :])

    def parts(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return state

    def options(self, part: int) -> tuple[tuple[int, ...], ...]:
        return self.table[part]


@dataclass(frozen=True)
class ImpartialCase:
    """What each part may become, and the parts to start with."""

    options: tuple[tuple[tuple[int, ...], ...], ...]
    start: tuple[int, ...]
    misere: bool
    nim: bool
    code: tuple[int, ...]
    seed: int

    @cached_property
    def nimber(self) -> int:
        """The nim-value of the whole position, without taking it apart."""

        @cache
        def value(state: tuple[int, ...]) -> int:
            after = {value(tuple(sorted(each))) for _, each in Parts(self).successors(state)}
            return next(number for number in range(len(after) + 1) if number not in after)

        return value(tuple(sorted(self.start)))

    @cached_property
    def wins(self) -> bool:
        """Tell whether the player to move wins."""

        @cache
        def won(state: tuple[int, ...]) -> bool:
            after = [tuple(sorted(each)) for _, each in Parts(self).successors(state)]
            return any(not won(each) for each in after) if after else self.misere

        return won(tuple(sorted(self.start)))

    def checks(self) -> Iterator[Check]:
        for kind in strategies().values():
            if kind.face in (clew.Game, Impartial):
                for each in sampled(kind, self.seed):
                    yield each.spelling, lambda each=each: self._solve(each)  # type: ignore[misc]
        if self.code:
            yield "octal", self._octal

    def _solve(self, strategy: Strategy) -> str:
        face = Parts(self)
        if strategy.rank(face) is None:
            raise Skip("unsuited")
        try:
            found = next(iter(strategy(face, Run(None, NODES))))
        except clew.Stopped as stop:
            raise Skip(stop.limit) from None
        if found.known and not found.forced:
            return ""
        value = 1 if self.wins else -1
        if found.value != value:
            return f"found the value {found.value}, expected {value}"
        if found.nimber is not None and found.nimber != self.nimber:
            return f"found the nim-value {found.nimber}, expected {self.nimber}"
        best = tuple(
            move
            for move, after in face.successors(self.start)
            if replace(self, start=after).wins != self.wins
        )
        if not found.known and found.best != best and set(found.best) != set(best):
            return f"found the best moves {found.best}, expected {best}"
        return ""

    def _octal(self) -> str:
        """The kernel and its twin give the values of heaps by the mex rule."""
        size = len(self.options)
        ways = [kind(list(self.code)).run(size) for kind in (OctalKernel, PyOctal)]
        own = [replace(self, start=(heap,), misere=False).nimber for heap in range(size)]
        return "" if ways == [own, own] else f"found {ways}, expected {own}"

    def smaller(self) -> Iterator[ImpartialCase]:
        for start in without_each(self.start):
            yield replace(self, start=start)
        if self.code or self.nim:
            return
        for part, each in enumerate(self.options):
            for kept in without_each(each):
                yield replace(self, options=(*self.options[:part], kept, *self.options[part + 1 :]))

    def snippet(self, check: str) -> str:
        return "\n".join([
            "import clew", "from clew.search.strategy import parse_strategy",
            "from tests.fuzz.games import ImpartialCase, Parts", f"case = {self!r}",
            f"print(next(parse_strategy({check!r})(Parts(case), clew.Run())))",
            f"# expected: won is {self.wins}, nim-value {self.nimber}",
        ])  # fmt: skip


def octal_options(code: tuple[int, ...], size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """What each heap may become, by the definition of an octal code."""
    found = []
    for heap in range(size):
        options: list[tuple[int, ...]] = []
        for taken, digit in enumerate(code):
            left = heap - taken
            if left == 0 and digit & 1 and taken:
                options.append(())
            if left > 0 and digit & 2 and taken:
                options.append((left,))
            if left > 1 and digit & 4:
                options += [(a, left - a) for a in range(1, left // 2 + 1)]
        found.append(tuple(options))
    return tuple(found)


def make(rng: Random) -> GameCase | ImpartialCase:
    """Draw a game."""
    seed = rng.randrange(1 << 30)
    if rng.random() < 0.3:
        return _impartial(rng, seed)
    size = rng.randint(1, 9)
    cyclic = rng.random() < 0.4
    payoffs = rng.choice([(-1, 0, 1), (-1, 1), (-1,), (-3, -1, 0, 2, 3), (-100, 7, 100), (0,)])
    positions: list[Moves | int] = []
    for number in range(size):
        targets = list(range(size)) if cyclic else list(range(number + 1, size))
        if not targets or rng.random() < 0.25:
            positions.append(rng.choice(payoffs))
            continue
        chosen = [rng.choice(targets) for _ in range(rng.randint(1, 4))]
        positions.append(tuple((f"m{at}", to) for at, to in enumerate(chosen)))
    most = max(map(abs, payoffs))
    stakes = rng.choice([None, None, most, most + 1]) if most else None
    estimates = None
    if rng.random() < 0.4:
        estimates = tuple(rng.randint(-most, most) for _ in range(size))
    return GameCase(tuple(positions), stakes, estimates, seed)


def _impartial(rng: Random, seed: int) -> ImpartialCase:
    how = rng.choice(["any", "any", "nim", "octal"])
    size = rng.randint(1, 6)
    code: tuple[int, ...] = ()
    if how == "nim":
        options: Any = tuple(tuple((left,) for left in range(pile)) for pile in range(size))
    elif how == "octal":
        code = (rng.choice([0, 0, 4]), *(rng.randint(0, 7) for _ in range(rng.randint(1, 3))))
        options = octal_options(code, size)
    else:
        options = tuple(
            tuple(
                tuple(rng.randrange(part) for _ in range(rng.choice([0, 1, 1, 2])))
                for _ in range(rng.randint(0, 3) if part else 0)
            )
            for part in range(size)
        )
    start = tuple(rng.randrange(size) for _ in range(rng.randint(1, 3)))
    misere = rng.random() < 0.25
    return ImpartialCase(options, start, misere, how == "nim", code, seed)
