"""The problems of examples/own as a user of another library would state them, as briefly.

Each function states one problem and solves it. tests/model/test_lines.py counts the lines of each
statement: those between the imports and the `return`.
"""

# ruff: noqa: SIM905 - names in one string are quicker to write, as in examples/own

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import Any

from benchmarks.peers import aima

# ------------------------------------------------------------------ CPMpy, with CP-SAT


def map_cpmpy() -> Any:
    import cpmpy as cp

    m = cp.Model()
    c = {name: cp.intvar(0, 2) for name in "WA NT SA Q NSW V T".split()}
    for pair in "WA NT,WA SA,NT SA,NT Q,SA Q,SA NSW,SA V,Q NSW,NSW V".split(","):
        a, b = pair.split()
        m += c[a] != c[b]
    return m.solve()


def send_cpmpy() -> Any:
    import cpmpy as cp
    import numpy as np

    s, e, n, d, m, o, r, y = letters = cp.intvar(0, 9, shape=8)
    model = cp.Model(cp.AllDifferent(letters), s > 0, m > 0)
    tens = 10 ** np.arange(5)[::-1]
    model += sum([s, e, n, d] * tens[1:]) + sum([m, o, r, e] * tens[1:]) == sum(
        [m, o, n, e, y] * tens
    )
    return model.solve()


def zebra_cpmpy() -> Any:
    import cpmpy as cp

    english, spaniard, ukrainian, norwegian, japanese = people = cp.intvar(1, 5, shape=5)
    red, green, ivory, yellow, blue = colours = cp.intvar(1, 5, shape=5)
    dog, snails, fox, horse, _ = pets = cp.intvar(1, 5, shape=5)
    coffee, tea, milk, juice, _ = drinks = cp.intvar(1, 5, shape=5)
    old_gold, kools, chesterfield, lucky_strike, parliament = smokes = cp.intvar(1, 5, shape=5)
    m = cp.Model([cp.AllDifferent(group) for group in (people, colours, pets, drinks, smokes)])
    m += [english == red, spaniard == dog, coffee == green, ukrainian == tea, old_gold == snails]
    m += [kools == yellow, lucky_strike == juice, japanese == parliament, milk == 3, norwegian == 1]
    m += [abs(chesterfield - fox) == 1, abs(kools - horse) == 1, abs(norwegian - blue) == 1]
    m += green == ivory + 1
    return m.solve()


def kenken_cpmpy() -> Any:
    import cpmpy as cp

    g = cp.intvar(1, 4, shape=(4, 4))
    m = cp.Model([cp.AllDifferent(line) for line in (*g, *g.T)])
    m += g[0, 0] + g[0, 1] == 3
    m += (g[0, 2] == 3 * g[1, 2]) | (g[1, 2] == 3 * g[0, 2])
    m += abs(g[0, 3] - g[1, 3]) == 2
    m += g[1, 0] * g[1, 1] == 12
    m += (g[2, 0] == 2 * g[3, 0]) | (g[3, 0] == 2 * g[2, 0])
    m += g[2, 1] + g[3, 1] == 4
    m += g[2, 2] + g[2, 3] == 7
    m += (g[3, 2] == 2 * g[3, 3]) | (g[3, 3] == 2 * g[3, 2])
    return m.solve()


def nonogram_cpmpy() -> Any:
    import cpmpy as cp
    import numpy as np

    rows, columns = [[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]]
    g = cp.boolvar(shape=(5, 5))
    m = cp.Model()

    def runs_of(cells: Any) -> Any:
        return [len(run) for run in "".join(map(str, cells)).split("0") if run]

    for line, runs in zip([*g, *g.T], rows + columns, strict=True):
        m += cp.Table(line, [list(row) for row in np.ndindex(*[2] * 5) if runs_of(row) == runs])
    return m.solve()


