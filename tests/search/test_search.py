"""The strategies do what the textbooks say: pinned counts, and each heuristic by its definition."""

from __future__ import annotations

import tracemalloc
from itertools import islice
from random import Random

import pytest

from clew import Futoshiki, Latin, Queens, Status, Sudoku, Trace, count, solutions, solve
from clew.core.events import Kind
from clew.core.faces import CSP, domain, values
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.rules import AllDifferent, Less, Parity, Sum, Table
from clew.rules.rule import Constraint
from clew.search.csp.backtracking import Backtracking, LimitedDiscrepancy, TreeStrategy
from clew.search.csp.network import Network
from clew.search.csp.tree import INFER, ORDER, SELECT, State
from clew.search.strategy import parse_strategy
from tests.known import (
    FIGURE_1,
    FIGURE_1_SOLUTIONS,
    FIGURE_3_AS_PRINTED,
    FIGURE_3_SOLUTIONS,
    LATIN_SQUARES,
    QUEENS_SOLUTIONS,
    QUEENS_TREE_NODES,
)

PLAIN = "backtracking:select=first,infer=none"
COURSE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


# --- counts that are known


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("strategy", [PLAIN, "bitboard", f"{PLAIN},order=descending"])
def test_plain_backtracking_visits_the_known_tree(n: int, strategy: str) -> None:
    result = solve(Queens(n), strategy, max_solutions=None)
    assert result.stats.nodes == QUEENS_TREE_NODES[n]
    assert len(result.solutions) == QUEENS_SOLUTIONS[n]


def test_bitboard_is_plain_backtracking_made_fast() -> None:
    for puzzle in (Queens(7), Queens(8), Queens(8, ((0, 0),)), Queens(6, ((2, 5), (4, 1)))):
        slow = solve(puzzle, PLAIN, max_solutions=None)
        fast = solve(puzzle, "bitboard", max_solutions=None)
        assert fast.solutions == slow.solutions
        if not puzzle.placed:
            for counter in ("nodes", "backtracks", "deepest"):
                assert getattr(fast.stats, counter) == getattr(slow.stats, counter)


def test_queens_twelve_by_kernel() -> None:
    result = solve(Queens(12), "bitboard", max_solutions=None)
    assert len(result.solutions) == QUEENS_SOLUTIONS[12]
    assert result.stats.nodes == QUEENS_TREE_NODES[12]


def test_queens_in_lexicographic_order() -> None:
    six = [(1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3), (3, 0, 4, 1, 5, 2), (4, 2, 0, 5, 3, 1)]
    assert list(solutions(Queens(6), PLAIN)) == six
    assert list(solutions(Queens(6), f"{PLAIN},order=descending")) == six[::-1]


@pytest.mark.parametrize("order", range(1, 5))
def test_latin_squares_are_counted(order: int) -> None:
    assert count(Latin.parse(str(order))) == LATIN_SQUARES[order]


def test_the_course_board_has_two_solutions() -> None:
    assert set(solutions(Futoshiki.parse(FIGURE_1))) == FIGURE_1_SOLUTIONS
    assert count(Futoshiki.parse(FIGURE_3_AS_PRINTED)) == FIGURE_3_SOLUTIONS


# --- forward checking first, then plain backtracking


RECIPE = "backtracking:infer=none,prepare=singles"


def test_the_recipe_of_001_solves_its_board() -> None:
    result = solve(Futoshiki.parse(FIGURE_1), RECIPE)
    assert result.solution in FIGURE_1_SOLUTIONS
    strategy = parse_strategy(RECIPE)
    assert isinstance(strategy, Backtracking)
    assert (strategy.select, strategy.order) == ("mrv+degree", "ascending")


@pytest.mark.parametrize("prepare", ["forward-checking", "singles", "ac3"])
def test_an_emptied_domain_is_unsolvable_without_search(prepare: str) -> None:
    puzzle = Futoshiki.parse("3:1,2,0,0,0,3,0,0,0,")  # the corner can be neither 1, 2 nor 3
    assert not puzzle.clashes()
    result = solve(puzzle, f"backtracking:infer=none,prepare={prepare}")
    assert result.unsolvable
    assert result.stats.nodes == 0


# --- the heuristics, each by its definition


def state_of(csp: CSP) -> State:
    return State(Network(csp), Run())


