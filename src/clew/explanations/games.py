"""Explainers for games: the best move with its reason, and a line of best play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clew.board.board import Board
from clew.core.faces import CUT, ENDLESS, Impartial, Verdict
from clew.core.games import GamePuzzle, Rules, best_known, worded, work_out
from clew.core.phrases import capital, finished, in_letters, quoted, shortened
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle
from clew.core.registry import find, names
from clew.core.result import Run, Stopped
from clew.explanations.explanation import Explainer, Explanation, Hint, Rating, solved_soon
from clew.explanations.techniques.step import Step
from clew.search.game.grundy import (
    Nimbers,
    Period,
    SpragueGrundy,
    find_period,
    losing,
    needed,
    nim_sum,
    proven,
)

MOST_STEPS = 200
"""The maximum number of moves to explain in a line of best play."""
LOST = "lost position"
TECHNIQUES = {
    "nim-sum zero": "Make the nim-sum zero.",
    LOST: "The position is lost.",
    "best known move": "Play the best move known.",
    "misère play": "Think of misère play.",
    "block": "Block a line.",
}
"""The hint's sentence for each technique. Other techniques have sentences like `Look for a fork.`
"""


def verdict_of(puzzle: Puzzle) -> Verdict:
    """Find out who wins, and how.

    Raises:
        Stopped: if that takes too long.
    """
    result = solved_soon(puzzle)
    if result.solution is None:
        raise Stopped(result.reason)
    found: Verdict = result.solution
    return found


def preferred(game: Any, verdict: Verdict) -> str:
    """Choose one of the best moves. If they win, it's the one that leaves the least."""
    if verdict.value < 1 or not verdict.best:
        return next(iter(verdict.best), "")
    if not (isinstance(game, Rules) and game.is_nim):
        return verdict.line[0] if verdict.line else verdict.best[0]
    after = dict(game.successors(game.start))
    return min(verdict.best, key=lambda move: sum(game.parts(after[move])))


class GameExplainer(Explainer[Puzzle]):
    """Explains a game: the best move with its reason, and a line of best play."""

    def hint(self, filled: Sequence[str] = (), uniqueness: bool = True) -> Hint:
        """Give the best move after these moves, in four degrees."""
        position = _after(self.puzzle, filled)
        verdict = verdict_of(position)
        if not verdict.best:
            return Hint.plain("The game is over: there is no move to make.")
        move = preferred(position.game(), verdict)
        step = _step(position, verdict, move)
        can = _outlook(verdict)
        named = f"{can} {_named(step.technique)}"
        where, full = f"{named} {_where(position, move)}", f"Play {quoted(move)}: {step.text}"
        if step.technique == LOST:
            full = f"{capital(step.text)} Try {quoted(move)}."
        return Hint(can, named, where, full, step, _board(position, move), move)

    def explain(self, uniqueness: bool = True) -> Explanation:
        """Explain a line of best play, with a reason for each move."""
        verdict = verdict_of(self.puzzle)
        position, steps, boards = _game(self.puzzle), [], []
        for number, move in enumerate(verdict.line[:MOST_STEPS]):
            here = verdict_of(position) if number else verdict
            player = "first" if number % 2 == 0 else "second"
            steps.append(_step(position, here, move, f"The {player} player plays {quoted(move)}."))
            boards.append(_board(position, move))
            position = _after(position, [move])
        cut = verdict.ending in (CUT, ENDLESS) or len(verdict.line) > MOST_STEPS
        outcome = self.puzzle.tell(verdict).splitlines()[0] + ("; the line goes on" if cut else "")
        return Explanation(self.puzzle, tuple(steps), None, outcome, draw=lambda: iter(boards))

    def rate(self, uniqueness: bool = True) -> Rating:
        name = self.puzzle.name
        raise Unsuited(f"{name} is a game, so it has no rating. `clew explain` shows who wins")