def pentominoes_cpmpy() -> Any:
    from itertools import product

    import cpmpy as cp

    shapes = "Fbcfgl Iabcde Labcdi Nabchi Pabcfg Tabcgl Uacfgh Vabcfk Wafglm Xbfghl Yabcdg Zabglm"

    def placements(shape: Any) -> Any:
        cells = [divmod(ord(letter) - ord("a"), 5) for letter in shape]
        for turn in range(8):
            cells = [(-c, r) for r, c in cells] if turn != 4 else [(r, -c) for r, c in cells]
            for row, col in product(range(-6, 12), range(-6, 16)):
                spot = frozenset((r + row, c + col) for r, c in cells)
                if all(0 <= r < 6 and 0 <= c < 10 for r, c in spot):
                    yield spot

    spots = {
        f"{name}{number}": spot | {name}
        for name, *shape in map(list, shapes.split())
        for number, spot in enumerate(set(placements(shape)))
    }
    m = cp.Model()
    used = dict(zip(spots, cp.boolvar(shape=len(spots)), strict=True))
    for item in set().union(*spots.values()):
        m += cp.sum([used[name] for name in spots if item in spots[name]]) == 1

    def picture() -> str:
        piece = {item: name[0] for name in spots if used[name].value() for item in spots[name]}
        return "\n".join(" ".join(piece[row, col] for col in range(10)) for row in range(6))

    return m.solve() and picture()


def graph_cpmpy() -> Any:
    import cpmpy as cp

    c = cp.intvar(0, 2, shape=10)
    m = cp.Model()
    for n in range(5):
        m += [c[n] != c[(n + 1) % 5], c[n] != c[n + 5], c[n + 5] != c[(n + 2) % 5 + 5]]
    return m.solve()


def magic_cpmpy() -> Any:
    import cpmpy as cp

    g = cp.intvar(1, 9, shape=(3, 3))
    m = cp.Model(cp.AllDifferent(g))
    for line in (*g, *g.T, g.diagonal(), g[::-1].diagonal()):
        m += cp.sum(line) == 15
    return m.solve()


# ------------------------------------------------------------------ python-constraint2


def map_python_constraint() -> Any:
    import constraint

    p = constraint.Problem()
    p.addVariables("WA NT SA Q NSW V T".split(), ["red", "green", "blue"])
    for pair in "WA NT,WA SA,NT SA,NT Q,SA Q,SA NSW,SA V,Q NSW,NSW V".split(","):
        p.addConstraint(lambda a, b: a != b, pair.split())
    return p.getSolution()


def send_python_constraint() -> Any:
    import constraint

    p = constraint.Problem()
    p.addVariables("SENDMORY", range(10))
    p.addConstraint(constraint.AllDifferentConstraint())
    p.addConstraint(lambda s, m: s > 0 and m > 0, "SM")
    p.addConstraint(
        lambda s, e, n, d, m, o, r, y: (
            1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
            == 10000 * m + 1000 * o + 100 * n + 10 * e + y
        ),
        "SENDMORY",
    )
    return p.getSolution()


def zebra_python_constraint() -> Any:
    import constraint

    p = constraint.Problem()
    for names in (
        "English Spaniard Ukrainian Norwegian Japanese, red green ivory yellow blue, dog snails "
        "fox horse zebra, coffee tea milk juice water, OldGold Kools Chesterfield Lucky Parliament"
    ).split(","):
        p.addVariables(names.split(), range(1, 6))
        p.addConstraint(constraint.AllDifferentConstraint(), names.split())
    for pair in (
        "English red, Spaniard dog, coffee green, Ukrainian tea, OldGold snails, Kools yellow, "
        "Lucky juice, Japanese Parliament"
    ).split(","):
        p.addConstraint(lambda a, b: a == b, pair.split())
    for pair in "Chesterfield fox,Kools horse,Norwegian blue".split(","):
        p.addConstraint(lambda a, b: abs(a - b) == 1, pair.split())
    p.addConstraint(lambda a, b: a == b + 1, ["green", "ivory"])
    p.addConstraint(lambda milk, norwegian: milk == 3 and norwegian == 1, ["milk", "Norwegian"])
    return p.getSolution()


def kenken_python_constraint() -> Any:
    import constraint

    p = constraint.Problem()
    p.addVariables([(r, c) for r in range(4) for c in range(4)], range(1, 5))
    for n in range(4):
        p.addConstraint(constraint.AllDifferentConstraint(), [(n, c) for c in range(4)])
        p.addConstraint(constraint.AllDifferentConstraint(), [(r, n) for r in range(4)])
    p.addConstraint(lambda a, b: a + b == 3, [(0, 0), (0, 1)])
    p.addConstraint(lambda a, b: max(a, b) == 3 * min(a, b), [(0, 2), (1, 2)])
    p.addConstraint(lambda a, b: abs(a - b) == 2, [(0, 3), (1, 3)])
    p.addConstraint(lambda a, b: a * b == 12, [(1, 0), (1, 1)])
    p.addConstraint(lambda a, b: max(a, b) == 2 * min(a, b), [(2, 0), (3, 0)])
    p.addConstraint(lambda a, b: a + b == 4, [(2, 1), (3, 1)])
    p.addConstraint(lambda a, b: a + b == 7, [(2, 2), (2, 3)])
    p.addConstraint(lambda a, b: max(a, b) == 2 * min(a, b), [(3, 2), (3, 3)])
    return p.getSolution()