def different(*scopes: tuple[int, ...]) -> tuple[Constraint, ...]:
    return tuple(AllDifferent(scope, f"group {k}") for k, scope in enumerate(scopes))


def choose(name: str, csp: CSP, unassigned: list[int] | None = None) -> int:
    state = state_of(csp)
    state.weights = [1] * len(csp.constraints)
    variables = unassigned or list(range(len(csp.domains)))
    return SELECT[name](state, variables, state.domains.__getitem__)[0]


def test_first_takes_the_first() -> None:
    csp = CSP((0b1110, 0b0110, 0b0010), different((0, 1, 2)))
    assert choose("first", csp, [1, 2]) == 1


def test_mrv_takes_the_fewest_values_and_the_first_of_equals() -> None:
    csp = CSP((0b1110, 0b0110, 0b1100, 0b1110), different((0, 1), (2, 3)))
    assert choose("mrv", csp) == 1


def test_degree_takes_the_most_constraining() -> None:
    csp = CSP((0b110,) * 5, different((0, 1), (2, 3), (3, 4)))
    assert choose("degree", csp) == 3
    assert choose("degree", csp, [0, 1, 2]) == 0  # with 3 assigned, only 0 and 1 still meet


def test_mrv_comes_before_degree() -> None:
    csp = CSP((0b1110, 0b1110, 0b110, 0b110), different((0, 1), (0, 2), (0, 3), (1, 3)))
    assert choose("mrv", csp) == 2
    assert choose("mrv+degree", csp) == 3


def test_mrv_without_inference_counts_what_is_legal_now() -> None:
    """With infer=none the domains stay as they are, but the heuristic must not."""
    csp = CSP((0b1110, 0b1110, 0b1110), different((0, 2)))
    state = state_of(csp)
    state.domains[0], state.assigned[0] = 0b0010, True
    assert SELECT["mrv"](state, [1, 2], state.legal)[0] == 2
    assert state.legal(2) == 0b1100


def test_dom_wdeg_learns_from_failures() -> None:
    csp = CSP((0b110,) * 4, different((0, 1), (2, 3)))
    state = state_of(csp)
    state.weights = [1, 1]
    assert SELECT["dom/wdeg"](state, [0, 1, 2, 3], state.domains.__getitem__)[0] == 0
    state.domains[3] = 0b010
    assert not INFER["forward-checking"](state, [3]) or state.domains[2] == 0b100
    state.fail(2, 3)
    assert state.weights == [1, 2]
    assert SELECT["dom/wdeg"](state, [0, 1, 2], lambda _: 0b110)[0] == 0  # 3 is assigned
    assert SELECT["dom/wdeg"](state, [0, 1, 2, 3], lambda _: 0b110)[0] == 2


def order_of(name: str, csp: CSP, variable: int, seed: int = 0) -> list[int]:
    state = State(Network(csp), Run(), seed)
    unassigned = range(len(csp.domains))
    return list(ORDER[name](state, variable, csp.domains[variable], unassigned))


def test_orders() -> None:
    csp = CSP((0b1110, 0b0110, 0b0010), different((0, 1, 2)))
    assert order_of("ascending", csp, 0) == [1, 2, 3]
    assert order_of("descending", csp, 0) == [3, 2, 1]
    assert order_of("lcv", csp, 0) == [3, 2, 1]  # 3 rules out nothing, 1 a value of both others


def test_least_constraining_along_a_sign() -> None:
    csp = CSP((0b11110, 0b11110), (Less((0, 1), "first < second"),))
    assert order_of("lcv", csp, 0) == [1, 2, 3, 4]
    assert order_of("lcv", csp, 1) == [4, 3, 2, 1]


def test_shuffled_depends_on_the_seed_alone() -> None:
    csp = Latin.parse("9").csp()
    orders = [tuple(order_of("shuffled", csp, 40, seed)) for seed in range(8)]
    assert orders == [tuple(order_of("shuffled", csp, 40, seed)) for seed in range(8)]
    assert len(set(orders)) > 4
    assert all(sorted(order) == list(range(1, 10)) for order in orders)


