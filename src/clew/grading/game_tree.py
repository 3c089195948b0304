"""Trees of moves with values at the leaves: the instances of an assignment on games."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from clew.core.faces import Verdict
from clew.core.rng import SplitMix64

TOKEN = re.compile(r"\s*([()]|-?\d+)")
ROOT = "root"


@dataclass(frozen=True)
class GameTree:
    """A tree of positions in which the first player, who moves at the root, wants the most.

    >>> GameTree.parse("((3 12 8) (2 4 6) (14 5 2))").values["root"]
    3
    """

    children: Mapping[str, tuple[str, ...]]
    payoffs: Mapping[str, int]

    kind = "tree"

    @classmethod
    def parse(cls, text: str) -> GameTree:
        """Nested parentheses, with a number for each leaf."""
        tokens = TOKEN.findall(text)
        if not tokens or "".join(tokens) != re.sub(r"\s", "", text):
            raise ValueError(f"found the tree {text!r}, expected one such as ((3 5) (2 9))")
        built = cls({}, {})
        if built._build(tokens, 0, ROOT) != len(tokens) or not built.children:
            raise ValueError(f"found the tree {text!r}, expected one pair of parentheses around it")
        return built

    def _build(self, tokens: list[str], at: int, name: str) -> int:
        """Read the position that begins at a token; where it ends."""
        children, payoffs = cast(dict[str, Any], self.children), cast(dict[str, int], self.payoffs)
        if tokens[at] != "(":
            payoffs[name] = int(tokens[at])
            return at + 1
        children[name], at = (), at + 1
        while at < len(tokens) and tokens[at] != ")":
            child = _child(name, len(children[name]))
            children[name] += (child,)
            at = self._build(tokens, at, child)
        return at + 1

    @classmethod
    def random(cls, seed: str | int, depth: int = 3, width: int = 3, most: int = 20) -> GameTree:
        """A random tree whose leaves may lie at different depths."""
        rng = SplitMix64(seed)

        def grown(level: int) -> str:
            if level == depth or (level > 1 and rng.below(8) == 0):
                return str(rng.between(-most, most))
            count = rng.between(2, width)
            return "(" + " ".join(grown(level + 1) for _ in range(count)) + ")"

        return cls.parse(grown(0))

    @cached_property
    def depths(self) -> dict[str, int]:
        found, waiting = {ROOT: 0}, [ROOT]
        while waiting:
            state = waiting.pop()
            for child in self.children.get(state, ()):
                found[child] = found[state] + 1
                waiting.append(child)
        return found

    def is_max(self, state: str) -> bool:
        """Whether the player who wants the most moves here."""
        return self.depths[state] % 2 == 0

    @cached_property
    def values(self) -> dict[str, int]:
        """The minimax value of every position."""
        found: dict[str, int] = dict(self.payoffs)
        for state in sorted(self.children, key=self.depths.__getitem__, reverse=True):
            best: Any = max if self.is_max(state) else min
            found[state] = best(found[child] for child in self.children[state])
        return found

    @cached_property
    def parents(self) -> dict[str, tuple[str, ...]]:
        """The positions on the way to each, the root first."""
        found: dict[str, tuple[str, ...]] = {ROOT: ()}
        for state in self.depths:
            found |= dict.fromkeys(self.children.get(state, ()), (*found[state], state))
        return found

    def known(self, state: str, seen: Container[str]) -> int | None:
        """The value of a position by those that were seen; None if there is none yet."""
        if state in self.payoffs:
            return self.payoffs[state]
        found = [self.known(child, seen) for child in self.children[state] if child in seen]
        values = [value for value in found if value is not None]
        return (max if self.is_max(state) else min)(values, default=None)

    # -------------------------------------------------------- as a game to film

    start = ROOT

    def successors(self, state: str) -> list[tuple[str, str]]:
        return [(child, child) for child in self.children.get(state, ())]

    def payoff(self, state: str) -> int | None:
        """What the player to move gets there, None while the game goes on."""
        worth = self.payoffs.get(state)
        return worth if worth is None or self.is_max(state) else -worth

    def show(self, state: str) -> str:
        return f"{state} = {self.payoffs[state]}" if state in self.payoffs else state

    def verdict(self) -> Verdict:
        """The value of the root, its best moves, and a line of best play."""
        line, state = [], ROOT
        while state in self.children:
            value = self.values[state]
            state = next(each for each in self.children[state] if self.values[each] == value)
            line.append(state)
        best = (each for each in self.children[ROOT] if self.values[each] == self.values[ROOT])
        return Verdict(self.values[ROOT], tuple(best), tuple(line))

    def size(self) -> tuple[int, int]:
        """The number of positions, and how large the payoffs are."""
        return len(self.depths), sum(map(abs, self.payoffs.values()))

    def smaller(self) -> Iterator[GameTree]:
        """Trees with a branch fewer, or with a position that ends the game, for shrinking."""
        for state, found in self.children.items():
            for gone in found if len(found) > 1 else ():
                yield self._kept({**self.children, state: tuple(c for c in found if c != gone)}, {})
            if state != ROOT:
                rest = {one: each for one, each in self.children.items() if one != state}
                yield self._kept(rest, {state: self.values[state]})

    def _kept(self, children: dict[str, tuple[str, ...]], more: dict[str, int]) -> GameTree:
        inside = GameTree(children, {}).depths
        payoffs = {**self.payoffs, **more}
        return GameTree(
            {one: found for one, found in children.items() if one in inside},
            {one: value for one, value in payoffs.items() if one in inside and one not in children},
        )

    def __str__(self) -> str:
        def shown(state: str) -> str:
            if state not in self.children:
                return str(self.payoffs[state])
            return "(" + " ".join(map(shown, self.children[state])) + ")"

        return shown(ROOT)


def _child(parent: str, number: int) -> str:
    return ("" if parent == ROOT else parent) + chr(ord("a") + number)
