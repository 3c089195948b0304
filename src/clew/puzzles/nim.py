"""Nim, Moore's Nim, and games that are Nim in disguise.

In Nim, a player takes any number of counters from one pile. Coins on a strip, coins on stairs,
coins to turn over and counters on a board turn out to be piles too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, product
from math import isqrt
from typing import Any, Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Drag, Toggle
from clew.core.games import GamePuzzle, Rules, find_cycle
from clew.core.look import Look
from clew.core.phrases import spoken
from clew.core.puzzle import Example
from clew.core.texts import read_number, read_numbers, split_options
from clew.puzzles._heaps import WIDEST, NimInDisguise, NimPiles, PilePuzzle, counters

__path__: list[str] = []  # pickles name `clew.puzzles.nim.puzzle`

Position = tuple[int, ...]


class NimRules(NimPiles):
    """The rules of Nim: take any number of counters from one pile."""

    def word(self, part: int, left: int) -> str:
        return f"take {part - left}"


class MooreRules(Rules):
    """The rules of Moore's Nim: take any number of counters from each of at most k piles."""

    def __init__(self, start: Position, most: int, misere: bool) -> None:
        super().__init__(start, misere)
        self.most = most

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        held = [place for place, pile in enumerate(state) if pile]
        for count in range(1, self.most + 1):
            for places in combinations(held, count):
                for takes in product(*(range(1, state[place] + 1) for place in places)):
                    yield self._move(state, dict(zip(places, takes, strict=True)))

    def _move(self, state: Position, takes: dict[int, int]) -> tuple[str, Position]:
        said = [f"{taken} from pile {place + 1}" for place, taken in takes.items()]
        after = tuple(pile - takes.get(place, 0) for place, pile in enumerate(state))
        return f"take {spoken(said)}", after

    def canonical(self, state: Position) -> Position:
        return tuple(sorted(pile for pile in state if pile))