def test_mrv_makes_a_sudoku_easier() -> None:
    puzzle = Sudoku.parse(COURSE)
    first = solve(puzzle, "backtracking:select=first", max_solutions=2)
    mrv = solve(puzzle, "backtracking:select=mrv", max_solutions=2)
    assert first.unique
    assert mrv.unique
    assert mrv.stats.nodes * 10 < first.stats.nodes


# --- the inferences, each by its definition


def test_forward_checking_removes_exactly_what_is_attacked() -> None:
    state = state_of(Queens(5).csp())
    state.domains[1] = 1 << 2
    assert INFER["forward-checking"](state, [1])
    assert [list(values(mask)) for mask in state.domains] == [
        [0, 4],
        [2],
        [0, 4],
        [1, 3],
        [0, 1, 3, 4],
    ]


def test_forward_checking_does_not_go_on() -> None:
    """A neighbour left with one value waits to be assigned; `singles` goes on from it."""
    csp = CSP((0b10, 0b110, 0b1110), different((0, 1), (1, 2)))
    forward, singles = state_of(csp), state_of(csp)
    assert INFER["forward-checking"](forward, [0])
    assert forward.domains == [0b10, 0b100, 0b1110]
    assert INFER["singles"](singles, [0])
    assert singles.domains == [0b10, 0b100, 0b1010]


def test_hidden_single() -> None:
    csp = CSP((0b0110, 0b0110, 0b1110), different((0, 1, 2)))
    state = state_of(csp)
    assert INFER["singles"](state, range(3))
    assert state.domains == [0b0110, 0b0110, 0b1110]
    assert INFER["hidden-singles"](state, range(3))
    assert state.domains == [0b0110, 0b0110, 0b1000]


def test_two_values_that_need_one_place_fail() -> None:
    csp = CSP((0b00010, 0b11110, 0b00110, 0b00010), different((0, 1, 2, 3)))
    state = state_of(csp)
    assert not state.find_hidden(1)


def naive_arc_consistency(csp: CSP) -> list[int] | None:
    """AC-3's answer, by its definition and no cleverness: drop values without support."""
    domains = list(csp.domains)
    pairs = [
        (rule, i, j)
        for rule in csp.constraints
        for i in range(len(rule.scope))
        for j in range(len(rule.scope))
        if i != j
    ]
    changed = True
    while changed:
        changed = False
        for rule, i, j in pairs:
            x, y = rule.scope[i], rule.scope[j]
            for value in list(values(domains[x])):
                if not any(_agree(rule, i, j, value, other) for other in values(domains[y])):
                    domains[x] &= ~(1 << value)
                    changed = True
    return domains if all(domains) else None


def _agree(rule: Constraint, i: int, j: int, a: int, b: int) -> bool:
    if isinstance(rule, AllDifferent):
        offsets = rule.offsets or (0,) * len(rule.scope)
        return a + offsets[i] != b + offsets[j]
    return rule.holds((a, b) if i < j else (b, a))


@pytest.mark.parametrize("seed", range(60))
def test_mac_is_arc_consistency(seed: int) -> None:
    csp = random_csp(Random(seed))
    state = state_of(csp)
    expected = naive_arc_consistency(csp)
    good = INFER["mac"](state, range(len(csp.domains)))
    assert good == (expected is not None)
    if expected is not None:
        assert state.domains == expected


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("infer", list(INFER))
def test_an_inference_never_loses_an_answer(seed: int, infer: str) -> None:
    csp = random_csp(Random(seed))
    found = set(parse_strategy("generate-and-test")(csp, Run()))
    for spelling in (f"backtracking:infer={infer}", f"backtracking:infer=none,prepare={infer}"):
        assert set(parse_strategy(spelling)(csp, Run())) == found


def random_csp(random: Random) -> CSP:
    """A small CSP with every kind of constraint."""
    size = random.randint(3, 5)
    domains = tuple(domain(random.sample(range(5), random.randint(1, 4))) for _ in range(size))
    rules: list[Constraint] = []
    for _ in range(random.randint(2, 5)):
        scope = tuple(random.sample(range(size), random.randint(2, min(3, size))))
        rules.append(_random_rule(random, scope))
    if all(len(rule.scope) == 2 or isinstance(rule, AllDifferent) for rule in rules):
        return CSP(domains, tuple(rules))
    pairs = [r for r in rules if len(r.scope) == 2 or isinstance(r, AllDifferent)]
    return CSP(domains, tuple(pairs))


