"""Games in which more is at stake than a win or a loss: any whole number may be the payoff."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.board.board import Board, Cell
from clew.core.events import Kind, Trace
from clew.core.faces import Faces, Game, Verdict
from clew.core.games import GamePuzzle, Rules, work_out
from clew.core.puzzle import Unsuited
from clew.explanations.explain import explain, hint
from clew.film import record
from clew.film.words import Narrator
from clew.play import open_play
from clew.play.by_moves import Session
from clew.search.auto import choose, suits
from clew.search.run import compare, solve
from clew.search.strategy import parse_strategy

TREE_SEARCHES = [
    "minimax",
    "alpha-beta",
    "alpha-beta:table=no",
    "alpha-beta:symmetry=yes",
    "alpha-beta:order=promising",
    "alpha-beta:order=mobility",
    "alpha-beta:symmetry=yes,order=mobility",
]
Graph = Mapping[int, tuple[int, ...] | int]
"""For each state the states that follow, or what it pays."""


class Walk:
    """A token on a graph, as anyone would write it."""

    def __init__(self, graph: Graph, start: int = 0, stakes: int | None = None) -> None:
        self.graph = graph
        self.start = start
        self.stakes = stakes

    def successors(self, state: int) -> Iterator[tuple[str, int]]:
        after = self.graph[state]
        return ((f"to {s}", s) for s in (() if isinstance(after, int) else after))

    def payoff(self, state: int) -> int | None:
        paid = self.graph[state]
        return paid if isinstance(paid, int) else None

    def canonical(self, state: int) -> int:
        return state

    def promise(self, state: int) -> int:
        return -state


@dataclass(frozen=True)
class Token(GamePuzzle):
    """The puzzle of such a game."""

    nodes: tuple[tuple[int, tuple[int, ...] | int], ...]
    start: int = 0
    stakes: int | None = None
    cycle: tuple[int, ...] = ()

    name: ClassVar[str] = "token"
    summary: ClassVar[str] = "Walk a token to an end that pays."
    form: ClassVar[str] = "none"
    faces: ClassVar[Faces] = Faces({Game: lambda puzzle: puzzle.game()})

    @classmethod
    def parse(cls, text: str) -> Self:
        raise ValueError("there is no text")

    def __str__(self) -> str:
        return f"{len(self.nodes)}@{self.start}"

    def game(self) -> Walk:
        found = Walk(dict(self.nodes), self.start, self.stakes)
        if self.cycle:
            found.cycle = self.cycle  # type: ignore[attr-defined]
        return found

    def at(self, state: int, /) -> Self:
        return type(self)(self.nodes, state, self.stakes, self.cycle)

    def picture(self) -> Board:
        return Board(1, 1, (Cell(str(self.start)),))


def token(graph: Graph, stakes: int | None = None, cycle: tuple[int, ...] = ()) -> Token:
    return Token(tuple(graph.items()), stakes=stakes, cycle=cycle)


def brute_force(graph: Graph, state: int = 0) -> int:
    """The value by its definition, for a game that ends."""
    after = graph[state]
    return after if isinstance(after, int) else max(-brute_force(graph, s) for s in after)


def forced(graph: Graph) -> dict[int, int]:
    """The values of any graph: for each amount, where it can be forced, and where it is lost."""
    values = dict.fromkeys(graph, 0)
    amounts = {abs(after) for after in graph.values() if isinstance(after, int)} - {0}
    for amount in sorted(amounts):
        gains: set[int] = set()
        pays: set[int] = set()
        before = -1
        while len(gains) + len(pays) > before:
            before = len(gains) + len(pays)
            for state, after in graph.items():
                if isinstance(after, int):
                    (gains if after >= amount else pays if after <= -amount else set()).add(state)
                elif any(child in pays for child in after):
                    gains.add(state)
                elif all(child in gains for child in after):
                    pays.add(state)
        values |= dict.fromkeys(gains, amount) | dict.fromkeys(pays, -amount)
    return values


def best_moves(graph: Graph, values: Mapping[int, int]) -> tuple[str, ...]:
    after = graph[0]
    if isinstance(after, int):
        return ()
    return tuple(f"to {child}" for child in after if values[child] == -values[0])


PAYOFFS = st.one_of(st.integers(-3, 3), st.integers(-(10**20), 10**20))


@st.composite
def ending_games(draw: st.DrawFn) -> Graph:
    """Each state leads to later ones only, so the game ends; many are reached in several ways."""
    size = draw(st.integers(2, 14))
    graph: dict[int, tuple[int, ...] | int] = {}
    for state in range(size):
        later = st.lists(st.integers(state + 1, size - 1), min_size=1, max_size=4, unique=True)
        moves = state < size - 1 and (state == 0 or draw(st.booleans()))
        graph[state] = tuple(draw(later)) if moves else draw(PAYOFFS)
    return graph


@st.composite
def any_games(draw: st.DrawFn) -> Graph:
    """The same, back and forth: a game that may go on for ever."""
    size = draw(st.integers(2, 9))
    anywhere = st.lists(st.integers(0, size - 1), min_size=1, max_size=4, unique=True)
    ends = draw(st.sets(st.integers(1, size - 1), max_size=size // 2))
    return {s: draw(PAYOFFS) if s in ends else tuple(draw(anywhere)) for s in range(size)}


# ------------------------------------------------------------------ every strategy, any payoff


@given(ending_games(), st.sampled_from(["unsaid", "exact", "wide"]))
def test_every_strategy_finds_the_value_and_the_best_moves(graph: Graph, said: str) -> None:
    paid = max(abs(after) for after in graph.values() if isinstance(after, int))
    puzzle = token(graph, {"unsaid": None, "exact": paid, "wide": 3 * paid + 1}[said])
    values = {state: brute_force(graph, state) for state in graph}
    for spelling in [*TREE_SEARCHES, "retrograde", "auto"]:
        found: Verdict = solve(puzzle, spelling).solution  # the line was checked
        assert (found.value, found.best) == (values[0], best_moves(graph, values)), spelling
    assert work_out(puzzle.game(), 100) == {
        state: values[state] for state in work_out(puzzle.game(), 100) or ()
    }


@given(any_games())
def test_retrograde_on_any_graph(graph: Graph) -> None:
    values = forced(graph)
    puzzle = token(graph)
    found: Verdict = solve(puzzle, "retrograde").solution
    assert (found.value, found.best) == (values[0], best_moves(graph, values))
    worked_out = work_out(puzzle.game(), 100)
    assert worked_out is not None
    assert all(values[state] == value for state, value in worked_out.items())


@given(ending_games())
def test_values_are_traced(graph: Graph) -> None:
    for spelling in ["minimax", "retrograde"]:
        trace = Trace()
        solve(token(graph), spelling, trace=trace)
        values = [event.value for event in trace if event.kind is Kind.VALUE and event.subject == 0]
        assert values == [brute_force(graph)]


def test_what_was_won_is_what_more_could_be_won_than() -> None:
    """A win of 1 is no reason to look no further, as it was when 1 was the most there is."""
    graph: Graph = {0: (1, 2), 1: (3,), 2: (4, 5), 3: 1, 4: 9, 5: 7}
    found = solve(token(graph)).solution
    assert (found.value, found.best, found.line) == (7, ("to 2",), ("to 2", "to 5"))


# ------------------------------------------------------------------ what it saves to say the stakes

NIM: Graph = {0: (1, 2), 1: (3, 4), 2: (3, 4), 3: -1, 4: -1}


def test_known_stakes_end_a_search_early() -> None:
    said, unsaid = solve(token(NIM, stakes=1)), solve(token(NIM))
    assert said.solution == unsaid.solution
    assert said.stats.nodes < unsaid.stats.nodes


def test_a_payoff_beyond_the_stakes_is_refused() -> None:
    graph: Graph = {0: (1,), 1: (2,), 2: 7}
    with pytest.raises(Unsuited, match=r"^found payoff 7 at 2, expected -1 to 1: the stakes$"):
        solve(token(graph, stakes=1), "alpha-beta")
    with pytest.raises(Unsuited, match=r"^found payoff 7 at 1, expected -1 to 1: the stakes$"):
        solve(token({0: (1,), 1: 7}, stakes=1), "alpha-beta")


@pytest.mark.parametrize("spelling", ["minimax", "alpha-beta", "retrograde"])
@pytest.mark.parametrize("graph", [{0: ()}, {0: (1,), 1: ()}])
def test_a_game_that_is_stuck_is_refused(graph: Graph, spelling: str) -> None:
    state = len(graph) - 1
    with pytest.raises(Unsuited, match=f"^the game isn.t over at {state}, but there are no moves$"):
        solve(token(graph), spelling)


# ------------------------------------------------------------------ who takes such a game


class Counters(Rules):
    """Take one or two of the counters; the last to move gains seven."""

    def successors(self, state: int, /) -> Iterator[tuple[str, int]]:
        return ((f"take {n}", state - n) for n in (1, 2) if n <= state)

    def payoff(self, state: int, /) -> int | None:
        return None if state else -7


@dataclass(frozen=True)
class Sevens(Token):
    """Such a game with the usual faces of a game, the impartial one first."""

    faces: ClassVar[Faces] = GamePuzzle.faces

    def game(self) -> Any:
        return Counters(self.start)


def test_nim_values_are_not_for_such_games() -> None:
    puzzle = Sevens((), 4)
    assert not suits(puzzle, parse_strategy("grundy"))
    with pytest.raises(Unsuited, match="not how much is gained"):
        solve(puzzle, "grundy")
    assert choose(puzzle).name == "alpha-beta"
    found = solve(puzzle).solution
    assert (found.value, found.best) == (7, ("take 1",))
    assert len(compare(puzzle)) > 1
    assert hint(puzzle).full.startswith(
        'Play "take 1": it\'s the only move that keeps the gain of 7'
    )


def test_a_game_that_does_not_say_its_parts_has_no_nim_values() -> None:
    class Loose(Token):
        faces: ClassVar[Faces] = GamePuzzle.faces

    puzzle = Loose(tuple(NIM.items()))
    assert choose(puzzle).name == "alpha-beta"
    with pytest.raises(Unsuited, match="the game does not say what its parts are"):
        solve(puzzle, "grundy")


class Row:
    """One in a row on a board of one cell, for nine."""

    start, in_a_row = 0, (1, 1, 1)

    def __init__(self, stakes: int | None = None) -> None:
        if stakes is not None:
            self.stakes = stakes

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [("r1c1", 2)]

    def payoff(self, state: int) -> int | None:
        return -9 if state else None


@dataclass(frozen=True)
class OneCell(Token):
    def game(self) -> Any:
        return Row(self.stakes)


def test_the_kernel_of_so_many_in_a_row_refuses_other_payoffs() -> None:
    assert choose(OneCell((), stakes=9)).name == "alpha-beta"
    assert solve(OneCell((), stakes=9)).solution == Verdict(9, ("r1c1",), ("r1c1",))
    with pytest.raises(Unsuited, match="found stakes 9, expected 1: wins, draws and losses only"):
        solve(OneCell((), stakes=9), "in-a-row")
    with pytest.raises(Unsuited, match=r"^in-a-row: found payoff -9, expected -1, 0 or 1$"):
        solve(OneCell(()), "in-a-row")


# ------------------------------------------------------------------ words, data and play

GAIN: Graph = {0: (1, 2), 1: (3,), 2: 1, 3: 7}
LOSS: Graph = {0: (1, 2), 1: 7, 2: 12}


def test_a_verdict_says_how_much() -> None:
    assert str(solve(token(GAIN))).splitlines()[1:] == [
        "the player to move gains 7",
        "best: to 1",
        "line: to 1; to 3",
    ]
    assert str(solve(token(LOSS))).splitlines()[1:] == ["the player to move loses 7", "best: to 1"]
    even: Graph = {0: (1, 2), 1: 7, 2: 7}
    assert "best: every move loses against best play" in str(solve(token(even)))
    assert "the player to move loses 1,234: the game is over" in str(solve(token({0: -1234})))


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (Verdict(7, ("to 1",), ("to 1",)), "the line ends before the game does"),
        (Verdict(8, ("to 1",), ("to 1", "to 3")), "the line ends as a win of 7, not a win of 8"),
        (Verdict(-1, ("to 2",), ("to 2",)), "the value is a win of 7, not a loss"),
        (Verdict(7, ("to 1", "to 2"), ("to 1", "to 3")), "the best moves are to 1"),
    ],
)
def test_a_wrong_verdict_is_found_out(answer: Verdict, complaint: str) -> None:
    assert token(GAIN).check(answer) == [complaint]


def test_hints_and_explanations_say_how_much() -> None:
    told = explain(token(GAIN))
    assert told.verdict == "the player to move gains 7"
    assert [step.text for step in told.steps] == [
        'The first player plays "to 1". It\'s the only move that keeps the gain of 7. Every reply '
        "was searched to the end.",
        'The second player plays "to 3". Every move loses at least 7 against best play.',
    ]
    assert hint(token(GAIN)).vague == "You can gain 7."
    assert hint(token(LOSS)).vague == ("You lose at least 7 against best play, whatever you do.")
    assert hint(token(LOSS)).full == ('Every move loses at least 7 against best play. Try "to 1".')
    assert hint(token({0: (1,), 1: -3})).full == 'Play "to 1": it gains 3 at once.'
    assert hint(token({0: (1,), 1: -1})).full == 'Play "to 1": it wins at once.'


def test_it_is_played_to_its_end() -> None:
    game = open_play(token(GAIN))
    assert isinstance(game, Session)
    assert game.check()["text"] == "the player to move can gain 7"
    assert game.solve() == ("to 1", "to 3")
    assert (game.winner, game.message, game.view()["payoff"]) == (0, "player 1 wins 7", 7)
    other = open_play(token(LOSS))
    assert other.check()["text"] == "the player to move loses 7 against best play"


def test_it_is_data_and_a_film() -> None:
    found = json.loads(json.dumps(asdict(solve(token(GAIN)).solution)))
    assert found["value"] == 7
    for strategy in ["minimax", "alpha-beta", "retrograde"]:
        film = record(token(GAIN), strategy)
        told = [Narrator(film).step(number) for number in range(len(film))]
        assert "Node 0 is worth +7." in told or strategy == "alpha-beta"
        assert not any("worth −7" in line for line in told), "MAX sees every value"
        assert json.loads(film.json())["end"]["answers"] == 1
