"""Game trees with values at the leaves, their probe, and the rules for game searches."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, cast

from clew.core.faces import Verdict
from clew.core.rng import SplitMix64
from clew.grading.log import VISIT, Fault, InstanceProbe, Log, NoSuch, shown

TOKEN = re.compile(r"\s*([()]|-?\d+)")
ROOT = "root"


@dataclass(frozen=True)
class GameTree:
    """A tree of positions. The first player, who moves at the root, maximises.

    >>> GameTree.parse("((3 12 8) (2 4 6) (14 5 2))").values["root"]
    3
    """

    children: Mapping[str, tuple[str, ...]]
    payoffs: Mapping[str, int]

    kind = "tree"

    @classmethod
    def parse(cls, text: str) -> GameTree:
        """Parse nested parentheses with a number for each leaf."""
        tokens = TOKEN.findall(text)
        if not tokens or "".join(tokens) != re.sub(r"\s", "", text):
            raise ValueError(f"found the tree {text!r}, expected one such as ((3 5) (2 9))")
        built = cls({}, {})
        if built._build(tokens, 0, ROOT) != len(tokens) or not built.children:
            raise ValueError(f"found the tree {text!r}, expected one pair of parentheses around it")
        return built

    def _build(self, tokens: list[str], at: int, name: str) -> int:
        """Parse the position that begins at a token, and return the index of its end."""
        children, payoffs = cast(dict[str, Any], self.children), cast(dict[str, int], self.payoffs)
        if tokens[at] != "(":
            payoffs[name] = int(tokens[at])
            return at + 1
        children[name], at = (), at + 1
        while at < len(tokens) and tokens[at] != ")":
            above = "" if name == ROOT else name
            child = above + chr(ord("a") + len(children[name]))
            children[name] += (child,)
            at = self._build(tokens, at, child)
        return at + 1

    @classmethod
    def random(cls, seed: str | int, depth: int = 3, width: int = 3, most: int = 20) -> GameTree:
        """Return a random tree whose leaves may be at different depths."""
        rng = SplitMix64(seed)

        def grown(level: int) -> str:
            if level == depth or (level > 1 and rng.below(8) == 0):
                return str(rng.between(-most, most))
            count = rng.between(2, width)
            return "(" + " ".join(grown(level + 1) for _ in range(count)) + ")"

        return cls.parse(grown(0))

    @cached_property
    def parents(self) -> dict[str, tuple[str, ...]]:
        """The positions on the path to each position, the root first."""
        found: dict[str, tuple[str, ...]] = {ROOT: ()}
        waiting = [ROOT]
        for state in waiting:
            below = self.children.get(state, ())
            found |= dict.fromkeys(below, (*found[state], state))
            waiting += below
        return found

    @cached_property
    def depths(self) -> dict[str, int]:
        return {state: len(above) for state, above in self.parents.items()}

    def is_max(self, state: str) -> bool:
        """Check whether the maximising player moves here."""
        return self.depths[state] % 2 == 0

    @cached_property
    def values(self) -> dict[str, int]:
        """The minimax value of every position."""
        return {state: cast(int, self.known(state, self.depths)) for state in self.depths}

    def known(self, state: str, seen: Container[str]) -> int | None:
        """Return a position's value, as far as the seen positions show, or None if they don't."""
        if state in self.payoffs:
            return self.payoffs[state]
        found = [self.known(child, seen) for child in self.children[state] if child in seen]
        best = max if self.is_max(state) else min
        return best((value for value in found if value is not None), default=None)

    # -------------------------------------------------------- as a game to film

    start = ROOT

    def successors(self, state: str) -> list[tuple[str, str]]:
        return [(child, child) for child in self.children.get(state, ())]

    def payoff(self, state: str) -> int | None:
        """Return the payoff for the player to move, or None if the game isn't over."""
        worth = self.payoffs.get(state)
        return worth if worth is None or self.is_max(state) else -worth

    def show(self, state: str) -> str:
        return f"{state} = {self.payoffs[state]}" if state in self.payoffs else state

    def verdict(self) -> Verdict:
        """Return the value of the root, its best moves, and a line of best play."""
        line, state = [], ROOT
        while state in self.children:
            value = self.values[state]
            state = next(each for each in self.children[state] if self.values[each] == value)
            line.append(state)
        best = (each for each in self.children[ROOT] if self.values[each] == self.values[ROOT])
        return Verdict(self.values[ROOT], tuple(best), tuple(line))

    def probe(self, log: Log) -> TreeProbe:
        return TreeProbe(self, log)

    def size(self) -> tuple[int, int]:
        """Return the number of positions and the size of the payoffs."""
        return len(self.depths), sum(map(abs, self.payoffs.values()))

    def smaller(self) -> Iterator[GameTree]:
        """Yield smaller trees for shrinking, with a branch removed or replaced by a leaf."""
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


