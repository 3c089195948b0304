"""Kalah: sow seeds around the board, and get more of them into your store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from clew.board.board import Board
from clew.core.puzzle import Example
from clew.core.texts import read_number, read_numbers
from clew.puzzles._board_games import PASS, Scored, ScoredGame
from clew.puzzles._search_points import BoardSearch, sowing

Pits = tuple[int, ...]
Sides = tuple[Pits, Pits]
"""The pits of the player to move and of the opponent, each from its player's left."""


@dataclass(frozen=True)
class Kalah(ScoredGame):
    """A game in which players sow a pit's seeds one by one, to the right and around the board.

    They skip the opponent's store. If the last seed falls into your store, you move again. If it
    falls into one of your empty pits, you store it with any seeds opposite. The game ends when
    either side is empty, and each player keeps the seeds on their own side. These are the rules of
    Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000), 139-147. Clew finds the
    same values for small boards.
    """

    start: Scored

    name = "kalah"
    summary = "Sow a pit's seeds around the board; whoever gets more into their store wins."
    form = "3x4 (pits x seeds in each), or the pits of both: 4,4,4/4,4,4; then /2 for a lead, /pass"
    examples = (
        Example("1x1", "One pit, one seed", value=0),
        Example("2x1", "Two pits, one seed", value=2),
        Example("2x2", "Two pits, two seeds", value=-2),
        Example("1,0,2/0,1,0", "Near the end", value=4),
        Example("0,0,1/3,0,0/2", "Two seeds in the lead", value=0),
        Example("0,0/1,2/1", "Over", value=-2),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        pits, by, seeds = text.strip().lower().partition("x")
        if by:
            side = (read_number(seeds, 0, 50, "seeds"),) * read_number(pits, 1, 12, "pits")
            return cls(((side, side), 0, False))
        words = text.strip().lower().split("/")
        if not 2 <= len([word for word in words if word != PASS]) <= 3:
            raise ValueError(f"found {text[:40]!r}, expected the pits of both, 4,4,4/4,4,4")
        mine, others = (read_numbers(word, "seeds", 0, 999, 12) for word in words[:2])
        if len(mine) != len(others):
            count = f"{len(mine)} and {len(others)}"
            raise ValueError(f"found {count} pits, expected the same number on both sides")
        return cls(((mine, others), *cls.read_score(words[2:])))

    def __str__(self) -> str:
        sides = (",".join(map(str, side)) for side in self.start[0])
        return "/".join((*sides, *self.score()))

    def turns(self, board: Sides) -> Iterator[tuple[str, Sides, int, bool]]:
        for pit, seeds in enumerate(board[0]):
            if seeds:
                yield str(pit + 1), *self._sown(*board, pit)

    def _sown(self, mine: Pits, theirs: Pits, pit: int) -> tuple[Sides, int, bool]:
        size = len(mine)
        ring = [*mine, 0, *theirs]
        seeds, ring[pit], at = ring[pit], 0, pit
        for _ in range(seeds):
            at = (at + 1) % len(ring)
            ring[at] += 1
        if at < size and ring[at] == 1:
            ring[size] += 1 + ring[2 * size - at]
            ring[at] = ring[2 * size - at] = 0
        return (tuple(ring[:size]), tuple(ring[size + 1 :])), ring[size], at == size

    def across(self, board: Sides) -> Sides:
        return board[1], board[0]

    def rest(self, board: Sides) -> int | None:
        mine, others = map(sum, board)
        return None if mine and others else mine - others

    def board_search(self) -> BoardSearch | None:
        mine, others = self.start[0]
        return sowing(len(mine), sum(mine) + sum(others))

    def touches(self, move: str, /) -> tuple[int, ...]:
        return (len(self.start[0][0]) + 3 + (int(move) if move != PASS else 0),)

    def picture(self) -> Board:
        """Draw the opponent's pits above yours, and each player's lead in seeds at the side."""
        (mine, others), lead, _ = self.start
        above, below = map(str, others[::-1]), map(str, mine)
        texts = [f"+{max(0, -lead)}", *above, "", "", *below, f"+{max(0, lead)}"]
        return self.drawn(texts, len(mine) + 2)
