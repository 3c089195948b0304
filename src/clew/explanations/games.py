"""Games: the best move with its reason, and a line of best play explained move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clew.board.board import Board
from clew.core.faces import CUT, ENDLESS, Impartial, Verdict
from clew.core.games import GamePuzzle, Rules, best_known, worded, work_out
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle
from clew.core.registry import find, names
from clew.core.result import Run, Stopped
from clew.core.texts import shortened
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
"""How many moves of a line of best play are explained."""


def verdict_of(puzzle: Puzzle) -> Verdict:
    """Who wins, and how; Stopped if that takes too long to find out."""
    result = solved_soon(puzzle)
    if result.solution is None:
        raise Stopped(result.reason)
    found: Verdict = result.solution
    return found


def preferred(game: Any, verdict: Verdict) -> str:
    """Of the best moves, when winning the one that leaves least; else the line's, or the first."""
    if verdict.value < 1 or not verdict.best:
        return next(iter(verdict.best), "")
    if not (isinstance(game, Rules) and game.is_nim):
        return verdict.line[0] if verdict.line else verdict.best[0]
    after = dict(game.successors(game.start))
    return min(verdict.best, key=lambda move: sum(game.parts(after[move])))


class GameExplainer(Explainer[Puzzle]):
    """A game: a best move and its reason, a line of best play."""

    def hint(self, filled: Sequence[str] = (), uniqueness: bool = True) -> Hint:
        """The best move after those that were made, in four degrees."""
        position = _after(self.puzzle, filled)
        verdict = verdict_of(position)
        if not verdict.best:
            return Hint.plain("the game is over: there is no move")
        move = preferred(position.game(), verdict)
        step = _step(position, verdict, move)
        can = _outlook(verdict)
        named = f"{can}: {step.technique}"
        where, full = f"{named}, {_where(position, move)}", f"{move}: {step.text}"
        return Hint(can, named, where, full, step, _board(position, move), move)

    def explain(self, uniqueness: bool = True) -> Explanation:
        """A line of best play, each move with its reason."""
        verdict = verdict_of(self.puzzle)
        position, steps, boards = _game(self.puzzle), [], []
        for number, move in enumerate(verdict.line[:MOST_STEPS]):
            here = verdict_of(position) if number else verdict
            player = "first" if number % 2 == 0 else "second"
            steps.append(_step(position, here, move, f"{player} player, {move}: "))
            boards.append(_board(position, move))
            position = _after(position, [move])
        cut = verdict.ending in (CUT, ENDLESS) or len(verdict.line) > MOST_STEPS
        outcome = self.puzzle.tell(verdict).splitlines()[0] + ("; the line goes on" if cut else "")
        return Explanation(self.puzzle, tuple(steps), None, outcome, draw=lambda: iter(boards))

    def rate(self, uniqueness: bool = True) -> Rating:
        name = self.puzzle.name
        raise Unsuited(f"{name} is a game and has no rating: clew explain says who wins")


def _outlook(verdict: Verdict) -> str:
    """What the player to move can get, and no more than is known of it."""
    if verdict.known and not verdict.forced:
        return f"{verdict.known} nothing is proven"
    return worded(
        verdict.value,
        "you can win",
        "a draw is the most you can get",
        "every move loses to best play",
        "you can gain {1:,}",
        "{}, {:,} at least",
    )


def _game(puzzle: Puzzle) -> GamePuzzle:
    if not isinstance(puzzle, GamePuzzle):
        raise Unsuited(f"{puzzle.name} is no game that can be taken up midway")
    return puzzle


def _after(puzzle: Puzzle, moves: Sequence[str]) -> GamePuzzle:
    """The position after these moves; ValueError if one is no move there."""
    position = _game(puzzle)
    for number, move in enumerate(moves, 1):
        game = position.game()
        after = {} if game.payoff(game.start) is not None else dict(game.successors(game.start))
        if move not in after:
            raise ValueError(f"move {number}: found {move!r}, which is no move there")
        position = position.at(after[move])
    return position


def _step(position: GamePuzzle, verdict: Verdict, move: str, before: str = "") -> Step:
    technique, reason = _reason(position, verdict, move)
    return Step(technique, 0.0, position.touches(move), text=f"{before}{reason}")


