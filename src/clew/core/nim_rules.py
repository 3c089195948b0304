"""Rules of games that are Nim: of piles, or by a theorem."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from clew.core.games import Piles, Rules


class NimPiles(Piles):
    """Piles from each of which any number may be taken; `word` names what is done to one."""

    is_nim = True

    def word(self, part: int, left: int, /) -> str:
        """The change that leaves so many of a pile; its last word is a number."""
        raise NotImplementedError

    def changes(self, part: int, /) -> Iterator[tuple[str, tuple[int, ...]]]:
        for left in range(part - 1, -1, -1):
            yield self.word(part, left), (left,)

    def changed(self, part: int, change: str, /) -> tuple[int, ...] | None:
        for number in _numbers(change)[-1:]:
            for left in (number, part - number):
                if 0 <= left < part and self.word(part, left) == change:
                    return (left,)
        return None

    def leaving(
        self, state: tuple[int, ...], place: int, left: int, /
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        if left < state[place]:
            yield self.named(state, place, self.word(state[place], left), left)


class NimInDisguise(Rules):
    """A game whose parts are piles of Nim by a theorem, and whose moves are told by numbers."""

    is_nim = True

    def legal(self, state: Any, numbers: Sequence[int], /) -> bool:
        """Whether there is a move with these numbers."""
        raise NotImplementedError

    def move(self, state: Any, numbers: Sequence[int], /) -> tuple[str, Any]:
        """The move with these numbers, and the state after it."""
        raise NotImplementedError

    def made(self, state: Any, move: str, /) -> Any:
        numbers = _numbers(move)
        name, after = self.move(state, numbers) if self.legal(state, numbers) else ("", None)
        return after if name == move else None

    def options(self, part: int, /) -> Iterator[tuple[int, ...]]:
        return ((left,) for left in range(part))


def _numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"\d{1,9}", text)))