def _random_rule(random: Random, scope: tuple[int, ...]) -> Constraint:
    kind = random.randrange(4)
    if kind == 0:
        return AllDifferent(scope, "different")
    if kind == 1:
        return AllDifferent(scope, "diagonal", tuple(random.randint(-2, 2) for _ in scope))
    if kind == 2:
        return Less((scope[0], scope[1]), "less")
    rows = frozenset((random.randrange(5), random.randrange(5)) for _ in range(12))
    return Table(scope[:2], "table", rows)


@pytest.mark.parametrize(
    "spelling",
    [
        *(f"backtracking:infer={infer}" for infer in INFER),
        *(f"backtracking:select={s}" for s in SELECT),
        "backjumping",
        "backjumping:select=first,prepare=none",
        "limited-discrepancy",
    ],
)
def test_constraints_that_are_more_than_their_pairs(spelling: str) -> None:
    """Sums, parities and wide tables are obeyed by every strategy."""
    rows = frozenset({(0, 1, 2), (1, 1, 0), (2, 0, 1), (2, 2, 2)})
    csp = CSP(
        (0b111,) * 5,
        (
            Table((0, 1, 2), "one of four", rows),
            Sum((1, 2, 3), "adds up to 4", 4),
            Parity((0, 3, 4), "odd", True),
            AllDifferent((0, 4), "apart"),
        ),
    )
    expected = set(parse_strategy("generate-and-test")(csp, Run()))
    assert expected
    assert set(parse_strategy(spelling)(csp, Run())) == expected


# --- strategies one by one


def test_generate_and_test_keeps_nothing() -> None:
    """Memory does not grow with the number of candidates."""

    def peak(nodes: int) -> int:
        tracemalloc.start()
        solve(Sudoku.parse(COURSE), "generate-and-test", max_nodes=nodes)
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    peak(10)
    assert peak(20_000) < peak(200) + 20_000


def test_depth_first_tries_the_largest_value_first() -> None:
    """Children are pushed in increasing order, so the largest is popped first."""
    puzzle = Latin.parse("3")
    assert next(solutions(puzzle, "depth-first"))[0] == 3
    assert next(solutions(puzzle, "breadth-first"))[0] == 1
    assert (
        solve(puzzle, "breadth-first").stats.frontier > solve(puzzle, "depth-first").stats.frontier
    )


def test_backjumping_skips_what_had_no_part() -> None:
    """Variables 1 to 3 have nothing to do with the failure between 0 and 4."""
    csp = CSP(
        (0b110, 0b110, 0b110, 0b110, 0b110, 0b110),
        different((0, 4), (0, 5), (4, 5)),
    )
    jumping, plain = Run(), Run()
    assert not list(parse_strategy("backjumping:select=first,prepare=none")(csp, jumping))
    assert not list(parse_strategy(f"{PLAIN},prepare=none")(csp, plain))
    assert jumping.stats.nodes < plain.stats.nodes / 3


@pytest.mark.parametrize("select", ["first", "mrv", "random"])
def test_backjumping_never_visits_more_than_backtracking(select: str) -> None:
    for puzzle in (Queens(6), Latin.parse("4:1......1........"), Futoshiki.parse(FIGURE_1)):
        options = f"select={select},prepare=forward-checking"
        jump = solve(puzzle, f"backjumping:{options}", max_solutions=None, max_nodes=20_000)
        back = solve(
            puzzle, f"backtracking:infer=none,{options}", max_solutions=None, max_nodes=20_000
        )
        assert jump.stats.nodes <= back.stats.nodes
        if back.status is Status.COMPLETE:
            assert jump.solutions == back.solutions


def test_limited_discrepancy_answers_in_rounds() -> None:
    """The first answer is where the first choices lead; each is found exactly once."""
    found = list(solutions(Latin.parse("3"), "limited-discrepancy:order=ascending"))
    plain = list(solutions(Latin.parse("3"), "backtracking"))
    assert found[0] == plain[0]
    assert sorted(found) == sorted(plain)
    assert found != plain


def test_limited_discrepancy_offers_no_rule_that_learns() -> None:
    with pytest.raises(ValueError, match="option select can't be dom/wdeg"):
        LimitedDiscrepancy(select="dom/wdeg")