def nonogram_python_constraint() -> Any:
    import constraint

    p = constraint.Problem()
    p.addVariables([(r, c) for r in range(5) for c in range(5)], [0, 1])

    def runs_of(cells: Any) -> Any:
        return [len(run) for run in "".join(map(str, cells)).split("0") if run]

    for n, runs in enumerate([[1, 1], [5], [5], [3], [1]]):
        p.addConstraint(
            lambda *cells, runs=runs: runs_of(cells) == runs, [(n, c) for c in range(5)]
        )
    for n, runs in enumerate([[2], [4], [4], [4], [2]]):
        p.addConstraint(
            lambda *cells, runs=runs: runs_of(cells) == runs, [(r, n) for r in range(5)]
        )
    return p.getSolution()


def graph_python_constraint() -> Any:
    import constraint

    p = constraint.Problem()
    p.addVariables(range(10), ["red", "green", "blue"])
    for n in range(5):
        for pair in ([n, (n + 1) % 5], [n, n + 5], [n + 5, (n + 2) % 5 + 5]):
            p.addConstraint(lambda a, b: a != b, pair)
    return p.getSolution()


def magic_python_constraint() -> Any:
    import constraint

    p = constraint.Problem()
    p.addVariables(range(9), range(1, 10))
    p.addConstraint(constraint.AllDifferentConstraint())
    for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
        p.addConstraint(constraint.ExactSumConstraint(15), [int(cell) for cell in line])
    return p.getSolution()


# ------------------------------------------------------------------ simpleai


def eight_simpleai() -> Any:
    from simpleai.search import SearchProblem, astar

    class Eight(SearchProblem):  # type: ignore[misc]  # untyped
        def actions(self, s: Any) -> Any:
            return [c for c in range(9) if self.apart(c, s.index(0)) == 1]

        def result(self, s: Any, cell: Any) -> Any:
            moved = {cell: 0, s.index(0): s[cell]}
            return tuple(moved.get(place, tile) for place, tile in enumerate(s))

        def is_goal(self, s: Any) -> Any:
            return s == (1, 2, 3, 4, 5, 6, 7, 8, 0)

        def heuristic(self, s: Any) -> Any:
            return sum(self.apart(cell, tile - 1) for cell, tile in enumerate(s) if tile)

        def apart(self, a: Any, b: Any) -> Any:
            return abs(a // 3 - b // 3) + abs(a % 3 - b % 3)

    return astar(Eight((8, 6, 7, 2, 5, 4, 3, 0, 1)), graph_search=True).depth


def river_simpleai() -> Any:
    from simpleai.search import SearchProblem, breadth_first

    class River(SearchProblem):  # type: ignore[misc]  # untyped
        def actions(self, s: Any) -> Any:
            loads = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]
            return [load for load in loads if self.safe(*self.result(s, load))]

        def safe(self, m: Any, c: Any, boat: Any) -> Any:
            return 0 <= m <= 3 and 0 <= c <= 3 and (m in (0, 3) or m == c)

        def result(self, s: Any, load: Any) -> Any:
            way = -1 if s[2] else 1
            return s[0] + way * load[0], s[1] + way * load[1], 1 - s[2]

        def is_goal(self, s: Any) -> Any:
            return s == (0, 0, 0)

    return breadth_first(River((3, 3, 1)), graph_search=True).depth


