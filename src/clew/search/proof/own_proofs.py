"""Certificate files: evidence for a verdict in the puzzle's own terms, as JSON.

Each kind of puzzle defines the contents of its certificates and how to check them (Certifies).
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Self, TextIO

from clew.core.arguments import advice, shown
from clew.core.capabilities import Certifies, capability
from clew.core.errors import Unsuited
from clew.core.faces import CSP, Game, Impartial, Verdict
from clew.core.files import Name, saving
from clew.core.games import Rules, best_known, outcome, rules_of, unproven
from clew.core.puzzle import Puzzle
from clew.core.result import A, Result, Run, Stopped
from clew.search.auto import AUTO
from clew.search.game.grundy import Nimbers, mex, nim_sum
from clew.search.game.retrograde import GameGraph
from clew.search.proof.findings import BadProof, Kept, Proven
from clew.search.run import Search
from clew.search.strategy import Strategy

# ------------------------------------------------------------------ certificates
# Write certificates and check them. Everything specific to a kind of puzzle is in its Certifies.


FORMAT = "clew certificate"
VERSION = 1


class OwnProof(Kept):
    """A certificate that's written after a search. Use it in a `with` statement, like a Proof."""

    def __init__(self, puzzle: Puzzle, file: Name) -> None:
        self.puzzle, self.name = puzzle, file
        self._own = _certifier(puzzle)
        self.strategy: str | Strategy = AUTO
        super().__init__()

    def __enter__(self) -> Self:
        self._file: TextIO = self._stack.enter_context(saving(self.name))
        return self

    def _finish(self, search: Search[Any]) -> None:
        """Write the proof of the verdict."""
        if search.found > len(search.solutions):
            raise Unsuited(f"{self.puzzle.name}: a certificate can't prove a count, only the "
                           "result of a search for one solution")  # fmt: skip
        data = {FORMAT: VERSION, "puzzle": self.puzzle.id}
        text = json.dumps(data | self._own.certificate(search.result))
        check_certificate(self.puzzle, text, f"{os.fspath(self.name)}: not written")
        self._file.write(f"{text}\n")


def is_certificate(text: str) -> bool:
    """Check whether a proof is a certificate, even an incomplete one."""
    return text.lstrip().startswith("{")


def check_certificate(puzzle: Puzzle[A], text: str, where: str) -> Proven[A]:
    """Check a certificate, and return the facts that it proves.

    Raises:
        BadProof: The certificate is wrong, or belongs to another puzzle.
    """
    own = _certifier(puzzle)
    try:
        data = _opened(puzzle, text)
        faults = own.certificate_faults(data)
    except ValueError as error:
        raise BadProof(f"{where}: {error}") from None
    if faults:
        raise BadProof(f"{where}: {'; '.join(faults)}")
    none = data["claims"] == NO_SOLUTION
    return Proven(puzzle.id, (), none, 0, claims=data["claims"])


def _opened(puzzle: Puzzle, text: str) -> dict[str, Any]:
    """Return the data of a certificate for this puzzle, without its header fields."""
    try:
        data: Any = json.loads(text)
    except RecursionError:
        raise ValueError("found lists nested too deeply, expected a certificate") from None
    except ValueError as error:
        raise ValueError(f"found invalid JSON ({error}), expected a certificate") from None
    version = data.pop(FORMAT, None) if isinstance(data, dict) else None
    if type(version) is not int or version != VERSION:
        raise ValueError(f'expected a certificate that begins {{"{FORMAT}": {VERSION}')
    if (named := data.pop("puzzle", None)) != puzzle.id:
        raise ValueError(f"found a certificate of {shown(named)}, expected one of {puzzle.id}")
    if not isinstance(claims := data.get("claims"), str):
        raise ValueError(f"claims: found {shown(claims)}, expected a string")
    return dict(data)


def _certifier(puzzle: Puzzle) -> Certifies:
    own = capability(puzzle, Certifies)
    if own is None and Game in puzzle.faces:
        return GameCertificates(puzzle)
    if own is None:
        lacks, wants = (
            ("certificate in its own terms", "a .pbp proof")
            if CSP in puzzle.faces
            else ("constraints", "them, or a certificate in its own terms, for a proof")
        )
        raise Unsuited(f"{puzzle.name}: found no {lacks}, expected {wants}")
    return own


# ------------------------------------------------------------------ games

LARGEST = 200_000
"""The maximum number of positions in a game whose winning moves are computed."""
MOST_PARTS = 2_000
"""The maximum number of parts whose nim-values are listed."""
SIDES = {"mover": 1, "other": -1}
"""The players who can force a value, and the sign of the value for each."""
Following = Callable[[Any], Iterator[Any]]


