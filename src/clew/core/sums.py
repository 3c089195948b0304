"""Sums of games: several side by side; a player moves in one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from clew.board.board import NO_CELL, Board, Cell
from clew.core.faces import Impartial
from clew.core.games import GamePuzzle, Rules, rules_of
from clew.core.puzzle import Example
from clew.core.registry import names, parse

PLUS = re.compile(r"\+(?=\s*[a-z][a-z-]*:)")
State = tuple[Any, ...]


class SideBySide(Rules):
    """The rules: a player who cannot move in any of the games loses, or wins in misère play."""

    def __init__(self, games: list[Rules]) -> None:
        super().__init__(tuple(game.start for game in games), games[0].misere)
        self.games = games
        self.is_nim: bool = all(game.is_nim for game in games)
        self.cycle: State = next((game.cycle for game in games if game.cycle), ())
        if all(game.theorem or not game.cycle for game in games):
            known = dict.fromkeys(game.theorem for game in games if game.theorem)
            self.theorem: str = "; ".join(known)

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        for place, (game, here) in enumerate(zip(self.games, state, strict=True)):
            for move, after in game.successors(here):
                yield f"{place + 1}. {move}", (*state[:place], after, *state[place + 1 :])

    def made(self, state: State, move: str) -> State | None:
        number, _, inner = move.partition(". ")
        place = int(number) - 1 if number.isascii() and number.isdigit() else -1
        if not 0 <= place < len(state) or str(place + 1) != number:
            return None
        then = self.games[place].made(state[place], inner)
        return None if then is None else (*state[:place], then, *state[place + 1 :])

    def leaving(self, state: State, place: int, left: int) -> Iterator[tuple[str, State]]:
        """Of piles: in the game that has the part at that place of all."""
        for number, (game, here) in enumerate(zip(self.games, state, strict=True)):
            parts = len(game.parts(here))
            if place < parts:
                piles: Any = game
                for move, after in piles.leaving(here, place, left):
                    yield f"{number + 1}. {move}", (*state[:number], after, *state[number + 1 :])
                return
            place -= parts

    def parts(self, state: State) -> tuple[Any, ...]:
        """The parts of each, with the number of the game; plain piles need none."""
        return tuple(
            part if self.is_nim else (place, part)
            for place, (game, here) in enumerate(zip(self.games, state, strict=True))
            for part in game.parts(here)
        )

    def names(self, state: State) -> tuple[str, ...]:
        found: list[str] = []
        for place, (game, here) in enumerate(zip(self.games, state, strict=True), 1):
            found += (f"{place}. {name}" for name in game.names(here))
        return tuple(found)

    def options(self, part: Any) -> Iterator[tuple[Any, ...]]:
        if self.is_nim:
            return ((left,) for left in range(part))
        place, inner = part
        return (
            tuple((place, left) for left in parts) for parts in self.games[place].options(inner)
        )


@dataclass(frozen=True)
class GameSum(GamePuzzle):
    """Games that are played side by side, all in normal play or all in misère play.

    >>> GameSum.parse("nim:3,4+kayles:7").id
    'nim:3,4+kayles:7'
    """

    games: tuple[GamePuzzle, ...]

    name: ClassVar[str] = "sum"
    summary: ClassVar[str] = "Move in one of several games; the last to move wins."
    form: ClassVar[str] = "the ids of games with + between: nim:3,4+kayles:7"
    examples: ClassVar[tuple[Example, ...]] = (
        Example("nim:3,4+kayles:7", "Nim and Kayles", value=1),
        Example("nim:3,4+kayles:7+subtraction:1,2,3@15", "Three games at once", value=1),
        Example("nim:2+kayles:7", "Two of the same value", value=-1),
        Example("wythoff:1,2+chomp:2,1+digraph:a>b,b>c@a", "All of value zero", value=-1),
        Example("nim:1,2,misere+nim:3,misere", "Misère Nim in two pieces", value=-1),
    )

    def __post_init__(self) -> None:
        for number, game in enumerate(self.games, 1):
            if Impartial not in game.faces or not game.adds:
                raise ValueError(
                    f"game {number}: {game.name} is not impartial, and cannot be added"
                )
        if len({rules_of(game.game()).misere for game in self.games}) > 1:
            raise ValueError("found normal and misère play, expected one of them in all games")

    @classmethod
    def parse(cls, text: str) -> Self:
        games = []
        for number, word in enumerate(PLUS.split(text), 1):
            kind = word.strip().partition(":")[0]
            if kind not in names():
                raise ValueError(f"game {number}: found {kind[:20]!r}, expected a kind of game")
            game = parse(word)
            if not isinstance(game, GamePuzzle):
                raise ValueError(f"game {number}: {kind} is no game, and cannot be added")
            games.append(game)
        return cls(tuple(games))

    @property
    def id(self) -> str:
        """The ids of the games; there is no word in front."""
        return str(self)

    def __str__(self) -> str:
        return "+".join(game.id for game in self.games)

    def heading(self) -> str:
        """The kinds of all the games."""
        return " and ".join(dict.fromkeys(game.heading() for game in self.games))

    def game(self) -> SideBySide:
        return SideBySide([rules_of(game.impartial()) for game in self.games])

    def at(self, state: State, /) -> Self:
        pairs = zip(self.games, state, strict=True)
        return replace(self, games=tuple(game.at(here) for game, here in pairs))

    def touches(self, move: str, /) -> tuple[int, ...]:
        """The cells of the game that is moved in, where its board stands among the others."""
        number, _, inner = move.partition(". ")
        boards = self._boards
        cols, place = max(board.cols for board in boards), int(number) - 1
        above = sum(board.rows + 1 for board in boards[:place])
        cells = (divmod(cell, boards[place].cols) for cell in self.games[place].touches(inner))
        return tuple((above + row) * cols + col for row, col in cells)

    @cached_property
    def _boards(self) -> list[Board]:
        return [game.board() for game in self.games]

    def picture(self) -> Board:
        """The boards one below the other, with an empty row between."""
        boards = self._boards
        cols = max(board.cols for board in boards)
        rows: list[Cell] = []
        for number, board in enumerate(boards):
            rows += [NO_CELL] * cols if number else []
            drawn = [replace(cell, shape=board.shape_of(cell)) for cell in board.cells]
            for row in range(board.rows):
                rows += drawn[row * board.cols : (row + 1) * board.cols]
                rows += [NO_CELL] * (cols - board.cols)
        return Board(len(rows) // cols, cols, tuple(rows), "A sum of games")