def romania_simpleai() -> Any:
    from simpleai.search import SearchProblem, astar

    roads = (
        "Arad Zerind 75, Arad Sibiu 140, Arad Timisoara 118, Zerind Oradea 71, Oradea Sibiu 151, "
        "Timisoara Lugoj 111, Lugoj Mehadia 70, Mehadia Drobeta 75, Drobeta Craiova 120, "
        "Craiova Rimnicu 146, Craiova Pitesti 138, Sibiu Fagaras 99, Sibiu Rimnicu 80, "
        "Rimnicu Pitesti 97, Fagaras Bucharest 211, Pitesti Bucharest 101, Bucharest Giurgiu 90"
    )
    way = {(a, b): int(n) for a, b, n in map(str.split, roads.split(","))}
    way |= {(b, a): n for (a, b), n in way.items()}
    lines = "Arad 366 Zerind 374 Oradea 380 Sibiu 253 Timisoara 329 Lugoj 244 Mehadia 241 "
    lines += "Drobeta 242 Craiova 160 Rimnicu 193 Pitesti 100 Fagaras 176 Bucharest 0 Giurgiu 77"
    words = lines.split()

    class Romania(SearchProblem):  # type: ignore[misc]  # untyped
        def actions(self, s: Any) -> Any:
            return [b for a, b in way if a == s]

        def result(self, s: Any, city: Any) -> Any:
            return city

        def is_goal(self, s: Any) -> Any:
            return s == "Bucharest"

        def cost(self, s: Any, city: Any, s2: Any) -> Any:
            return way[s, city]

        def heuristic(self, s: Any) -> Any:
            return int(words[words.index(s) + 1])

    return astar(Romania("Arad"), graph_search=True).cost


def hanoi_simpleai() -> Any:
    from simpleai.search import SearchProblem, breadth_first

    class Hanoi(SearchProblem):  # type: ignore[misc]  # untyped
        def actions(self, s: Any) -> Any:
            tops = [disc for disc, peg in enumerate(s) if peg not in s[:disc]]
            return [(disc, to) for disc in tops for to in {0, 1, 2}.difference(s[: disc + 1])]

        def result(self, s: Any, move: Any) -> Any:
            return (*s[: move[0]], move[1], *s[move[0] + 1 :])

        def is_goal(self, s: Any) -> Any:
            return s == (2,) * 6

    return breadth_first(Hanoi((0,) * 6), graph_search=True).depth


# ------------------------------------------------------------------ aima-python