def _outlook(verdict: Verdict) -> str:
    """Say what the player to move can achieve, without claiming more than is known."""
    if verdict.known and not verdict.forced:
        return f"The outcome is only estimated {verdict.known}: nothing is proven yet."
    return worded(
        verdict.value,
        "You can win.",
        "You can get a draw, but no more.",
        "You lose against best play, whatever you do.",
        "You can gain {1:,}.",
        "You lose at least {1:,} against best play, whatever you do.",
    )


def _game(puzzle: Puzzle) -> GamePuzzle:
    if not isinstance(puzzle, GamePuzzle):
        raise Unsuited(f"Clew can't start {puzzle.name} in the middle of a game")
    return puzzle


def _after(puzzle: Puzzle, moves: Sequence[str]) -> GamePuzzle:
    """Return the position after these moves.

    Raises:
        ValueError: if one isn't possible there.
    """
    position = _game(puzzle)
    for number, move in enumerate(moves, 1):
        game = position.game()
        after = {} if game.payoff(game.start) is not None else dict(game.successors(game.start))
        if move not in after:
            raise ValueError(f"move {number}: {quoted(move)} isn't possible there")
        position = position.at(after[move])
    return position


def _step(position: GamePuzzle, verdict: Verdict, move: str, before: str = "") -> Step:
    technique, reason = _reason(position, verdict, move)
    text = f"{before} {capital(reason)}" if before else reason
    return Step(technique, 0.0, position.touches(move), text=text)


def _named(technique: str) -> str:
    """Say which technique to think of."""
    if technique.startswith(("keep", "leave")):
        return f"{capital(technique)}."
    return TECHNIQUES.get(technique, f"Look for a {technique}.")


def _reason(position: GamePuzzle, verdict: Verdict, move: str) -> tuple[str, str]:
    """Return the technique behind a best move, and the reason for it."""
    game = position.game()
    after = dict(game.successors(game.start))[move]
    proven = not verdict.known or verdict.forced
    if verdict.value > 0 and proven and game.payoff(after) is not None:
        gain = worded(verdict.value, "wins", "", "", "gains {1:,}")
        return "winning move", f"it {gain} at once."
    if found := position.reason(after):
        technique, reason = found
        return technique, finished(reason)
    if Impartial in position.faces and not SpragueGrundy().objection(position.impartial()):
        return _nim_reason(position, verdict, move)
    return _by_search(verdict)


def _nim_reason(position: GamePuzzle, verdict: Verdict, move: str) -> tuple[str, str]:
    found = explain_nim_sum(position)
    if verdict.value < 0:
        if found.misere or len(found.parts) < 2:
            return LOST, "every move leaves a position that the other player can win."
        return LOST, "the nim-sum is 0, so every move lets the other player win."
    if found.misere:
        return "misère play", (
            "it leaves a losing position. Play as in normal Nim while a pile has more than one, "
            "then leave an odd number of ones."
        )
    change = next((each for each in found.changes if each.move == move), None)
    if change is None:
        return _by_search(verdict)
    if len(found.parts) < 2 and len(change.after) < 2:
        return "leave a losing position", (
            "it leaves a losing position, in which every reply has a winning answer."
        )
    return "nim-sum zero", f"it makes the nim-sum 0. The {change}."


def _by_search(verdict: Verdict) -> tuple[str, str]:
    """Return the technique and the reason that a search of the whole game gives."""
    count, value = len(verdict.best), verdict.value
    if verdict.known and not verdict.forced:
        return "best known move", best_known(verdict)
    if verdict.known:
        return "keep the win", f"it forces a win, as a search {verdict.known} shows."
    if value < 0:
        loss = "every move loses against best play."
        return LOST, worded(
            value, "", "", loss, "", "every move loses at least {1:,} against best play."
        )
    keeps = worded(value, "win", "draw", "", "gain of {1:,}")
    if verdict.ending == ENDLESS:
        keeps = "draw by repetition"
    only = "it's the only move that keeps"
    if count > 1:
        only = f"it's one of {in_letters(count)} moves that keep"
    return f"keep the {keeps}", f"{only} the {keeps}. Every reply was searched to the end."


