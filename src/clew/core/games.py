"""Games: their rules as a face, puzzles whose solution is a verdict, and sums of games."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from operator import methodcaller
from typing import Any, ClassVar, Self

from clew.board.board import NO_CELL, Board, Cell
from clew.board.inputs import Claim, Input
from clew.core.arguments import is_number, shown, unknown
from clew.core.capabilities import LeavesPiles, capability
from clew.core.errors import Unsuited
from clew.core.faces import CUT, ENDLESS, Faces, Game, Impartial, Verdict
from clew.core.look import Brief, Look
from clew.core.phrases import shortened
from clew.core.puzzle import Example, Puzzle
from clew.core.registry import names, parse

# ------------------------------------------------------------------ rules and puzzles
# Shared code for games: the rules as a face, and puzzles whose solution is a verdict.


AnyGame = Game[Any, Any]


class Rules:
    """A base class for game faces. A player who can't move loses, and the position is a single
    part.

    It has a default for everything that a strategy may ask about a game.
    """

    misere: bool = False
    """True if the player who can't move wins instead."""
    theorem: str = ""
    """The reason why the parts can replace the position, if they aren't simply its pieces."""
    is_nim: bool = False
    """True if the parts are Nim piles: whole numbers that are their own nim-values."""
    by_size: bool = False
    """True if the parts are whole numbers, and an option contains only smaller ones."""
    octal: tuple[int, ...] = ()
    """The digits of the game's octal code, if its parts are the sizes of heaps."""
    reach: int = 0
    """If positive, a heap's value depends only on the values of this number of sizes below it."""
    cycle: tuple[Any, ...] = ()
    """States that may follow each other forever, with the first one again at the end. It's () if
    there is no such cycle.
    """
    evaluate: Any = None
    """A function that estimates the gain of the player to move in a state, between the payoffs.
    It's for searches that don't reach the end of the game.
    """
    stakes: int | None = 1
    """The maximum payoff, or None if it isn't known. The minimum is its negative."""

    def __init_subclass__(cls) -> None:
        """Reset the stakes of a class that defines its own payoffs but no stakes."""
        if "payoff" in vars(cls) and "stakes" not in vars(cls):
            cls.stakes = None

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
        """Return the state after a move, or None if the move isn't possible here."""
        return next((then for name, then in self.successors(state) if name == move), None)

    def parts(self, state: Any, /) -> tuple[Any, ...]:
        return (state,)

    def names(self, state: Any, /) -> tuple[str, ...]:
        """Return the names of the parts."""
        return ("position",)

    def options(self, part: Any, /) -> Iterable[tuple[Any, ...]]:
        return (self.parts(after) for _, after in self.successors(part))


class StatedRules(Rules):
    """The rules of a game that is an object of any class, with defaults for missing members."""

    MEMBERS = (
        *("start", "successors", "payoff", "parts", "options", "names"),
        *("misere", "theorem", "is_nim", "by_size", "octal", "reach", "cycle", "stakes"),
        *("canonical", "promise", "leaving", "evaluate"),
    )

    def __init__(self, game: AnyGame) -> None:
        said = {name: getattr(game, name) for name in self.MEMBERS if hasattr(game, name)}
        if "payoff" in said:
            said["payoff"] = _whole(said["payoff"])
        if said.get("evaluate") is not None:
            said["evaluate"] = _number(said["evaluate"])
        vars(self).update({"stakes": 1 if "parts" in said else None} | said)

    def names(self, state: Any, /) -> tuple[str, ...]:
        return ("part",) * len(self.parts(state))


def _whole(payoff: Callable[[Any], Any]) -> Callable[[Any], int | None]:
    """Wrap the payoff function of a user's game to reject payoffs that aren't whole numbers."""

    def checked(state: Any) -> int | None:
        paid = payoff(state)
        if paid is None or paid.__class__ is int:
            return paid
        wanted = "return a whole number, such as 1 for a win, or None while the game goes on"
        raise Unsuited(f"the payoff at {shown(state)} is {shown(paid)}: {wanted}")

    return checked