@dataclass(frozen=True)
class Nim(PilePuzzle):
    """Piles of counters. In misère play, whoever takes the last counter loses.

    >>> Nim.parse("3,4,5").piles
    (3, 4, 5)
    """

    misere: bool = False
    at_once: int = 1
    """Moore's k: the maximum number of piles that a player can take from in one move."""

    name = "nim"
    summary = "Take any number of counters from one pile; the last to move wins."
    form = "the piles separated by commas; then ,misere and ,k=2 for Moore's Nim"
    series = "{n},{rule}"
    look = Look(prominence=1, sized="{0},{0},{0}", sizes=(1, 2, 3, 4))
    examples = (
        Example("3,4,5", "Nim with three piles", value=1),
        Example("5,7,9", "Ferguson 2.6, exercise 1", value=1),
        Example("1,2,3", "A position to hand over", value=-1),
        Example("0", "No counters left", value=-1),
        Example("1,2,3,misere", "Misère Nim", value=-1),
        Example("1,1,1,misere", "Misère Nim with ones only", value=-1),
        Example("1,1,misere", "Misère Nim, an even number of ones", value=1),
        Example("1,2,3,4,k=2", "Moore's Nim, two piles at once", value=1),
        Example("2,2,2,k=2", "Moore's Nim, lost", value=-1),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.at_once <= 20:
            raise ValueError(f"found k={self.at_once}, expected 1 to 20")

    @classmethod
    def parse(cls, text: str) -> Self:
        rest, options = split_options(text, "misere", "k")
        at_once = read_number(options.get("k", "1"), 1, 20, "k=, a number of piles")
        return cls(read_numbers(rest, cls.unit), "misere" in options, at_once)

    def __str__(self) -> str:
        misere = ",misere" if self.misere else ""
        return super().__str__() + misere + (f",k={self.at_once}" if self.at_once > 1 else "")

    def game(self) -> Any:
        if self.at_once == 1:
            return NimRules(self.piles, self.misere)
        return MooreRules(self.piles, self.at_once, self.misere)

    def strategy(self) -> str:
        if self.at_once == 1:
            return super().strategy()
        n = self.at_once + 1
        return f"Write the piles in binary. Make the ones in every column a multiple of {n}."

    def touches(self, move: str, /) -> tuple[int, ...]:
        if self.at_once == 1:
            return super().touches(move)
        takes = re.findall(r"(\d+) from pile (\d+)", move)
        cells = (
            counters(self.piles, int(pile) - 1, self.piles[int(pile) - 1] - int(count))
            for count, pile in takes
        )
        return tuple(chain.from_iterable(cells))


# ------------------------------------------------------------------ Nimble


class NimbleRules(NimPiles):
    """The rules of Nimble: a coin on square n is a pile of n. Coins may share or jump squares."""

    noun = "coin"

    def word(self, part: int, left: int) -> str:
        return f"to {left}"


@dataclass(frozen=True)
class Nimble(PilePuzzle):
    """Coins on the squares of a strip. The squares are numbered from 0 at the left end."""

    name = "nimble"
    summary = "Move a coin to the left; whoever makes the last move wins."
    form = "the squares of the coins, from 0 on, separated by commas"
    inputs = (Drag("coin", axis="line"),)
    series = ""
    rules = NimbleRules
    caption = "Nimble: the squares of the coins"
    unit = "a square"
    examples = (
        Example("1,4,6", "Three coins", value=1),
        Example("2,4,6", "Three coins that balance", value=-1),
        Example("5,5", "Two coins on one square", value=-1),
        Example("0,0", "All home", value=-1),
    )

    def strategy(self) -> str:
        return super().strategy().replace("the piles", "the squares of the coins", 1)

    def touches(self, move: str, /) -> tuple[int, ...]:
        named, colon, _ = move.rpartition(": ")
        coin = int(named.rpartition(" ")[2]) - 1 if colon else 0
        if max(self.piles) + 1 > WIDEST:
            return (coin,)  # the picture has one cell for each coin
        return int(move.rpartition(" ")[2]), self.piles[coin]

    def picture(self) -> Board:
        """Draw the strip with its coins or, if it's long, only the numbers of their squares."""
        squares = max(self.piles) + 1
        if squares > WIDEST:
            return super().picture()
        held = (self.piles.count(square) for square in range(squares))
        cells = (Cell(str(n), Ink.GIVEN, shape="coin") if n else Cell() for n in held)
        return Board(1, squares, tuple(cells), "Nimble", layout=Arrangement.STRIP)


# ------------------------------------------------------------------ Staircase Nim


class StaircaseRules(NimInDisguise):
    """The rules of Staircase Nim: only the coins on odd steps count."""

    theorem = (
        "only the odd steps count: when coins come down from an even step to an odd one, "
        "the other player answers by moving them on"
    )

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        for step, coins in enumerate(state, 1):
            for moved in range(1, coins + 1):
                yield self.move(state, (step, moved))

    def legal(self, state: Position, numbers: Sequence[int]) -> bool:
        match numbers:
            case [step, moved]:
                return 1 <= step <= len(state) and 1 <= moved <= state[step - 1]
        return False

    def move(self, state: Position, numbers: Sequence[int]) -> tuple[str, Position]:
        step, moved = numbers
        after = list(state)
        after[step - 1] -= moved
        if step > 1:
            after[step - 2] += moved
        return f"step {step}: move {moved} down", tuple(after)

    def leaving(self, state: Position, place: int, left: int) -> Iterator[tuple[str, Position]]:
        """Yield the move down from the odd step, or from the even step above down to it."""
        step, coins = 2 * place + 1, state[2 * place]
        for move in ((step, coins - left), (step + 1, left - coins)):
            if self.legal(state, move):
                yield self.move(state, move)

    def parts(self, state: Position) -> Position:
        return state[::2]

    def names(self, state: Position) -> tuple[str, ...]:
        return tuple(f"step {step}" for step in range(1, len(state) + 1, 2))


@dataclass(frozen=True)
class Staircase(PilePuzzle):
    """The number of coins on each step, from the lowest step up. The ground isn't a step."""

    name = "staircase"
    summary = "Move coins down from one step to the next; the last to move wins."
    form = "the coins on each step from the lowest up, separated by commas"
    series = ""
    rules = StaircaseRules
    caption = "Staircase Nim, the lowest step first"
    unit = "a number of coins"
    title = "Staircase Nim"
    examples = (
        Example("1,2,3", "Three steps", value=1),
        Example("2,1,2", "Lost: two on each odd step", value=-1),
        Example("0,3", "Coins on an even step only", value=-1),
    )


# ------------------------------------------------------------------ turning turtles


LONGEST = 200
OVER = {"H": "T", "T": "H"}


class TurtleRules(NimInDisguise):
    """The rules of Turning Turtles: a head in place n is a pile of n."""

    theorem = (
        "a head on place n is a pile of n: the coin turned with it is the pile that is left, "
        "and two heads on one place would be two equal piles, which cancel"
    )

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        for head in self.parts(state):
            yield self.move(state, (head,))
            for other in range(1, head):
                yield self.move(state, (head, other))

    def legal(self, state: str, numbers: Sequence[int]) -> bool:
        match numbers:
            case [head] | [head, _]:
                order = len(state) >= head > sum(numbers[1:]) and numbers[-1] > 0
                return order and state[head - 1] == "H"
        return False

    def move(self, state: str, numbers: Sequence[int]) -> tuple[str, str]:
        for place in numbers:
            state = f"{state[: place - 1]}{OVER[state[place - 1]]}{state[place:]}"
        return f"turn {' and '.join(map(str, numbers))}", state

    def leaving(self, state: str, place: int, left: int) -> Iterator[tuple[str, str]]:
        head = self.parts(state)[place]
        if left < head:
            yield self.move(state, (head, left) if left else (head,))

    def parts(self, state: str) -> tuple[int, ...]:
        return tuple(place for place, coin in enumerate(state, 1) if coin == "H")

    def names(self, state: str) -> tuple[str, ...]:
        return tuple(f"head on {place}" for place in self.parts(state))


@dataclass(frozen=True)
class Turtles(GamePuzzle):
    """A row of coins, each showing heads (H) or tails (T)."""

    coins: str

    name = "turtles"
    summary = "Turn a head, and maybe a coin to its left; the last to move wins."
    form = "the coins from left to right, H or T"
    title = "Turning turtles"
    inputs = (Toggle(),)
    examples = (
        Example("THTTHTTTHHTH", "Ferguson 2.6, exercise 4", value=1),
        Example("HHTTH", "Three heads", value=1),
        Example("HHH", "Places 1, 2 and 3", value=-1),
        Example("TTT", "Nothing to turn", value=-1),
    )

    def __post_init__(self) -> None:
        if not 1 <= len(self.coins) <= LONGEST:
            raise ValueError(f"found {len(self.coins)} coins, expected 1 to {LONGEST}")
        if odd := re.search("[^HT]", self.coins):
            raise ValueError(f"coin {odd.start() + 1}: found {odd[0]!r}, expected H or T")

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(re.sub(r"[\s,]", "", text).upper())

    def __str__(self) -> str:
        return self.coins

    def game(self) -> TurtleRules:
        return TurtleRules(self.coins)

    def at(self, state: str, /) -> Self:
        return replace(self, coins=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return tuple(int(place) - 1 for place in re.findall(r"\d+", move))

    def picture(self) -> Board:
        ink = {"H": Ink.GIVEN, "T": Ink.NOTE}
        cells = tuple(Cell(coin, ink[coin]) for coin in self.coins)
        shapes = (("H", "head"), ("T", "tail"))
        return Board(
            1, len(cells), cells, "Turning turtles", layout=Arrangement.STRIP, shapes=shapes
        )


# ------------------------------------------------------------------ Northcott's game


Row = tuple[int, int]
State = tuple[bool, tuple[Row, ...]]
"""Whether black is to move, and the squares of white and black in each row, counted from 1."""
WIDEST_BOARD = 60
SHAPES = (("W", "white"), ("B", "black"))


class NorthcottRules(NimInDisguise):
    """The rules of Northcott's game: move one of your counters forward or back within its row."""

    theorem = (
        "the gaps between the counters are piles: the other player answers a retreat by following "
        "it, and a counter can't retreat forever"
    )

    def __init__(self, start: State, width: int) -> None:
        super().__init__(start)
        self.width = width

    @cached_property
    def cycle(self) -> tuple[Any, ...]:  # type: ignore[override]  # found when first used
        names = {True: "black", False: "white"}
        return tuple(
            f"{names[black]} to move at {_written(rows)}" for black, rows in find_cycle(self)
        )

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        for row in range(1, len(state[1]) + 1):
            for square in self._reach(state, row):
                yield self.move(state, (row, square))

    def legal(self, state: State, numbers: Sequence[int]) -> bool:
        match numbers:
            case [row, square]:
                return 1 <= row <= len(state[1]) and square in self._reach(state, row)
        return False

    def move(self, state: State, numbers: Sequence[int]) -> tuple[str, State]:
        (black, rows), (row, square) = state, numbers
        one, two = rows[row - 1]
        moved = (one, square) if black else (square, two)
        return f"row {row}: to {square}", (not black, (*rows[: row - 1], moved, *rows[row:]))

    def leaving(self, state: State, place: int, left: int) -> Iterator[tuple[str, State]]:
        mine, other = state[1][place][:: -1 if state[0] else 1]
        square = other - left - 1 if mine < other else other + left + 1
        if self.legal(state, (place + 1, square)):
            yield self.move(state, (place + 1, square))

    def _reach(self, state: State, row: int) -> Iterator[int]:
        """Yield the squares in reach of the mover's counter, those towards the opponent first."""
        mine, other = state[1][row - 1][:: -1 if state[0] else 1]
        step = 1 if other > mine else -1
        yield from range(mine + step, other, step)
        yield from range(mine - step, 0 if step > 0 else self.width + 1, -step)

    def parts(self, state: State) -> tuple[int, ...]:
        return tuple(abs(white - black) - 1 for white, black in state[1])

    def names(self, state: State) -> tuple[str, ...]:
        return tuple(f"gap in row {row}" for row in range(1, len(state[1]) + 1))


def _written(rows: tuple[Row, ...]) -> str:
    return ",".join(f"{white}-{black}" for white, black in rows)


@dataclass(frozen=True)
class Northcott(GamePuzzle):
    """Rows of equal width, the squares of each row's two counters, and the player to move."""

    width: int
    rows: tuple[Row, ...]
    black: bool = False

    name = "northcott"
    summary = "Move your counter in a row, without jumping; whoever can't move loses."
    form = "the width, @, white-black in each row: 8@1-4,3-8; then ,black to move"
    adds = False
    title = "Northcott's game"
    look = Look(targets=True)
    inputs = (Drag("counter", axis="line"),)
    examples = (
        Example("4@1-4,2-3", "Two short rows", value=1),
        Example("5@1-3,5-3", "Equal gaps: a loss", value=-1),
        Example("4@1-2,4-3", "White can only lose ground", value=-1),
        Example("3@1-3,black", "Black to move", value=1),
        Example("2@1-2", "Nobody can move", value=-1),
    )

    def __post_init__(self) -> None:
        if not 2 <= self.width <= WIDEST_BOARD:
            raise ValueError(f"found a width of {self.width}, expected 2 to {WIDEST_BOARD}")
        for number, (white, black) in enumerate(self.rows, 1):
            if white == black or not all(1 <= square <= self.width for square in (white, black)):
                raise ValueError(
                    f"row {number}: found {white}-{black}, expected two squares, 1 to {self.width}"
                )

    @classmethod
    def parse(cls, text: str) -> Self:
        rest, options = split_options(text, "black", "white")
        width, at, rows = rest.partition("@")
        if not at:
            raise ValueError(f"found {text.strip()[:40]!r}, expected 8@1-4,3-8")
        across = read_number(width.strip(), 2, WIDEST_BOARD, "a width")
        found = []
        for number, row in enumerate(rows.split(","), 1):
            if not (squares := re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", row, re.ASCII)):
                raise ValueError(f"row {number}: found {row.strip()[:20]!r}, expected white-black")
            white, black = (read_number(word, 1, across, "a square") for word in squares.groups())
            found.append((white, black))
        return cls(across, tuple(found), "black" in options)

    def __str__(self) -> str:
        return f"{self.width}@{_written(self.rows)}" + (",black" if self.black else "")

    def game(self) -> NorthcottRules:
        return NorthcottRules((self.black, self.rows), self.width)

    def at(self, state: State, /) -> Self:
        return replace(self, black=state[0], rows=state[1])

    def turn(self, state: State, /) -> str:
        return "black" if state[0] else "white"

    def touches(self, move: str, /) -> tuple[int, ...]:
        row, square = map(int, re.findall(r"\d+", move))
        before = (row - 1) * self.width - 1
        return before + square, before + self.rows[row - 1][self.black]

    def picture(self) -> Board:
        marks = (
            "W" if square == white else "B" if square == black else ""
            for white, black in self.rows
            for square in range(1, self.width + 1)
        )
        cells = tuple(Cell(mark, Ink.GIVEN) if mark else Cell() for mark in marks)
        return Board(len(self.rows), self.width, cells, "Northcott's game", shapes=SHAPES)


# ------------------------------------------------------------------ Wythoff's game


Pair = tuple[int, int]


def golden(k: int) -> Pair:
    """Return the k-th pair of piles from which the player to move loses (Wythoff 1907).

    >>> [golden(k) for k in (1, 2, 3)]
    [(1, 2), (3, 5), (4, 7)]
    """
    low = (k + isqrt(5 * k * k)) // 2
    return low, low + k


class WythoffRules(Rules):
    """The rules of Wythoff's game, in which a chess queen moves home to a corner of the board."""

    def successors(self, state: Pair) -> Iterator[tuple[str, Pair]]:
        one, two = state
        for taken in range(1, one + 1):
            yield f"take {taken} from pile 1", (one - taken, two)
        for taken in range(1, two + 1):
            yield f"take {taken} from pile 2", (one, two - taken)
        for taken in range(1, min(one, two) + 1):
            yield f"take {taken} from both", (one - taken, two - taken)

    def canonical(self, state: Pair) -> Pair:
        return min(state), max(state)


@dataclass(frozen=True)
class Wythoff(PilePuzzle):
    """Two piles of counters."""

    name = "wythoff"
    summary = "Take from one of two piles, or equally from both; the last to move wins."
    form = "the two piles separated by a comma"
    series = "{n},{m}"
    rules = WythoffRules
    bounds = (0, 100_000)
    count = 2
    title = "Wythoff's game"
    examples = (
        Example("3,4", "Two piles", value=1),
        Example("3,5", "The golden section's second pair", value=-1),
        Example("4,7", "And its third", value=-1),
        Example("0,0", "Nothing left", value=-1),
    )

    def strategy(self) -> str:
        near = (golden(k) for k in range(1, max(self.piles) + 2))
        pairs = [f"{low} and {high}" for low, high in near if high <= max(8, *self.piles)]
        return (
            f"Leave a golden pair: {', '.join(pairs[:6])}. The k-th has k times 1.618 and k times "
            "2.618, rounded down; they differ by k, and each number is in one pair only."
        )

    def touches(self, move: str, /) -> tuple[int, ...]:
        piles, count = self.piles, int(move.split()[1])
        places = (0, 1) if move.endswith("both") else (int(move[-1]) - 1,)
        return tuple(
            cell for place in places for cell in counters(piles, place, piles[place] - count)
        )