class GameCertificates:
    """Writes certificates for any game, and checks them by its rules."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game = rules_of(puzzle.faces[Game](puzzle))
        normal = Impartial in puzzle.faces and not self.game.misere
        self.has_sum = self.game.is_nim and (normal or not self.game.theorem)
        self.has_parts = normal and type(self.game).parts is not Rules.parts

    def certificate(self, found: Result[Verdict]) -> Data:
        """Return the shortest of the three kinds of certificate that the game allows."""
        verdict: Verdict = found.solution
        if unproven(verdict):
            raise Unsuited(f"{self.puzzle.name}: {best_known(verdict)}")
        data = {"claims": claim(verdict.value), "value": verdict.value}
        if self.has_sum:
            return data | {"piles": list(self.game.parts(self.game.start))}
        if self.has_parts and (values := self._values()):
            return data | {"nim-values": values}
        return data | self._forced(verdict.value)

    def certificate_faults(self, data: Data) -> list[str]:
        value = number(data.get("value"), "value", -(10**9), 10**9)
        if data["claims"] != claim(value):
            return [f"value: found {value}, which is {claim(value)!r}"]
        sides = [side for side in SIDES if side in data]
        shown = ["piles"] if "piles" in data else ["nim-values"] if "nim-values" in data else sides
        expect(data, "claims", "value", *(shown or SIDES))
        return next(([fault] for fault in self._faults(data, value, shown)), [])

    def _faults(self, data: Data, value: int, shown: Sequence[str]) -> Iterator[str]:
        if shown == ["piles"]:
            yield from self._sum_faults(numbers(data["piles"], "piles"), value)
        elif shown == ["nim-values"]:
            yield from self._value_faults(numbers(data["nim-values"], "nim-values"), value)
        else:
            missing = [side for side in self._sides(value) if side not in data]
            yield from (f"expected moves of the {side}" for side in missing)
            for side in shown:
                moves = listed(data[side], side)
                yield from forcing_faults(self.game, moves, side == "mover", SIDES[side] * value)

    def _sides(self, value: int) -> list[str]:
        """Return the players who must force the value: both, unless one can't do any worse."""
        return [side for side, sign in SIDES.items() if sign * value != -(self.game.stakes or 0)
                or not value]  # fmt: skip

    # ------------------------------------------------------------ a theorem

    def _sum_faults(self, piles: list[int], value: int) -> Iterator[str]:
        """Check the verdict by Bouton's theorem (1901).

        The player to move loses if the nim-sum is 0. In misère play, if all piles have size 1, that
        player loses if the number of piles is odd.
        """
        if not self.has_sum:
            yield "found piles, but the game isn't Nim"
        elif piles != list(self.game.parts(self.game.start)):
            yield "the piles aren't those of the position"
        else:
            ones = self.game.misere and max(piles, default=0) < 2
            if value != (1 if bool(nim_sum(piles)) != ones else -1):
                yield f"the nim-sum {nim_sum(piles)} contradicts the value"

    def _values(self) -> list[int]:
        """Return the nim-value of each part, or [] if there are too many parts."""
        nimbers, found = Nimbers(self.game), []
        for part in reached(self.game.parts(self.game.start), self._parts_after):
            found.append(nimbers[part])
            if len(found) > MOST_PARTS:
                return []
        return found

    def _parts_after(self, part: Any) -> Iterator[Any]:
        return (each for option in self.game.options(part) for each in option)

    def _value_faults(self, given: list[int], value: int) -> Iterator[str]:
        """Check that each value is the least that no option has (Sprague 1935, Grundy 1939)."""
        game, first = self.game, self.game.parts(self.game.start)
        parts = reached(first, self._parts_after) if self.has_parts else ()
        known = dict(zip(parts, given, strict=False))
        after = {part: [*self._parts_after(part)] for part in known}
        if len(known) < len(given) or not known.keys() >= {*first, *chain(*after.values())}:
            yield f"found {len(given)} nim-values, expected one for each reachable part"
            return
        for part in known:
            options = (nim_sum(known[each] for each in option) for option in game.options(part))
            if known[part] != (least := mex(options)):
                yield f"the nim-value of {part} is {least}, not {known[part]}"
        if has_cycle(after):
            yield "a part can follow itself"
        if value != (1 if nim_sum(known[part] for part in first) else -1):
            yield "the nim-sum of the parts contradicts the value"

    # ------------------------------------------------------------ moves that force it

    def _forced(self, value: int) -> Data:
        """Return the moves of the player who can force the value."""
        try:
            graph = GameGraph(self.game, Run(max_nodes=LARGEST))
        except Stopped as stop:
            if stop.limit != "nodes":
                raise
            raise searched(self.puzzle.name, f"a game of over {LARGEST:,} positions") from None
        graph.solve()
        return {side: _moves(graph, side == "mover") for side in self._sides(value)}


def claim(value: int) -> str:
    """Describe a value in words, as a verdict does."""
    return outcome(Verdict(value, ("a move",), ()))