def test_min_conflicts_places_many_queens() -> None:
    result = solve(Queens(200), "min-conflicts:seed=3")
    assert result.solved
    assert result.stats.nodes < 2_000


def test_min_conflicts_never_proves_anything() -> None:
    result = solve(Queens(3), "min-conflicts:steps=500")
    assert result.status is Status.STOPPED
    assert result.reason == "steps"
    assert not result.unsolvable
    some = solve(Queens(4), "min-conflicts:steps=2000", max_solutions=None)
    assert set(some.solutions) == {(1, 3, 0, 2), (2, 0, 3, 1)}
    assert some.status is Status.STOPPED


def test_bitboard_is_for_queens_only() -> None:
    with pytest.raises(Unsuited, match="bitboard can't search this latin"):
        solve(Latin.parse("3"), "bitboard")


def test_seeds_change_the_path_but_not_the_answers() -> None:
    spelling = "backtracking:select=random,order=shuffled,seed={}"
    firsts = {next(solutions(Queens(10), spelling.format(seed))) for seed in range(12)}
    assert len(firsts) > 6
    assert {count(Queens(6), spelling.format(seed)) for seed in range(6)} == {4}


def test_a_trace_replays_to_the_answer() -> None:
    """TRY, PRUNE and BACK are enough to know every domain at every moment."""
    puzzle = Sudoku.parse(COURSE)
    trace = Trace()
    result = solve(puzzle, "backtracking:select=first,infer=singles", trace=trace)
    domains = list(puzzle.csp().domains)
    saved: list[list[int]] = []
    for event in trace:
        if event.kind is Kind.TRY:
            saved.append(list(domains))
            assert event.depth == len(saved)
            domains[event.subject] = 1 << event.value
        elif event.kind is Kind.PRUNE:
            assert domains[event.subject] & event.value == event.value
            domains[event.subject] ^= event.value
        elif event.kind is Kind.BACK:
            assert event.depth == len(saved)
            domains = saved.pop()
    assert tuple(mask.bit_length() - 1 for mask in domains) == result.solution
    assert sum(event.kind is Kind.TRY for event in trace) == result.stats.nodes - 1


PINNED = {
    "backtracking": (268, 245, 941, 22),
    "backtracking:select=first": (39, 16, 105, 22),
    "backtracking:select=mrv": (338, 315, 1106, 22),
    "backtracking:select=degree": (946, 923, 2162, 22),
    "backtracking:select=dom/wdeg": (93, 70, 425, 22),
    "backtracking:infer=singles": (119, 112, 926, 8),
    "backtracking:infer=mac": (21, 17, 265, 4),
    "backtracking:infer=hidden-singles": (81, 74, 671, 7),
    "backtracking:infer=mac+hidden-singles": (5, 1, 106, 3),
    "backtracking:order=descending": (24, 1, 90, 22),
    "backtracking:order=lcv": (264, 241, 924, 22),
    "backtracking:infer=none,prepare=singles": (268, 245, 24, 22),
    "backtracking:select=first,infer=none": (59, 36, 0, 22),
    "backjumping": (258, 235, 24, 22),
    "backjumping:select=first": (48, 25, 24, 22),
    "limited-discrepancy": (542, 515, 2039, 22),
    "depth-first": (29, 2, 123, 22),
    "breadth-first": (356, 77, 1141, 22),
}
"""Nodes, backtracks, prunings and deepest level to the first answer of the course's board."""


@pytest.mark.parametrize("spelling", PINNED)
def test_pinned_counts(spelling: str) -> None:
    """A heuristic turned round, or an inference that prunes nothing, changes these."""
    stats = solve(Futoshiki.parse(FIGURE_1), spelling).stats
    assert (stats.nodes, stats.backtracks, stats.prunings, stats.deepest) == PINNED[spelling]


def test_answers_are_lazy() -> None:
    assert len(list(islice(solutions(Latin.parse("12")), 5))) == 5


@pytest.mark.parametrize("name", ["backtracking", "limited-discrepancy", "backjumping"])
def test_more_variables_than_python_allows_calls_are_assigned(name: str) -> None:
    csp = CSP((3,) * 1_200, ())
    strategy = parse_strategy(f"{name}:select=first,order=ascending")
    assert isinstance(strategy, TreeStrategy)
    assert next(strategy.readable(csp, Run())) == (0,) * 1_200
