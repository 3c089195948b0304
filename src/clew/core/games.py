"""What games share: the rules as a face, and puzzles whose answer is a verdict."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self

from clew.core.board import Board
from clew.core.faces import CUT, ENDLESS, Faces, Game, Impartial, Verdict
from clew.core.puzzle import Puzzle

SMALL = 400
"""Up to so many positions a verdict is checked by working the game out anew."""


def worded(
    value: int, win: str, draw: str, loss: str, gains: str = "{} of {:,}", loses: str = "{} of {:,}"
) -> str:
    """A value in words; if more than 1 is at stake, with how much is gained or lost.

    >>> [worded(value, "a win", "a draw", "a loss") for value in (1, 0, -1, 7, -7)]
    ['a win', 'a draw', 'a loss', 'a win of 7', 'a loss of 7']
    """
    if value == 0:
        return draw
    word, more = (win, gains) if value > 0 else (loss, loses)
    return word if abs(value) == 1 else more.format(word, abs(value))


class Rules:
    """A base for game faces: who cannot move loses, and the whole position is one part."""

    misere: bool = False
    theorem: str = ""
    is_nim: bool = False
    by_size: bool = False
    octal: tuple[int, ...] = ()
    cycle: tuple[Any, ...] = ()

    @property
    def stakes(self) -> int | None:
        """1, as long as the payoff is that of this class."""
        return 1 if type(self).payoff is Rules.payoff else None

    def __init__(self, start: Any, misere: bool = False) -> None:
        self.start = start
        self.misere = misere

    def successors(self, state: Any, /) -> Iterable[tuple[str, Any]]:
        raise NotImplementedError

    def payoff(self, state: Any, /) -> int | None:
        for _ in self.successors(state):
            return None
        return 1 if self.misere else -1

    def made(self, state: Any, move: str, /) -> Any:
        """The state after a move, or None if that is no move here."""
        return next((then for name, then in self.successors(state) if name == move), None)

    def parts(self, state: Any, /) -> tuple[Any, ...]:
        return (state,)

    def names(self, state: Any, /) -> tuple[str, ...]:
        """What to call each of the parts."""
        return ("position",)

    def options(self, part: Any, /) -> Iterable[tuple[Any, ...]]:
        return (self.parts(after) for _, after in self.successors(part))


class Piles(Rules):
    """Games of piles, rows or strips: each is a part, a move changes one of them.

    `changes` are the moves in one part, with the parts that each leaves. A part that is left
    as nothing keeps its place if `keeps_place`.
    """

    noun: ClassVar[str] = "pile"
    keeps_place: ClassVar[bool] = True

    def changes(self, part: Any, /) -> Iterable[tuple[str, tuple[Any, ...]]]:
        """The moves in one part: each with the parts that it leaves."""
        raise NotImplementedError

    def successors(self, state: tuple[Any, ...], /) -> Iterator[tuple[str, tuple[Any, ...]]]:
        several = len(state) > 1
        for place, part in enumerate(state):
            before, after = state[:place], state[place + 1 :]
            prefix = f"{self.noun} {place + 1}: " if several else ""
            for move, left in self.changes(part):
                yield prefix + move, before + left + after

    def made(self, state: tuple[Any, ...], move: str, /) -> tuple[Any, ...] | None:
        place, change = self.split(state, move)
        if place is None or (left := self.changed(state[place], change)) is None:
            return None
        return *state[:place], *left, *state[place + 1 :]

    def changed(self, part: Any, change: str, /) -> tuple[Any, ...] | None:
        """What a move leaves of its part, or None if that is no move there."""
        return next((left for name, left in self.changes(part) if name == change), None)

    def named(
        self, state: tuple[Any, ...], place: int, change: str, left: Any
    ) -> tuple[str, tuple[Any, ...]]:
        """A move that leaves `left` of the part at a place, and the state after it."""
        prefix = f"{self.noun} {place + 1}: " if len(state) > 1 else ""
        return prefix + change, (*state[:place], left, *state[place + 1 :])

    def split(self, state: tuple[Any, ...], move: str) -> tuple[int | None, str]:
        """The place of the part that a move is in, and the rest of its words: `pile 2: take 3`."""
        if len(state) == 1:
            return 0, move
        named, _, change = move.partition(": ")
        number = named.removeprefix(f"{self.noun} ")
        fits = number.isascii() and number.isdigit() and 1 <= int(number) <= len(state)
        return (int(number) - 1 if fits and move.startswith(self.noun) else None), change

    def parts(self, state: tuple[Any, ...], /) -> tuple[Any, ...]:
        return state

    def names(self, state: tuple[Any, ...], /) -> tuple[str, ...]:
        return tuple(f"{self.noun} {place}" for place in range(1, len(state) + 1))

    def options(self, part: Any, /) -> Iterable[tuple[Any, ...]]:
        return (left for _, left in self.changes(part))

    def canonical(self, state: tuple[Any, ...], /) -> tuple[Any, ...]:
        """The parts in order: their places do not matter, nor those with nothing in them."""
        return tuple(sorted(part for part in state if part))


def impartial_of(puzzle: Puzzle) -> Impartial[Any, Any]:
    return puzzle.impartial()


def game_of(puzzle: Puzzle) -> Game[Any, Any]:
    return puzzle.game()


class GamePuzzle(Puzzle):
    """A puzzle that asks who wins a position, and how."""

    faces: ClassVar[Faces] = Faces({Impartial: impartial_of, Game: game_of})
    series: ClassVar[str] = ""
    """The text of a heap of {n}, or of {n} and {m}, and of the {rule} that it is played by, where
    there is a row or a table of nim-values to show."""
    adds: ClassVar[bool] = True
    """Whether it may be part of a sum: both players have the same moves in it."""

    @abstractmethod
    def game(self) -> Game[Any, Any]: ...

    def impartial(self) -> Impartial[Any, Any]:
        game: Any = self.game()
        return game  # type: ignore[no-any-return]  # the same object shows both faces

    @abstractmethod
    def at(self, state: Any, /) -> Self:
        """The same game in another position."""

    @abstractmethod
    def picture(self) -> Board:
        """The position as it stands."""

    def board(self, answer: Verdict | None = None, /) -> Board:
        return self.picture()

    def reason(self, after: Any, /) -> tuple[str, str] | None:
        """The technique and the reason of a move from here to that state, where it is plain."""
        return None

    def turn(self, state: Any, /) -> str:
        """How the player to move is called, where the position tells; else nothing."""
        return ""

    def tell(self, answer: Verdict, /) -> str:
        """The verdict in words: who wins, every best move, and a line of best play."""
        lines = [_outcome(answer)]
        if answer.value < 0 and answer.best and self._all_moves(answer.best):
            lines.append("best: every move loses against best play")
        elif answer.best:
            lines.append(f"best: {'; '.join(shortened(answer.best, 12))}")
        if len(answer.line) > 1:
            ends = {ENDLESS: " … and so on for ever", CUT: " …"}.get(answer.ending, "")
            lines.append(f"line: {'; '.join(shortened(answer.line, 24))}{ends}")
        return "\n".join(lines)

    def _all_moves(self, moves: Sequence[str]) -> bool:
        game, among = self.game(), set(moves)
        return all(move in among for move, _ in game.successors(game.start))

    def check(self, answer: Verdict, /) -> list[str]:
        game = self.game()
        wrong = _check_moves(game, answer)
        if not wrong and (values := work_out(game, SMALL)) is not None:
            wrong = _check_values(game, answer, values)
        return wrong


def shortened(items: Sequence[str], most: int) -> list[str]:
    """The items, or the first few of them and how many more there are."""
    if len(items) <= most:
        return list(items)
    return [*items[: most - 1], f"… ({len(items) - most + 1:,} more)"]


def _outcome(answer: Verdict) -> str:
    who = "the player to move"
    said = worded(
        answer.value, f"{who} wins", "a draw", f"{who} loses", f"{who} gains {{1:,}}", "{} {:,}"
    )
    if answer.ending == ENDLESS:
        said += " by repetition: neither can force an end"
    if not answer.best:
        said += ": the game is over"
    return said if answer.nimber is None else f"{said} (nim-value {answer.nimber:,})"


def _check_moves(game: Game[Any, Any], answer: Verdict) -> list[str]:
    """By the rules alone: the best moves are moves, and the line leads to what is claimed."""
    wrong = [f"{move!r} is not a move here" for move in _illegal(game, answer)]
    if not answer.best and game.payoff(game.start) is None:
        wrong.append("no best move is named, and the game is not over")
    if answer.line[:1] and answer.line[0] not in answer.best:
        wrong.append(f"the line begins with {answer.line[0]!r}, which is not a best move")
    return wrong or _check_line(game, answer)


def _illegal(game: Game[Any, Any], answer: Verdict) -> list[str]:
    """The best moves that are no moves. Of piles few win, and each is made: there may be millions
    of others.
    """
    if answer.value > 0 and hasattr(game, "leaving"):
        return [move for move in answer.best if after_move(game, game.start, move) is None]
    legal = {move for move, _ in game.successors(game.start)}
    return [move for move in answer.best if move not in legal]


def after_move(game: Game[Any, Any], state: Any, move: str) -> Any:
    """The state after a move, or None if that is no move there."""
    if isinstance(game, Rules):
        return game.made(state, move)
    return next((then for name, then in game.successors(state) if name == move), None)


def _check_line(game: Game[Any, Any], answer: Verdict) -> list[str]:
    state, seen = game.start, {game.start}
    for number, move in enumerate(answer.line, 1):
        over = game.payoff(state) is not None
        if over or (state := after_move(game, state, move)) is None:
            return [f"move {number} of the line, {move!r}, is not a move there"]
        if answer.ending != ENDLESS or number < len(answer.line):
            seen.add(state)
    if answer.ending == ENDLESS:
        fair = answer.value == 0 and state in seen
        return [] if fair else ["the line is not a draw by repetition"]
    if answer.ending == CUT:
        return []
    paid = game.payoff(state)
    if paid is None:
        return ["the line ends before the game does"]
    value = -paid if len(answer.line) % 2 else paid
    said, found = _noun(answer.value), _noun(value)
    return [] if value == answer.value else [f"the line ends as a {found}, not a {said}"]


def _noun(value: int) -> str:
    return worded(value, "win", "draw", "loss")


def _check_values(game: Game[Any, Any], answer: Verdict, values: dict[Any, int]) -> list[str]:
    """Against the values of all positions, worked out anew."""
    value = values[game.start]
    if value != answer.value:
        return [f"the value is a {_noun(value)}, not a {_noun(answer.value)}"]
    after = () if game.payoff(game.start) is not None else game.successors(game.start)
    best = tuple(move for move, state in after if values[state] == -value)
    return [] if best == answer.best else [f"the best moves are {', '.join(best)}"]


def work_out(game: Game[Any, Any], most: int) -> dict[Any, int] | None:
    """The value of every position that can come up, or None if there are more than `most`.

    By the definition and nothing else: values are set as soon as they are certain, the greatest
    gains first, until no more are; what is left is a draw by repetition.
    """
    after: dict[Any, list[Any]] = {}
    known, waiting = {game.start}, [game.start]
    while waiting:
        state = waiting.pop()
        after[state] = []
        if game.payoff(state) is not None:
            continue
        for _, child in game.successors(state):
            after[state].append(child)
            if child not in known:
                known.add(child)
                waiting.append(child)
                if len(known) > most:
                    return None
    values = {state: paid for state in after if (paid := game.payoff(state)) is not None}
    for most in sorted({abs(value) for value in values.values()}, reverse=True):
        while _settle(after, values, most):
            pass
    return {state: values.get(state, 0) for state in after}


def _settle(after: dict[Any, list[Any]], values: dict[Any, int], most: int) -> bool:
    """Set the values that are certain if nobody can gain more than `most`; False if none is."""
    before = len(values)
    for state in reversed(after):
        if state not in values:
            certain = [-values[child] for child in after[state] if child in values]
            if most in certain or len(certain) == len(after[state]):
                values[state] = max(certain)
    return len(values) > before


def find_cycle(game: Game[Any, Any]) -> tuple[Any, ...]:
    """States that can follow each other for ever, the first again at the end; () if none can."""
    path: dict[Any, Iterator[tuple[Any, Any]]] = {}
    done: set[Any] = set()
    state: Any = game.start
    while True:
        if state not in path:
            over = game.payoff(state) is not None
            path[state] = iter(() if over else game.successors(state))
        for _, child in path[state]:
            if child in path:
                states = list(path)
                return (*states[states.index(child) :], child)
            if child not in done:
                state = child
                break
        else:
            done.add(state)
            del path[state]
            if not path:
                return ()
            state = next(reversed(path))
