"""Why a move wins: the nim-values of the parts of a position and their nim-sum, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clew.core.faces import Impartial
from clew.core.games import GamePuzzle, Rules
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle
from clew.core.result import Run
from clew.search.game.grundy import Nimbers, SpragueGrundy, losing, nim_sum

MOST_OPTIONS = 200
"""The options of a part are given up to so many."""
SHOWN = 12
"""How many winning moves are shown."""


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a position: what it is called, its nim-value, and those of its options."""

    name: str
    size: str
    nimber: int
    options: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A winning move: the nim-values of the parts before and after it that it changes."""

    move: str
    before: tuple[int, ...]
    after: tuple[int, ...]
    rest: int
    """The nim-sum of the parts that stay, which the changed ones must equal."""

    def __str__(self) -> str:
        """`3 becomes 1, the nim-sum of the rest: 01 ^ 01 = 00`."""
        before, after = _added(self.before), _added(self.after)
        if self.rest == 0:
            return f"{before} becomes {after}, and the rest add up to 0"
        width = self.rest.bit_length()
        rest = f"{self.rest:0{width}b}"
        return f"{before} becomes {after}, the nim-sum of the rest: {rest} ^ {rest} = {'0' * width}"


def _added(values: Sequence[int]) -> str:
    """A nim-sum with its terms, if there are several."""
    total = nim_sum(values)
    return f"{' ^ '.join(map(str, values))} = {total}" if len(values) > 1 else str(total)


@dataclass(frozen=True, slots=True)
class NimSumExplanation:
    """The nim-sum of a position, and how each winning move makes it zero."""

    id: str
    parts: tuple[Component, ...]
    total: int
    changes: tuple[Change, ...]
    misere: bool = False
    lost: bool = False
    theorem: str = ""

    def __str__(self) -> str:
        return "\n".join([*self._table(), "", *self._reasons()])

    def _table(self) -> Iterator[str]:
        rows = [(part.name, part.size, part.nimber) for part in self.parts]
        rows.append(("nim-sum", "", self.total))
        width = max(1, *(value.bit_length() for *_, value in rows))
        named, sized = max(len(name) for name, _, _ in rows), max(len(size) for _, size, _ in rows)
        for name, size, value in rows:
            yield f"  {name:<{named}}  {size:>{sized}}  {value:>5} = {value:0{width}b}"

    def _reasons(self) -> Iterator[str]:
        if self.theorem:
            yield f"{self.theorem[0].upper()}{self.theorem[1:]}."
        if len(self.parts) == 1 and self.parts[0].options:
            values = ", ".join(map(str, self.parts[0].options))
            missing = f"the least that is missing is {self.parts[0].nimber}"
            yield f"Its options have the values {values}: {missing}."
        yield from self._misere() if self.misere else self._normal()

    def _normal(self) -> Iterator[str]:
        if self.total == 0:
            yield "The nim-sum is zero: the player to move loses."
            yield "Every move changes it, and the other player can make it zero again."
            return
        yield "The nim-sum is not zero: the player to move wins by making it zero."
        for change in self.changes[:SHOWN]:
            yield f"  {change.move}: {change}"
        if len(self.changes) > SHOWN:
            yield f"  … and {len(self.changes) - SHOWN:,} more"

    def _misere(self) -> Iterator[str]:
        yield (
            "Misère play: as in normal Nim while a pile above one is left; the move that leaves "
            "none must leave an odd number of ones (Bouton 1901)."
        )
        yield f"The player to move {'loses' if self.lost else 'wins'}."
        yield from (f"  {change.move}" for change in self.changes[:SHOWN])


def explain_nim_sum(puzzle: Puzzle | str, run: Run | None = None) -> NimSumExplanation:
    """The explanation of a position; Unsuited if nim-values do not explain it."""
    puzzle = as_puzzle(puzzle)
    if not isinstance(puzzle, GamePuzzle) or Impartial not in puzzle.faces:
        raise Unsuited(f"{puzzle.name} is not impartial: it has no nim-values")
    game = puzzle.impartial()
    if objection := SpragueGrundy().objection(game):
        raise Unsuited(f"{puzzle.name}: {objection}")
    nimbers, parts = Nimbers(game, run), game.parts(game.start)
    rules = game if isinstance(game, Rules) else None
    names = rules.names(game.start) if rules else ("part",) * len(parts)
    return NimSumExplanation(
        puzzle.id,
        tuple(_component(game, nimbers, *pair) for pair in zip(names, parts, strict=True)),
        nimbers.of(game.start),
        tuple(_changes(game, nimbers)),
        rules is not None and rules.misere,
        losing(game, nimbers)(game.start),
        rules.theorem if rules else "",
    )


def _component(game: Impartial[Any, Any], nimbers: Nimbers, name: str, part: Any) -> Component:
    options: set[int] = set()
    if not nimbers.game.is_nim:
        listed = list(game.options(part))
        options = {nimbers.sum(left) for left in listed} if len(listed) <= MOST_OPTIONS else set()
    inner = part[1] if isinstance(part, tuple) and len(part) == 2 and name[:1].isdigit() else part
    size = ",".join(map(str, inner)) if isinstance(inner, tuple) else str(inner)
    return Component(name, size, nimbers[part], tuple(sorted(options)))


def _changes(game: Impartial[Any, Any], nimbers: Nimbers) -> Iterator[Change]:
    """The winning moves, each with the parts that it changes."""
    if game.payoff(game.start) is not None:
        return
    lost, old = losing(game, nimbers), game.parts(game.start)
    for move, state in game.successors(game.start):
        if lost(state):
            new = game.parts(state)
            gone, come = _missing(old, new), _missing(new, old)
            before = tuple(nimbers[part] for part in gone)
            after = tuple(nimbers[part] for part in come)
            yield Change(move, before, after, nimbers.of(game.start) ^ nimbers.sum(gone))


def _missing(some: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """The parts that are not among the others, as often as they are missing there."""
    left, missing = Counter(others), []
    for part in some:
        if left[part]:
            left[part] -= 1
        else:
            missing.append(part)
    return missing
