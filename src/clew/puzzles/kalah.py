"""Kalah: sow seeds around the board, and get most of them into your store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from clew.core.board import Board, Cell, Ink
from clew.core.faces import Faces, Game
from clew.core.games import GamePuzzle, Rules
from clew.core.heaps import read_number, read_numbers
from clew.core.look import Look
from clew.core.puzzle import Example

Pits = tuple[int, ...]
State = tuple[Pits, Pits, int, bool]
"""The pits of the player to move and of the other, how many more seeds the player has in store,
and whether the player must pass, because the other moves again."""
PASS = "pass"


class KalahRules(Rules):
    """Seeds are sown one by one to the right and around, the other's store left out.

    A last seed in the own store moves again; one in an own empty pit takes the seeds opposite, if
    there are any. Who has no seeds to sow ends the game, and the other keeps the rest.
    """

    stakes = None

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        mine, theirs, lead, passing = state
        if passing:
            yield PASS, (theirs, mine, -lead, False)
            return
        for pit, seeds in enumerate(mine):
            if seeds:
                yield str(pit + 1), self._sown(mine, theirs, lead, pit)

    def _sown(self, mine: Pits, theirs: Pits, lead: int, pit: int) -> State:
        size = len(mine)
        ring = [*mine, 0, *theirs]
        seeds, ring[pit], at = ring[pit], 0, pit
        for _ in range(seeds):
            at = (at + 1) % len(ring)
            ring[at] += 1
        if at < size and ring[at] == 1 and ring[2 * size - at]:
            ring[size] += 1 + ring[2 * size - at]
            ring[at] = ring[2 * size - at] = 0
        own, other = tuple(ring[:size]), tuple(ring[size + 1 :])
        return other, own, -(lead + ring[size]), at == size

    def payoff(self, state: State) -> int | None:
        mine, theirs, lead, passing = state
        if any(theirs if passing else mine):
            return None
        return lead + sum(mine) - sum(theirs)

    def evaluate(self, state: State) -> int:
        """The lead in the stores."""
        return state[2]


@dataclass(frozen=True)
class Kalah(GamePuzzle):
    """The pits of the player to move and of the other, each from the left as its player sees it."""

    pits: Pits
    others: Pits
    lead: int = 0
    passing: bool = False

    name = "kalah"
    summary = "Sow the seeds of a pit around the board; whoever gets more into the store wins."
    form = "3x4 (pits x seeds in each), or the pits of both: 4,4,4/4,4,4; then /2 for a lead, /pass"
    faces = Faces({Game: lambda puzzle: puzzle.game()})
    adds = False
    look = Look(targets=True)
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
            return cls(side, side)
        words = text.strip().lower().split("/")
        passing = words[-1:] == [PASS]
        words = words[:-1] if passing else words
        if len(words) not in (2, 3):
            raise ValueError(f"found {text[:40]!r}, expected the pits of both, 4,4,4/4,4,4")
        mine, others = (read_numbers(word, "seeds", 0, 999, 12) for word in words[:2])
        if len(mine) != len(others):
            raise ValueError(f"found {len(mine)} pits against {len(others)}, expected as many")
        lead = words[2] if len(words) > 2 else "0"
        more = read_number(lead.removeprefix("-"), 0, 9999, "a lead")
        return cls(mine, others, -more if lead.startswith("-") else more, passing)

    def __str__(self) -> str:
        pits = "/".join(",".join(map(str, side)) for side in (self.pits, self.others))
        return pits + f"/{self.lead}" * bool(self.lead) + f"/{PASS}" * self.passing

    def game(self) -> KalahRules:
        return KalahRules((self.pits, self.others, self.lead, self.passing))

    def at(self, state: State, /) -> Self:
        pits, others, lead, passing = state
        return replace(self, pits=pits, others=others, lead=lead, passing=passing)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return (len(self.pits) + 3 + int(move),) if move != PASS else (len(self.pits) + 3,)

    def picture(self) -> Board:
        """The other's pits above, yours below; at the sides how many more seeds each has stored."""
        width = len(self.pits) + 2
        above, below = [*map(str, self.others[::-1])], [*map(str, self.pits)]
        lead = max(0, -self.lead), max(0, self.lead)
        texts = [f"+{lead[0]}", *above, "", "", *below, f"+{lead[1]}"]
        cells = tuple(Cell(text, Ink.GIVEN if text else Ink.NONE) for text in texts)
        return Board(2, width, cells, "Kalah")
