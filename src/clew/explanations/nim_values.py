"""Why a move wins: nim-values and nim-sums, positions won and lost, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clew.core.faces import Impartial
from clew.core.games import GamePuzzle
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle
from clew.core.registry import find, names
from clew.core.result import Run
from clew.core.verdicts import shortened, work_out
from clew.search.game.grundy import Nimbers, SpragueGrundy, losing, nim_sum
from clew.search.game.period import Period, find_period, needed, proven

MOST_OPTIONS = 200
MOST_POSITIONS = 20_000


@dataclass(frozen=True, slots=True)
class Part:
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
    """The nim-sum of the parts that stay; what the changed ones must come to."""


@dataclass(frozen=True, slots=True)
class Why:
    """The nim-sum of a position, and how each winning move makes it zero."""

    id: str
    parts: tuple[Part, ...]
    total: int
    changes: tuple[Change, ...]
    misere: bool = False
    lost: bool = False
    theorem: str = ""

    def __str__(self) -> str:
        return "\n".join([*self._table(), "", *self._reasons()])

    def _table(self) -> Iterator[str]:
        width = max(
            value.bit_length() for value in [1, self.total, *(p.nimber for p in self.parts)]
        )
        rows = [(part.name, part.size, part.nimber) for part in self.parts]
        named = max([len("nim-sum"), *(len(name) for name, *_ in rows)])
        sized = max([0, *(len(size) for _, size, _ in rows)])
        for name, size, value in [*rows, ("nim-sum", "", self.total)]:
            yield f"  {name:<{named}}  {size:>{sized}}  {value:>5} = {value:0{width}b}"

    def _reasons(self) -> Iterator[str]:
        if self.theorem:
            yield f"{self.theorem[0].upper()}{self.theorem[1:]}."
        for part in self.parts:
            if part.options and len(self.parts) == 1:
                values = ", ".join(map(str, part.options))
                missing = f"the least that is missing is {part.nimber}"
                yield f"Its options have the values {values}: {missing}."
        yield from self._misere() if self.misere else self._normal()

    def _normal(self) -> Iterator[str]:
        if self.total == 0:
            yield "The nim-sum is zero: the player to move loses."
            yield "Every move changes it, and the other player can make it zero again."
            return
        yield "The nim-sum is not zero: the player to move wins by making it zero."
        for change in self.changes[:12]:
            yield f"  {change.move}: {told(change)}"
        if len(self.changes) > 12:
            yield f"  … and {len(self.changes) - 12:,} more"

    def _misere(self) -> Iterator[str]:
        yield (
            "Misère play: as in normal Nim while a pile above one is left; the move that leaves "
            "none must leave an odd number of ones (Bouton 1901)."
        )
        yield f"The player to move {'loses' if self.lost else 'wins'}."
        for change in self.changes[:12]:
            yield f"  {change.move}"


def told(change: Change) -> str:
    """`3 becomes 1, the nim-sum of the rest: 01 ^ 01 = 00`."""
    before, after = _added(change.before), _added(change.after)
    if change.rest == 0:
        return f"{before} becomes {after}, and the rest add up to 0"
    width = change.rest.bit_length()
    rest = f"{change.rest:0{width}b}"
    return f"{before} becomes {after}, the nim-sum of the rest: {rest} ^ {rest} = {'0' * width}"


def _added(values: Sequence[int]) -> str:
    """A nim-sum with its terms, if there are several."""
    total = nim_sum(values)
    return f"{' ^ '.join(map(str, values))} = {total}" if len(values) > 1 else str(total)


def why(puzzle: Puzzle | str, run: Run | None = None) -> Why:
    """The explanation of a position; Unsuited if nim-values do not explain it."""
    puzzle = as_puzzle(puzzle)
    if not isinstance(puzzle, GamePuzzle) or Impartial not in puzzle.faces:
        raise Unsuited(f"{puzzle.name} is not impartial: it has no nim-values")
    game = puzzle.impartial()
    if objection := SpragueGrundy().objection(game):
        raise Unsuited(f"{puzzle.name}: {objection}")
    nimbers = Nimbers(game, run)
    parts = game.parts(game.start)
    called = getattr(game, "names", lambda state: ("part",) * len(parts))(game.start)
    lost = losing(game, nimbers)
    return Why(
        puzzle.id,
        tuple(_part(game, nimbers, *pair) for pair in zip(called, parts, strict=True)),
        nimbers.of(game.start),
        tuple(_changes(game, nimbers)),
        bool(getattr(game, "misere", False)),
        lost(game.start),
        getattr(game, "theorem", ""),
    )


def _part(game: Impartial[Any, Any], nimbers: Nimbers, name: str, part: Any) -> Part:
    value = nimbers[part]
    options: set[int] = set()
    if not nimbers.game.is_nim:
        listed = list(game.options(part))
        options = {nimbers.sum(left) for left in listed} if len(listed) <= MOST_OPTIONS else set()
    inner = part[1] if isinstance(part, tuple) and len(part) == 2 and name[:1].isdigit() else part
    size = ",".join(map(str, inner)) if isinstance(inner, tuple) else str(inner)
    return Part(name, size, value, tuple(sorted(options)))


def _changes(game: Impartial[Any, Any], nimbers: Nimbers) -> Iterator[Change]:
    """The winning moves, each with the parts that it changes."""
    if game.payoff(game.start) is not None:
        return
    lost = losing(game, nimbers)
    old = game.parts(game.start)
    for move, state in game.successors(game.start):
        if lost(state):
            gone, come = _difference(old, game.parts(state))
            before = tuple(nimbers[part] for part in gone)
            after = tuple(nimbers[part] for part in come)
            yield Change(move, before, after, nimbers.of(game.start) ^ nimbers.sum(gone))


def _difference(old: Sequence[Any], new: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The parts that are gone, and those that have come instead."""
    gone, come = list(old), []
    for part in new:
        if part in gone:
            gone.remove(part)
        else:
            come.append(part)
    return gone, come