def reached(first: Iterable[Any], after: Following) -> Iterator[Any]:
    """Yield all reachable items, each once, in the order in which they're found."""
    order = list(dict.fromkeys(first))
    known = set(order)
    for each in order:
        yield each
        new = [other for other in dict.fromkeys(after(each)) if other not in known]
        known.update(new)
        order += new


def has_cycle(after: dict[Any, list[Any]]) -> bool:
    """Check whether any item can follow itself, by removing items that follow no other.

    Items on a cycle are never removed.
    """
    before = Counter(other for others in after.values() for other in others)
    free = [each for each in after if not before[each]]
    for each in free:
        for other in after[each]:
            before[other] -= 1
            if not before[other]:
                free.append(other)
    return len(free) < len(after)


def _moves(graph: GameGraph, mine: bool) -> list[str]:
    """Return one player's moves that keep the value, in the order in which they're reached."""
    moves: list[str] = []

    def after(position: tuple[int, bool]) -> Iterator[tuple[int, bool]]:
        here, own = position
        if own and graph.after[here]:
            move, then = graph.best(here)
            moves.append(str(move))
            yield then, False
        else:
            yield from ((then, not own) for _, then in graph.after[here])

    for _ in reached([(0, mine)], after):
        pass
    return moves


def forcing_faults(game: Rules, moves: list[Any], mine: bool, least: int) -> Iterator[str]:
    """Yield the reasons why these moves don't gain a player at least `least` against any defence.

    Endless play is worth 0. So to gain anything, the player must keep positions from repeating.
    """
    wrong: list[str] = []
    waiting = iter(moves)
    graph: dict[Any, list[Any]] = {}

    def after(position: tuple[Any, bool]) -> Iterator[tuple[Any, bool]]:
        state, own = position
        graph[position] = []
        if (paid := game.payoff(state)) is not None:
            if (paid if own else -paid) < least:
                wrong.append(f"the game can end at {state}, which is worth less")
        elif own:
            move = next(waiting, None)
            graph[position] = [
                (then, False) for name, then in game.successors(state) if str(name) == move
            ][:1]
        else:
            graph[position] = [(then, True) for _, then in game.successors(state)]
        if paid is None and not graph[position]:
            wrong.append(f"expected a move at {state}")
        return iter(graph[position])

    for _ in reached([(game.start, mine)], after):
        if wrong:
            break
    yield from wrong
    if next(waiting, None) is not None:
        yield "found more moves than positions to play them in"
    if least > 0 and not wrong and has_cycle(graph):
        yield "play can go on forever"


# ------------------------------------------------------------------ reading their data
# Read the data of a certificate. Each error about its format is one line.


NO_SOLUTION = "no solution"
Data = dict[str, Any]


def searched(name: str, what: str) -> Unsuited:
    """Return the error for a claim that only a search backs."""
    return Unsuited(f"{name}: {what} was searched to the end, but there's no certificate for that")


def expect(data: Data, *names: str) -> None:
    """Raise ValueError unless the data has exactly these fields."""
    if missing := [name for name in names if name not in data]:
        raise ValueError(f"the field {missing[0]!r} is missing")
    if others := [name for name in data if name not in names]:
        raise ValueError(f"unknown field {shown(others[0])}: {advice(others[0], names)}")


def expect_claim(data: Data, *claims: str) -> str:
    """Return the data's claim, and raise ValueError if it isn't one of these."""
    if data["claims"] not in claims:
        raise ValueError(f"found the claim {shown(data['claims'])}, expected {' or '.join(claims)}")
    return str(data["claims"])


def number(found: Any, what: str, least: int = 0, most: int | None = None) -> int:
    """Return `found`, and raise ValueError unless it's a whole number from `least` to `most`."""
    if type(found) is not int or found < least or (most is not None and found > most):
        limit = f"from {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{what}: found {shown(found)}, expected a whole number {limit}")
    return found


def listed(found: Any, what: str, length: int | None = None) -> list[Any]:
    """Return `found`, and raise ValueError unless it's a list, of this length if one is given."""
    if not isinstance(found, list) or length not in (None, len(found)):
        size = "" if length is None else f" of {length}"
        raise ValueError(f"{what}: found {shown(found)}, expected a list{size}")
    return found


def numbers(found: Any, what: str, least: int = 0, most: int | None = None) -> list[int]:
    """Return `found`, and raise ValueError unless it's a list of numbers from `least` to `most`."""
    return [number(each, what, least, most) for each in listed(found, what)]


def distinct(found: Iterable[int], what: str) -> set[int]:
    """Return the numbers as a set, and raise ValueError if one occurs twice."""
    given = list(found)
    if len(chosen := set(given)) != len(given):
        raise ValueError(f"{what}: found a number twice, expected each once")
    return chosen