def _reason(position: GamePuzzle, verdict: Verdict, move: str) -> tuple[str, str]:
    """The technique and the reason of a best move."""
    game = position.game()
    after = dict(game.successors(game.start))[move]
    proven = not verdict.known or verdict.forced
    if verdict.value > 0 and proven and game.payoff(after) is not None:
        gain = worded(verdict.value, "wins", "", "", "gains {1:,}")
        return "winning move", f"it {gain} at once"
    if found := position.reason(after):
        return found
    if Impartial in position.faces and not SpragueGrundy().objection(position.impartial()):
        return _nim_reason(position, verdict, move)
    return _by_search(verdict)


def _nim_reason(position: GamePuzzle, verdict: Verdict, move: str) -> tuple[str, str]:
    found = explain_nim_sum(position)
    if verdict.value < 0:
        zero = "the nim-sum is 0" if not found.misere else "the position is lost"
        return "lost position", f"{zero}: every move lets the other player win"
    if found.misere:
        return "misère play", (
            "it leaves a position that the other player loses: as in normal Nim while a pile "
            "above one is left, then an odd number of ones"
        )
    change = next((each for each in found.changes if each.move == move), None)
    if change is None:
        return _by_search(verdict)
    return "nim-sum zero", f"it makes the nim-sum 0: {change}"


def _by_search(verdict: Verdict) -> tuple[str, str]:
    """What the whole tree of the game says of the best moves."""
    count, value = len(verdict.best), verdict.value
    if verdict.known and not verdict.forced:
        return "best known move", best_known(verdict)
    if verdict.known:
        return "keep the win", f"it wins by force, found {verdict.known}"
    if value < 0:
        loss = "every move loses to best play"
        return "lost position", worded(value, "", "", loss, "", "{}, {:,} at least")
    keeps = worded(value, "win", "draw", "")
    if verdict.ending == ENDLESS:
        keeps = "draw by repetition"
    only = "the only move that keeps" if count == 1 else f"one of {count} moves that keep"
    return f"keep the {keeps}", f"{only} the {keeps}: every reply was searched to the end"


def _where(position: GamePuzzle, move: str) -> str:
    """The part of a position that a move is made in, without the move itself."""
    part, colon, _ = move.rpartition(":")
    if colon:
        return f"in {part}"
    game = position.game()
    count = sum(1 for _ in game.successors(game.start))
    return f"one of {count} moves" if count > 1 else "the only move"


def _board(position: GamePuzzle, move: str) -> Board:
    """The board before the move; a cell that it takes is marked by a star."""
    return position.board(Verdict(0, (move,), ()))


# ------------------------------------------------------------------ nim-values
# Why a move wins: the nim-values of the parts of a position and their nim-sum, in words.


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


# ------------------------------------------------------------------ tables
# Rows and tables of nim-values under one rule, with their periods, as `clew grundy` shows them.


MOST_POSITIONS = 20_000
FIRST_LOOK = 1000
"""Up to which heap a period is looked for at least, where one can be proven."""


@dataclass(frozen=True, slots=True)
class NimRow:
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
class NimTable:
    """The nim-values of pairs of piles, from (first, first) on."""

    name: str
    first: int
    values: tuple[tuple[int, ...], ...]

    @property
    def lost(self) -> tuple[tuple[int, int], ...]:
        """The P-positions, the smaller pile first."""
        return tuple(
            (one, two)
            for one, row in enumerate(self.values, self.first)
            for two, value in enumerate(row, self.first)
            if value == 0 and one <= two
        )


def nim_table(word: str, last: int, run: Run | None = None) -> NimRow | NimTable:
    """The nim-values of all heaps up to `last` of a game, given as its name or `name:rule`."""
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
    """The values up to `last`, and their period.

    Where a theorem says when an observed period goes on for ever, enough values are worked out to
    prove it; once it is proven, the rest are known without work.
    """
    if needed(Period(0, 1, 0), game)[0] <= 0:  # no such theorem
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
    """The period of the values, if it is proven by these or by twice as many."""
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
        raise ValueError(f"found heaps up to {last:,}: too many positions for misère play")
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
    """Numbers with blanks between, not more than a page or two of them."""
    return " ".join(shortened([str(number).replace(" ", "") for number in numbers], most))