def _where(position: GamePuzzle, move: str) -> str:
    """Say in which part of a position to move, without revealing the move."""
    part, colon, _ = move.rpartition(":")
    if colon:
        return f"Move in {part}."
    game = position.game()
    count = sum(1 for _ in game.successors(game.start))
    return f"You have {in_letters(count)} moves." if count > 1 else "You have only one move."


def _board(position: GamePuzzle, move: str) -> Board:
    """Return the board before the move, with stars on the cells that it takes."""
    return position.board(Verdict(0, (move,), ()))


# ------------------------------------------------------------------ nim-values
# Explain why a move wins, by the nim-values of a position's parts and their nim-sum.


MOST_OPTIONS = 200
"""The maximum number of options to list for a part."""
SHOWN = 12
"""The maximum number of winning moves to show."""


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a position: its name, its nim-value, and the nim-values of its options."""

    name: str
    size: str
    nimber: int
    options: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A winning move: the nim-values of the parts that it changes, before and after the move."""

    move: str
    before: tuple[int, ...]
    after: tuple[int, ...]
    rest: int
    """The nim-sum of the unchanged parts, which the nim-sum of the changed parts must equal."""
    alone: bool = False
    """True if the move changes every part."""

    def __str__(self) -> str:
        """Return `nim-value 3 becomes 1, equal to the nim-sum of the rest (1 ^ 1 = 0)`."""
        change = f"nim-value {_added(self.before)} becomes {_added(self.after)}"
        if self.rest == 0:
            return change if self.alone else f"{change}, and the rest add up to 0"
        width = self.rest.bit_length()
        rest = f"{self.rest:0{width}b}"
        equal = f"{rest} ^ {rest} = {'0' * width}"
        return f"{change}, equal to the nim-sum of the rest ({equal})"


def _added(values: Sequence[int]) -> str:
    """Return a nim-sum, with its terms if there are several."""
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
    """Explain a position by its nim-values.

    Raises:
        Unsuited: if nim-values don't explain it.
    """
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
    """Yield the winning moves, each with the parts that it changes."""
    if game.payoff(game.start) is not None:
        return
    lost, old = losing(game, nimbers), game.parts(game.start)
    for move, state in game.successors(game.start):
        if lost(state):
            new = game.parts(state)
            gone, come = _missing(old, new), _missing(new, old)
            before = tuple(nimbers[part] for part in gone)
            after = tuple(nimbers[part] for part in come)
            rest = nimbers.of(game.start) ^ nimbers.sum(gone)
            yield Change(move, before, after, rest, len(gone) == len(old))


def _missing(some: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Return the items of `some` that `others` lacks, each as often as it's missing."""
    left, missing = Counter(others), []
    for part in some:
        if left[part]:
            left[part] -= 1
        else:
            missing.append(part)
    return missing


# ------------------------------------------------------------------ tables
# Compute the rows and tables of nim-values, with their periods, that `clew grundy` shows.


MOST_POSITIONS = 20_000
FIRST_LOOK = 1000
"""The smallest range of heaps in which to search for a provable period."""


@dataclass(frozen=True, slots=True)
class NimRow:
    """The nim-values of heaps 0, 1, 2, … under one rule, and their period.

    In misère play there are no values, only positions lost for the player to move.
    """

    name: str
    values: tuple[int, ...]
    lost: tuple[int, ...]
    period: Period | None = None
    misere: bool = False

    @property
    def won(self) -> tuple[int, ...]:
        """The N-positions, in which the next player wins."""
        lost = set(self.lost)
        return tuple(n for n in range(len(self)) if n not in lost)

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True)
class NimTable:
    """The nim-values of pairs of piles, starting with (first, first)."""

    name: str
    first: int
    values: tuple[tuple[int, ...], ...]

    @property
    def lost(self) -> tuple[tuple[int, int], ...]:
        """The P-positions, in which the previous player wins. The smaller pile comes first."""
        return tuple(
            (one, two)
            for one, row in enumerate(self.values, self.first)
            for two, value in enumerate(row, self.first)
            if value == 0 and one <= two
        )


