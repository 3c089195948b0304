"""Jugs: measure an amount by filling jugs, emptying them and pouring from one to another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import gcd
from typing import Any, ClassVar, Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Pour
from clew.core.arguments import advice
from clew.core.capabilities import defined_in
from clew.core.errors import Unsuited
from clew.core.faces import Faces, StateSpace
from clew.core.grid import between, place, read_number, read_numbers
from clew.core.look import Brief, Look
from clew.core.puzzle import Example, Puzzle
from clew.core.result import Result
from clew.search.proof.own_proofs import NO_SOLUTION, Data, expect, expect_claim, listed, numbers
from clew.search.proof.own_proofs import number as one_number
from clew.search.proof.own_proofs import searched as only_searched

__path__: list[str] = []  # pickles name `clew.puzzles.jugs.puzzle`

# ------------------------------------------------------------------ the puzzle


MOST_JUGS = 20
LARGEST = 10**9
RULES = ("fill", "empty", "pour")
IN_WORDS = 40
"""The maximum number of moves to list in a solution."""


@dataclass(frozen=True)
class Jugs(Puzzle):
    """Jugs to fill, empty and pour until they hold the right amounts.

    `goal` is a single amount to measure in any jug, or an amount for each jug, with None for any
    amount. The
    rules are `fill` (a jug to the brim, from the tap), `empty` (a jug onto the ground) and `pour`
    (one jug into another, until one is empty or the other full).

    A solution is a sequence of moves. `states` returns the amounts at the start and after each
    move.

    >>> Jugs.parse("3,5=4").states(((0, 2), (2, 1)))
    [(0, 0), (0, 5), (3, 2)]
    """

    capacities: Amounts
    goal: tuple[int | None, ...]
    start: Amounts = ()
    rules: tuple[str, ...] = RULES

    name: ClassVar[str] = "jugs"
    summary: ClassVar[str] = "Fill, empty and pour jugs until one holds the right amount."
    form: ClassVar[str] = (
        "CAPACITIES=AMOUNT, or an amount for each jug (* for any); optionally @ and the first "
        "amounts before =, and : and some of fill+empty+pour at the end"
    )
    step: ClassVar[str] = "move"
    title: ClassVar[str] = "Water jugs"
    look: ClassVar[Look] = Look(piece="jug")
    inputs = (Pour(),)
    examples: ClassVar[tuple[Example, ...]] = (
        Example("5,8,12=6", "Six litres", shortest=6),
        Example("5,8,12=6:fill+pour", "Six litres, none poured away", shortest=6),
        Example("3,5=4", "Die hard", shortest=6),
        Example("3,5,8@0,0,8=0,4,4:pour", "Share eight litres", shortest=7),
        Example("5,8,12@0,0,12=*,6,6:pour", "Share twelve litres", shortest=7),
        Example("6,9=4", "Only multiples of three", solutions=0),
        Example("4,6@0,6=5:pour", "Odd out of even", solutions=0),
        Example("3,7@0,7=5:fill+pour", "Not without pouring away", solutions=0),
        Example("5,8=8", "One filling", shortest=1),
    )

    def __post_init__(self) -> None:
        jugs = len(self.capacities)
        if not 1 <= jugs <= MOST_JUGS:
            raise ValueError(f"found {jugs} jugs, expected 1 to {MOST_JUGS}")
        if not self.start:
            object.__setattr__(self, "start", (0,) * jugs)
        if len(self.start) != jugs:
            raise ValueError(f"found {len(self.start)} initial amounts, expected {jugs}")
        if len(self.goal) not in (1, jugs):
            raise ValueError(f"found {len(self.goal)} amounts wanted, expected 1 or {jugs}")
        for number, (holds, held) in enumerate(zip(self.capacities, self.start, strict=True), 1):
            if not 1 <= holds <= LARGEST:
                raise ValueError(f"jug {number}: found capacity {holds}, expected 1 to {LARGEST}")
            if not 0 <= held <= holds:
                raise ValueError(f"jug {number}: found {held} in it, expected 0 to {holds}")
        if any(amount is not None and amount < 0 for amount in self.goal):
            raise ValueError("found a wanted amount below 0, expected 0 or more")
        if unknown := [rule for rule in self.rules if rule not in RULES]:
            raise ValueError(f"no rule is called {unknown[0]!r}: {advice(unknown[0], RULES)}")
        object.__setattr__(self, "rules", tuple(rule for rule in RULES if rule in self.rules))

    @classmethod
    def parse(cls, text: str) -> Self:
        found = re.fullmatch(r"([^@=:]*)(?:@([^@=:]*))?=([^@=:]*)(?::([^@=:]*))?", text)
        if found is None:
            numbers = re.findall(r"\d+", text, re.ASCII)
            if len(numbers) > 3 and re.fullmatch(r"[\d\s,;\[\]]*", text, re.ASCII):
                last = f"{_joined(numbers[:-1])}={numbers[-1]}"
                first = f"{_joined(numbers[1:])}={numbers[0]}"
                raise ValueError(f"found {text.strip()[:40]!r}, expected {last} or {first}")
            raise ValueError(
                f"found {text.strip()[:40]!r}, expected CAPACITIES[@START]=AMOUNT[:RULES]"
            )
        capacities = read_numbers(text[: found.end(1)], "an amount", found.start(1))
        held = text[: found.end(2)]
        start = () if found[2] is None else read_numbers(held, "an amount", found.start(2))
        goal = (
            None if word == "*" else read_number(word, text, index, "an amount or *")
            for word, index in between(text[: found.end(3)], start=found.start(3))
        )
        rules = RULES if found[4] is None else _read_rules(text, found.start(4))
        return cls(capacities, tuple(goal), start, rules)

    def __str__(self) -> str:
        start = f"@{_joined(self.start)}" if any(self.start) else ""
        rules = f":{'+'.join(self.rules)}" if self.rules != RULES else ""
        return f"{_joined(self.capacities)}{start}={_joined(self.goal)}{rules}"

    @property
    def anywhere(self) -> bool:
        """True if the goal is a single amount, no matter in which jug."""
        return len(self.goal) == 1

    def reached(self, amounts: Amounts) -> bool:
        """Check whether the jugs hold the goal's amounts.

        Args:
            amounts: The amount in each jug.
        """
        return reached(self.goal, amounts)

    def after(self, amounts: Amounts, move: JugMove) -> Amounts:
        """Return the amounts after a move.

        Args:
            amounts: The amount in each jug before the move.
            move: The jugs that the move pours from and into, counted from 1, with 0 for the tap or
                the ground.

        Raises:
            ValueError: The rules don't allow the move, or it doesn't move anything.
        """
        source, sink = move
        held = list(amounts)
        if not (0 <= source <= len(held) and 0 <= sink <= len(held)) or source == sink:
            raise ValueError(f"{source} to {sink} isn't a move")
        rule = "fill" if source == OUTSIDE else "empty" if sink == OUTSIDE else "pour"
        if rule not in self.rules:
            raise ValueError(f"the rules don't allow you to {rule}")
        room = LARGEST if sink == OUTSIDE else self.capacities[sink - 1] - held[sink - 1]
        poured = room if source == OUTSIDE else min(room, held[source - 1])
        if poured == 0:
            raise ValueError(f"{self.say(move)} doesn't move anything")
        if source != OUTSIDE:
            held[source - 1] -= poured
        if sink != OUTSIDE:
            held[sink - 1] += poured
        return tuple(held)

    def states(self, answer: Sequence[JugMove]) -> list[Amounts]:
        """Return the amounts at the start and after each move.

        Args:
            answer: The moves.

        Raises:
            ValueError: A move isn't possible.
        """
        found = [self.start]
        for move in answer:
            found.append(self.after(found[-1], move))
        return found

    def tell(self, solution: Sequence[JugMove], /) -> str:
        moves = "; ".join(map(self.say, solution[:IN_WORDS])) + "; …" * (len(solution) > IN_WORDS)
        return f"{len(solution)} move{'s' * (len(solution) != 1)}: {moves}" if solution else ""

    def brief(self) -> Brief:
        wanted = ", ".join("any" if amount is None else str(amount) for amount in self.goal)
        return ((f"Wanted: {wanted}.", ""),)

    def board(self, solution: Sequence[JugMove] | None = None, /) -> Board:
        """Draw a table with the capacities, and then the amounts at the start and after each move.

        Args:
            solution: A solution, or None for only the start.
        """
        cols = len(self.capacities)
        cells = [Cell(str(holds), Ink.NOTE) for holds in self.capacities]
        states = self.states(solution or ())
        for number, amounts in enumerate(states):
            ink = Ink.ANSWER if number else Ink.GIVEN
            wanted = number == len(states) - 1 and self.reached(amounts)
            cells += [
                Cell(str(a), ink, wanted and a in self.goal, shape="vessel", of=holds)
                for a, holds in zip(amounts, self.capacities, strict=True)
            ]
        walls = frozenset((col, col + cols) for col in range(cols))
        title = f"jugs of {_joined(self.capacities)}, wanted {_joined(self.goal)}"
        return Board(len(states) + 1, cols, tuple(cells), title, walls, layout=Arrangement.VESSELS)

    def check(self, solution: Sequence[JugMove], /) -> list[str]:
        amounts = self.start
        for number, move in enumerate(solution, 1):
            try:
                amounts = self.after(amounts, move)
            except ValueError as error:
                return [f"move {number}: {error}"]
        if not self.reached(amounts):
            return [f"the jugs hold {_joined(amounts)} at the end, not {_joined(self.goal)}"]
        return []

    def clashes(self) -> list[str]:
        """List the reasons, as far as simple bounds show them, why no moves can reach the goal.

        The bounds are the capacities, the common divisor of all amounts, and the total amount of
        water.
        """
        wanted = [amount for amount in self.goal if amount is not None]
        wrong = []
        limits = (max(self.capacities),) if self.anywhere else self.capacities
        for holds, amount in zip(limits, self.goal, strict=True):
            if amount is not None and amount > holds:
                wrong.append(f"{amount} is wanted, but at most {holds} fits")
        unit = gcd(*self.capacities, *self.start)
        if any(amount % unit for amount in wanted):
            wrong.append(f"every amount that can be reached is a multiple of {unit}")
        return wrong + self._conservation(sum(wanted))

    def _conservation(self, wanted: int) -> list[str]:
        """Compare the water with the goal if none can be added or taken away."""
        there = sum(self.start)
        if "fill" not in self.rules and wanted > there:
            return [f"the jugs hold {there} in all, and none can be added"]
        fixed = not self.anywhere and None not in self.goal
        if fixed and "empty" not in self.rules and wanted < there:
            return [f"the jugs hold {there} in all, and none can be taken away"]
        return []

    def vessels(self) -> Vessels:
        """Return the jugs in the form that the state space needs."""
        return Vessels(self.capacities, self.start, self.goal, self.rules)

    def space(self) -> JugSpace:
        return JugSpace(self.vessels())

    faces: ClassVar[Faces] = Faces({StateSpace: space})

    def at(self, state: int, /) -> Self:
        return replace(self, start=self.space().unpack(state))

    guide = defined_in("clew.puzzles._explanations", "JugGuide")

    def certificate(self, found: Result[Sequence[JugMove]], /) -> Data:
        """Return the shortest reason why there's no solution.

        Args:
            found: The result of a search.

        Raises:
            Unsuited: The search found a solution, or the list of states would be too long.
        """
        if found.solved:
            raise Unsuited(f"{self.name}: a solution doesn't need a certificate")
        for bound in BOUNDS:
            if BOUNDS[bound](self):
                return {"claims": NO_SOLUTION, "bound": bound}
        if divisor := _divisor(self):
            return {"claims": NO_SOLUTION, "divisor": divisor}
        return {"claims": NO_SOLUTION, "states": [list(state) for state in _reachable(self)]}

    def certificate_faults(self, data: Data, /) -> list[str]:
        """List the faults of a certificate, using the capacities, the amounts and the moves.

        Args:
            data: The certificate.

        Raises:
            ValueError: The data doesn't have the right form.
        """
        expect_claim(data, NO_SOLUTION)
        if "divisor" in data:
            expect(data, "claims", "divisor")
            return list(_divisor_faults(self, one_number(data["divisor"], "divisor", 2)))
        if "bound" in data:
            expect(data, "claims", "bound")
            if not isinstance(data["bound"], str) or data["bound"] not in BOUNDS:
                return [f"bound: expected {' or '.join(BOUNDS)}"]
            return [] if BOUNDS[data["bound"]](self) else [f"{data['bound']} isn't true here"]
        expect(data, "claims", "states")
        jugs = len(self.capacities)
        given = [
            tuple(numbers(listed(s, "state", jugs), "state"))
            for s in listed(data["states"], "states")
        ]
        return next(([fault] for fault in _state_faults(self, set(given))), [])

    def touches(self, move: JugMove, /) -> tuple[int, ...]:
        """Return the cells of the jugs that a move pours from and into.

        Args:
            move: The move. If it fills or empties a jug, the result has only one cell.
        """
        jugs = len(self.capacities)
        return tuple(jugs + jug - 1 for jug in move if jug != OUTSIDE)

    def say(self, move: JugMove, state: Any = None, /) -> str:
        """Return a move in words.

        Args:
            move: The move.
            state: The state before the move, which isn't used.

        >>> [Jugs((3, 5), (4,)).say(move) for move in ((0, 2), (2, 1), (1, 0))]
        ['fill 2', 'pour 2 into 1', 'empty 1']
        """
        source, sink = move
        if source == OUTSIDE:
            return f"fill {sink}"
        return f"empty {source}" if sink == OUTSIDE else f"pour {source} into {sink}"

    def translate(self, face: type, found: Sequence[JugMove]) -> tuple[JugMove, ...]:
        return tuple(found)


def _joined(amounts: Sequence[int | None]) -> str:
    return ",".join("*" if amount is None else str(amount) for amount in amounts)


def _read_rules(text: str, start: int) -> tuple[str, ...]:
    words = between(text, "+", start)
    for word, index in words:
        if word not in RULES:
            where = place(text, index)
            raise ValueError(f"{where}: found {word[:20]!r}, expected some of {'+'.join(RULES)}")
    return tuple(word for word, _ in words)


# ------------------------------------------------------------------ its states
# The state space of jugs, for graph searches.


Amounts = tuple[int, ...]
JugMove = tuple[int, int]
"""The jug that a move pours from and the one it pours into, counted from 1, or OUTSIDE."""
OUTSIDE = 0
"""The tap that fills a jug, and the ground that a jug is emptied onto."""


@dataclass(frozen=True, slots=True)
class Vessels:
    """Vessels to fill, empty and pour into each other until they hold the goal.

    The goal is a single amount, in any vessel, or an amount for each vessel, with None for any
    amount. The rules are some of "fill", "empty" and "pour".
    """

    capacities: Amounts
    start: Amounts
    goal: tuple[int | None, ...]
    rules: tuple[str, ...]


def reached(goal: tuple[int | None, ...], amounts: Amounts) -> bool:
    """Check whether the vessels hold the goal."""
    if len(goal) == 1:
        return goal[0] is None or goal[0] in amounts
    return all(want is None or want == held for want, held in zip(goal, amounts, strict=True))


class JugSpace:
    """The state space of jugs. A state is one integer, with a field of bits for each amount."""

    def __init__(self, vessels: Vessels) -> None:
        self.vessels = vessels
        self.bits: int = max(vessels.capacities).bit_length()
        self.mask: int = (1 << self.bits) - 1
        self.start: int = sum(amount << self.bits * jug for jug, amount in enumerate(vessels.start))
        self._fields = [
            (jug, (jug - 1) * self.bits, capacity)
            for jug, capacity in enumerate(vessels.capacities, 1)
        ]

    def unpack(self, state: int) -> Amounts:
        """Return the amounts of a state."""
        return tuple(state >> shift & self.mask for _, shift, _ in self._fields)

    def successors(self, state: int) -> Iterator[tuple[JugMove, int]]:
        """Yield the moves that fill a jug, then those that empty one, then those that pour."""
        rules, mask = self.vessels.rules, self.mask
        jugs = [(jug, shift, state >> shift & mask, most) for jug, shift, most in self._fields]
        if "fill" in rules:
            for jug, shift, held, most in jugs:
                if held < most:
                    yield (OUTSIDE, jug), state + (most - held << shift)
        if "empty" in rules:
            for jug, shift, held, _ in jugs:
                if held:
                    yield (jug, OUTSIDE), state - (held << shift)
        if "pour" in rules:
            for source, down, there, _ in jugs:
                for jug, up, held, most in jugs:
                    if source != jug and (poured := min(there, most - held)):
                        yield (source, jug), state - (poured << down) + (poured << up)

    def is_goal(self, state: int) -> bool:
        return reached(self.vessels.goal, self.unpack(state))

    def heuristic(self, state: int) -> int:
        """Estimate the number of moves, using the fact that each changes at most two jugs."""
        goal = self.vessels.goal
        if len(goal) == 1:
            return not self.is_goal(state)
        amounts = zip(goal, self.unpack(state), strict=True)
        wrong = sum(want is not None and want != held for want, held in amounts)
        return (wrong + 1) // 2


# ------------------------------------------------------------------ why there is no solution
# The reason is a divisor, a bound, or a list of states that begins with the start. No move leads
# out of such a list, and the goal isn't in it.


MOST_LISTED = 100_000
"""The maximum number of states in a certificate."""


def _divisor(puzzle: Jugs) -> int:
    unit = gcd(*puzzle.capacities, *puzzle.start)
    return unit if any((amount or 0) % unit for amount in puzzle.goal) else 0


def _reachable(puzzle: Jugs) -> list[Amounts]:
    found, known = [puzzle.start], {puzzle.start}
    for state in found:
        for after in _after(puzzle, state):
            if after not in known:
                known.add(after)
                found.append(after)
        if len(found) > MOST_LISTED:
            raise only_searched(puzzle.name, f"a puzzle of more than {MOST_LISTED:,} states")
    return found


def _divisor_faults(puzzle: Jugs, divisor: int) -> Iterator[str]:
    """Yield the faults of a divisor.

    Moves only add and subtract the capacities and the initial amounts. A number that divides all
    of these also divides every amount that can be reached.
    """
    for amount in (*puzzle.capacities, *puzzle.start):
        if amount % divisor:
            yield f"{divisor} doesn't divide {amount}"
    if not any((amount or 0) % divisor for amount in puzzle.goal):
        yield f"{divisor} divides every amount of the goal"


def _too_large(puzzle: Jugs) -> bool:
    holds = (max(puzzle.capacities),) if len(puzzle.goal) == 1 else puzzle.capacities
    return any((amount or 0) > most for amount, most in zip(puzzle.goal, holds, strict=True))


def _too_little_water(puzzle: Jugs) -> bool:
    wanted = sum(amount or 0 for amount in puzzle.goal)
    return "fill" not in puzzle.rules and wanted > sum(puzzle.start)


def _too_much_water(puzzle: Jugs) -> bool:
    if "empty" in puzzle.rules or len(puzzle.goal) != len(puzzle.start) or None in puzzle.goal:
        return False
    return sum(amount or 0 for amount in puzzle.goal) < sum(puzzle.start)


BOUNDS = {
    "more is wanted than fits": _too_large,
    "more is wanted than there is, and none can be added": _too_little_water,
    "less is wanted than there is, and none can be taken away": _too_much_water,
}


def _state_faults(puzzle: Jugs, states: set[Amounts]) -> Iterator[str]:
    if puzzle.start not in states:
        yield "the initial amounts aren't among the states"
    for state in states:
        if any(held > most for held, most in zip(state, puzzle.capacities, strict=True)):
            yield f"the jugs can't hold {state}"
        elif puzzle.reached(state):
            yield f"{state} is the goal"
        else:
            outside = (after for after in _after(puzzle, state) if after not in states)
            yield from (f"{after}, one move after {state}, isn't listed" for after in outside)


def _after(puzzle: Jugs, state: Amounts) -> Iterator[Amounts]:
    """Yield the amounts after each possible move."""
    places = range(len(state) + 1)
    for move in ((source, sink) for source in places for sink in places):
        with suppress(ValueError):  # not a move
            yield puzzle.after(state, move)