def eight_aima() -> Any:
    search = aima("search")
    p = search.EightPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1))
    p.h = lambda node: sum(
        abs(c // 3 - (t - 1) // 3) + abs(c % 3 - (t - 1) % 3) for c, t in enumerate(node.state) if t
    )
    return search.astar_search(p).path_cost


def river_aima() -> Any:
    search = aima("search")

    class River(search.Problem):  # type: ignore[name-defined,misc]  # untyped
        def actions(self, s: Any) -> Any:
            loads = [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]
            return [load for load in loads if self.safe(*self.result(s, load))]

        def safe(self, m: Any, c: Any, boat: Any) -> Any:
            return 0 <= m <= 3 and 0 <= c <= 3 and (m in (0, 3) or m == c)

        def result(self, s: Any, load: Any) -> Any:
            way = -1 if s[2] else 1
            return s[0] + way * load[0], s[1] + way * load[1], 1 - s[2]

    return search.breadth_first_graph_search(River((3, 3, 1), (0, 0, 0))).depth


def romania_aima() -> Any:
    search = aima("search")
    p = search.GraphProblem("Arad", "Bucharest", search.romania_map)
    return search.astar_search(p).path_cost


def hanoi_aima() -> Any:
    search = aima("search")

    class Hanoi(search.Problem):  # type: ignore[name-defined,misc]  # untyped
        def actions(self, s: Any) -> Any:
            tops = [disc for disc, peg in enumerate(s) if peg not in s[:disc]]
            return [(disc, to) for disc in tops for to in {0, 1, 2}.difference(s[: disc + 1])]

        def result(self, s: Any, move: Any) -> Any:
            return (*s[: move[0]], move[1], *s[move[0] + 1 :])

    return search.breadth_first_graph_search(Hanoi((0,) * 6, (2,) * 6)).depth


# ------------------------------------------------------------------ easyAI


def connect3_easyai() -> Any:
    from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame

    lines = [
        [(x + i * dx, y + i * dy) for i in range(3)]
        for x in range(4)
        for y in range(4)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        if x + 2 * dx < 4 and 0 <= y + 2 * dy < 4
    ]

    class Connect3(TwoPlayerGame):  # type: ignore[misc]  # untyped
        def __init__(self, players: Any) -> None:
            self.players, self.current_player, self.columns = players, 1, [""] * 4

        def possible_moves(self) -> Any:
            return [str(at) for at in range(4) if len(self.columns[at]) < 4]

        def make_move(self, move: Any) -> None:
            self.columns[int(move)] += str(self.current_player)

        def unmake_move(self, move: Any) -> None:
            self.columns[int(move)] = self.columns[int(move)][:-1]

        def lose(self) -> Any:
            other = {str(self.opponent_index)}
            return any({self.columns[x][y : y + 1] for x, y in line} == other for line in lines)

        def is_over(self) -> Any:
            return not self.possible_moves() or self.lose()

        def scoring(self) -> Any:
            return -100 if self.lose() else 0

        def ttentry(self) -> Any:
            return (*self.columns, self.current_player)

    ai = Negamax(16, tt=TranspositionTable(), win_score=90)
    return Connect3([AI_Player(ai), AI_Player(ai)]).get_move()


# ------------------------------------------------------------------ plain Python


def plain_breadth_first(start: Any, goal: Any, moves: Any) -> list[Any]:
    frontier, parent = deque([start]), dict[Any, Any]({start: None})
    while frontier:
        state = frontier.popleft()
        if goal(state) if callable(goal) else state == goal:
            return plain_way(parent, state)
        for move, child in moves(state):
            if child not in parent:
                parent[child] = state, move
                frontier.append(child)
    raise ValueError("no way")


def plain_a_star(start: Any, goal: Any, moves: Any, estimate: Any) -> list[Any]:
    """Search with A*. Of equal sums it takes the smaller estimate first, then the older state."""
    cost, parent, ties = {start: 0}, dict[Any, Any]({start: None}), 0
    frontier = [(estimate(start), estimate(start), 0, start)]
    while frontier:
        state = heappop(frontier)[3]
        if state == goal:
            return plain_way(parent, state)
        total = cost[state] + 1
        for move, child in moves(state):
            if child not in cost or total < cost[child]:
                cost[child], parent[child] = total, (state, move)
                ties, left = ties + 1, estimate(child)
                heappush(frontier, (total + left, left, ties, child))
    raise ValueError("no way")


def plain_way(parent: Any, state: Any) -> list[Any]:
    made = []
    while parent[state]:
        state, move = parent[state]
        made.append(move)
    return made[::-1]


def plain_negamax(game: Any) -> tuple[int, tuple[str, ...]]:
    """Return the value of a game, and every best move."""
    known: dict[Any, int] = {}

    def value(state: Any) -> int:
        if state not in known:
            paid = game.payoff(state)
            if paid is None:
                paid = max(-value(child) for _, child in game.successors(state))
            known[state] = paid
        return known[state]

    best = value(game.start)
    return best, tuple(m for m, child in game.successors(game.start) if -value(child) == best)


# ------------------------------------------------------------------ which states what

PEERS: dict[str, dict[str, Any]] = {
    "map_colouring": {"CPMpy": map_cpmpy, "python-constraint2": map_python_constraint},
    "send_more": {"CPMpy": send_cpmpy, "python-constraint2": send_python_constraint},
    "zebra": {"CPMpy": zebra_cpmpy, "python-constraint2": zebra_python_constraint},
    "kenken": {"CPMpy": kenken_cpmpy, "python-constraint2": kenken_python_constraint},
    "magic_square": {"CPMpy": magic_cpmpy, "python-constraint2": magic_python_constraint},
    "nonogram": {"CPMpy": nonogram_cpmpy, "python-constraint2": nonogram_python_constraint},
    "pentominoes": {"CPMpy": pentominoes_cpmpy},
    "graph_colouring": {"CPMpy": graph_cpmpy, "python-constraint2": graph_python_constraint},
    "eight_puzzle": {"simpleai": eight_simpleai, "aima-python": eight_aima},
    "missionaries": {"simpleai": river_simpleai, "aima-python": river_aima},
    "romania": {"simpleai": romania_simpleai, "aima-python": romania_aima},
    "hanoi": {"simpleai": hanoi_simpleai, "aima-python": hanoi_aima},
    "connect3": {"easyAI": connect3_easyai},
}
"""For each file of examples/own, the functions that state the same problem."""
READY_MADE = ("eight_aima", "romania_aima")
"""Problems that come with a library, so that there's no statement whose lines to count."""