class TreeProbe(InstanceProbe):
    """A game's probe. The first question about a position counts as the visit."""

    def job(self) -> dict[str, Any]:
        return {"kind": "tree", "start": ROOT}

    def answer(self, question: str, arguments: tuple[Any, ...]) -> Any:
        tree, state = cast(GameTree, self.instance), arguments[0]
        if state not in tree.depths:
            raise NoSuch(f"asked about {state!r}, which isn't a position")
        if question == "is max":
            return tree.is_max(state)
        moves = tree.children.get(state, ())
        if question == "move":
            if (move := arguments[1]) not in moves:
                raise NoSuch(f"made the move {move!r} in {state}, where it isn't possible")
            return move
        self.log.add(VISIT, state, question)
        if question == "payoff":
            if state not in tree.payoffs:
                raise NoSuch(f"asked for the utility of {state}, where the game isn't over")
            return tree.payoffs[state]
        return moves if question == "moves" else state in tree.payoffs


# -------------------------------------------------------------------- the rules


def visits(log: Log) -> dict[str, int]:
    """Return the visited positions, and the number of the first call about each."""
    found: dict[str, int] = {ROOT: -1}
    for at, call in enumerate(log.calls):
        if call.name == VISIT:
            found.setdefault(call.subject, at)
    return found


def best_move(log: Log) -> Fault | None:
    """Check that the result is a best move or the value of the root."""
    tree: GameTree = log.instance
    best = tree.values[ROOT]
    moves = [child for child in tree.children[ROOT] if tree.values[child] == best]
    given = log.answer[0] if isinstance(log.answer, list | tuple) and log.answer else log.answer
    if given in moves or (given == best and not isinstance(given, bool)):
        return None
    return Fault(f"returned {shown(log.answer)}, which is neither a best move nor its value")


def every_position(log: Log) -> Fault | None:
    """Check that minimax visits every position."""
    seen = visits(log)
    missed = [state for state in log.instance.depths if state not in seen]
    return Fault(f"never visited {missed[0]}", len(log.calls) - 1) if missed else best_move(log)


def cuts(log: Log) -> Fault | None:
    """Check that alpha-beta visits exactly the positions that matter in its own order of moves.

    It may or may not cut off a position whose value equals the bound (Knuth and Moore, 1975).
    """
    seen = visits(log)
    judge = Window(log.instance, seen)
    judge.value(ROOT, -inf, inf)
    wrong = min(judge.faults, key=lambda fault: fault.at, default=None)
    return wrong or best_move(log)


class Window:
    """Alpha-beta, replayed in the order in which a search visited the positions."""

    def __init__(self, tree: GameTree, seen: Mapping[str, int]) -> None:
        self.tree, self.seen = tree, seen
        self.faults: list[Fault] = []

    def value(self, state: str, alpha: float, beta: float) -> float:
        """Return the value of a position, as precisely as the bounds require."""
        if state in self.tree.payoffs:
            return self.tree.payoffs[state]
        is_max = self.tree.is_max(state)
        best = -inf if is_max else inf
        children = [child for child in self.tree.children[state] if child in self.seen]
        for child in sorted(children, key=self.seen.__getitem__):
            if (best > beta) if is_max else (best < alpha):
                bound = "beta" if is_max else "alpha"
                said = f"visited {child} below {state} after the value had passed {bound}"
                self.faults.append(Fault(said, self.seen[child]))
                return best
            found = self.value(child, alpha, beta)
            best = max(best, found) if is_max else min(best, found)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        rest = [child for child in self.tree.children[state] if child not in self.seen]
        if alpha < beta and rest:
            said = f"never visited {rest[0]} below {state}, which could still matter"
            self.faults.append(Fault(said, self.seen.get(state, 0)))
        return best