# ------------------------------------------------------------------ rows and tables of values


@dataclass(frozen=True, slots=True)
class Series:
    """The nim-values of heaps 0, 1, 2, … under one rule, and the period they fall into.

    In misère play there are no values, only positions lost for the player to move.
    """

    name: str
    values: tuple[int, ...]
    lost: tuple[int, ...]
    period: Period | None = None
    misere: bool = False

    @property
    def won(self) -> tuple[int, ...]:
        """The N-positions: the next player wins."""
        lost = set(self.lost)
        return tuple(n for n in range(len(self)) if n not in lost)

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True)
class Grid:
    """The nim-values of pairs of piles, from (first, first) on."""

    name: str
    first: int
    values: tuple[tuple[int, ...], ...]

    @property
    def lost(self) -> tuple[tuple[int, int], ...]:
        """The P-positions, the smaller pile first."""
        return tuple(
            (one + self.first, two + self.first)
            for one, row in enumerate(self.values)
            for two, value in enumerate(row)
            if value == 0 and one <= two
        )


def table(word: str, last: int, run: Run | None = None) -> Series | Grid:
    """The nim-values of all heaps up to `last` of a game such as `kayles` or `octal:0.137`."""
    kind, _, rule = word.strip().partition(":")
    if kind not in names():
        raise ValueError(f"found {kind[:20]!r}, expected a game")
    found = find(kind)
    if not issubclass(found, GamePuzzle) or not found.series:
        raise Unsuited(f"{kind} has no row of nim-values, only positions do")
    if "{rule}@" in found.series and not rule:
        rules = [example.text.partition("@")[0] for example in found.examples] or [found.form]
        raise ValueError(f"found {word!r}, expected the rule too: {kind}:{rules[0]}")
    if rule and "{rule}" not in found.series:
        found.parse(rule)  # not a rule, and no position either
    if "{m}" in found.series:
        return _grid(found, word, last, run)
    return _series(found, word, rule.rstrip("@"), last, run)


def _position(kind: type[GamePuzzle], rule: str, n: int, m: int = 0) -> GamePuzzle:
    return kind.parse(kind.series.format(n=n, m=m, rule=rule).strip(","))


def _series(kind: type[GamePuzzle], word: str, rule: str, last: int, run: Run | None) -> Series:
    game = _position(kind, rule, last).impartial()
    if getattr(game, "misere", False):
        lost = _lost_misere(kind, rule, last)
        return Series(word, (0,) * (last + 1), lost, misere=True)
    nimbers = Nimbers(game, run)
    if getattr(game, "by_size", False):
        values, period = _values(game, nimbers, last)
    else:
        faces = (_position(kind, rule, n).impartial() for n in range(last + 1))
        values = [nimbers.of(face.start) for face in faces]
        period = find_period(values)
    lost = tuple(n for n, value in enumerate(values) if value == 0)
    return Series(word, tuple(values), lost, period)


FIRST_LOOK = 1000
"""Up to which heap a period is looked for at least, where one can be proven."""


def _values(
    game: Impartial[Any, Any], nimbers: Nimbers, last: int
) -> tuple[list[int], Period | None]:
    """The values up to `last`, and their period.

    Where a theorem says when a period that is seen is one for ever, enough values are worked
    out to prove it; once it is proven, the rest are known without work.
    """
    if not _provable(game):
        known = _up_to(nimbers, last)
        return known, find_period(known)
    known = _up_to(nimbers, FIRST_LOOK)
    period = _proven_period(game, nimbers, known)
    if period is not None:
        while len(known) <= last:
            known += known[-period.length :][: last + 1 - len(known)]
        return known[: last + 1], period
    known = _up_to(nimbers, max(last, FIRST_LOOK))
    return known[: last + 1], _proven_period(game, nimbers, known) or find_period(known)


def _provable(game: Impartial[Any, Any]) -> bool:
    return needed(Period(0, 1, 0), game)[0] > 0


def _proven_period(game: Impartial[Any, Any], nimbers: Nimbers, known: list[int]) -> Period | None:
    """The period of the values, if it is proven by these or by twice as many."""
    period = find_period(known)
    if period is not None and len(known) <= needed(period, game)[0] <= 2 * len(known):
        period = find_period(_up_to(nimbers, needed(period, game)[0]))
    if period is None:
        return None
    period = proven(period, game)
    return period if period.proven else None


def _up_to(nimbers: Nimbers, last: int) -> list[int]:
    nimbers[last]
    return [nimbers[n] for n in range(last + 1)]


def _lost_misere(kind: type[GamePuzzle], rule: str, last: int) -> tuple[int, ...]:
    game = _position(kind, rule, last).game()
    values = work_out(game, MOST_POSITIONS)
    if values is None:
        raise ValueError(f"found heaps up to {last:,}: too many positions for misère play")
    return tuple(n for n in range(last + 1) if values.get((n,)) == -1)


def _grid(kind: type[GamePuzzle], word: str, last: int, run: Run | None) -> Grid:
    first = 0
    try:
        _position(kind, "", 0, 0)
    except ValueError:
        first = 1
    nimbers = Nimbers(_position(kind, "", last, last).impartial(), run)
    span = range(first, last + 1)
    return Grid(word, first, tuple(tuple(nimbers[one, two] for two in span) for one in span))


def listed(numbers: Sequence[object], most: int = 1000) -> str:
    """Numbers with blanks between, not more than a page or two of them."""
    return " ".join(shortened([str(number).replace(" ", "") for number in numbers], most))