def nim_table(word: str, last: int, run: Run | None = None) -> NimRow | NimTable:
    """Return the nim-values of all heaps up to `last` in a game, given as `name` or `name:rule`."""
    kind, _, rule = word.strip().partition(":")
    if kind not in names():
        raise ValueError(f"found {kind[:20]!r}, expected a game")
    found = find(kind)
    if not issubclass(found, GamePuzzle) or not found.series:
        raise Unsuited(f"{kind} has no row of nim-values, only positions do")
    if "{rule}@" in found.series and not rule:
        rules = [example.text.partition("@")[0] for example in found.examples] or [found.form]
        raise ValueError(f"{kind} needs a rule, for example {kind}:{rules[0]}")
    if rule and "{rule}" not in found.series:
        found.parse(rule)  # raises an error if it isn't a position either
    if "{m}" in found.series:
        return _table(found, word, last, run)
    return _row(found, word, rule.rstrip("@"), last, run)


def _position(kind: type[GamePuzzle], rule: str, n: int, m: int = 0) -> GamePuzzle:
    return kind.parse(kind.series.format(n=n, m=m, rule=rule).strip(","))


def _row(kind: type[GamePuzzle], word: str, rule: str, last: int, run: Run | None) -> NimRow:
    game = _position(kind, rule, last).impartial()
    rules = game if isinstance(game, Rules) else None
    if rules and rules.misere:
        lost = _lost_misere(kind, rule, last)
        return NimRow(word, (0,) * (last + 1), lost, misere=True)
    nimbers = Nimbers(game, run)
    if rules and rules.by_size:
        values, period = _values(game, nimbers, last)
    else:
        faces = (_position(kind, rule, n).impartial() for n in range(last + 1))
        values = [nimbers.of(face.start) for face in faces]
        period = find_period(values)
    lost = tuple(n for n, value in enumerate(values) if value == 0)
    return NimRow(word, tuple(values), lost, period)


def _values(
    game: Impartial[Any, Any], nimbers: Nimbers, last: int
) -> tuple[list[int], Period | None]:
    """Return the values up to `last`, and their period.

    If a theorem says when an observed period continues forever, the function computes enough values
    to apply it. Then it repeats the period instead of computing the remaining values.
    """
    if needed(Period(0, 1, 0), game)[0] <= 0:  # there's no such theorem
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


def _proven_period(game: Impartial[Any, Any], nimbers: Nimbers, known: list[int]) -> Period | None:
    """Return the period of the values, if these values, or twice as many, prove it."""
    period = find_period(known)
    if period is not None and len(known) <= needed(period, game)[0] <= 2 * len(known):
        period = find_period(_up_to(nimbers, needed(period, game)[0]))
    period = proven(period, game) if period is not None else None
    return period if period is not None and period.proven else None


def _up_to(nimbers: Nimbers, last: int) -> list[int]:
    nimbers[last]
    return [nimbers[n] for n in range(last + 1)]


def _lost_misere(kind: type[GamePuzzle], rule: str, last: int) -> tuple[int, ...]:
    values = work_out(_position(kind, rule, last).game(), MOST_POSITIONS)
    if values is None:
        raise ValueError(f"heaps up to {last:,} have too many positions for misère play")
    return tuple(n for n in range(last + 1) if values.get((n,)) == -1)


def _table(kind: type[GamePuzzle], word: str, last: int, run: Run | None) -> NimTable:
    first = 0
    try:
        _position(kind, "", 0, 0)
    except ValueError:
        first = 1
    nimbers = Nimbers(_position(kind, "", last, last).impartial(), run)
    span = range(first, last + 1)
    return NimTable(word, first, tuple(tuple(nimbers[one, two] for two in span) for one in span))


def listed(numbers: Sequence[object], most: int = 1000) -> str:
    """Join numbers with spaces, and cut off the list after `most` numbers."""
    return " ".join(shortened([str(number).replace(" ", "") for number in numbers], most))