def _number(evaluate: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Wrap the estimate function of a user's game to reject values that aren't finite numbers."""

    def checked(state: Any) -> Any:
        estimate = evaluate(state)
        if is_number(estimate) and -inf < estimate < inf:
            return estimate
        wanted = "return a number between the payoffs"
        raise Unsuited(f"the estimate at {shown(state)} is {shown(estimate)}: {wanted}")

    return checked


def rules_of(game: AnyGame) -> Rules:
    """Return the game as Rules, which define everything that a strategy may ask about it."""
    return game if isinstance(game, Rules) else StatedRules(game)


class Piles(Rules):
    """A game of piles, rows or strips: each is a part, and a move changes one of them.

    `changes` yields the moves in one part, each with the parts that it leaves.
    """

    noun: ClassVar[str] = "pile"

    def changes(self, part: Any, /) -> Iterable[tuple[str, tuple[Any, ...]]]:
        """Yield the moves in one part, each with the parts that it leaves."""
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
        """Return the parts that a move leaves behind, or None if the move isn't possible."""
        return next((left for name, left in self.changes(part) if name == change), None)

    def named(
        self, state: tuple[Any, ...], place: int, change: str, left: Any
    ) -> tuple[str, tuple[Any, ...]]:
        """Return a move that leaves `left` of the part at an index, and the state after it."""
        prefix = f"{self.noun} {place + 1}: " if len(state) > 1 else ""
        return prefix + change, (*state[:place], left, *state[place + 1 :])

    def split(self, state: tuple[Any, ...], move: str) -> tuple[int | None, str]:
        """Split a move such as `pile 2: take 3` into the index of its part and the other words."""
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
        """Return the parts sorted and without empty ones, since their order doesn't matter."""
        return tuple(sorted(part for part in state if part))


class GamePuzzle(Puzzle[Verdict]):
    """A puzzle that asks who wins a position, and how."""

    faces: ClassVar[Faces] = Faces(
        {Impartial: methodcaller("impartial"), Game: methodcaller("game")}
    )
    series: ClassVar[str] = ""
    """A template for the text of a heap of {n}, or of {n} and {m}, under the {rule}. It's for kinds
    that have a row or a table of nim-values.
    """
    adds: ClassVar[bool] = True
    """True if the game can be part of a sum, because both players have the same moves in it."""
    look: ClassVar[Look] = Look()
    inputs: ClassVar[tuple[Input, ...]] = (Claim(),)

    @abstractmethod
    def game(self) -> AnyGame: ...

    def impartial(self) -> Impartial[Any, Any]:
        game: Any = self.game()
        return game  # type: ignore[no-any-return]  # the same object has both faces

    @abstractmethod
    def at(self, state: Any, /) -> Self:
        """Return the same game in another position.

        Args:
            state: The position.
        """

    @abstractmethod
    def picture(self) -> Board:
        """Draw the position."""

    def board(self, answer: Verdict | None = None, /) -> Board:
        return self.picture()

    def reason(self, after: Any, /) -> tuple[str, str] | None:
        """Return the technique and the reason for a move to that state, if there's a simple one."""
        return None

    def strategy(self) -> str:
        """Explain how a person can play the game well.

        The result is empty if there's no short advice. Lines that begin with two spaces are a
        table.
        """
        game = self.game()
        return nim_plan(game) if isinstance(game, Rules) and game.is_nim else ""

    def brief(self) -> Brief:
        game = self.game()
        misere = isinstance(game, Rules) and game.misere
        return ((" Misère: whoever makes the last move loses.", ""),) if misere else ()

    def turn(self, state: Any, /) -> str:
        """Return the name of the player to move, or "" if the position doesn't show it."""
        return ""

    def tell(self, answer: Verdict, /) -> str:
        """Describe the verdict: who wins, every best move, and a line of best play."""
        lines = [outcome(answer)]
        lost = answer.value < 0 and not answer.known
        if lost and answer.best and self._all_moves(answer.best):
            lines.append("best: every move loses against best play")
        elif answer.best:
            lines.append(f"best: {'; '.join(shortened(answer.best, 12))}")
        if len(answer.line) > 1:
            ends = {ENDLESS: " … and so on forever", CUT: " …"}.get(answer.ending, "")
            lines.append(f"line: {'; '.join(shortened(answer.line, 24))}{ends}")
        return "\n".join(lines)

    def _all_moves(self, moves: Sequence[str]) -> bool:
        game, among = self.game(), set(moves)
        return all(move in among for move, _ in game.successors(game.start))

    def check(self, answer: Verdict, /) -> list[str]:
        return check_verdict(rules_of(self.game()), answer)


def stuck(state: Any) -> Unsuited:
    """Return the error for a state that has neither moves nor a payoff."""
    return Unsuited(f"the game isn't over at {shown(state)}, but there are no moves")


def find_cycle(game: AnyGame, most: int | None = None) -> tuple[Any, ...]:
    """Find states that can follow each other forever, with the first one again at the end.

    Return () if there is no such cycle. If `most` is given, () can also mean that none was found
    among this number of states.
    """
    path: dict[Any, Iterator[tuple[Any, Any]]] = {}
    done: set[Any] = set()
    state: Any = game.start
    while len(path) + len(done) != most:
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
    return ()


# ------------------------------------------------------------------ verdicts
# Verdicts on games: how to word them, and how to check them by the rules alone.


SMALL = 400
"""The maximum number of positions in a game that's solved again to check a verdict."""


def worded(
    value: int, win: str, draw: str, loss: str, gains: str = "{} of {:,}", loses: str = "{} of {:,}"
) -> str:
    """Return a value in words, with the gain or loss if it's more than 1.

    >>> [worded(value, "a win", "a draw", "a loss") for value in (1, 0, -1, 7, -7)]
    ['a win', 'a draw', 'a loss', 'a win of 7', 'a loss of 7']
    """
    if value == 0:
        return draw
    word, more = (win, gains) if value > 0 else (loss, loses)
    return word if abs(value) == 1 else more.format(word, abs(value))


def best_known(answer: Verdict) -> str:
    """Describe the facts known about a verdict that isn't proven."""
    worth = f"worth about {answer.estimate:+.2f} to the player to move"
    return f"{answer.known} the best known, {worth}; nothing is proven"


def unproven(answer: object) -> str:
    """Return how far the search went, or an empty string if this isn't an unproven verdict."""
    return answer.known if isinstance(answer, Verdict) and not answer.forced else ""


def outcome(answer: Verdict) -> str:
    """Describe the outcome of a verdict."""
    who = "the player to move"
    if answer.known and not answer.forced:
        return best_known(answer)
    said = worded(
        answer.value, f"{who} wins", "a draw", f"{who} loses", f"{who} gains {{1:,}}", "{} {:,}"
    )
    if answer.known:
        return f"{said} (found {answer.known}; there may be other moves as good)"
    if answer.ending == ENDLESS:
        said += " by repetition: neither can force an end"
    if not answer.best:
        said += ": the game is over"
    return said if answer.nimber is None else f"{said} (nim-value {answer.nimber:,})"


def check_verdict(game: Rules, answer: Verdict) -> list[str]:
    """List the faults of a verdict.

    This checks the verdict by the rules and, if the game is small, by the values of all positions.
    """
    wrong = _check_moves(game, answer)
    if not wrong and not answer.known and (values := work_out(game, SMALL)) is not None:
        wrong = _check_values(game, answer, values)
    return wrong


def _check_moves(game: Rules, answer: Verdict) -> list[str]:
    """Check by the rules alone that the best moves are possible and the line leads to the value."""
    wrong = [f"{move!r} is not a move here" for move in _illegal(game, answer)]
    if not answer.best and game.payoff(game.start) is None:
        wrong.append("the verdict has no best move, but the game isn't over")
    if answer.line[:1] and answer.line[0] not in answer.best:
        wrong.append(f"the line begins with {answer.line[0]!r}, which is not a best move")
    return wrong or _check_line(game, answer)


def _illegal(game: Rules, answer: Verdict) -> list[str]:
    """List the best moves that aren't possible.

    In games of piles, few moves win but there may be millions of others, so each move is looked up
    individually.
    """
    if answer.value > 0 and capability(game, LeavesPiles) is not None:
        return [move for move in answer.best if game.made(game.start, move) is None]
    legal = {move for move, _ in game.successors(game.start)}
    return [move for move in answer.best if move not in legal]


def _check_line(game: Rules, answer: Verdict) -> list[str]:
    state, seen = game.start, {game.start}
    for number, move in enumerate(answer.line, 1):
        over = game.payoff(state) is not None
        if over or (state := game.made(state, move)) is None:
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


def _check_values(game: Rules, answer: Verdict, values: dict[Any, int]) -> list[str]:
    """Check a verdict against the values of all positions, computed again."""
    value = values[game.start]
    if value != answer.value:
        return [f"the value is a {_noun(value)}, not a {_noun(answer.value)}"]
    after = () if game.payoff(game.start) is not None else game.successors(game.start)
    best = tuple(move for move, state in after if values[state] == -value)
    return [] if best == answer.best else [f"the best moves are {', '.join(best)}"]


def work_out(game: Game[Any, Any], most: int) -> dict[Any, int] | None:
    """Compute the value of every reachable position, or return None if there are more than `most`.

    It uses only the definition. Values are set as soon as they're certain, starting with the
    largest gains, until no others are certain. The remaining positions are draws by repetition.
    """
    after: dict[Any, list[Any]] = {}
    values: dict[Any, int] = {}
    known, waiting = {game.start}, [game.start]
    for state in waiting:  # grows
        children = after[state] = []
        if (paid := game.payoff(state)) is not None:
            values[state] = paid
            continue
        for _, child in game.successors(state):
            children.append(child)
            if child not in known:
                known.add(child)
                waiting.append(child)
                if len(known) > most:
                    return None
    for most in sorted({abs(value) for value in values.values()}, reverse=True):
        while _settle(after, values, most):
            pass
    return {state: values.get(state, 0) for state in after}


def _settle(after: dict[Any, list[Any]], values: dict[Any, int], most: int) -> bool:
    """Set the values that are certain if nobody can gain more than `most`.

    Return False if it can't set any.
    """
    before = len(values)
    for state in reversed(after):
        if state not in values:
            certain = [-values[child] for child in after[state] if child in values]
            if most in certain or len(certain) == len(after[state]):
                values[state] = max(certain)
    return len(values) > before


# ------------------------------------------------------------------ plans for Nim
# Advice for playing games that are Nim, in words and in columns of binary digits.


def nim_plan(rules: Rules) -> str:
    """Explain the plan for Nim, with a table of the position's parts that marks odd columns."""
    parts = dict(zip(rules.names(rules.start), rules.parts(rules.start), strict=True))
    why = f"This is Nim in disguise: {rules.theorem}. " if rules.theorem else ""
    end = "; at the end leave an odd number of piles of one" if rules.misere else ""
    plan = (
        f"{why}Write the piles in binary and leave an even number of ones in every column "
        f"(a nim-sum of zero){end}."
    )
    return "\n".join([plan, *_columns(parts)])


def _columns(parts: dict[str, int]) -> list[str]:
    """Return a line of binary digits for each part, and a line that marks odd columns."""
    width = max([1, *(part.bit_length() for part in parts.values())])
    named = [f"  {name}: {part}" for name, part in parts.items()]
    wide = max(map(len, named), default=0)
    rows = [f"{n:<{wide}} = {p:0{width}b}" for n, p in zip(named, parts.values(), strict=True)]
    ones = [sum(part >> place & 1 for part in parts.values()) for place in range(width)]
    odd = "".join("^" if count % 2 else " " for count in reversed(ones))
    below = f"{'':{wide + 3}}{odd} odd" if odd.strip() else "  Now all columns are even."
    return [*rows, below]


# ------------------------------------------------------------------ sums of games
# Sums of games: several games side by side. A player moves in one of them.


PLUS = re.compile(r"\+(?=\s*[a-z][a-z-]*:)")
State = tuple[Any, ...]


class SideBySide(Rules):
    """The rules of a sum: a player who can't move in any of the games loses, or wins in misère
    play.
    """

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
        """Yield the moves of `leaving` in the game that contains the part at this index."""
        for number, (game, here) in enumerate(zip(self.games, state, strict=True)):
            parts = len(game.parts(here))
            if place < parts:
                piles: Any = game
                for move, after in piles.leaving(here, place, left):
                    yield f"{number + 1}. {move}", (*state[:number], after, *state[number + 1 :])
                return
            place -= parts

    def parts(self, state: State) -> tuple[Any, ...]:
        """Return the parts of each game, each with the game's number unless all are plain piles."""
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
                    f"game {number}: can't add {game.name}, which isn't an impartial game"
                )
        if len({rules_of(game.game()).misere for game in self.games}) > 1:
            raise ValueError("can't add a game in normal play and one in misère play")

    @classmethod
    def parse(cls, text: str) -> Self:
        games = []
        for number, word in enumerate(PLUS.split(text), 1):
            kind = word.strip().partition(":")[0]
            if kind not in names():
                raise ValueError(f"game {number}: {unknown('game', kind, names(), 'clew puzzles')}")
            game = parse(word)
            if not isinstance(game, GamePuzzle):
                raise ValueError(f"game {number}: can't add {kind}, which isn't a game")
            games.append(game)
        return cls(tuple(games))

    @property
    def id(self) -> str:
        """The ids of the games with + between, without a kind in front."""
        return str(self)

    def __str__(self) -> str:
        return "+".join(game.id for game in self.games)

    def heading(self) -> str:
        """Return the headings of all the games, without repeats."""
        return " and ".join(dict.fromkeys(game.heading() for game in self.games))

    def game(self) -> SideBySide:
        return SideBySide([rules_of(game.impartial()) for game in self.games])

    def at(self, state: State, /) -> Self:
        pairs = zip(self.games, state, strict=True)
        return replace(self, games=tuple(game.at(here) for game, here in pairs))

    def touches(self, move: str, /) -> tuple[int, ...]:
        """Return the cells that a move acts on, on the board that shows all games.

        Args:
            move: The move.
        """
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
        """Draw the boards one below the other, with an empty row in between."""
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
